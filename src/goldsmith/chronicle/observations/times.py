"""Derive bounds from temporal relations, and combine bounds."""

from __future__ import annotations

from functools import lru_cache

from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, OPEN_START, Limits
from goldsmith.chronicle.observations.schema_map import Edges
from goldsmith.text.timex_days import Days


class TimeRelation:
    """Computes the bounds that a temporal relation sets, for times of any length."""

    def __init__(self, edges: Edges) -> None:
        fields = (edges.start_earliest, edges.start_latest, edges.end_earliest, edges.end_latest)
        parsed = [_parse_edge(field, ANY_TIME[place]) for place, field in enumerate(fields)]
        self._days = tuple(day for day, _ in parsed)
        self._shifts = tuple(shift for _, shift in parsed)
        self._shifts_now = tuple(max(shift, 0) for _, shift in parsed)
        #: `_limit` with a cache, because notes name the same days over and over.
        self.limit = lru_cache(maxsize=1 << 14)(self._limit)

    def _limit(self, days: Days, is_now: bool = False) -> Limits:
        """Return the bounds of something that has this relation to a time.

        Args:
            days: The first and last day of the time.
            is_now: Whether the time is the day of the note; something "before" it may have
                happened earlier that day.
        """
        values = (*days, OPEN_START, OPEN_END)
        first, last, until, end = self._days
        shifts = self._shifts_now if is_now else self._shifts
        start_earliest, start_latest = values[first] + shifts[0], values[last] + shifts[1]
        end_earliest, end_latest = values[until] + shifts[2], values[end] + shifts[3]
        # Nothing ends before it starts: see close_limits.
        return (
            start_earliest,
            start_latest if start_latest <= end_latest else end_latest,
            end_earliest if end_earliest >= start_earliest else start_earliest,
            end_latest,
        )


#: The names of the days of a time; the two open bounds follow them in `_limit`.
_DAYS = ("first", "last")


def _parse_edge(text: str, open_bound: int) -> tuple[int, int]:
    """Parse `last+1` into the index of the day and the days to add; "" is an open bound."""
    if not text:
        return len(_DAYS) + (open_bound == OPEN_END), 0
    name = text.rstrip("0123456789+-")
    return _DAYS.index(name), int(text.removeprefix(name) or 0)


def intersect(first: Limits, second: Limits) -> Limits:
    """Return the intersection of two sets of bounds, which may be empty; see `is_possible`."""
    if first == ANY_TIME:
        return second
    if second == ANY_TIME:
        return first
    # Written out for speed: this runs several times for every mention.
    start_earliest = first[0] if first[0] >= second[0] else second[0]
    start_latest = first[1] if first[1] <= second[1] else second[1]
    end_earliest = first[2] if first[2] >= second[2] else second[2]
    end_latest = first[3] if first[3] <= second[3] else second[3]
    return (
        start_earliest,
        start_latest if start_latest <= end_latest else end_latest,
        end_earliest if end_earliest >= start_earliest else start_earliest,
        end_latest,
    )


def close_limits(limits: Limits) -> Limits:
    """Narrow the bounds by the fact that nothing ends before it starts."""
    start_earliest, start_latest, end_earliest, end_latest = limits
    if start_latest > end_latest or end_earliest < start_earliest:
        return (
            start_earliest,
            min(start_latest, end_latest),
            max(end_earliest, start_earliest),
            end_latest,
        )
    return limits


def is_possible(limits: Limits) -> bool:
    """Return whether any start and end satisfy the bounds."""
    return limits[0] <= limits[1] and limits[2] <= limits[3]


def make_day(limits: Limits) -> Limits:
    """Return the bounds of something that starts and ends on the same day."""
    earliest, latest = max(limits[0], limits[2]), min(limits[1], limits[3])
    return (earliest, latest, earliest, latest)


def is_open(limits: Limits) -> bool:
    """Return whether all bounds are open."""
    return limits == (OPEN_START, OPEN_END, OPEN_START, OPEN_END)
