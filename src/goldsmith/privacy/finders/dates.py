"""Find dates of any form, with the shifted date in the same form as their surrogate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.finders.months import (
    AMBIGUOUS_MONTHS,
    correct_months,
    is_day_month,
    is_month,
    is_month_of_event,
)
from goldsmith.privacy.identifiers import DATE, Identifier
from goldsmith.privacy.surrogates.date_shift import (
    DateFields,
    expand_year,
    parse_month,
    resolve_date,
    rewrite_date,
    shift_date,
)

#: Ages above this are replaced by it.
MAX_AGE = 90


class Calendar(msgspec.Struct, frozen=True):
    """How to read and shift the dates of a note."""

    days: int
    """The shift in days."""
    reference: date | None = None
    """The date of the note; the year of "on 18/03" is the nearest to it."""
    month_first: bool = False
    born: date | None = None
    """The date of birth of the patient."""

    def shift(self, day: date, *, birth: bool = False) -> date:
        """Shift a date; a birth more than 90 years ago becomes one 90 years ago."""
        new = shift_date(day, self.days)
        if self.reference and (birth or day == self.born):
            years = (self.reference - day).days // 365.2425
            if years > MAX_AGE:
                new = shift_date(new, round((years - MAX_AGE) * 365.2425))
        return new


def count_order_votes(text: str) -> int:
    """Count the dates that must be day first, minus those that must be month first."""
    total = 0
    for match in patterns.NUMERIC.finditer(text):
        first, second = int(match["first"]), int(match["second"])
        if 12 < first <= 31 and 1 <= second <= 12:
            total += 1
        elif 12 < second <= 31 and 1 <= first <= 12:
            total -= 1
    return total


def find_dates(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find the dates of a text, each with its shifted form."""
    text = correct_months(text)
    for pattern, rule in (
        (patterns.DAY_MONTH_NAME, "date"),
        (patterns.MONTH_NAME_DAY, "date"),
        (patterns.ISO, "ISO date"),
    ):
        for match in pattern.finditer(text):
            if not _is_word(match):
                yield from _make_identifier(match, _name_groups(match), calendar, rule)
    for match in patterns.MONTH_NAME_YEAR.finditer(text):
        yield from _make_identifier(match, _name_groups(match), calendar, "month and year")
    for match in patterns.RANGE_START.finditer(text):
        yield from _make_identifier(match, _name_groups(match), calendar, "first day of a range")
    yield from _find_numeric(text, calendar)
    for match in patterns.NUMERIC_MONTH.finditer(text):
        yield from _make_identifier(match, _name_groups(match), calendar, "month and year")
    for match in patterns.SHORT_MONTH.finditer(text):
        yield from _make_identifier(match, _name_groups(match), calendar, "month and year")
    yield from _find_partial(text, calendar)


def _find_numeric(text: str, calendar: Calendar) -> Iterator[Identifier]:
    for match in patterns.NUMERIC.finditer(text):
        one_digit = 1 in (len(match["first"]), len(match["second"]))
        is_doubtful = match["sep"] != "/" and one_digit and len(match["year"]) == 2
        if is_doubtful and not patterns.TIME.match(text, match.end()):
            continue  # 2.5.10 is as often a section number
        yield from _read_in_order(match, calendar, "numeric date")


def _read_in_order(match: re.Match[str], calendar: Calendar, rule: str) -> Iterator[Identifier]:
    """Read a numeric date in the order of the note, or in the other order if that fails."""
    orders = [("number_day", "number_month"), ("number_month", "number_day")]
    for names in reversed(orders) if calendar.month_first else orders:
        fields = dict(zip(("first", "second"), names, strict=True))
        if "year" in match.re.groupindex:
            fields["year"] = "year"
        identifiers = list(_make_identifier(match, fields, calendar, rule))
        if identifiers:
            yield from identifiers
            return


def _find_partial(text: str, calendar: Calendar) -> Iterator[Identifier]:
    for match in patterns.DAY_MONTH.finditer(text):
        if is_day_month(match, text):
            yield from _read_in_order(match, calendar, "day and month")
    for match in patterns.MONTH_ALONE.finditer(text):
        if is_month(match, text):
            yield from _make_identifier(match, _name_groups(match), calendar, "month", rank=24)
        elif is_month_of_event(match, text):
            # This rank is below that of known names, such as a sister called June.
            yield from _make_identifier(match, _name_groups(match), calendar, "month", rank=27)
    yield from _find_years(text, calendar)


def _find_years(text: str, calendar: Calendar) -> Iterator[Identifier]:
    """Find single years, and both years of 2003-2008."""
    for match in patterns.YEAR_RANGE.finditer(text):
        if not patterns.NOT_YEAR_CONTEXT.search(text, max(0, match.start() - 16), match.start()):
            for year in patterns.YEAR.finditer(text, *match.span()):
                yield from _make_identifier(year, _name_groups(year), calendar, "year", rank=24)
    for match in patterns.YEAR_ALONE.finditer(text):
        before = text[max(0, match.start() - 16) : match.start()]
        if patterns.YEAR_CONTEXT.search(before) and not patterns.NOT_YEAR_CONTEXT.search(before):
            yield from _make_identifier(match, _name_groups(match), calendar, "year", rank=24)


def _is_word(match: re.Match[str]) -> bool:
    """Return whether a month in lower case is a word, as in "3 may need"."""
    month = match.groupdict().get("month") or ""
    return month.islower() and month in AMBIGUOUS_MONTHS and not match.groupdict().get("year")


def _name_groups(match: re.Match[str]) -> dict[str, str]:
    return {name: name.rstrip("2") for name in match.re.groupindex if name not in ("sep", "to")}


def _make_identifier(
    match: re.Match[str], names: Mapping[str, str], calendar: Calendar, rule: str, *, rank: int = 8
) -> Iterator[Identifier]:
    """Yield the identifier of a match, if its fields are a date."""
    values = {field: match[group] for group, field in names.items() if match[group] is not None}
    month = values.get("month")
    year = values.get("year")
    fields = DateFields(
        expand_year(year, calendar.reference) if year else 0,
        parse_month(month) if month else int(values.get("number_month", 0)),
        int(values.get("day") or values.get("number_day") or 0),
    )
    if "number_month" in values and not 1 <= fields.month <= 12:
        return
    if "number_day" in values and not 1 <= fields.day <= 31:
        return
    day = resolve_date(fields, calendar.reference)
    if day is None:
        return
    birth = bool(
        patterns.BIRTH_CONTEXT.search(match.string, max(0, match.start() - 20), match.start())
    )
    inside = {group: field for group, field in names.items() if match.start(group) < match.end()}
    new = rewrite_date(match, inside, calendar.shift(day, birth=birth))
    yield Identifier(*match.span(), DATE, "date of birth" if birth else rule, rank, new=new)
