"""Find dates of any form, with the shifted date in the same form as their surrogate.

`propose_dates` yields every place that may be a date, with its form as the rule of the identifier.
`find_dates` selects those that are clearly dates by their form or context. A missing year or month
comes from the date of the note, so that two mentions of a day in different forms are shifted to the
same day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from goldsmith.privacy.finders import date_contexts as contexts
from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.date_ranges import find_ranges
from goldsmith.privacy.finders.date_reading import make_identifier, name_groups, read_in_order
from goldsmith.privacy.finders.date_scan import list_matches, match_at, scan_text
from goldsmith.privacy.finders.date_years import propose_years
from goldsmith.privacy.finders.holidays import find_holidays
from goldsmith.privacy.finders.months import correct_months, has_month_context, may_be_month
from goldsmith.privacy.identifiers import ABOUT, ALIKE, CLEAR, DATE, UNLIKE, Identifier
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import (
    WEEKDAYS,
    parse_weekday,
    rewrite_weekday,
)

#: The ranks of months alone: below and above the rank of known names.
_PARTIAL, _DOUBTFUL = 24, 27
#: The rank of weekdays alone: after a date that contains the weekday, before scored names.
_NAMED_DAY = 10
#: Every full name of a weekday has one of these endings.
_WEEKDAY_ENDINGS = ("sday", "nday", "iday", "rday")
#: The forms of dates that show how a note writes dates.
_STYLED = (patterns.FULL, patterns.BIRTH, patterns.SHORT_YEAR)


@lru_cache(16)
def count_order_votes(text: str) -> int:
    """Count the dates that must be day first, minus those that must be month first."""
    total = 0
    scan = scan_text(text)
    for match in list_matches(patterns.NUMERIC, text, scan.pairs):
        total += _count_vote(match)
    for match in list_matches(patterns.PAIR, text, scan.joined):
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

    This uses rules alone; the scored model treats their result as evidence.
    """
    for identifier in propose_dates(text, calendar):
        is_named = identifier.rule in (patterns.WEEKDAY, patterns.HOLIDAY)
        if is_named or identifier.form == CLEAR:
            yield identifier


