"""Identifiers in a text, and the resolution of overlaps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

NAME: Final = "NAME"
DATE: Final = "DATE"
PLACE: Final = "PLACE"
NUMBER: Final = "NUMBER"
CONTACT: Final = "CONTACT"
AGE: Final = "AGE"
KINDS: Final = (NAME, DATE, PLACE, NUMBER, CONTACT, AGE)

#: The forms of a name.
FIRST: Final = "first"
SURNAME: Final = "surname"
FIRST_INITIAL: Final = "initial"
SURNAME_INITIAL: Final = "letter"
MONOGRAM: Final = "monogram"
#: The forms of a place.
FACILITY: Final = "facility"
TOWN: Final = "town"
HOUSE: Final = "house"
POSTCODE: Final = "postcode"
ZIP: Final = "zip"
STATE: Final = "state"
#: The form of a date that is clear from its wording or context.
CLEAR: Final = "clear"
#: The forms of dates written like the clear dates of the note, and unlike them.
ALIKE: Final = "alike"
UNLIKE: Final = "unlike"
#: The details of dates: close to the day of the note, in the weeks around it, further away.
ABOUT: Final = "about"
AROUND: Final = "around"
DISTANT: Final = "distant"
#: The forms of a number or contact; SHAPE keeps the pattern of digits and letters, EXTENSION keeps
#: the letters, SPOKEN is written in words.
SPOKEN: Final = "spoken"
EXTENSION: Final = "extension"
NHS: Final = "nhs"
EMAIL: Final = "email"
URL: Final = "url"
SHAPE: Final = "shape"


class Identifier(msgspec.Struct, frozen=True):
    """A place in a text that identifies a person."""

    start: int
    end: int
    kind: str
    rule: str
    rank: int
    """Of overlapping identifiers, the one with the lowest rank wins, then the longest."""
    form: str = ""
    """The form within the kind, such as surname or postcode; it selects the surrogate."""
    detail: str = ""
    """The sex of a first name, the surname that an initial belongs to, or the distance of a date
    from the day of the note; empty if unknown."""
    new: str = ""
    """The surrogate, if the finder determines it (dates and ages)."""


def resolve_overlaps(identifiers: Iterable[Identifier]) -> list[Identifier]:
    """Select non-overlapping identifiers by rank and length, in text order."""
    selected: list[Identifier] = []
    covered: set[int] = set()
    for identifier in sorted(
        identifiers, key=lambda item: (item.rank, item.start - item.end, item.start)
    ):
        offsets = range(identifier.start, identifier.end)
        if covered.isdisjoint(offsets):
            covered.update(offsets)
            selected.append(identifier)
    return sorted(selected, key=lambda identifier: identifier.start)
