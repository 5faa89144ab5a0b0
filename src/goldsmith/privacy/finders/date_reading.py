"""Read matched dates and turn them into identifiers with the shifted date in the same form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from goldsmith.privacy.finders import date_patterns as patterns
from goldsmith.privacy.identifiers import ABOUT, AROUND, DATE, DISTANT, Identifier
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith.privacy.surrogates.date_shift import read_date, rewrite_date

_ORDERS = (("number_day", "number_month"), ("number_month", "number_day"))
#: The maximum distance in days of a date close to the note, and of a date in the weeks around it.
_ABOUT, _AROUND = 10, 45


def read_in_order(
    match: re.Match[str], calendar: Calendar, form: str, *, rank: int = 8
) -> Iterator[Identifier]:
    """Read a numeric date in the order of the note, or in the reverse order if that fails."""
    for names in reversed(_ORDERS) if calendar.month_first else _ORDERS:
        fields = dict(zip(("first", "second"), names, strict=True))
        if "year" in match.re.groupindex:
            fields["year"] = "year"
        identifiers = list(make_identifier(match, fields, calendar, form, rank=rank))
        if identifiers:
            yield from identifiers
            return


def name_groups(match: re.Match[str]) -> dict[str, str]:
    """Map the groups of a match to the fields of a date: year2 is a year."""
    return {name: name.rstrip("23") for name in match.re.groupindex if name != "sep"}


def make_identifier(
    match: re.Match[str], names: Mapping[str, str], calendar: Calendar, form: str, *, rank: int = 8
) -> Iterator[Identifier]:
    """Yield the identifier of a match if its fields are a valid date."""
    day = read_date(match, names, calendar.reference)
    if day is None:
        return
    is_birth = bool(
        patterns.BIRTH_CONTEXT.search(match.string, max(0, match.start() - 20), match.start())
    )
    new = rewrite_date(match, names, calendar.shift(day, birth=is_birth))
    rule, detail = patterns.BIRTH if is_birth else form, _classify_distance(day, calendar.reference)
    yield Identifier(*match.span(), DATE, rule, rank, detail=detail, new=new)


def _classify_distance(day: date, reference: date | None) -> str:
    """Classify how far a date is from the day of the note."""
    if reference is None:
        return ""
    days = abs((day - reference).days)
    return ABOUT if days <= _ABOUT else AROUND if days <= _AROUND else DISTANT
