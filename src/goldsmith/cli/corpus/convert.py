"""Convert a corpus from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output, parameters

if TYPE_CHECKING:
    from goldsmith.formats import CodedWith
    from goldsmith.project.corpus.convert import Conversion

app = typer.Typer(add_completion=False)


@app.command()
def convert(
    src: str = typer.Argument(
        ..., help="A folder, file, zip or tar; or `demo` for the built-in notes."
    ),
    to: str = typer.Option(..., "--to", help="The format to write.", metavar="FORMAT"),
    out: Path = parameters.OUT,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    sets: list[str] = typer.Option([], "--set", help="Write only these annotation sets."),
    set_name: str = parameters.READ_AS,
    keep_going: bool = typer.Option(
        False,
        "--keep-going",
        help="Convert the readable files; exit with 1 if some cannot be read.",
    ),
    ignore_wording: bool = typer.Option(
        False,
        "--ignore-wording",
        help="Convert mentions even if the wording that the file records is not at their offsets.",
    ),
    coded_with: list[str] = typer.Option(
        [],
        "--coded-with",
        help="Record the terminologies of the codes: names on the shelf, `demo` or folders.",
        metavar="TERMS",
    ),
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Convert a corpus to another format; refuse to drop anything without permission."""
    from goldsmith.project.corpus.convert import convert as run
    from goldsmith.project.corpus.sources import Source

    conversion = run(
        Source(src, fmt, set_name=set_name, wording=not ignore_wording, keep_going=keep_going),
        to,
        out,
        sets=output.split_values(sets),
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        coded_with=_stamp(coded_with),
        track=output.track,
    )
    if as_json:
        output.print_json(conversion)
    _report(conversion)
    raise typer.Exit(1 if conversion.skipped else 0)


def _stamp(names: list[str]) -> tuple[CodedWith, ...]:
    """Return the terminologies that the options name."""
    if not names:
        return ()
    from goldsmith.project.terms.stamps import stamp_terminologies
    from goldsmith.terminology.shelf import open_terminologies

    return stamp_terminologies(open_terminologies(output.split_values(names)))


def _report(conversion: Conversion) -> None:
    count = f"{conversion.documents:,} document{'s' * (conversion.documents != 1)}"
    formats = f"{conversion.source_format} -> {conversion.target_format}"
    output.report(f"{count}: {formats} in {conversion.out}")
    output.report_dropped(conversion.dropped)
    if conversion.other_wording:
        output.report(
            f"  note: {conversion.other_wording:,} mentions have recorded text that differs from "
            "the text at their offsets; `goldsmith validate` lists them"
        )
    for message in conversion.skipped:
        output.report(f"  skipped: {message}")
