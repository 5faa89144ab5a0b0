"""Parse written dates, shift them by days, and write them in their original form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

import msgspec

MONTHS = (
    "January February March April May June July August September October November December".split()
)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
#: The day and month assumed for a partial date: the middle of the month or of the year.
MID_MONTH, MID_YEAR = 15, 7
_MAX_YEARS_AHEAD = 2
_MAX_ABBREVIATION = 4


class DateFields(msgspec.Struct, frozen=True):
    """The fields of a written date; missing fields are 0."""

    year: int = 0
    month: int = 0
    day: int = 0


def parse_month(name: str) -> int:
    """Parse the name or abbreviation of a month."""
    start = name.strip(".").casefold()[:3]
    return next(
        number for number, month in enumerate(MONTHS, 1) if month.casefold().startswith(start)
    )


def expand_year(digits: str, reference: date | None) -> int:
    """Expand a year of two digits to a year at most two years after the note."""
    number = int(digits.strip("'’"))
    if number >= 100:
        return number
    latest = (reference.year if reference else 2030) + _MAX_YEARS_AHEAD
    century = latest // 100 * 100
    return century + number if century + number <= latest else century - 100 + number


def resolve_date(fields: DateFields, reference: date | None) -> date | None:
    """Resolve fields to a date, with a missing year nearest to the note; None if impossible."""
    years = [fields.year] if fields.year else _list_years(reference)
    near = reference or date(years[0], MID_YEAR, 1)
    days = [_make_date(year, fields) for year in years]
    return min((day for day in days if day), key=lambda day: abs(day - near), default=None)


def _list_years(reference: date | None) -> list[int]:
    year = reference.year if reference else 2004  # a leap year has 29 February
    return [year, year - 1, year + 1]


def _make_date(year: int, fields: DateFields) -> date | None:
    try:
        return date(
            year, fields.month or MID_YEAR, fields.day or (MID_MONTH if fields.month else 1)
        )
    except ValueError:
        return None


def shift_date(day: date, days: int) -> date:
    """Shift a date by days; a date at the limits of the calendar stays unchanged."""
    try:
        return day + timedelta(days)
    except OverflowError:
        return day


def shift_iso_date(text: str, days: int) -> str:
    """Shift a complete or partial ISO date or an ISO week; return other texts unchanged."""
    match = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(.*))?)?", text.strip(), re.DOTALL)
    if match is None:
        return _shift_iso_week(text, days)
    year, month, day = (int(part or 0) for part in match.groups()[:3])
    parsed = _make_date(year, DateFields(year, month, day)) if year >= 1 else None
    if parsed is None:
        return text
    new = shift_date(parsed, days).isoformat()
    return new[: len(match.group(1)) + 3 * (bool(month) + bool(day))] + (match.group(4) or "")


def _shift_iso_week(text: str, days: int) -> str:
    """Shift an ISO week by its Thursday; return other texts unchanged."""
    match = re.fullmatch(r"(\d{4})-W(\d\d)", text.strip())
    try:
        day = date.fromisocalendar(int(match[1]), int(match[2]), 4) if match else None
    except ValueError:
        day = None
    if day is None:
        return text
    year, week, _ = shift_date(day, days).isocalendar()
    return f"{year:04}-W{week:02}"


def rewrite_date(match: re.Match[str], names: Mapping[str, str], new: date) -> str:
    """Rewrite a matched date for another day.

    Args:
        match: The match of a date pattern.
        names: Group of the pattern -> field of the date.
        new: The new date.
    """
    pieces, position = [], match.start()
    fields = sorted(
        (match.start(group), match.end(group), field)
        for group, field in names.items()
        if match.group(group) is not None
    )
    # 3/9/2012 stays without leading zeros; 12/11/12 may need them.
    padded = not any(end - start == 1 for start, end, field in fields if field.startswith("number"))
    for start, end, field in fields:
        pieces.append(match.string[position:start])
        pieces.append(_format_field(field, match.string[start:end], new, padded=padded))
        position = end
    return "".join((*pieces, match.string[position : match.end()]))


def _format_field(field: str, old: str, new: date, *, padded: bool) -> str:
    if field == "day":
        return f"{new.day:02}" if old.startswith("0") else str(new.day)
    if field == "month":
        return _format_month(old, new.month)
    if field == "year":
        return _format_year(old, new.year)
    if field == "suffix":
        return _match_case(old, get_ordinal_suffix(new.day))
    if field == "weekday":
        return _match_case(old, WEEKDAYS[new.weekday()][: None if old.endswith("day") else 3])
    number = new.day if field == "number_day" else new.month
    return f"{number:02}" if padded or old.startswith("0") else str(number)


def _format_month(old: str, month: int) -> str:
    short = len(old) <= _MAX_ABBREVIATION and old.casefold() not in ("may", "june", "july")
    return _match_case(old, MONTHS[month - 1][: 3 if short else None])


def _format_year(old: str, year: int) -> str:
    apostrophe = old[0] if old[0] in "'’" else ""
    return apostrophe + (f"{year % 100:02}" if len(old) - len(apostrophe) == 2 else f"{year:04}")


def _match_case(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    return new.lower() if old.islower() else new


def get_ordinal_suffix(day: int) -> str:
    """Return the suffix of a day: st, nd, rd or th."""
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
