"""Extent errors: a word too many or too few, a missing fragment, a filled gap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from goldsmith.core import Mention, Span
from goldsmith_demo.annotators.draws import Draw
from goldsmith_demo.annotators.edits import set_spans
from goldsmith_demo.annotators.reading import Reading
from goldsmith_demo.annotators.words import DETERMINERS, FUNCTION_WORDS, collect_offsets

#: The weight and the spans of an alternative extent.
Alternative = tuple[float, tuple[Span, ...]]

_LEFT: Final = 3.0  # determiners and adjectives come first
_RIGHT: Final = 1.0
_LOST: Final = 3.0  # the first or last fragment
_FILLED: Final = 2.0  # the gaps between fragments


def change_extents(reading: Reading, mention: Mention, draw: Draw) -> Mention:
    """Change the extent of some mentions by a word or a fragment."""
    factor = reading.roles.get_factor(reading.roles.extents, mention)
    if not mention.spans or not draw.hits(reading.rate(reading.profile.extent, factor)):
        return mention
    ways = list(_list_alternatives(reading, mention))
    if not ways:
        return mention
    spans = draw.pick([spans for _, spans in ways], [weight for weight, _ in ways])
    return set_spans(mention, spans, reading.doc.text)


def _list_alternatives(reading: Reading, mention: Mention) -> Iterator[Alternative]:
    """Yield every other extent that an annotator could plausibly choose."""
    span = Span(mention.start, mention.end)
    if mention.is_discontiguous:
        yield _LOST, mention.spans[1:]
        yield _LOST, mention.spans[:-1]
        yield _FILLED, (span,)
        return
    greedy = reading.roles.get_kind(mention) in reading.roles.greedy
    taken = set() if greedy else collect_offsets(reading.annotations.mentions)
    yield from _widen(reading, span, taken)
    words = reading.words.find_inside(span)
    # Only if the mention begins and ends with words, unlike "19 x 16 mm)".
    if len(words) > 1 and (words[0].start, words[-1].end) == (span.start, span.end):
        yield _LEFT, (Span(words[1].start, span.end),)
        if reading.words.get_wording(words[-2]) not in FUNCTION_WORDS:
            yield _RIGHT, (Span(span.start, words[-2].end),)


def _widen(reading: Reading, span: Span, taken: set[int]) -> Iterator[Alternative]:
    """Yield the extent widened by a neighbouring word that is not taken."""
    words = reading.words
    before, after = words.find_before(span.start), words.find_after(span.end)
    for word, weight in ((before, _LEFT), (after, _RIGHT)):
        if word is None or not taken.isdisjoint(range(word.start, word.end)):
            continue
        wording = words.get_wording(word)
        fits = wording not in FUNCTION_WORDS or (word is before and wording in DETERMINERS)
        if fits:
            yield weight, (Span(min(word.start, span.start), max(word.end, span.end)),)
