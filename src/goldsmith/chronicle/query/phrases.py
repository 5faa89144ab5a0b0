"""Write a description of events as SQL: times, lengths, statuses and links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from goldsmith.chronicle.query.model import EventPhrase, Landmark, Length, Point, Timing
from goldsmith.chronicle.query.periods import Bound, Parameters, PointCompiler, compare

_START, _END = Bound("e.s0", "e.s1"), Bound("e.e0", "e.e1")
#: Statuses in which a problem is present.
_PRESENT = ("active", "recurrent")
_SAME_EVENT = "{0}.patient = e.patient AND {0}.event = e.event"


class Owner(Protocol):
    """The compiler that a description belongs to."""

    parameters: Parameters

    def add_phrase(self, event: EventPhrase) -> int:
        """Add a description of events, and return its number."""


def write_phrase(event: EventPhrase, base: str, owner: Owner) -> str:
    """Return a query for the events that match a description.

    Args:
        event: The description.
        base: The flag for the part of the description that depends on a single event.
        owner: The compiler.
    """
    points = PointCompiler(owner, owner.parameters)
    conditions = [base]
    for timing in event.timings:
        conditions += _write_timing(timing, points, possibly=event.possibly)
    conditions += [_write_length(length, points, event.possibly) for length in event.lengths]
    if event.status:
        conditions.append(_write_status(event, points))
    conditions += _write_related(event, owner)
    joins = "".join(f"\n  JOIN {table} ON {on}" for table, on in points.joins)
    where = "\n    AND ".join(conditions)
    return (
        "  SELECT DISTINCT e.patient, e.event, e.s0, e.s1, e.e0, e.e1\n"
        f"  FROM events e JOIN patients p ON p.patient = e.patient{joins}\n"
        f"  WHERE {where}"
    )


def _write_timing(timing: Timing, points: PointCompiler, *, possibly: bool) -> list[str]:
    window = timing.window
    if timing.part == "all":
        return _write_cover(timing, points, possibly=possibly)
    start = _END if timing.part == "end" else _START
    end = _START if timing.part == "start" else _END
    return points.compare_window(start, end, window, possibly=possibly)


def _write_cover(timing: Timing, points: PointCompiler, *, possibly: bool) -> list[str]:
    """Return the conditions that an event covers a window."""
    parts = []
    if low := timing.window.low:
        point = points.compile(low.point)
        parts.append(compare(_START, point, inclusive=True, possibly=possibly))
    if high := timing.window.high:
        point = points.compile(high.point)
        parts.append(compare(point, _END, inclusive=True, possibly=possibly))
    return parts


def _write_length(length: Length, points: PointCompiler, possibly: bool) -> str:
    shifted = Bound(*(points.shift(day, length.duration) for day in _START))
    first, second = (shifted, _END) if length.comparison == "at least" else (_END, shifted)
    return compare(first, second, inclusive=True, possibly=possibly)


# Status


def _write_status(event: EventPhrase, points: PointCompiler) -> str:
    """Return the condition that an event has a status at a time.

    The last status change up to that time determines the status. An event without status changes
    is active while it lasts, and resolved after its end.
    """
    names = points.parameters.add(list(_PRESENT if event.status == "active" else [event.status]))
    if event.status == "recurrent" and event.status_at is None:
        return (
            f"EXISTS (SELECT 1 FROM statuses c WHERE {_SAME_EVENT.format('c')} "
            f"AND list_contains({names}, c.status))"
        )
    point = event.status_at or Landmark("end of record")
    day = points.compile(point)
    possibly = event.possibly
    holds = compare(_since("c"), day, inclusive=True, possibly=possibly)
    ends = compare(_since("d"), day, inclusive=True, possibly=not possibly)
    stated = (
        f"EXISTS (SELECT 1 FROM statuses c WHERE {_SAME_EVENT.format('c')} "
        f"AND list_contains({names}, c.status) AND {holds} AND NOT EXISTS (SELECT 1 FROM "
        f"statuses d WHERE {_SAME_EVENT.format('d')} AND d.number > c.number AND {ends}))"
    )
    silent = f"NOT EXISTS (SELECT 1 FROM statuses c WHERE {_SAME_EVENT.format('c')})"
    derived = _derive_status(event, point, points)
    return f"({stated} OR ({silent} AND {derived}))"


def _since(alias: str) -> Bound:
    return Bound(f"{alias}.since_earliest", f"{alias}.since_latest")


def _derive_status(event: EventPhrase, point: Point, points: PointCompiler) -> str:
    day, possibly = points.compile(point), event.possibly
    if event.status == "resolved":
        return compare(_END, day, inclusive=False, possibly=possibly)
    if event.status == "recurrent":
        return "false"
    begins = compare(_START, day, inclusive=True, possibly=possibly)
    lasts = compare(day, _END, inclusive=True, possibly=possibly)
    return f"({begins} AND {lasts})"


# Links


def _write_related(event: EventPhrase, owner: Owner) -> Iterator[str]:
    for related in event.related:
        number = owner.add_phrase(related.event)
        kind = owner.parameters.add(related.type)
        yield (
            "EXISTS (SELECT 1 FROM links l JOIN "
            f"phrase_{number} r ON r.patient = l.patient AND r.event = l.second "
            f"WHERE l.patient = e.patient AND l.first = e.event AND l.type = {kind})"
        )
