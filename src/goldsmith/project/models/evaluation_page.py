"""An evaluation as tables in the layout of CLEF, a chart of its learning curve, and a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.metrics import MACRO, MICRO, Result
from goldsmith.project.agreement.report.labels import (
    format_count,
    label_inline,
    label_row,
    label_value,
)
from goldsmith.project.agreement.report.pair_tables import make_interval
from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.models.evaluation import CurvePoint, Evaluation
from goldsmith.project.models.measures import make_short_table
from goldsmith.rendering.blocks import (
    Block,
    Cell,
    DataTable,
    Figure,
    Prose,
    Section,
    make_id,
)
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import Table, make_data_table

if TYPE_CHECKING:
    from markupsafe import Markup

#: Metric -> its table: heading of the rows, precision, recall, F, and the annotators' agreement.
_CLEF = {
    "spans": ("Entity", ("strict_precision", "strict_recall", "strict"), "strict", "IAA"),
    "relations": ("Relation", ("precision", "recall", "f1"), "ciaa", "CIAA"),
}
_LABELS = {
    "P": "Precision",
    "R": "Recall",
    "relaxed F1": "Relaxed F1",
    "gold": "Gold",
    "system": "System",
    "pairs": "Pairs",
}
_EXPLANATIONS = {
    "P": "Share of the system's annotations that are right",
    "R": "Share of the gold standard that the system found",
    "F1": "Harmonic mean of precision and recall",
    "relaxed F1": "F1 where a span that overlaps counts as right",
    "IAA": "Agreement of the two annotators on equal spans, the same measure as F1",
    "CIAA": "Agreement of the two annotators on relations whose arguments both of them found",
    "gold": "Annotations in the gold standard",
    "system": "Annotations of the system",
}


def tabulate_evaluation(
    evaluation: Evaluation, task: Task, style: Style = "fraction"
) -> list[Table]:
    """Make the tables of an evaluation: CLEF's first, then all values with intervals."""
    tables = _make_clef_tables(evaluation, style)
    tables += [_make_full_table(evaluation, view, style) for view in task.views]
    if evaluation.curve:
        tables.append(_make_curve_table(evaluation.curve, style))
    return tables


def _make_clef_tables(evaluation: Evaluation, style: Style) -> list[Table]:
    return [
        make_clef_table(evaluation, metric, style)
        for metric in _CLEF
        if metric in evaluation.results
    ]


def _make_full_table(evaluation: Evaluation, view: View, style: Style) -> Table:
    title = f"{metrics.get(view.metric).title}: all documents, 95 % intervals"
    return make_short_table(title, evaluation.results[view.metric], view, style)


def make_clef_table(evaluation: Evaluation, metric: str, style: Style = "fraction") -> Table:
    """Make the table of precision, recall, F and agreement by type (CLEF Tables 17 and 18)."""
    heading, values, agreed, name = _CLEF[metric]
    title = f"{metrics.get(metric).title}: {_describe_method(evaluation)}"
    agreement = evaluation.agreement.get(metric)
    groups = [*sorted(evaluation.results[metric].rows), MICRO]
    rows = []
    for group in groups:
        cells = [
            format_number(_get_value(evaluation, metric, group, value), style) for value in values
        ]
        if agreement:
            cells.append(format_number(_get_result(agreement, group, agreed), style))
        rows.append(("Overall" if group == MICRO else group, *cells))
    columns = (heading, "P", "R", "F1", *([name] if agreement else []))
    return Table(title, columns, tuple(rows))


def _describe_method(evaluation: Evaluation) -> str:
    inputs = f", {' and '.join(evaluation.gold_layers)} given" if evaluation.gold_layers else ""
    if not evaluation.folds:
        return f"trained model{inputs}"
    return f"means over {len(evaluation.folds)} folds by {evaluation.by}{inputs}"


def _get_value(evaluation: Evaluation, metric: str, group: str, value: str) -> float | None:
    if evaluation.averages:
        return evaluation.averages[metric].get(group, {}).get(value)
    return _get_result(evaluation.results[metric], group, value)


def _get_result(result: Result, group: str, value: str) -> float | None:
    row = result.micro if group == MICRO else result.rows.get(group)
    return row.values.get(value) if row else None


def _make_curve_table(curve: Sequence[CurvePoint], style: Style) -> Table:
    names = list(curve[0].scores)
    rows = tuple(
        (
            f"{round(point.documents, 1):g}",
            *(format_number(point.scores[name], style) for name in names),
        )
        for point in curve
    )
    columns = ("documents", *(metrics.get(name).title for name in names))
    return Table("Learning curve", columns, rows)


