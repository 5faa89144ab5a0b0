"""Features of the extents of a time: edges, context, and how they differ from the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.components.temporal.extents.passages import Passage, Place

#: Features in which annotators have habits, and the prefix of a habit feature.
_OF_HABITS = ("left=", "right=", "first=", "last=", "tags left=", "tags right=")
_HABIT = "habit "


def describe_extent(passage: Passage, place: Place, first: int, end: int) -> list[str]:
    """Return the features of an extent of a place."""
    return [
        *_describe_edges(passage, first, end),
        *_describe_change(passage, place, first, end),
        *_describe_words(passage, place, first, end),
        *_describe_tags(passage, place, first, end),
        *_describe_kind(passage, place, first, end),
    ]


def describe_habits(row: Sequence[str], document: int) -> list[str]:
    """Return copies of an alternative's features that apply to one training document only."""
    return [f"{_HABIT}{document} {name}" for name in row if name.startswith(_OF_HABITS)]


def is_habit(name: str) -> bool:
    """Return whether a feature applies to one training document only."""
    return name.startswith(_HABIT)


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
    """Yield the words that an extent adds to or omits from its place, with the place's context."""
    left = _name_change(passage.words, first, place.first)
    right = _name_change(passage.words, place.end, end)
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


def _name_change(items: Sequence[str], outer: int, inner: int) -> str:
    """Name the items between two edges: added if the outer comes first, omitted if the inner."""
    if outer == inner:
        return "="
    sign = "+" if outer < inner else "-"
    return sign + " ".join(items[min(outer, inner) : max(outer, inner)])


def _describe_words(passage: Passage, place: Place, first: int, end: int) -> Iterator[str]:
    """Yield the single words that an extent adds to its place or omits from it."""
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


def _describe_tags(passage: Passage, place: Place, first: int, end: int) -> Iterator[str]:
    """Yield edges and changes as parts of speech, to generalise from "at" to "until"."""
    get, word = passage.get_tag, passage.get_word
    left = _name_change(passage.tags, first, place.first)
    right = _name_change(passage.tags, place.end, end)
    before, opening, closing, behind = get(first - 1), get(first), get(end - 1), get(end)
    yield f"tags={left}|{right}"
    yield f"tag edges={before}[{opening} {closing}]{behind}"
    yield f"tag edge1={before}[{opening}"
    yield f"tag edge2={closing}]{behind}"
    yield f"tag before2={get(first - 2)} {before}[{opening}"
    yield f"tag behind2={closing}]{behind} {get(end + 1)}"
    yield f"tags left[={left} {before}"
    yield f"tags right]={right} {behind}"
    yield f"tags left behind={left} {get(place.end)}"
    yield f"tags left behind word={left} {word(place.end)}"
    for side, change in (("left", left), ("right", right)):
        yield f"tags {side}={change}"
        yield f"tags {side} type={change} {place.type}"
        yield f"tags {side} pattern={change} {place.pattern}"


def _describe_kind(passage: Passage, place: Place, first: int, end: int) -> Iterator[str]:
    """Yield combinations of the edge words with each other, parts of speech and the place."""
    word, tag = passage.get_word, passage.get_tag
    opening, closing = word(first), word(end - 1)
    for name, value in (("type", place.type), ("pattern", place.pattern)):
        yield f"first {name}={opening} {value}"
        yield f"last {name}={closing} {value}"
    yield f"before type={word(first - 1)} {place.type}"
    yield f"behind type={word(end)} {place.type}"
    yield f"first last={opening} {closing}"
    yield f"first tag={tag(first - 1)}[{opening}"
    yield f"last tag={closing}]{tag(end)}"
    yield f"first ]={opening} ]{tag(end)}"
    yield f"[ last={tag(first - 1)}[ {closing}"
    yield f"behind tag word=]{tag(end)} {word(end + 1)}"
    yield f"behind word tag=]{word(end)} {tag(end + 1)}"
    yield f"before tag word={tag(first - 2)} {word(first - 1)}["
    yield f"first behind place={opening} {word(place.end)}"
    yield f"first tag behind place={opening} {tag(place.end)}"
