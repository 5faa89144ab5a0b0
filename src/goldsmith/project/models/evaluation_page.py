"""An evaluation as tables in the manner of CLEF, a picture of the learning curve, and a page."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith import metrics
from goldsmith.metrics import MICRO, Result
from goldsmith.project.agreement.tables import Style, number
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models.evaluation import CurvePoint, Evaluation
from goldsmith.project.models.measures import short_table
from goldsmith.rendering import page as pages
from goldsmith.rendering.table import Table

#: Metric -> its table: heading of the rows, precision, recall, F, and the annotators' agreement.
_CLEF = {
    "spans": ("Entity", ("strict_precision", "strict_recall", "strict"), "strict", "IAA"),
    "relations": ("Relation", ("precision", "recall", "f1"), "ciaa", "CIAA"),
}
_WIDTH, _HEIGHT, _LEFT, _BELOW = 640, 320, 50, 40


def tables(found: Evaluation, task: Task, style: Style = "fraction") -> list[Table]:
    """The tables of an evaluation: those of CLEF first, then all values with intervals."""
    made = [clef_table(found, metric, style) for metric in _CLEF if metric in found.results]
    for view in task.views:
        title = f"{metrics.get(view.metric).title}: all documents, 95 % intervals"
        made.append(short_table(title, found.results[view.metric], view, style))
    if found.curve:
        made.append(_curve_table(found.curve, style))
    return made


def clef_table(found: Evaluation, metric: str, style: Style = "fraction") -> Table:
    """Precision, recall, F and the annotators' agreement by type (CLEF Tables 17 and 18)."""
    heading, values, agreed, name = _CLEF[metric]
    title = f"{metrics.get(metric).title}: {_how(found)}"
    agreement = found.agreement.get(metric)
    groups = [*sorted(found.results[metric].rows), MICRO]
    rows = []
    for group in groups:
        cells = [number(_value(found, metric, group, one), style) for one in values]
        if agreement:
            cells.append(number(_of(agreement, group, agreed), style))
        rows.append(("Overall" if group == MICRO else group, *cells))
    columns = (heading, "P", "R", "F1", *([name] if agreement else []))
    return Table(title, columns, tuple(rows))


def _how(found: Evaluation) -> str:
    given = f", {' and '.join(found.given)} given" if found.given else ""
    if not found.folds:
        return f"trained model{given}"
    return f"means over {len(found.folds)} folds by {found.by}{given}"


def _value(found: Evaluation, metric: str, group: str, value: str) -> float | None:
    if found.averages:
        return found.averages[metric].get(group, {}).get(value)
    return _of(found.results[metric], group, value)


def _of(result: Result, group: str, value: str) -> float | None:
    row = result.micro if group == MICRO else result.rows.get(group)
    return row.values.get(value) if row else None


def _curve_table(curve: Sequence[CurvePoint], style: Style) -> Table:
    names = list(curve[0].scores)
    rows = tuple(
        (f"{round(point.documents, 1):g}", *(number(point.scores[one], style) for one in names))
        for point in curve
    )
    columns = ("documents", *(metrics.get(one).title for one in names))
    return Table("Learning curve", columns, rows)


def picture(curve: Sequence[CurvePoint]) -> str:
    """The learning curve as SVG: scores against the number of documents trained on."""
    most = max(point.documents for point in curve)
    parts = []
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(pages.level(y, _LEFT, _WIDTH - 10))
        parts.append(pages.text(_LEFT - 8, y + 4, f"{tenth / 10:.1f}", anchor="end"))
    for point in curve:
        size = f"{round(point.documents, 1):g}"
        parts.append(pages.text(_x(point.documents, most), _HEIGHT - 20, size, anchor="middle"))
    for at, name in enumerate(curve[0].scores):
        parts += _line(curve, name, most, at)
    middle = (_LEFT + _WIDTH) // 2
    parts.append(pages.text(middle, _HEIGHT - 4, "documents trained on", anchor="middle"))
    return pages.svg("Learning curve", _WIDTH, _HEIGHT, parts)


def _line(curve: Sequence[CurvePoint], name: str, most: float, at: int) -> tuple[str, str]:
    """The curve of a metric, and its name in the upper left corner."""
    places = [
        (_x(point.documents, most), _y(value))
        for point in curve
        if (value := point.scores[name]) is not None
    ]
    colour = pages.COLOURS[at % len(pages.COLOURS)]
    label = pages.text(_LEFT + 10, 28 + 16 * at, metrics.get(name).title, colour=colour)
    return pages.curve(places, colour), label


def _x(documents: float, most: float) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - 30) * documents / most, 1)


def _y(value: float) -> float:
    return round(10 + (_HEIGHT - _BELOW - 20) * (1 - value), 1)


def page(found: Evaluation, task: Task, style: Style = "fraction") -> str:
    """The page of an evaluation; `errors.html` beside it opens the places behind the numbers."""
    said = (
        f"{found.documents:,} documents of {found.corpus or 'a corpus'}, set {found.set}; "
        f"{' + '.join(found.components)}; seed {found.seed}; digest {found.digest[:12]}"
    )
    body = [pages.paragraph(said), *map(pages.note, found.notices)]
    body.append(pages.link("errors.html", "Every figure with the places it counts"))
    *others, last = tables(found, task, style)
    body += map(pages.table, others)
    body.append(pages.table(last, above=picture(found.curve) if found.curve else ""))
    return pages.shell("Evaluation", body)
