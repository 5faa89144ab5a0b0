"""Mentions that share their last word with the next one: "sensory and motor neuropathy".

Where "motor neuropathy" is found after "sensory and", the training data says whether "sensory …
neuropathy" is a mention too: for each type, how often it was one. A few examples teach that, long
before they teach tags for pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from goldsmith.components.entities.long_forms import Found
from goldsmith.core import Mention, Span
from goldsmith.pipeline.analysis import Analysis

_FILE = "ellipsis.json"
_JOINING = frozenset(("and", "or", "&", "and/or"))
#: How often it must have been seen, and in what share of its places.
_LEAST, _SHARE = 2, 0.5


class _Place(NamedTuple):
    """A word, a conjunction and a mention of several words; `first` is the word."""

    kind: str
    first: Span
    last: Span


class _Counts(msgspec.Struct, frozen=True):
    """Type and kind of word -> how often there was such a place, and such a mention."""

    places: dict[str, int] = {}
    mentions: dict[str, int] = {}


class Ellipsis:
    """Adds mentions that lack the word they share."""

    def __init__(self, counts: _Counts | None = None) -> None:
        self._counts = counts or _Counts()
        self._usual = {
            kind
            for kind, count in self._counts.mentions.items()
            if count >= _LEAST and count >= _SHARE * self._counts.places[kind]
        }

    @classmethod
    def learned(cls, works: Sequence[Analysis], mentions: Sequence[Iterable[Mention]]) -> Ellipsis:
        """What training documents have at such places."""
        places, there = Counter[str](), Counter[str]()
        for work, several in zip(works, mentions, strict=True):
            found = {(mention.type, mention.spans) for mention in several}
            for type_, spans in found:
                place = _place(work, type_, spans)
                if place and (type_, (place.first,)) not in found:
                    places[place.kind] += 1
                    there[place.kind] += (type_, (place.first, place.last)) in found
        return cls(_Counts(dict(places), dict(there)))

    def __call__(self, work: Analysis, found: set[Found]) -> set[Found]:
        """The mentions, and those that share their last word."""
        if not self._usual:
            return found
        kept = set(found)
        for type_, place in self._places(work, found):
            alone = (type_, (place.first,))
            touching = {one for one in kept if any(s.overlaps(place.first) for s in one[1])}
            if touching <= {alone}:
                kept -= touching
                kept.add((type_, (place.first, place.last)))
        return kept

    def _places(self, work: Analysis, found: set[Found]) -> Iterator[tuple[str, _Place]]:
        for type_, spans in sorted(found):
            place = _place(work, type_, spans)
            if place and place.kind in self._usual:
                yield type_, place

    def save(self, folder: Path) -> None:
        (folder / _FILE).write_bytes(msgspec.json.encode(self._counts, order="sorted"))

    @classmethod
    def loaded(cls, folder: Path) -> Ellipsis:
        return cls(msgspec.json.decode((folder / _FILE).read_bytes(), type=_Counts))


def _place(work: Analysis, type_: str, spans: Sequence[Span]) -> _Place | None:
    """The place before a mention in one piece of several words, if a word is joined to it."""
    if len(spans) != 1:
        return None
    first, end = work.range_of(spans[0])
    words = work.tokens.words
    if end - first < 2 or first < 2 or words[first - 1].lower() not in _JOINING:
        return None
    word = words[first - 2]
    same = work.sentence_at(first - 2) == work.sentence_at(first)
    if not same or not word[0].isalnum():
        return None
    kind = "number" if word[0].isdigit() else "word"
    return _Place(
        f"{type_} {kind}", work.span_of(first - 2, first - 2), work.span_of(end - 1, end - 1)
    )
