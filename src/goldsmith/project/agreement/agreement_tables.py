"""Agreement as tables, laid out as in the papers, and shortened where there are too many pairs."""

from __future__ import annotations

from goldsmith import metrics
from goldsmith.metrics import Result
from goldsmith.metrics.reliability import VALUES as RELIABILITY
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.averages import Averages, average_results
from goldsmith.project.agreement.matrices import is_too_wide, make_matrix, make_overview
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.tables import (
    Style,
    format_number,
    format_value,
    make_result_table,
)
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.rendering.table import Table

#: The most pairs that have tables of their own for each slice.
_MOST_SLICED_PAIRS = 10


def make_agreement_tables(
    agreement: Agreement, task: Task, style: Style, *, width: int | None = None
) -> list[Table]:
    """Make the tables of an agreement: matrices, averages, contributions, effect of consensus.

    Args:
        agreement: The agreement.
        task: The task, whose views say which values to show.
        style: How numbers are written.
        width: The characters that fit in a line; a matrix that is wider becomes a list of pairs
            or, if there are very many, a summary. None for any width.
    """
    tables = []
    if len(agreement.pairs) == 1:
        tables += _make_pair_tables(agreement.pairs[0], task, style)
    else:
        for view in task.views:
            tables += make_overview(agreement, view, style, width)
        for view in task.views:
            tables += _make_average_tables(agreement, view, style)
    if agreement.reliability:
        tables += _make_reliability_tables(agreement, agreement.reliability, style)
    tables += _make_slice_tables(agreement, task, style)
    return tables + _make_consensus_tables(agreement, style)


def is_shortened(agreement: Agreement, task: Task, style: Style, width: int | None) -> bool:
    """Return whether a matrix does not fit, so that not every pair of sets is shown."""
    has_matrix = len(agreement.pairs) > 1
    return has_matrix and any(
        is_too_wide(make_matrix(agreement, view, style), width) for view in task.views
    )


def _make_pair_tables(pair: PairAgreement, task: Task, style: Style) -> list[Table]:
    return [
        make_result_table(
            f"{metrics.get(view.metric).title}: {pair.first} and {pair.second}",
            pair.results[view.metric],
            view,
            style,
        )
        for view in task.views
    ]


def _make_average_tables(agreement: Agreement, view: View, style: Style) -> list[Table]:
    """Make the table of plain means, and that of weighted means where they can differ."""
    title = f"{metrics.get(view.metric).title}: mean over pairs of annotators"
    tables = [_make_average_table(title, agreement.average, view, style)]
    annotators = set(agreement.annotators)
    sizes = {pair.documents for pair in agreement.pairs if {pair.first, pair.second} <= annotators}
    if len(sizes) > 1:
        weighted = f"{title}, weighted by the documents that both annotated"
        tables.append(_make_average_table(weighted, agreement.weighted_average, view, style))
    return tables


def _make_average_table(title: str, averages: Averages, view: View, style: Style) -> Table:
    rows = [
        (group or "all", *(format_number(values.get(name), style) for name in view.values))
        for group, values in averages.get(view.metric, {}).items()
    ]
    return Table(title, (metrics.get(view.metric).groups, *view.values), tuple(rows))


def _make_reliability_tables(
    agreement: Agreement, reliability: Result, style: Style
) -> list[Table]:
    title = f"All {len(agreement.annotators):,} annotators on the mentions that they share"
    slices = agreement.reliability_slices.items()
    results = [(title, reliability), *((f"{title}, {name}", result) for name, result in slices)]
    return [_make_reliability_table(name, result, style) for name, result in results]


def _make_reliability_table(title: str, result: Result, style: Style) -> Table:
    rows = tuple(
        (
            group,
            *(f"{row.counts[name]:,.0f}" for name in ("units", "values")),
            *(format_value(row, name, style) for name in RELIABILITY),
        )
        for group, row in result.rows.items()
    )
    return Table(title, ("attribute", "units", "values", *RELIABILITY), rows)


def _make_slice_tables(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    """Make the tables of slices: of each pair, or the means over pairs if there are many."""
    if len(agreement.pairs) > _MOST_SLICED_PAIRS:
        return _make_slice_averages(agreement, task, style)
    return [
        make_result_table(
            f"{metrics.get(view.metric).title}: {pair.first} and {pair.second}, {name}",
            results[view.metric],
            view,
            style,
        )
        for pair in agreement.pairs
        for name, results in pair.slices.items()
        for view in task.views
    ]


def _make_slice_averages(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    annotators = set(agreement.annotators)
    by_slice: dict[str, list[tuple[float, Result]]] = {}
    for pair in agreement.pairs:
        if {pair.first, pair.second} <= annotators:
            for name, results in pair.slices.items():
                by_slice.setdefault(name, []).extend((1, result) for result in results.values())
    return [
        _make_average_table(
            f"{metrics.get(view.metric).title}: mean over pairs of annotators, {name}",
            average_results(results),
            view,
            style,
        )
        for name, results in sorted(by_slice.items())
        for view in task.views
    ]


def _make_consensus_tables(agreement: Agreement, style: Style) -> list[Table]:
    tables = []
    if agreement.contributions:
        rows = tuple(
            (
                c.annotator,
                f"{c.taken:,}",
                format_number(c.share, style),
                f"{c.alone:,}",
                f"{c.dropped:,}",
            )
            for c in agreement.contributions
        )
        columns = ("annotator", "in the gold", "share", "by no other", "dropped")
        tables.append(Table(f"Contribution to {agreement.gold[0]}", columns, rows))
    if agreement.reductions:
        reduced = tuple(
            (
                metrics.get(r.metric).title,
                r.group or "all",
                format_number(r.before, style),
                format_number(r.after, style),
                format_number(r.reduction, style),
            )
            for r in agreement.reductions
        )
        columns = ("metric", "group", "annotators", "consensus", "less disagreement")
        tables.append(Table("Disagreement reduced by consensus", columns, reduced))
    return tables
