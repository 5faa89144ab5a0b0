"""The parts of `goldsmith terms retired`: list retired codes, or recode a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from goldsmith.cli.shared import output

if TYPE_CHECKING:
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.terms.retired import RetiredCodes
    from goldsmith.terminology.store import Terminology


class Target(NamedTuple):
    """The output path and format of the recoded corpus."""

    out: Path
    to: str
    allow_loss: Sequence[str]
    overwrite: bool


def list_codes(
    source: Source,
    terminologies: Sequence[Terminology],
    queue: Path | None,
    sets: Sequence[str],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Print the retired codes of a corpus, or write them to a file."""
    from goldsmith.project.terms.retired import find_retired, format_queue
    from goldsmith.storage import write_text

    if queue:
        output.check_page(queue, overwrite=overwrite)
    codes = find_retired(output.track(source, source.total), terminologies, sets=sets)
    if queue:
        write_text(queue, format_queue(codes))
        output.report(f"fill in the column successor: {queue}")
    if as_json:
        output.print_json(codes)
    elif not queue:
        _print_codes(codes)
    mentions = sum(entry.mentions for entry in codes.codes)
    output.report(
        f"{len(codes.codes):,} retired codes in {mentions:,} mentions, of {codes.coded:,} mentions "
        "with a code"
    )
    if codes.unknown:
        output.report(
            f"note: no terminology has {len(codes.unknown):,} further codes, of "
            f"{sum(codes.unknown.values()):,} mentions"
        )


def _print_codes(codes: RetiredCodes) -> None:
    rows = [
        (
            entry.code,
            entry.name,
            entry.mentions,
            entry.how,
            "\n".join(f"{row.code} {row.title}" for row in entry.successors),
            "\n".join(entry.places),
        )
        for entry in codes.codes
    ]
    columns = ("code", "name", "mentions", "how", "successors", "places")
    if rows:
        output.print_table("Retired codes", columns, rows)


def recode_corpus(
    source: Source,
    decisions: Path,
    terminologies: Sequence[Terminology],
    target: Target,
    sets: Sequence[str],
    *,
    as_json: bool,
) -> None:
    """Write the corpus with its retired codes replaced by the successors in a queue."""
    from goldsmith.project.terms.retired import read_queue, recode
    from goldsmith.project.terms.stamps import stamp_terminologies

    recoded = recode(
        source,
        read_queue(decisions, terminologies),
        terminologies,
        target.out,
        sets=sets,
        coded_with=stamp_terminologies(terminologies),
        to=target.to,
        allow_loss=target.allow_loss,
        overwrite=target.overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(recoded)
    output.report(
        f"{recoded.mentions:,} mentions recoded in {recoded.documents:,} documents, "
        f"{recoded.remaining:,} keep a retired code: {target.out}"
    )
    output.report_dropped(recoded.dropped)
