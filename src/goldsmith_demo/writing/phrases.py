"""Find the noun phrases of a page: their extents and their functions in the clause."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from goldsmith_demo.writing.clauses import SIDES, Item
from goldsmith_demo.writing.functions import MODIFIER, OTHER
from goldsmith_demo.writing.grammar import NAMED, Token, is_verb, list_words, read_clauses
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.parsing import parse_clause
from goldsmith_demo.writing.sheet import Mark

_JOINED = re.compile(
    r" (?:(?:of|in|at|on|over|to|from|around|near|within|through|throughout|across|along|beneath"
    r"|behind|under|above|below|deep to) "
    r"(?:(?:the )?(?:[a-z0-9-]+ ){1,4}of )?|(?:head|body|tail|neck) of "
    r"|(?:(?:upper|lower|inner|outer|central) )+(?:quadrant|region) (?:of )?|[UL][OI]Q (?:of )?)?",
    re.IGNORECASE,
)
_BARE = re.compile(
    r" (?:(?:(?:upper|lower|inner|outer|central) )+(?:quadrant|region) |[UL][OI]Q )?", re.IGNORECASE
)
_COORDINATED = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)
_FURTHER = re.compile(r",? (?:and|or|to) |, ", re.IGNORECASE)
_SHARED = re.compile(r"(?:,? (?:and|n?or) |, )(?:[\w-]+(?:,? (?:and|n?or) |, ))*", re.IGNORECASE)
_ARTICLES = ("the ", "her ", "his ", "your ")


class Phrase(msgspec.Struct, frozen=True, gc=False):
    """A noun phrase: its extent, the offset of its head, and its function."""

    start: int
    end: int
    head: int
    function: str


@lru_cache(maxsize=BATCH)
def read_phrases(page: Page) -> dict[Mark, Phrase]:
    """Return the noun phrase of each mark that names a thing."""
    named = (mark for mark in page.marks if mark.kind in NAMED)
    marks = sorted(named, key=lambda mark: (mark.start, -mark.end))
    times = [(mark.span.start, mark.span.end) for mark in page.times]
    phrases: dict[Mark, Phrase] = {}
    at = 0
    titles = [row.span.start + len(row.title) for row in page.sections]
    for clause in read_clauses(page.text, marks, times, titles):
        end, first = clause[-1].end, at
        while at < len(marks) and marks[at].start < end:
            at += 1
        items = parse_clause(clause) if at > first else ()
        phrases |= {mark: _place(mark, items, clause) for mark in marks[first:at]}
    _share_heads(page, phrases)
    _attach_places(page, phrases)
    return phrases


def _share_heads(page: Page, phrases: dict[Mark, Phrase]) -> None:
    """Extend a phrase over modifiers that share its head: "pleural or pericardial effusion"."""
    apart = [mark for mark in page.marks if len(mark.spans) == 2 and mark in phrases]
    for mark in apart:
        first, head = mark.spans
        for whole in page.marks:
            shares = len(whole.spans) == 1 and whole.spans[0].end == head.end
            if shares and whole in phrases and whole.kind == mark.kind:
                phrase, start = phrases[whole], min(first.start, phrases[mark].start)
                if start < phrase.start and _SHARED.fullmatch(page.text, first.end, whole.start):
                    phrases[whole] = replace(phrase, start=start)


def _attach_places(page: Page, phrases: dict[Mark, Phrase]) -> None:
    """Extend phrases over the places that belong to them."""
    links = sorted(
        (
            (first, second)
            for kind, first, second in page.links
            if kind in ("has_location", "has_target") and first in phrases and second in phrases
        ),
        key=lambda link: link[1].start,
    )
    _attach_before(page, phrases, links[::-1])
    _attach_after(page, phrases, links)


def _attach_before(page: Page, phrases: dict[Mark, Phrase], links: list[tuple[Mark, Mark]]) -> None:
    """Extend phrases that follow coordinated places ("cervical or axillary nodes") to the first."""
    joined = {
        first
        for first, second in links
        if phrases[first].start <= phrases[second].start < first.start
    }
    for first, second in links:
        outer, place = phrases[first], phrases[second]
        if (
            first in joined
            and place.end < outer.start
            and _COORDINATED.fullmatch(page.text, place.end, outer.start)
        ):
            phrases[first] = replace(outer, start=place.start)
            phrases[second] = replace(place, function=MODIFIER)


def _attach_after(page: Page, phrases: dict[Mark, Phrase], links: list[tuple[Mark, Mark]]) -> None:
    """Extend phrases that precede a place ("pain in the left hip") to the end of the place."""
    attached: dict[Mark, str] = {}
    for first, second in links:
        outer, place = phrases[first], phrases[second]
        if is_verb(page.text[first.start : first.end].lower()):  # examined the chest
            continue
        if place.start <= outer.start <= outer.end < place.end:  # enlarged nodes
            phrases[first] = place
            start = min(max(first.end + 1, place.start), second.start)
            phrases[second] = replace(place, start=start)
            continue
        joint = _FURTHER if first in attached else _JOINED
        if place.start >= outer.end and joint.fullmatch(page.text, outer.end, place.start):
            is_bare = _BARE.fullmatch(page.text, outer.end, place.start) is not None
            if is_bare and page.text.startswith(_ARTICLES, place.start):  # on examination the vault
                continue
            function = attached.setdefault(first, MODIFIER if is_bare else place.function)
            is_headed = outer.function == MODIFIER and not is_bare  # carcinoma head of the pancreas
            own = OTHER if is_headed else outer.function
            phrases[first] = replace(outer, end=place.end, function=own)
            phrases[second] = replace(place, function=function)


def _place(mark: Mark, items: tuple[Item, ...], tokens: list[Token]) -> Phrase:
    """Return the phrase of a mark within its clause."""
    start, end = mark.start, mark.end
    for item in items:
        first, last = tokens[item.first], tokens[item.last]
        if not (first.start <= start < last.end):
            continue
        group = tokens[item.first : item.last + 1]
        if _is_possessive(start, group):
            return Phrase(start, end, start, MODIFIER)
        if item.kind != "NP":
            return Phrase(start, end, start, item.function or OTHER)
        head = _find_governor(end, group)
        if head is not None:
            begin = _skip_known(min(first.start, start), group)
            return Phrase(begin, max(end, last.end), head, item.function)
        inside = _place_inside(start, end, item, tokens)
        return _add_sides(inside, group) if mark.kind == "Locus" else inside
    return Phrase(start, end, start, OTHER)


def _is_possessive(start: int, group: list[Token]) -> bool:
    """Return whether the word at an offset is a possessive."""
    for token in group:
        if token.start >= start:
            return token.start == start and token.tag == "o"
    return False


def _find_governor(end: int, group: list[Token]) -> int | None:
    """Return the start of the head if a mark ends its phrase or only a word like images follows."""
    last = group[-1]
    if end >= last.end:
        return last.start
    following = [token.word for token in group if token.start >= end]
    return last.start if following and list_words("heads").issuperset(following) else None


def _skip_known(start: int, group: list[Token]) -> int:
    """Return the start of a phrase without "known" or "also", which add nothing to it."""
    first, *others = group
    return others[0].start if first.word in ("known", "also") and others else start


def _add_sides(phrase: Phrase, group: list[Token]) -> Phrase:
    """Extend the phrase of a place over its side: "left breast" in "left breast cancer"."""
    for token in reversed([token for token in group if token.end <= phrase.start]):
        if token.word.lower() not in SIDES:
            break
        phrase = replace(phrase, start=token.start)
    return phrase


def _place_inside(start: int, end: int, item: Item, tokens: list[Token]) -> Phrase:
    """Return the phrase of a mark that another noun governs."""
    group = tokens[item.first : item.last + 1]
    for number, token in enumerate(group):
        if token.tag == "z" and token.start >= end and group[number - 1].end == end:
            return Phrase(group[0].start, end, start, MODIFIER)
    is_joined = any(  # Mr Ray and his son
        token.start == start and token.kind == "Person" and " and " in token.word for token in group
    )
    return Phrase(start, end, start, item.function if is_joined else MODIFIER)
