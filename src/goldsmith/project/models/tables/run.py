"""Extraction to tables on a runner that is chosen by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from goldsmith.errors import InputError, UnknownName
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
from goldsmith.runners import choose_runner

PROCESSES, SPARK = "processes", "spark"
RUNNERS: Final = (PROCESSES, SPARK)


class Place(msgspec.Struct, frozen=True):
    """Where the work is done, and in which portions."""

    runner: str = PROCESSES
    master: str = ""
    """The address of Spark's cluster manager; by default this machine."""
    settings: Mapping[str, str] = {}
    """Settings of Spark."""
    part_rows: int = PART_ROWS


def run_extraction(
    source: Path | Notes,
    options: ExtractOptions,
    target: Target,
    place: Place,
    *,
    report: Report = report_nothing,
) -> TableExtraction:
    """Annotate notes on this machine or on Spark, and write tidy tables (see `extract_tables`).

    Raises:
        UnknownName: There is no such runner.
        InputError: The size of parts is not positive, or Spark cannot start.
        MissingExtra: Spark is not installed.
    """
    _check_place(place, options)
    if place.runner == PROCESSES:
        return extract_tables(
            source,
            options,
            target,
            lambda _: choose_runner(options.workers),
            part_rows=place.part_rows,
            report=report,
        )
    from goldsmith.runners.spark import SparkRunner
    from goldsmith.runners.spark.session import LOCAL, open_session
    from goldsmith.runners.spark.shipping import ship_folder

    with (
        open_session(place.master or LOCAL, settings=place.settings) as session,
        ship_folder(session, options.model.absolute()),
    ):
        return extract_tables(
            source,
            options,
            target,
            lambda describe: SparkRunner(session, describe=describe),
            part_rows=place.part_rows,
            report=report,
        )


def _check_place(place: Place, options: ExtractOptions) -> None:
    if place.runner not in RUNNERS:
        raise UnknownName("runner", place.runner, RUNNERS)
    if place.part_rows < 1:
        raise InputError(f"a part cannot have {place.part_rows} notes", expected="1 or more")
    if place.runner == SPARK and options.workers > 1:
        raise InputError(
            "on Spark the master says how many workers there are",
            expected="the address local[N,4] for N workers on this machine",
        )
    if place.runner != SPARK and (place.master or place.settings):
        raise InputError("a master and settings are for Spark", expected="the runner spark")
