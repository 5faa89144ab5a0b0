"""Replace identifiers in notes with surrogates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output, parameters
from goldsmith.errors import UnknownName

if TYPE_CHECKING:
    from goldsmith.project.corpus.pseudonymise import RecordFiles, Summary

app = typer.Typer(add_completion=False)
_DATE_ORDERS = {"auto": None, "dmy": False, "mdy": True}
_WEEKDAYS = ("keep", "shift")
_HOLIDAYS = ("replace", "keep")


@app.command()
def pseudonymise(
    corpus: str = parameters.NOTES,
    out: Path = parameters.OUT,
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
    fmt: str | None = parameters.FROM,
    to: str = parameters.TO,
    set_name: str = parameters.READ_AS,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Replace names, dates, places, numbers and ages over 89; adjust annotation offsets."""
    from goldsmith.privacy import Options, load_key, parse_recalls, read_decisions
    from goldsmith.project.corpus.pseudonymise import Review, read_names
    from goldsmith.project.corpus.pseudonymise import pseudonymise as run
    from goldsmith.project.corpus.sources import Source

    _check_names(date_order, weekdays, holidays)
    summary = run(
        lambda: Source(corpus, fmt, set_name=set_name),
        out,
        to=to,
        secret=load_key(key, seed),
        records=_read_records(records, records_out, output.split_values(ignore_column)),
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
        _print_counts(summary)
    _report(summary, repeatable=bool(key or seed))


def _check_names(date_order: str, weekdays: str, holidays: str) -> None:
    """Refuse unknown orders of dates and unknown treatments of weekdays and holidays."""
    for kind, name, names in (
        ("date order", date_order, _DATE_ORDERS),
        ("treatment of weekdays", weekdays, _WEEKDAYS),
        ("treatment of holidays", holidays, _HOLIDAYS),
    ):
        if name not in names:
            raise UnknownName(kind, name, names)


def _read_records(path: Path | None, out: Path | None, ignored: list[str]) -> RecordFiles:
    from goldsmith.privacy import read_records
    from goldsmith.project.corpus.pseudonymise import RecordFiles

    records = read_records(path, ignore=ignored) if path else {}
    return RecordFiles(records, path, out, ignored)


def _print_counts(summary: Summary) -> None:
    rows = [("replaced", kind, count) for kind, count in summary.replaced.items()]
    rows += [("to inspect", rule, count) for rule, count in summary.suspicious.items()]
    output.print_table("Pseudonymised", ("", "what", "places"), rows)


def _report(summary: Summary, *, repeatable: bool) -> None:
    output.report(
        f"{summary.documents:,} documents of {summary.patients:,} patients -> {summary.out}"
    )
    _report_records(summary)
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


def _report_records(summary: Summary) -> None:
    """Report which patients the documents and records belong to, and what was renamed."""
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
