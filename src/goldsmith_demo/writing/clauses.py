"""The noun phrases of a page: where each begins and ends, and what it does in its clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from goldsmith_demo.writing.grammar import (
    NAMED,
    Token,
    is_verb,
    list_words,
    read_clauses,
    settle_tags,
)
from goldsmith_demo.writing.page import Mark, Page

_SUBJECT, _OBJECT, _PREDICATE = "surface subject", "direct object", "predicate nominal"
_LOGICAL, _INDIRECT, _PREPOSITIONAL = "logical subject", "indirect object", "prepositional object"
_MODIFIER, _HEADING, _OTHER = "modifier", "section heading", "other"
_NOMINATIVE = frozenset("i he she we they".split())
_OBJECTIVE = frozenset("him her me us them".split())
_CLAUSAL = frozenset("as than since before after until".split())
_LINKING = frozenset("become becomes became remain remains remained prove proves proved".split())
_INSIDE = frozenset("doanq#rz")
_VERBAL = frozenset("bhmvegt")
_JOINED = re.compile(
    r" (?:(?:of|in|at|on|over|to|from|around|near|within|through|throughout|across|along|beneath"
    r"|behind|under|above|below|deep to) "
    r"(?:(?:the )?(?:[a-z0-9-]+ ){1,4}of )?|(?:head|body|tail|neck) of "
    r"|(?:(?:upper|lower|inner|outer|central) )+(?:quadrant|region) (?:of )?|[UL][OI]Q (?:of )?)?",
    re.IGNORECASE,
)
_COORDINATED = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)
_FURTHER = re.compile(r",? (?:and|or|to) |, ", re.IGNORECASE)
_SHARED = re.compile(r"(?:,? (?:and|n?or) |, )(?:[\w-]+(?:,? (?:and|n?or) |, ))*", re.IGNORECASE)
_TITLES = ("mr ", "mrs ", "ms ", "miss ", "dr ", "mr. ", "mrs. ", "ms. ", "dr. ")
_ARTICLES = ("the ", "her ", "his ", "your ")
_NUMBERED = frozenset("cycle cycles course dose fraction day week segment".split())
_SIDES = frozenset(
    "left right l r bilateral upper lower anterior posterior inner outer medial lateral proximal "
    "distal".split()
)


class Phrase(NamedTuple):
    """A noun phrase: its extent, the beginning of its head, and its function."""

    start: int
    end: int
    head: int
    function: str


@dataclass
class Item:
    """A constituent: NP, V (a group of verbs), A (a predicate), or the tag of a single word."""

    kind: str
    first: int
    last: int
    word: str = ""
    """The last verb of a group, or the word."""
    passive: bool = False
    finite: bool = False
    function: str = ""


@lru_cache(maxsize=1)
def read_phrases(page: Page) -> dict[int, Phrase]:
    """Return the noun phrase of each mark that names a thing, by the identity of the mark."""
    named = (mark for mark in page.marks if mark.kind in NAMED)
    marks = sorted(named, key=lambda mark: (mark.start, -mark.spans[-1].end))
    times = [(mark.span.start, mark.span.end) for mark in page.times]
    phrases: dict[int, Phrase] = {}
    at = 0
    titles = [row.span.start + len(row.title) for row in page.sections]
    for clause in read_clauses(page.text, marks, times, titles):
        if at == len(marks) or marks[at].start >= clause[-1].end:
            continue
        tokens = settle_tags(clause)
        items = _parse(tokens)
        _assign(items, tokens)
        while at < len(marks) and marks[at].start < tokens[-1].end:
            phrases[id(marks[at])] = _place(marks[at], items, tokens)
            at += 1
    _share_heads(page, phrases)
    _attach_places(page, phrases)
    return phrases


def _share_heads(page: Page, phrases: dict[int, Phrase]) -> None:
    """Extend a phrase over what shares its head: "pleural or pericardial effusion"."""
    apart = [mark for mark in page.marks if len(mark.spans) == 2 and id(mark) in phrases]
    for mark in apart:
        first, head = mark.spans
        for whole in page.marks:
            shares = len(whole.spans) == 1 and whole.spans[0].end == head.end
            if shares and id(whole) in phrases and whole.kind == mark.kind:
                phrase, start = phrases[id(whole)], min(first.start, phrases[id(mark)].start)
                if start < phrase.start and _SHARED.fullmatch(page.text, first.end, whole.start):
                    phrases[id(whole)] = phrase._replace(start=start)


def _attach_places(page: Page, phrases: dict[int, Phrase]) -> None:
    """Extend phrases over the places that belong to them."""
    links = sorted(
        (
            (first, second)
            for kind, first, second in page.links
            if kind in ("has_location", "has_target") and {id(first), id(second)} <= phrases.keys()
        ),
        key=lambda link: link[1].start,
    )
    _attach_before(page, phrases, links[::-1])
    _attach_after(page, phrases, links)


def _attach_before(page: Page, phrases: dict[int, Phrase], links: list[tuple[Mark, Mark]]) -> None:
    """Extend what follows joined places ("cervical or axillary nodes") to the first of them."""
    joined = {
        id(first)
        for first, second in links
        if phrases[id(first)].start <= phrases[id(second)].start < first.start
    }
    for first, second in links:
        outer, place = phrases[id(first)], phrases[id(second)]
        if (
            id(first) in joined
            and place.end < outer.start
            and _COORDINATED.fullmatch(page.text, place.end, outer.start)
        ):
            phrases[id(first)] = outer._replace(start=place.start)
            phrases[id(second)] = place._replace(function=_MODIFIER)


def _attach_after(page: Page, phrases: dict[int, Phrase], links: list[tuple[Mark, Mark]]) -> None:
    """Extend what a place follows ("pain in the left hip") to the end of the place."""
    attached: dict[int, str] = {}
    for first, second in links:
        outer, place = phrases[id(first)], phrases[id(second)]
        if is_verb(page.text[first.start : first.spans[-1].end].lower()):  # examined the chest
            continue
        if place.start <= outer.start <= outer.end < place.end:  # enlarged nodes
            phrases[id(first)] = place
            start = min(max(first.spans[-1].end + 1, place.start), second.start)
            phrases[id(second)] = place._replace(start=start)
            continue
        joint = _FURTHER if id(first) in attached else _JOINED
        if place.start >= outer.end and joint.fullmatch(page.text, outer.end, place.start):
            is_bare = page.text[outer.end : place.start] == " "
            if is_bare and page.text.startswith(_ARTICLES, place.start):  # on examination the vault
                continue
            function = attached.setdefault(id(first), _MODIFIER if is_bare else place.function)
            is_headed = (
                outer.function == _MODIFIER and not is_bare
            )  # carcinoma head of the pancreas
            own = _OTHER if is_headed else outer.function
            phrases[id(first)] = outer._replace(end=place.end, function=own)
            phrases[id(second)] = place._replace(function=function)


def _parse(tokens: list[Token]) -> list[Item]:
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
    """Take the first side out of the constituents; what it follows ("clear L and R") stays."""
    first, _ = items[-2:]
    del items[-2:]
    begin = first.first
    if first.kind == "A" and first.word in _SIDES:
        sides = (at for at in range(first.first, first.last + 1) if tokens[at].word in _SIDES)
        begin = next(sides)
    if begin > first.first:
        items.append(Item("A", first.first, begin - 1, tokens[begin - 1].word))
    return Item("NP", begin, item.last)


def _joins_sides(items: list[Item], tokens: list[Token], item: Item) -> bool:
    """Return whether a phrase goes on with a second modifier: "the upper and lower limbs"."""
    if len(items) < 2 or items[-1].kind != "c" or tokens[item.first].tag != "a":
        return False
    first = items[-2]
    begins = len(items) == 2 or items[-3].kind == "p" or first.kind == "NP"
    is_modifier = tokens[first.last].tag == "a" and tokens[item.last].tag == "n"
    return first.word in _SIDES or (begins and is_modifier)


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
    passive = group[-1].tag == "e" and any(token.tag == "b" for token in group)
    finite = any(token.tag in "bhmv" for token in group) or group[-1].tag == "e"
    return Item("V", at, last, word, passive, finite)


def _take_phrase(tokens: list[Token], at: int) -> Item:
    """Take a noun phrase, an adjective that stands alone, or an adverb."""
    end = at
    while _continues(tokens, end):
        end += 1
    last = end
    while last > at and tokens[last].tag in "rz":
        last -= 1
    tags = [token.tag for token in tokens[at : last + 1]]
    if tags[-1] in "nq" or (tags[-1] in "d#" and "a" not in tags):
        return Item("NP", at, last)
    nouns = [number for number, tag in enumerate(tags) if tag == "n"]
    if nouns:
        return Item("NP", at, at + nouns[-1])
    kind = "NP" if tags[0] in "do" else ("A" if "a" in tags else tags[0])
    return Item(kind, at, last, tokens[last].word)


def _continues(tokens: list[Token], end: int) -> bool:
    """Return whether a phrase goes on after the token `end`."""
    here, following = tokens[end], tokens[end + 1]
    if following.tag not in "an#rz" or here.tag == "q" or _is_named(following):
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
    return number > 0 and tokens[number - 1].word in _NUMBERED


def _is_named(token: Token) -> bool:
    """Return whether a token is the name of a person, which begins a phrase."""
    return token.kind == "Person" and token.word.startswith(_TITLES)


def _follows_noun(noun: Token, following: Token) -> bool:
    if noun.word in _NUMBERED and following.tag == "#":
        return True
    if following.tag in "a#" or (noun.kind == "Person" and following.tag != "z"):
        return False
    if noun.kind == following.kind == "Investigation":  # "O/E HS"
        return False
    return following.kind != "Locus" or noun.kind == "Locus" or not noun.kind


def _assign(items: list[Item], tokens: list[Token]) -> None:
    """Give each noun phrase of a clause its function."""
    reader = _Reader(items, tokens)
    for number, item in enumerate(items):
        reader.read(number, item)
    kinds = [item.kind for item in items]
    is_label = tokens[-1].word == ":" and tokens[0].word != "dear"
    heads = [
        item
        for before, item in zip(["", *kinds], items, strict=False)
        if item.kind == "NP" and before != "p" and tokens[item.last].tag != "#"
    ]
    if is_label and len(heads) == 1 and "V" not in kinds:  # (1) cancer of the breast:
        heads[0].function = _HEADING


class _Reader:
    """Reads the constituents of a clause from left to right."""

    def __init__(self, items: list[Item], tokens: list[Token]) -> None:
        self.items, self.tokens = items, tokens
        self.verb: Item | None = None
        self.slot = _SUBJECT
        self.coordinated = ""
        self.by_kind: dict[str, str] = {}
        """The function of the last phrase that names a thing of each kind."""
        self.existential = False
        self.verbless = not any(
            item.kind == "V"
            and item.finite
            and not self._is_aside(number)
            and not self._is_relative(number)
            for number, item in enumerate(items)
        )

    def _is_aside(self, number: int) -> bool:
        """Return whether verbs are a bare participle after a comma: "HTN, diagnosed in 1993"."""
        item = self.items[number]
        bare = item.first == item.last and self.tokens[item.first].tag == "e"
        before = [each.kind for each in self.items[:number] if each.kind != "r"]
        compared = before[-2:] == [",", "p"] and self.items[number - 1].word == "as"
        return bare and (before[-1:] == [","] or compared)

    def _is_relative(self, number: int) -> bool:
        """Return whether verbs are those of a relative clause: "man who was seen"."""
        before = [each for each in self.items[:number] if each.kind != "r"]
        if not before:
            return False
        whose = self.tokens[before[-1].first].word == "whose"
        return whose or before[-1].word in ("who", "which")

    def read(self, number: int, item: Item) -> None:
        if item.kind == "NP":
            item.function = self._find_function(number, item)
            self.coordinated = item.function
            self.by_kind[self.tokens[item.last].kind] = item.function
        elif item.kind == "V":
            self._read_verb(item)
        elif item.kind == "x":
            self.existential = True
        elif item.kind == "w":
            self._read_relative(number, item)
        elif item.kind == "s":
            self.slot, self.verb = _SUBJECT, None

    def _read_verb(self, item: Item) -> None:
        self.verb, self.coordinated = item, ""
        if self.existential:
            self.slot, self.existential = _LOGICAL, False
        elif item.word in ("came", "comes"):
            self.slot = _SUBJECT
        elif self.tokens[item.last].tag == "b" or item.word in _LINKING:
            self.slot = _PREDICATE
        else:
            self.slot = _OBJECT

    def _read_relative(self, number: int, item: Item) -> None:
        before = self.items[number - 1].kind if number else ""
        after = self.items[number + 1] if number + 1 < len(self.items) else item
        if before == "p":
            item.function = _PREPOSITIONAL
        elif item.word == "who":
            item.function = _SUBJECT
        else:
            item.function = _SUBJECT if after.kind in ("V", "r") else _OBJECT
        self.slot, self.verb = _SUBJECT, None

    def _find_function(self, number: int, item: Item) -> str:
        head = self.tokens[item.last].word
        before = self.items[number - 1] if number else None
        if before is not None and before.word == "(":
            return _OTHER
        if head in _NOMINATIVE:
            self.slot = _OTHER
            return _SUBJECT
        if before is not None and before.kind == "p":
            if before.word in _CLAUSAL and self._precedes_finite(number):
                self.slot = _OTHER
                return _SUBJECT
            agent = before.word == "by" and self.verb is not None and self.verb.passive
            named = self.tokens[item.last].kind == "Person" or head in ("us", "me")
            return _LOGICAL if agent and named else _PREPOSITIONAL
        if self.slot == _SUBJECT and head in _OBJECTIVE and self.tokens[item.last].tag == "q":
            return _OBJECT
        is_joined = before is not None and before.kind in ("c", ",") and self.coordinated
        if is_joined and (self.slot == _SUBJECT or not self._precedes_verb(number)):
            return self._coordinate(number)
        return self._fill_slot(number)

    def _coordinate(self, number: int) -> str:
        """Return the function of a conjunct: that of the phrase before, unless it begins anew."""
        kind = self.tokens[self.items[number].last].kind
        before = self.items[number - 2] if number > 1 else self.items[0]
        if self.tokens[before.last].kind == "Locus" and kind == "Condition" in self.by_kind:
            return self.by_kind[kind]
        if self.verbless and self._is_predicated(number):
            return _SUBJECT
        if kind == "Locus" and self._changes_kind(number, kind):  # pneumonia, left lung
            return self.by_kind.get(kind, _OTHER)
        if self.coordinated == _PREPOSITIONAL and self._changes_kind(number, kind):
            begins = self.slot == _SUBJECT and self._precedes_verb(number)
            return self._fill_slot(number) if begins else self.by_kind.get(kind, _OTHER)
        if self.slot == _SUBJECT and self.coordinated == _PREPOSITIONAL:
            return self._fill_slot(number) if self._precedes_verb(number) else self.coordinated
        return self.coordinated

    def _changes_kind(self, number: int, kind: str) -> bool:
        """Return whether a comma parts a name from one of another kind: "of the breast, WLE"."""
        before = self.tokens[self.items[number - 2].last].kind if number > 1 else ""
        return self.items[number - 1].kind == "," and bool(kind) and kind != before

    def _fill_slot(self, number: int) -> str:
        slot, following = self.slot, self.items[number + 1 : number + 2]
        if slot == _SUBJECT and self._is_apart(number):
            return _OTHER
        if slot == _SUBJECT:
            if not self.verbless or self._is_predicated(number):
                self.slot = _OTHER
                return _SUBJECT
            return _OTHER
        if self._precedes_finite(number) and (self.verb is None or self.verb.word != "let"):
            return _SUBJECT
        is_joined = number > 0 and self.items[number - 1].kind in ("c", ",")
        if is_joined and following and self._is_value(following[0]):  # contracts well, EF 60%
            return _SUBJECT
        if (is_joined or slot == _OTHER or self._is_inverted(number)) and self._precedes_verb(
            number
        ):
            return _SUBJECT
        if slot == _OBJECT and self.verb is not None and following:
            clausal = following[0].kind in ("NP", "s", "w") and self.verb.word in list_words(
                "ditransitive"
            )
            if clausal:
                return _INDIRECT
        self.slot = _OTHER
        return slot

    def _is_apart(self, number: int) -> bool:
        """Return whether a participle is said of the next phrase: "Dyspnoea, cause unexplained"."""
        following = self.items[number + 1 : number + 4]
        if [item.kind for item in following] != [",", "NP", "V"]:
            return False
        return self.tokens[following[-1].first].tag == "e" and not self._lists_alike(
            number, number + 2
        )

    def _is_inverted(self, number: int) -> bool:
        """Return whether an auxiliary stands before a phrase: "Would you see her?"."""
        *earlier, before = self.items[:number]
        begins = all(item.kind != "NP" for item in earlier)
        return begins and before.kind == "V" and self.tokens[before.last].tag in "mhb"

    def _is_predicated(self, number: int) -> bool:
        """Return whether a verbless clause says something of a phrase: "Chest clear"."""
        is_joined = has_comma = False
        for at, item in enumerate(self.items[number + 1 :], number + 1):
            if item.kind in ("A", "V") or (self._is_value(item) and not has_comma):
                return True
            is_list = item.kind == "," and self._lists_alike(number, at + 1)
            is_open = item.kind in ("r", "N", "c") or is_list
            if not is_open and not (item.kind == "NP" and is_joined):
                return False
            is_joined, has_comma = item.kind == "c" or is_list, has_comma or is_list
        return False

    def _is_value(self, item: Item) -> bool:
        return item.kind == "NP" and self.tokens[item.last].tag == "#"

    def _lists_alike(self, number: int, at: int) -> bool:
        """Return whether a name of the same kind follows: "Skin, nipple and ducts normal"."""
        item = self.items[at] if at < len(self.items) else None
        own = self.tokens[self.items[number].last].kind
        return item is not None and own != "" and self.tokens[item.last].kind == own

    def _precedes_finite(self, number: int) -> bool:
        """Return whether a finite verb follows a phrase at once."""
        after = self.items[number + 1] if number + 1 < len(self.items) else None
        if self.tokens[self.items[number].last].word in _OBJECTIVE:
            return False
        return after is not None and after.kind == "V" and self.tokens[after.first].tag in "bhmv"

    def _precedes_verb(self, number: int) -> bool:
        """Return whether a verb follows a phrase, after its complements and conjuncts."""
        rest = self.items[number + 1 :]
        at = 0
        while at < len(rest):
            kind = rest[at].kind
            if kind == "V":
                return rest[at].finite
            if kind in ("p", "c", ",") and at + 1 < len(rest) and rest[at + 1].kind == "NP":
                if self.tokens[rest[at + 1].last].word in _NOMINATIVE:
                    return False
                at += 2
            elif kind in ("r", "N"):
                at += 1
            else:
                return False
        return False


def _place(mark: Mark, items: list[Item], tokens: list[Token]) -> Phrase:
    """Return the phrase of a mark within its clause."""
    start, end = mark.start, mark.spans[-1].end
    for item in items:
        first, last = tokens[item.first], tokens[item.last]
        if not (first.start <= start < last.end):
            continue
        group = tokens[item.first : item.last + 1]
        if any(token.start == start and token.tag == "o" for token in group):
            return Phrase(start, end, start, _MODIFIER)
        if item.kind != "NP":
            return Phrase(start, end, start, item.function or _OTHER)
        head = _find_governor(end, group)
        if head is not None:
            begin = _skip_known(min(first.start, start), group)
            return Phrase(begin, max(end, last.end), head, item.function)
        inside = _place_inside(start, end, item, tokens)
        return _add_sides(inside, group) if mark.kind == "Locus" else inside
    return Phrase(start, end, start, _OTHER)


def _find_governor(end: int, group: list[Token]) -> int | None:
    """Return where the head begins, if a mark is a whole phrase, but for a word such as images."""
    last = group[-1]
    following = [token.word for token in group if token.start >= end]
    is_whole = end >= last.end or (following and set(following) <= list_words("heads"))
    return last.start if is_whole else None


def _skip_known(start: int, group: list[Token]) -> int:
    """Return where a phrase begins without "known", which says no more than that it is so."""
    first, *others = group
    return others[0].start if first.word == "known" and others else start


def _add_sides(phrase: Phrase, group: list[Token]) -> Phrase:
    """Extend the phrase of a place over its side: "left breast" in "left breast cancer"."""
    for token in reversed([token for token in group if token.end <= phrase.start]):
        if token.word.lower() not in _SIDES:
            break
        phrase = phrase._replace(start=token.start)
    return phrase


def _place_inside(start: int, end: int, item: Item, tokens: list[Token]) -> Phrase:
    """Return the phrase of a mark that another noun governs."""
    group = tokens[item.first : item.last + 1]
    for number, token in enumerate(group):
        if token.tag == "z" and token.start >= end and group[number - 1].end == end:
            return Phrase(group[0].start, end, start, _MODIFIER)
    return Phrase(start, end, start, _MODIFIER)
