"""A simulation of annotating as tables, a picture of its curves, and a page of both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from goldsmith.project.figures import Style, number
from goldsmith.project.learning_curves import GOAL, Simulation, Stage, Summary
from goldsmith.project.table import Table

_COLOURS = ("#b98a2f", "#2f6fb9", "#3d8a4f", "#9a3f8a")
_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BELOW = 50, 20, 14, 44
_LINES = 5
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
svg { max-width: 100%; height: auto } svg text { fill: var(--ink); font: 12px system-ui }
svg .grid { stroke: var(--line) } svg .goal { stroke: var(--soft) }
@media print { body { max-width: none; margin: 0 } tr { break-inside: avoid } }
"""
#: Where a place of the picture lies: (effort, F) -> (x, y).
Place = tuple[float, float]


def tables(found: Simulation, style: Style = "fraction") -> list[Table]:
    """What each strategy needs, and the curve of each."""
    return [_needed(found, style), *(_curve(one, found, style) for one in found.summaries)]


def _needed(found: Simulation, style: Style) -> Table:
    baseline = next((one for one in found.summaries if one.strategy == "random"), None)
    rows = tuple(_need(one, baseline, found, style) for one in found.summaries)
    columns = (
        "strategy",
        "mean F",
        f"{found.effort} needed",
        "reached",
        "against random",
        "better",
    )
    final = number(found.all.f, style)
    title = f"{found.effort} to reach {GOAL * 100:g} % of F {final} (all documents)"
    return Table(title[0].upper() + title[1:], columns, rows)


def _need(
    one: Summary, baseline: Summary | None, found: Simulation, style: Style
) -> tuple[str, ...]:
    seeds = found.plan.seeds
    saved, better = "", ""
    if baseline and one is not baseline:
        better = f"{one.better} of {seeds}"
        if one.reached == baseline.reached == seeds and one.needed and baseline.needed:
            saved = f"{one.needed / baseline.needed - 1:+.0%}"
    needed = "–" if one.needed is None else f"{one.needed:,.0f}"
    reached = f"{one.reached} of {seeds}"
    return (one.strategy, number(one.mean_f, style), needed, reached, saved, better)


def _curve(one: Summary, found: Simulation, style: Style) -> Table:
    rows = [_cells(f"{stage.documents:,.0f}", stage, style) for stage in one.stages]
    rows.append(_cells("all", found.all, style))
    columns = ("documents", "words", "mentions", "hours", "F exact")
    return Table(f"{one.strategy}, means over {_seeds(found)}", columns, tuple(rows))


def _seeds(found: Simulation) -> str:
    return "1 seed" if found.plan.seeds == 1 else f"{found.plan.seeds} seeds"


def _cells(documents: str, stage: Stage, style: Style) -> tuple[str, ...]:
    return (
        documents,
        f"{stage.words:,.0f}",
        f"{stage.mentions:,.0f}",
        f"{stage.minutes / 60:,.1f}",
        number(stage.f, style),
    )


def picture(found: Simulation) -> str:
    """The curves as SVG: exact F against effort, with 95 % of the final F as a dashed line."""
    curves = {
        one.strategy: [(float(getattr(stage, found.effort)), stage.f) for stage in one.stages]
        for one in found.summaries
    }
    goal = GOAL * found.all.f
    scale = _Scale([place for curve in curves.values() for place in curve] + [(0.0, goal)])
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_WIDTH} {_HEIGHT}' role='img' "
        f"aria-label='F against {found.effort}'>",
        *scale.grid(),
        *_goal(scale, goal),
    ]
    for at, (name, curve) in enumerate(curves.items()):
        parts.append(_line(name, [scale(*place) for place in curve], at))
    middle = (_LEFT + _WIDTH - _RIGHT) // 2
    label = f"{found.effort} annotated"
    parts.append(f"<text x='{middle}' y='{_HEIGHT - 6}' text-anchor='middle'>{label}</text>")
    return "".join(parts) + "</svg>"


