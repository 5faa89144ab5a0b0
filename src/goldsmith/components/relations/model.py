"""The two linear classifiers of candidate pairs, and their decision thresholds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.relations.context import describe_rivals
from goldsmith.components.relations.feature_encoding import Encoded, NameEncoder, NumberEncoder
from goldsmith.components.relations.pairs import NO_RELATION, Pair, PlacedMention, Types
from goldsmith.learning.linear import Floats, LinearClassifier

_FILE = "thresholds.json"
_FIRST, _SECOND = "first", "second"
_GRID = tuple(round(-0.6 + 0.05 * step, 2) for step in range(19))
_FORBIDDEN = -1e9
AllowedLabels = Mapping[Types, Collection[str]]
#: Pairs, labels, and the score of each pair for each label.
_Scores = tuple[Sequence[Pair], tuple[str, ...], Floats]


class CandidatePairs(NamedTuple, Generic[Encoded]):
    """Candidate pairs of a document with their features and, in training, their labels."""

    placed: Sequence[PlacedMention]
    pairs: Sequence[Pair]
    rows: Sequence[list[Encoded]]
    labels: Sequence[str] = ()


#: With features encoded as names, as classifiers are trained on them.
NamedPairs = CandidatePairs[str]


@dataclass
class RelationModel:
    """Two classifiers and a decision threshold for each relation type.

    The first classifier sees the features of a pair. The second also sees how the first scored
    the rival pairs that share a mention with it.
    """

    first: LinearClassifier = field(default_factory=LinearClassifier)
    second: LinearClassifier | None = None
    thresholds: dict[str, float] = field(default_factory=dict)

    _encoder: NumberEncoder | None = None

    def get_encoder(self) -> NumberEncoder:
        """Return the encoder of features that prediction with this model needs."""
        if self._encoder is None:
            self._encoder = NumberEncoder([self.first, *([self.second] if self.second else [])])
        return self._encoder

    def __call__(self, candidates: CandidatePairs[int], allowed: AllowedLabels) -> dict[Pair, str]:
        """Return the label of each pair that is related."""
        if not candidates.pairs:
            return {}
        pairs, labels, scores = self._score(candidates)
        masked = _mask_forbidden(candidates.placed, pairs, labels, scores, allowed)
        best, reached = _select_labels(masked, labels, self.thresholds)
        return {pairs[row]: labels[best[row]] for row in np.flatnonzero(reached).tolist()}

    def _score(self, candidates: CandidatePairs[int]) -> _Scores:
        """Score pairs with the last classifier; pairs the first one rules out are dropped."""
        encoder = self.get_encoder()
        first, *rest = encoder.sum_weights(candidates.rows)
        first = first + self.first.offsets
        if self.second is None:
            return candidates.pairs, self.first.labels, first
        rivals = describe_rivals(
            candidates.placed, candidates.pairs, self.first.labels, first, encoder
        )
        rows = list(rivals)
        of_rivals = encoder.sum_weights(list(rivals.values()))[1]
        second = rest[0][rows] + of_rivals + self.second.offsets
        return [candidates.pairs[row] for row in rows], self.second.labels, second

    def fit(
        self,
        docs: Sequence[NamedPairs],
        allowed: AllowedLabels,
        *,
        costs: tuple[float, float],
        folds: int,
        progress: Callable[[str], None],
    ) -> None:
        """Train both classifiers and tune the thresholds by cross-validation.

        Args:
            docs: The candidate pairs of each document, with labels.
            allowed: The labels that pairs of types may have.
            costs: C of either classifier.
            folds: Folds of the cross-validation; with fewer than two, only the first classifier
                is trained.
            progress: Called with a message at each step.
        """
        folds = min(folds, len(docs))
        progress("training relations, first look")
        self.first = _fit_classifier(docs, costs[0])
        self.second, self.thresholds, self._encoder = None, {}, None
        if folds < 2:
            return
        extended = _cross_validate(docs, folds, costs[0], _add_rivals)
        if not any(doc.rows for doc in extended):
            return
        progress("training relations, second look")
        self.second = _fit_classifier(extended, costs[1])
        scored = _cross_validate(extended, folds, costs[1], _score_document)
        self.thresholds = _tune_thresholds(docs, scored, allowed)

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        for name, model in ((_FIRST, self.first), (_SECOND, self.second)):
            if model is not None:
                (folder / name).mkdir()
                model.save(folder / name)
        (folder / _FILE).write_bytes(msgspec.json.encode(self.thresholds))

    @classmethod
    def load(cls, folder: Path) -> RelationModel:
        """Load a saved model."""
        second = LinearClassifier.load(folder / _SECOND) if (folder / _SECOND).is_dir() else None
        thresholds = msgspec.json.decode((folder / _FILE).read_bytes(), type=dict[str, float])
        return cls(LinearClassifier.load(folder / _FIRST), second, thresholds)


class _ScoredPairs(NamedTuple):
    pairs: NamedPairs
    labels: tuple[str, ...]
    scores: Floats


Result = TypeVar("Result")


def _fit_classifier(docs: Sequence[NamedPairs], c: float) -> LinearClassifier:
    rows = [row for doc in docs for row in doc.rows]
    labels = [label for doc in docs for label in doc.labels]
    return LinearClassifier().fit(rows, labels, c=c, least=2)


def _cross_validate(
    docs: Sequence[NamedPairs],
    folds: int,
    c: float,
    use: Callable[[LinearClassifier, NamedPairs], Result],
) -> list[Result]:
    """Apply to each document a classifier that was trained without it."""
    results: dict[int, Result] = {}
    for fold in range(folds):
        training = [doc for number, doc in enumerate(docs) if number % folds != fold]
        if not any(doc.rows for doc in training):
            training = list(docs)
        model = _fit_classifier(training, c)
        for number in range(fold, len(docs), folds):
            results[number] = use(model, docs[number])
    return [results[number] for number in range(len(docs))]


def _score_document(model: LinearClassifier, doc: NamedPairs) -> _ScoredPairs:
    return _ScoredPairs(doc, model.labels, model.score(doc.rows))


def _add_rivals(model: LinearClassifier, doc: NamedPairs) -> NamedPairs:
    """Return the pairs that the first classifier does not rule out, with features of rivals."""
    scores = model.score(doc.rows)
    rivals = describe_rivals(doc.placed, doc.pairs, model.labels, scores, NameEncoder())
    return CandidatePairs(
        doc.placed,
        [doc.pairs[row] for row in rivals],
        [doc.rows[row] + names for row, names in rivals.items()],
        [doc.labels[row] for row in rivals],
    )


def _mask_forbidden(
    placed: Sequence[PlacedMention],
    pairs: Sequence[Pair],
    labels: Sequence[str],
    scores: Floats,
    allowed: AllowedLabels,
) -> Floats:
    """Lower the scores of labels that a pair of its types cannot have."""
    by_types: dict[Types, list[bool]] = {}
    mask = []
    for first, second in pairs:
        types = placed[first].type, placed[second].type
        if types not in by_types:
            by_types[types] = [name in allowed.get(types, ()) for name in labels]
        mask.append(by_types[types])
    masked: Floats = np.where(np.array(mask, bool).reshape(scores.shape), scores, _FORBIDDEN)
    return masked


def _select_labels(
    scores: Floats, labels: Sequence[str], thresholds: Mapping[str, float]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Select for each pair the label farthest above its threshold, and whether it is above."""
    minimum = np.array([thresholds.get(name[:-1], 0.0) for name in labels])
    above = scores - minimum
    best = above.argmax(axis=1)
    return best, above[np.arange(len(best)), best] > 0


