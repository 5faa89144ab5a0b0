"""Ellipsis in coordinations: "sensory and motor neuropathy" also mentions "sensory neuropathy".

If "motor neuropathy" is a mention after "sensory and", counts from the training data decide, for
each type, whether "sensory … neuropathy" is a mention too. A few examples suffice; learning D and H
tags takes many more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from goldsmith.components.entities.long_forms import TypedSpans
from goldsmith.core import Mention, Span
from goldsmith.pipeline.analysis import Analysis

_FILE = "ellipsis.json"
_CONJUNCTIONS = frozenset(("and", "or", "&", "and/or"))
#: The minimum count and the minimum share of places with such a mention in the training data.
_MIN_COUNT, _MIN_SHARE = 2, 0.5


class _Place(NamedTuple):
    """A word, a conjunction and a mention of several words: first word, last word, kind."""

    kind: str
    first: Span
    last: Span


class _Counts(msgspec.Struct, frozen=True):
    """Type and kind of word -> number of places, and of mentions with ellipsis there."""

    places: dict[str, int] = {}
    mentions: dict[str, int] = {}


class Ellipsis:
    """Adds discontiguous mentions that share their last word with the next mention."""

    def __init__(self, counts: _Counts | None = None) -> None:
        self._counts = counts or _Counts()
        self._frequent = {
            kind
            for kind, count in self._counts.mentions.items()
            if count >= _MIN_COUNT and count >= _MIN_SHARE * self._counts.places[kind]
        }

    @classmethod
    def train(cls, analyses: Sequence[Analysis], mentions: Sequence[Iterable[Mention]]) -> Ellipsis:
        """Count places and mentions with ellipsis in training documents."""
        places, hits = Counter[str](), Counter[str]()
        for analysis, of_document in zip(analyses, mentions, strict=True):
            gold = {(mention.type, mention.spans) for mention in of_document}
            for type_, spans in gold:
                place = _find_place(analysis, type_, spans)
                if place and (type_, (place.first,)) not in gold:
                    places[place.kind] += 1
                    hits[place.kind] += (type_, (place.first, place.last)) in gold
        return cls(_Counts(dict(places), dict(hits)))

    def __call__(self, analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
        """Return the mentions, with discontiguous mentions that share their last word added."""
        if not self._frequent:
            return mentions
        result = set(mentions)
        for type_, place in self._find_places(analysis, mentions):
            word_alone = (type_, (place.first,))
            overlapping = {m for m in result if any(s.overlaps(place.first) for s in m[1])}
            if overlapping <= {word_alone}:
                result -= overlapping
                result.add((type_, (place.first, place.last)))
        return result

    def _find_places(
        self, analysis: Analysis, mentions: set[TypedSpans]
    ) -> Iterator[tuple[str, _Place]]:
        for type_, spans in sorted(mentions):
            place = _find_place(analysis, type_, spans)
            if place and place.kind in self._frequent:
                yield type_, place

    def save(self, folder: Path) -> None:
        (folder / _FILE).write_bytes(msgspec.json.encode(self._counts, order="sorted"))

    @classmethod
    def load(cls, folder: Path) -> Ellipsis:
        """Load saved counts."""
        return cls(msgspec.json.decode((folder / _FILE).read_bytes(), type=_Counts))


def _find_place(analysis: Analysis, type_: str, spans: Sequence[Span]) -> _Place | None:
    """Find a word joined by a conjunction to a contiguous mention of several words."""
    if len(spans) != 1:
        return None
    first, end = analysis.find_tokens(spans[0])
    words = analysis.tokens.words
    if end - first < 2 or first < 2 or words[first - 1].lower() not in _CONJUNCTIONS:
        return None
    word = words[first - 2]
    same_sentence = analysis.find_sentence(first - 2) == analysis.find_sentence(first)
    if not same_sentence or not word[0].isalnum():
        return None
    kind = "number" if word[0].isdigit() else "word"
    return _Place(
        f"{type_} {kind}",
        analysis.make_span(first - 2, first - 2),
        analysis.make_span(end - 1, end - 1),
    )
