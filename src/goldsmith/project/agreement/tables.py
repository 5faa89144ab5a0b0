"""Scores as tables, laid out as in the papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from goldsmith import metrics
from goldsmith.metrics import MACRO, MICRO, Comparison, Result, Row
from goldsmith.project.agreement.score import Scores
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.rendering.table import Table

#: How numbers are written: 0.773 or 77.3.
Style = Literal["fraction", "percent"]
NONE = "–"


def format_number(value: float | None, style: Style = "fraction") -> str:
    """Format a value; None is a dash."""
    if value is None:
        return NONE
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
    values = [format_value(row, name, style) for name in view.values]
    return (group or "all", *counted, *values)


def format_value(row: Row, name: str, style: Style) -> str:
    """Format a value of a row, with its interval if it has one."""
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
        values, key=lambda name: (-(view.get_value(values[name], view.cell) or 0.0), name)
    )
    rows = [
        (
            str(rank),
            name,
            *(format_number(view.get_value(values[name], value), style) for value in view.values),
        )
        for rank, name in enumerate(order, 1)
    ]
    return Table(
        f"{title}: leaderboard{name_group(view)}", ("", "system", *view.values), tuple(rows)
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
    return NONE if comparison.p is None else f"{comparison.p:.4f}"


def name_group(view: View) -> str:
    """Return the row that a single figure is taken from, for titles."""
    return f", {view.group}" if view.group else ""
