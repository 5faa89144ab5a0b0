"""A place in a text that identifies somebody, and how places that overlap are sorted out."""

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


class Found(msgspec.Struct, frozen=True):
    """An identifier in the text; of overlapping ones the lowest `rank` counts, then the longest."""

    start: int
    end: int
    kind: str
    rule: str
    rank: int
    form: str = ""
    """What it is within its kind, for the surrogate: surname, first, initial, postcode, …"""
    about: str = ""
    """For a first name the sex it was used with, for an initial the surname it goes with."""
    new: str = ""
    """The surrogate, where the finder knows it already (dates, ages)."""


def apart(found: Iterable[Found]) -> list[Found]:
    """The finds that stay when overlapping ones give way to the better, in text order."""
    kept: list[Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda one: (one.rank, one.start - one.end, one.start)):
        places = range(one.start, one.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