def draw_learning_curve(curve: Sequence[CurvePoint]) -> Markup:
    """Draw the learning curve as SVG: scores against the number of training documents."""
    series = tuple(
        Series(
            metrics.get(name).title,
            [
                (point.documents, score)
                for point in curve
                if (score := point.scores[name]) is not None
            ],
        )
        for name in curve[0].scores
    )
    chart = LineChart(
        "Learning curve",
        "training documents",
        "score",
        series,
        x_ticks=tuple(point.documents for point in curve),
    )
    return render_line_chart(chart)


def render_evaluation(evaluation: Evaluation, task: Task, style: Style = "fraction") -> str:
    """Render the page of an evaluation, with links to the errors in `errors.html` next to it."""
    page = Page(
        "Evaluation",
        f"Evaluation on {Path(evaluation.corpus).name or 'a corpus'}",
        finding=_state_finding(evaluation, task, style),
        facts=_list_facts(evaluation),
        notices=tuple(evaluation.notices),
        blocks=tuple(_make_sections(evaluation, task, style)),
        title="Evaluation",
    )
    return render_page(page)


def _state_finding(evaluation: Evaluation, task: Task, style: Style) -> str:
    view = task.views[0]
    value = view.get_value(evaluation.results[view.metric], view.cell)
    if value is None:
        return "The pipeline cannot be scored on these documents."
    name = "F1 on equal spans" if view.cell == "strict" else label_inline(view.cell)
    method = _describe_method(evaluation).replace("means over", "cross-validated in")
    title = metrics.get(view.metric).title
    documents = format_count(evaluation.documents, "document")
    return f"{title}: {name} is {format_number(value, style)} on {documents} ({method})."


def _list_facts(evaluation: Evaluation) -> dict[str, str]:
    facts = {
        "Corpus": evaluation.corpus or "not named",
        "Gold standard": f"set {evaluation.set}",
        "Documents": f"{evaluation.documents:,}",
        "Components": " + ".join(evaluation.components),
    }
    if evaluation.annotators:
        facts["Annotators"] = " and ".join(evaluation.annotators)
    return facts | {"Seed": str(evaluation.seed), "Digest": evaluation.digest[:12]}


def _make_sections(evaluation: Evaluation, task: Task, style: Style) -> list[Section]:
    tables = _make_clef_tables(evaluation, style)
    blocks: list[Block] = [
        Prose("Every number with the places it counts:", "errors.html", "open the errors")
    ]
    blocks += (_convert(table, "scores", index) for index, table in enumerate(tables))
    sections = [Section("scores", "Scores by type", tuple(blocks))]
    full = tuple(_make_interval_table(evaluation, view, style) for view in task.views)
    explanation = Prose(
        "All documents taken together. Intervals are bootstrap intervals over documents; bars run "
        "from 0 to 1."
    )
    sections.append(Section("intervals", "Scores with 95 % intervals", (explanation, *full)))
    if evaluation.curve:
        curve = _convert(_make_curve_table(evaluation.curve, style), "curve", 0)
        caption = "Scores against the number of training documents."
        figure = Figure("curve.chart", draw_learning_curve(evaluation.curve), caption)
        sections.append(Section("curve", "Learning curve", (figure, curve)))
    return sections


def _convert(table: Table, name: str, index: int) -> DataTable:
    labels = {column: column[:1].upper() + column[1:] for column in table.columns} | _LABELS
    return make_data_table(
        table, make_id(name, str(index + 1)), labels=labels, explanations=_EXPLANATIONS
    )


def _make_interval_table(evaluation: Evaluation, view: View, style: Style) -> DataTable:
    """Make the table of all values, with bars for the value that the task compares."""
    metric = metrics.get(view.metric)
    plain = _make_full_table(evaluation, view, style)
    explanations = {name: text for name, text in metric.values.items() if name in plain.columns}
    table = make_data_table(
        plain,
        make_id("intervals", view.metric),
        labels={name: label_value(name) for name in plain.columns} | _LABELS,
        explanations=explanations | _EXPLANATIONS,
    )
    place = len(plain.columns) - len(view.values) + view.values.index(view.cell)
    add_bar = partial(_add_bar, result=evaluation.results[view.metric], view=view, place=place)
    return replace(
        table, rows=tuple(map(add_bar, table.rows)), totals=tuple(map(add_bar, table.totals))
    )


def _add_bar(
    cells: tuple[Cell, ...], *, result: Result, view: View, place: int
) -> tuple[Cell, ...]:
    """Add the bar to the value of a row, and give the row its label."""
    group = cells[0].text
    averages = {MICRO: result.micro, MACRO: result.macro}
    row = result.rows.get(group) or averages.get(group) or result.rows.get("")
    value = cells[place]
    if row is not None:
        bar = make_interval(row, view.cell)
        value = replace(value, share=bar.share, interval=bar.interval)
    label = replace(cells[0], text=label_row(group))
    return (label, *cells[1:place], value, *cells[place + 1 :])
