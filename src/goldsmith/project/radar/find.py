"""The passes over a corpus: wordings, counts, scores, siblings.

Only counts and the best suspects are kept in memory, whatever the size of the corpus.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final

import msgspec
from msgspec.structs import replace

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, load_builtin_schema, require_sets
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.radar.counts import AnswerCounts
from goldsmith.project.radar.hierarchy import CodeHierarchy
from goldsmith.project.radar.inquiry import Inquiry, Traits
from goldsmith.project.radar.model import KINDS, KindSummary, Place, Radar, Suspect
from goldsmith.project.radar.questions import UNMARKED, Question
from goldsmith.project.radar.score import RateEstimator, Scorer, get_posterior
from goldsmith.project.radar.wordings import TokenisedNote, Vocabulary, WordingCounts
from goldsmith.terminology.store import Terminology

#: Suspects of each kind that are kept per requested one, because a place may have several.
_SPARE: Final = 2
_MOST_SIBLINGS: Final = 3

OpenDocuments = Callable[[], Iterable[Document]]


class _Candidate(msgspec.Struct, frozen=True):
    """A question whose answer may be a slip."""

    document: str
    question: Question
    ratio: float


def find_suspects(
    open_documents: OpenDocuments,
    *,
    set_name: str = "gold",
    schema: Schema | None = None,
    terminologies: Sequence[Terminology] = (),
    kinds: Collection[str] = (),
    limit: int = 200,
    siblings: bool = True,
) -> Radar:
    """Rank the annotations of a set by the probability that they are slips.

    Args:
        open_documents: Opens the documents; it is called several times.
        set_name: The annotation set to examine.
        schema: The schema; by default the built-in schema that the set names.
        terminologies: Terminologies that distinguish broader codes from contradictory ones.
        kinds: The kinds of suspects to find; all by default.
        limit: The maximum number of suspects to return.
        siblings: Also find places that are treated as expected, in a further pass.

    Raises:
        UnknownName: No document has the set, or there is no such kind.
        InputError: The limit is below 1.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName("kind of suspect", kind, KINDS)
    if limit < 1:
        raise InputError(f"the limit is {limit}", expected="1 or more")
    sweep = _Sweep(open_documents, set_name, schema, CodeHierarchy(terminologies))
    sweep.count()
    candidates = sweep.score(kinds or tuple(KINDS), limit)
    suspects = list(_rank(candidates, sweep.rates, limit))
    return sweep.report(suspects, siblings=siblings)