class _Scale:
    """Where values lie in the picture; round numbers at the lines of the grid."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.x_step = _step(max(x for x, _ in places) / _LINES)
        self.x_most = self.x_step * math.ceil(max(x for x, _ in places) / self.x_step)
        low, high = min(y for _, y in places), max(y for _, y in places)
        self.y_step = _step(max(high - low, 0.01) / _LINES)
        self.y_least = self.y_step * math.floor(low / self.y_step)
        self.y_most = self.y_step * math.ceil(high / self.y_step)

    def __call__(self, x: float, y: float) -> Place:
        across = x / self.x_most
        up = (y - self.y_least) / (self.y_most - self.y_least)
        return (
            round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * across, 1),
            round(_HEIGHT - _BELOW - (_HEIGHT - _BELOW - _TOP) * up, 1),
        )

    def grid(self) -> list[str]:
        """The lines of the grid with their numbers."""
        parts = []
        for at in range(round((self.y_most - self.y_least) / self.y_step) + 1):
            value = self.y_least + at * self.y_step
            _, y = self(0, value)
            parts.append(
                f"<line class='grid' stroke='#ccc' x1='{_LEFT}' x2='{_WIDTH - _RIGHT}' y1='{y}' "
                f"y2='{y}'/><text x='{_LEFT - 8}' y='{y + 4}' text-anchor='end'>{value:.2f}</text>"
            )
        for at in range(round(self.x_most / self.x_step) + 1):
            value = at * self.x_step
            x, _ = self(value, self.y_least)
            parts.append(
                f"<text x='{x}' y='{_HEIGHT - _BELOW + 18}' text-anchor='middle'>{value:,g}</text>"
            )
        return parts


def _step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (or 0.1, 0.05 …) that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * one for one in (1, 2, 5, 10) if power * one >= least * (1 - 1e-9))


def _goal(scale: _Scale, goal: float) -> list[str]:
    _, y = scale(0, goal)
    text = f"{GOAL * 100:g} % of the F with all documents"
    beside = y - 5 if y > _TOP + 16 else y + 15
    return [
        f"<line class='goal' stroke='#888' stroke-dasharray='5 4' x1='{_LEFT}' "
        f"x2='{_WIDTH - _RIGHT}' y1='{y}' y2='{y}'/>",
        f"<text x='{_LEFT + 6}' y='{beside}'>{text}</text>",
    ]


def _line(name: str, places: Sequence[Place], at: int) -> str:
    colour = _COLOURS[at % len(_COLOURS)]
    dots = "".join(f"<circle cx='{x}' cy='{y}' r='3' fill='{colour}'/>" for x, y in places)
    path = " ".join(f"{x},{y}" for x, y in places)
    # Names stand in the lower right corner, where a curve that rises leaves room.
    return (
        f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>{dots}"
        f"<text x='{_WIDTH - _RIGHT - 10}' y='{_HEIGHT - _BELOW - 12 - 17 * at}' text-anchor='end' "
        f"style='fill:{colour}'>{escape(name)}</text>"
    )


def page(found: Simulation, style: Style = "fraction") -> str:
    """The page of a simulation: one file, no scripts, no text of notes."""
    body = [
        "<h1>Which documents to annotate first</h1>",
        f"<p>{escape(said(found))}</p>",
        picture(found),
        *(_html(table) for table in tables(found, style)),
    ]
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Which documents to annotate first</title><style>{_STYLE}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )


def said(found: Simulation) -> str:
    """How it was done, in a sentence."""
    plan = found.plan
    return (
        f"{found.corpus or 'a corpus'}: {found.pool:,} documents to choose from, {found.tested:,} "
        f"kept aside by {found.kept_by} to score on; {plan.start} drawn by lot to start with, "
        f"then batches of {plan.batch}; {_seeds(found)}"
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
