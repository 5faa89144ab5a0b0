"""Extents: a word too many or too few, a fragment lost, a gap filled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith_demo.annotators.edits import changed, respanned
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import DETERMINERS, FUNCTION_WORDS, occupied

#: A way to change an extent, with how likely it is among those that a mention has.
Way = tuple[float, tuple[Span, ...]]

_LEFT: Final = 3.0  # determiners and adjectives stand in front
_RIGHT: Final = 1.0
_LOST: Final = 3.0
_FILLED: Final = 2.0


def extents(reading: Reading, one: AnnotationSet) -> AnnotationSet:
    """The set with mentions that begin or end at another word."""
    changes = {}
    taken = occupied(one.mentions)
    for mention in one.mentions:
        factor = reading.roles.extents.get(reading.roles.kind(mention), 1.0)
        draw = reading.at("extent", mention)
        if mention.spans and draw.hits(reading.rate(reading.profile.extent, factor)):
            ways = list(_ways(reading, mention, taken))
            if ways:
                spans = draw.pick([spans for _, spans in ways], [weight for weight, _ in ways])
                changes[mention.id] = respanned(mention, spans, reading.doc.text)
    return changed(one, changes)


def _ways(reading: Reading, mention: Mention, taken: set[int]) -> Iterator[Way]:
    """Every other extent that somebody could choose."""
    if mention.is_discontiguous:
        yield from _fragments(mention)
        return
    span = Span(mention.start, mention.end)
    greedy = reading.roles.kind(mention) in reading.roles.greedy
    yield from _wider(reading, span, set() if greedy else taken)
    words = reading.words.inside(span)
    # Only where words are all there is at the ends: "19 x 16 mm)" would begin or end amid signs.
    if len(words) > 1 and (words[0].start, words[-1].end) == (span.start, span.end):
        yield _LEFT, (Span(words[1].start, span.end),)
        if reading.words.of(words[-2]) not in FUNCTION_WORDS:
            yield _RIGHT, (Span(span.start, words[-2].end),)


def _fragments(mention: Mention) -> Iterator[Way]:
    """The mention without its first or last fragment, and with its gaps filled."""
    yield _LOST, mention.spans[1:]
    yield _LOST, mention.spans[:-1]
    yield _FILLED, (Span(mention.start, mention.end),)


def _wider(reading: Reading, span: Span, taken: set[int]) -> Iterator[Way]:
    """The extent with the neighbouring word, unless that is part of another mention."""
    words = reading.words
    before, after = words.before(span.start), words.after(span.end)
    for word, weight in ((before, _LEFT), (after, _RIGHT)):
        if word is None or not taken.isdisjoint(range(word.start, word.end)):
            continue
        wording = words.of(word)
        fits = wording not in FUNCTION_WORDS or (word is before and wording in DETERMINERS)
        if fits:
            yield weight, (Span(min(word.start, span.start), max(word.end, span.end)),)
