"""The summary of a queue: progress, choices, contributions, disagreement before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import (
    AUTO,
    Comparison,
    build_consensus,
    compare_sets,
    find_open_units,
)
from goldsmith.adjudication.units import KINDS
from goldsmith.core import Document, Schema
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.project.adjudication.choices import Choice, ChoiceCounter
from goldsmith.project.adjudication.log import index_decisions
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.work import Stream, Work
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.contributions import Contribution
from goldsmith.project.agreement.reductions import Reduction, compute_reductions
from goldsmith.project.agreement.tasks import TASKS, Task, find_task
from goldsmith.project.corpus.convert import Track, pass_on


class Progress(msgspec.Struct, frozen=True):
    """The progress of the units of a kind."""

    kind: str
    units: int
    decided: int
    open: int
    """Units that need a decision now; others wait for mentions, or their mentions were dropped."""


class Summary(msgspec.Struct, frozen=True):
    """The summary of a queue."""

    rules: str
    annotators: list[str]
    set: str
    documents: int
    finished: int
    """Documents without open units; contributions and agreement cover these."""
    progress: list[Progress]
    choices: list[Choice]
    people: dict[str, int]
    """Who decided -> units."""
    reasons: dict[str, int]
    guidelines: dict[str, int]
    """Pages of the guidelines -> decisions that name them."""
    contributions: list[Contribution]
    reductions: list[Reduction]
    """Agreement of annotators with each other, and with the consensus."""
    agreement: Agreement | None
    """Agreement of all annotators and the consensus; None if no document is finished."""
    notices: list[str]


def summarise(
    queue: Queue,
    *,
    name: str = "consensus",
    task: Task | None = None,
    docs: Iterable[Document] | None = None,
    track: Track = pass_on,
) -> Summary:
    """Summarise a queue in one pass over its documents.

    Args:
        queue: The queue.
        name: The name of the consensus set.
        task: The metrics of agreement; by default those of the task for the schema.
        docs: The documents, if the queue was made from documents in memory.
        track: Shows progress.

    Raises:
        InputError: An annotator has the name of the consensus.
    """
    stream = Stream(queue.origin, docs, track)
    counter = ConsensusCounter(queue, name)
    finished = counter.iterate_finished(stream)
    first = next(finished, None)
    agreement = None
    chosen = task or choose_task(queue)
    if first is not None:
        agreement = agree(
            chain((first,), finished), stream.origin.names, chosen, queue.schema, gold=[name]
        )
    return counter.make_result(agreement, chosen, stream.notices)


def choose_task(queue: Queue) -> Task:
    """Return the task for the schema of a queue, by default CLEF's."""
    return choose_schema_task(queue.schema)


def choose_schema_task(content: Schema | None) -> Task:
    """Return the task for a schema, by default CLEF's."""
    schema = content.name if content else ""
    fitting = (task for task in TASKS.values() if task.schema == schema and not task.gives_mentions)
    return TASKS.get(schema) or next(fitting, None) or find_task("clef")


class ConsensusCounter:
    """Counts units and choices, and builds the consensus of the documents that are finished."""

    def __init__(self, queue: Queue, name: str) -> None:
        if name in queue.origin.names:
            raise InputError(
                f"an annotator is also called {shorten_id(name)}",
                expected="another name for the consensus",
                remedy=Remedy.NAME_CONSENSUS,
            )
        self._queue, self._name = queue, name
        self._decisions = index_decisions(queue.read_decisions())
        self._choices = ChoiceCounter(queue.schema)
        self._units: Counter[str] = Counter()
        self._decided: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self.documents = self.finished = 0

    def iterate_finished(self, stream: Stream) -> Iterator[Document]:
        """Yield the documents without open units, with the sets of annotators and the consensus."""
        for work in stream:
            self.documents += 1
            comparison = compare_sets(work.doc, work.sets, self._queue.rules, self._queue.schema)
            units = find_open_units(comparison, self._decisions, self._queue.schema)
            self._open.update(unit.kind for unit in units)
            self._count(comparison, work)
            if not units:
                self.finished += 1
                yield self._add_consensus(comparison, work)

    def _count(self, comparison: Comparison, work: Work) -> None:
        self._units.update(unit.kind for unit in comparison.units)
        self._decided.update(unit.kind for unit in comparison.units if unit.id in self._decisions)
        self._choices.add(comparison, work.sets, self._decisions)

    def _add_consensus(self, comparison: Comparison, work: Work) -> Document:
        consensus = build_consensus(
            comparison, self._decisions, name=self._name, schema=self._queue.schema
        )
        return replace(work.doc, sets={**work.sets, self._name: consensus.annotations})

    def make_result(
        self, agreement: Agreement | None, task: Task, notices: Iterable[str]
    ) -> Summary:
        """Return the summary."""
        annotators = self._queue.origin.names
        decisions = self._decisions.values()
        return Summary(
            self._queue.rules.name,
            annotators,
            self._name,
            self.documents,
            self.finished,
            [
                Progress(kind, self._units[kind], self._decided[kind], self._open[kind])
                for kind in KINDS
                if self._units[kind]
            ],
            self._choices.make_result(annotators),
            _rank(decision.by for decision in decisions),
            _rank(entry.reason for entry in decisions if not entry.by.startswith(AUTO)),
            _rank(decision.guideline for decision in decisions),
            agreement.contributions if agreement else [],
            compare_disagreement(agreement, task, annotators) if agreement else [],
            agreement,
            list(notices),
        )


def _rank(values: Iterable[str]) -> dict[str, int]:
    """Count values, the most frequent first, without empty ones."""
    counts = Counter(filter(None, values))
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def compare_disagreement(
    agreement: Agreement, task: Task, annotators: Sequence[str]
) -> list[Reduction]:
    """Compare the agreement of annotators with each other and with the consensus.

    All adjudicated sets count as annotators, including those of systems.
    """
    individual = [pair for pair in agreement.pairs if {pair.first, pair.second} <= set(annotators)]
    with_consensus = [pair for pair in agreement.pairs if pair not in individual]
    return compute_reductions(task, individual, with_consensus)
