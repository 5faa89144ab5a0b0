"""Dates moved by a number of days and written in the shape they had."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

import msgspec

MONTHS = (
    "January February March April May June July August September October November December".split()
)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
#: Where a partial date stands for the whole: the middle of a month, the middle of a year.
MID_MONTH, MID_YEAR = 15, 7
_NEXT_YEARS = 2
_ABBREVIATED = 4


class Fields(msgspec.Struct, frozen=True):
    """What a written date says; what it does not say is 0."""

    year: int = 0
    month: int = 0
    day: int = 0


def month_number(name: str) -> int:
    """The month that a name or its beginning means."""
    start = name.strip(".").casefold()[:3]
    return next(n for n, month in enumerate(MONTHS, 1) if month.casefold().startswith(start))


def full_year(digits: str, reference: date | None) -> int:
    """The year that two or four digits mean: not much later than the note, else a century ago."""
    number = int(digits.strip("'’"))
    if number >= 100:
        return number
    latest = (reference.year if reference else 2030) + _NEXT_YEARS
    century = latest // 100 * 100
    return century + number if century + number <= latest else century - 100 + number


def resolve(fields: Fields, reference: date | None) -> date | None:
    """The day meant; a missing year is the one nearest to the note, or nothing if impossible."""
    years = [fields.year] if fields.year else _years(reference)
    near = reference or date(years[0], MID_YEAR, 1)
    days = [_day(year, fields) for year in years]
    return min((day for day in days if day), key=lambda day: abs(day - near), default=None)


def _years(reference: date | None) -> list[int]:
    year = reference.year if reference else 2004  # a leap year: 29 February exists
    return [year, year - 1, year + 1]


def _day(year: int, fields: Fields) -> date | None:
    try:
        return date(
            year, fields.month or MID_YEAR, fields.day or (MID_MONTH if fields.month else 1)
        )
    except ValueError:
        return None


def shifted(day: date, days: int) -> date:
    """The day moved; at the ends of the calendar it stays where it is."""
    try:
        return day + timedelta(days)
    except OverflowError:
        return day


def iso(text: str, days: int) -> str:
    """An ISO date, as far as it is known, moved by some days; anything else as it is."""
    match = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(.*))?)?", text.strip(), re.DOTALL)
    if match is None:
        return _week(text, days)
    year, month, day = (int(part or 0) for part in match.groups()[:3])
    meant = _day(year, Fields(year, month, day)) if year >= 1 else None
    if meant is None:
        return text
    new = shifted(meant, days).isoformat()
    return new[: len(match.group(1)) + 3 * (bool(month) + bool(day))] + (match.group(4) or "")


def _week(text: str, days: int) -> str:
    """An ISO week moved by some days, counted from its Thursday; anything else as it is."""
    match = re.fullmatch(r"(\d{4})-W(\d\d)", text.strip())
    try:
        day = date.fromisocalendar(int(match[1]), int(match[2]), 4) if match else None
    except ValueError:
        day = None
    if day is None:
        return text
    year, week, _ = shifted(day, days).isocalendar()
    return f"{year:04}-W{week:02}"


def written(match: re.Match[str], names: Mapping[str, str], new: date) -> str:
    """The match with its fields rewritten for another day; `names` says which group is which."""
    out, at = [], match.start()
    fields = sorted(
        (match.start(group), match.end(group), field)
        for group, field in names.items()
        if match.group(group) is not None
    )
    # 3/9/2012 stays without noughts; 12/11/12 gets one where it needs it.
    wide = not any(end - start == 1 for start, end, field in fields if field.startswith("number"))
    for start, end, field in fields:
        out.append(match.string[at:start])
        out.append(_field(field, match.string[start:end], new, wide=wide))
        at = end
    return "".join((*out, match.string[at : match.end()]))


def _field(field: str, old: str, new: date, *, wide: bool) -> str:
    if field == "day":
        return f"{new.day:02}" if old.startswith("0") else str(new.day)
    if field == "month":
        return _month(old, new.month)
    if field == "year":
        return _year(old, new.year)
    if field == "suffix":
        return _cased(old, ordinal(new.day))
    if field == "weekday":
        return _cased(old, WEEKDAYS[new.weekday()][: None if old.endswith("day") else 3])
    number = new.day if field == "number_day" else new.month
    return f"{number:02}" if wide or old.startswith("0") else str(number)


def _month(old: str, month: int) -> str:
    short = len(old) <= _ABBREVIATED and old.casefold() not in ("may", "june", "july")
    return _cased(old, MONTHS[month - 1][: 3 if short else None])


def _year(old: str, year: int) -> str:
    mark = old[0] if old[0] in "'’" else ""
    return mark + (f"{year % 100:02}" if len(old) - len(mark) == 2 else f"{year:04}")


def _cased(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    return new.lower() if old.islower() else new


def ordinal(day: int) -> str:
    """The letters behind a day: st, nd, rd, th."""
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
