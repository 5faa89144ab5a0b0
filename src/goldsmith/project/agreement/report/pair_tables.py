"""The tables of an agreement report for one pair of sets; their numbers link to places."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence, Set

from goldsmith import metrics
from goldsmith.metrics import MACRO, MICRO, Result, Row
from goldsmith.project.agreement.report.content import Figure, Pair, Report
from goldsmith.project.agreement.report.labels import label_count, label_row, label_value
from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.rendering.blocks import Cell, Column, ColumnGroup, DataTable, make_id, make_share

_NOTHING = "(no mention)"


def make_figure_table(pair: Pair, numbers: tuple[int, int], style: Style) -> DataTable:
    """Make the table of a metric: counts, values, and the interval of the last value.

    Args:
        pair: The pair of sets.
        numbers: The number of the pair in the report and of the metric in the pair.
        style: How values are written.
    """
    figure = pair.figures[numbers[1]]
    rows, totals = _list_rows(figure.result)
    counts = _list_counts(figure, [figure.result])
    places = {(group, name) for group, row in figure.places.items() for name in row if row[name]}
    table = _FigureRows(pair, numbers, counts, style, places=places)
    return DataTable(
        make_id(pair.first, pair.second, figure.metric, "table"),
        f"{figure.title} of {pair.first} and {pair.second} by {figure.groups}",
        table.make_columns(),
        tuple(table.make_row(group, row) for group, row in rows),
        tuple(table.make_row(group, row) for group, row in totals),
    )


def make_slice_table(report: Report, numbers: tuple[int, int], style: Style) -> DataTable:
    """Make the table of a metric with a group of columns for each slice; numbers link to places.

    Args:
        report: The report.
        numbers: The number of the pair in the report and of the metric in the pair.
        style: How values are written.
    """
    pair = report.pairs[numbers[0]]
    figure = pair.figures[numbers[1]]
    rows, totals = _list_rows(figure.result)
    counts = _list_counts(figure, figure.slices.values())
    places = _find_places(figure, [doc.slice for doc in report.documents])
    tables = {
        name: _FigureRows(
            pair, numbers, counts, style, places=places.get(name, set()), slice_name=name
        )
        for name in figure.slices
    }
    sides = (pair.first, pair.second)
    columns = [
        *(Column(label_count(name, *sides), figure.columns[name]) for name in counts),
        *(Column(label_value(name), figure.values.get(name, "")) for name in figure.shown),
    ]

    def make_row(group: str) -> tuple[Cell, ...]:
        cells = [
            cell
            for name, result in figure.slices.items()
            for cell in tables[name].make_cells(group, _find_row(result, group))
        ]
        return (Cell(label_row(group)), *cells)

    return DataTable(
        make_id(*sides, figure.metric, "slices"),
        f"{figure.title} of {pair.first} and {pair.second} by {' and '.join(report.by)}",
        (Column(_capitalise(figure.groups), numeric=False), *(columns * len(tables))),
        tuple(make_row(group) for group, _ in rows),
        tuple(make_row(group) for group, _ in totals),
        groups=tuple(ColumnGroup(name, len(columns)) for name in tables),
    )


def _find_places(figure: Figure, slices: Sequence[str]) -> dict[str, set[tuple[str, str]]]:
    """Return the rows and columns that have places in each slice.

    Args:
        figure: The metric.
        slices: The slice of each document, by its number.
    """
    places: dict[str, set[tuple[str, str]]] = {}
    for group, row in figure.places.items():
        for name, spots in row.items():
            for number, _, _ in spots:
                places.setdefault(slices[number], set()).add((group, name))
    return places


def _list_rows(result: Result) -> tuple[list[tuple[str, Row]], list[tuple[str, Row]]]:
    """Return the rows of a result and the rows that summarise them."""
    rows = sorted(result.rows.items())
    averages = [(MICRO, result.micro), (MACRO, result.macro)] if len(rows) != 1 else []
    return rows, [(group, row) for group, row in averages if row is not None]


def _find_row(result: Result, group: str) -> Row:
    averages = {MICRO: result.micro, MACRO: result.macro}
    return result.rows.get(group, averages.get(group)) or Row({}, {})


def _list_counts(figure: Figure, results: Iterable[Result]) -> list[str]:
    """Return the columns that the table prints: optional ones only if they count something."""
    optional = metrics.get(figure.metric).optional
    parts = [part for result in results for part in _list_rows(result)]
    counted = {name for rows in parts for _, row in rows for name in row.counts}
    return [name for name in figure.columns if name in counted or name not in optional]


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


class _FigureRows:
    """Makes the columns and rows of the table of a metric."""

    def __init__(
        self,
        pair: Pair,
        numbers: tuple[int, int],
        counts: list[str],
        style: Style,
        *,
        places: Set[tuple[str, str]],
        slice_name: str = "",
    ) -> None:
        self.pair, self.counts, self.style = pair, counts, style
        self.places, self.slice = places, slice_name
        self.figure: Figure = pair.figures[numbers[1]]
        self.data = {"pair": str(numbers[0]), "figure": str(numbers[1])}
        self.main = self.figure.shown[-1]

    def make_columns(self) -> tuple[Column, ...]:
        figure, sides = self.figure, (self.pair.first, self.pair.second)
        return (
            Column(_capitalise(figure.groups), numeric=False),
            *(Column(label_count(name, *sides), figure.columns[name]) for name in self.counts),
            *(Column(label_value(name), figure.values.get(name, "")) for name in figure.shown),
            Column(
                f"{label_value(self.main)}, 95 % interval",
                "95 % bootstrap interval over documents; the bar runs from 0 to 1",
                numeric=False,
            ),
        )

    def make_row(self, group: str, row: Row) -> tuple[Cell, ...]:
        interval = make_interval(row, self.main, self.style)
        return (Cell(label_row(group)), *self.make_cells(group, row), interval)

    def make_cells(self, group: str, row: Row) -> tuple[Cell, ...]:
        """Make the counts and the values of a row."""
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
        return (*counts, *values)

    def _make_count(self, group: str, row: Row, name: str) -> Cell:
        if not row.counts:  # a mean over groups counts nothing itself
            return Cell()
        number = row.counts.get(name, 0.0)
        return self._make_opener(group, name, name, f"{round(number, 3):,g}", number)

    def _make_opener(
        self, group: str, column: str, name: str, text: str, value: float | None
    ) -> Cell:
        """Make a number that links to its places, or plain text if it has none."""
        if not self._has_places(group, column):
            return Cell(text, value=value)
        figure, sides = self.figure, (self.pair.first, self.pair.second)
        what = figure.columns[column] if column else label_value(name)
        where = f" ({self.slice})" if self.slice else ""
        data = self.data | {"title": f"{label_row(group)}{where}: {what}"}
        if self.slice:
            data["slice"] = self.slice
        if group not in (MICRO, MACRO):
            data["group"] = group
        if column:
            data["column"] = column
        parts = (*sides, figure.metric, group or "all", name, *filter(None, (self.slice,)))
        return Cell(text, value=value, id=make_id(*parts), opens=data)

    def _has_places(self, group: str, column: str) -> bool:
        return any(
            (group in (MICRO, MACRO) or group == row) and (not column or column == name)
            for row, name in self.places
        )


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
    # The square root keeps small counts visible next to large ones.
    heat = math.sqrt(count / most)
    return Cell(f"{count:,}", value=count, heat=heat, id=cell_id, opens=data)
