"""Measure agreement between annotators, and between annotators and the gold standard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.metrics import Result
from goldsmith.project.agreement.assignments import Assignments
from goldsmith.project.agreement.averages import Averages, average_pairs
from goldsmith.project.agreement.causes.causes import CauseCounter, CauseOptions, Causes
from goldsmith.project.agreement.causes.merges import Merge, MergedDocuments, merge_schema
from goldsmith.project.agreement.causes.what_if import WhatIf, compare_merged
from goldsmith.project.agreement.contributions import Contribution, ContributionCounter
from goldsmith.project.agreement.coverage import Coverage, CoverageCounter
from goldsmith.project.agreement.exclusions import Exclusions
from goldsmith.project.agreement.option_names import OptionNames
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.pairs import (
    ComparedDocument,
    PairAgreement,
    PairCounter,
    Tallies,
    count_documents,
)
from goldsmith.project.agreement.pooled import PooledAgreement, PooledCounter
from goldsmith.project.agreement.reductions import Reduction, compute_reductions
from goldsmith.project.agreement.reliability import ReliabilityCounter
from goldsmith.project.agreement.roster import Roster
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.corpus.slices import name_slice, parse_fields, require_fields
from goldsmith.runners import LocalRunner, Runner, choose_runner


class Agreement(msgspec.Struct, frozen=True):
    """Agreement between all annotators."""

    task: str
    schema: str
    annotators: list[str]
    systems: list[str]
    """The sets of systems: they are compared, but excluded from figures about the annotators."""
    gold: list[str]
    by: list[str]
    """The metadata fields of the slices."""
    documents: int
    """Documents that have at least one of the sets."""
    coverage: list[Coverage]
    pairs: list[PairAgreement]
    """The pairs of sets that have documents in common."""
    pooled: PooledAgreement | None
    """Counts summed over documents, for any two annotators; None if there are none."""
    average: Averages
    """Metric -> group (and micro, macro) -> value -> mean over pairs of annotators."""
    weighted_average: Averages
    """The same, each pair weighted by the number of documents that both annotated."""
    reliability: Result | None
    """Agreement of all annotators at once on the mentions they share; None for fewer than 3."""
    reliability_slices: dict[str, Result]
    contributions: list[Contribution]
    reductions: list[Reduction]
    notices: list[str]
    causes: Causes = Causes()
    """The requested causes of low agreement."""
    what_if: WhatIf | None = None
    """Agreement as if types were merged; None if no merge was requested."""

    def find_pair(self, first: str, second: str) -> PairAgreement | None:
        """Return the agreement of two annotators, in either order; None if they share nothing."""
        return self.index_pairs().get(frozenset((first, second)))

    def list_sets(self) -> list[str]:
        """Return all compared sets: of annotators, of systems, and gold sets."""
        return list(dict.fromkeys([*self.annotators, *self.systems, *self.gold]))

    def index_pairs(self) -> dict[frozenset[str], PairAgreement]:
        """Return the pairs by the names of their two annotators."""
        return {frozenset((pair.first, pair.second)): pair for pair in self.pairs}

    def list_annotator_pairs(self) -> list[PairAgreement]:
        """Return the pairs of two annotators, excluding systems and gold standards."""
        names = set(self.annotators)
        return [pair for pair in self.pairs if {pair.first, pair.second} <= names]


def agree(
    docs: Iterable[Document],
    annotators: Sequence[str] | None,
    task: Task,
    schema: Schema | None,
    *,
    gold: Sequence[str] = (),
    systems: Sequence[str] = (),
    missing: Missing = "skip",
    by: str | Sequence[str] = "",
    assignments: Assignments | None = None,
    leave_out: Sequence[str] = (),
    intervals: bool = False,
    notices: Sequence[str] = (),
    causes: CauseOptions | None = None,
    merges: Sequence[Merge] = (),
    workers: int = 1,
) -> Agreement:
    """Measure the agreement of every pair of annotators, pooled, and of each with the gold sets.

    Time and memory grow with the documents that annotators share: a pair without documents in
    common costs nothing.

    Args:
        docs: The documents with the sets of all annotators.
        annotators: The sets of the annotators; if None, those of the assignments, or all sets
            except systems and gold sets.
        task: The metrics to compute.
        schema: The schema of the annotations, if one is known.
        gold: Gold or consensus sets. Contributions are counted against the first; two or more
            show by how much consensus reduced disagreement.
        systems: Sets of systems. They are compared with every set, but excluded from means,
            pooled counts and the effect of consensus. Sets whose provenance has the kind "system"
            are treated in the same way, whatever their role in the call.
        missing: Documents that only some of the sets have are left out of the pairs of the others
            ("skip") or refused ("refuse"); with "empty", a set that a document lacks counts as one
            without annotations.
        by: Metadata fields, as names or with commas between them; each combination of their values
            makes a slice with its own results.
        assignments: Which annotators were to annotate which document; other sets of a document are
            not counted. By default, the annotators of a document are those whose sets it has.
        leave_out: Documents to leave out, each condition written FIELD=VALUE.
        intervals: Add 95 % bootstrap intervals.
        notices: Existing notices about the documents; those of the result follow.
        causes: The causes of disagreement to examine.
        merges: Types, or values of an attribute, to merge for a second measurement (`what_if`); all
            documents are then in memory.
        workers: Processes that count documents; the result does not depend on them.

    Raises:
        InputError: There are fewer than two sets, no document has a field, documents are missing,
            or the assignments name documents that do not exist.
        UnknownName: No document has one of the sets, the value of a condition, a name to merge, or
            a type or attribute that an option of a metric names.
    """
    every_doc = docs = list(docs) if merges else docs
    fields = parse_fields(by)
    docs = require_fields(docs, fields)
    if assignments:
        annotators = _match_annotators(annotators, assignments)
        docs = assignments.check_documents(docs)
    if annotators is not None and len({*annotators, *systems, *gold}) < 2:
        raise InputError(
            "agreement needs two sets",
            expected="at least two set names",
            remedy=Remedy.NAME_ANNOTATORS,
        )
    remaining = Exclusions(docs, leave_out)
    docs = remaining
    if annotators is None and missing == "empty":
        docs = list(remaining)
        annotators = _list_sets(docs, [*gold, *systems])
    roster = Roster(annotators, gold, systems, assignments)
    counting = _Counting(roster, task, schema, missing, fields, causes or CauseOptions())
    result = counting.measure(docs, choose_runner(workers), intervals=intervals)
    result = replace(result, notices=[*notices, *remaining.notices, *result.notices])
    if not merges:
        return result
    merged = agree(
        MergedDocuments(every_doc, merges),
        result.annotators,
        task,
        merge_schema(schema, merges) if schema else None,
        gold=result.gold,
        systems=result.systems,
        missing=missing,
        assignments=assignments,
        leave_out=leave_out,
        workers=workers,
    )
    before, after = (
        (own.list_annotator_pairs() or own.pairs, own.pooled) for own in (result, merged)
    )
    return replace(result, what_if=compare_merged(task, merges, before, after))


class _Counting:
    """Counts everything about the annotators in one pass over the documents."""

    def __init__(
        self,
        roster: Roster,
        task: Task,
        schema: Schema | None,
        missing: Missing,
        fields: Sequence[str],
        causes: CauseOptions,
    ) -> None:
        self.roster, self.task, self.schema = roster, task, schema
        self.missing, self.fields = missing, fields
        self.coverage = CoverageCounter()
        self.pairs = PairCounter(task, schema)
        self.pooled = PooledCounter(task)
        self.causes = CauseCounter(causes, task, schema)
        self.option_names = OptionNames(task, schema)
        self.contributions = ContributionCounter(roster.gold[0], schema) if roster.gold else None
        has_many = roster.annotators is None or len(set(roster.annotators)) > 2
        self.reliability = ReliabilityCounter(schema) if has_many else None

    def measure(self, docs: Iterable[Document], runner: Runner, *, intervals: bool) -> Agreement:
        """Count every document and compute the results."""
        sets: dict[str, None] = {}
        compared = self._compare(docs, sets)
        if isinstance(runner, LocalRunner):
            for document in compared:
                self._add(document, None)
        else:
            for document, tallies in count_documents(compared, self.task, self.schema, runner):
                self._add(document, tallies)
        names = self.roster.list_all(sets)
        self._check(names, sets)
        pairs = self.pairs.make_pairs(self.coverage.make_result(names), intervals=intervals)
        return self._make_result(sets, names, pairs, intervals=intervals)

    def _compare(
        self, docs: Iterable[Document], sets: dict[str, None]
    ) -> Iterator[ComparedDocument]:
        """Yield the documents to compare, and add the names of all their sets to `sets`."""
        for doc in docs:
            sets |= dict.fromkeys(doc.sets)
            if not self.roster.is_assigned(doc):
                continue
            names = self.roster.list_names(doc)
            present = [name for name in names if name in doc.sets]
            self.coverage.add(doc, present, names if self.roster.assignments else ())
            for name in present:
                self.option_names.add(doc.sets[name])
            if present and self.missing == "empty":
                empty = {name: AnnotationSet(name) for name in names}
                doc, present = replace(doc, sets={**empty, **doc.sets}), names
            yield ComparedDocument(
                doc,
                tuple(present),
                tuple(name for name in present if self.roster.is_annotator(name)),
                tuple(name for name in present if self.roster.is_system(name)),
                name_slice(doc.metadata, self.fields),
            )

    def _add(self, document: ComparedDocument, counted: Tallies | None) -> None:
        """Add a document, which a worker may have counted already."""
        doc, present, individual, automatic, slice_name = document
        tallies = self.pairs.add(doc, present, slice_name, counted=counted)
        of_annotators = {pair: tally for pair, tally in tallies.items() if {*pair} <= {*individual}}
        self.pooled.add(doc.id, of_annotators, slice_name)
        self.causes.add(doc, list(tallies))
        if self.contributions:
            self.contributions.add(doc, individual, automatic)
        if self.reliability and present:
            self.reliability.add(doc, individual, slice_name)

    def _check(self, names: Sequence[str], sets: Mapping[str, None]) -> None:
        absent = [name for name in names if name not in sets]
        if absent:
            raise self.roster.report_absent(absent[0], sets)
        if len(names) < 2:
            raise InputError(
                f"agreement needs two sets, but there is {len(names)}",
                expected="documents with at least two sets",
            )
        self.option_names.check()
        self.coverage.check(names, self.missing)
        if not self.pairs.sides:
            raise InputError(
                "no two of the sets have a document in common",
                expected="documents that two or more annotators annotated",
            )

    def _make_result(
        self,
        sets: Iterable[str],
        names: Sequence[str],
        pairs: list[PairAgreement],
        *,
        intervals: bool,
    ) -> Agreement:
        annotators, systems = self.roster.list_annotators(sets), self.roster.list_systems(sets)
        gold = self.roster.gold
        reliability = self.reliability if len(annotators) > 2 else None
        individual = [pair for pair in pairs if {pair.first, pair.second} <= {*annotators}]
        consensus = [pair for pair in pairs if {pair.first, pair.second} <= {*gold}]
        return Agreement(
            self.task.name,
            self.schema.name if self.schema else "",
            annotators,
            systems,
            gold,
            list(self.fields),
            self.coverage.documents,
            self.coverage.make_result(names),
            pairs,
            self.pooled.make_result(intervals=intervals),
            average_pairs(individual),
            average_pairs(individual, is_weighted=True),
            reliability.make_result(intervals=intervals) if reliability else None,
            reliability.make_slices(intervals=intervals) if reliability else {},
            self.contributions.make_result([*annotators, *systems]) if self.contributions else [],
            compute_reductions(self.task, individual, consensus),
            [
                *self.coverage.list_notices(names, self.missing),
                *self.roster.list_notices(systems),
                *(reliability.list_notices() if reliability else []),
                *self.pairs.list_notices(pairs),
            ],
            self.causes.make_result(self.pooled.measured),
        )


def _match_annotators(annotators: Sequence[str] | None, assignments: Assignments) -> Sequence[str]:
    """Return the annotators to compare; explicit names must include those of the table."""
    if annotators is None:
        return assignments.names
    for name in assignments.names:
        if name not in annotators:
            raise UnknownName("annotator", name, annotators).at(assignments.where)
    return annotators


def _list_sets(docs: Iterable[Document], without: Sequence[str]) -> list[str]:
    return sorted({name for doc in docs for name in doc.sets if name not in without})
