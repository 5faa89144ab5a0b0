"""Scores and agreement as tables, the way the papers print them."""

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


def number(value: float | None, style: Style = "fraction") -> str:
    """A value as it is printed; no value is a dash."""
    if value is None:
        return _NONE
    return f"{100 * value:.1f}" if style == "percent" else f"{value:.3f}"


def result_table(title: str, result: Result, view: View, style: Style) -> Table:
    """A metric's rows with the counts behind them and the task's values; intervals if there are."""
    metric = metrics.get(result.metric)
    counts = [name for name in metric.columns if name in _counted(result)]
    rows = [_cells(group, row, counts, view, style) for group, row in _named(result)]
    return Table(title, (metric.groups, *counts, *view.values), tuple(rows))


def _counted(result: Result) -> set[str]:
    return {name for _, row in _named(result) for name in row.counts}


def _named(result: Result) -> list[tuple[str, Row]]:
    rows = sorted(result.rows.items())
    rows += [(MICRO, result.micro)] if result.micro and len(rows) != 1 else []
    return rows + ([(MACRO, result.macro)] if result.macro and len(result.rows) != 1 else [])


def _cells(
    group: str, row: Row, counts: Sequence[str], view: View, style: Style
) -> tuple[str, ...]:
    counted = [f"{row.counts[name]:,.6g}" if name in row.counts else "" for name in counts]
    values = [_with_interval(row, name, style) for name in view.values]
    return (group or "all", *counted, *values)


def _with_interval(row: Row, name: str, style: Style) -> str:
    text = number(row.values.get(name), style)
    if name in row.intervals:
        low, high = row.intervals[name]
        text += f" [{number(low, style)}, {number(high, style)}]"
    return text


def score_tables(scores: Scores, task: Task, style: Style) -> list[Table]:
    """The tables of a scoring: for one system its details, for several a leaderboard first."""
    tables = []
    for view in task.views:
        title = metrics.get(view.metric).title
        if len(scores.systems) > 1:
            tables.append(leaderboard(scores, view, title, style))
        for system in scores.systems:
            name = f"{title}: {system.name}"
            tables.append(result_table(name, system.results[view.metric], view, style))
            for slice_name, results in system.slices.items():
                tables.append(
                    result_table(f"{name}, {slice_name}", results[view.metric], view, style)
                )
    return tables


def leaderboard(scores: Scores, view: View, title: str, style: Style) -> Table:
    """Systems by the value that counts, best first (as Tables 4–7 of SemEval-2014)."""
    values = {one.name: one.results[view.metric] for one in scores.systems}
    order = sorted(
        values, key=lambda name: (-(values[name].value(view.cell, view.group) or 0.0), name)
    )
    rows = [
        (
            str(rank),
            name,
            *(number(values[name].value(value, view.group), style) for value in view.values),
        )
        for rank, name in enumerate(order, 1)
    ]
    return Table(f"{title}: leaderboard{_of(view)}", ("", "system", *view.values), tuple(rows))


def p_values(
    title: str, names: Sequence[str], found: Mapping[tuple[str, str], Comparison]
) -> Table:
    """The upper triangle of p-values, as the i2b2 challenge prints them."""
    rows = [
        (
            one,
            *(_p(found[one, other]) if (one, other) in found else "" for other in names[1:]),
        )
        for one in names[:-1]
    ]
    return Table(title, ("", *names[1:]), tuple(rows))


def _p(comparison: Comparison) -> str:
    return _NONE if comparison.p is None else f"{comparison.p:.4f}"


def agreement_tables(agreement: Agreement, task: Task, style: Style) -> list[Table]:
    """Matrices, averages, contributions and the reduction by consensus."""
    tables = [matrix(agreement, view, style) for view in task.views]
    tables += [_average(agreement, view, style) for view in task.views]
    if len(agreement.pairs) == 1:
        [pair] = agreement.pairs
        tables = [
            result_table(
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
                result_table(
                    f"{metrics.get(view.metric).title}: {pair.first} and {pair.second}, {name}",
                    results[view.metric],
                    view,
                    style,
                )
                for view in task.views
            ]
    return tables + _consensus(agreement, style)


def matrix(agreement: Agreement, view: View, style: Style) -> Table:
    """The lower triangle over annotators and gold sets, one value with another in brackets."""
    names = [*agreement.annotators, *agreement.gold]
    rows = []
    for number_, one in enumerate(names[1:], 1):
        cells = [_cell(agreement, view, one, other, style) for other in names[:number_]]
        rows.append((one, *cells, *[""] * (len(names) - 1 - number_)))
    bracket = f" ({view.bracket} in brackets)" if view.bracket else ""
    title = f"{metrics.get(view.metric).title}: {view.cell}{_of(view)}{bracket}"
    return Table(title, ("", *names[:-1]), tuple(rows))


def _cell(agreement: Agreement, view: View, one: str, other: str, style: Style) -> str:
    pair = agreement.pair(one, other)
    if pair is None or not pair.documents:
        return _NONE
    result = pair.results[view.metric]
    text = number(result.value(view.cell, view.group), style)
    return (
        f"{text} ({number(result.value(view.bracket, view.group), style)})"
        if view.bracket
        else text
    )


def _of(view: View) -> str:
    """Which row a single figure is of, where that must be said."""
    return f", {view.group}" if view.group else ""


def _average(agreement: Agreement, view: View, style: Style) -> Table:
    groups = agreement.average.get(view.metric, {})
    rows = [
        (group or "all", *(number(values.get(name), style) for name in view.values))
        for group, values in groups.items()
    ]
    metric = metrics.get(view.metric)
    title = f"{metric.title}: mean over pairs of annotators"
    return Table(title, (metric.groups, *view.values), tuple(rows))


def _consensus(agreement: Agreement, style: Style) -> list[Table]:
    tables = []
    if agreement.contributions:
        rows = tuple(
            (c.annotator, f"{c.taken:,}", number(c.share, style), f"{c.alone:,}", f"{c.dropped:,}")
            for c in agreement.contributions
        )
        columns = ("annotator", "in the gold", "share", "by this one alone", "dropped")
        tables.append(Table(f"Contribution to {agreement.gold[0]}", columns, rows))
    if agreement.reductions:
        reduced = tuple(
            (
                metrics.get(r.metric).title,
                r.group or "all",
                number(r.before, style),
                number(r.after, style),
                number(r.reduction, style),
            )
            for r in agreement.reductions
        )
        columns = ("metric", "group", "annotators", "consensus", "less disagreement")
        tables.append(Table("Disagreement reduced by consensus", columns, reduced))
    return tables
