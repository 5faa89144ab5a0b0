"""Group a clause into constituents: noun phrases, verb groups, and single words between them."""

from __future__ import annotations

import msgspec

from goldsmith_demo.writing.grammar import Token

_INSIDE = frozenset("doanq#rz")
_VERBAL = frozenset("bhmvegt")
_FINITE = frozenset("bhmv")
_TITLES = ("mr ", "mrs ", "ms ", "miss ", "dr ", "mr. ", "mrs. ", "ms. ", "dr. ")
NUMBERED = frozenset("cycle cycles course dose fraction day week segment".split())
SIDES = frozenset(
    "left right l r bilateral upper lower anterior posterior inner outer medial lateral proximal "
    "distal".split()
)


class Item(msgspec.Struct, gc=False):
    """A constituent of kind NP, V (verb group), A (predicate), or the tag of a single word."""

    kind: str
    first: int
    last: int
    word: str = ""
    """The last verb of a group, or the single word."""
    passive: bool = False
    finite: bool = False
    function: str = ""


def parse(tokens: list[Token]) -> list[Item]:
    """Group the tokens of a clause into constituents."""
    items: list[Item] = []
    at = 0
    while at < len(tokens) - 1:
        tag = tokens[at].tag
        if tag in "bhmvegt":
            item = _take_verbs(tokens, at)
        elif tag in _INSIDE:
            item = _take_phrase(tokens, at)
        else:
            item = Item(tag, at, at, tokens[at].word)
        at = item.last + 1
        if item.kind == "NP" and _joins_sides(items, tokens, item):
            item = _join_sides(items, tokens, item)
        items.append(item)
    return items


def _join_sides(items: list[Item], tokens: list[Token], item: Item) -> Item:
    """Move the first side into the phrase; words before it ("clear L and R") remain an item."""
    first, _ = items[-2:]
    del items[-2:]
    begin = first.first
    if first.kind == "A" and first.word in SIDES:
        sides = (at for at in range(first.first, first.last + 1) if tokens[at].word in SIDES)
        begin = next(sides)
    if begin > first.first:
        items.append(Item("A", first.first, begin - 1, tokens[begin - 1].word))
    return Item("NP", begin, item.last)


def _joins_sides(items: list[Item], tokens: list[Token], item: Item) -> bool:
    """Return whether a phrase continues two coordinated modifiers: "the upper and lower limbs"."""
    if len(items) < 2 or items[-1].kind != "c" or tokens[item.first].tag != "a":
        return False
    first = items[-2]
    begins = len(items) == 2 or items[-3].kind == "p" or first.kind == "NP"
    is_modifier = tokens[first.last].tag == "a" and tokens[item.last].tag == "n"
    return first.word in SIDES or (begins and is_modifier)


def _take_verbs(tokens: list[Token], at: int) -> Item:
    last, end = at, at
    while tokens[end].tag in "bhmvegtrN":
        if tokens[end].tag in _VERBAL:
            if end > at and tokens[end].tag == "g" and tokens[last].tag not in "brt":
                break
            last = end
        end += 1
    group = tokens[at : last + 1]
    word = group[-1].word
    tags = [token.tag for token in group]
    passive = tags[-1] == "e" and "b" in tags
    finite = tags[-1] == "e" or not _FINITE.isdisjoint(tags)
    return Item("V", at, last, word, passive, finite)


def _take_phrase(tokens: list[Token], at: int) -> Item:
    """Return the constituent at a token: a noun phrase, a predicative adjective, or an adverb."""
    end = at
    while _continues(tokens, end):
        end += 1
    tags = [token.tag for token in tokens[at : end + 1]]
    if tags[-1] in "nq" or (tags[-1] in "d#" and "a" not in tags):
        return Item("NP", at, end)
    kind = "NP" if tags[0] in "do" else ("A" if "a" in tags else tags[0])
    return Item(kind, at, end, tokens[end].word)


def _continues(tokens: list[Token], end: int) -> bool:
    """Return whether a phrase continues after the token at index `end`."""
    here, following = tokens[end], tokens[end + 1]
    if following.tag not in "an#rz" or here.tag == "q":
        return False
    if following.kind == "Person" and is_titled(following.word):  # a name starts a new phrase
        return False
    if here.tag == "r" or following.tag == "r":
        modified = tokens[end + 2].tag if end + 2 < len(tokens) else "."
        return following.tag in "a#" if here.tag == "r" else modified == "a" and here.tag in "doa"
    if here.tag == "#" and (following.kind == "Investigation" or _counts(tokens, end)):
        return False  # the value of another test, or the number of a cycle
    if here.tag == "n":
        return _follows_noun(here, following)
    return True


def _counts(tokens: list[Token], number: int) -> bool:
    """Return whether a number belongs to the noun before it: "cycle 2"."""
    return number > 0 and tokens[number - 1].word in NUMBERED


def is_titled(name: str) -> bool:
    """Return whether a person's name has a title."""
    return name.startswith(_TITLES)


def _follows_noun(noun: Token, following: Token) -> bool:
    if noun.word in NUMBERED and following.tag == "#":
        return True
    if following.tag in "a#" or (noun.kind == "Person" and following.tag != "z"):
        return False
    if noun.kind == following.kind == "Investigation":  # "O/E HS"
        return False
    return following.kind != "Locus" or noun.kind == "Locus" or not noun.kind
