"""`goldsmith convert`: from one exchange format to another, nothing lost silently."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.formats import DEFAULT_SET
from goldsmith.project.corpus.convert import Conversion
from goldsmith.project.corpus.convert import convert as run
from goldsmith.project.corpus.sources import Source

app = typer.Typer(add_completion=False)


@app.command()
def convert(
    src: str = typer.Argument(
        ..., help="A folder, file, zip or tar; or `demo` for the built-in notes."
    ),
    to: str = typer.Option(..., "--to", help="The format to write.", metavar="FORMAT"),
    out: Path = typer.Option(..., "--out", help="The folder or file to make."),
    fmt: str | None = output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    sets: list[str] = typer.Option([], "--set", help="Write only these annotation sets."),
    set_name: str = typer.Option(
        DEFAULT_SET, "--as", help="The name of the set read, where the format has none."
    ),
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Convert what can be read; exit with 1 if some could not."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is at --out."),
    as_json: bool = output.JSON,
) -> None:
    """Convert a corpus from one format to another; what the target cannot carry is said first."""
    source = Source(src, fmt, set_name=set_name, keep_going=keep_going)
    done = run(
        source,
        to,
        out,
        sets=output.listed(sets),
        allow_loss=output.listed(allow_loss),
        overwrite=overwrite,
        follow=output.follow,
    )
    if as_json:
        output.json(done)
    _tell(done)
    raise typer.Exit(1 if done.skipped else 0)


def _tell(done: Conversion) -> None:
    what = f"{done.documents:,} document{'s' * (done.documents != 1)}"
    output.say(f"{what}: {done.source_format} -> {done.target_format} in {done.out}")
    for name, count in sorted(done.dropped.items()):
        output.say(f"  dropped, as allowed: {name} ({count:,})")
    if done.other_wording:
        output.say(
            f"  note: {done.other_wording:,} mentions recorded another wording than the text has "
            "at their offsets; `goldsmith validate` lists them"
        )
    for message in done.skipped:
        output.say(f"  skipped: {message}")
