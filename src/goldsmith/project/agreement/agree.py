"""Measure agreement between annotators, and between annotators and the gold standard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from goldsmith import metrics
from goldsmith.alignment import align
from goldsmith.core import Document, Schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Result, SetPair
from goldsmith.project.agreement.score import PairMeasurement
from goldsmith.project.agreement.tasks import Task


class PairAgreement(msgspec.Struct, frozen=True):
    """The agreement of two annotators: metric -> result over the documents that both annotated."""

    first: str
    second: str
    documents: int
    only_first: int
    """Documents that only the first annotated; they are not counted in the results."""
    only_second: int
    results: dict[str, Result]
    slices: dict[str, dict[str, Result]]


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of an annotator to the gold standard (ODIE, Mayo)."""

    annotator: str
    taken: int
    """Mentions of the gold standard that match one of this annotator exactly."""
    alone: int
    """Those of them that match no other annotator."""
    share: float | None
    """taken / mentions of the gold standard in the documents that the annotator annotated."""
    dropped: int
    """The annotator's mentions that are not in the gold standard."""


class Reduction(msgspec.Struct, frozen=True):
    """The reduction of disagreement by consensus (Mayo §3.2)."""

    metric: str
    value: str
    group: str
    before: float
    after: float
    reduction: float


class Agreement(msgspec.Struct, frozen=True):
    """Agreement between all annotators."""

    task: str
    schema: str
    annotators: list[str]
    gold: list[str]
    pairs: list[PairAgreement]
    average: dict[str, dict[str, dict[str, float | None]]]
    """Metric -> group (and micro, macro) -> value -> mean over pairs of annotators."""
    contributions: list[Contribution]
    reductions: list[Reduction]
    notices: list[str]

    def find_pair(self, first: str, second: str) -> PairAgreement | None:
        """Return the agreement of two annotators, in either order."""
        names = {first, second}
        return next((pair for pair in self.pairs if {pair.first, pair.second} == names), None)


def agree(
    docs: Iterable[Document],
    annotators: Sequence[str],
    task: Task,
    schema: Schema | None,
    *,
    gold: Sequence[str] = (),
    by: str = "",
    intervals: bool = False,
) -> Agreement:
    """Measure the agreement of every pair of annotators, and of each with the gold sets.

    Args:
        docs: The documents with the sets of all annotators.
        annotators: The sets of the annotators.
        task: The metrics to compute.
        schema: The schema of the annotations, if one is known.
        gold: Gold or consensus sets. The first is what contributions are counted against; two or
            more show by how much consensus reduced disagreement.
        by: A metadata field; each of its values makes a slice with results of its own.
        intervals: Add 95 % bootstrap intervals.

    Raises:
        InputError: There are fewer than two sets, or no document has one of them.
    """
    names = list(dict.fromkeys([*annotators, *gold]))
    if len(names) < 2:
        raise InputError("agreement needs two sets", expected="at least two set names")
    counter = _PairCounter(names, task, schema)
    contributions = _ContributionCounter(annotators, gold[0]) if gold else None
    for doc in docs:
        counter.add(doc, by)
        if contributions:
            contributions.add(doc)
    absent = [name for name in names if name not in counter.names]
    if absent:
        raise UnknownName("annotation set", absent[0], counter.names)
    pairs = counter.make_pairs(intervals)
    individual = [pair for pair in pairs if pair.first in annotators and pair.second in annotators]
    consensus = [pair for pair in pairs if pair.first in gold and pair.second in gold]
    return Agreement(
        task.name,
        schema.name if schema else "",
        list(annotators),
        list(gold),
        pairs,
        average_pairs(individual),
        contributions.make_result() if contributions else [],
        _compute_reductions(task, individual, consensus),
        counter.notices,
    )


