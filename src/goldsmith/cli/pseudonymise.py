"""Replace identifiers in notes with surrogates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output
from goldsmith.errors import UnknownName

if TYPE_CHECKING:
    from goldsmith.project.corpus.pseudonymise import Summary

app = typer.Typer(add_completion=False)
_DATE_ORDERS = {"auto": None, "dmy": False, "mdy": True}


@app.command()
def pseudonymise(
    corpus: str = typer.Argument(..., help="The notes: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The folder or file to write."),
    records: Path | None = typer.Option(
        None, "--records", help="Structured records of the patients: JSON lines or CSV."
    ),
    names: Path | None = typer.Option(
        None, "--names", help="Names to look for in every note, one person on each line."
    ),
    key: Path | None = typer.Option(
        None, "--key", help="The file with the secret key that selects the surrogates."
    ),
    seed: str | None = typer.Option(
        None, "--seed", help="A seed instead of a key: for trials only, because it can be guessed."
    ),
    review: Path | None = typer.Option(
        None, "--review", help="Write a list for inspection to this file; it holds identifiers."
    ),
    keep_weekdays: bool = typer.Option(
        False, "--keep-weekdays", help="Shift dates by whole weeks."
    ),
    max_shift: int = typer.Option(
        365, "--max-shift", help="Shift dates by at most this number of days."
    ),
    date_order: str = typer.Option(
        "auto",
        "--date-order",
        help="The order of dates such as 05/06/13: dmy, mdy, or auto to infer it.",
    ),
    keep_ids: bool = typer.Option(
        False, "--keep-ids", help="Keep document ids even if they contain identifiers."
    ),
    ignore_column: list[str] = typer.Option(
        [], "--ignore-column", help="A column of the records to ignore."
    ),
    fmt: str | None = output.FROM,
    to: str = output.TO,
    set_name: str = typer.Option(
        choices.DEFAULT_SET, "--as", help="The name of the set to read, if the format has none."
    ),
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Replace names, dates, places, numbers and ages over 89; annotations move with the text."""
    from goldsmith.privacy import Options, load_key, read_records
    from goldsmith.project.corpus.pseudonymise import pseudonymise as run
    from goldsmith.project.corpus.pseudonymise import read_names
    from goldsmith.project.corpus.sources import Source

    if date_order not in _DATE_ORDERS:
        raise UnknownName("date order", date_order, _DATE_ORDERS)
    ignored = output.split_values(ignore_column)
    summary = run(
        lambda: Source(corpus, fmt, set_name=set_name),
        out,
        to=to,
        secret=load_key(key, seed),
        records=read_records(records, ignore=ignored) if records else None,
        names=read_names(names) if names else (),
        options=Options(max_shift, keep_weekdays, _DATE_ORDERS[date_order], keep_ids),
        review_file=review,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(summary)
    else:
        rows = [("replaced", kind, count) for kind, count in summary.replaced.items()]
        rows += [("to inspect", rule, count) for rule, count in summary.suspicious.items()]
        output.print_table("Pseudonymised", ("", "what", "places"), rows)
    _report(summary, repeatable=bool(key or seed))


def _report(summary: Summary, *, repeatable: bool) -> None:
    output.report(
        f"{summary.documents:,} documents of {summary.patients:,} patients -> {summary.out}"
    )
    if summary.without_patient:
        output.report(
            f"  note: {summary.without_patient:,} documents name no patient; each was treated as a "
            "patient of its own, so names and dates differ from one to the next"
        )
    if summary.records_unmatched:
        output.report(
            f"  note: {summary.records_unmatched:,} of {summary.records:,} records belong to no "
            "patient of this corpus"
        )
    if summary.renamed:
        output.report(f"  replaced {summary.renamed:,} document ids that contained identifiers")
    output.report_dropped(summary.dropped)
    if not repeatable:
        output.report(
            "  note: without --key a random key was used and discarded: another run gives other "
            "surrogates"
        )
    for path in summary.review:
        output.report(f"  for inspection, with identifiers: {path}")
    if not summary.review and summary.suspicious:
        output.report("  --review FILE lists the places to inspect")
