"""Arithmetic on calendar points."""

from __future__ import annotations

import calendar
import datetime
from typing import Final

from msgspec.structs import replace

from goldsmith.components.temporal.resolution.values import COMPOUND_UNITS, Point

_SEASONS: Final = ("WI", "WI", "SP", "SP", "SP", "SU", "SU", "SU", "FA", "FA", "FA", "WI")
_SEASON_MONTHS: Final = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}
_CLOCK_SECONDS: Final = {"TS": 1, "TM": 60, "TH": 3600}
_DAYS: Final = {"D": 1, "WE": 7, "W": 7}
_MONTHS: Final = {"M": 1, "Q": 3, "Y": 12}


def parse_date(text: str) -> Point | None:
    """Parse a full or partial ISO date; return None if it is not one.

    Example:
        >>> parse_date("2008-03")
        Point(year=2008, month=3)
    """
    parts = text[:10].split("-")
    if not all(part.isdigit() for part in parts) or len(parts) > 3:
        return None
    year, month, day = ([int(part) for part in parts] + [None, None])[:3]
    point = Point(year, month, day)
    return point if is_possible(point) else None


def is_possible(point: Point) -> bool:
    """Return whether the calendar has such a day."""
    if point.year is not None and not 1 <= point.year <= 9998:
        return False
    if point.month is None:
        return True
    if not 1 <= point.month <= 12:
        return False
    last = 29 if point.year is None and point.month == 2 else _count_days(point)
    return point.day is None or 1 <= point.day <= last


def _count_days(point: Point) -> int:
    return calendar.monthrange(point.year or 2000, point.month or 1)[1]


def to_date(point: Point) -> datetime.date | None:
    """Return the first day of a point; None if its year is unknown."""
    if point.year is None:
        return None
    if point.week is not None:
        weeks = datetime.date(point.year, 12, 28).isocalendar().week
        return datetime.date.fromisocalendar(
            point.year, min(point.week, weeks), point.weekday or (6 if point.weekend else 1)
        )
    month = point.month or (
        3 * point.quarter - 2
        if point.quarter
        else 6 * point.half - 5
        if point.half
        else _SEASON_MONTHS.get(point.season, 1)
    )
    return datetime.date(point.year, month, point.day or 1)


def from_date(day: datetime.date) -> Point:
    """Return a day as a point."""
    return Point(day.year, day.month, day.day)


