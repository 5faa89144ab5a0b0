"""Matrices over annotators, and their pairs as a list with means and pooled counts."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, quantiles

from goldsmith import metrics
from goldsmith.metrics import MICRO, Result, Row
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.pooled import PooledAgreement
from goldsmith.project.agreement.tables import (
    NONE,
    Style,
    format_number,
    format_row,
    list_counts,
    list_headings,
    name_group,
    word_kappas,
)
from goldsmith.project.agreement.tasks import View
from goldsmith.rendering.table import Table

#: The maximum numbers of listed pairs, and of annotators in a summary.
_MOST_PAIRS, _MOST_ANNOTATORS = 50, 20
_QUANTILES = ("lowest", "lower quartile", "median", "upper quartile", "highest")
#: The width that a table adds to each column.
_PADDING = 2


def make_overview(agreement: Agreement, view: View, style: Style, width: int | None) -> list[Table]:
    """Make the matrix of a metric; if too wide, a summary or nothing, as pairs are listed too.

    Args:
        agreement: The agreement.
        view: The metric, and the values to show.
        style: How numbers are written.
        width: The number of characters that fit in a line; None for any number.
    """
    matrix = make_matrix(agreement, view, style)
    if not is_too_wide(matrix, width):
        return [matrix]
    return _make_summary(agreement, view, style) if len(agreement.pairs) > _MOST_PAIRS else []


def is_too_wide(table: Table, width: int | None) -> bool:
    """Return whether a table has longer lines than fit."""
    cells = zip(table.columns, *table.rows, strict=True)
    total = sum(max(map(len, column)) + _PADDING for column in cells)
    return width is not None and total + _PADDING > width


def make_matrix(agreement: Agreement, view: View, style: Style) -> Table:
    """Make the lower triangle over all sets, a second value in brackets."""
    names = agreement.list_sets()
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


def make_pair_list(agreement: Agreement, view: View, style: Style) -> Table:
    """Make the table of all pairs, of their means and of the counts pooled over documents.

    The means and the pooled row are over pairs of annotators; pairs with a gold standard are not
    part of them. More than 50 pairs are not listed.
    """
    pooled, individual = agreement.pooled, agreement.list_annotator_pairs()
    listed = agreement.pairs if len(agreement.pairs) <= _MOST_PAIRS else []
    results = [pair.results[view.metric] for pair in listed]
    results += [pooled.results[view.metric]] if pooled else []
    counts = list_counts(results)
    rows = [
        (
            f"{pair.first} and {pair.second}",
            f"{pair.documents:,}",
            *_format_single(pair.results[view.metric], counts, view, style),
        )
        for pair in listed
    ]
    if pooled and len(individual) > 1:
        rows += _make_mean_rows(agreement, len(individual), len(counts), view, style)
        single = _format_single(pooled.results[view.metric], counts, view, style)
        rows.append((_name_pooled(pooled), f"{pooled.documents:,}", *single))
    title = f"{metrics.get(view.metric).title}: pair by pair{name_group(view)}"
    return Table(title, ("", "documents", *counts, *list_headings(view)), tuple(rows))


def _format_single(
    result: Result, counts: Sequence[str], view: View, style: Style
) -> tuple[str, ...]:
    """Format the row of a result for all groups; without groups, its counts are 0."""
    row = view.find_row(result) or Row({}, {} if result.rows else dict.fromkeys(counts, 0.0))
    return format_row(row, counts, view, style)


def _make_mean_rows(
    agreement: Agreement, pairs: int, counts: int, view: View, style: Style
) -> list[tuple[str, ...]]:
    named = (
        (f"mean over {pairs:,} pairs of annotators", agreement.average),
        ("the same, weighted by documents", agreement.weighted_average),
    )
    rows = []
    for label, averages in named:
        groups = averages.get(view.metric, {})
        only = next(iter(groups), "") if len(groups) == 1 else MICRO
        values = groups.get(view.group or only, {})
        cells = [format_number(values.get(name), style) for name in view.values]
        rows.append((label, *[""] * (1 + counts), *cells, *word_kappas(values, view)))
    return rows


def _name_pooled(pooled: PooledAgreement) -> str:
    label = "pooled: counts summed over documents"
    if pooled.comparisons == pooled.documents:
        return label
    return f"{label} ({pooled.comparisons:,} comparisons)"


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
