"""The days that values of time expressions cover, and the bounds that temporal relations set."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from goldsmith.chronicle.observations.model import ANY_TIME, OPEN_END, OPEN_START, Limits
from goldsmith.chronicle.observations.schema_map import Edges

Days = tuple[int, int]
_CALENDAR: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T.*)?")
_WEEK: Final = re.compile(r"(\d{4})-W(\d\d)(?:-(\d))?")
_PART: Final = re.compile(r"(\d{4})-(SP|SU|FA|WI|H[12]|Q[1-4])")
_DECADE: Final = re.compile(r"(\d{3})X?")
#: Part of a year -> its first month, and how many months it has.
_MONTHS: Final = {
    "SP": (3, 3),
    "SU": (6, 3),
    "FA": (9, 3),
    "WI": (12, 3),
    "H1": (1, 6),
    "H2": (7, 6),
    "Q1": (1, 3),
    "Q2": (4, 3),
    "Q3": (7, 3),
    "Q4": (10, 3),
}


@lru_cache(maxsize=1 << 16)
def parse_days(value: str) -> Days | None:
    """Return the first and last day that the value of a TIMEX3 covers; None for lengths of time.

    Example:
        >>> first, last = parse_days("2009-05")
        >>> date.fromordinal(first), date.fromordinal(last)
        (datetime.date(2009, 5, 1), datetime.date(2009, 5, 31))
    """
    try:
        for pattern, read in _READERS:
            if match := pattern.fullmatch(value):
                return read(match)
    except ValueError:  # 2009-02-30: no such day
        return None
    return None


def _read_calendar(match: re.Match[str]) -> Days:
    year, month, day = match.groups()
    if day:
        exact = datetime.date(int(year), int(month), int(day)).toordinal()
        return exact, exact
    return _cover_months(int(year), int(month), 1) if month else _cover_months(int(year), 1, 12)


def _read_week(match: re.Match[str]) -> Days:
    year, week, day = match.groups()
    first = datetime.date.fromisocalendar(int(year), int(week), int(day or 1)).toordinal()
    return first, first if day else first + 6


def _read_part(match: re.Match[str]) -> Days:
    return _cover_months(int(match[1]), *_MONTHS[match[2]])


def _read_decade(match: re.Match[str]) -> Days:
    return _cover_months(int(match[1]) * 10, 1, 120)


_READERS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Days]], ...]] = (
    (_CALENDAR, _read_calendar),
    (_WEEK, _read_week),
    (_PART, _read_part),
    (_DECADE, _read_decade),
)


def _cover_months(year: int, month: int, count: int) -> Days:
    years, index = divmod(month - 1 + count - 1, 12)
    last_year, last_month = year + years, index + 1
    last = calendar.monthrange(last_year, last_month)[1]
    return (
        datetime.date(year, month, 1).toordinal(),
        datetime.date(last_year, last_month, last).toordinal(),
    )


def parse_day(value: str) -> int:
    """Return the day of an ISO date, with or without a time; 0 if it is none."""
    days = parse_days(value.strip())
    return days[0] if days and days[0] == days[1] else 0


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
