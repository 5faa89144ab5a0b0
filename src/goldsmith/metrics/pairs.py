"""Agreement on directed, typed pairs of markables: F1, and kappa as ODIE computes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

import numpy as np

from goldsmith.core import AnnotationSet, Relation, Schema
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.relation_pairs import (
    Found,
    Key,
    NodeNumbers,
    check_found,
    group_by_key,
    match_keys,
    number_nodes,
)
from goldsmith.metrics.engine.traits import get_semantic_class

By = Literal["relation_type", "class", "all"]

#: The meaning of the rows.
_ROWS: Mapping[By, str] = {
    "relation_type": "relation type",
    "class": "class of the anaphor",
    "all": "pairs",
}
#: The attribute with the type of a pair.
RELATION_TYPE = "relation_type"
_NO_CLASS = "none"
_ODIE_TYPES = ("identity", "set/subset", "part/whole", "other")
#: The prefix of the columns that count markables when documents are pooled.
_MARKABLES = "markables: "


class Pairs(Metric):
    """Pair agreement of ODIE (Methods, equations 1–8)."""

    title = "Pairs"
    definition = (
        "A pair is directed and typed; the same two markables with another relation type are one "
        "false positive and one false negative. TP = pairs of both sets, FP = pairs of the second "
        "set only, FN = pairs of the first set only. Kappa is computed from the 2×2 table with TN "
        "= candidates − (TP + FP + FN), where the candidates are the ordered pairs of markables "
        "for each relation type (ODIE, Methods, equations 1–8; Tables 1–9)."
    )
    groups = "relation type"
    columns = {
        "tp": "pairs that both sets have",
        "fp": "pairs that only the second set has",
        "fn": "pairs that only the first set has",
        "candidates": "ordered pairs of markables, for each relation type, document by document",
    }
    values = {
        "precision": "TP / (TP + FP)",
        "recall": "TP / (TP + FN)",
        "f1": "2·TP / (2·TP + FP + FN)",
        "kappa": "(P(a) − P(e)) / (1 − P(e)); no value where P(e) is 1 or pairs exceed candidates",
        "p_a": "observed agreement P(a) = (TP + TN) / candidates",
        "p_e": "agreement expected by chance P(e)",
    }
    main = "f1"
    symmetric = frozenset({"f1", "kappa", "p_a", "p_e"})
    perfect = frozenset({"precision", "recall", "f1", "kappa", "p_a"})
    derived = frozenset({"candidates"})
    example_schema = "odie"

    def __init__(
        self, *, pooled: bool = False, by: By = "relation_type", found: Found = "strict"
    ) -> None:
        if by not in get_args(By):
            raise InputError(f"pairs have no {by!r}", expected="one of " + ", ".join(get_args(By)))
        self.pool_documents, self.by, self.found = pooled, by, check_found(found)
        self.groups = _ROWS[by]

    def count(self, pair: SetPair, tally: Tally) -> None:
        nodes = number_nodes(pair, self.found)
        classes = _find_classes(pair, nodes)
        a, b = (
            group_by_key(build_pair_keys(annotation_set.relations, numbers))
            for annotation_set, numbers in ((pair.a, nodes.a), (pair.b, nodes.b))
        )
        types = dict.fromkeys(
            (*_list_relation_types(pair.schema), *(str(key[0]) for key in (*a, *b)))
        )
        self._count_candidates(types, classes, tally)
        for match in match_keys(a, b):
            group = self._choose_group(match.key, classes)
            for first, second in match.pairs:
                tally.add(group, "tp", a=(first,), b=(second,))
            for first in match.only_a:
                tally.add(group, "fn", a=(first,))
            for second in match.only_b:
                tally.add(group, "fp", b=(second,))

    def _count_candidates(
        self, types: Iterable[str], classes: Mapping[int, str], tally: Tally
    ) -> None:
        """Count the candidates of each relation type; for a class, only those within it."""
        sizes = dict.fromkeys(classes.values(), 0) if self.by == "class" else {"": 0}
        for name in classes.values():
            sizes[name if self.by == "class" else ""] += 1
        for kind in types:
            for name, markables in sizes.items():
                group = {"relation_type": kind, "class": name, "all": "all"}[self.by]
                tally.add(group, "candidates", markables * (markables - 1))
                if self.pool_documents:
                    tally.add(group, f"{_MARKABLES}{kind} {name}", markables)

    def _choose_group(self, key: Key, classes: Mapping[int, str]) -> str:
        kind, anaphor, _ = key
        if self.by == "class":
            return classes.get(anaphor, _NO_CLASS) if isinstance(anaphor, int) else _NO_CLASS
        return str(kind) if self.by == "relation_type" else "all"

    def compute(self, sums: Columns) -> dict[str, Value]:
        tp, fp, fn = sums["tp"], sums["fp"], sums["fn"]
        # Without a number of true negatives, kappa, P(a) and P(e) have no value either.
        tn = self.count_true_negatives(sums)
        total = tp + fp + fn + tn
        chance = (tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)
        # Equal to (P(a) − P(e)) / (1 − P(e)), without the rounding errors of P(a) and P(e).
        disagreement = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
        return {
            "precision": divide(tp, tp + fp),
            "recall": divide(tp, tp + fn),
            "f1": divide(2 * tp, 2 * tp + fp + fn),
            "kappa": divide(2 * (tp * tn - fp * fn), disagreement),
            "p_a": divide(tp + tn, total),
            "p_e": divide(chance, total * total),
        }

    def count_candidates(self, sums: Columns) -> Value:
        """Count the candidate pairs: within each document, or among all markables pooled."""
        if not self.pool_documents:
            return sums["candidates"]
        sizes = [sums[column] for column in sums if column.startswith(_MARKABLES)]
        # A bootstrap sample may contain no markables: then there are no candidates either.
        return sum((size * np.maximum(size - 1, 0) for size in sizes), np.zeros_like(sums["tp"]))

    def count_true_negatives(self, sums: Columns) -> Value:
        """Count the candidates that are a pair in neither set.

        The number is undefined where the sets have more pairs than candidates: with rows by class,
        candidates are within a class but pairs may cross classes.
        """
        rest = self.count_candidates(sums) - (sums["tp"] + sums["fp"] + sums["fn"])
        return np.where(rest < 0, np.nan, rest)


def _list_relation_types(schema: Schema | None) -> tuple[str, ...]:
    """Return the relation types that a pair may have."""
    if schema is None or not schema.relation:
        return _ODIE_TYPES
    names: list[str] = []
    for kind in schema.relation:
        attribute = kind.attributes.get(RELATION_TYPE)
        names += attribute.values if attribute and attribute.values else (kind.name,)
    return tuple(names)


def build_pair_keys(
    relations: Iterable[Relation], numbers: Mapping[str, int]
) -> Iterator[tuple[Key, Relation]]:
    """Yield each relation with its key: the type of pair and the nodes, in order."""
    for rel in relations:
        yield (
            (rel.attributes.get(RELATION_TYPE, rel.type), numbers[rel.arg1], numbers[rel.arg2]),
            rel,
        )


def _find_classes(pair: SetPair, nodes: NodeNumbers) -> dict[int, str]:
    """Return the class of each markable; if the sets differ, the first class by name."""
    classes: dict[int, str] = {}
    sides: tuple[tuple[AnnotationSet, Mapping[str, int]], ...]
    sides = ((pair.a, nodes.a), (pair.b, nodes.b))
    for annotation_set, numbers in sides:
        for mention in annotation_set.mentions:
            number, name = numbers[mention.id], get_semantic_class(mention)
            classes[number] = min(classes.get(number, name), name)
    return classes


provides = Pairs()
