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
#: Season -> its middle month.
SEASONS = {"winter": 1, "spring": 4, "summer": 7, "autumn": 10, "fall": 10}
ROMAN_MONTHS = "i ii iii iv v vi vii viii ix x xi xii".split()
_MAX_YEARS_AHEAD = 2
_MAX_ABBREVIATION = 4


class DateFields(msgspec.Struct, frozen=True):
    """The fields of a written date; missing fields are 0."""

    year: int = 0
    month: int = 0
    day: int = 0


def parse_weekday(name: str) -> int:
    """Parse the name or abbreviation of a weekday; Monday is 0."""
    return [day[:3].casefold() for day in WEEKDAYS].index(name[:3].casefold())


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


def read_date(
    match: re.Match[str], names: Mapping[str, str], reference: date | None
) -> date | None:
    """Read the date of a match, or return None if its fields are not a valid date.

    Args:
        match: The match of a date pattern.
        names: Group of the pattern -> field of the date.
        reference: The date of the note, which supplies missing fields.
    """
    values = {field: match[group] for group, field in names.items() if match[group] is not None}
    year = values.get("year")
    fields = DateFields(
        expand_year(year, reference) if year else 0,
        _read_month(values),
        int(values.get("day") or values.get("number_day") or 0),
    )
    if "number_month" in values and not 1 <= fields.month <= 12:
        return None
    if "number_day" in values and not 1 <= fields.day <= 31:
        return None
    return resolve_date(fields, reference)


def _read_month(values: Mapping[str, str]) -> int:
    """Read the month of a date by name, by number, in Roman numerals or from a season."""
    if "month" in values:
        return parse_month(values["month"])
    if "season" in values:
        return SEASONS[values["season"].casefold()]
    if "roman" in values:
        return ROMAN_MONTHS.index(values["roman"].casefold()) + 1
    return int(values.get("number_month", 0))


def resolve_date(fields: DateFields, reference: date | None) -> date | None:
    """Resolve fields to the date nearest to the note, or return None if they are impossible.

    A month without a day counts as its 15th, a year without a month as its 1 July.
    """
    years = [fields.year] if fields.year else _list_years(reference)
    near = reference or date(years[0], MID_YEAR, 1)
    months = range(1, 13) if fields.day and not fields.month else (fields.month,)
    days = [
        _make_date(year, DateFields(year, month, fields.day)) for year in years for month in months
    ]
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


def shift_iso_value(text: str, days: int, reference: date | None = None) -> str | None:
    """Shift an ISO date, week, quarter, half-year, season or interval, or return None.

    Args:
        text: 2008, 2008-03, 2008-03-14T16:40, 2008-W11, 2008-Q1, 2008-SU, XXXX-03-14, 2008/2009.
        days: The shift.
        reference: The date of the note, which supplies the year of XXXX-03-14.
    """
    parts = text.strip().split("/")
    if len(parts) == 2 and all(re.match(r"\d{4}", part) for part in parts):
        shifted = [_shift_iso_part(part, days, reference) for part in parts]
        return "/".join(part for part in shifted if part) if all(shifted) else None
    return _shift_iso_part(text.strip(), days, reference)


def _shift_iso_part(text: str, days: int, reference: date | None) -> str | None:
    match = re.fullmatch(
        r"(\d{4}|XXXX)(?:-(\d\d|XX)(?:-(\d\d|XX)(T.*|[ ][\d:.,+Z -]*)?)?)?", text, re.DOTALL
    )
    if match is None:
        return _shift_iso_week(text, days) or _shift_iso_period(text, days)
    year, month, day = (int(part) if part and part.isdigit() else 0 for part in match.groups()[:3])
    if not year and not month:
        return None
    parsed = resolve_date(DateFields(year, month, day), reference)
    if parsed is None:
        return None
    fields = shift_date(parsed, days).isoformat().split("-")
    written = [
        old if old.startswith("X") else new
        for old, new in zip(match.groups()[:3], fields, strict=True)
        if old is not None
    ]
    return "-".join(written) + (match.group(4) or "")


def _shift_iso_week(text: str, days: int) -> str | None:
    """Shift an ISO week by its Thursday, or return None if the text is not a week."""
    match = re.fullmatch(r"(\d{4})-W(\d\d)(-\w+)?", text)
    try:
        day = date.fromisocalendar(int(match[1]), int(match[2]), 4) if match else None
    except ValueError:
        day = None
    if match is None or day is None:
        return None
    year, week, _ = shift_date(day, days).isocalendar()
    return f"{year:04}-W{week:02}{match[3] or ''}"


#: Season, quarter or half of a year -> its middle month; the last winter month decides its year.
_PERIODS = (
    {"WI": 1, "SP": 4, "SU": 7, "FA": 10, "AU": 10},
    {"Q1": 2, "Q2": 5, "Q3": 8, "Q4": 11},
    {"H1": 4, "H2": 10},
)


def _shift_iso_period(text: str, days: int) -> str | None:
    """Shift a season, quarter or half-year by its middle, or return None for other texts."""
    match = re.fullmatch(r"(\d{4})-([A-Z][A-Z1-4])", text)
    periods = next((table for table in _PERIODS if match and match[2] in table), None)
    if match is None or periods is None or int(match[1]) < 1:
        return None
    new = shift_date(date(int(match[1]), periods[match[2]], MID_MONTH), days)
    middle = new.year * 12 + new.month
    year, name = min(
        ((year, name) for year in range(new.year - 1, new.year + 2) for name in periods),
        key=lambda item: (abs(item[0] * 12 + periods[item[1]] - middle), item[1] != match[2]),
    )
    return f"{year:04}-{name}"


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
        return format_month(old, new.month)
    if field == "year":
        return format_year(old, new.year)
    if field == "season":
        return format_season(old, new.month)
    if field == "roman":
        return match_case(old, ROMAN_MONTHS[new.month - 1])
    if field == "suffix":
        return match_case(old, get_ordinal_suffix(new.day))
    number = new.day if field == "number_day" else new.month
    return f"{number:02}" if padded or old.startswith("0") else str(number)


def format_month(old: str, month: int) -> str:
    """Write the name of a month in the length and case of another month."""
    if len(old) > _MAX_ABBREVIATION or old.casefold() in ("may", "june", "july"):
        return match_case(old, MONTHS[month - 1])
    is_same = MONTHS[month - 1].casefold().startswith(old.casefold())
    return match_case(old, MONTHS[month - 1][: len(old) if is_same else 3])


def format_season(old: str, month: int) -> str:
    """Write the season of a month in the case of another season; fall stays fall."""
    season = ("winter", "spring", "summer", "autumn")[month % 12 // 3]
    if season == "autumn" and old.casefold() == "fall":
        season = "fall"
    return season.capitalize() if old.istitle() else match_case(old, season)


def format_year(old: str, year: int) -> str:
    """Write a year with as many digits as another year."""
    apostrophe = old[0] if old[0] in "'’" else ""
    return apostrophe + (f"{year % 100:02}" if len(old) - len(apostrophe) == 2 else f"{year:04}")


def rewrite_weekday(old: str, number: int) -> str:
    """Write the weekday of a number in the length and case of another weekday."""
    if number == parse_weekday(old):
        return old
    is_name = old.casefold().endswith("day")
    return match_case(old, WEEKDAYS[number][: None if is_name else 3])


def match_case(old: str, new: str) -> str:
    """Write a word in the case of another: all capitals, all lower case, or unchanged."""
    if old.isupper():
        return new.upper()
    return new.lower() if old.islower() else new


def get_ordinal_suffix(day: int) -> str:
    """Return the suffix of a day: st, nd, rd or th."""
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
