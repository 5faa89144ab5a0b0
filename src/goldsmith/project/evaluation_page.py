"""An evaluation as tables in the manner of CLEF, a picture of the learning curve, and a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from goldsmith import metrics
from goldsmith.metrics import MICRO, Result
from goldsmith.project.evaluation import CurvePoint, Evaluation
from goldsmith.project.figures import Style, number
from goldsmith.project.measures import short_table
from goldsmith.project.table import Table
from goldsmith.project.tasks import Task

#: Metric -> its table: heading of the rows, precision, recall, F, and the annotators' agreement.
_CLEF = {
    "spans": ("Entity", ("strict_precision", "strict_recall", "strict"), "strict", "IAA"),
    "relations": ("Relation", ("precision", "recall", "f1"), "ciaa", "CIAA"),
}
_COLOURS = ("#b98a2f", "#2f6fb9", "#3d8a4f", "#9a3f8a")
_WIDTH, _HEIGHT, _LEFT, _BELOW = 640, 320, 50, 40

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #d8dde4;
  --page: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a5adb8; --line: #39414d;
  --page: #161a20 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 0 .2rem } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem }
p { color: var(--soft); margin: .2rem 0 } .scroll { overflow-x: auto }
table { border-collapse: collapse; min-width: 24rem }
th, td { padding: .22rem .9rem .22rem 0; border-bottom: 1px solid var(--line); text-align: right;
  font-variant-numeric: tabular-nums } th:first-child, td:first-child { text-align: left }
svg { max-width: 40rem; width: 100%; height: auto }
svg text { fill: var(--ink); font: 12px system-ui }
svg .grid { stroke: var(--line) } a { color: inherit }
@media print { body { max-width: none; margin: 0 } tr { break-inside: avoid } }
"""


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
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_WIDTH} {_HEIGHT}' role='img' "
        "aria-label='Learning curve'>"
    ]
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(
            f"<line class='grid' stroke='#ccc' x1='{_LEFT}' x2='{_WIDTH - 10}' y1='{y}' y2='{y}'/>"
            f"<text x='{_LEFT - 8}' y='{y + 4}' text-anchor='end'>{tenth / 10:.1f}</text>"
        )
    for point in curve:
        x = _x(point.documents, most)
        size = f"{round(point.documents, 1):g}"
        parts.append(f"<text x='{x}' y='{_HEIGHT - 20}' text-anchor='middle'>{size}</text>")
    for at, name in enumerate(curve[0].scores):
        parts.append(_line(curve, name, most, _COLOURS[at % len(_COLOURS)], at))
    middle = (_LEFT + _WIDTH) // 2
    parts.append(f"<text x='{middle}' y='{_HEIGHT - 4}' text-anchor='middle'>documents</text>")
    return "".join(parts) + "</svg>"


def _line(curve: Sequence[CurvePoint], name: str, most: float, colour: str, number_: int) -> str:
    places = [
        (_x(point.documents, most), _y(value))
        for point in curve
        if (value := point.scores[name]) is not None
    ]
    dots = "".join(f"<circle cx='{x}' cy='{y}' r='3' fill='{colour}'/>" for x, y in places)
    path = " ".join(f"{x},{y}" for x, y in places)
    label = metrics.get(name).title
    return (
        f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>{dots}"
        f"<text x='{_LEFT + 10}' y='{20 + 16 * number_}' style='fill:{colour}'>"
        f"{escape(label)}</text>"
    )


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
    body = ["<h1>Evaluation</h1>", f"<p>{escape(said)}</p>"]
    body += [f"<p>Note: {escape(notice)}</p>" for notice in found.notices]
    body.append("<p><a href='errors.html'>Every figure with the places it counts</a></p>")
    body += [_html(table) for table in tables(found, task, style)]
    if found.curve:
        body.append(picture(found.curve))
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Evaluation</title><style>{_STYLE}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return (
        f"<h2>{escape(table.title)}</h2><div class='scroll'><table><tr>{head}</tr>{rows}"
        "</table></div>"
    )
