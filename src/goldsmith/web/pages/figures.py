"""The agreement of a batch as tables on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.errors import NotFound
from goldsmith.metrics import Result
from goldsmith.project.workflow.agreement import BatchAgreement, PairFigures, get_agreement
from goldsmith.store.access import Actor
from goldsmith.store.database import Database

#: Metric -> its values in the table, each with its heading.
_VALUES: Mapping[str, Mapping[str, str]] = {
    "spans": {"strict": "Strict", "lenient": "Lenient"},
    "relations": {"iaa": "IAA", "ciaa": "CIAA"},
}
_CONSENSUS = "consensus"


class FigureCell(msgspec.Struct, frozen=True):
    """A value with its interval, in per cent."""

    text: str = ""
    interval: str = ""


class FigureRow(msgspec.Struct, frozen=True):
    """The values of one type."""

    name: str
    cells: tuple[FigureCell, ...]


class FigureTable(msgspec.Struct, frozen=True):
    """The values of one metric by type."""

    title: str
    labels: tuple[str, ...]
    rows: tuple[FigureRow, ...]


class BatchFigures(msgspec.Struct, frozen=True):
    """The agreement figures on the page of a batch."""

    tables: tuple[FigureTable, ...]
    people: tuple[str, ...]
    matrix: Mapping[tuple[str, str], str]


def find_figures(database: Database, actor: Actor, batch: str) -> BatchFigures | None:
    """Return the figures of a batch; None if agreement was not measured."""
    try:
        agreement = get_agreement(database, actor, batch)
    except NotFound:
        return None
    return make_figures(agreement)


def make_figures(agreement: BatchAgreement) -> BatchFigures:
    """Return the agreement of a batch as tables."""
    pairs = (*agreement.pairs, *agreement.with_consensus)
    matrix: dict[tuple[str, str], str] = {}
    for pair in pairs:
        names = (pair.first, pair.second or _CONSENSUS)
        matrix[names] = matrix[names[::-1]] = _format_lenient(pair)
    people = sorted({name for pair in matrix for name in pair})
    return BatchFigures(tuple(_list_tables(agreement.results)), tuple(people), matrix)


def _list_tables(results: Mapping[str, Result]) -> Iterator[FigureTable]:
    for metric, values in _VALUES.items():
        result = results.get(metric)
        if result is None or not result.rows:
            continue
        title = "Entities" if metric == "spans" else "Relations"
        rows = tuple(
            FigureRow(name, tuple(_make_cell(result, name, value) for value in values))
            for name in sorted(result.rows)
        )
        yield FigureTable(title, tuple(values.values()), rows)


def _make_cell(result: Result, name: str, value: str) -> FigureCell:
    row = result.rows[name]
    number = row.values.get(value)
    if number is None:
        return FigureCell("–")
    low_high = row.intervals.get(value)
    interval = f"{100 * low_high[0]:.0f}–{100 * low_high[1]:.0f}" if low_high else ""
    return FigureCell(f"{100 * number:.0f} %", interval)


def _format_lenient(pair: PairFigures) -> str:
    result = pair.results.get("spans")
    value = result.get_value("lenient") if result and result.rows else None
    return f"{100 * value:.0f} %" if value is not None else "–"
