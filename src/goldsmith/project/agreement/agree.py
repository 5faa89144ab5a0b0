"""Measure agreement between annotators, and between annotators and the gold standard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Schema, get_field, require_field
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.metrics import Result
from goldsmith.project.agreement.averages import Averages, average_pairs
from goldsmith.project.agreement.contributions import Contribution, ContributionCounter
from goldsmith.project.agreement.coverage import Coverage, CoverageCounter
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.pairs import PairAgreement, PairCounter
from goldsmith.project.agreement.reductions import Reduction, compute_reductions
from goldsmith.project.agreement.reliability import ReliabilityCounter
from goldsmith.project.agreement.tasks import Task


class Agreement(msgspec.Struct, frozen=True):
    """Agreement between all annotators."""

    task: str
    schema: str
    annotators: list[str]
    gold: list[str]
    documents: int
    """Documents that have at least one of the sets."""
    coverage: list[Coverage]
    pairs: list[PairAgreement]
    """The pairs of sets that have documents in common."""
    average: Averages
    """Metric -> group (and micro, macro) -> value -> mean over pairs of annotators."""
    weighted_average: Averages
    """The same, each pair weighted by the number of documents that both annotated."""
    reliability: Result | None
    """Agreement of all annotators at once on the mentions they share; None for fewer than three."""
    reliability_slices: dict[str, Result]
    contributions: list[Contribution]
    reductions: list[Reduction]
    notices: list[str]

    def find_pair(self, first: str, second: str) -> PairAgreement | None:
        """Return the agreement of two annotators, in either order; None if they share nothing."""
        return self.index_pairs().get(frozenset((first, second)))

    def index_pairs(self) -> dict[frozenset[str], PairAgreement]:
        """Return the pairs by the names of their two annotators."""
        return {frozenset((pair.first, pair.second)): pair for pair in self.pairs}


def agree(
    docs: Iterable[Document],
    annotators: Sequence[str] | None,
    task: Task,
    schema: Schema | None,
    *,
    gold: Sequence[str] = (),
    missing: Missing = "skip",
    by: str = "",
    intervals: bool = False,
    notices: Sequence[str] = (),
) -> Agreement:
    """Measure the agreement of every pair of annotators, and of each with the gold sets.

    Time and memory grow with what the annotators share: a pair without documents in common costs
    nothing.

    Args:
        docs: The documents with the sets of all annotators.
        annotators: The sets of the annotators; all sets but the gold ones if None.
        task: The metrics to compute.
        schema: The schema of the annotations, if one is known.
        gold: Gold or consensus sets. The first is what contributions are counted against; two or
            more show by how much consensus reduced disagreement.
        missing: Documents that only some of the sets have are left out of the pairs of the others
            ("skip") or refused ("refuse"); with "empty", a set that a document lacks counts as one
            without annotations.
        by: A metadata field; each of its values makes a slice with results of its own.
        intervals: Add 95 % bootstrap intervals.
        notices: What is already known about the documents; the notices of the result follow.

    Raises:
        InputError: There are fewer than two sets, no document has the field, or documents are
            missing.
        UnknownName: No document has one of the sets.
    """
    if annotators is not None and len({*annotators, *gold}) < 2:
        raise InputError(
            "agreement needs two sets",
            expected="at least two set names",
            remedy=Remedy.NAME_ANNOTATORS,
        )
    if annotators is None and missing == "empty":
        docs = list(docs)
        annotators = _list_sets(docs, gold)
    counting = _Counting(annotators, gold, task, schema, missing)
    result = counting.measure(require_field(docs, by), by, intervals=intervals)
    return replace(result, notices=[*notices, *result.notices])


class _Counting:
    """Counts all that is known of the annotators in one pass over the documents."""

    def __init__(
        self,
        annotators: Sequence[str] | None,
        gold: Sequence[str],
        task: Task,
        schema: Schema | None,
        missing: Missing,
    ) -> None:
        self.annotators = list(annotators) if annotators is not None else None
        self.gold, self.task, self.schema, self.missing = list(gold), task, schema, missing
        self.coverage = CoverageCounter()
        self.pairs = PairCounter(task, schema)
        self.contributions = ContributionCounter(gold[0]) if gold else None
        has_many = self.annotators is None or len(set(self.annotators)) > 2
        self.reliability = ReliabilityCounter(schema) if has_many else None

    def measure(self, docs: Iterable[Document], by: str, *, intervals: bool) -> Agreement:
        """Count every document and compute the results."""
        sets: dict[str, None] = {}
        for doc in docs:
            sets |= dict.fromkeys(doc.sets)
            self._add(doc, by)
        annotators = self.annotators
        if annotators is None:
            annotators = sorted(name for name in sets if name not in self.gold)
        names = list(dict.fromkeys([*annotators, *self.gold]))
        self._check(names, sets)
        pairs = self.pairs.make_pairs(self.coverage.make_result(names), intervals=intervals)
        return self._make_result(annotators, names, pairs, intervals=intervals)

    def _add(self, doc: Document, by: str) -> None:
        names = self._list_names(doc)
        present = [name for name in names if name in doc.sets]
        self.coverage.add(doc, present)
        if present and self.missing == "empty":
            empty = {name: AnnotationSet(name) for name in names}
            doc, present = replace(doc, sets={**empty, **doc.sets}), names
        self.pairs.add(doc, present, by)
        individual = [name for name in present if self._is_annotator(name)]
        if self.contributions:
            self.contributions.add(doc, individual)
        if self.reliability and present:
            self.reliability.add(doc, individual, get_field(doc.metadata, by) if by else "")

    def _list_names(self, doc: Document) -> list[str]:
        """Return the sets to compare, in the order in which tables show them."""
        annotators = self.annotators
        if annotators is None:
            annotators = sorted(name for name in doc.sets if name not in self.gold)
        return list(dict.fromkeys([*annotators, *self.gold]))

    def _is_annotator(self, name: str) -> bool:
        return name not in self.gold if self.annotators is None else name in self.annotators

    def _check(self, names: Sequence[str], sets: Mapping[str, None]) -> None:
        absent = [name for name in names if name not in sets]
        if absent:
            raise UnknownName("annotation set", absent[0], sets)
        if len(names) < 2:
            raise InputError(
                f"agreement needs two sets, and there is {len(names)}",
                expected="documents with at least two sets",
            )
        self.coverage.check(names, self.missing)
        if not self.pairs.sides:
            raise InputError(
                "no two of the sets have a document in common",
                expected="documents that two or more annotators annotated",
            )

    def _make_result(
        self,
        annotators: list[str],
        names: Sequence[str],
        pairs: list[PairAgreement],
        *,
        intervals: bool,
    ) -> Agreement:
        reliability = self.reliability if len(annotators) > 2 else None
        individual = [pair for pair in pairs if {pair.first, pair.second} <= {*annotators}]
        consensus = [pair for pair in pairs if {pair.first, pair.second} <= {*self.gold}]
        return Agreement(
            self.task.name,
            self.schema.name if self.schema else "",
            annotators,
            self.gold,
            self.coverage.documents,
            self.coverage.make_result(names),
            pairs,
            average_pairs(individual),
            average_pairs(individual, is_weighted=True),
            reliability.make_result(intervals=intervals) if reliability else None,
            reliability.make_slices(intervals=intervals) if reliability else {},
            self.contributions.make_result(annotators) if self.contributions else [],
            compute_reductions(self.task, individual, consensus),
            [*self.coverage.list_notices(names, self.missing), *self.pairs.list_notices(pairs)],
        )


def _list_sets(docs: Iterable[Document], gold: Sequence[str]) -> list[str]:
    return sorted({name for doc in docs for name in doc.sets if name not in gold})
