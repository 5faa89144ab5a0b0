"""Agreement as tables, laid out as in the papers, and shortened if there are too many pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goldsmith import metrics
from goldsmith.metrics import Result, Row
from goldsmith.metrics.reliability import VALUES as RELIABILITY
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.averages import Averages, average_results
from goldsmith.project.agreement.causes.tables import make_cause_tables, make_what_if_tables
from goldsmith.project.agreement.matrices import (
    is_too_wide,
    make_matrix,
    make_overview,
    make_pair_list,
)
from goldsmith.project.agreement.pairs import PairAgreement
from goldsmith.project.agreement.tables import (
    ALL,
    NONE,
    Style,
    format_number,
    format_value,
    make_result_table,
    make_sliced_tables,
    name_fields,
)
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.corpus.slices import sort_slices
from goldsmith.rendering.blocks import ColumnGroup
from goldsmith.rendering.table import Table

#: The maximum number of pairs that have their own tables for each slice.
_MOST_SLICED_PAIRS = 10


def make_agreement_tables(
    agreement: Agreement, task: Task, style: Style, *, width: int | None = None
) -> list[Table]:
    """Make the tables of an agreement: matrices, averages, contributions, effect of consensus.

    Args:
        agreement: The agreement.
        task: The task, whose views define the values to show.
        style: How numbers are written.
        width: The number of characters that fit in a line; a wider matrix becomes a list of pairs
            or, if there are very many, a summary. None for any width.
    """
    tables = []
    if len(agreement.pairs) == 1:
        tables += _make_pair_tables(agreement, agreement.pairs[0], task, style)
    else:
        for view in task.views:
            tables += make_overview(agreement, view, style, width)
        tables += [make_pair_list(agreement, view, style) for view in task.views]
        for view in task.views:
            tables += _make_average_tables(agreement, view, style)
        tables += _make_pooled_tables(agreement, task, style)
        tables += _make_slice_tables(agreement, task, style)
    if agreement.reliability:
        tables += _make_reliability_tables(agreement, agreement.reliability, style)
    tables += make_cause_tables(agreement.causes, lambda value: format_number(value, style))
    if agreement.what_if:
        tables += make_what_if_tables(agreement.what_if, lambda value: format_number(value, style))
    return tables + _make_consensus_tables(agreement, style)


def is_shortened(agreement: Agreement, task: Task, style: Style, width: int | None) -> bool:
    """Return whether a matrix does not fit, so that not every pair of sets is shown."""
    has_matrix = len(agreement.pairs) > 1
    return has_matrix and any(
        is_too_wide(make_matrix(agreement, view, style), width) for view in task.views
    )


def _make_pair_tables(
    agreement: Agreement, pair: PairAgreement, task: Task, style: Style
) -> list[Table]:
    figures = _Figures(f"{pair.first} and {pair.second}", pair.results, pair.slices)
    return _make_tables(figures, agreement.by, task, style)


class _Figures(NamedTuple):
    """Results with their label."""

    label: str
    results: Mapping[str, Result]
    """Metric -> result."""
    slices: Mapping[str, Mapping[str, Result]]
    """Slice -> metric -> result."""


def _make_tables(figures: _Figures, by: Sequence[str], task: Task, style: Style) -> list[Table]:
    """Make the tables of results, with columns for each slice if there are any."""
    tables = []
    for view in task.views:
        title = f"{metrics.get(view.metric).title}: {figures.label}"
        result = figures.results[view.metric]
        if figures.slices:
            slices = {name: results[view.metric] for name, results in figures.slices.items()}
            tables += make_sliced_tables(title + name_fields(by), result, slices, view, style)
        else:
            tables.append(make_result_table(title, result, view, style))
    return tables


def _make_pooled_tables(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    """Make the tables of counts pooled over documents; nothing for a single pair."""
    pooled = agreement.pooled
    if not pooled or pooled.pairs < 2:
        return []
    label = f"pooled over {pooled.pairs:,} pairs of annotators on {pooled.documents:,} documents"
    figures = _Figures(label, pooled.results, pooled.slices)
    return _make_tables(figures, agreement.by, task, style)


def _make_average_tables(agreement: Agreement, view: View, style: Style) -> list[Table]:
    """Make the table of plain means, and the table of weighted means if they can differ."""
    if not agreement.list_annotator_pairs():
        return []
    title = f"{metrics.get(view.metric).title}: mean over pairs of annotators"
    tables = [_make_average_table(title, agreement.average, view, style)]
    sizes = {pair.documents for pair in agreement.list_annotator_pairs()}
    if len(sizes) > 1:
        weighted = f"{title}, weighted by the documents that both annotated"
        tables.append(_make_average_table(weighted, agreement.weighted_average, view, style))
    return tables


def _make_average_table(title: str, averages: Averages, view: View, style: Style) -> Table:
    rows = [
        (group or "all", *(format_number(values.get(name), style) for name in view.values))
        for group, values in averages.get(view.metric, {}).items()
    ]
    return Table(title, (view.groups, *view.values), tuple(rows))


def _make_reliability_tables(
    agreement: Agreement, reliability: Result, style: Style
) -> list[Table]:
    title = f"All {len(agreement.annotators):,} annotators on the mentions that they share"
    columns = ("units", "values", *RELIABILITY)
    labelled = [(ALL, reliability), *agreement.reliability_slices.items()]
    rows = tuple(
        (
            group,
            *(
                cell
                for _, result in labelled
                for cell in _format_reliability(result.rows.get(group), style)
            ),
        )
        for group in reliability.rows
    )
    if len(labelled) == 1:
        return [Table(title, ("attribute", *columns), rows)]
    groups = tuple(ColumnGroup(label, len(columns)) for label, _ in labelled)
    title += name_fields(agreement.by)
    return [Table(title, ("attribute", *(columns * len(labelled))), rows, groups)]


def _format_reliability(row: Row | None, style: Style) -> tuple[str, ...]:
    """Format the counts and values of an attribute; a slice may have no unit with it."""
    if row is None:
        return ("0", "0", *[NONE] * len(RELIABILITY))
    counts = (f"{row.counts[name]:,.0f}" for name in ("units", "values"))
    return (*counts, *(format_value(row, name, style) for name in RELIABILITY))


def _make_slice_tables(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    """Make the tables of slices: of each pair, or the means over pairs if there are many."""
    if not agreement.by:
        return []
    if len(agreement.pairs) > _MOST_SLICED_PAIRS and agreement.list_annotator_pairs():
        return [_make_sliced_average(agreement, view, style) for view in task.views]
    return [
        table
        for pair in agreement.pairs
        for table in _make_pair_tables(agreement, pair, task, style)
    ]


def _make_sliced_average(agreement: Agreement, view: View, style: Style) -> Table:
    """Make the table of means over pairs of annotators, with a group of columns for each slice."""
    by_slice: dict[str, list[tuple[float, Result]]] = {}
    for pair in agreement.list_annotator_pairs():
        for name, results in pair.slices.items():
            by_slice.setdefault(name, []).append((1, results[view.metric]))
    averages = {
        name: average_results(by_slice[name])[view.metric] for name in sort_slices(by_slice)
    }
    labelled = [(ALL, agreement.average[view.metric]), *averages.items()]
    rows = tuple(
        (
            group or "all",
            *(
                format_number(groups.get(group, {}).get(name), style)
                for _, groups in labelled
                for name in view.values
            ),
        )
        for group in agreement.average[view.metric]
    )
    title = metrics.get(view.metric).title
    return Table(
        f"{title}: mean over pairs of annotators{name_fields(agreement.by)}",
        (view.groups, *(view.values * len(labelled))),
        rows,
        tuple(ColumnGroup(label, len(view.values)) for label, _ in labelled),
    )


def make_contribution_tables(agreement: Agreement, style: Style) -> list[Table]:
    """Make the table of each set's contribution to the gold standard, if any."""
    if not agreement.contributions:
        return []
    rows = tuple(
        (
            c.annotator,
            c.kind,
            f"{c.taken:,}",
            format_number(c.share, style),
            f"{c.alone:,}",
            f"{c.dropped:,}",
        )
        for c in agreement.contributions
    )
    columns = ("annotator", "items", "in the gold", "share", "by no other", "dropped")
    return [Table(f"Contribution to {agreement.gold[0]}", columns, rows)]


def _make_consensus_tables(agreement: Agreement, style: Style) -> list[Table]:
    tables = make_contribution_tables(agreement, style)
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