def truncate(point: Point, unit: str) -> Point:
    """Return the week, month, year or other unit that contains a point.

    Missing fields stay unknown: a year has no known month.
    """
    day = to_date(point)
    if day is None or _is_coarser(point, unit):
        return point
    if unit in ("W", "WE"):
        year, week, _ = day.isocalendar()
        return Point(year, week=week, weekend=unit == "WE")
    if unit == "M":
        return Point(day.year, day.month)
    if unit == "Q":
        return Point(day.year, quarter=(day.month + 2) // 3)
    if unit == "Y":
        return Point(day.year)
    if unit == "DE":
        return Point(decade=day.year // 10)
    if unit == "CE":
        return Point(century=day.year // 100)
    return from_date(day)


def _is_coarser(point: Point, unit: str) -> bool:
    """Return whether a point is coarser than a unit: a year has no day."""
    if unit in ("Y", "DE", "CE"):
        return False
    if point.month is None and point.week is None and not point.quarter:
        return True
    return unit not in ("M", "Q") and point.day is None and point.week is None


def shift(point: Point, amount: float, unit: str) -> Point:
    """Return the point `amount` units later, with the unit's precision: months later is a month.

    Weeks are precise to the day; half a month or year is precise to the next finer unit.
    """
    factor, base = COMPOUND_UNITS.get(unit, (1, unit))
    count = amount * factor
    if base in _CLOCK_SECONDS:
        return _shift_clock(point, count * _CLOCK_SECONDS[base])
    if _is_coarser(point, "D" if base in _DAYS else "M" if base != "Y" else "Y"):
        return Point()
    if base in _DAYS:
        return _shift_days(point, count * _DAYS[base])
    months = count * _MONTHS[base]
    if base == "Y" and months % 12 == 0:
        return truncate(_shift_months(point, int(months)), "Y")
    return truncate(_shift_months(point, round(months)), "M")


def _shift_days(point: Point, days: float) -> Point:
    day = to_date(point)
    try:
        return from_date(day + datetime.timedelta(days=round(days))) if day else Point()
    except OverflowError:
        return Point()


def _shift_months(point: Point, months: int) -> Point:
    if point.year is None:
        return Point()
    total = point.year * 12 + (point.month or 1) - 1 + months
    year, month = divmod(total, 12)
    return Point(year, month + 1) if 1 <= year <= 9998 else Point()


def _shift_clock(point: Point, seconds: float) -> Point:
    """Shift a time of day; without one, shift whole days and leave the rest unknown."""
    day = to_date(point)
    if day is None or point.day is None:
        return Point()
    if point.hour is None:
        whole = _shift_days(point, int(seconds / 86400))
        return whole if seconds % 86400 == 0 or abs(seconds) < 86400 else Point()
    moment = datetime.datetime(day.year, day.month, day.day, point.hour % 24, point.minute or 0)
    moment += datetime.timedelta(seconds=seconds)
    return Point(
        moment.year, moment.month, moment.day, hour=moment.hour, minute=moment.minute,
        zone=point.zone,
    )  # fmt: skip


def step_unit(point: Point, step: int, unit: str) -> Point:
    """Return the unit `step` steps from the unit that contains a point: last week, next month."""
    if unit in ("D", "TH", "TM"):
        return shift(point, step, "D")
    own = truncate(point, unit)
    if own == point and _is_coarser(point, unit):
        return Point()
    if unit in ("W", "WE"):
        moved = _shift_days(point, 7 * step)
        return truncate(moved, unit) if moved.year is not None else moved
    if unit == "DE" and own.decade is not None:
        return Point(decade=own.decade + step)
    if unit == "CE" and own.century is not None:
        return Point(century=own.century + step)
    months = {"M": 1, "Q": 3, "Y": 12}.get(unit, 0) * step
    return truncate(_shift_months(_to_month(point), months), unit) if months else own


def _to_month(point: Point) -> Point:
    day = to_date(point)
    return Point() if day is None else Point(day.year, day.month)


def get_season(day: datetime.date) -> str:
    """Return the season of a day in the northern hemisphere."""
    return _SEASONS[day.month - 1]


def find_near(day: datetime.date, fits: Point, direction: int, *, include: bool) -> Point:
    """Find the next point before or after a day that fits a weekday, day, month or season.

    Args:
        day: The day to search from.
        fits: The fields to fit.
        direction: -1 for before, 1 for after.
        include: Whether to include the day itself, or its month.
    """
    if fits.weekday is not None and fits.day is None:
        distance = (
            (fits.weekday - day.isoweekday()) % 7
            if direction > 0
            else -((day.isoweekday() - fits.weekday) % 7)
        )
        if distance == 0 and not include:
            distance = 7 * direction
        return _shift_days(from_date(day), distance)
    return _find_year(day, fits, direction, include=include)


def _find_year(day: datetime.date, fits: Point, direction: int, *, include: bool) -> Point:
    """Find the year in which a point without a year is nearest in a direction."""
    for year in range(day.year, day.year + 9 * direction, direction):
        point = replace(fits, year=year)
        if not is_possible(point):
            continue
        first = to_date(point)
        if first is None:
            break
        present = to_date(_get_same_kind(day, fits)) or day
        if (first - present).days * direction > 0 or (first == present and include):
            return point
    return fits


def _get_same_kind(day: datetime.date, fits: Point) -> Point:
    """Return the point of a day with the same precision as `fits`."""
    if fits.day is not None:
        return from_date(day)
    if fits.quarter:
        return truncate(from_date(day), "Q")
    if fits.half:
        return Point(day.year, half=1 + (day.month > 6))
    if fits.season:
        year = day.year - (day.month < 3)
        return Point(year, season=get_season(day))
    return Point(day.year, day.month)
