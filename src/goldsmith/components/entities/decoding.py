"""Decoding of tag scores: segments above a decision threshold become mentions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple, Protocol

import numpy as np

from goldsmith.components.entities.long_forms import (
    TypedSpans,
    propagate_long_forms,
    propagate_repetitions,
)
from goldsmith.core import Span
from goldsmith.learning.crf.chain import Floats, LinearChain, Segment
from goldsmith.learning.crf.tags import assemble_mentions
from goldsmith.learning.threads import use_one_thread
from goldsmith.pipeline.analysis import Analysis

#: Number of tokens that go through the CRFs at once.
_MAX_TOKENS = 4096
#: Less probable mentions are not used as evidence for abbreviations.
_MIN_EVIDENCE = 0.05


class ScoredSentences(NamedTuple):
    """Consecutive sentences of a document with their emission scores."""

    first: int
    """The first token."""
    lengths: list[int]
    layers: list[tuple[LinearChain, Floats]]
    """For each tag layer its CRF and the emission scores of the tokens."""


class _Draft(NamedTuple):
    """The mentions of a document, and the probabilities of all possible mentions.

    The probabilities are collected only for documents that define abbreviations.
    """

    mentions: set[TypedSpans]
    evidence: dict[tuple[str, Span], float]


class DecisionOptions(Protocol):
    """Options of the decision that all sequence taggers share."""

    @property
    def threshold(self) -> float:
        """Decision threshold on the probability of a mention."""
        ...

    @property
    def long_forms(self) -> bool:
        """Whether abbreviations get the annotation of their long form."""
        ...

    @property
    def repetition(self) -> bool:
        """Whether repeated strings get the annotation of most of their occurrences."""
        ...


class SequenceTagger(ABC):
    """Base class of components that score tags; it turns the scores into mentions."""

    @property
    @abstractmethod
    def decision(self) -> DecisionOptions:
        """Options of the decision."""

    @abstractmethod
    def score_sentences(self, analysis: Analysis) -> Iterator[ScoredSentences]:
        """Yield the emission scores of a document, a group of sentences at a time."""

    def complete(self, analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
        """Return the mentions after post-processing that does not depend on the scores."""
        return mentions

    def __call__(self, analysis: Analysis) -> None:
        self.many([analysis])

    def many(self, analyses: Sequence[Analysis]) -> None:
        """Annotate several documents; their sentences go through the CRFs together."""
        drafts = [_Draft(set(), {}) for _ in analyses]
        with use_one_thread():
            pending: list[tuple[int, ScoredSentences]] = []
            tokens = 0
            for number, analysis in enumerate(analyses):
                for group in self.score_sentences(analysis):
                    pending.append((number, group))
                    tokens += sum(group.lengths)
                    if tokens >= _MAX_TOKENS:
                        self._decode(analyses, pending, drafts)
                        pending, tokens = [], 0
            self._decode(analyses, pending, drafts)
        for analysis, draft in zip(analyses, drafts, strict=True):
            self._add(analysis, draft)

    def estimate_probabilities(
        self, analysis: Analysis, *, least: float = _MIN_EVIDENCE
    ) -> dict[tuple[str, Span], float]:
        """Return the probability of each contiguous mention that is possible, by type and span.

        Args:
            analysis: The document.
            least: Omit less probable mentions.
        """
        evidence: dict[tuple[str, Span], float] = {}
        with use_one_thread():
            for group in self.score_sentences(analysis):
                for chain, scores in group.layers:
                    segments = chain.find_segments(scores, group.lengths, min_probability=least)
                    _collect_evidence(analysis, segments, group.first, evidence)
        return evidence

    def _decode(
        self,
        analyses: Sequence[Analysis],
        pending: Sequence[tuple[int, ScoredSentences]],
        drafts: Sequence[_Draft],
    ) -> None:
        """Add the mentions of all pending groups to their documents."""
        if not pending:
            return
        threshold = self.decision.threshold
        pooled = {number for number, _ in pending if self._pools_evidence(analyses[number])}
        least = min(threshold, _MIN_EVIDENCE) if pooled else threshold
        lengths = [size for _, group in pending for size in group.lengths]
        starts = list(accumulate((sum(group.lengths) for _, group in pending), initial=0))
        for layer, (chain, _) in enumerate(pending[0][1].layers):
            scores = np.concatenate([group.layers[layer][1] for _, group in pending])
            segments = chain.find_segments(scores, lengths, min_probability=least)
            for index, of_group in _split_by_group(sorted(segments), starts):
                number, group = pending[index]
                analysis, first = analyses[number], group.first - starts[index]
                if number in pooled:
                    _collect_evidence(analysis, of_group, first, drafts[number].evidence)
                selected = select_segments(of_group, threshold)
                drafts[number].mentions.update(_assemble(analysis, selected, first))

    def _pools_evidence(self, analysis: Analysis) -> bool:
        """Return whether the probabilities of possible mentions of a document are needed."""
        return self.decision.long_forms and bool(analysis.long_forms)

    def _add(self, analysis: Analysis, draft: _Draft) -> None:
        mentions = self.complete(analysis, draft.mentions)
        if self.decision.long_forms:
            mentions = propagate_long_forms(
                analysis, mentions, draft.evidence, threshold=self.decision.threshold
            )
        if self.decision.repetition:
            mentions = propagate_repetitions(analysis, mentions)
        for type_, spans in sorted(mentions, key=lambda mention: (mention[1], mention[0])):
            analysis.add_mention(type_, spans)

    def estimate_uncertainty(self, analysis: Analysis) -> float:
        """Estimate the number of wrong tags in a document, for active learning.

        The estimate is the sum over tokens and layers of one minus the probability of the most
        probable tag.
        """
        with use_one_thread():
            return sum(
                float((1.0 - chain.compute_marginals(scores, lengths).max(axis=1)).sum())
                for _, lengths, layers in self.score_sentences(analysis)
                for chain, scores in layers
            )


def select_segments(segments: Iterable[Segment], threshold: float) -> list[Segment]:
    """Select non-overlapping segments above a threshold, most probable first, and sort them."""
    selected: list[Segment] = []
    covered: set[int] = set()
    candidates = [segment for segment in segments if segment.probability >= threshold]
    for segment in sorted(candidates, key=lambda segment: (-segment.probability, segment)):
        tokens = range(segment.start, segment.end)
        if covered.isdisjoint(tokens):
            covered.update(tokens)
            selected.append(segment)
    return sorted(selected)


def _split_by_group(
    segments: Sequence[Segment], starts: Sequence[int]
) -> Iterator[tuple[int, list[Segment]]]:
    """Split sorted segments by the group they are in; groups begin at `starts`."""
    for index, of_group in groupby(segments, key=lambda s: bisect_right(starts, s.start) - 1):
        yield index, list(of_group)


def _collect_evidence(
    analysis: Analysis,
    segments: Iterable[Segment],
    first: int,
    evidence: dict[tuple[str, Span], float],
) -> None:
    """Collect the probabilities of contiguous segments, whose tokens count from `first`."""
    for segment in segments:
        letter, _, type_ = segment.tag.partition("-")
        if not letter:
            span = analysis.make_span(first + segment.start, first + segment.end - 1)
            evidence[type_, span] = max(segment.probability, evidence.get((type_, span), 0.0))


def _assemble(analysis: Analysis, segments: Iterable[Segment], first: int) -> Iterator[TypedSpans]:
    """Assemble segments, whose tokens count from `first`, into mentions by sentence."""
    by_sentence: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
    for segment in segments:
        letter, _, type_ = segment.tag.partition("-")
        start, end = first + segment.start, first + segment.end
        by_sentence[analysis.find_sentence(start)].append((start, end, letter, type_))
    for parts in by_sentence.values():
        for mention in assemble_mentions(parts):
            yield mention.type, tuple(analysis.make_span(a, b - 1) for a, b in mention.ranges)
