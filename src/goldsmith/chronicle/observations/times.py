"""The bounds that temporal relations set."""

from __future__ import annotations

from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, OPEN_START, Limits
from goldsmith.chronicle.observations.schema_map import Edges
from goldsmith.text.timex_days import Days


class TimeRelation:
    """The bounds that a temporal relation sets, for times of any length."""

    def __init__(self, edges: Edges) -> None:
        fields = (edges.start_earliest, edges.start_latest, edges.end_earliest, edges.end_latest)
        self._edges = tuple(map(_parse_edge, fields))

    def limit(self, days: Days, *, is_now: bool = False) -> Limits:
        """Return the bounds of something that stands in this relation to a time.

        Args:
            days: The first and last day of the time.
            is_now: Whether the time is when the note was written: what was before may have been
                earlier that day.
        """
        values = [
            ANY_TIME[position]
            if edge is None
            else days[edge[0]] + (max(edge[1], 0) if is_now else edge[1])
            for position, edge in enumerate(self._edges)
        ]
        return close_limits(Limits(*values))


def _parse_edge(text: str) -> tuple[int, int] | None:
    """Read `last+1` as the position of the day in the time, and the days to add."""
    if not text:
        return None
    name = text.rstrip("0123456789+-")
    return ("first", "last").index(name), int(text.removeprefix(name) or 0)


def intersect(first: Limits, second: Limits) -> Limits:
    """Return the bounds that hold if both do; see `is_possible`."""
    if first == ANY_TIME:
        return second
    if second == ANY_TIME:
        return first
    # Spelt out, because every mention passes here several times.
    start_earliest = first[0] if first[0] >= second[0] else second[0]
    start_latest = first[1] if first[1] <= second[1] else second[1]
    end_earliest = first[2] if first[2] >= second[2] else second[2]
    end_latest = first[3] if first[3] <= second[3] else second[3]
    return Limits(
        start_earliest,
        start_latest if start_latest <= end_latest else end_latest,
        end_earliest if end_earliest >= start_earliest else start_earliest,
        end_latest,
    )


def close_limits(limits: Limits) -> Limits:
    """Narrow the bounds by the fact that nothing ends before it starts."""
    start_earliest, start_latest, end_earliest, end_latest = limits
    if start_latest > end_latest or end_earliest < start_earliest:
        return Limits(
            start_earliest,
            min(start_latest, end_latest),
            max(end_earliest, start_earliest),
            end_latest,
        )
    return limits


def is_possible(limits: Limits) -> bool:
    """Return whether some start and end are within the bounds."""
    return limits[0] <= limits[1] and limits[2] <= limits[3]


def make_day(limits: Limits) -> Limits:
    """Return the bounds of something that starts and ends on the same day."""
    earliest, latest = max(limits[0], limits[2]), min(limits[1], limits[3])
    return Limits(earliest, latest, earliest, latest)


def is_open(limits: Limits) -> bool:
    """Return whether nothing is known of the time."""
    return limits == (OPEN_START, OPEN_END, OPEN_START, OPEN_END)
