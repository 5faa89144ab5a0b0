"""Scores and agreement as tables, laid out as in the papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from goldsmith import metrics
from goldsmith.metrics import MACRO, MICRO, Comparison, Result, Row
from goldsmith.project.agreement.agree import Agreement
from goldsmith.project.agreement.score import Scores
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.rendering.table import Table

#: How numbers are written: 0.773 or 77.3.
Style = Literal["fraction", "percent"]
_NONE = "–"


def format_number(value: float | None, style: Style = "fraction") -> str:
    """Format a value; None is a dash."""
    if value is None:
        return _NONE
    return f"{100 * value:.1f}" if style == "percent" else f"{value:.3f}"


def make_result_table(title: str, result: Result, view: View, style: Style) -> Table:
    """Make the table of a metric: a row for each group with its counts, values and intervals."""
    metric = metrics.get(result.metric)
    counts = [name for name in metric.columns if name in _list_counts(result)]
    rows = [_format_row(group, row, counts, view, style) for group, row in _list_rows(result)]
    return Table(title, (metric.groups, *counts, *view.values), tuple(rows))


def _list_counts(result: Result) -> set[str]:
    return {name for _, row in _list_rows(result) for name in row.counts}


def _list_rows(result: Result) -> list[tuple[str, Row]]:
    rows = sorted(result.rows.items())
    rows += [(MICRO, result.micro)] if result.micro and len(rows) != 1 else []
    return rows + ([(MACRO, result.macro)] if result.macro and len(result.rows) != 1 else [])


def _format_row(
    group: str, row: Row, counts: Sequence[str], view: View, style: Style
) -> tuple[str, ...]:
    counted = [f"{row.counts[name]:,.6g}" if name in row.counts else "" for name in counts]
    values = [_format_value(row, name, style) for name in view.values]
    return (group or "all", *counted, *values)


def _format_value(row: Row, name: str, style: Style) -> str:
    text = format_number(row.values.get(name), style)
    if name in row.intervals:
        low, high = row.intervals[name]
        text += f" [{format_number(low, style)}, {format_number(high, style)}]"
    return text


def make_score_tables(scores: Scores, task: Task, style: Style) -> list[Table]:
    """Make the tables of a scoring: a leaderboard if there are several systems, then details."""
    tables = []
    for view in task.views:
        title = metrics.get(view.metric).title
        if len(scores.systems) > 1:
            tables.append(make_leaderboard(scores, view, title, style))
        for system in scores.systems:
            name = f"{title}: {system.name}"
            tables.append(make_result_table(name, system.results[view.metric], view, style))
            for slice_name, results in system.slices.items():
                tables.append(
                    make_result_table(f"{name}, {slice_name}", results[view.metric], view, style)
                )
    return tables


def make_leaderboard(scores: Scores, view: View, title: str, style: Style) -> Table:
    """Make a leaderboard: systems by their main value, best first (SemEval-2014, Tables 4–7)."""
    values = {system.name: system.results[view.metric] for system in scores.systems}
    order = sorted(
        values, key=lambda name: (-(values[name].get_value(view.cell, view.group) or 0.0), name)
    )
    rows = [
        (
            str(rank),
            name,
            *(
                format_number(values[name].get_value(value, view.group), style)
                for value in view.values
            ),
        )
        for rank, name in enumerate(order, 1)
    ]
    return Table(
        f"{title}: leaderboard{_name_group(view)}", ("", "system", *view.values), tuple(rows)
    )


def make_p_value_table(
    title: str, names: Sequence[str], comparisons: Mapping[tuple[str, str], Comparison]
) -> Table:
    """Make the upper triangle of p-values, laid out as by the i2b2 challenge."""
    rows = [
        (
            first,
            *(
                _format_p(comparisons[first, second]) if (first, second) in comparisons else ""
                for second in names[1:]
            ),
        )
        for first in names[:-1]
    ]
    return Table(title, ("", *names[1:]), tuple(rows))


def _format_p(comparison: Comparison) -> str:
    return _NONE if comparison.p is None else f"{comparison.p:.4f}"


def make_agreement_tables(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    """Make the tables of an agreement: matrices, averages, contributions, effect of consensus."""
    tables = [make_matrix(agreement, view, style) for view in task.views]
    tables += [_make_average_table(agreement, view, style) for view in task.views]
    if len(agreement.pairs) == 1:
        [pair] = agreement.pairs
        tables = [
            make_result_table(
                f"{metrics.get(view.metric).title}: {pair.first} and {pair.second}",
                pair.results[view.metric],
                view,
                style,
            )
            for view in task.views
        ]
    for pair in agreement.pairs:
        for name, results in pair.slices.items():
            tables += [
                make_result_table(
                    f"{metrics.get(view.metric).title}: {pair.first} and {pair.second}, {name}",
                    results[view.metric],
                    view,
                    style,
                )
                for view in task.views
            ]
    return tables + _make_consensus_tables(agreement, style)


def make_matrix(agreement: Agreement, view: View, style: Style) -> Table:
    """Make the lower triangle over annotators and gold sets, a second value in brackets."""
    names = [*agreement.annotators, *agreement.gold]
    rows = []
    for index, first in enumerate(names[1:], 1):
        cells = [_format_cell(agreement, view, first, second, style) for second in names[:index]]
        rows.append((first, *cells, *[""] * (len(names) - 1 - index)))
    bracket = f" ({view.bracket} in brackets)" if view.bracket else ""
    title = f"{metrics.get(view.metric).title}: {view.cell}{_name_group(view)}{bracket}"
    return Table(title, ("", *names[:-1]), tuple(rows))


def _format_cell(agreement: Agreement, view: View, first: str, second: str, style: Style) -> str:
    pair = agreement.find_pair(first, second)
    if pair is None or not pair.documents:
        return _NONE
    result = pair.results[view.metric]
    text = format_number(result.get_value(view.cell, view.group), style)
    return (
        f"{text} ({format_number(result.get_value(view.bracket, view.group), style)})"
        if view.bracket
        else text
    )


def _name_group(view: View) -> str:
    """Return the row that a single figure is taken from, for titles."""
    return f", {view.group}" if view.group else ""


def _make_average_table(agreement: Agreement, view: View, style: Style) -> Table:
    groups = agreement.average.get(view.metric, {})
    rows = [
        (group or "all", *(format_number(values.get(name), style) for name in view.values))
        for group, values in groups.items()
    ]
    metric = metrics.get(view.metric)
    title = f"{metric.title}: mean over pairs of annotators"
    return Table(title, (metric.groups, *view.values), tuple(rows))


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
