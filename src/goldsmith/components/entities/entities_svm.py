"""Mentions of entities by SVMs for their first and last tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.entities.boundary_pairs import (
    BoundaryStatistics,
    Thresholds,
    count_statistics,
    generate_candidates,
    resolve_conflicts,
)
from goldsmith.components.entities.clef_features import extract_clef_features
from goldsmith.components.entities.gazetteer import Gazetteer
from goldsmith.components.entities.layers import group_by_sentence, select_mentions
from goldsmith.components.entities.lexicon import Lexicon
from goldsmith.components.entities.long_forms import propagate_long_forms
from goldsmith.core import Mention, Span
from goldsmith.errors import InputError, Remedy
from goldsmith.learning.crf.features import FeatureExtractor, FeatureTemplate, TokenLabels
from goldsmith.learning.crf.tags import TaggedMention
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.learning.svm import BoundaryClassifier
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "pairs.json"
Positive = Annotated[float, msgspec.Meta(gt=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rows = list[list[list[str]]]


class SvmOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `entities-svm`."""

    #: Mention types to find; if empty, all types of the training data.
    types: tuple[str, ...] = ()
    #: Cost of errors in training (C): higher fits the training data more closely.
    c: Positive = 0.1
    #: Margin of non-boundary tokens, relative to the margin of boundary tokens.
    tau: Share = 0.7
    #: Drop features that occur on fewer tokens.
    least: Annotated[int, msgspec.Meta(ge=1)] = 1
    #: Slope of the logistic function that turns scores into probabilities.
    steepness: Positive = 2.0
    #: Decision thresholds of a boundary and of a mention.
    boundary: Share = 0.1
    mention: Share = 0.25
    #: Penalty for probable boundaries inside a mention; 0 ignores them.
    inside: Annotated[float, msgspec.Meta(ge=0)] = 0.3
    #: Types that may overlap: those that do in training, none, or all; never a type with itself.
    overlaps: Literal["learned", "never", "types"] = "learned"
    #: How often two types must overlap in training.
    overlap_least: Annotated[int, msgspec.Meta(ge=1)] = 5
    #: How many tokens on either side of a gazetteer match get it as a feature.
    look_ups: Annotated[int, msgspec.Meta(ge=0)] = 2
    #: Pool the evidence of an abbreviation that the text defines and of its long form.
    long_forms: bool = True
    #: goldsmith: our own features. clef-2009: only the features that the CLEF paper lists.
    feature_set: Literal["goldsmith", "clef-2009"] = "goldsmith"
    features: FeatureTemplate = FeatureTemplate(window=3, parts_of_speech=True)


