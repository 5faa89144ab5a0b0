"""Propose years: alone, in ranges, after events, with seasons, of four digits or of two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy.finders import date_contexts as contexts
from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.date_reading import make_identifier, name_groups
from goldsmith.privacy.finders.date_scan import match_at, scan_text
from goldsmith.privacy.identifiers import Identifier
from goldsmith.privacy.surrogates.calendar import Calendar

#: The ranks of years: below and above the rank of known names.
_PARTIAL, _DOUBTFUL = 24, 27
_YEAR = re.compile(r"(?P<year>['’]?\d+)")


def propose_years(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Propose the years of a text, each with its form and its shifted form."""
    scan = scan_text(text)
    for match in match_at(patterns.YEAR_RANGE, text, scan.years):
        if contexts.may_be_year(match, text):
            form = patterns.YEAR if len(match["year2"]) == 4 else patterns.SHORT_YEAR
            yield from _make_year(match, "year", calendar, patterns.YEAR)
            yield from _make_year(match, "year2", calendar, form)
    for match in match_at(patterns.YEAR_ALONE, text, scan.years):
        if contexts.may_be_year(match, text):
            yield from _make_year(match, "year", calendar, patterns.YEAR)
    for match in match_at(patterns.YEAR_IN_CELL, text, scan.alone):
        yield from _make_year(match, "year", calendar, patterns.CELL_YEAR)
    quoted = [start - 1 for start in scan.days if text[start - 1 : start] in ("'", "’")]
    for match in match_at(patterns.YEAR_APOSTROPHE, text, quoted):
        yield from _make_year(match, "year", calendar, patterns.SHORT_YEAR)
    yield from _propose_seasons(text, (*scan.years, *quoted), calendar)
    yield from _propose_short_years(text, calendar)
    for match in match_at(patterns.YEAR_OF_EVENT, text, scan.alone):
        if contexts.may_be_year_of_event(match, text):
            yield from _make_year(match, "year", calendar, patterns.SHORT_YEAR)
            further = patterns.MORE_YEARS.match(text, match.end())
            while further:
                yield from _make_year(further, "year", calendar, patterns.SHORT_YEAR)
                further = patterns.MORE_YEARS.match(text, further.end())


def _propose_seasons(text: str, years: Iterable[int], calendar: Calendar) -> Iterator[Identifier]:
    """Propose the seasons before years: fall 2016, winter of '14."""
    for year in years:
        season = patterns.SEASON_BEFORE.search(text, max(0, year - 12), year)
        match = patterns.SEASON_YEAR.match(text, season.start()) if season else None
        if match:
            yield from make_identifier(match, name_groups(match), calendar, patterns.SEASON)


def _propose_short_years(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Propose the two-digit years that only the surrounding words can reveal."""
    scan = scan_text(text)
    for match in match_at(patterns.SHORT_YEARS, text, scan.joined):
        if (int(match["year2"]) - int(match["year"])) % 100 == 1:
            for group in ("year", "year2"):
                yield from _make_year(match, group, calendar, patterns.SHORT_YEAR)
    for match in match_at(patterns.YEAR_AFTER_WORD, text, scan.alone):
        if contexts.may_be_dotted(match, text):
            yield from _make_year(match, "year", calendar, patterns.LOOSE_YEAR, rank=_DOUBTFUL)


def _make_year(
    match: re.Match[str], group: str, calendar: Calendar, form: str, *, rank: int = _PARTIAL
) -> Iterator[Identifier]:
    """Yield the identifier of one year of a match."""
    year = _YEAR.fullmatch(match.string, *match.span(group))
    if year:
        yield from make_identifier(year, {"year": "year"}, calendar, form, rank=rank)
