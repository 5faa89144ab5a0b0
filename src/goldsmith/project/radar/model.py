"""The results of the radar: suspects with their places, ranked by the probability of a slip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

#: Kinds of suspects, with their meanings.
KINDS: Final[Mapping[str, str]] = {
    "missed": "not marked here, marked elsewhere",
    "extra": "marked here, not marked elsewhere",
    "type": "a different type from the same words elsewhere",
    "code": "different codes from the same words elsewhere",
    "attribute": "a different attribute value from the same context elsewhere",
    "span": "a word more or less than in siblings",
    "chain": "a chain joins codes that differ",
}


class Place(msgspec.Struct, frozen=True):
    """A stretch of a note; `mention` is an id, "" if nothing is marked there."""

    document: str
    start: int
    end: int
    mention: str = ""


class Suspect(msgspec.Struct, frozen=True):
    """A place that is probably a slip."""

    rank: int
    kind: str
    probability: float
    """The probability that it is a slip."""
    place: Place
    words: str
    """The normalised wording; "" in results without text."""
    actual: str
    expected: str
    support: int
    """The number of places with the same words or context and the expected answer."""
    total: int
    """The number of all places with the same words or context."""
    question: str = ""
    """The name of the attribute, or the word that is inside or outside the span."""
    fix: tuple[tuple[int, int], ...] = ()
    """The spans that a mention would have if it were annotated as elsewhere."""
    siblings: tuple[Place, ...] = ()
    """A few places that have the expected answer."""


class KindSummary(msgspec.Struct, frozen=True):
    """The number of places of a kind, and the estimated rate of slips."""

    places: int
    rate: float


class Radar(msgspec.Struct, frozen=True):
    """The suspects of a corpus, most probable first."""

    set: str
    documents: int
    mentions: int
    kinds: Mapping[str, KindSummary]
    suspects: tuple[Suspect, ...]
