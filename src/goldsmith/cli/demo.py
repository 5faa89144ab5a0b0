"""`goldsmith demo`: made-up patients with their notes, and made-up annotators."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.sources import DEMO, Source
from goldsmith_demo.annotate import annotate as run
from goldsmith_demo.annotate import team
from goldsmith_demo.corpus import make as make_corpus

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Made-up patients and annotators, to try everything on.",
)


@app.command()
def make(
    out: Path = typer.Option(..., "--out", help="The folder or file to make."),
    patients: int = typer.Option(10, "--patients", help="How many patients."),
    seed: int = typer.Option(1, "--seed", help="Another seed, other patients."),
    first: int = typer.Option(0, "--first", help="The number of the first patient."),
    layers: list[str] = typer.Option(
        [], "--layer", help="Only the gold of these schemas; all six if none is named."
    ),
    typos: float = typer.Option(0.0005, "--typos", help="The share of letters mistyped."),
    records: Path | None = typer.Option(
        None, "--records", help="Also write the structured records, a line a patient."
    ),
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is at --out."),
    as_json: bool = output.JSON,
) -> None:
    """Make the notes of made-up cancer patients, with gold for six schemas at once."""
    done = make_corpus(
        patients,
        out,
        seed=seed,
        first=first,
        layers=output.listed(layers),
        typos=typos,
        to=to,
        records=records,
        allow_loss=output.listed(allow_loss),
        overwrite=overwrite,
        follow=output.follow,
    )
    if as_json:
        output.json(done)
    output.say(f"{done.documents:,} notes of {done.patients:,} patients in {done.out}")


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
    fmt: str | None = output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is at --out."),
    as_json: bool = output.JSON,
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
        allow_loss=output.listed(allow_loss),
        overwrite=overwrite,
        follow=output.follow,
    )
    if as_json:
        output.json(done)
        return
    rows = [
        (one.annotator, one.profile, one.mentions, one.relations, one.minutes / 60)
        for one in done.work
    ]
    columns = ("annotator", "profile", "mentions", "relations", "hours, as people take")
    output.table(f"{done.documents:,} documents in {done.out}", columns, rows)
