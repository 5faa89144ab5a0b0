"""Everything that identifies somebody in one text, by rules and by the patient's record."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from goldsmith.privacy import numbers, places
from goldsmith.privacy.ages import ages
from goldsmith.privacy.dates import Calendar, dates
from goldsmith.privacy.found import CONTACT, NUMBER, PLACE, Found, apart
from goldsmith.privacy.known import by_lexicon
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.names import by_rule
from goldsmith.privacy.records import Record


def find(
    text: str,
    calendar: Calendar,
    lexicon: Lexicon,
    record: Record,
    *,
    institutions: Collection[str] = (),
    ordinary: Collection[str] = (),
) -> list[Found]:
    """The identifiers of a text in order, none overlapping another."""
    return apart(
        (
            *dates(text, calendar),
            *ages(text),
            *numbers.numbers(text),
            *numbers.contacts(text),
            *places.places(text),
            *by_rule(text),
            *by_lexicon(text, lexicon, ordinary),
            *_by_record(text, record, institutions),
        )
    )


def _by_record(text: str, record: Record, institutions: Collection[str]) -> Iterator[Found]:
    yield from numbers.recorded(text, record.numbers, NUMBER)
    yield from numbers.recorded(text, record.contacts, CONTACT)
    for one in numbers.recorded(text, record.postcodes, PLACE):
        yield Found(one.start, one.end, PLACE, "record", 3, places.POSTCODE)
    yield from places.recorded(text, record.places, places.TOWN)
    names = [name for one in (*record.institutions, *institutions)
             for name in places.institution_names(one)]  # fmt: skip
    yield from places.recorded(text, names, places.FACILITY)
