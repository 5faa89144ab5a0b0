"""Re-ranking of candidate codes by a conditional logit model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.normalise.evidence import (
    FEATURES,
    IN_DOCUMENT,
    NEW_IN_DOCUMENT,
    CandidateTable,
    Table,
)
from goldsmith.errors import InputError

Floats = NDArray[np.float64]
Words = Sequence[Sequence[tuple[str, str]]]
_WEIGHTS, _WORDS = "weights.npy", "words.json"
#: Words of mentions in fewer documents are dropped.
_MIN_DOCUMENTS = 2
#: Variance of the word weights relative to those of numeric features.
_WORD_SHARE = 0.3
_MAX_ITERATIONS = 300


class RankingExample(NamedTuple):
    """The candidates of a mention: numeric features, words, and which candidates are correct."""

    document: int
    table: Table
    words: Words
    right: NDArray[np.bool_]


class Ranker:
    """Scores candidates by numeric features and words."""

    def __init__(self, numbers: Floats, words: Mapping[str, Mapping[str, float]]) -> None:
        self._numbers = numbers
        self._words = {kind: dict(weights) for kind, weights in words.items()}

    def score(self, candidates: CandidateTable) -> Floats:
        """Score each candidate without the document; higher is more probable."""
        by_words = [self._sum_word_weights(items) for items in candidates.words]
        scores: Floats = candidates.table @ self._numbers + np.array(by_words, np.float64)
        return scores

    def get_document_weight(self, candidates: CandidateTable) -> float:
        """Return the weight of the logarithm of a code's frequency in the document."""
        weight = self._numbers[IN_DOCUMENT] + candidates.is_new * self._numbers[NEW_IN_DOCUMENT]
        return float(weight)

    def _sum_word_weights(self, items: Iterable[tuple[str, str]]) -> float:
        total = 0.0
        for kind, word in items:
            weights = self._words.get(kind)
            if weights and word in weights:
                total += weights[word]
        return total

    def save(self, folder: Path) -> None:
        np.save(folder / _WEIGHTS, self._numbers, allow_pickle=False)
        (folder / _WORDS).write_bytes(msgspec.json.encode(self._words, order="sorted"))

    @classmethod
    def load(cls, folder: Path) -> Ranker | None:
        """Load a saved ranker; return None if none was trained.

        Raises:
            InputError: The weights have a different version.
        """
        if not (folder / _WEIGHTS).exists():
            return None
        numbers = np.load(folder / _WEIGHTS, allow_pickle=False)
        if not (folder / _WORDS).exists() or len(numbers) != len(FEATURES):
            raise InputError(
                "the weights of the component normalise have another version",
                where=str(folder),
                remedy="Train the model again",
            )
        words = msgspec.json.decode(
            (folder / _WORDS).read_bytes(), type=dict[str, dict[str, float]]
        )
        return cls(numbers, words)


def train_ranker(examples: Sequence[RankingExample], c: float) -> Ranker:
    """Train a ranker that maximises the probability of correct candidates (conditional logit).

    Raises:
        InputError: There are no examples.
    """
    if not examples:
        raise InputError(
            "no mention of the training data has a right candidate",
            expected="a terminology that has the codes of the corpus",
        )
    vocabulary = _build_vocabulary(examples)
    rows = np.concatenate([example.table for example in examples])
    words = _build_matrix(examples, vocabulary)
    optimum = _minimise_loss(rows, words, examples, c)
    numbers, rest = optimum[: rows.shape[1]], optimum[rows.shape[1] :].tolist()
    weights: dict[str, dict[str, float]] = defaultdict(dict)
    for (kind, word), weight in zip(vocabulary, rest, strict=True):
        weights[kind][word] = round(weight, 4)
    return Ranker(numbers, weights)


def _build_vocabulary(examples: Sequence[RankingExample]) -> dict[tuple[str, str], int]:
    """Assign a number to each word that several documents have."""
    documents_of: dict[tuple[str, str], set[int]] = defaultdict(set)
    for example in examples:
        for items in example.words:
            for item in items:
                documents_of[item].add(example.document)
    frequent = sorted(
        item for item, documents in documents_of.items() if len(documents) >= _MIN_DOCUMENTS
    )
    return {item: number for number, item in enumerate(frequent)}


def _build_matrix(
    examples: Sequence[RankingExample], vocabulary: Mapping[tuple[str, str], int]
) -> Any:
    """Build a sparse matrix of candidates and words."""
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    ends = [0]
    for example in examples:
        for items in example.words:
            columns += [vocabulary[item] for item in items if item in vocabulary]
            ends.append(len(columns))
    places = np.array(columns, np.int32), np.array(ends, np.int32)
    return csr_matrix((np.ones(len(columns)), *places), shape=(len(ends) - 1, len(vocabulary)))


def _minimise_loss(rows: Table, words: Any, examples: Sequence[RankingExample], c: float) -> Floats:
    """Find the weights of numeric features and words with the lowest loss."""
    from scipy.optimize import minimize

    right = np.concatenate([example.right for example in examples])
    sizes = np.array([len(example.right) for example in examples])
    starts = np.cumsum([0, *sizes[:-1]])
    count, transposed = rows.shape[1], words.T.tocsr()
    decay = np.full(count + words.shape[1], 1 / c)
    decay[count:] /= _WORD_SHARE

    def compute_loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights[:count] + words @ weights[count:]
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        of_all = scores / np.repeat(np.add.reduceat(scores, starts), sizes)
        of_right = np.where(right, scores, 0.0)
        total = np.repeat(np.maximum(np.add.reduceat(of_right, starts), 1e-300), sizes)
        probability = np.add.reduceat(np.where(right, of_all, 0.0), starts)
        error = of_all - of_right / total
        gradient = np.concatenate([rows.T @ error, transposed @ error])
        penalty = (decay * weights * weights).sum() / 2
        value = -np.log(np.maximum(probability, 1e-300)).sum() + penalty
        return float(value), gradient + decay * weights

    start = np.zeros(len(decay))
    options = {"maxiter": _MAX_ITERATIONS}
    result = minimize(compute_loss, start, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(result.x, np.float64)
