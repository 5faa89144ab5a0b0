"""Features of the ranker: an extent and its surroundings, and a place that may be no time."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.components.temporal.extents.passages import Passage, Place

#: Words before and behind a place that are features of whether it is a time.
_WINDOW = 3


def describe_extent(passage: Passage, place: Place, first: int, end: int) -> list[str]:
    """Return the features of an extent of a place."""
    return [
        *_describe_edges(passage, first, end),
        *_describe_change(passage, place, first, end),
        *_describe_words(passage, place, first, end),
    ]


def _describe_edges(passage: Passage, first: int, end: int) -> Iterator[str]:
    """Yield the words on both sides of both edges."""
    get = passage.get_word
    opening, closing, before, behind = get(first), get(end - 1), get(first - 1), get(end)
    whole = " ".join(passage.words[first:end])
    yield f"first={opening}"
    yield f"last={closing}"
    yield f"before={before}"
    yield f"behind={behind}"
    yield f"edge1={before}[{opening}"
    yield f"edge2={closing}]{behind}"
    yield f"edges={before}[{opening} {closing}]{behind}"
    yield f"before2={get(first - 2)} {before}["
    yield f"behind2=]{behind} {get(end + 1)}"
    yield f"whole={whole}"
    yield f"whole]={whole}]{behind}"
    yield f"[whole={before}[{whole}"
    yield f"size={end - first}"


def _describe_change(passage: Passage, place: Place, first: int, end: int) -> Iterator[str]:
    """Yield what an extent has more or less than its place, by the surroundings of the place."""
    left = _name_change(passage, first, place.first)
    right = _name_change(passage, place.end, end)
    get, core = passage.get_word, " ".join(passage.words[place.first : place.end])
    before, behind, behind2 = get(place.first - 1), get(place.end), get(place.end + 1)
    yield f"both={left}|{right}"
    yield f"left size={first - place.first}"
    yield f"right size={end - place.end}"
    yield f"left behind={left} {behind}"
    yield f"right before={right} {before}"
    for side, change in (("left", left), ("right", right)):
        yield f"{side}={change}"
        yield f"{side} type={change} {place.type}"
        yield f"{side} pattern={change} {place.pattern}"
        yield f"{side} core={change} {core}"
        yield f"{side} behind2={change} {behind} {behind2}"
        yield f"{side} [={change} {get(first - 1)}"
        yield f"{side} ]={change} {get(end)}"


def _name_change(passage: Passage, outer: int, inner: int) -> str:
    """Name the words between two edges: added if the outer comes first, left out if the inner."""
    if outer == inner:
        return "="
    sign = "+" if outer < inner else "-"
    return sign + " ".join(passage.words[min(outer, inner) : max(outer, inner)])


def _describe_words(passage: Passage, place: Place, first: int, end: int) -> Iterator[str]:
    """Yield the single words that an extent has more or less than its place."""
    for side, words in (
        ("before", passage.words[place.first : first]),
        ("behind", passage.words[end : place.end]),
    ):
        if words:
            yield f"cut {side}"
            yield from (f"cut {side}={word}" for word in words)
    if first < place.first:
        yield f"reaches before={passage.words[first]} {place.type}"
    if end > place.end:
        yield f"reaches behind={passage.words[end - 1]} {place.type}"


def describe_place(passage: Passage, place: Place, reason: str) -> list[str]:
    """Return the features of the alternative that a place is no time, for a reason."""
    row = [f"no {name}" for name in _describe_surroundings(passage, place)]
    return [*row, *(f"{reason} {name}" for name in row)]


def _describe_surroundings(passage: Passage, place: Place) -> Iterator[str]:
    get, core = passage.get_word, " ".join(passage.words[place.first : place.end])
    yield "time"
    yield f"type={place.type}"
    yield f"pattern={place.pattern}"
    yield f"core={core}"
    for distance in range(1, _WINDOW + 1):
        sides = ("before", get(place.first - distance)), ("behind", get(place.end + distance - 1))
        for side, word in sides:
            yield f"{side}={word}"
            yield f"{side}{distance}={word}"
            yield f"{side}{distance} type={word} {place.type}"
    before, behind = get(place.first - 1), get(place.end)
    yield f"[pattern={before} {place.pattern}"
    yield f"pattern]={place.pattern} {behind}"
    yield f"[core={before} {core}"
    yield f"core]={core} {behind}"
    yield f"two before={get(place.first - 2)} {before}"
    yield f"two behind={behind} {get(place.end + 1)}"
    yield from (f"sentence={word}" for word in sorted(set(passage.words)))
