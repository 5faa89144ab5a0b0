"""Dates in the many shapes of notes, each with its shifted form in the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from goldsmith.privacy.found import DATE, Found
from goldsmith.privacy.months import WORDS_TOO, is_beside, is_day_month, is_month, spelt
from goldsmith.privacy.shifting import (
    Fields,
    full_year,
    month_number,
    resolve,
    shifted,
    written,
)

#: The age from which everybody counts as this old.
OLDEST = 90

_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_SUFFIX = r"(?P<suffix>st|nd|rd|th)?"
_MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Febuary|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b(?:\.(?=[ ,]*\d))?"
)
_WEEKDAY = (
    r"(?:(?P<weekday>Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
    r"|Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)\.?,?[ ](?:the[ ])?)?"
)
_YEAR4 = r"(?P<year>(?:19|20)\d\d)"
_UNIT = (
    r"(?![\d]|[.:]\d|[ ]?(?i:mm|cm|mg|mcg|ml|mls|g|kg|units?|%|hours?|hrs?|am|pm|days?|weeks?"
    r"|months?|years?|x|times|l|litres?|kcal|cells|iu|mmol|micrograms?|lbs?"
    r"|pounds|feet|steps|ng|pg|cc|k|/)\b)"
)
_YEAR = rf"(?P<year>(?:19|20)\d\d|['’]\d\d|(?:[0-4]\d)(?![-\d/]){_UNIT})"
_ANY = re.IGNORECASE

_TEXTUAL = re.compile(
    rf"(?<![\d/.:]){_WEEKDAY}{_DAY}{_SUFFIX}(?:[ ]of)?[ \t]?[-/.,]?[ \t\n]?{_MONTH}"
    rf"(?:,?[ \t\n/-]?[ ]?{_YEAR})?(?!\d)",
    _ANY,
)
_AMERICAN = re.compile(
    rf"\b{_WEEKDAY}{_MONTH}[ \t]{_DAY}{_SUFFIX}(?![\d/:.]\d|\d)(?:,?[ ]{_YEAR4}\b)?{_UNIT}", _ANY
)
_MONTH_YEAR = re.compile(
    rf"\b{_MONTH}(?:,|[ ]of)?[ \t\n/-]?{_YEAR4}\b"
    rf"|\b{_MONTH.replace('month', 'month2')}[ ]?(?P<year2>['’]\d\d)\b",
    _ANY,
)
_ISO = re.compile(
    rf"(?<![\d-]){_YEAR4}(?P<sep>[-/.])(?P<number_month>0[1-9]|1[0-2])(?P=sep)"
    r"(?P<number_day>0[1-9]|[12]\d|3[01])(?!\d)"
)
_NUMERIC = re.compile(
    r"(?<![\d/.,-])(?P<first>\d{1,2})(?P<sep>[/.-])(?P<second>\d{1,2})(?P=sep)"
    r"(?P<year>(?:19|20)\d\d|\d\d)(?![\d/]|[.-]\d)"
)
_NUMERIC_MONTH = re.compile(r"(?<![\d/.])(?P<number_month>0?[1-9]|1[0-2])/" + _YEAR4 + r"(?![\d/])")
#: In 8/94: a second number that is no day can only be a year, but in 6/52 is in six weeks.
_SHORT_MONTH = re.compile(
    r"(?<=\bin[ ])(?P<number_month>0?[1-9]|1[0-2])/(?P<year>3[2-9]|4\d|5[013-9]|[6-9]\d)"
    r"(?![\d/%])",
    _ANY,
)
_DAY_MONTH = re.compile(
    r"(?<![\d/.+-])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/%]|[.]\d|[ ]?(?:mm|cm|mg|ml"
    r"|strength|power|nodes?|cores?|murmur|systolic|pain|L|lit(?:re|er)s?)\b)"
)
_RANGE = re.compile(
    rf"(?<![\d/.]){_DAY}{_SUFFIX}(?=[ ]?(?:-|–|to|and|&|/)[ ]?(?P<to>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"(?:[ ]of)?[ ]{_MONTH}(?:,?[ ]{_YEAR4})?)",
    _ANY,
)
_MONTH_ALONE = re.compile(rf"\b{_MONTH}(?![ ]?\d|['’]\d)", _ANY)
_YEARS = re.compile(r"(?<![\w/.,:#£$-])(?:19|20)\d\d[-–](?:19|20)\d\d(?![\w/,-]*\d|\w|-\w)" + _UNIT)
_EACH_YEAR = re.compile(_YEAR4)
_YEAR_ALONE = re.compile(rf"(?<![\w/.,:#£$-]){_YEAR4}(?![\w/,-]*\d|\w|-\w){_UNIT}")

_YEAR_CONTEXT = re.compile(
    r"(?:\b(?:in|since|until|till|from|of|by|during|before|after|circa|year|about|around|late|early"
    r"|mid|to|and|between|approximately|last)[ ]|\("
    r"|[a-z]{4}[ ]|\b[DdHh]x[ ]|[a-z],[ ]|\b[A-Z]{2,5},[ ]|['’]?\d{4}[ ]?[-–&,][ ]?)$"
)
_NOT_YEARS = re.compile(
    r"\b(?:count|dose|room|box|code|number|no|level|platelets|ferritin|bleep|ext|at|"
    r"intake|output|pager|version|than|approximately|total|calories|for|was"
    r"|is|over|under|ref)\.?[ ]$",
    _ANY,
)
_BORN = re.compile(r"\b(?:d\.?o\.?b\.?|date of birth|born(?: on)?|birth ?date)[: \t(-]*$", _ANY)
_TIME = re.compile(r"[ ,](?:at[ ])?[012]?\d[:.][0-5]\d\b")
_TEXT = {name: name for name in ("weekday", "day", "suffix", "month", "year")}


class Calendar(msgspec.Struct, frozen=True):
    """How the dates of one note are read and moved."""

    days: int
    reference: date | None = None
    """The date of the note: what "on 18/03" and "3 September" are near to."""
    month_first: bool = False
    born: date | None = None

    def move(self, day: date, *, birth: bool = False) -> date:
        """The day moved; a birth more than 90 years ago becomes one 90 years ago."""
        new = shifted(day, self.days)
        if self.reference and (birth or day == self.born):
            years = (self.reference - day).days // 365.2425
            if years > OLDEST:
                new = shifted(new, round((years - OLDEST) * 365.2425))
        return new


def votes(text: str) -> int:
    """How many dates can only be day first, less those that can only be month first."""
    total = 0
    for match in _NUMERIC.finditer(text):
        first, second = int(match["first"]), int(match["second"])
        if 12 < first <= 31 and 1 <= second <= 12:
            total += 1
        elif 12 < second <= 31 and 1 <= first <= 12:
            total -= 1
    return total


def dates(text: str, calendar: Calendar) -> Iterator[Found]:
    """Every date of the text with its shifted form."""
    text = spelt(text)
    for pattern, rule in ((_TEXTUAL, "date"), (_AMERICAN, "date"), (_ISO, "ISO date")):
        for match in pattern.finditer(text):
            if not _is_word(match):
                yield from _found(match, _named(match), calendar, rule)
    for match in _MONTH_YEAR.finditer(text):
        yield from _found(match, _named(match), calendar, "month and year")
    for match in _RANGE.finditer(text):
        yield from _found(match, _named(match), calendar, "first day of a range")
    yield from _numeric(text, calendar)
    for match in _NUMERIC_MONTH.finditer(text):
        yield from _found(match, _named(match), calendar, "month and year")
    for match in _SHORT_MONTH.finditer(text):
        yield from _found(match, _named(match), calendar, "month and year")
    yield from _partial(text, calendar)


def _numeric(text: str, calendar: Calendar) -> Iterator[Found]:
    for match in _NUMERIC.finditer(text):
        short = "1" in (str(len(match["first"])), str(len(match["second"])))
        doubtful = match["sep"] != "/" and short and len(match["year"]) == 2
        if doubtful and not _TIME.match(text, match.end()):
            continue  # 2.5.10 is as often a number of a section
        yield from _ordered(match, calendar, "numeric date")


def _ordered(match: re.Match[str], calendar: Calendar, rule: str) -> Iterator[Found]:
    """A date of numbers, in the order of the note, or in the other where only that is one."""
    orders = [("number_day", "number_month"), ("number_month", "number_day")]
    for names in reversed(orders) if calendar.month_first else orders:
        fields = dict(zip(("first", "second"), names, strict=True))
        if "year" in match.re.groupindex:
            fields["year"] = "year"
        found = list(_found(match, fields, calendar, rule))
        if found:
            yield from found
            return


def _partial(text: str, calendar: Calendar) -> Iterator[Found]:
    for match in _DAY_MONTH.finditer(text):
        if is_day_month(match, text):
            yield from _ordered(match, calendar, "day and month")
    for match in _MONTH_ALONE.finditer(text):
        if is_month(match, text):
            yield from _found(match, _named(match), calendar, "month", rank=24)
        elif is_beside(match, text):
            # Behind the names that are known: the sister called June is one of them.
            yield from _found(match, _named(match), calendar, "month", rank=27)
    yield from _years(text, calendar)


def _years(text: str, calendar: Calendar) -> Iterator[Found]:
    """Years alone, and both years of 2003-2008."""
    for match in _YEARS.finditer(text):
        if not _NOT_YEARS.search(text, max(0, match.start() - 16), match.start()):
            for year in _EACH_YEAR.finditer(text, *match.span()):
                yield from _found(year, _named(year), calendar, "year", rank=24)
    for match in _YEAR_ALONE.finditer(text):
        near = text[max(0, match.start() - 16) : match.start()]
        if _YEAR_CONTEXT.search(near) and not _NOT_YEARS.search(near):
            yield from _found(match, _named(match), calendar, "year", rank=24)


def _is_word(match: re.Match[str]) -> bool:
    """Whether "3 may need" or "2 March" in lower case is no date."""
    month = match.groupdict().get("month") or ""
    return month.islower() and month in WORDS_TOO and not match.groupdict().get("year")


def _named(match: re.Match[str]) -> dict[str, str]:
    return {name: name.rstrip("2") for name in match.re.groupindex if name not in ("sep", "to")}


def _found(
    match: re.Match[str], names: Mapping[str, str], calendar: Calendar, rule: str, *, rank: int = 8
) -> Iterator[Found]:
    """The find for a match, if its fields make a date."""
    said = {field: match[group] for group, field in names.items() if match[group] is not None}
    month = said.get("month")
    year = said.get("year")
    fields = Fields(
        full_year(year, calendar.reference) if year else 0,
        month_number(month) if month else int(said.get("number_month", 0)),
        int(said.get("day") or said.get("number_day") or 0),
    )
    if "number_month" in said and not 1 <= fields.month <= 12:
        return
    if "number_day" in said and not 1 <= fields.day <= 31:
        return
    day = resolve(fields, calendar.reference)
    if day is None:
        return
    birth = bool(_BORN.search(match.string, max(0, match.start() - 20), match.start()))
    inside = {g: f for g, f in names.items() if match.start(g) < match.end()}
    new = written(match, inside, calendar.move(day, birth=birth))
    yield Found(*match.span(), DATE, "date of birth" if birth else rule, rank, new=new)
