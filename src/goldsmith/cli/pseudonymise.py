"""`goldsmith pseudonymise`: identifiers out of the notes before anybody annotates them."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import UnknownName
from goldsmith.formats import DEFAULT_SET
from goldsmith.privacy import Options, key_from, read_records
from goldsmith.project.corpus.pseudonymise import Summary, read_names
from goldsmith.project.corpus.pseudonymise import pseudonymise as run
from goldsmith.project.corpus.sources import Source

app = typer.Typer(add_completion=False)
_ORDERS = {"auto": None, "dmy": False, "mdy": True}


@app.command()
def pseudonymise(
    corpus: str = typer.Argument(..., help="The notes: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The folder or file to make."),
    records: Path | None = typer.Option(
        None, "--records", help="Structured records of the patients: JSON lines or CSV."
    ),
    names: Path | None = typer.Option(
        None, "--names", help="Names to look for in every note, one person a line."
    ),
    key: Path | None = typer.Option(
        None, "--key", help="The file with the secret key that surrogates are drawn with."
    ),
    seed: str | None = typer.Option(
        None, "--seed", help="A seed in place of a key: for trials only, it can be guessed."
    ),
    review: Path | None = typer.Option(
        None, "--review", help="Write the list for inspection here; it holds identifiers."
    ),
    keep_weekdays: bool = typer.Option(False, "--keep-weekdays", help="Move dates by whole weeks."),
    max_shift: int = typer.Option(365, "--max-shift", help="Move dates by at most so many days."),
    date_order: str = typer.Option(
        "auto", "--date-order", help="Of dates like 05/06/13: dmy, mdy, or auto from the others."
    ),
    keep_ids: bool = typer.Option(
        False, "--keep-ids", help="Keep document ids even where they give something away."
    ),
    ignore_column: list[str] = typer.Option(
        [], "--ignore-column", help="A column of the records to pass over."
    ),
    fmt: str | None = output.FROM,
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    set_name: str = typer.Option(
        DEFAULT_SET, "--as", help="The name of the set read, where the format has none."
    ),
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace what is there."),
    as_json: bool = output.JSON,
) -> None:
    """Replace names, dates, places, numbers and ages over 89; annotations follow the text."""
    if date_order not in _ORDERS:
        raise UnknownName("order of dates", date_order, _ORDERS)
    done = run(
        lambda: Source(corpus, fmt, set_name=set_name),
        out,
        to=to,
        secret=key_from(key, seed),
        records=read_records(records, ignore=output.listed(ignore_column)) if records else None,
        names=read_names(names) if names else (),
        options=Options(max_shift, keep_weekdays, _ORDERS[date_order], keep_ids),
        review_file=review,
        allow_loss=output.listed(allow_loss),
        overwrite=overwrite,
        follow=output.follow,
    )
    if as_json:
        output.json(done)
    else:
        rows = [("replaced", kind, count) for kind, count in done.replaced.items()]
        rows += [("left to look at", rule, count) for rule, count in done.left.items()]
        output.table("Pseudonymised", ("", "what", "places"), rows)
    _tell(done, kept=bool(key or seed))


def _tell(done: Summary, *, kept: bool) -> None:
    output.say(f"{done.documents:,} documents of {done.patients:,} patients -> {done.out}")
    if done.without_patient:
        output.say(
            f"  note: {done.without_patient:,} documents name no patient; each was its own, so "
            "names and dates are not the same from one to the next"
        )
    if done.records_unmatched:
        output.say(
            f"  note: {done.records_unmatched:,} of {done.records:,} records are of no patient of "
            "this corpus"
        )
    if done.renamed:
        output.say(f"  {done.renamed:,} document ids gave something away and were replaced")
    for name, count in sorted(done.dropped.items()):
        output.say(f"  dropped, as allowed: {name} ({count:,})")
    if not kept:
        output.say("  note: no --key, so a fresh one was used and thrown away: a re-run differs")
    for path in done.review:
        output.say(f"  for inspection, with identifiers: {path}")
    if not done.review and done.left:
        output.say("  what is left to look at is listed with --review FILE")
