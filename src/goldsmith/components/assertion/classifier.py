"""What a classifier sees of a mention to tell its attributes, and how it is trained and chosen.

The triggers that rules know are features beside words: which way they stand, how far away, and
whether they reach the mention. For each attribute, cross-validation within the training documents
decides whether rules, words, or both together are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from goldsmith.components.assertion.scope import Found, Placed, Scope
from goldsmith.learning.linear import Linear

Way = Literal["rules", "words", "both"]
WAYS: Final[tuple[Way, ...]] = ("rules", "words", "both")
_WINDOW: Final = 4
_BAG: Final = 12
_TENSES: Final = {
    **dict.fromkeys("was were had did been underwent presented developed became".split(), "past"),
    **dict.fromkeys("is are has have does am remains continues".split(), "present"),
    **dict.fromkeys("will shall would should may might could can".split(), "later"),
}


class Seen(NamedTuple):
    """What is seen of a mention: in words around it, and in the triggers that rules know."""

    words: list[str]
    rules: list[str]

    def row(self, way: Way) -> list[str]:
        """The features of that way of telling."""
        return self.words if way == "words" else self.words + self.rules


class Case(NamedTuple):
    """A mention to learn from: what is seen, what rules say, and what was agreed on."""

    seen: Seen
    ruled: Mapping[str, str]
    gold: Mapping[str, str]
    document: int


def seen(
    one: Placed, low: Sequence[str], sentence: tuple[int, int], kind: str, scopes: Sequence[Scope],
    found: Found,
) -> Seen:  # fmt: skip
    """The features of a mention in its sentence."""
    begin, end = one.ranges[0][0], one.ranges[-1][1]
    type_ = one.mention.type
    words = ["b", f"ty={type_}", *_around(low, sentence, begin, end)]
    words += _itself(low[begin:end])
    if kind:
        words += [f"sec={kind}", f"sec={kind}|{type_}"]
    rules = [f"r={category}" for category in found] or ["r="]
    rules += [f"r={category}|{type_}" for category in found]
    for scope in scopes:
        rules += _trigger(scope, one, low)
    return Seen(words, rules)


def _itself(words: Sequence[str]) -> list[str]:
    row = [f"m={word}" for word in words]
    row += [f"h={words[-1]}", f"f={words[0]}"]
    return row + [f"m<{word[:3]}" for word in words if len(word) > 4]


def _around(low: Sequence[str], sentence: tuple[int, int], begin: int, end: int) -> list[str]:
    """The words beside a mention by place, those farther off by side, and hints of tense."""
    first, stop = sentence
    before, after = low[max(first, begin - _BAG) : begin], low[end : min(stop, end + _BAG)]
    row = [f"-{n}={word}" for n, word in enumerate(reversed(before[-_WINDOW:]), 1)]
    row += [f"+{n}={word}" for n, word in enumerate(after[:_WINDOW], 1)]
    row += [f"<{word}" for word in set(before)] + [f">{word}" for word in set(after)]
    row += [f"<<{a}|{b}" for a, b in pairwise(before)]
    row += [f">>{a}|{b}" for a, b in pairwise(after)]
    row += [f"tense={_TENSES[word]}" for word in {*before, *after} if word in _TENSES]
    if not before:
        row.append("-1=^")
    if not after:
        row.append("+1=$")
    return row


def _trigger(scope: Scope, one: Placed, low: Sequence[str]) -> list[str]:
    away = scope.distance(one.ranges)
    if away > len(low):
        return []
    side = "<" if scope.forward else ">"
    within = "in" if scope.reaches(one.ranges) else "out"
    near = "0" if not away else "1-2" if away < 3 else "3-6" if away < 7 else "7-"
    name = f"{side}{scope.category}:{within}"
    phrase = "_".join(low[scope.start : scope.end])
    row = [f"t{name}", f"t{name}:{near}", f"p{side}{phrase}:{within}", f"p{side}{phrase}:{near}"]
    between = low[scope.end : scope.end + away] if scope.forward else ()
    if within == "in" and len(between) < _BAG:
        row += [f"w{scope.category}:{word}" for word in set(between)]
    return row


def choose(cases: Sequence[Case], name: str, ways: Sequence[Way], *, folds: int, c: float) -> Way:
    """The way that does best on documents not trained on; the simpler of two that do equally."""
    if len(ways) == 1:
        return ways[0]
    scores = {way: _score(cases, name, way, folds, c) for way in ways}
    return max(ways, key=lambda way: (round(scores[way], 4), -WAYS.index(way)))


def _score(cases: Sequence[Case], name: str, way: Way, folds: int, c: float) -> float:
    """F over the values that are not the most frequent one."""
    gold = [case.gold.get(name, "") for case in cases]
    usual = max(sorted(set(gold)), key=gold.count)
    if way == "rules":
        told = [case.ruled.get(name, "") for case in cases]
    else:
        told = _left_out(cases, name, way, folds, c)
    right = sum(a == b != usual for a, b in zip(gold, told, strict=True))
    total = sum(one != usual for one in gold) + sum(one != usual for one in told)
    return 2 * right / total if total else 1.0


def _left_out(cases: Sequence[Case], name: str, way: Way, folds: int, c: float) -> list[str]:
    """What classifiers say that were trained on the documents of the other folds."""
    told = [""] * len(cases)
    for fold in range(folds):
        inside = [case for case in cases if case.document % folds != fold]
        held = [at for at, case in enumerate(cases) if case.document % folds == fold]
        if not inside or not held:
            continue
        model = fit(inside, name, way, c=c)
        for at, value in zip(
            held, model.predict([cases[at].seen.row(way) for at in held]), strict=True
        ):
            told[at] = value
    return told


def fit(cases: Sequence[Case], name: str, way: Way, *, c: float) -> Linear:
    """A classifier for the values of an attribute; the empty value means that it has none."""
    rows = [case.seen.row(way) for case in cases]
    return Linear().fit(rows, [case.gold.get(name, "") for case in cases], c=c)
