"""The parts that pairs of mentions of one document have.

What depends on one mention, or on it and the type of the other, is told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, product
from typing import Generic

from goldsmith.components.relations import features as of
from goldsmith.components.relations.feature_parts import Telling, Told
from goldsmith.components.relations.pairs import FAR, Pair, Placed
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import pos, root, shape

_BEGIN, _END = "<s>", "</s>"
#: Four answers as four signs.
_SIGNS = {signs: "".join(map(str, map(int, signs))) for signs in product((False, True), repeat=4)}
_STEPS = (0, 1, 2, 3, 4, 5, 6, 6, 6, *[9] * 5, *[14] * 11)


class View(Generic[Told]):
    """Tells what is seen of pairs of one document.

    `heads` are types that others point to more often than they point to others.
    """

    def __init__(
        self, work: Analysis, placed: Sequence[Placed], heads: Sequence[str], tell: Telling[Told]
    ) -> None:
        self._placed, self._ranges, self._each = placed, work.sentences, tell.each
        self._path, self._distance = tell.parts(of.path), tell.parts(of.distance)
        self._order, self._inside = tell.parts(of.order), tell.parts(of.inside)
        self._sides, self._phrase = tell.parts(of.edges), tell.parts(of.phrase)
        self._word = tell.parts(of.between)
        self._words, self._kinds = work.tokens.words, work.section_kinds
        # One more, so that the word after the last and the one before the first are empty.
        self._low = [*map(str.lower, self._words), ""]
        self._free = [True] * len(self._words)
        for one in placed:
            self._free[one.first : one.end] = [False] * (one.end - one.first)
        self._types = [one.type for one in placed]
        self._heads = tuple(heads)
        is_head = [type_ in heads for type_ in self._types]
        self._ahead = [0]
        for head in is_head:
            self._ahead.append(self._ahead[-1] + head)
        self._edges = _edges(placed, is_head)
        #: Mention and the type of the other, which is after or before it -> what is told once.
        self._firsts: dict[tuple[int, str], list[Told]] = {}
        self._seconds: dict[tuple[int, str], list[Told]] = {}
        self._rivals: dict[tuple[int, str, int], int | None] = {}
        self._verbs: dict[int, list[tuple[int, str]]] = {}
        self._known_types: dict[tuple[str, str], tuple[str, str]] = {}

    def __call__(self, pair: Pair) -> list[Told]:
        """What is seen of a pair."""
        one, two = pair
        _, type_, _, start, sentence = first = self._placed[one]
        _, other, end, _, later = second = self._placed[two]
        types, roles = self._names(type_, other)
        apart, gap = later - sentence, end - start
        tokens = "in" if gap < 0 else _STEPS[gap] if gap < len(_STEPS) else 25
        row = [
            *(self._firsts.get((one, other)) or self._first(one, other, types)),
            *(self._seconds.get((two, type_)) or self._second(two, type_, types)),
            *self._sides[types, roles, apart, self._edges[one], self._edges[two]],
        ]
        names = [
            f"{types}|g{tokens}",
            f"{types}|r{self._rival(one, two, -1)}{self._rival(two, one, 1)}",
            f"hh={self._low[start - 1]}|{self._low[second.end - 1]}",
        ]
        self._mentions(row, one, two, apart)
        if apart:
            names += self._lead(types, second)
        else:
            names += self._between(row, types, first, second)
            if two > one + 1 and gap >= 0:
                names += self._skeleton(types, one, two)
        row += self._each(names)
        return row

    def _mentions(self, row: list[Told], one: int, two: int, apart: int) -> None:
        """Tells how far the mentions are from each other, and those between."""
        first, second = self._types[one], self._types[two]
        types, roles = self._names(first, second)
        between = tuple(self._types[one + 1 : two])
        if len(between) <= of.PATH:
            row += self._path[first, second, roles, apart, between, self._heads]
            return
        heads = min(self._ahead[two] - self._ahead[one + 1], 4)
        row += self._distance[first, second, roles, apart, min(len(between), FAR), heads]
        row += self._order[types, roles, apart, *of.counted(first, second, between, self._heads)]
        for name in dict.fromkeys(between):
            row += self._inside[types, name]

    def _names(self, first: str, second: str) -> tuple[str, str]:
        """How two types are written, and whether each is a head."""
        found = self._known_types.get((first, second))
        if found is None:
            roles = f"{first in self._heads:d}{second in self._heads:d}"
            found = self._known_types[first, second] = f"{first}>{second}", roles
        return found

    def _first(self, at: int, other: str, types: str) -> list[Told]:
        """What is seen of the first mention with the type of the second."""
        low, one = self._low, self._placed[at]
        names = self._alone("1", one)
        names += [
            f"{other}|ah={low[one.end - 1]}",
            f"{types}|pa={low[one.first - 1]}",
            f"{types}|na={low[one.end]}",
            f"{types}|sec={self._kinds[one.sentence]}",
            f"{types}|T-{self._types[at - 1] if at else ''}",
        ]
        found = self._firsts[at, other] = list(self._each(names))
        return found

    def _second(self, at: int, other: str, types: str) -> list[Told]:
        """What is seen of the second mention with the type of the first."""
        low, one = self._low, self._placed[at]
        last = at + 1 == len(self._placed) or self._placed[at + 1].sentence != one.sentence
        names = self._alone("2", one)
        names += [
            f"{other}|bh={low[one.end - 1]}",
            f"{types}|pb={low[one.first - 1]}",
            f"{types}|nb={low[one.end]}",
            f"{types}|T+{'' if last else self._types[at + 1]}",
        ]
        found = self._seconds[at, other] = list(self._each(names))
        return found

    def _alone(self, role: str, one: Placed) -> list[str]:
        """What is seen of a mention by itself: its words, and those around it."""
        low, (_, type_, first, end, sentence) = self._low, one
        begin, stop = self._ranges[sentence]
        before = low[first - 1] if first > begin else _BEGIN
        after = low[end] if end < stop else _END
        last = self._words[end - 1]
        return [
            f"{role}h={type_}={root(last).lower()}",
            f"{role}sh={shape(last)}",
            f"{role}p={type_}={before}",
            f"{role}n={type_}={after}",
            f"{role}pp={low[first - 2] if first - 1 > begin else _BEGIN}_{before}",
            f"{role}nn={after}_{low[end + 1] if end + 1 < stop else _END}",
            *[f"{role}w={word}" for word in low[first : min(end, first + 5)]],
        ]

    def _between(self, row: list[Told], types: str, first: Placed, second: Placed) -> list[str]:
        """Tells the words between, of the same sentence; what is rare comes back."""
        start, end = first.end, second.first
        if start >= end:
            row += self._phrase[types, (), 0]
            return ["fr="]
        words = self._low[start:end]
        tagged = self._verbs_of(first.sentence)
        verbs = dict.fromkeys([verb for at, verb in tagged if start <= at < end])
        names = [f"v={verb}" for verb in verbs]
        if len(words) <= of.PHRASE:
            row += self._phrase[types, tuple(words), len(verbs)]
        else:
            names += [f"bt<{words[0]}", f"bt>{words[-1]}"]
            names += [f"{types}|bt<{words[0]}", f"{types}|bt>{words[-1]}"]
            names += of.joints(types, words, len(verbs))
        free = list(compress(words, self._free[start:end]))
        if len(free) <= of.PATH:
            names.append("fr=" + " ".join(free))
        for word in dict.fromkeys(free):
            row += self._word[types, word]
        return names

    def _verbs_of(self, sentence: int) -> list[tuple[int, str]]:
        """The verbs of a sentence: tokens, and their roots."""
        found = self._verbs.get(sentence)
        if found is None:
            words, (first, end) = self._words, self._ranges[sentence]
            tags = enumerate(pos(words[first:end]), first)
            found = [(at, root(words[at])) for at, tag in tags if tag == "VERB"]
            self._verbs[sentence] = found
        return found

    def _skeleton(self, types: str, one: int, two: int) -> list[str]:
        """The stretch between with each mention as its type, when it is short."""
        placed, low = self._placed, self._low
        ends = self._types[one], self._types[two]
        at, end, number = placed[one].end, placed[two].first, one + 1
        fine: list[str] = []
        rough: list[str] = []
        while at < end:
            if len(fine) == of.SKELETON:
                return []
            while number < two and placed[number].first < at:
                number += 1
            if number < two and placed[number].first == at:
                fine.append(self._types[number])
                rough.append(of.sign(self._types[number], *ends, self._heads))
                at = placed[number].end
            else:
                fine.append(low[at])
                rough.append(low[at])
                at += 1
        whole = " ".join(rough)
        return [f"{types}|sk={' '.join(fine)}", f"sk={whole}", f"{types}|sk={whole}"]

    def _lead(self, types: str, second: Placed) -> list[str]:
        """How the second mention's sentence begins, when the first is in another."""
        start = self._ranges[second.sentence][0]
        words = self._low[start : min(second.first, start + of.LEAD)]
        lead = [f"ld={word}" for word in words]
        return [*lead, "ld2=" + " ".join(words[:2]), f"{types}|ld={words[0] if words else ''}"]

    def _rival(self, one: int, two: int, step: int) -> str:
        """How far, beyond `one`, the next of the type of `two` is: nearer, as far, farther."""
        key = one, self._types[two], step
        if key in self._rivals:
            other = self._rivals[key]
        else:
            other = self._rivals[key] = self._next(*key)
        if other is None:
            return "-"
        gap = _gap(self._placed[one], self._placed[two])
        return "n" if other < gap else "e" if other == gap else "f"

    def _next(self, one: int, type_: str, step: int) -> int | None:
        """How far the next mention of a type is, on one side of `one`, in its sentence."""
        placed, mine, at = self._placed, self._placed[one], one + step
        while 0 <= at < len(placed) and placed[at].sentence == mine.sentence:
            if placed[at].type == type_:
                return _gap(mine, placed[at])
            at += step
        return None


def _gap(one: Placed, two: Placed) -> int:
    return two.first - one.end if two.first > one.first else one.first - two.end


def _edges(placed: Sequence[Placed], heads: Sequence[bool]) -> list[str]:
    """Whether each mention is the first, the last, the first head, the last head of a sentence."""
    last, last_head = _firsts(placed, heads, reversed(range(len(placed))))
    first, first_head = _firsts(placed, heads, range(len(placed)))
    return [
        _SIGNS[at in first, at in last, at in first_head, at in last_head]
        for at in range(len(placed))
    ]


def _firsts(
    placed: Sequence[Placed], heads: Sequence[bool], order: Iterable[int]
) -> tuple[set[int], set[int]]:
    """The first mention of each sentence, and the first head, in an order of mentions."""
    found: dict[int, int] = {}
    found_heads: dict[int, int] = {}
    for at in order:
        sentence = placed[at].sentence
        found.setdefault(sentence, at)
        if heads[at]:
            found_heads.setdefault(sentence, at)
    return set(found.values()), set(found_heads.values())
