"""Make the consensus corpus from a queue and its decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import (
    POLICIES,
    Comparison,
    Consensus,
    Decision,
    build_consensus,
    check_decision,
    compare_sets,
    decide_automatically,
    find_open_units,
)
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName, shorten_id
from goldsmith.formats import write
from goldsmith.project.adjudication.log import get_time, index_decisions
from goldsmith.project.adjudication.problems import Problems
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.work import Stream, Work
from goldsmith.project.corpus.convert import Track, pass_on


class AppliedDecisions(msgspec.Struct, frozen=True):
    """The consensus that was written."""

    out: str
    set: str
    documents: int
    adjudicated: int
    """Documents with a consensus set; the others have the work of fewer than two annotators."""
    mentions: int
    relations: int
    chains: int
    decided: int
    """Units with a decision."""
    automatic: int
    """The number of units that the policy decided in this run."""
    lost: dict[str, int]
    """Relations and chains that could not be carried over to the chosen mentions."""
    dropped: dict[str, int]
    """The information that was dropped with permission, because the format cannot carry it."""
    notices: list[str]


def apply_decisions(
    queue: Queue,
    out: Path,
    *,
    name: str = "consensus",
    auto: str = "",
    docs: Iterable[Document] | None = None,
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> AppliedDecisions:
    """Write the corpus with the consensus set that results from the decisions of a queue.

    Args:
        queue: The queue; no other process may work on it.
        out: The folder or file to write.
        name: The name of the consensus set.
        auto: A policy that decides the units without a decision; its decisions are appended to
            the log. Without one, such units are an error.
        docs: The documents, if the queue was made from documents in memory.
        to: The format to write.
        allow_loss: The features that the format may drop.
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        InputError: Units are undecided, decisions break the rules, or the sets have changed so that
            units no longer exist. Nothing is written then.
        UnknownName: There is no such policy.
    """
    with queue.lock():
        builder = ConsensusBuilder(queue, name=name, auto=auto)
        stream = Stream(queue.origin, docs, track)
        source = stream.open_source()
        written = write(
            builder.add_sets(stream),
            out,
            to,
            records=source.read_records(),
            terms=source.read_terms(),
            allow_loss=allow_loss,
            overwrite=overwrite,
        )
        if builder.automatic:
            queue.append(builder.automatic)
    counts = builder.counts
    return AppliedDecisions(
        str(out),
        name,
        written.documents,
        counts["documents"],
        counts["mentions"],
        counts["relations"],
        counts["chains"],
        counts["decided"],
        len(builder.automatic),
        dict(builder.lost),
        written.dropped,
        builder.notices,
    )


class ConsensusBuilder:
    """Builds consensus sets document by document, and collects the problems that prevent it.

    Args:
        queue: The queue with the decisions.
        name: The name of the consensus set.
        auto: The policy that decides the remainder; "" for none.
    """

    def __init__(self, queue: Queue, *, name: str = "consensus", auto: str = "") -> None:
        self._queue, self._name, self._auto = queue, name, auto
        annotators = queue.origin.names
        if auto and auto not in (*POLICIES, *annotators):
            raise UnknownName("policy or annotator", auto, (*POLICIES, *annotators))
        self.decisions = index_decisions(queue.read_decisions())
        self._unmatched = dict(self.decisions)
        self._problems = Problems(queue)
        self.automatic: list[Decision] = []
        self.counts: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.notices: list[str] = []

    def add_sets(self, stream: Stream) -> Iterator[Document]:
        """Yield the documents with their consensus sets.

        Raises:
            InputError: There are problems; raised after the last document, with all of them.
        """
        for work in stream.iterate_all():
            if len(work.sets) < 2:
                yield work.doc
                continue
            if self._name in work.doc.sets:
                raise InputError(
                    f"there is already a set {shorten_id(self._name)}",
                    where=work.doc.id,
                    expected="another name for the consensus set",
                    remedy=Remedy.NAME_CONSENSUS,
                )
            yield work.doc.with_set(self._settle(work).annotations)
        self._problems.vanished += self._unmatched
        self._problems.check()
        self.notices = [*stream.notices, *self._compare_hashes(stream)]

    def _settle(self, work: Work) -> Consensus:
        queue = self._queue
        comparison = compare_sets(work.doc, work.sets, queue.rules, queue.schema)
        forbidden = self._match(comparison)
        if self._auto:
            self._decide(comparison)
        self._problems.add_undecided(comparison, self.decisions)
        decisions = self.decisions
        if forbidden:  # reported at the end; their consensus need not be valid
            decisions = {unit: decisions[unit] for unit in decisions if unit not in forbidden}
        consensus = build_consensus(comparison, decisions, name=self._name, schema=queue.schema)
        self._count(comparison, consensus)
        return consensus

    def _match(self, comparison: Comparison) -> set[str]:
        """Match decisions with the units of a document; return units with forbidden decisions."""
        queue, forbidden = self._queue, set()
        for unit in comparison.units:
            if unit.id not in queue.index.documents:
                self._problems.fresh[unit.document] += 1
            decision = self.decisions.get(unit.id)
            self._unmatched.pop(unit.id, None)
            if decision is not None:
                breaches = check_decision(unit, decision, queue.rules, queue.schema)
                if _reaches_beyond(decision, comparison.document):
                    breaches.append("a new mention lies outside the text")
                self._problems.add_breaches(unit, breaches)
                if breaches:
                    forbidden.add(unit.id)
        return forbidden

    def _decide(self, comparison: Comparison) -> None:
        """Let the policy decide open units, mentions first."""
        queue = self._queue
        while units := find_open_units(comparison, self.decisions, queue.schema):
            for unit in units:
                decision = decide_automatically(unit, self._auto, queue.rules, queue.schema)
                decision = replace(decision, at=get_time())
                self.decisions[unit.id] = decision
                self.automatic.append(decision)
                breaches = check_decision(unit, decision, queue.rules, queue.schema)
                self._problems.add_breaches(unit, breaches)

    def _count(self, comparison: Comparison, consensus: Consensus) -> None:
        annotations = consensus.annotations
        self.counts.update(
            documents=1,
            mentions=len(annotations.mentions),
            relations=len(annotations.relations),
            chains=len(annotations.groups),
            decided=sum(unit.id in self.decisions for unit in comparison.units),
        )
        self.lost.update(entry.split(" by ")[0] for entry in consensus.lost)

    def _compare_hashes(self, stream: Stream) -> Iterator[str]:
        for name, value in self._queue.manifest.hashes.items():
            if stream.hashes.get(name, value) != value:
                yield f"the set {name} has changed since the queue was made; no unit is affected"


def _reaches_beyond(decision: Decision, doc: Document) -> bool:
    return any(span.end > len(doc.text) for new in decision.add for span in new.spans)
