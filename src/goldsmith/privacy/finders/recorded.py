"""Find identifiers from a patient's record, the list of names and the metadata of the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from goldsmith.privacy.finders import numbers, places
from goldsmith.privacy.finders.known_names import find_known_names
from goldsmith.privacy.identifiers import (
    CONTACT,
    FACILITY,
    NUMBER,
    PLACE,
    POSTCODE,
    TOWN,
    Identifier,
)
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.records import Record


def find_recorded(
    text: str,
    record: Record,
    lexicon: Lexicon,
    *,
    institutions: Collection[str] = (),
    ordinary: Collection[str] = (),
) -> Iterator[Identifier]:
    """Find the identifiers of a text that are certain because they are on record.

    Args:
        text: The text of a note.
        record: The structured record of the patient.
        lexicon: The names of the record and of the list of names.
        institutions: The institutions of the corpus.
        ordinary: Words that occur in lower case in the corpus; they are not misspelt names.
    """
    if lexicon.people:
        yield from find_known_names(text, lexicon, ordinary)
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
