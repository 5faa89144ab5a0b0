"""Extraction to tables, with the progress and summary that `goldsmith extract` shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from goldsmith.cli.shared import output

if TYPE_CHECKING:
    from goldsmith.project.corpus.note_stream import Notes
    from goldsmith.project.models.annotate_notes import ExtractOptions
    from goldsmith.project.models.extract_files import Target
    from goldsmith.project.models.tables.extract_tables import TableExtraction
    from goldsmith.runners.place import Place


def is_parquet(path: Path, fmt: str | None) -> bool:
    """Return whether the executors can read the notes directly."""
    if fmt not in (None, "parquet") or not path.exists():
        return False
    return path.suffix == ".parquet" or (path.is_dir() and any(path.rglob("*.parquet")))


def run_and_report(
    source: Path | Notes,
    options: ExtractOptions,
    target: Target,
    place: Place,
    *,
    part_rows: int,
    as_json: bool,
) -> None:
    """Run the extraction, show its progress, and report its outcome."""
    from goldsmith.project.models.tables.run import run_extraction

    extraction = run_extraction(
        source, options, target, place, part_rows=part_rows, report=_show_progress
    )
    if as_json:
        output.print_json(extraction)
    mentions = extraction.mentions.total()
    resumed = f" ({extraction.resumed:,} from the earlier run)" if extraction.resumed else ""
    output.report(
        f"{extraction.documents:,} documents in {extraction.parts:,} parts{resumed}, "
        f"{mentions:,} mentions -> {extraction.out}"
    )
    if extraction.failed:
        output.report(f"  {extraction.failed:,} notes failed: see {extraction.out}/failures")


def _show_progress(done: int, total: int, extraction: TableExtraction) -> None:
    if sys.stderr.isatty():
        output.report(
            f"part {done:,} of {total:,}: {extraction.documents:,} notes, "
            f"{extraction.mentions.total():,} mentions, {extraction.failed:,} failed"
        )
