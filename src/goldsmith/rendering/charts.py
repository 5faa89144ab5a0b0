"""Line charts as SVG. A chart also works as a separate file, because it includes its colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from goldsmith.rendering.environment import render

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 40, 52
_TICKS = 5
#: Colour and dash pattern of each line; the dashes distinguish lines without colour.
_LINES = (("#a8741a", ""), ("#2f6fca", "7 4"), ("#2f7d46", "2 4"), ("#a03f8e", "9 4 2 4"))
_LEGEND_STEP = 7.0  # width of a character of the legend, on average


class Series(msgspec.Struct, frozen=True):
    """A line of a chart: its name and its points, (x, y) with y between 0 and 1."""

    name: str
    points: Sequence[tuple[float, float]]


class LineChart(msgspec.Struct, frozen=True):
    """A line chart whose y axis always runs from 0 to 1, so that charts can be compared."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    goal: tuple[str, float] | None = None
    """A dashed line across the chart: its label and its height."""
    x_ticks: tuple[float, ...] = ()
    """Positions of the numbers on the x axis; by default round numbers from 0."""


class _Mark(msgspec.Struct, frozen=True):
    """A position in the drawing with its text."""

    x: float
    y: float
    text: str


class _Line(msgspec.Struct, frozen=True):
    """A series as it is drawn, with its entry in the legend."""

    number: int
    name: str
    colour: str
    dashes: str
    points: tuple[_Mark, ...]
    legend_x: float

    @property
    def path(self) -> str:
        """The points in the syntax of an SVG polyline."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


def render_line_chart(chart: LineChart) -> Markup:
    """Render a chart as SVG, with a text description for screen readers."""
    greatest = max((x for series in chart.series for x, _ in series.points), default=1.0)
    x_ticks = chart.x_ticks or _find_ticks(greatest)
    x_end = max(greatest, *x_ticks) or 1.0
    return render(
        "line_chart.svg",
        chart=chart,
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=_TOP,
        bottom=_HEIGHT - _BOTTOM,
        lines=_place_lines(chart, x_end),
        x_ticks=[_Mark(_place_x(x, x_end), 0, f"{round(x, 1):,g}") for x in x_ticks],
        y_ticks=[_Mark(0, _place_y(tenth / 10), f"{tenth / 10:.1f}") for tenth in range(0, 11, 2)],
        goal=_place_goal(chart),
    )


def _place_lines(chart: LineChart, x_end: float) -> list[_Line]:
    lines: list[_Line] = []
    legend_x = float(_LEFT)
    for index, series in enumerate(chart.series):
        colour, dashes = _LINES[index % len(_LINES)]
        points = tuple(
            _Mark(_place_x(x, x_end), _place_y(y), f"{round(x, 1):,g} {chart.x_label}: {y:.3f}")
            for x, y in series.points
        )
        lines.append(_Line(index + 1, series.name, colour, dashes, points, round(legend_x, 1)))
        legend_x += 40 + _LEGEND_STEP * len(series.name)
    return lines


def _place_goal(chart: LineChart) -> _Mark | None:
    return _Mark(_LEFT, _place_y(chart.goal[1]), chart.goal[0]) if chart.goal else None


def _place_x(value: float, x_end: float) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * value / x_end, 1)


def _place_y(value: float) -> float:
    return round(_HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * min(max(value, 0.0), 1.0), 1)


def _find_ticks(greatest: float) -> tuple[float, ...]:
    """Find round numbers from 0 up to the greatest value or just above it."""
    step = _find_step(greatest / _TICKS) if greatest > 0 else 1.0
    return tuple(step * index for index in range(math.ceil(greatest / step - 1e-9) + 1))


def _find_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 … (or 0.5, 0.2, 0.1 …) that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
