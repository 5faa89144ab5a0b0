"""Import notes from tables, JSON, text files or a database."""

# ruff: noqa: N999 (the name of the file is the name of the command)

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from goldsmith.cli.shared import output, parameters

if TYPE_CHECKING:
    from goldsmith.project.corpus.import_notes import Import

app = typer.Typer(add_completion=False)

_COLUMN = "COLUMN"
_NAMES = {"\t": "tab", " ": "blank"}
_QUOTINGS = {"doubled": "", "backslash": ", quotes escaped by \\", "none": ", no quoting"}


def _make_option(role: str) -> str | None:
    option: str | None = typer.Option(
        None, f"--{role}-column", help=f"The column of the {role}.", metavar=_COLUMN
    )
    return option


@app.command()
def import_notes(
    source: str = typer.Argument(
        ..., help="CSV, TSV, JSON, a folder of .txt, a SQLite file or the URL of a database."
    ),
    out: Path = parameters.OUT,
    to: str = parameters.TO,
    text: str | None = typer.Option(
        None, "--text-column", help="The column of the text; guessed by default.", metavar=_COLUMN
    ),
    doc_id: str | None = typer.Option(
        None, "--id-column", help="The column of the ids; guessed by default.", metavar=_COLUMN
    ),
    number: bool = typer.Option(
        False, "--number", help="Number the notes; do not read ids from a column."
    ),
    patient: str | None = _make_option("patient"),
    type_: str | None = _make_option("type"),
    subtype: str | None = _make_option("subtype"),
    date: str | None = _make_option("date"),
    diagnosis: str | None = _make_option("diagnosis"),
    institution: str | None = _make_option("institution"),
    date_format: str = typer.Option(
        "", "--date-format", help="How dates are written, if not as 2008-03-14.", metavar="%d/%m/%Y"
    ),
    ignore: list[str] = typer.Option(
        [], "--ignore-column", help="Leave this column out; may be repeated.", metavar=_COLUMN
    ),
    table: str = typer.Option("", "--table", help="The table of the database."),
    query: str = typer.Option("", "--query", help="A query instead of a table.", metavar="SQL"),
    encoding: str = typer.Option("", "--encoding", help="The encoding; detected by default."),
    delimiter: str = typer.Option(
        "", "--delimiter", help="What separates columns; detected by default.", metavar="CHARACTER"
    ),
    quoting: Literal["doubled", "backslash", "none"] | None = typer.Option(
        None, "--quoting", help="How quotation marks are written in a cell; detected by default."
    ),
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Import notes; report how the source was read and what was left out."""
    from goldsmith.project.corpus import import_notes as importing

    columns = (patient, type_, subtype, date, diagnosis, institution)
    fields = {
        field: column
        for field, column in zip(importing.FIELDS, columns, strict=True)
        if column is not None
    }
    outcome = importing.import_notes(
        source,
        out,
        to=to,
        columns=importing.ColumnOptions(
            text or "", doc_id or "", fields, ignore, number, date_format
        ),
        options=importing.ReadOptions(encoding, delimiter, quoting or "", table, query),
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(outcome)
    _report(outcome)


def _report(outcome: Import) -> None:
    count = f"{outcome.documents:,} note{'s' * (outcome.documents != 1)}"
    output.report(f"{count}: {outcome.source} -> {outcome.format} in {outcome.out}")
    for line in (_word_reading(outcome), _word_text(outcome), _word_ids(outcome)):
        if line:
            output.report(f"  {line}")
    _report_metadata(outcome)
    _report_losses(outcome)


def _word_reading(outcome: Import) -> str:
    reading = outcome.reading
    if reading.kind == "sql":
        encodings = f", decoded as {next(iter(reading.encodings))}" if reading.encodings else ""
        return (
            f"read from the table {reading.table}" if reading.table else "read by a query"
        ) + encodings
    counts = [
        f"{name} ({count:,} files)" if len(reading.encodings) > 1 else name
        for name, count in sorted(reading.encodings.items())
    ]
    words = "read as " + ", ".join(counts)
    if reading.kind == "table":
        words += f", separated by {_NAMES.get(reading.delimiter, reading.delimiter)}"
        words += _QUOTINGS[reading.quoting]
    return words


def _word_text(outcome: Import) -> str:
    from goldsmith.errors import quote_id

    if outcome.reading.kind == "text":
        return ""
    guess = " (a guess: the longest text on average)" if "text" in outcome.columns.guessed else ""
    return f"text: column {quote_id(outcome.columns.text)}{guess}"


def _word_ids(outcome: Import) -> str:
    from goldsmith.errors import quote_id

    columns = outcome.columns
    if outcome.reading.kind == "text" and columns.id:
        return ""
    if not columns.id:
        reason = "no column has short values that all differ" if "id" in columns.guessed else ""
        return f"ids: the numbers of the rows, note-{1:0{columns.width}} …" + (
            f" ({reason})" if reason else ""
        )
    guess = " (a guess: short, and different in every row)" if "id" in columns.guessed else ""
    return f"ids: column {quote_id(columns.id)}{guess}"


def _report_metadata(outcome: Import) -> None:
    from goldsmith.errors import quote_id

    columns = outcome.columns
    for field, column in columns.fields.items():
        guess = " (by its name)" if field in columns.guessed else ""
        output.report(f"  {field}: column {quote_id(column)}{guess}")
    if columns.extra:
        output.report(f"  further metadata: {', '.join(map(quote_id, columns.extra))}")


def _report_losses(outcome: Import) -> None:
    if outcome.empty:
        rows = ", ".join(f"{number:,}" for number in outcome.first_empty)
        more = " …" if outcome.empty > len(outcome.first_empty) else ""
        plural = "s" * (outcome.empty != 1)
        output.report(
            f"  left out: {outcome.empty:,} row{plural} without text (row{plural} {rows}{more})"
        )
    if unread := outcome.reading.unread:
        output.report(
            f"  not read: {unread:,} file{'s' * (unread != 1)} that are not notes in .txt"
        )
    output.report_dropped(outcome.dropped)
