"""Scores as tables, laid out as in the papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from goldsmith import metrics
from goldsmith.metrics import MACRO, MICRO, Comparison, Result, Row
from goldsmith.metrics.engine.bands import KAPPAS, name_kappa
from goldsmith.project.agreement.challenge.leaderboard import make_leaderboards
from goldsmith.project.agreement.challenge.standings import make_standings_table
from goldsmith.project.agreement.score import Scores
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.corpus.slices import group_slices, sort_slices
from goldsmith.rendering.blocks import ColumnGroup
from goldsmith.rendering.table import Table

#: How numbers are written: 0.773 or 77.3.
Style = Literal["fraction", "percent"]
NONE = "–"
#: The heading of the columns over all slices.
ALL = "all"


def format_number(value: float | None, style: Style = "fraction") -> str:
    """Format a value; None is a dash."""
    if value is None:
        return NONE
    return f"{100 * value:.1f}" if style == "percent" else f"{value:.3f}"


def make_result_table(title: str, result: Result, view: View, style: Style) -> Table:
    """Make the table of a metric: a row for each group with its counts, values and intervals."""
    counts = list_counts([result])
    rows = [
        (group or "all", *format_row(row, counts, view, style)) for group, row in _list_rows(result)
    ]
    return Table(title, (view.groups, *counts, *list_headings(view)), tuple(rows))


def make_sliced_tables(
    title: str, whole: Result, slices: Mapping[str, Result], view: View, style: Style
) -> list[Table]:
    """Make the tables of a metric over a corpus and its slices.

    The first has the counts and values over all groups as rows, and the slices as columns (the
    layout of ODIE, Tables 1, 2 and 6). The second has a row for each group and a group of columns
    with the values of each slice (CLEF, Table 8).
    """
    labelled = [(ALL, whole), *slices.items()]
    tables = []
    if view.find_row(whole) is not None:
        tables.append(_make_slice_columns(title, labelled, view, style))
    if len(whole.rows) > 1:
        tables.append(_make_slice_groups(title, labelled, view, style))
    return tables


def _make_slice_columns(
    title: str, labelled: Sequence[tuple[str, Result]], view: View, style: Style
) -> Table:
    """Make the table of the row for all groups, with a column for each slice."""
    results = [result for _, result in labelled]
    totals = [view.find_row(result) or Row({}, {}) for result in results]
    counts = list_counts(results)
    cells = [format_row(row, counts, view, style) for row in totals]
    documents = ("documents", *(f"{result.documents:,}" for result in results))
    rows = zip((*counts, *list_headings(view)), *cells, strict=True)
    grouped = group_slices([label for label, _ in labelled])
    columns = ("", *(name for _, names in grouped for name in names))
    groups = tuple(ColumnGroup(label, len(names)) for label, names in grouped)
    is_crossed = any(label for label, _ in grouped)
    title += name_group(view)
    return Table(title, columns, (documents, *rows), groups if is_crossed else ())


def _make_slice_groups(
    title: str, labelled: Sequence[tuple[str, Result]], view: View, style: Style
) -> Table:
    """Make the table with a row for each group, and a group of columns for each slice."""
    names = [group for group, _ in _list_rows(labelled[0][1])]
    tables = [dict(_list_rows(result)) for _, result in labelled]
    rows = [
        (
            group or ALL,
            *(
                format_value(rows.get(group, Row({}, {})), name, style)
                for rows in tables
                for name in view.values
            ),
        )
        for group in names
    ]
    return Table(
        f"{title}, each {view.groups}",
        (view.groups, *(view.values * len(labelled))),
        tuple(rows),
        tuple(ColumnGroup(label, len(view.values)) for label, _ in labelled),
    )


def list_counts(results: Iterable[Result]) -> list[str]:
    """Return the printed columns of a metric: optional ones only if they count something."""
    results = list(results)
    if not results:
        return []
    metric = metrics.get(results[0].metric)
    counted = {name for result in results for _, row in _list_rows(result) for name in row.counts}
    return [name for name in metric.columns if name in counted or name not in metric.optional]


def _list_rows(result: Result) -> list[tuple[str, Row]]:
    rows = sorted(result.rows.items())
    rows += [(MICRO, result.micro)] if result.micro and len(rows) != 1 else []
    return rows + ([(MACRO, result.macro)] if result.macro and len(result.rows) != 1 else [])


def format_row(row: Row, counts: Sequence[str], view: View, style: Style) -> tuple[str, ...]:
    """Format the counts and the values of a row."""
    counted = (format_count(row, name) for name in counts)
    written = (format_value(row, name, style) for name in view.values)
    return (*counted, *written, *word_kappas(row.values, view))


def list_headings(view: View) -> tuple[str, ...]:
    """Return the headings of the values of a view; each kappa also has a column in words."""
    return (*view.values, *(f"{name} in words" for name in view.values if name in KAPPAS))


def word_kappas(values: Mapping[str, float | None], view: View) -> tuple[str, ...]:
    """Return the kappas of a row in words."""
    kappas = [values.get(name) for name in view.values if name in KAPPAS]
    return tuple(NONE if kappa is None else name_kappa(kappa) for kappa in kappas)


def format_count(row: Row, name: str) -> str:
    """Format a count of a row: 0 if it is missing, "" in a mean, which has no counts."""
    return f"{row.counts.get(name, 0.0):,.6g}" if row.counts else ""


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
        tables += [
            make_standings_table(board, lambda value: format_number(value, style))
            for board in scores.leaderboards
            if board.metric == view.metric
        ]
        if len(scores.systems) > 1:
            tables += [make_sliced_leaderboard(scores, view, title, style)] if scores.by else []
        for system in scores.systems:
            result, slices = system.results[view.metric], _get_slices(system.slices, view)
            name = f"{title}: {system.name}"
            if slices:
                name += name_fields(scores.by)
                tables += make_sliced_tables(name, result, slices, view, style)
            else:
                tables.append(make_result_table(name, result, view, style))
    return tables


def _get_slices(slices: Mapping[str, Mapping[str, Result]], view: View) -> dict[str, Result]:
    return {name: results[view.metric] for name, results in slices.items()}


def name_fields(by: Sequence[str]) -> str:
    """Return the fields of slices, for titles."""
    return ", by " + " and ".join(by)


def make_leaderboard(scores: Scores, view: View, title: str, style: Style) -> Table:
    """Make a leaderboard: systems by their main value, best first (SemEval-2014, Tables 4–7)."""
    results = {system.name: system.results[view.metric] for system in scores.systems}
    [board] = make_leaderboards(results, view)
    return make_standings_table(board, lambda value: format_number(value, style), title=title)


def _rank(results: Mapping[str, Result], view: View) -> list[str]:
    """Return the systems by their main value, best first."""
    return [row.system for board in make_leaderboards(results, view) for row in board.standings]


def make_sliced_leaderboard(scores: Scores, view: View, title: str, style: Style) -> Table:
    """Make a leaderboard with a group of columns for each slice, in the order of all documents."""
    systems = {system.name: system for system in scores.systems}
    order = _rank({name: system.results[view.metric] for name, system in systems.items()}, view)
    labels = sort_slices({label for system in scores.systems for label in system.slices})
    rows = tuple(
        (
            name,
            *(
                cell
                for label in labels
                for cell in _format_slice(systems[name].slices.get(label), view, style)
            ),
        )
        for name in order
    )
    return Table(
        f"{title}: leaderboard{name_group(view)}{name_fields(scores.by)}",
        ("system", *(view.values * len(labels))),
        rows,
        tuple(ColumnGroup(label, len(view.values)) for label in labels),
    )


def _format_slice(
    results: Mapping[str, Result] | None, view: View, style: Style
) -> tuple[str, ...]:
    """Format the values of a system in a slice; the system may have no documents there."""
    if results is None:
        return (NONE,) * len(view.values)
    result = results[view.metric]
    return tuple(format_number(view.get_value(result, value), style) for value in view.values)


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