class _Sweep:
    """The passes over the documents, with the results of each."""

    def __init__(
        self,
        open_documents: OpenDocuments,
        set_name: str,
        schema: Schema | None,
        hierarchy: CodeHierarchy,
    ) -> None:
        self._open, self._set_name, self._schema = open_documents, set_name, schema
        self._hierarchy = hierarchy
        self._counts = AnswerCounts()
        self._scorer = Scorer(self._counts)
        self._estimators: dict[str, RateEstimator] = defaultdict(RateEstimator)
        self.rates: dict[str, float] = {}
        self._documents = self._mentions = 0
        self._traits = Traits(schema)
        self._vocabulary = Vocabulary(())

    def _read(self) -> Iterator[tuple[Document, AnnotationSet]]:
        for doc in require_sets(self._open(), [self._set_name]):
            annotation_set = doc.sets.get(self._set_name)
            if annotation_set is not None:
                yield doc, annotation_set

    def _ask(self) -> Iterator[tuple[Document, Question]]:
        for doc, annotation_set in self._read():
            inquiry = Inquiry(
                doc,
                annotation_set,
                self._vocabulary,
                self._traits,
                self._schema,
                self._hierarchy,
            )
            for question in inquiry.ask():
                yield doc, question

    def count(self) -> None:
        """Collect the wordings, then count the answers to all questions."""
        wordings = WordingCounts()
        for doc, annotation_set in self._read():
            self._documents += 1
            self._mentions += len(annotation_set.mentions)
            if self._schema is None and annotation_set.schema in schemas.names():
                self._adopt(load_builtin_schema(annotation_set.schema))
            note = TokenisedNote(doc)
            for mention in annotation_set.mentions:
                self._traits.observe(mention)
                if note.get_range(mention) and note.is_aligned(mention.start, mention.end):
                    wordings.add(note.get_words(mention))
        self._vocabulary = Vocabulary(wordings.list_usual())
        for _, question in self._ask():
            keys = {question.root, *(key for keys in question.chains for key in keys)}
            for key in keys:
                self._counts.add(key, question.answer)

    def _adopt(self, schema: Schema) -> None:
        """Use the schema that the first document with a schema names."""
        self._schema = schema
        self._traits.adopt(schema)

    def score(self, kinds: Collection[str], limit: int) -> dict[str, list[_Candidate]]:
        """Score every answer; return the most suspect ones of each kind."""
        heaps: dict[str, list[tuple[float, int, _Candidate]]] = {kind: [] for kind in kinds}
        order = count(0, -1)  # of equal ratios, the first place wins
        for doc, question in self._ask():
            if not self._scorer.is_open(question):
                continue
            ratio = self._scorer.compute_ratio(question)
            self._estimators[question.kind].add(ratio)
            heap = heaps.get(question.kind)
            if heap is not None and ratio > 0:
                entry = (ratio, next(order), _Candidate(doc.id, question, ratio))
                push = heapq.heappush if len(heap) < _SPARE * limit else heapq.heappushpop
                push(heap, entry)
        self.rates = {kind: self._estimators[kind].estimate() for kind in KINDS}
        return {kind: [entry[2] for entry in sorted(heap)[::-1]] for kind, heap in heaps.items()}

    def report(self, ranked: Sequence[tuple[float, _Candidate]], *, siblings: bool) -> Radar:
        """Describe the suspects, each with a few places that are treated as expected."""
        evidence = [self._scorer.find_evidence(candidate.question) for _, candidate in ranked]
        sibling_places: dict[tuple[Hashable, str], list[Place]] = {
            (key, expected): [] for key, expected, _, _ in evidence
        }
        if siblings and ranked:
            self._find_siblings(sibling_places)
        suspects = []
        for number, ((probability, candidate), proof) in enumerate(
            zip(ranked, evidence, strict=True), 1
        ):
            suspect = self._describe(number, probability, candidate, proof)
            suspects.append(replace(suspect, siblings=tuple(sibling_places[proof[:2]])))
        kinds = {
            kind: KindSummary(self._estimators[kind].total, self.rates[kind])
            for kind in KINDS
            if self._estimators[kind].total
        }
        return Radar(self._set_name, self._documents, self._mentions, kinds, tuple(suspects))

    def _find_siblings(self, places: dict[tuple[Hashable, str], list[Place]]) -> None:
        for doc, question in self._ask():
            for key in {key for keys in question.chains for key in keys}:
                siblings = places.get((key, question.answer))
                if siblings is not None and len(siblings) < _MOST_SIBLINGS:
                    siblings.append(_make_place(doc.id, question))

    def _describe(
        self,
        rank: int,
        probability: float,
        candidate: _Candidate,
        evidence: tuple[Hashable, str, int, int],
    ) -> Suspect:
        question = candidate.question
        _, expected, support, total = evidence
        actual = question.detail or question.answer
        if question.answer == UNMARKED:
            types = self._counts.list_answers(("type", question.words))
            expected = max(types, key=lambda name: (types[name], name), default=expected)
        elif question.name == "code":
            actual, expected = map(self._hierarchy.describe, (actual, expected))
        return Suspect(
            rank,
            question.kind,
            probability,
            _make_place(candidate.document, question),
            " ".join(question.words),
            actual,
            expected,
            support,
            total,
            question.subject,
            question.fix or question.spans,
        )


def _make_place(document: str, question: Question) -> Place:
    return Place(document, question.spans[0][0], question.spans[-1][1], question.mention)


def _rank(
    candidates: dict[str, list[_Candidate]], rates: dict[str, float], limit: int
) -> Iterator[tuple[float, _Candidate]]:
    """Yield the candidates with their probability, most probable first, a place only once."""
    scored = [
        (get_posterior(candidate.ratio, rates[kind]), candidate)
        for kind, entries in candidates.items()
        for candidate in entries
    ]
    scored.sort(key=lambda entry: (-entry[0], entry[1].document, entry[1].question.spans))
    places: set[tuple[str, Hashable]] = set()
    for probability, candidate in scored:
        question = candidate.question
        place = (candidate.document, question.mention or question.spans)
        if place not in places:
            places.add(place)
            yield probability, candidate
        if len(places) == limit:
            return