class EntitiesSvm:
    """Finds mentions by two SVMs for each type: one for first tokens, one for last tokens.

    This is the design of the CLEF system (Roberts et al. 2009). Each classifier judges every token
    independently; beginnings and ends are paired afterwards.

    Example:
        >>> component = EntitiesSvm(SvmOptions(), Resources())
        >>> component.train(examples)

    Options: see `SvmOptions` and docs/reference/components/entities-svm.md.

    Measured (exact spans and types; docs/reference/components/entities-svm.md):

        NCBI Disease, train -> devel                 P 0.855  R 0.836  F 0.845
        40 demo notes, CLEF types, ten folds         P 0.830  R 0.680  F 0.748
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = SvmOptions

    def __init__(self, options: SvmOptions, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._features = FeatureExtractor(options.features, resources.clusters)
        self._gazetteer = Gazetteer(dict(resources.terms))
        self._lexicon = Lexicon()
        self._model = BoundaryClassifier()
        self._statistics = BoundaryStatistics()

    def __call__(self, analysis: Analysis) -> None:
        if not self._model.types:
            raise InputError("the component entities-svm was not trained", remedy="Train it first")
        rows = list(chain.from_iterable(self._extract_features(analysis)))
        begins, ends = (self._squash(scores) for scores in self._model.score(rows))
        mentions: set[tuple[str, tuple[Span, ...]]] = set()
        for first, end in analysis.sentences:
            for mention in self._pair_boundaries(begins[first:end], ends[first:end]):
                start, stop = mention.ranges[0]
                span = analysis.make_span(first + start, first + stop - 1)
                mentions.add((mention.type, (span,)))
        if self.options.long_forms:
            mentions = propagate_long_forms(analysis, mentions)
        for type_, spans in sorted(mentions, key=lambda mention: (mention[1], mention[0])):
            analysis.add_mention(type_, spans)

    def _squash(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Turn scores into probabilities with a logistic function."""
        result: NDArray[np.float32] = 1 / (1 + np.exp(-self.options.steepness * scores))
        return result

    def _pair_boundaries(
        self, begins: NDArray[np.float32], ends: NDArray[np.float32]
    ) -> list[TaggedMention]:
        use = self.options
        thresholds = Thresholds(use.boundary, use.mention, use.inside)
        candidates = generate_candidates(
            begins, ends, self._model.types, self._statistics, thresholds
        )
        return resolve_conflicts(list(candidates), self._statistics.overlaps)

    def _extract_features(self, analysis: Analysis) -> Rows:
        labels = []
        if self.options.features.dictionary and self.resources.terms:
            labels += self._gazetteer(analysis)
        if self.options.feature_set == "clef-2009":
            return extract_clef_features(analysis, labels)
        if self.options.features.lexicon:
            labels += self._lexicon(analysis)
        rows = self._features(analysis, labels)
        _add_neighbouring_labels(analysis, rows, labels, self.options.look_ups)
        return rows

    def train(self, examples: Sequence[Example]) -> None:
        use = self.options
        mentions = [select_mentions(example.gold, use.types) for example in examples]
        sentences = list(chain.from_iterable(map(_list_by_sentence, examples, mentions)))
        types = sorted({mention.type for group in sentences for mention in group})
        if not types:
            raise InputError(
                "the training data has no mentions of the requested types",
                expected="annotated documents",
                remedy=Remedy.CHECK_SET,
            )
        self._lexicon = Lexicon.train([example.analysis for example in examples], mentions)
        rows = [row for example in examples for row in self._extract_features(example.analysis)]
        self._lexicon.forget_documents()
        self.resources.progress(f"training entities-svm, {2 * len(types)} classifiers")
        marks = _mark_boundaries(sentences, [len(row) for row in rows], types)
        tokens = list(chain.from_iterable(rows))
        self._model.fit(tokens, marks, types, c=use.c, tau=use.tau, least=use.least)
        statistics = count_statistics(sentences, least=use.overlap_least)
        self._statistics = self._apply_overlap_option(statistics, types)

    def _apply_overlap_option(
        self, statistics: BoundaryStatistics, types: Sequence[str]
    ) -> BoundaryStatistics:
        if self.options.overlaps == "learned":
            return statistics
        pairs = [(a, b) for a in types for b in types if a < b]
        overlaps = tuple(pairs if self.options.overlaps == "types" else ())
        return BoundaryStatistics(statistics.lengths, overlaps)

    def save(self, folder: Path) -> None:
        self._model.save(folder)
        self._lexicon.save(folder)
        write_state(folder / _INFO, self._statistics)

    def load(self, folder: Path) -> None:
        self._model.load(folder)
        self._lexicon = Lexicon.load(folder)
        self._statistics = read_state(folder / _INFO, BoundaryStatistics)


def _list_by_sentence(example: Example, mentions: Sequence[Mention]) -> list[list[TaggedMention]]:
    """List the mentions of each sentence of a document."""
    groups = group_by_sentence(example.analysis, mentions)
    return [groups.get(number, []) for number in range(len(example.analysis.sentences))]


def _add_neighbouring_labels(
    analysis: Analysis, rows: Rows, labels: TokenLabels, reach: int
) -> None:
    """Add to each token the labels that start after or end before it within `reach` tokens."""
    tokens = list(chain.from_iterable(rows))
    for first, end, label in labels:
        sentence, stop = analysis.sentences[analysis.find_sentence(first)]
        for token in range(max(sentence, first - reach), first):
            tokens[token].append(f"{first - token}d={label}")
        for token in range(end, min(stop, end + reach)):
            tokens[token].append(f"{end - 1 - token}d={label}")


def _mark_boundaries(
    sentences: Sequence[Sequence[TaggedMention]], sizes: Sequence[int], types: Sequence[str]
) -> NDArray[np.bool_]:
    """Mark the tokens that begin, and those that end, a mention of each type."""
    marks = np.zeros((sum(sizes), 2 * len(types)), np.bool_)
    column = {type_: number for number, type_ in enumerate(types)}
    first = 0
    for mentions, size in zip(sentences, sizes, strict=True):
        for mention in mentions:
            marks[first + mention.ranges[0][0], column[mention.type]] = True
            marks[first + mention.ranges[-1][1] - 1, len(types) + column[mention.type]] = True
        first += size
    return marks


provides = EntitiesSvm
