"""`goldsmith demo`: made-up annotators for a corpus whose gold standard is known."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli import _output
from goldsmith.project import schemas
from goldsmith.project.simulate import annotate as run
from goldsmith.project.simulate import team
from goldsmith.project.sources import DEMO, Source

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="Made-up annotators, to try everything on."
)


@app.callback()
def _group() -> None:
    """Keeps `annotate` a command of its own while it is the only one."""


@app.command()
def annotate(
    people: list[str] = typer.Argument(
        ..., help="Who annotates: NAME=PROFILE, such as D1=expert T1=trainee."
    ),
    out: Path = typer.Option(..., "--out", help="The folder or file to make."),
    corpus: str = typer.Option(DEMO, "--corpus", help="The corpus; `demo` is the built-in one."),
    gold: str = typer.Option("gold", "--gold", help="The set that is taken for the truth."),
    seed: int = typer.Option(1, "--seed", help="Another seed, other errors."),
    schema: str | None = typer.Option(
        None, "--schema", help="The schema of the gold set, where it does not name it itself."
    ),
    profiles: Path | None = typer.Option(
        None, "--profiles", help="A TOML file with profiles of your own."
    ),
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    fmt: str | None = _output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is at --out."),
    as_json: bool = _output.JSON,
) -> None:
    """Let simulated annotators annotate a corpus; they err the way the papers found."""
    done = run(
        Source(corpus, fmt),
        team(people, profiles),
        out,
        to=to,
        gold=gold,
        seed=seed,
        schema=schemas.find(schema) if schema else None,
        allow_loss=_output.listed(allow_loss),
        overwrite=overwrite,
        follow=_output.follow,
    )
    if as_json:
        _output.json(done)
        return
    rows = [
        (one.annotator, one.profile, one.mentions, one.relations, one.minutes / 60)
        for one in done.work
    ]
    columns = ("annotator", "profile", "mentions", "relations", "hours, as people take")
    _output.table(f"{done.documents:,} documents in {done.out}", columns, rows)
