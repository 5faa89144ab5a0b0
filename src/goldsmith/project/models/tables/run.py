"""Runs an extraction to tables at a place: in processes on this machine or on Spark."""

from __future__ import annotations

from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.models.annotate_notes import ExtractOptions
from goldsmith.project.models.extract_files import Target
from goldsmith.project.models.tables.extract_tables import (
    PART_ROWS,
    Report,
    TableExtraction,
    extract_tables,
    report_nothing,
)
from goldsmith.runners.place import Place, open_place


def run_extraction(
    source: Path | Notes,
    options: ExtractOptions,
    target: Target,
    place: Place,
    *,
    part_rows: int = PART_ROWS,
    report: Report = report_nothing,
) -> TableExtraction:
    """Annotate notes at a place, and write tidy tables (see `extract_tables`).

    Raises:
        UnknownName: There is no such runner.
        InputError: The size of parts is not positive, or Spark cannot start.
        MissingExtra: Spark is not installed.
    """
    if part_rows < 1:
        raise InputError(f"a part cannot have {part_rows} notes", expected="1 or more")
    with open_place(place, ship=options.model.absolute()) as make_runner:
        return extract_tables(
            source, options, target, make_runner, part_rows=part_rows, report=report
        )
