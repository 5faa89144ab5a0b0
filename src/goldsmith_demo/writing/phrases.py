"""Find the noun phrases of a page: their extents and their functions in the clause."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from goldsmith_demo.writing.clauses import SIDES, Item
from goldsmith_demo.writing.functions import MODIFIER, OTHER
from goldsmith_demo.writing.grammar import list_verbs, list_words
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.parsing import parse_clause
from goldsmith_demo.writing.reading import Clause, read_clauses
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
    phrases: dict[Mark, Phrase] = {}
    for clause in read_clauses(page):
        items = parse_clause(clause.tokens)
        for mark, number in clause.marks:
            phrases[mark] = _place(mark, number, items, clause)
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
        if first.words in list_verbs():  # examined the chest
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


def _place(mark: Mark, number: int, items: tuple[Item, ...], clause: Clause) -> Phrase:
    """Return the phrase of a mark within its clause."""
    start, end = mark.start, mark.end
    number = number if number >= 0 else clause.find_token(start)
    for item in items:
        if item.last >= number:
            break
    if clause.tokens[number].tag == "o" and clause.get_start(number) == start:
        return Phrase(start, end, start, MODIFIER)
    if item.kind != "NP":
        return Phrase(start, end, start, item.function or OTHER)
    if _governs(end, item, clause):
        begin = _skip_known(min(clause.get_start(item.first), start), item, clause)
        end = max(end, clause.get_end(item.last))
        return Phrase(begin, end, clause.get_start(item.last), item.function)
    inside = _place_inside(mark, number, item, clause)
    return _add_sides(inside, item, clause) if mark.kind == "Locus" else inside


def _governs(end: int, item: Item, clause: Clause) -> bool:
    """Return whether a mark ends its phrase, or only a word like images follows it."""
    if end >= clause.get_end(item.last):
        return True
    number, heads = item.last, list_words("heads")
    while clause.get_start(number) >= end and clause.tokens[number].word in heads:
        number -= 1
    return number < item.last and clause.get_start(number) < end


def _skip_known(start: int, item: Item, clause: Clause) -> int:
    """Return the start of a phrase without "known" or "also", which add nothing to it."""
    is_known = clause.tokens[item.first].word in ("known", "also") and item.last > item.first
    return clause.get_start(item.first + 1) if is_known else start


def _add_sides(phrase: Phrase, item: Item, clause: Clause) -> Phrase:
    """Extend the phrase of a place over its side: "left breast" in "left breast cancer"."""
    for number in range(item.last, item.first - 1, -1):
        if clause.get_end(number) <= phrase.start:
            if clause.tokens[number].word not in SIDES:
                break
            phrase = replace(phrase, start=clause.get_start(number))
    return phrase


def _place_inside(mark: Mark, number: int, item: Item, clause: Clause) -> Phrase:
    """Return the phrase of a mark that another noun governs."""
    start, end, tokens = mark.start, mark.end, clause.tokens
    for after in range(item.first + 1, item.last + 1):
        if tokens[after].tag == "z" and clause.get_end(after - 1) == end:
            return Phrase(clause.get_start(item.first), end, start, MODIFIER)
    is_joined = tokens[number].kind == "Person" and " and " in tokens[number].word
    is_joined = is_joined and clause.get_start(number) == start  # Mr Ray and his son
    return Phrase(start, end, start, item.function if is_joined else MODIFIER)
