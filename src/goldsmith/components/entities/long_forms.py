"""Consistency within a document: abbreviations follow long forms, repeated strings each other."""

from __future__ import annotations

from collections import defaultdict

from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.long_forms import find_occurrences

#: The type and the spans of a mention.
TypedSpans = tuple[str, tuple[Span, ...]]
#: Shorter strings are too ambiguous to propagate.
_MIN_LENGTH = 4
#: A string is propagated if it occurs at most this many times as often as it is a mention.
_MAX_RATIO = 2


def propagate_long_forms(analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
    """Add or drop mentions of abbreviations, as their long form is a mention or not."""
    result = set(mentions)
    covered = _mark_characters(analysis, mentions) if analysis.long_forms else bytearray()
    for short, long in analysis.long_forms:
        text = analysis.text[slice(*short)]
        places = [Span(*place) for place in find_occurrences(analysis.text, text)]
        type_ = _find_type(mentions, long)
        if type_:
            _add_places(result, type_, places, covered)
        elif not any(span.overlaps(Span(*long)) for _, spans in mentions for span in spans):
            dropped = {m for m in result if len(m[1]) == 1 and m[1][0] in places}
            result -= dropped
            for _, [span] in dropped:
                covered[span.start : span.end] = bytes(span.end - span.start)
    return result


def propagate_repetitions(analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
    """Add the other places of strings that are mentions in at least half of their places."""
    result = set(mentions)
    covered = _mark_characters(analysis, mentions)
    by_string: dict[tuple[str, str], set[Span]] = defaultdict(set)
    for type_, spans in mentions:
        if len(spans) == 1 and spans[0].end - spans[0].start >= _MIN_LENGTH:
            by_string[type_, analysis.text[spans[0].start : spans[0].end]].add(spans[0])
    for (type_, text), places in sorted(by_string.items()):
        if analysis.text.count(text) <= len(places):
            continue
        all_places = [Span(*place) for place in find_occurrences(analysis.text, text)]
        if len(places) < len(all_places) <= _MAX_RATIO * len(places):
            _add_places(result, type_, all_places, covered)
    return result


def _find_type(mentions: set[TypedSpans], long: tuple[int, int]) -> str:
    """Return the type of a mention that contains the long form and ends with it; else empty."""
    for type_, spans in sorted(mentions):
        if len(spans) == 1 and spans[0].end == long[1] and spans[0].start <= long[0]:
            return type_
    return ""


def _mark_characters(analysis: Analysis, mentions: set[TypedSpans]) -> bytearray:
    """Mark the characters of the text that mentions cover."""
    covered = bytearray(len(analysis.text))
    for _, spans in mentions:
        for span in spans:
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
    return covered


def _add_places(
    mentions: set[TypedSpans], type_: str, places: list[Span], covered: bytearray
) -> None:
    for place in places:
        if 1 not in covered[place.start : place.end]:
            mentions.add((type_, (place,)))
            covered[place.start : place.end] = b"\x01" * (place.end - place.start)
