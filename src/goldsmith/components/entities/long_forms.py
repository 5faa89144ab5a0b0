"""What a document says once counts for all of it: abbreviations, and strings that come again."""

from __future__ import annotations

from collections import defaultdict

from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.longforms import occurrences

Found = tuple[str, tuple[Span, ...]]
#: Shorter strings are too often something else.
_SHORTEST = 4
#: A string is mostly a mention when it is one at every second place at least.
_MOSTLY = 2


def follow(work: Analysis, found: set[Found]) -> set[Found]:
    """The mentions with abbreviations found, or dropped, as their long form is."""
    kept = set(found)
    taken = _marked(work, found) if work.long_forms else bytearray()
    for short, long in work.long_forms:
        text = work.text[slice(*short)]
        places = [Span(*place) for place in occurrences(work.text, text)]
        type_ = _type_of(found, long)
        if type_:
            _add(kept, type_, places, taken)
        elif not any(span.overlaps(Span(*long)) for _, spans in found for span in spans):
            dropped = {one for one in kept if len(one[1]) == 1 and one[1][0] in places}
            kept -= dropped
            for _, [span] in dropped:
                taken[span.start : span.end] = bytes(span.end - span.start)
    return kept


def repeat(work: Analysis, found: set[Found]) -> set[Found]:
    """The mentions, and those places where the same string stands that is mostly a mention."""
    kept = set(found)
    taken = _marked(work, found)
    tagged: dict[tuple[str, str], set[Span]] = defaultdict(set)
    for type_, spans in found:
        if len(spans) == 1 and spans[0].end - spans[0].start >= _SHORTEST:
            tagged[type_, work.text[spans[0].start : spans[0].end]].add(spans[0])
    for (type_, text), places in sorted(tagged.items()):
        if work.text.count(text) <= len(places):
            continue
        everywhere = [Span(*place) for place in occurrences(work.text, text)]
        if len(places) < len(everywhere) <= _MOSTLY * len(places):
            _add(kept, type_, everywhere, taken)
    return kept


def _type_of(found: set[Found], long: tuple[int, int]) -> str:
    """The type of the mention that the long form ends, if there is one."""
    for type_, spans in sorted(found):
        if len(spans) == 1 and spans[0].end == long[1] and spans[0].start <= long[0]:
            return type_
    return ""


def _marked(work: Analysis, found: set[Found]) -> bytearray:
    """The characters of a text, those in mentions marked."""
    taken = bytearray(len(work.text))
    for _, spans in found:
        for span in spans:
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
    return taken


def _add(kept: set[Found], type_: str, places: list[Span], taken: bytearray) -> None:
    for place in places:
        if 1 not in taken[place.start : place.end]:
            kept.add((type_, (place,)))
            taken[place.start : place.end] = b"\x01" * (place.end - place.start)
