"""Agreement between annotators: matrices, averages, annotator against gold, contributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from goldsmith import metrics
from goldsmith.alignment import align
from goldsmith.core import Document, Schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import Compared, Result
from goldsmith.project.agreement.score import Sides
from goldsmith.project.agreement.tasks import Task


class PairAgreement(msgspec.Struct, frozen=True):
    """Two annotators: metric -> result over the documents that both annotated."""

    first: str
    second: str
    documents: int
    only_first: int
    """Documents that only the first annotated; they do not count."""
    only_second: int
    results: dict[str, Result]
    slices: dict[str, dict[str, Result]]


class Contribution(msgspec.Struct, frozen=True):
    """What an annotator's work became in the gold standard (ODIE, Mayo)."""

    annotator: str
    taken: int
    """Mentions of the gold standard that this annotator made exactly so."""
    alone: int
    """Those of them that no other annotator made."""
    share: float | None
    """taken / mentions of the gold standard in the documents the annotator did."""
    dropped: int
    """The annotator's mentions that are not in the gold standard."""


class Reduction(msgspec.Struct, frozen=True):
    """By how much consensus reduced disagreement (Mayo §3.2)."""

    metric: str
    value: str
    group: str
    before: float
    after: float
    reduction: float


class Agreement(msgspec.Struct, frozen=True):
    """Agreement over all annotators."""

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

    def pair(self, one: str, other: str) -> PairAgreement | None:
        """The agreement of two annotators, whichever comes first."""
        return next((p for p in self.pairs if {p.first, p.second} == {one, other}), None)


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
    """Agreement of every pair of annotators and of each with the gold (or consensus) sets."""
    names = list(dict.fromkeys([*annotators, *gold]))
    if len(names) < 2:
        raise InputError("agreement needs two sets", expected="at least two set names")
    work = _Work(names, task, schema)
    tally = _Contributions(annotators, gold[0]) if gold else None
    for doc in docs:
        work.add(doc, by)
        if tally:
            tally.add(doc)
    unseen = [name for name in names if name not in work.seen]
    if unseen:
        raise UnknownName("annotation set", unseen[0], work.known)
    pairs = work.pairs(intervals)
    individual = [pair for pair in pairs if pair.first in annotators and pair.second in annotators]
    consensus = [pair for pair in pairs if pair.first in gold and pair.second in gold]
    return Agreement(
        task.name,
        schema.name if schema else "",
        list(annotators),
        list(gold),
        pairs,
        averages(individual),
        tally.result() if tally else [],
        _reductions(task, individual, consensus),
        work.notices,
    )


class _Work:
    """Counts all pairs of sets in one pass over the documents."""

    def __init__(self, names: list[str], task: Task, schema: Schema | None) -> None:
        self.schema = schema
        self.seen: set[str] = set()
        self.known: set[str] = set()
        self.sides = [Sides(couple, task) for couple in combinations(names, 2)]
        self.alone: list[Counter[str]] = [Counter() for _ in self.sides]
        self.notices: list[str] = []

    def add(self, doc: Document, by: str) -> None:
        self.known |= doc.sets.keys()
        for sides, alone in zip(self.sides, self.alone, strict=True):
            first, second = (doc.sets.get(name) for name in sides.names)
            self.seen |= {name for name in sides.names if name in doc.sets}
            if first and second:
                sides.take(Compared(doc, first, second, self.schema), by)
            elif first or second:
                alone[sides.names[0] if first else sides.names[1]] += 1

    def pairs(self, intervals: bool) -> list[PairAgreement]:
        made = []
        for sides, alone in zip(self.sides, self.alone, strict=True):
            first, second = sides.names
            found = {name: one.result(intervals=intervals) for name, one in sides.measured.items()}
            lonely = alone[first], alone[second]
            made.append(
                PairAgreement(
                    first, second, sides.documents, *lonely, results=found, slices=sides.slices()
                )
            )
            self.notices += sides.notices()
            if sum(lonely):
                self.notices.append(
                    f"{first} and {second} share {sides.documents:,} documents; {lonely[0]:,} only "
                    f"in {first} and {lonely[1]:,} only in {second} are not counted"
                )
        return made


def averages(pairs: Sequence[PairAgreement]) -> dict[str, dict[str, dict[str, float | None]]]:
    """The mean of each value over pairs of annotators; pairs without a value do not count."""
    values: dict[str, dict[str, dict[str, list[float]]]] = {}
    for pair in pairs:
        for metric, result in pair.results.items():
            for group, row in _rows(result):
                for name, value in row.items():
                    found = values.setdefault(metric, {}).setdefault(group, {}).setdefault(name, [])
                    if value is not None:
                        found.append(value)
    return {
        metric: {
            group: {name: sum(found) / len(found) if found else None for name, found in row.items()}
            for group, row in groups.items()
        }
        for metric, groups in values.items()
    }


def _rows(result: Result) -> list[tuple[str, dict[str, float | None]]]:
    rows = [(group, row.values) for group, row in result.rows.items()]
    rows += [(metrics.MICRO, result.micro.values)] if result.micro else []
    return rows + ([(metrics.MACRO, result.macro.values)] if result.macro else [])


def _reductions(
    task: Task, individual: Sequence[PairAgreement], consensus: Sequence[PairAgreement]
) -> list[Reduction]:
    """1 − (1 − after) / (1 − before) for the value that each matrix shows."""
    if not consensus:
        return []
    before, after = averages(individual), averages(consensus)
    found = []
    for view in task.views:
        for group, values in before.get(view.metric, {}).items():
            one = values.get(view.cell)
            other = after.get(view.metric, {}).get(group, {}).get(view.cell)
            if one is not None and other is not None and one < 1:
                gain = (other - one) / (1 - one)
                found.append(Reduction(view.metric, view.cell, group, one, other, gain))
    return found


class _Contributions:
    """Counts how much of the gold standard each annotator made."""

    def __init__(self, annotators: Sequence[str], gold: str) -> None:
        self.annotators, self.gold = annotators, gold
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in annotators}

    def add(self, doc: Document) -> None:
        gold = doc.sets.get(self.gold)
        if gold is None:
            return
        makers: Counter[str] = Counter()
        made: dict[str, set[str]] = {}
        for name in self.annotators:
            if name in doc.sets and name != self.gold:
                found = align(gold.mentions, doc.sets[name].mentions, partial=False)
                made[name] = {pair.a.id for pair in found.pairs}
                makers.update(made[name])
                self.counts[name].update(gold=len(gold.mentions), dropped=len(found.only_b))
        for name, ids in made.items():
            alone = sum(makers[one] == 1 for one in ids)
            self.counts[name].update(taken=len(ids), alone=alone)

    def result(self) -> list[Contribution]:
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
