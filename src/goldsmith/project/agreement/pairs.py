"""Pairs of annotators, measured on the documents that both annotated.

Workers can count documents, because the counts of a document depend on no other document.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.metrics import Metric, Result, SetPair, Tally
from goldsmith.project.agreement.coverage import Coverage
from goldsmith.project.agreement.score import PairMeasurement
from goldsmith.project.agreement.tasks import Task
from goldsmith.runners import Runner
from goldsmith.runners import Task as RunnerTask

#: The number of listed notices of pairs; the results of each pair contain its own.
_MOST_NOTICES = 10
#: The number of documents that go to a worker together.
_CHUNK = 32
#: Pair of sets -> metric -> the counts of a document.
Tallies = dict[tuple[str, str], Mapping[str, Tally]]


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


class PairCounter:
    """Measures the pairs of sets that occur together, in one pass over the documents."""

    def __init__(self, task: Task, schema: Schema | None) -> None:
        self.task, self.schema = task, schema
        self.sides: dict[tuple[str, str], PairMeasurement] = {}
        self.documents = self.schema_conflicts = 0

    def add(
        self,
        doc: Document,
        names: Sequence[str],
        slice_name: str = "",
        *,
        counted: Tallies | None = None,
    ) -> Tallies:
        """Count a document in every pair of these sets.

        Args:
            doc: The document.
            names: The sets.
            slice_name: The slice of the document.
            counted: The counts of the document, if a worker has counted it already.

        Returns:
            Pair -> metric -> the counts of the document.
        """
        self.documents += 1
        schemas = {doc.sets[name].schema for name in names} - {""}
        schemas |= {self.schema.name} if self.schema else set()
        self.schema_conflicts += len(schemas) > 1
        tallies: Tallies = {}
        for pair in combinations(names, 2):
            sides = self.sides.get(pair)
            if sides is None:
                sides = self.sides[pair] = PairMeasurement(pair, self.task)
            first, second = (doc.sets[name] for name in pair)
            tallies[pair] = sides.add(
                SetPair(doc, first, second, self.schema),
                slice_name,
                tallies=counted[pair] if counted is not None else None,
            )
        return tallies

    def make_pairs(self, coverage: Sequence[Coverage], *, intervals: bool) -> list[PairAgreement]:
        """Return the agreement of each pair, in the order of the sets."""
        order = {item.annotator: number for number, item in enumerate(coverage)}
        documents = {item.annotator: item.documents for item in coverage}
        pairs = sorted(self.sides, key=lambda pair: (order[pair[0]], order[pair[1]]))
        return [
            PairAgreement(
                first,
                second,
                sides.documents,
                max(documents[first] - sides.documents, 0),
                max(documents[second] - sides.documents, 0),
                results=sides.compute_results(intervals=intervals),
                slices=sides.compute_slices(intervals=intervals),
            )
            for (first, second) in pairs
            if (sides := self.sides[first, second])
        ]

    def list_notices(self, pairs: Sequence[PairAgreement]) -> list[str]:
        """List the notices about the sets that readers of the figures need."""
        notices = list(dict.fromkeys(_list_pair_notices(pairs)))
        hidden = len(notices) - _MOST_NOTICES
        if hidden > 0:
            notices = notices[:_MOST_NOTICES]
            notices.append(f"{hidden:,} more notices are in the results of their pairs")
        if self.schema_conflicts:
            notices.append(
                f"in {self.schema_conflicts:,} of {self.documents:,} documents the sets name "
                "different schemas, or a schema other than the one in use"
            )
        return notices


def _list_pair_notices(pairs: Iterable[PairAgreement]) -> Iterator[str]:
    for pair in pairs:
        for result in pair.results.values():
            yield from result.notices


class ComparedDocument(NamedTuple):
    """A document, the sets to compare in it, and the sets of annotators and of systems."""

    doc: Document
    present: tuple[str, ...]
    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    slice: str


class _State(NamedTuple):
    metrics: Mapping[str, Metric]
    schema: Schema | None


def count_documents(
    compared: Iterable[ComparedDocument], task: Task, schema: Schema | None, runner: Runner
) -> Iterator[tuple[ComparedDocument, Tallies]]:
    """Yield each document with its counts, in order; workers count ahead.

    Args:
        compared: The documents; a few chunks are in memory at a time.
        task: The metrics.
        schema: The schema of the annotations.
        runner: The runner that does the work.
    """
    pending: deque[list[ComparedDocument]] = deque()

    def make_chunks() -> Iterator[bytes]:
        remaining = iter(compared)
        while chunk := list(islice(remaining, _CHUNK)):
            pending.append(chunk)
            yield msgspec.msgpack.encode(chunk)

    work = RunnerTask(_prepare, (task, schema), _count_chunk, ready=_prepare(task, schema))
    for tallies in runner.run(work, make_chunks()):
        yield from zip(pending.popleft(), tallies, strict=True)


def _prepare(task: Task, schema: Schema | None) -> _State:
    return _State({view.metric: view.make() for view in task.views}, schema)


def _count_chunk(state: _State, content: bytes) -> list[Tallies]:
    chunk = msgspec.msgpack.decode(content, type=list[ComparedDocument])
    return [_count(state, document.doc, document.present) for document in chunk]


def _count(state: _State, doc: Document, names: Sequence[str]) -> Tallies:
    return {
        (first, second): _count_pair(
            state, SetPair(doc, doc.sets[first], doc.sets[second], state.schema)
        )
        for first, second in combinations(names, 2)
    }


def _count_pair(state: _State, pair: SetPair) -> dict[str, Tally]:
    tallies = {}
    for name, metric in state.metrics.items():
        tallies[name] = Tally(pair.doc.id)
        metric.count(pair, tallies[name])
    return tallies