class _PairCounter:
    """Measures all pairs of sets in one pass over the documents."""

    def __init__(self, names: list[str], task: Task, schema: Schema | None) -> None:
        self.schema = schema
        self.names: set[str] = set()
        self.sides = [PairMeasurement(pair, task) for pair in combinations(names, 2)]
        self.alone: list[Counter[str]] = [Counter() for _ in self.sides]
        self.notices: list[str] = []

    def add(self, doc: Document, by: str) -> None:
        self.names |= doc.sets.keys()
        for sides, alone in zip(self.sides, self.alone, strict=True):
            first, second = (doc.sets.get(name) for name in sides.names)
            if first and second:
                sides.add(SetPair(doc, first, second, self.schema), by)
            elif first or second:
                alone[sides.names[0] if first else sides.names[1]] += 1

    def make_pairs(self, intervals: bool) -> list[PairAgreement]:
        pairs = []
        for sides, alone in zip(self.sides, self.alone, strict=True):
            first, second = sides.names
            pairs.append(
                PairAgreement(
                    first,
                    second,
                    sides.documents,
                    alone[first],
                    alone[second],
                    results=sides.compute_results(intervals=intervals),
                    slices=sides.compute_slices(),
                )
            )
            self.notices += sides.list_notices()
            if alone:
                self.notices.append(
                    f"{first} and {second} share {sides.documents:,} documents; {alone[first]:,} "
                    f"only in {first} and {alone[second]:,} only in {second} are not counted"
                )
        return pairs


def average_pairs(pairs: Sequence[PairAgreement]) -> dict[str, dict[str, dict[str, float | None]]]:
    """Compute the mean of each value over pairs; pairs without a value are left out."""
    values: dict[str, dict[str, dict[str, list[float]]]] = {}
    for pair in pairs:
        for metric, result in pair.results.items():
            for group, row in _list_rows(result):
                for name, value in row.items():
                    numbers = (
                        values.setdefault(metric, {}).setdefault(group, {}).setdefault(name, [])
                    )
                    if value is not None:
                        numbers.append(value)
    return {
        metric: {
            group: {
                name: sum(numbers) / len(numbers) if numbers else None
                for name, numbers in row.items()
            }
            for group, row in groups.items()
        }
        for metric, groups in values.items()
    }


def _list_rows(result: Result) -> list[tuple[str, dict[str, float | None]]]:
    rows = [(group, row.values) for group, row in result.rows.items()]
    rows += [(metrics.MICRO, result.micro.values)] if result.micro else []
    return rows + ([(metrics.MACRO, result.macro.values)] if result.macro else [])


def _compute_reductions(
    task: Task, individual: Sequence[PairAgreement], consensus: Sequence[PairAgreement]
) -> list[Reduction]:
    """Compute 1 − (1 − after) / (1 − before) for the value that each matrix shows."""
    if not consensus:
        return []
    before, after = average_pairs(individual), average_pairs(consensus)
    reductions = []
    for view in task.views:
        for group, values in before.get(view.metric, {}).items():
            old = values.get(view.cell)
            new = after.get(view.metric, {}).get(group, {}).get(view.cell)
            if old is not None and new is not None and old < 1:
                gain = (new - old) / (1 - old)
                reductions.append(Reduction(view.metric, view.cell, group, old, new, gain))
    return reductions


class _ContributionCounter:
    """Counts the mentions of the gold standard that match each annotator."""

    def __init__(self, annotators: Sequence[str], gold: str) -> None:
        self.annotators, self.gold = annotators, gold
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in annotators}

    def add(self, doc: Document) -> None:
        gold = doc.sets.get(self.gold)
        if gold is None:
            return
        makers: Counter[str] = Counter()
        matched: dict[str, set[str]] = {}
        for name in self.annotators:
            if name in doc.sets and name != self.gold:
                alignment = align(gold.mentions, doc.sets[name].mentions, partial=False)
                matched[name] = {pair.a.id for pair in alignment.pairs}
                makers.update(matched[name])
                self.counts[name].update(gold=len(gold.mentions), dropped=len(alignment.only_b))
        for name, ids in matched.items():
            alone = sum(makers[mention] == 1 for mention in ids)
            self.counts[name].update(taken=len(ids), alone=alone)

    def make_result(self) -> list[Contribution]:
        return [
            Contribution(
                name,
                count["taken"],
                count["alone"],
                count["taken"] / count["gold"] if count["gold"] else None,
                count["dropped"],
            )
            for name, count in self.counts.items()
        ]
