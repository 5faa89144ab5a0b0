"""The tables of an agreement report about one pair of sets; their numbers open places."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from goldsmith.metrics import MACRO, MICRO, Row
from goldsmith.project.agreement.report.content import Figure, Pair
from goldsmith.project.agreement.report.labels import label_count, label_row, label_value
from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.rendering.blocks import Cell, Column, DataTable, make_id, make_share

_NOTHING = "(no mention)"


def make_figure_table(pair: Pair, numbers: tuple[int, int], style: Style) -> DataTable:
    """Make the table of a metric: counts, values, and the interval of the last value.

    Args:
        pair: The pair of sets.
        numbers: The number of the pair in the report and of the metric in the pair.
        style: How values are written.
    """
    figure = pair.figures[numbers[1]]
    result = figure.result
    rows = sorted(result.rows.items())
    averages = [(MICRO, result.micro), (MACRO, result.macro)] if len(rows) != 1 else []
    totals = [(group, row) for group, row in averages if row is not None]
    counted = {name for _, row in (*rows, *totals) for name in row.counts}
    counts = [name for name in figure.columns if name in counted]
    table = _FigureRows(pair, numbers, counts, style)
    return DataTable(
        make_id(pair.first, pair.second, figure.metric, "table"),
        f"{figure.title} of {pair.first} and {pair.second} by {figure.groups}",
        table.make_columns(),
        tuple(table.make_row(group, row) for group, row in rows),
        tuple(table.make_row(group, row) for group, row in totals),
    )


class _FigureRows:
    """Makes the columns and rows of the table of a metric."""

    def __init__(
        self, pair: Pair, numbers: tuple[int, int], counts: list[str], style: Style
    ) -> None:
        self.pair, self.counts, self.style = pair, counts, style
        self.figure: Figure = pair.figures[numbers[1]]
        self.data = {"pair": str(numbers[0]), "figure": str(numbers[1])}
        self.main = self.figure.shown[-1]

    def make_columns(self) -> tuple[Column, ...]:
        figure, sides = self.figure, (self.pair.first, self.pair.second)
        heading = figure.groups[:1].upper() + figure.groups[1:]
        return (
            Column(heading, numeric=False),
            *(Column(label_count(name, *sides), figure.columns[name]) for name in self.counts),
            *(Column(label_value(name), figure.values.get(name, "")) for name in figure.shown),
            Column(
                f"{label_value(self.main)}, 95 % interval",
                "95 % bootstrap interval over documents; the bar runs from 0 to 1",
                numeric=False,
            ),
        )

    def make_row(self, group: str, row: Row) -> tuple[Cell, ...]:
        counts = [self._make_count(group, row, name) for name in self.counts]
        values = [
            self._make_opener(
                group,
                "",
                name,
                format_number(row.values.get(name), self.style),
                row.values.get(name),
            )
            for name in self.figure.shown
        ]
        return (Cell(label_row(group)), *counts, *values, make_interval(row, self.main, self.style))

    def _make_count(self, group: str, row: Row, name: str) -> Cell:
        if not row.counts:  # a mean over groups counts nothing itself
            return Cell()
        number = row.counts.get(name, 0.0)
        return self._make_opener(group, name, name, f"{round(number, 3):,g}", number)

    def _make_opener(
        self, group: str, column: str, name: str, text: str, value: float | None
    ) -> Cell:
        """Make a number that opens its places, or plain text if it has none."""
        if not self._has_places(group, column):
            return Cell(text, value=value)
        figure, sides = self.figure, (self.pair.first, self.pair.second)
        what = figure.columns[column] if column else label_value(name)
        data = self.data | {"title": f"{label_row(group)}: {what}"}
        if group not in (MICRO, MACRO):
            data["group"] = group
        if column:
            data["column"] = column
        parts = (*sides, figure.metric, group or "all", name)
        return Cell(text, value=value, id=make_id(*parts), opens=data)

    def _has_places(self, group: str, column: str) -> bool:
        places: Mapping[str, Mapping[str, list[object]]] = self.figure.places  # type: ignore[assignment]
        rows = places.values() if group in (MICRO, MACRO) else [places.get(group, {})]
        return any(row.get(column) if column else any(row.values()) for row in rows)


def make_interval(row: Row, name: str, style: Style = "fraction") -> Cell:
    """Make the cell with the interval of a value and its bar from 0 to 1."""
    value = row.values.get(name)
    if value is None:
        return Cell("–")
    share = min(max(value, 0.0), 1.0)
    if name not in row.intervals:
        return Cell(format_number(value, style), value=value, share=share)
    low, high = (min(max(bound, 0.0), 1.0) for bound in row.intervals[name])
    text = "–".join(format_number(bound, style) for bound in row.intervals[name])
    return Cell(text, value=value, share=share, interval=(low, high))


def make_difference_table(pair: Pair, index: int) -> DataTable:
    """Make the table of differences by class, most frequent first."""
    counts = Counter("; ".join(difference.classes) for difference in pair.differences)
    rows = []
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        data = {"pair": str(index), "difference": name, "title": f"Differences: {name}"}
        cell_id = make_id(pair.first, pair.second, "difference", name)
        number = Cell(f"{count:,}", value=count, id=cell_id, opens=data)
        rows.append((Cell(name), number, make_share(count, counts.total())))
    columns = (
        Column("Class", numeric=False),
        Column("Differences"),
        Column("Share", "Share of all differences of the pair", numeric=False),
    )
    return DataTable(
        make_id(pair.first, pair.second, "differences", "table"),
        f"Differences between {pair.first} and {pair.second} by class",
        columns,
        tuple(rows),
    )


def make_confusion_matrix(pair: Pair, index: int) -> DataTable:
    """Make the confusion matrix of types; mentions of only one set come last."""
    names = {name for row in pair.confusion.values() for name in row} | set(pair.confusion)
    types = sorted(names, key=lambda name: (not name, name))
    most = max((len(spots) for row in pair.confusion.values() for spots in row.values()), default=1)
    rows = tuple(
        (
            Cell(first or _NOTHING),
            *(_make_confusion_cell(pair, index, (first, second), most) for second in types),
        )
        for first in types
    )
    columns = (
        Column(f"{pair.first} \\ {pair.second}", numeric=False),
        *(Column(name or _NOTHING) for name in types),
    )
    return DataTable(
        make_id(pair.first, pair.second, "confusion", "table"),
        f"Types of {pair.first} against types of {pair.second}",
        columns,
        rows,
        sortable=False,
    )


def _make_confusion_cell(pair: Pair, index: int, types: tuple[str, str], most: int) -> Cell:
    first, second = types
    count = len(pair.confusion.get(first, {}).get(second, ()))
    if not count:
        return Cell()
    title = f"{first or _NOTHING} / {second or _NOTHING}"
    data = {"pair": str(index), "first": first, "second": second, "title": title}
    cell_id = make_id(pair.first, pair.second, "confusion", first or "none", second or "none")
    # The square root keeps small counts visible beside large ones.
    heat = math.sqrt(count / most)
    return Cell(f"{count:,}", value=count, heat=heat, id=cell_id, opens=data)
