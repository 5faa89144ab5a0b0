"""Matrices over annotators; too wide ones become a list of pairs or a summary."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, quantiles

from goldsmith import metrics
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.tables import NONE, Style, format_number, name_group
from goldsmith.project.agreement.tasks import View
from goldsmith.rendering.table import Table

#: The most pairs that are listed, and the most annotators that a summary lists.
_MOST_PAIRS, _MOST_ANNOTATORS = 50, 20
_QUANTILES = ("lowest", "lower quartile", "median", "upper quartile", "highest")
#: What a table adds to the width of each column.
_PADDING = 2


def make_overview(agreement: Agreement, view: View, style: Style, width: int | None) -> list[Table]:
    """Make the matrix of a metric, or what takes its place if it is too wide.

    Args:
        agreement: The agreement.
        view: The metric, and the values to show.
        style: How numbers are written.
        width: The characters that fit in a line; None for any number.
    """
    matrix = make_matrix(agreement, view, style)
    if not is_too_wide(matrix, width):
        return [matrix]
    if len(agreement.pairs) <= _MOST_PAIRS:
        return [_make_pair_list(agreement, view, style)]
    return _make_summary(agreement, view, style)


def is_too_wide(table: Table, width: int | None) -> bool:
    """Return whether a table has longer lines than fit."""
    cells = zip(table.columns, *table.rows, strict=True)
    total = sum(max(map(len, column)) + _PADDING for column in cells)
    return width is not None and total + _PADDING > width


def make_matrix(agreement: Agreement, view: View, style: Style) -> Table:
    """Make the lower triangle over annotators and gold sets, a second value in brackets."""
    names = list(dict.fromkeys([*agreement.annotators, *agreement.gold]))
    pairs = agreement.index_pairs()
    rows = []
    for index, first in enumerate(names[1:], 1):
        cells = [
            _format_cell(pairs.get(frozenset((first, second))), view, style)
            for second in names[:index]
        ]
        rows.append((first, *cells, *[""] * (len(names) - 1 - index)))
    return Table(_name_view(view), ("", *names[:-1]), tuple(rows))


def _name_view(view: View) -> str:
    bracket = f" ({view.bracket} in brackets)" if view.bracket else ""
    return f"{metrics.get(view.metric).title}: {view.cell}{name_group(view)}{bracket}"


def _format_cell(pair: PairAgreement | None, view: View, style: Style) -> str:
    if pair is None:
        return NONE
    result = pair.results[view.metric]
    text = format_number(view.get_value(result, view.cell), style)
    return (
        f"{text} ({format_number(view.get_value(result, view.bracket), style)})"
        if view.bracket
        else text
    )


def _make_pair_list(agreement: Agreement, view: View, style: Style) -> Table:
    rows = tuple(
        (pair.first, pair.second, f"{pair.documents:,}", _format_cell(pair, view, style))
        for pair in agreement.pairs
    )
    return Table(_name_view(view), ("first", "second", "documents", view.cell), rows)


def _make_summary(agreement: Agreement, view: View, style: Style) -> list[Table]:
    """Summarise pairs: the spread of their values, and the annotators with the lowest means."""
    values = [
        (pair, value)
        for pair in agreement.pairs
        if (value := view.get_value(pair.results[view.metric], view.cell)) is not None
    ]
    numbers = sorted(value for _, value in values)
    title = _name_view(view).partition(" (")[0]
    rows = [(name, format_number(number, style)) for name, number in _find_spread(numbers)]
    spread = Table(f"{title}: {len(numbers):,} pairs", ("", view.cell), tuple(rows))
    return [spread, _make_lowest_table(agreement, title, view, values, style)] if rows else [spread]


def _make_lowest_table(
    agreement: Agreement,
    title: str,
    view: View,
    values: Sequence[tuple[PairAgreement, float]],
    style: Style,
) -> Table:
    """Make the table of the annotators whose pairs have the lowest means."""
    means: dict[str, list[float]] = {}
    for pair, value in values:
        for name in (pair.first, pair.second):
            means.setdefault(name, []).append(value)
    lowest = sorted(means, key=lambda name: (fmean(means[name]), name))[:_MOST_ANNOTATORS]
    documents = {item.annotator: item.documents for item in agreement.coverage}
    rows = tuple(
        (
            name,
            f"{documents[name]:,}",
            f"{len(means[name]):,}",
            format_number(fmean(means[name]), style),
        )
        for name in lowest
    )
    return Table(
        f"{title}: mean of each set, the lowest {len(lowest)} of {len(means):,}",
        ("", "documents", "pairs", view.cell),
        rows,
    )


def _find_spread(numbers: Sequence[float]) -> list[tuple[str, float]]:
    if not numbers:
        return []
    middle = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 3
    return list(zip(_QUANTILES, (numbers[0], *middle, numbers[-1]), strict=True))
