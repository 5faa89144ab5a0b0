"""Agreement on directed, typed pairs of markables: F1, and kappa with ODIE's true negatives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

import numpy as np

from goldsmith.core import AnnotationSet, Mention, Relation, Schema
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.relation_pairs import (
    Found,
    Key,
    Things,
    by_key,
    checked,
    shared,
    things,
)

By = Literal["relation_type", "class", "all"]

_TYPE = "relation_type"
_CLASS = "semantic_class"
_NO_CLASS = "none"
_ODIE_TYPES = ("identity", "set/subset", "part/whole", "other")
#: Begins the columns that hold a number of markables for the pooled reading.
_POT = "markables: "


class Pairs(Metric):
    """Pair agreement of ODIE."""

    title = "Pairs"
    definition = (
        "A pair is directed and typed; the same two markables with another relation type are one "
        "false positive and one false negative. TP = pairs of both sets, FP = only of the second, "
        "FN = only of the first. Kappa is that of the 2×2 table with TN = candidates − (TP + FP + "
        "FN), where the candidates are the ordered pairs of markables for each relation type "
        "(ODIE, Methods, equations 1–8; Tables 1–9)."
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
        "kappa": "(P(a) − P(e)) / (1 − P(e)); no value where P(e) is 1",
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
        self.one_pot, self.by, self.found = pooled, by, checked(found)

    def count(self, pair: Compared, tally: Tally) -> None:
        known = things(pair, self.found)
        classes = _classes(pair, known)
        a, b = (
            by_key(_keys(one.relations, numbers))
            for one, numbers in ((pair.a, known.a), (pair.b, known.b))
        )
        kinds = dict.fromkeys((*_kinds(pair.schema), *(str(key[0]) for key in (*a, *b))))
        self._count_candidates(kinds, classes, tally)
        for same in shared(a, b):
            group = self._group(same.key, classes)
            for first, second in same.pairs:
                tally.add(group, "tp", a=(first,), b=(second,))
            for first in same.only_a:
                tally.add(group, "fn", a=(first,))
            for second in same.only_b:
                tally.add(group, "fp", b=(second,))

    def _count_candidates(
        self, kinds: Iterable[str], classes: Mapping[int, str], tally: Tally
    ) -> None:
        """Adds the candidates of each kind to its group; of a class, those within the class."""
        pots = dict.fromkeys(classes.values(), 0) if self.by == "class" else {"": 0}
        for name in classes.values():
            pots[name if self.by == "class" else ""] += 1
        for kind in kinds:
            for pot, markables in pots.items():
                group = {"relation_type": kind, "class": pot, "all": "all"}[self.by]
                tally.add(group, "candidates", markables * (markables - 1))
                if self.one_pot:
                    tally.add(group, f"{_POT}{kind} {pot}", markables)

    def _group(self, key: Key, classes: Mapping[int, str]) -> str:
        kind, anaphor, _ = key
        if self.by == "class":
            return classes.get(anaphor, _NO_CLASS) if isinstance(anaphor, int) else _NO_CLASS
        return str(kind) if self.by == "relation_type" else "all"

    def compute(self, sums: Columns) -> dict[str, Value]:
        tp, fp, fn = sums["tp"], sums["fp"], sums["fn"]
        tn = self.true_negatives(sums)
        total = tp + fp + fn + tn
        chance = (tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)
        # The same as (P(a) − P(e)) / (1 − P(e)), without rounding either first.
        apart = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
        return {
            "precision": ratio(tp, tp + fp),
            "recall": ratio(tp, tp + fn),
            "f1": ratio(2 * tp, 2 * tp + fp + fn),
            "kappa": ratio(2 * (tp * tn - fp * fn), apart),
            "p_a": ratio(tp + tn, total),
            "p_e": ratio(chance, total * total),
        }

    def candidates(self, sums: Columns) -> Value:
        """How many pairs there could be: document by document, or with all markables in one pot."""
        if not self.one_pot:
            return sums["candidates"]
        pots = [sums[column] for column in sums if column.startswith(_POT)]
        # In resamples a pot may hold nothing: then nothing can be drawn from it.
        return sum((pot * np.maximum(pot - 1, 0) for pot in pots), np.zeros_like(sums["tp"]))

    def true_negatives(self, sums: Columns) -> Value:
        """The candidates that nobody made a pair of; repeated pairs cannot make it negative."""
        return np.maximum(self.candidates(sums) - (sums["tp"] + sums["fp"] + sums["fn"]), 0.0)


def _kinds(schema: Schema | None) -> tuple[str, ...]:
    """The relation types that a pair may have."""
    if schema is None or not schema.relation:
        return _ODIE_TYPES
    names: list[str] = []
    for kind in schema.relation:
        listed = kind.attributes.get(_TYPE)
        names += listed.values if listed and listed.values else (kind.name,)
    return tuple(names)


def _keys(
    relations: Iterable[Relation], numbers: Mapping[str, int]
) -> Iterator[tuple[Key, Relation]]:
    for rel in relations:
        yield (rel.attributes.get(_TYPE, rel.type), numbers[rel.arg1], numbers[rel.arg2]), rel


def _classes(pair: Compared, known: Things) -> dict[int, str]:
    """The class of each markable of either set; where they differ, the first by name."""
    found: dict[int, str] = {}
    sides: tuple[tuple[AnnotationSet, Mapping[str, int]], ...]
    sides = ((pair.a, known.a), (pair.b, known.b))
    for one, numbers in sides:
        for mention in one.mentions:
            number, name = numbers[mention.id], _class(mention)
            found[number] = min(found.get(number, name), name)
    return found


def _class(mention: Mention) -> str:
    """The semantic class, or the type where the schema has classes as types (i2b2)."""
    return mention.attributes.get(_CLASS, mention.type)


provides = Pairs()
