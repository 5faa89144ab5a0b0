"""Accuracy of concepts: strict, relaxed, with gold mentions given; P, R, F of spans with codes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np

from goldsmith.alignment.pairing import matched
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merged
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, f1, ratio
from goldsmith.metrics.engine.traits import concept

#: When a mention with several codes is right: with the same ones, or with one in common.
Codes = Literal["equal", "any"]
#: Type and spans of a mention.
Place = tuple[str, tuple[Span, ...]]


class Normalisation(Metric):
    """SemEval-2014 Task B."""

    title = "Concepts"
    definition = (
        "A strict match is a system mention with the type and the spans of a gold mention; it is "
        "correct if its codes are the gold ones, CUI-less being a code like any other. Strict "
        "accuracy = correct / gold mentions, relaxed accuracy = correct / strict matches "
        "(SemEval-2014 §4, equations 3 and 4), so strict = relaxed · strict recall. P, R and F1 "
        "are those of spans with a code. Gold mentions without a code are left out."
    )
    columns = {
        "gold": "gold mentions that have a code",
        "matched": "strict matches of these",
        "correct": "strict matches with the right codes",
        "codes_a": "spans with a code in the first set (gold)",
        "codes_b": "spans with a code in the second set (system)",
        "codes_match": "spans with the same code in both sets",
    }
    values = {
        "strict_accuracy": "correct / gold",
        "relaxed_accuracy": "correct / matched",
        "given_accuracy": "correct / gold, where the system has a mention on every gold span",
        "strict_recall": "matched / gold",
        "precision": "codes_match / codes_b",
        "recall": "codes_match / codes_a",
        "f1": "harmonic mean of the two",
    }
    main = "strict_accuracy"
    symmetric = frozenset({"f1"})
    perfect = frozenset(values)
    example_schema = "share-2014"

    def __init__(self, *, codes: Codes = "equal") -> None:
        if codes not in get_args(Codes):
            expected = " or ".join(get_args(Codes))
            raise InputError(f"codes cannot be compared by {codes!r}", expected=expected)
        self.codes = codes

    def count(self, pair: Compared, tally: Tally) -> None:
        gold = [mention for mention in pair.a.mentions if mention.codes]
        for mention in gold:
            tally.side(mention.type, "gold", "a", mention.id)
        for one, other, right in self._matches(gold, pair.b.mentions):
            tally.add(one.type, "matched", a=(one.id,), b=(other.id,))
            if right:
                tally.add(one.type, "correct", a=(one.id,), b=(other.id,))
        _count_codes(gold, pair.b.mentions, tally)

    def _matches(
        self, gold: Iterable[Mention], system: Iterable[Mention]
    ) -> Iterator[tuple[Mention, Mention, bool]]:
        """Strict matches one to one, with whether they are right: as many as can be."""
        places = _by_place(system)
        for place, mine in _by_place(gold).items():
            theirs = places.get(place, [])
            fits = {
                (i, j): 1
                for i, one in enumerate(mine)
                for j, other in enumerate(theirs)
                if self._right(one, other)
            }
            right = list(matched(fits))
            yield from ((mine[i], theirs[j], True) for i, j in right)
            wrong_mine = _without(mine, {i for i, _ in right})
            wrong_theirs = _without(theirs, {j for _, j in right})
            yield from (
                (one, other, False) for one, other in zip(wrong_mine, wrong_theirs, strict=False)
            )

    def _right(self, gold: Mention, system: Mention) -> bool:
        if self.codes == "any":
            return bool(concept(gold) & concept(system))
        return concept(gold) == concept(system)

    def compute(self, sums: Columns) -> dict[str, Value]:
        gold, found, correct = sums["gold"], sums["matched"], sums["correct"]
        strict = ratio(correct, gold)
        precision = ratio(sums["codes_match"], sums["codes_b"])
        recall = ratio(sums["codes_match"], sums["codes_a"])
        return {
            "strict_accuracy": strict,
            "relaxed_accuracy": ratio(correct, found),
            "given_accuracy": np.where(found == gold, strict, np.nan),
            "strict_recall": ratio(found, gold),
            "precision": precision,
            "recall": recall,
            "f1": f1(precision, recall),
        }


def _count_codes(gold: Iterable[Mention], system: Iterable[Mention], tally: Tally) -> None:
    """Counts spans with a code; a second copy of one stays unmatched."""
    first, second = _by_code(gold), _by_code(system)
    for side, found in (("a", first), ("b", second)):
        for (place, _), ids in found.items():
            for one in ids:
                tally.side(place[0], f"codes_{side}", side, one)
    for key, ids in first.items():
        for mine, theirs in zip(ids, second.get(key, ()), strict=False):
            tally.add(key[0][0], "codes_match", a=(mine,), b=(theirs,))


def _by_code(mentions: Iterable[Mention]) -> dict[tuple[Place, str], list[str]]:
    found: dict[tuple[Place, str], list[str]] = defaultdict(list)
    for mention in mentions:
        for code in concept(mention):
            found[_place(mention), code].append(mention.id)
    return {key: sorted(ids) for key, ids in found.items()}


def _by_place(mentions: Iterable[Mention]) -> dict[Place, list[Mention]]:
    """Mentions by type and spans, in an order that is not that of the list."""
    found: dict[Place, list[Mention]] = defaultdict(list)
    for mention in mentions:
        found[_place(mention)].append(mention)
    for several in found.values():
        several.sort(key=lambda mention: (sorted(concept(mention)), mention.id))
    return found


def _place(mention: Mention) -> Place:
    return mention.type, merged(mention.spans)


def _without(mentions: Sequence[Mention], taken: set[int]) -> list[Mention]:
    return [mention for at, mention in enumerate(mentions) if at not in taken]


provides = Normalisation()
