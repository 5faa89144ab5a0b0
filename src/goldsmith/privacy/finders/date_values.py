"""Read and shift values that consist of a date: metadata, attributes, columns of records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.date_scan import list_matches, scan_text
from goldsmith.privacy.finders.dates import propose_dates
from goldsmith.privacy.identifiers import resolve_overlaps
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import (
    WEEKDAYS,
    parse_weekday,
    read_date,
    rewrite_date,
    rewrite_weekday,
    shift_iso_value,
)

_ANY = re.IGNORECASE
_YEAR_FIRST = re.compile(
    rf"(?<!\d){patterns.YEAR4}[ /-]?{patterns.MONTH}[ /-]?(?P<number_day>\d{{1,2}})(?!\d)", _ANY
)
#: HL7 and DICOM: 20080314, 20080314164000, 20080314T1640.
_COMPACT = re.compile(
    rf"(?<!\w){patterns.YEAR4}(?P<number_month>0[1-9]|1[0-2])(?P<number_day>0[1-9]|[12]\d|3[01])"
    r"(?=(?:T?[0-2]\d[0-5]\d(?:[0-5]\d)?(?:\.\d+)?(?:Z|[+-]\d{4})?)?$)"
)
#: Thu Mar 14 16:40:00 2008
_CTIME = re.compile(
    rf"(?<!\w){patterns.MONTH}[ ]+{patterns.DAY}[ ]\d\d:\d\d(?::\d\d)?(?:[ ][A-Z]{{3,4}})?"
    rf"[ ]{patterns.YEAR4}"
)
_SPACED = re.compile(r"(?<!\S)(?P<first>\d\d)[ ](?P<second>\d\d)[ ](?P<year>(?:19|20)\d\d)(?!\S)")
_YEAR_MONTH = re.compile(
    rf"(?<![\w.-]){patterns.YEAR4}[-/](?P<number_month>0[1-9]|1[0-2])(?![\w/.-])"
)
_YEAR = re.compile(rf"(?<![\w.-]){patterns.YEAR4}(?![\w.-])")
_FORMS = (
    _YEAR_FIRST,
    _CTIME,
    *(pattern.regex for pattern in patterns.NAMES),
    patterns.ISO,
    _COMPACT,
    patterns.NUMERIC,
    _SPACED,
    patterns.NUMERIC_MONTH,
    _YEAR_MONTH,
    _YEAR,
)
_ORDERS = (("number_day", "number_month"), ("number_month", "number_day"))
_WEEKDAY = re.compile(r"(?<![^\W_])(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b", _ANY)
#: Optional text around the date: a weekday and a time of day.
_AROUND = re.compile(
    r"[\s,.;()T:]*(?:at[ ])?(?:\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?:[.,]\d+)?|\d{4}(?:\d\d)?(?:\.\d+)?)?"
    r"[ ]?(?:[ap]\.?m\.?|hrs?|h)?[ ]?(?:Z|UTC|GMT|BST|[ECMP][SD]T|[+-]\d\d:?\d\d)?[\s,.;()]*",
    _ANY,
)
_SHAPE = re.compile(
    r"(?:19|20)\d\d[-/.](?:\d|W|Q|H)[^\s]{0,12}(?:[T ].{0,20})?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)(?:[T ].{0,20})?",
    re.DOTALL,
)
_BIRTH_CONTEXT = 20
_DATE_FIELD = re.compile(r"(?:^|[^a-z])(?:date|dob|datetime|timestamp)(?:$|[^a-z])", _ANY)


class _Value(msgspec.Struct, frozen=True):
    """A value with one date: the match of the date, its fields and its day."""

    match: re.Match[str]
    names: Mapping[str, str]
    day: date


def read_value(text: str, *, month_first: bool = False) -> date | None:
    """Read the day of a value that consists of a date, or return None.

    Args:
        text: The value: 2008-03-14, 14/03/2008 16:40, Fri 14 Mar 2008, 20080314, March 2008.
        month_first: The order of day and month where both are possible.
    """
    value = _parse(text.strip(), month_first=month_first)
    return value.day if value else None


def shift_value(text: str, calendar: Calendar) -> str | None:
    """Shift a value that consists of a date, keeping its form, or return None.

    Args:
        text: The value.
        calendar: The shift, and the order of day and month.
    """
    if not any(char.isdigit() for char in text) and not scan_text(text).months:
        return None  # like most attributes: "negated"
    new = shift_iso_value(text.strip(), calendar.days, calendar.reference)
    if new is not None:
        return new
    value = _parse(text.strip(), month_first=calendar.month_first)
    if value is None:
        return _shift_partial(text.strip(), calendar)
    start, end = value.match.span()
    written = rewrite_date(value.match, value.names, calendar.shift(value.day))
    before, behind = (
        _WEEKDAY.sub(lambda match: _shift_weekday(match.group(), calendar), part)
        for part in (value.match.string[:start], value.match.string[end:])
    )
    return before + written + behind


def is_unreadable(text: str, *, field: str = "") -> bool:
    """Return whether a value looks like a date but cannot be read, so that it cannot be shifted.

    Args:
        text: The value.
        field: The name of its field; a field called "date" contains dates.
    """
    text = text.strip()
    has_digits = any(char.isdigit() for char in text)
    is_date = _SHAPE.fullmatch(text) or (_DATE_FIELD.search(field) and has_digits)
    return bool(is_date) and shift_value(text, Calendar(0)) is None


def find_latest_date(text: str, *, month_first: bool) -> date | None:
    """Find the latest complete date of a note other than a date of birth, or return None.

    Notes report past events, so the latest date is near the date of the note.

    Args:
        text: The text of the note.
        month_first: The order of day and month where both are possible.
    """
    days: list[date] = []
    scan = scan_text(text)
    forms = [
        (pattern.regex, scan.named if pattern.day_first else scan.months)
        for pattern in patterns.NAMES
    ]
    for regex, starts in (*forms, (patterns.ISO, scan.years), (patterns.NUMERIC, scan.pairs)):
        for match in list_matches(regex, text, starts):
            before = max(0, match.start() - _BIRTH_CONTEXT)
            if not patterns.BIRTH_CONTEXT.search(text, before, match.start()):
                value = _read_match(match, month_first=month_first)
                days += [value.day] if value else []
    return max(days, default=None)


def _shift_partial(text: str, calendar: Calendar) -> str | None:
    """Shift a value without a year, such as 8/14, or return None if it is not a date."""
    dates = resolve_overlaps(propose_dates(text, calendar))
    is_whole = len(dates) == 1 and (dates[0].start, dates[0].end) == (0, len(text))
    return dates[0].new if is_whole else None


def _shift_weekday(name: str, calendar: Calendar) -> str:
    return rewrite_weekday(name, (parse_weekday(name) + calendar.days) % len(WEEKDAYS))


def _parse(text: str, *, month_first: bool) -> _Value | None:
    for regex in _FORMS:
        for match in regex.finditer(text):
            around = _WEEKDAY.sub("", text[: match.start()]) + text[match.end() :]
            value = _read_match(match, month_first=month_first)
            if value and _AROUND.fullmatch(_WEEKDAY.sub("", around)):
                return value
    return None


def _read_match(match: re.Match[str], *, month_first: bool) -> _Value | None:
    """Read a match that has a year."""
    for names in _list_names(match, month_first=month_first):
        has_year = any(match[group] for group in names if names[group] == "year")
        day = read_date(match, names, None) if has_year else None
        if day:
            return _Value(match, names, day)
    return None


def _list_names(match: re.Match[str], *, month_first: bool) -> Iterator[dict[str, str]]:
    """Yield the possible readings of the groups of a match, the likeliest first."""
    names = {name: name.rstrip("23") for name in match.re.groupindex if name != "sep"}
    if "first" not in names:
        yield names
        return
    for order in reversed(_ORDERS) if month_first else _ORDERS:
        yield {**names, **dict(zip(("first", "second"), order, strict=True))}
