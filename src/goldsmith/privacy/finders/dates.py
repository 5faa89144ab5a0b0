"""Find dates of any form, with the shifted date in the same form as their surrogate.

`propose_dates` yields every place that may be a date, with its form as the rule of the identifier.
`find_dates` selects those whose form or the words around them show that they are one. A missing
year or month comes from the date of the note, so that two mentions of a day in different forms move
to the same day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from goldsmith.privacy.finders import date_contexts as contexts
from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.date_ranges import find_ranges
from goldsmith.privacy.finders.date_scan import match_at, scan_text
from goldsmith.privacy.finders.holidays import find_holidays
from goldsmith.privacy.finders.months import correct_months, has_month_context, may_be_month
from goldsmith.privacy.identifiers import DATE, Identifier
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import (
    WEEKDAYS,
    parse_weekday,
    read_date,
    rewrite_date,
    rewrite_weekday,
)

#: The ranks of years and of months alone: below and above the rank of known names.
_PARTIAL, _DOUBTFUL = 24, 27
#: The rank of weekdays alone: behind a date that contains the weekday, before scored names.
_NAMED_DAY = 10
_ORDERS = (("number_day", "number_month"), ("number_month", "number_day"))


def count_order_votes(text: str) -> int:
    """Count the dates that must be day first, minus those that must be month first."""
    total = 0
    pairs = scan_text(text).pairs
    for match in match_at(patterns.NUMERIC, text, pairs):
        total += _count_vote(match)
    for match in match_at(patterns.PAIR, text, pairs):
        if match["sep"] == "/" and contexts.is_dated(text, match.start()):
            total += _count_vote(match)
    return total


def _count_vote(match: re.Match[str]) -> int:
    first, second = int(match["first"]), int(match["second"])
    if 12 < first <= 31 and 1 <= second <= 12:
        return 1
    return -1 if 12 < second <= 31 and 1 <= first <= 12 else 0


def find_dates(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find the dates of a text that are clearly dates, each with its shifted form.

    This decides by rules alone; the scored model decides about the proposals without it.
    """
    corrected = correct_months(text)
    month_first = calendar.month_first
    for identifier in propose_dates(text, calendar):
        is_named = identifier.rule in (patterns.WEEKDAY, patterns.HOLIDAY)
        if is_named or contexts.is_clear_date(identifier, corrected, month_first=month_first):
            yield identifier


