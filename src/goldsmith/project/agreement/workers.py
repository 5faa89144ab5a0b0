"""Counts of documents by several workers: those of a document depend on no other document."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.metrics import Metric, SetPair, Tally
from goldsmith.project.agreement.tasks import Task
from goldsmith.runners import Runner
from goldsmith.runners import Task as RunnerTask

#: Documents that go to a worker together.
_CHUNK = 32
#: Pair of sets -> metric -> the counts of a document.
Tallies = dict[tuple[str, str], dict[str, Tally]]


class Comparison(NamedTuple):
    """A document, the sets to compare in it, and those of annotators and of systems."""

    doc: Document
    present: tuple[str, ...]
    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    slice: str


class _State(NamedTuple):
    metrics: Mapping[str, Metric]
    schema: Schema | None


def count_comparisons(
    comparisons: Iterable[Comparison], task: Task, schema: Schema | None, runner: Runner
) -> Iterator[tuple[Comparison, Tallies]]:
    """Yield each comparison with its counts, in order; workers count while others are yielded.

    Args:
        comparisons: The documents; a few chunks of them are in memory.
        task: The metrics.
        schema: The schema of the annotations.
        runner: Where the work is done.
    """
    pending: deque[list[Comparison]] = deque()

    def make_chunks() -> Iterator[bytes]:
        remaining = iter(comparisons)
        while chunk := list(islice(remaining, _CHUNK)):
            pending.append(chunk)
            yield msgspec.msgpack.encode(chunk)

    work = RunnerTask(_prepare, (task, schema), _count_chunk, ready=_prepare(task, schema))
    for tallies in runner.run(work, make_chunks()):
        yield from zip(pending.popleft(), tallies, strict=True)


def _prepare(task: Task, schema: Schema | None) -> _State:
    return _State({view.metric: view.make() for view in task.views}, schema)


def _count_chunk(state: _State, content: bytes) -> list[Tallies]:
    chunk = msgspec.msgpack.decode(content, type=list[Comparison])
    return [_count(state, comparison.doc, comparison.present) for comparison in chunk]


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
