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
_WEEKDAYS = ("keep", "shift")
_HOLIDAYS = ("replace", "keep")


@app.command()
def pseudonymise(
    corpus: str = typer.Argument(..., help="The notes: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The folder or file to write."),
    records: Path | None = typer.Option(
        None,
        "--records",
        help="Structured records of the patients: JSON lines or CSV; those of the corpus are used "
        "as well.",
    ),
    records_out: Path | None = typer.Option(
        None, "--records-out", help="Write the records, pseudonymised like the notes, to this file."
    ),
    names: Path | None = typer.Option(
        None, "--names", help="Names to look for in every note, one person on each line."
    ),
    recall: list[str] = typer.Option(
        [],
        "--recall",
        help="The share of identifiers to find, such as 0.99, or of one kind: NAME=0.995.",
    ),
    key: Path | None = typer.Option(
        None, "--key", help="The file with the secret key that selects the surrogates."
    ),
    seed: str | None = typer.Option(
        None, "--seed", help="A seed instead of a key: for trials only, because it can be guessed."
    ),
    review: Path | None = typer.Option(
        None, "--review", help="Write a list for inspection to this file; it contains identifiers."
    ),
    decisions: Path | None = typer.Option(
        None, "--decisions", help="Decisions of a reviewer: the file that the review page saves."
    ),
    leak_rate: float = typer.Option(
        0.01,
        "--leak-rate",
        help="The highest share of leaking documents that the inspection should rule out.",
    ),
    confidence: float = typer.Option(
        0.95, "--confidence", help="The confidence of that conclusion."
    ),
    sample_seed: int = typer.Option(
        1, "--sample-seed", help="Seed of the random sample; another seed draws other documents."
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
    weekdays: str = typer.Option(
        "keep",
        "--weekdays",
        help="Weekdays without a date: keep them, or shift them like the dates.",
    ),
    holidays: str = typer.Option(
        "replace", "--holidays", help="Holidays: replace them with the shifted date, or keep them."
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
        choices.DEFAULT_SET,
        "--as",
        help="The name of the set to read, if the format has no set names.",
    ),
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Replace names, dates, places, numbers and ages over 89; adjust annotation offsets."""
    from goldsmith.privacy import (
        Options,
        load_key,
        parse_recalls,
        read_decisions,
        read_records,
    )
    from goldsmith.project.corpus.pseudonymise import RecordFiles, Review, read_names
    from goldsmith.project.corpus.pseudonymise import pseudonymise as run
    from goldsmith.project.corpus.sources import Source

    if date_order not in _DATE_ORDERS:
        raise UnknownName("date order", date_order, _DATE_ORDERS)
    if weekdays not in _WEEKDAYS:
        raise UnknownName("treatment of weekdays", weekdays, _WEEKDAYS)
    if holidays not in _HOLIDAYS:
        raise UnknownName("treatment of holidays", holidays, _HOLIDAYS)
    ignored = output.split_values(ignore_column)
    summary = run(
        lambda: Source(corpus, fmt, set_name=set_name),
        out,
        to=to,
        secret=load_key(key, seed),
        records=RecordFiles(
            read_records(records, ignore=ignored) if records else {}, records, records_out, ignored
        ),
        names=read_names(names) if names else (),
        options=Options(
            max_shift,
            keep_weekdays,
            _DATE_ORDERS[date_order],
            keep_ids,
            shift_weekdays=weekdays == "shift",
            keep_holidays=holidays == "keep",
            recalls=parse_recalls(output.split_values(recall)),
        ),
        review=Review(
            review,
            read_decisions(decisions) if decisions else (),
            leak_rate,
            confidence,
            sample_seed,
        ),
        inputs=[path for path in (Path(corpus), records, names, key, decisions) if path],
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
            "separate patient, so names and dates differ from one to the next"
        )
    if summary.records_unmatched:
        output.report(
            f"  note: {summary.records_unmatched:,} of {summary.records:,} records belong to no "
            "patient of this corpus"
        )
    if summary.renamed:
        output.report(f"  replaced {summary.renamed:,} document ids that contained identifiers")
    if summary.records_out:
        output.report(f"  {summary.records:,} records, pseudonymised -> {summary.records_out}")
    if summary.corpus_records:
        output.report(f"  {summary.corpus_records:,} records of the corpus, pseudonymised with it")
    output.report_dropped(summary.dropped)
    _report_risk(summary)
    if not repeatable:
        output.report(
            "  note: without --key a random key was used and discarded: another run gives other "
            "surrogates"
        )
    for path in summary.review:
        output.report(f"  for inspection, with identifiers: {path}")
    if not summary.review and summary.suspicious:
        output.report("  --review FILE lists the places to inspect")


def _report_risk(summary: Summary) -> None:
    plan = summary.sample
    if summary.decisions:
        output.report(f"  applied {summary.decisions:,} decisions of a reviewer")
    output.report(
        f"  about {summary.expected_remaining:,.1f} identifiers are expected to remain, "
        f"{sum(summary.expected.values()):,.1f} of them among the places to inspect"
    )
    if plan.size:
        output.report(
            f"  read {plan.size:,} of {plan.population:,} documents at random: if no identifier is "
            f"left in them, at most {100 * plan.leak_rate:.3g} % of all documents contain one "
            f"({100 * plan.confidence:.3g} % confidence)"
        )
