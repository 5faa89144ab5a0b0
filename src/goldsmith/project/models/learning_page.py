"""A simulation of annotating as tables, a picture of its curves, and a page of both."""

from __future__ import annotations

import math
from collections.abc import Sequence

from goldsmith.project.agreement.tables import Style, number
from goldsmith.project.models.learning_curves import GOAL, Simulation, Stage, Summary
from goldsmith.rendering import page as pages
from goldsmith.rendering.table import Table

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BELOW = 50, 20, 14, 44
_LINES = 5
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
    parts = [*scale.grid(), *_goal(scale, goal)]
    for at, (name, curve) in enumerate(curves.items()):
        parts += _line(name, [scale(*place) for place in curve], at)
    middle = (_LEFT + _WIDTH - _RIGHT) // 2
    parts.append(pages.text(middle, _HEIGHT - 6, f"{found.effort} annotated", anchor="middle"))
    return pages.svg(f"F against {found.effort}", _WIDTH, _HEIGHT, parts)


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
            parts.append(pages.level(y, _LEFT, _WIDTH - _RIGHT))
            parts.append(pages.text(_LEFT - 8, y + 4, f"{value:.2f}", anchor="end"))
        for at in range(round(self.x_most / self.x_step) + 1):
            value = at * self.x_step
            x, _ = self(value, self.y_least)
            below = _HEIGHT - _BELOW + 18
            parts.append(pages.text(x, below, f"{value:,g}", anchor="middle"))
        return parts


def _step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (or 0.1, 0.05 …) that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * one for one in (1, 2, 5, 10) if power * one >= least * (1 - 1e-9))


def _goal(scale: _Scale, goal: float) -> tuple[str, str]:
    _, y = scale(0, goal)
    words = f"{GOAL * 100:g} % of the F with all documents"
    beside = y - 5 if y > _TOP + 16 else y + 15
    line = pages.level(y, _LEFT, _WIDTH - _RIGHT, goal=True)
    return line, pages.text(_LEFT + 6, beside, words)


def _line(name: str, places: Sequence[Place], at: int) -> tuple[str, str]:
    """A curve, and its name in the lower right corner, where a curve that rises leaves room."""
    colour = pages.COLOURS[at % len(pages.COLOURS)]
    x, y = _WIDTH - _RIGHT - 10, _HEIGHT - _BELOW - 12 - 17 * at
    return pages.curve(places, colour), pages.text(x, y, name, anchor="end", colour=colour)


def page(found: Simulation, style: Style = "fraction") -> str:
    """The page of a simulation: one file, no scripts, no text of notes."""
    needed, *curves = tables(found, style)
    body = [
        pages.paragraph(said(found)),
        picture(found),
        pages.table(needed),
        pages.beside(map(pages.table, curves)),
    ]
    return pages.shell("Which documents to annotate first", body)


def said(found: Simulation) -> str:
    """How it was done, in a sentence."""
    plan = found.plan
    return (
        f"{found.corpus or 'a corpus'}: {found.pool:,} documents to choose from, {found.tested:,} "
        f"kept aside by {found.kept_by} to score on; {plan.start} drawn by lot to start with, "
        f"then batches of {plan.batch}; {_seeds(found)}"
    )
