"""Write points and windows of time as SQL: each point is a pair of expressions, its bounds."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from goldsmith.chronicle.query.model import (
    Day,
    Duration,
    Edge,
    EventPhrase,
    Landmark,
    Limit,
    Point,
    Shift,
    Window,
)

_LANDMARKS = {
    "birth": ("p.born_earliest", "p.born_latest"),
    "death": ("p.died_earliest", "p.died_latest"),
    "end of record": ("p.last_day", "p.last_day"),
}
#: The bounds of the first or last of several events. The earliest day of the first event is unknown
#: if that of any event is open; likewise the latest day of the last event.
_PICKS = {
    "first": ("CASE WHEN bool_or({0} IS NULL) THEN NULL ELSE min({0}) END", "min({1})"),
    "last": ("max({0})", "CASE WHEN bool_or({1} IS NULL) THEN NULL ELSE max({1}) END"),
}


class Bound(NamedTuple):
    """The earliest and latest day of a point, as SQL."""

    earliest: str
    latest: str


class Parameters:
    """The parameter values of a statement."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def add(self, value: Any) -> str:
        """Add a value, and return its placeholder."""
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"${name}"


class Phrases(Protocol):
    """A collection of event descriptions."""

    def add_phrase(self, event: EventPhrase) -> int:
        """Add a description of events, and return its number."""


class PointCompiler:
    """Compiles points; `joins` collects the tables they need, each with its join condition.

    The table of patients has the alias `p`. An event to which a window refers twice, as in
    `during`, is joined once.
    """

    def __init__(self, phrases: Phrases, parameters: Parameters) -> None:
        self.parameters, self._phrases = parameters, phrases
        self._aliases: dict[tuple[EventPhrase, str, str], str] = {}
        self.joins: list[tuple[str, str]] = []

    def compile(self, point: Point) -> Bound:
        """Return the bounds of a point."""
        match point:
            case Day(date):
                day = f"{self.parameters.add(date)}::DATE"
                return Bound(day, day)
            case Landmark(name):
                return Bound(*_LANDMARKS[name])
            case Shift(inner, duration, sign):
                bound = self.compile(inner)
                return Bound(*(self.shift(day, duration, sign) for day in bound))
            case Edge(edge, event, pick):
                alias = self._join(event, pick, edge if pick else "")
                return Bound(f"{alias}.{edge[0]}0", f"{alias}.{edge[0]}1")

    def shift(self, day: str, duration: Duration, sign: int = 1) -> str:
        """Return an expression for a day shifted by a duration; earlier if `sign` is negative."""
        count = self.parameters.add(duration.count)
        operator = "+" if sign > 0 else "-"
        return f"({day} {operator} to_{duration.unit}s({count}::INTEGER))::DATE"

    def _join(self, event: EventPhrase, pick: str, edge: str) -> str:
        key = (event, pick, edge)
        if key not in self._aliases:
            table = f"phrase_{self._phrases.add_phrase(event)}"
            alias = self._aliases[key] = f"a{len(self._aliases)}"
            if pick:
                table = _write_pick(table, pick, edge)
            self.joins.append((f"{table} {alias}", f"{alias}.patient = p.patient"))
        return self._aliases[key]

    def compare_window(
        self, start: Bound, end: Bound, window: Window, *, possibly: bool
    ) -> list[str]:
        """Return conditions that `start` is not after the window and `end` is not before it."""
        parts = []
        if window.low:
            parts.append(self._compare(window.low, end, possibly=possibly, is_low=True))
        if window.high:
            parts.append(self._compare(window.high, start, possibly=possibly, is_low=False))
        return parts

    def _compare(self, limit: Limit, day: Bound, *, possibly: bool, is_low: bool) -> str:
        point = self.compile(limit.point)
        first, second = (point, day) if is_low else (day, point)
        return compare(first, second, inclusive=limit.inclusive, possibly=possibly)


def compare(first: Bound, second: Bound, *, inclusive: bool, possibly: bool) -> str:
    """Return the condition that one point is before another."""
    operator = "<=" if inclusive else "<"
    if possibly:
        return f"coalesce({first.earliest} {operator} {second.latest}, true)"
    return f"{first.latest} {operator} {second.earliest}"


def _write_pick(table: str, pick: str, edge: str) -> str:
    """Return a subquery for each patient's first or last start or end, ignoring undated events."""
    low, high = f"{edge[0]}0", f"{edge[0]}1"
    first, last = (part.format(low, high) for part in _PICKS[pick])
    return (
        f"(SELECT patient, {first} AS {low}, {last} AS {high} FROM {table} "
        f"WHERE {low} IS NOT NULL OR {high} IS NOT NULL GROUP BY patient)"
    )
