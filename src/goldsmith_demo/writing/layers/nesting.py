"""Handle nested places: "the upper outer quadrant of the right breast" and "the right breast"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from goldsmith.core import Span
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.layers.mentions import read_words
from goldsmith_demo.writing.layers.places import is_collective, list_wholes
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.phrases import Phrase
from goldsmith_demo.writing.sheet import Mark

_LOOSE = "loose-"
_PART = re.compile(
    r"(?:.* )?(?:quadrants?|[ul][oi]q|lobes?|head|body|tail|zones?|poles?|half|halves|segments?"
    r"|base|apex|fundus|lips?|arch|region)",
    re.IGNORECASE,
)
_SIDES = (
    "left|right|l|r|upper|mid|middle|lower|inner|outer|medial|lateral|anterior|posterior|central"
)
_EACH_SIDE = re.compile(r"(?:left and right|right and left) ")
_SIDE = re.compile(rf"\b(?:{_SIDES})\b", re.IGNORECASE)
_BEFORE = re.compile(
    rf"\b(?P<article>(?:the|both|his|her|your) )?(?P<sides>(?:(?:{_SIDES})(?: and | or |, | ))*)\Z",
    re.IGNORECASE,
)
_WITHIN = re.compile(r" of (?=(?:the )?(?P<whole>\w[\w -]*)\Z)", re.IGNORECASE)
_OF = re.compile(r" of (?:(?:the|both|his|her|your) )?(?:\w+ )?\Z", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"\b(?:in|of|on|to|from|at|within|throughout|over|involving) \Z", re.IGNORECASE
)
_LONGEST = 40
"""The maximum number of characters before a part that can belong to its phrase."""


class Part(NamedTuple):
    """A separately named part of a place, and the place."""

    row: Expression
    place: Expression


def list_parts(page: Page, rows: Iterable[Expression]) -> Iterator[Part]:
    """Yield the parts that modify a place; the phrase includes the place if the place follows."""
    places = {row.mark: row for row in rows if row.mark.kind == "Locus"}
    for kind, part, second in page.links:
        if kind == "sub_location_modifies" and second in places and _PART.fullmatch(part.words):
            yield Part(_build_part(page.text, part, places[second]), places[second])


def _build_part(text: str, part: Mark, place: Expression) -> Expression:
    """Build the expression for a part, from its article to the end of the place that follows."""
    before = _BEFORE.search(text, max(0, part.start - _LONGEST), part.start)
    start, first = (before.start(), before.start("sides")) if before else (part.start, part.start)
    last = part.end
    end = place.phrase.end if _OF.match(text, last, place.mark.start) else last
    function = place.phrase.function
    if _PREPOSITION.search(text, max(0, start - 12), start):
        function = "prepositional object"
    elif end > last:
        function = "surface subject" if re.match(r" [a-z]", text[end : end + 2]) else "other"
    thing = place.mark.thing
    if _name(place) != thing.whole:  # the patient's life has no separate name for it
        words = _EACH_SIDE.sub("", text[first:last].lower())
        thing = Thing(key=f"{_LOOSE}{words}", kind="Locus", names=())
    mark = Mark(thing, "Locus", place.mark.flags, place.mark.sentence, [Span(first, end)])
    return Expression(mark, Phrase(start, end, part.start, function), text)


def list_wholes_within(rows: Iterable[Expression]) -> Iterator[Expression]:
    """Yield the place at the end of another place's name: head of "the pancreas"."""
    for row in rows:
        mark = row.mark
        match = _WITHIN.search(row.text, mark.start, mark.end) if mark.kind == "Locus" else None
        if match:
            yield _build_place(mark, Span(*match.span("whole")), match.end(), row.text)


def _build_place(mark: Mark, span: Span, start: int, text: str) -> Expression:
    """Build the expression for a place within another name."""
    name = list_wholes(text[span.start : span.end])[0]
    inner = Mark(
        Thing(key=f"{_LOOSE}{name}", kind="Locus", names=()),
        "Locus",
        mark.flags,
        mark.sentence,
        [span],
    )
    phrase = Phrase(start, span.end, span.start, "prepositional object")
    return Expression(inner, phrase, text)


def settle_places(rows: Sequence[Expression], parts: Sequence[Part], keys: dict[Mark, str]) -> None:
    """Give places without a side the key of the only place of that name; set the keys of parts."""
    own = {part.row.mark for part in parts}
    named: dict[str, set[str]] = defaultdict(set)
    vague: list[tuple[Mark, str]] = []
    for row in rows:
        mark = row.mark
        if mark.kind != "Locus" or row.pronoun or mark in own:
            continue
        name, key, is_sided = _name(row), keys[mark], _has_side(row)
        if is_sided or not key.startswith(_LOOSE):
            named[name].add(key)
        elif not is_collective(read_words(mark.spans, row.text)):
            vague.append((mark, name))
    for mark, name in vague:
        if len(named[name]) == 1:
            keys[mark] = next(iter(named[name]))
    for part in parts:
        key = part.row.mark.thing.key
        if key.startswith(_LOOSE):
            key = list_wholes(key.removeprefix(_LOOSE))[0]
            key = f"{_LOOSE}{key} of {keys[part.place.mark]}"
        keys[part.row.mark] = key


def _has_side(row: Expression) -> bool:
    return bool(_SIDE.search(row.text, row.phrase.start, row.mark.start))


def _name(row: Expression) -> str:
    return list_wholes(read_words(row.mark.spans, row.text))[0]