def _tune_thresholds(
    docs: Sequence[NamedPairs], scored: Sequence[_ScoredPairs], allowed: AllowedLabels
) -> dict[str, float]:
    """Find the threshold of each relation type for the best F over all types, in two rounds."""
    names = sorted({name for doc in scored for name in doc.labels if name != NO_RELATION})
    scores = np.concatenate([_align_columns(doc, names, allowed) for doc in scored])
    numbers = {name: number for number, name in enumerate(names)}
    gold = [numbers.get(name, -1) for doc in scored for name in doc.pairs.labels]
    truth = np.array(gold, np.intp)
    total = sum(label != NO_RELATION for doc in docs for label in doc.labels)
    thresholds = dict.fromkeys(sorted({name[:-1] for name in names}), 0.0)

    def compute_f(trial: Mapping[str, float]) -> float:
        best, reached = _select_labels(scores, names, trial)
        return 2 * int(((best == truth) & reached).sum()) / (int(reached.sum()) + total)

    for name in [*thresholds, *thresholds]:
        thresholds[name] = max(
            _GRID, key=lambda value: (compute_f({**thresholds, name: value}), value)
        )
    return thresholds


def _align_columns(scored: _ScoredPairs, names: Sequence[str], allowed: AllowedLabels) -> Floats:
    """Return scores with a column for each name; a classifier only has labels it was trained on."""
    doc = scored.pairs
    masked = _mask_forbidden(doc.placed, doc.pairs, scored.labels, scored.scores, allowed)
    aligned: Floats = np.full((len(masked), len(names)), _FORBIDDEN)
    for column, name in enumerate(names):
        if name in scored.labels:
            aligned[:, column] = masked[:, scored.labels.index(name)]
    return aligned
