"""Simulated adjudicators, who decide the units of a queue with the help of the gold standard.

With a given probability, an adjudicator makes the permitted decision that is closest to the gold
standard, otherwise another permitted decision, drawn at random. The same seed gives the same
decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations
from random import Random

import msgspec
from msgspec.structs import replace

from goldsmith.adjudication import Candidate, Decision, Rules, Unit, check_decision, find_open_units
from goldsmith.core import AnnotationSet, Mention, Schema, Span
from goldsmith.core.chain import collect_identity_links, find_components
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.adjudication.log import get_time, index_decisions
from goldsmith.project.adjudication.queue import Queue, QueuedDocument, QueuedUnit
from goldsmith.project.corpus.sources import Source

#: Units with more versions are decided in favour of one of the annotators.
_MOST_VERSIONS = 8


class AdjudicatorSummary(msgspec.Struct, frozen=True):
    """What a simulated adjudicator did."""

    queue: str
    adjudicator: str
    decided: int
    right: float
    seed: int


class Adjudicator(msgspec.Struct, frozen=True):
    """A simulated adjudicator of sets with a schema."""

    rules: Rules
    """The rules that decisions must follow."""
    schema: Schema | None
    right: float
    """The probability of the best permitted decision."""
    seed: int = 1
    """Another seed leads to other errors."""
    name: str = "adjudicator"

    def __post_init__(self) -> None:
        if not 0 <= self.right <= 1:
            raise InputError(f"{self.right} is not a probability", expected="a number from 0 to 1")

    def decide_document(
        self,
        document: QueuedDocument,
        truth: AnnotationSet,
        decisions: Mapping[str, Decision] | None = None,
    ) -> dict[str, Decision]:
        """Decide the open units of a document, mentions first; return the new decisions.

        Args:
            document: The document with its units.
            truth: The gold standard of the document.
            decisions: Decisions made earlier.
        """
        comparison = document.make_comparison()
        judge = _Judge(truth, self.schema)
        current, fresh = dict(decisions or {}), {}
        while units := find_open_units(comparison, current, self.schema):
            for unit in units:
                entry = document.find(unit.id)
                assert entry is not None
                fresh[unit.id] = current[unit.id] = self._decide(entry, judge)
        return fresh

    def _decide(self, entry: QueuedUnit, judge: _Judge) -> Decision:
        unit = entry.unit
        random = Random(f"{self.seed} {unit.id}")
        draft = Decision(unit.id, by=self.name, rules=self.rules.name, reason="simulated")
        drafts = (replace(draft, keep=keep) for keep in _list_options(unit))
        options = [
            option for option in drafts if not check_decision(unit, option, self.rules, self.schema)
        ]
        scores = {candidate.id: judge.score(entry, candidate) for candidate in unit.candidates}

        def rate(option: Decision) -> tuple[float, int]:
            """Return the score of an option and, for a tie, how few versions it keeps."""
            return sum(scores[name] for name in option.keep), -len(option.keep)

        best = max(options, key=rate)
        others = [option for option in options if option is not best]
        is_right = random.random() < self.right or not others
        return best if is_right else random.choice(others)


def _list_options(unit: Unit) -> Iterator[tuple[str, ...]]:
    """Yield the combinations of versions that could be kept, permitted or not."""
    names = [entry.id for entry in unit.candidates]
    if unit.kind in ("attributes", "codes", "chain"):
        yield from ((name,) for name in names)
    elif len(names) <= _MOST_VERSIONS:
        sizes = range(len(names) + 1)
        yield from chain.from_iterable(combinations(names, size) for size in sizes)
    else:
        works = (
            tuple(entry.id for entry in unit.candidates if annotator in entry.made_by)
            for annotator in unit.annotators
        )
        yield from dict.fromkeys(works)


class _Judge:
    """Scores versions against the gold standard: above 0 if they should be kept."""

    def __init__(self, truth: AnnotationSet, schema: Schema | None) -> None:
        self._mentions = truth.mentions
        self._relations = {(rel.type, rel.arg1, rel.arg2) for rel in truth.relations}
        symmetric = {kind.name for kind in schema.relation if kind.symmetric} if schema else set()
        self._relations |= {
            (rel.type, rel.arg2, rel.arg1) for rel in truth.relations if rel.type in symmetric
        }
        links = [group.members for group in truth.groups]
        links += collect_identity_links(truth, schema) if schema else []
        components = enumerate(find_components(links))
        self._chains = {member: number for number, members in components for member in members}

    def score(self, entry: QueuedUnit, candidate: Candidate) -> float:
        """Score a version of a unit."""
        match entry.unit.kind:
            case "mention":
                return self._score_mention(candidate)
            case "attributes":
                return self._score_attributes(entry, candidate)
            case "codes":
                mentions = self._find(entry, candidate.slot)
                return float(any(mention.codes == candidate.codes for mention in mentions))
            case "relation":
                return 1.0 if self._is_related(entry, candidate) else -1.0
        return self._score_chains(entry, candidate)

    def _score_mention(self, candidate: Candidate) -> float:
        if any((m.spans, m.type) == (candidate.spans, candidate.type) for m in self._mentions):
            return 1.0
        # If the rules require a version, the closest one is best.
        near = (
            _share(candidate.spans, mention.spans) * (1 if mention.type == candidate.type else 0.5)
            for mention in self._mentions
        )
        return -1.0 + 0.9 * max(near, default=0.0)

    def _score_attributes(self, entry: QueuedUnit, candidate: Candidate) -> float:
        own = candidate.attributes.items()
        rows = [mention.attributes.items() for mention in self._find(entry, candidate.slot)]
        return max((float(len(own & row)) - len(own ^ row) for row in rows), default=0.0)

    def _is_related(self, entry: QueuedUnit, candidate: Candidate) -> bool:
        first, second = (self._find(entry, slot) for slot in candidate.arguments)
        return any((candidate.type, a.id, b.id) in self._relations for a in first for b in second)

    def _score_chains(self, entry: QueuedUnit, candidate: Candidate) -> float:
        """Count the pairs that belong together, minus those that do not."""
        score = 0.0
        for block in candidate.blocks:
            numbers = [
                {self._chains.get(mention.id, -1) for mention in self._find(entry, slot)} - {-1}
                for slot in block
            ]
            score += sum(1.0 if a & b else -1.0 for a, b in combinations(numbers, 2))
        return score

    def _find(self, entry: QueuedUnit, slot: int) -> list[Mention]:
        """Find the gold mentions at a slot, with the same spans or, failing that, overlapping."""
        spans = {place.spans for place in entry.list_versions(slot)}
        exact = [mention for mention in self._mentions if mention.spans in spans]
        return exact or [
            mention
            for mention in self._mentions
            if any(a.overlaps(b) for own in spans for a in own for b in mention.spans)
        ]


def _share(first: Iterable[Span], second: Iterable[Span]) -> float:
    """Return the Jaccard overlap of two sets of spans, by character."""
    a = {offset for span in first for offset in range(span.start, span.end)}
    b = {offset for span in second for offset in range(span.start, span.end)}
    return len(a & b) / len(a | b) if a | b else 0.0


def adjudicate_queue(
    queue: Queue, *, gold: str, right: float, seed: int = 1, name: str = "adjudicator"
) -> AdjudicatorSummary:
    """Let a simulated adjudicator decide the open units of a queue.

    Args:
        queue: The queue, made from a corpus that also contains the gold standard.
        gold: The name of the gold set.
        right: The probability of the best permitted decision.
        seed: The seed; another seed leads to other errors.
        name: The name of the adjudicator in the log.

    Raises:
        UnknownName: The corpus has no such set.
    """
    adjudicator = Adjudicator(queue.rules, queue.schema, right=right, seed=seed, name=name)
    decided: list[Decision] = []
    with queue.lock():
        decisions = index_decisions(queue.read_decisions())
        for doc in Source(queue.origin.corpus, queue.origin.format):
            if doc.id in queue.index.starts:
                if gold not in doc.sets:
                    raise UnknownName("annotation set", gold, doc.sets)
                document = queue.read_document(doc.id)
                fresh = adjudicator.decide_document(document, doc.sets[gold], decisions)
                decided += [replace(entry, at=get_time()) for entry in fresh.values()]
        queue.append(decided)
    return AdjudicatorSummary(str(queue.folder), name, len(decided), right, seed)
