"""The adjudicator's choices, by class of difference between annotators."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from goldsmith.adjudication import Comparison, Decision, Unit
from goldsmith.adjudication.units import KINDS
from goldsmith.core import AnnotationSet, Schema
from goldsmith.differences import CLASSES, Difference, find_differences
from goldsmith.project.adjudication.make import list_slots

#: Units that no class of difference covers, such as units on attributes and codes.
NO_CLASS: Final = ""
_ORDER = {name: number for number, name in enumerate((*CLASSES, NO_CLASS))}
#: An annotator and the id of an annotation of that annotator.
Key = tuple[str, str]


class Choice(msgspec.Struct, frozen=True):
    """How the units of a kind and class of difference were decided."""

    kind: str
    difference: str
    """The class of difference; "" if none covers the unit."""
    units: int
    taken: dict[str, int]
    """Annotator -> units decided in favour of the annotator's version, or its absence."""
    joined: int
    """Units that keep versions of several annotators, combined as no single annotator had them."""
    dropped: int
    """Units of which nothing is kept although all annotators marked something."""
    combined: int
    """Units for which the adjudicator mixed fields, listed chains or added a mention."""


class ChoiceCounter:
    """Counts choices by kind of unit and class of difference, document by document."""

    def __init__(self, schema: Schema | None) -> None:
        self._schema = schema
        self._counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._taken: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def add(
        self,
        comparison: Comparison,
        sets: Mapping[str, AnnotationSet],
        decisions: Mapping[str, Decision],
    ) -> None:
        """Count the decisions about the units of a document."""
        if not any(unit.id in decisions for unit in comparison.units):
            return
        classifier = _Classifier(comparison, sets, self._schema)
        for unit in comparison.units:
            decision = decisions.get(unit.id)
            if decision is not None:
                for name in classifier.list_classes(unit):
                    self._count((unit.kind, name), unit, decision)

    def _count(self, row: tuple[str, str], unit: Unit, decision: Decision) -> None:
        self._counts[row]["units"] += 1
        if decision.mix or decision.add or decision.blocks is not None:
            self._counts[row]["combined"] += 1
            return
        sided = [name for name in unit.annotators if _list_own(unit, name) == set(decision.keep)]
        self._taken[row].update(sided)
        if not sided:
            self._counts[row]["joined" if decision.keep else "dropped"] += 1

    def make_result(self, annotators: Sequence[str]) -> list[Choice]:
        """Return the choices, by kind and then in the order of the classes."""
        rows = sorted(self._counts, key=lambda row: (KINDS.index(row[0]), _ORDER[row[1]]))
        return [
            Choice(
                kind,
                difference,
                self._counts[kind, difference]["units"],
                {name: self._taken[kind, difference][name] for name in annotators},
                self._counts[kind, difference]["joined"],
                self._counts[kind, difference]["dropped"],
                self._counts[kind, difference]["combined"],
            )
            for kind, difference in rows
        ]


def _list_own(unit: Unit, annotator: str) -> set[str]:
    return {entry.id for entry in unit.candidates if annotator in entry.made_by}


class _Classifier:
    """Finds the classes of difference that units represent."""

    def __init__(
        self, comparison: Comparison, sets: Mapping[str, AnnotationSet], schema: Schema | None
    ) -> None:
        self._slots: dict[int, set[Key]] = defaultdict(set)
        slot_of: dict[Key, int] = {}
        for number, slot in enumerate(comparison.slots):
            for annotator, mention in slot.mentions.items():
                self._slots[number].add((annotator, mention.id))
                slot_of[annotator, mention.id] = number
        self._relations: dict[tuple[str, frozenset[int]], set[Key]] = defaultdict(set)
        for annotator, entry in sets.items():
            for rel in entry.relations:
                ends = frozenset((slot_of[annotator, rel.arg1], slot_of[annotator, rel.arg2]))
                self._relations[rel.type, ends].add((annotator, rel.id))
        self._classes: dict[tuple[str, Key], set[str]] = defaultdict(set)
        for first, second in combinations(comparison.annotators, 2):
            differences = find_differences(comparison.document, sets[first], sets[second], schema)
            for difference in differences:
                for kind, key in _list_keys(difference, first, second):
                    self._classes[kind, key].update(difference.classes)

    def list_classes(self, unit: Unit) -> list[str]:
        """Return the classes of the differences that a unit resolves, or `NO_CLASS`."""
        names: set[str] = set()
        for key in self._iterate_keys(unit):
            names |= self._classes.get(key, set())
        return sorted(names, key=_ORDER.__getitem__) or [NO_CLASS]

    def _iterate_keys(self, unit: Unit) -> Iterator[tuple[str, Key]]:
        if unit.kind == "relation":
            for entry in unit.candidates:
                for key in self._relations[entry.type, frozenset(entry.arguments)]:
                    yield "relation", key
        elif unit.kind in ("mention", "chain"):
            for entry in unit.candidates:
                for slot in list_slots(entry):
                    yield from ((unit.kind, key) for key in self._slots[slot])


def _list_keys(difference: Difference, first: str, second: str) -> Iterator[tuple[str, Key]]:
    """Yield the annotations of a difference, each with the kind of the unit it belongs to."""
    kind = "chain" if difference.kind == "coreference" else difference.kind
    sides = (
        (first, difference.a, difference.relations_a),
        (second, difference.b, difference.relations_b),
    )
    for annotator, ids, relations in sides:
        yield from ((kind, (annotator, name)) for name in ids)
        yield from (("relation", (annotator, name)) for name in relations)
