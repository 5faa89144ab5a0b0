"""Accuracy of concepts (strict, relaxed, on gold mentions), and P, R and F1 of coded spans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np

from goldsmith.alignment.matching import match_edges
from goldsmith.core import Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, compute_f1, divide
from goldsmith.metrics.engine.traits import get_concept

#: When the codes of a mention are correct: all codes are equal, or at least one is in common.
Codes = Literal["equal", "any"]
#: Type and spans of a mention.
Place = tuple[str, tuple[Span, ...]]


class Normalisation(Metric):
    """The measures of SemEval-2014 Task B."""

    title = "Concepts"
    definition = (
        "A strict match is a system mention with the type and the spans of a gold mention; it is "
        "correct if its codes are the gold codes, where CUI-less is a code like any other. Strict "
        "accuracy = correct / gold mentions, relaxed accuracy = correct / strict matches "
        "(SemEval-2014 §4, equations 3 and 4), so strict = relaxed · strict recall. P, R and F1 "
        "are computed over spans with a code. Gold mentions without a code are left out."
    )
    columns = {
        "gold": "gold mentions that have a code",
        "matched": "strict matches of these",
        "correct": "strict matches with the correct codes",
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

    def count(self, pair: SetPair, tally: Tally) -> None:
        gold = [mention for mention in pair.a.mentions if mention.codes]
        for mention in gold:
            tally.add_side(mention.type, "gold", "a", mention.id)
        for first, second, correct in self._match(gold, pair.b.mentions):
            tally.add(first.type, "matched", a=(first.id,), b=(second.id,))
            if correct:
                tally.add(first.type, "correct", a=(first.id,), b=(second.id,))
        _count_codes(gold, pair.b.mentions, tally)

    def _match(
        self, gold: Iterable[Mention], system: Iterable[Mention]
    ) -> Iterator[tuple[Mention, Mention, bool]]:
        """Yield strict matches one to one, with as many correct ones as possible."""
        system_places = _group_by_place(system)
        for place, first in _group_by_place(gold).items():
            second = system_places.get(place, [])
            edges = {
                (i, j): 1
                for i, gold_mention in enumerate(first)
                for j, system_mention in enumerate(second)
                if self._is_correct(gold_mention, system_mention)
            }
            correct = list(match_edges(edges))
            yield from ((first[i], second[j], True) for i, j in correct)
            wrong_gold = _drop(first, {i for i, _ in correct})
            wrong_system = _drop(second, {j for _, j in correct})
            yield from ((*pair, False) for pair in zip(wrong_gold, wrong_system, strict=False))

    def _is_correct(self, gold: Mention, system: Mention) -> bool:
        if self.codes == "any":
            return bool(get_concept(gold) & get_concept(system))
        return get_concept(gold) == get_concept(system)

    def compute(self, sums: Columns) -> dict[str, Value]:
        gold, matched, correct = sums["gold"], sums["matched"], sums["correct"]
        strict = divide(correct, gold)
        precision = divide(sums["codes_match"], sums["codes_b"])
        recall = divide(sums["codes_match"], sums["codes_a"])
        return {
            "strict_accuracy": strict,
            "relaxed_accuracy": divide(correct, matched),
            "given_accuracy": np.where(matched == gold, strict, np.nan),
            "strict_recall": divide(matched, gold),
            "precision": precision,
            "recall": recall,
            "f1": compute_f1(precision, recall),
        }


def _count_codes(gold: Iterable[Mention], system: Iterable[Mention], tally: Tally) -> None:
    """Count spans with a code; a second copy of a span remains unmatched."""
    first, second = _group_by_code(gold), _group_by_code(system)
    for side, groups in (("a", first), ("b", second)):
        for (place, _), ids in groups.items():
            for mention_id in ids:
                tally.add_side(place[0], f"codes_{side}", side, mention_id)
    for key, ids in first.items():
        for id_a, id_b in zip(ids, second.get(key, ()), strict=False):
            tally.add(key[0][0], "codes_match", a=(id_a,), b=(id_b,))


def _group_by_code(mentions: Iterable[Mention]) -> dict[tuple[Place, str], list[str]]:
    groups: dict[tuple[Place, str], list[str]] = defaultdict(list)
    for mention in mentions:
        for code in get_concept(mention):
            groups[_get_place(mention), code].append(mention.id)
    return {key: sorted(ids) for key, ids in groups.items()}


def _group_by_place(mentions: Iterable[Mention]) -> dict[Place, list[Mention]]:
    """Group mentions by type and spans, each group sorted by content."""
    groups: dict[Place, list[Mention]] = defaultdict(list)
    for mention in mentions:
        groups[_get_place(mention)].append(mention)
    for group in groups.values():
        group.sort(key=lambda mention: (sorted(get_concept(mention)), mention.id))
    return groups


def _get_place(mention: Mention) -> Place:
    return mention.type, merge_spans(mention.spans)


def _drop(mentions: Sequence[Mention], indices: set[int]) -> list[Mention]:
    return [mention for index, mention in enumerate(mentions) if index not in indices]


provides = Normalisation()