def propose_dates(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Propose the places of a text that may be dates, each with its form and its shifted form.

    Blood pressures, fractions, scores, ventilator settings and doses are not proposed.

    Args:
        text: The text of a note.
        calendar: How to read and shift its dates.
    """
    text = correct_months(text)
    for proposal in (*_propose_full(text, calendar), *_propose_partial(text, calendar)):
        yield _join_weekday(proposal, text, calendar)
    yield from find_named_days(text, calendar)


def find_named_days(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find the weekdays and holidays that the policies of the calendar replace."""
    if calendar.shifts_weekdays:
        for match in patterns.WEEKDAY_ALONE.finditer(text):
            new = _shift_weekday(match.group(), calendar)
            yield Identifier(*match.span(), DATE, patterns.WEEKDAY, _NAMED_DAY, new=new)
    if calendar.replaces_holidays:
        yield from find_holidays(text, calendar)


def drop_kept_days(
    text: str, calendar: Calendar, identifiers: list[Identifier]
) -> list[Identifier]:
    """Drop the identifiers in weekdays and holidays that the policies of the calendar keep.

    Args:
        text: The text of a note.
        calendar: The policies.
        identifiers: Identifiers of the text; a date may contain a weekday.
    """
    kept_days: set[tuple[int, int]] = set()
    if not calendar.shifts_weekdays:
        kept_days.update(match.span() for match in patterns.WEEKDAY_ALONE.finditer(text))
    if not calendar.replaces_holidays:
        kept_days.update((day.start, day.end) for day in find_holidays(text, calendar))
    return [
        item
        for item in identifiers
        if not any(start <= item.start and item.end <= end for start, end in kept_days)
    ]


def _propose_full(text: str, calendar: Calendar) -> Iterator[Identifier]:
    scan = scan_text(text)
    for pattern in patterns.NAMES:
        starts = scan.days if pattern.day_first else scan.months
        for match in match_at(pattern.regex, text, starts):
            yield from _make_identifier(match, _name_groups(match), calendar, pattern.form)
    for regex, starts, rank in ((patterns.ISO, scan.years, 8), (patterns.COMPACT, scan.long, 17)):
        for match in match_at(regex, text, starts):
            names = _name_groups(match)
            yield from _make_identifier(match, names, calendar, patterns.FULL, rank=rank)
    for match in match_at(patterns.NUMERIC, text, scan.pairs):
        if contexts.may_be_numeric(match, text):
            yield from _read_in_order(match, calendar, patterns.FULL)
    yield from find_ranges(text, calendar)


def _propose_partial(text: str, calendar: Calendar) -> Iterator[Identifier]:
    scan = scan_text(text)
    for match in match_at(patterns.PAIR, text, scan.pairs):
        if contexts.may_be_pair(match, text):
            yield from _read_in_order(match, calendar, contexts.name_pair(match, text))
    for match in match_at(patterns.NUMERIC_MONTH, text, scan.pairs):
        yield from _make_identifier(match, _name_groups(match), calendar, patterns.MONTH_YEAR)
    for match in match_at(patterns.SHORT_MONTH, text, scan.pairs):
        if contexts.may_be_short_month(match, text):
            rank = contexts.rank_short_month(match, text)
            names = _name_groups(match)
            yield from _make_identifier(match, names, calendar, patterns.MONTH_YEAR, rank=rank)
    for match in match_at(patterns.MONTH_ALONE, text, scan.months):
        if may_be_month(match["month"], text, match.start()):
            rank = _PARTIAL if has_month_context(text, match.start()) else _DOUBTFUL
            names = _name_groups(match)
            yield from _make_identifier(match, names, calendar, patterns.NAMED_MONTH, rank=rank)
    for match in match_at(patterns.DAY_ALONE, text, scan.days):
        if contexts.may_be_day(match, text):
            names = _name_groups(match)
            yield from _make_identifier(match, names, calendar, patterns.DAY_OF_MONTH)
    yield from _propose_years(text, calendar)


def _propose_years(text: str, calendar: Calendar) -> Iterator[Identifier]:
    scan = scan_text(text)
    for match in match_at(patterns.YEAR_RANGE, text, scan.years):
        if contexts.may_be_year(match, text):
            form = patterns.YEAR if len(match["year2"]) == 4 else patterns.SHORT_YEAR
            yield from _make_year(match, "year", calendar, patterns.YEAR)
            yield from _make_year(match, "year2", calendar, form)
    for match in match_at(patterns.YEAR_ALONE, text, scan.years):
        if contexts.may_be_year(match, text):
            yield from _make_year(match, "year", calendar, patterns.YEAR)
    quoted = (start - 1 for start in scan.days if text[start - 1 : start] in ("'", "’"))
    for match in match_at(patterns.YEAR_APOSTROPHE, text, quoted):
        yield from _make_year(match, "year", calendar, patterns.SHORT_YEAR)
    for match in match_at(patterns.YEAR_OF_EVENT, text, scan.days):
        if contexts.may_be_year_of_event(match, text):
            yield from _make_year(match, "year", calendar, patterns.SHORT_YEAR)
            further = patterns.MORE_YEARS.match(text, match.end())
            while further:
                yield from _make_year(further, "year", calendar, patterns.SHORT_YEAR)
                further = patterns.MORE_YEARS.match(text, further.end())


def _make_year(
    match: re.Match[str], group: str, calendar: Calendar, form: str
) -> Iterator[Identifier]:
    """Yield the identifier of one year of a match."""
    year = re.compile(r"(?P<year>['’]?\d+)").fullmatch(match.string, *match.span(group))
    if year:
        yield from _make_identifier(year, {"year": "year"}, calendar, form, rank=_PARTIAL)


def _join_weekday(identifier: Identifier, text: str, calendar: Calendar) -> Identifier:
    """Add the weekday before or behind a date to its identifier."""
    before = patterns.WEEKDAY_BEFORE.search(text, max(0, identifier.start - 16), identifier.start)
    if before:
        new = _shift_weekday(before["weekday"], calendar) + before["gap"] + identifier.new
        return replace(identifier, start=before.start(), new=new)
    behind = patterns.WEEKDAY_BEHIND.match(text, identifier.end)
    if behind:
        new = identifier.new + behind["gap"] + _shift_weekday(behind["weekday"], calendar)
        return replace(identifier, end=behind.end(), new=new)
    return identifier


def _shift_weekday(name: str, calendar: Calendar) -> str:
    return rewrite_weekday(name, (parse_weekday(name) + calendar.days) % len(WEEKDAYS))


def _read_in_order(match: re.Match[str], calendar: Calendar, form: str) -> Iterator[Identifier]:
    """Read a numeric date in the order of the note, or in the other order if that fails."""
    for names in reversed(_ORDERS) if calendar.month_first else _ORDERS:
        fields = dict(zip(("first", "second"), names, strict=True))
        if "year" in match.re.groupindex:
            fields["year"] = "year"
        identifiers = list(_make_identifier(match, fields, calendar, form))
        if identifiers:
            yield from identifiers
            return


def _name_groups(match: re.Match[str]) -> dict[str, str]:
    return {name: name.rstrip("23") for name in match.re.groupindex if name != "sep"}


def _make_identifier(
    match: re.Match[str], names: Mapping[str, str], calendar: Calendar, form: str, *, rank: int = 8
) -> Iterator[Identifier]:
    """Yield the identifier of a match, if its fields are a date."""
    day = read_date(match, names, calendar.reference)
    if day is None:
        return
    is_birth = bool(
        patterns.BIRTH_CONTEXT.search(match.string, max(0, match.start() - 20), match.start())
    )
    new = rewrite_date(match, names, calendar.shift(day, birth=is_birth))
    yield Identifier(*match.span(), DATE, patterns.BIRTH if is_birth else form, rank, new=new)
