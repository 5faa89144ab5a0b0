"""Find every identifier of a text, by rules and by the patient's record."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from goldsmith.privacy.finders import numbers, places
from goldsmith.privacy.finders.ages import find_ages
from goldsmith.privacy.finders.dates import Calendar, find_dates
from goldsmith.privacy.finders.known_names import find_known_names
from goldsmith.privacy.finders.names import find_names
from goldsmith.privacy.identifiers import (
    CONTACT,
    FACILITY,
    NUMBER,
    PLACE,
    POSTCODE,
    TOWN,
    Identifier,
    resolve_overlaps,
)
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.records import Record


def find_identifiers(
    text: str,
    calendar: Calendar,
    lexicon: Lexicon,
    record: Record,
    *,
    institutions: Collection[str] = (),
    ordinary: Collection[str] = (),
) -> list[Identifier]:
    """Find the identifiers of a text, in order and without overlaps.

    Args:
        text: The text of a note.
        calendar: Reads and shifts the dates.
        lexicon: The names known for the patient.
        record: The structured record of the patient.
        institutions: The institutions of the corpus.
        ordinary: Words that the corpus has in lower case; they are no misspelt names.
    """
    return resolve_overlaps(
        (
            *find_dates(text, calendar),
            *find_ages(text),
            *numbers.find_numbers(text),
            *numbers.find_contacts(text),
            *places.find_places(text),
            *find_names(text),
            *find_known_names(text, lexicon, ordinary),
            *_find_recorded(text, record, institutions),
        )
    )


def _find_recorded(
    text: str, record: Record, institutions: Collection[str]
) -> Iterator[Identifier]:
    yield from numbers.find_recorded_numbers(text, record.numbers, NUMBER)
    yield from numbers.find_recorded_numbers(text, record.contacts, CONTACT)
    for postcode in numbers.find_recorded_numbers(text, record.postcodes, PLACE):
        yield Identifier(postcode.start, postcode.end, PLACE, "record", 3, POSTCODE)
    yield from places.find_recorded_places(text, record.places, TOWN)
    names = [
        name
        for institution in (*record.institutions, *institutions)
        for name in places.get_institution_names(institution)
    ]
    yield from places.find_recorded_places(text, names, FACILITY)
