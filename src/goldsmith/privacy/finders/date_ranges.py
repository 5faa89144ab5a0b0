"""Find ranges of days: 3/12-3/15, 3/12-15, March 3-5, 14-16 February 2010.

A range is one identifier. Its surrogate repeats the month where the shifted days are in two months.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.date_scan import match_at, scan_text
from goldsmith.privacy.identifiers import DATE, Identifier
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import (
    DateFields,
    expand_year,
    format_month,
    format_year,
    get_ordinal_suffix,
    parse_month,
    read_date,
    resolve_date,
    rewrite_date,
)

_JOIN = r"(?P<join>[ ]?(?:-|–|&|/)[ ]?|[ ](?:to|and|thru|through|until)[ ])"
_NUMBER = r"\d{1,2}/\d{1,2}(?:/(?:(?:19|20)\d\d|\d\d))?"
_TO = r"(?P<to>0?[1-9]|[12]\d|3[01])(?P<suffix2>st|nd|rd|th)?"
_ANY = re.IGNORECASE

_NUMBERS = re.compile(
    rf"(?<![\d/.:-])(?P<start>{_NUMBER})(?P<join>[ ]?[-–][ ]?|[ ](?:to|thru|through|until)[ ])"
    rf"(?P<end>{_NUMBER})(?![\d/%]|[.-]\d)",
    _ANY,
)
_PARTS = re.compile(r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?:/(?P<year>\d{4}|\d\d))?")
_DAYS = re.compile(
    r"(?<![\d/.:-])(?<!\b[A-Za-z])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?P<join>[-–])"
    rf"(?P<to>[12]?\d|3[01])(?![\d/%]|[.-]\d|\w){patterns.UNIT}",
    _ANY,
)
_DAYS_BEFORE_MONTH = re.compile(
    rf"(?<![\d/.]){patterns.DAY}{patterns.SUFFIX}{_JOIN}{_TO}(?P<gap>(?:[ ]of)?[ ]){patterns.MONTH}"
    rf"(?:,?[ ]{patterns.YEAR4})?",
    _ANY,
)
_DAYS_AFTER_MONTH = re.compile(
    rf"(?<![^\W_]){patterns.MONTH}[ ]{patterns.DAY}{patterns.SUFFIX}"
    rf"(?P<join>[ ]?(?:-|–|&)[ ]?|[ ](?:to|and|thru|through)[ ]){_TO}(?![\d/]|[.:]\d)"
    rf"(?:,?[ ]{patterns.YEAR4})?{patterns.UNIT}",
    _ANY,
)
_ORDERS = (("number_day", "number_month"), ("number_month", "number_day"))


def find_ranges(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find the ranges of days of a text."""
    scan = scan_text(text)
    for match in match_at(_NUMBERS, text, scan.slashed):
        yield from _make_identifier(match, _shift_numbers(match, calendar))
    for match in match_at(_DAYS, text, scan.slashed) if calendar.month_first else ():
        yield from _make_identifier(match, _shift_days(match, calendar))
    for regex, starts in ((_DAYS_BEFORE_MONTH, scan.named), (_DAYS_AFTER_MONTH, scan.months)):
        for match in match_at(regex, text, starts):
            yield from _make_identifier(match, _shift_named(match, calendar))


def _make_identifier(match: re.Match[str], new: str) -> Iterator[Identifier]:
    if new:
        yield Identifier(*match.span(), DATE, patterns.RANGE, 7, new=new)


def _shift_numbers(match: re.Match[str], calendar: Calendar) -> str:
    """Shift 3/12-3/15/88; the first day has the year of the second. Return "" if not a range."""
    parts = [_PARTS.fullmatch(match.string, *match.span(name)) for name in ("start", "end")]
    start, end = parts
    if not start or not end:
        return ""
    for names in reversed(_ORDERS) if calendar.month_first else _ORDERS:
        fields = {**dict(zip(("first", "second"), names, strict=True)), "year": "year"}
        last = read_date(end, fields, calendar.reference)
        first = read_date(start, fields, last)
        if first and last and first < last:
            shifted = [
                rewrite_date(part, fields, calendar.shift(day))
                for part, day in ((start, first), (end, last))
            ]
            return match["join"].join(shifted)
    return ""


def _shift_days(match: re.Match[str], calendar: Calendar) -> str:
    """Shift 3/12-15."""
    month, day, to = (int(match[name]) for name in ("first", "second", "to"))
    days = _resolve_days(0, month, day, to, calendar)
    if days is None:
        return ""
    start, end = days
    until = str(end.day) if end.month == start.month else f"{end.month}/{end.day}"
    return f"{start.month}/{start.day}{match['join']}{until}"


def _shift_named(match: re.Match[str], calendar: Calendar) -> str:
    """Shift March 3-5, 2010 or 14-16 February 2010."""
    year = expand_year(match["year"], calendar.reference) if match["year"] else 0
    month = parse_month(match["month"])
    days = _resolve_days(year, month, int(match["day"]), int(match["to"]), calendar)
    if days is None:
        return ""
    start, end = days
    first, last = _format_day(start, match["suffix"]), _format_day(end, match["suffix2"])
    names = [format_month(match["month"], day.month) for day in days]
    years = [format_year(match["year"], day.year) if year else "" for day in days]
    gap = match["gap"] if "gap" in match.re.groupindex else ""
    comma = ", " if re.search(r",[ ]\d{4}$", match.group()) else " "
    if gap:
        first_month = f"{gap}{names[0]}" if start.month != end.month else ""
        first += first_month + (f" {years[0]}" if years[0] != years[1] else "")
        last += f"{gap}{names[1]}"
    else:
        first = f"{names[0]} {first}" + (f"{comma}{years[0]}" if years[0] != years[1] else "")
        last = f"{names[1]} {last}" if start.month != end.month else last
    return f"{first}{match['join']}{last}" + (f"{comma}{years[1]}" if year else "")


def _resolve_days(
    year: int, month: int, day: int, to: int, calendar: Calendar
) -> tuple[date, date] | None:
    """Return the shifted first and last day of a range in one month, or None if not a range."""
    start = resolve_date(DateFields(year, month, day), calendar.reference)
    if start is None or not 1 <= month <= 12 or not day < to:
        return None
    end = resolve_date(DateFields(start.year, month, to), calendar.reference)
    return None if end is None else (calendar.shift(start), calendar.shift(end))


def _format_day(day: date, suffix: str | None) -> str:
    return f"{day.day}{get_ordinal_suffix(day.day) if suffix else ''}"
