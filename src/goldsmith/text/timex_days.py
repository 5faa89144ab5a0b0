"""The days that the value of a time expression covers."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

Days = tuple[int, int]
_CALENDAR: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T.*)?")
_WEEK: Final = re.compile(r"(\d{4})-W(\d\d)(?:-(\d))?")
_PART: Final = re.compile(r"(\d{4})-(SP|SU|FA|WI|H[12]|Q[1-4])")
_DECADE: Final = re.compile(r"(\d{3})X?")
#: Part of a year -> its first month and its number of months.
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
    """Return the first and last day that the value of a TIMEX3 covers, or None for a duration.

    Example:
        >>> first, last = parse_days("2009-05")
        >>> date.fromordinal(first), date.fromordinal(last)
        (datetime.date(2009, 5, 1), datetime.date(2009, 5, 31))
    """
    try:
        for pattern, read in _READERS:
            if match := pattern.fullmatch(value):
                return read(match)
    except ValueError:  # 2009-02-30 does not exist
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
    """Return the ordinal of the day of an ISO date, with or without a time; 0 if it is invalid."""
    days = parse_days(value.strip())
    return days[0] if days and days[0] == days[1] else 0