def propose_dates(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Propose the places of a text that may be dates, each with its form and its shifted form.

    Blood pressures, ventilator settings and doses are not proposed; fractions and scores are
    proposed only if they would be a day close to the date of the note.

    Args:
        text: The text of a note.
        calendar: How to read and shift its dates.
    """
    text = correct_months(text)
    dates = [
        _join_weekday(proposal, text, calendar)
        for proposal in (*_propose_full(text, calendar), *_propose_partial(text, calendar))
    ]
    styles = {_name_style(date, text) for date in dates if date.rule in _STYLED}
    for date in dates:
        is_clear = contexts.is_clear_date(date, text, month_first=calendar.month_first)
        is_alike = _name_style(date, text) in styles
        form = CLEAR if is_clear else ALIKE if is_alike else UNLIKE if styles else ""
        yield replace(date, form=form)
    yield from find_named_days(text, calendar)


def _name_style(date: Identifier, text: str) -> str:
    """Name the style of a date: its first separator between digits; "" for digits alone."""
    return next((char for char in text[date.start : date.end] if char in "/.-"), "")


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
    """Drop identifiers within weekdays and holidays that the policies of the calendar keep.

    Args:
        text: The text of a note.
        calendar: The policies.
        identifiers: Identifiers of the text; a date may contain a weekday.
    """
    kept_days: set[tuple[int, int]] = set()
    if not calendar.shifts_weekdays and _has_weekday(text):
        kept_days.update(match.span() for match in patterns.WEEKDAY_ALONE.finditer(text))
    if not calendar.replaces_holidays:
        kept_days.update((day.start, day.end) for day in find_holidays(text, calendar))
    if not kept_days:
        return identifiers
    return [
        item
        for item in identifiers
        if not any(start <= item.start and item.end <= end for start, end in kept_days)
    ]


def _propose_full(text: str, calendar: Calendar) -> Iterator[Identifier]:
    scan = scan_text(text)
    for pattern in patterns.NAMES:
        starts = scan.named if pattern.day_first else scan.months
        for match in list_matches(pattern.regex, text, starts):
            yield from make_identifier(match, name_groups(match), calendar, pattern.form)
    for match in match_at(patterns.ROMAN_DAY, text, scan.romans):
        yield from make_identifier(match, name_groups(match), calendar, patterns.ROMAN)
    for match in patterns.ROMAN_YEAR.finditer(text):
        yield from make_identifier(match, name_groups(match), calendar, patterns.ROMAN)
    for regex, starts, rank in ((patterns.ISO, scan.years, 8), (patterns.COMPACT, scan.long, 17)):
        for match in match_at(regex, text, starts):
            names = name_groups(match)
            yield from make_identifier(match, names, calendar, patterns.FULL, rank=rank)
    for match in list_matches(patterns.NUMERIC, text, scan.pairs):
        is_date = contexts.may_be_numeric(match, text)
        yield from read_in_order(match, calendar, patterns.FULL if is_date else patterns.SECTION)
    yield from find_ranges(text, calendar)


def _propose_partial(text: str, calendar: Calendar) -> Iterator[Identifier]:
    yield from _propose_pairs(text, calendar)
    scan = scan_text(text)
    for match in match_at(patterns.NUMERIC_MONTH, text, scan.joined):
        yield from make_identifier(match, name_groups(match), calendar, patterns.MONTH_YEAR)
    for match in match_at(patterns.SHORT_MONTH, text, scan.slashed):
        if contexts.may_be_short_month(match, text):
            rank = contexts.rank_short_month(match, text)
            names = name_groups(match)
            yield from make_identifier(match, names, calendar, patterns.MONTH_YEAR, rank=rank)
    for match in match_at(patterns.MONTH_ALONE, text, scan.months):
        if may_be_month(match["month"], text, match.start()):
            rank = _PARTIAL if has_month_context(text, match.start()) else _DOUBTFUL
            names = name_groups(match)
            yield from make_identifier(match, names, calendar, patterns.NAMED_MONTH, rank=rank)
    for match in match_at(patterns.DAY_ALONE, text, scan.ordinals):
        if contexts.may_be_day(match, text):
            names = name_groups(match)
            yield from make_identifier(match, names, calendar, patterns.DAY_OF_MONTH)
    yield from propose_years(text, calendar)


def _propose_pairs(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Propose pairs of numbers that may be a day and a month, and such dates in six digits."""
    scan = scan_text(text)
    for match in list_matches(patterns.PAIR, text, scan.joined):
        if contexts.may_be_pair(match, text):
            yield from read_in_order(match, calendar, contexts.name_pair(match, text))
        elif contexts.may_be_value(match, text):
            values = read_in_order(match, calendar, patterns.VALUE)
            yield from (value for value in values if value.detail == ABOUT)
    for match in match_at(patterns.DOTTED_PAIR, text, scan.dotted):
        if contexts.may_be_dotted(match, text):
            yield from read_in_order(match, calendar, patterns.DOTTED)
    for match in match_at(patterns.SIX, text, scan.six):
        yield from read_in_order(match, calendar, patterns.SIX_DIGITS, rank=_DOUBTFUL)


def _join_weekday(identifier: Identifier, text: str, calendar: Calendar) -> Identifier:
    """Add the weekday before or after a date to its identifier."""
    before = patterns.WEEKDAY_BEFORE.search(text, max(0, identifier.start - 16), identifier.start)
    if before:
        new = _shift_weekday(before["weekday"], calendar) + before["gap"] + identifier.new
        return replace(identifier, start=before.start(), new=new)
    after = patterns.WEEKDAY_AFTER.match(text, identifier.end)
    if after:
        new = identifier.new + after["gap"] + _shift_weekday(after["weekday"], calendar)
        return replace(identifier, end=after.end(), new=new)
    return identifier


def _shift_weekday(name: str, calendar: Calendar) -> str:
    return rewrite_weekday(name, (parse_weekday(name) + calendar.days) % len(WEEKDAYS))


def _has_weekday(text: str) -> bool:
    """Return whether a text may contain the full name of a weekday, without a pattern search."""
    folded = text.casefold()
    return any(ending in folded for ending in _WEEKDAY_ENDINGS)
