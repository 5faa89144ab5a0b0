"""Active learning: choose the documents to annotate next.

Uncertainty comes from the model, novelty from the words of a document. All choices depend on ids,
texts and seed, not on the order of the documents.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, get_args, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Analysis, Pipeline
from goldsmith.sampling.ordering import order_key

Strategy = Literal["random", "doubt", "doubt-total", "diverse"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
#: Opening a document costs about as much time as reading this many words. Without this constant
#: the shortest documents would always rank first.
_OPENING_COST = 100
_SHORTEST_WORD = 3
Numbers = NDArray[np.float64]


class Candidate(NamedTuple):
    """A document that may be chosen; the strategy `random` ignores its uncertainty."""

    id: str
    size: int
    """Tokens."""
    words: Mapping[str, int]
    """Content words and their counts."""
    uncertainty: float = 0.0


class Choice(NamedTuple):
    """A chosen document: its index and its score."""

    position: int
    score: float


@runtime_checkable
class UncertaintyEstimator(Protocol):
    """A component that estimates its own uncertainty."""

    def estimate_uncertainty(self, analysis: Analysis) -> float:
        """Return the expected number of wrong decisions in a document."""
        ...


def find_strategy(name: str) -> Strategy:
    """Return the strategy of that name.

    Raises:
        UnknownName: There is no such strategy.
    """
    for strategy in STRATEGIES:
        if strategy == name:
            return strategy
    raise UnknownName("strategy", name, STRATEGIES)


def estimate_uncertainty(pipeline: Pipeline, analysis: Analysis) -> float:
    """Return the expected number of wrong decisions of a pipeline in a document.

    Raises:
        InputError: No component estimates its uncertainty.
    """
    estimators = [part for part in pipeline.components if isinstance(part, UncertaintyEstimator)]
    if not estimators:
        raise InputError(
            "no component of the pipeline estimates its uncertainty",
            expected="the component entities",
            remedy="Train a pipeline with it, or choose the strategy random",
        )
    return sum(estimator.estimate_uncertainty(analysis) for estimator in estimators)


def make_candidate(analysis: Analysis, uncertainty: float = 0.0) -> Candidate:
    """Make a candidate from the analysis of a document."""
    words = Counter(
        word.lower()
        for word in analysis.tokens.words
        if len(word) >= _SHORTEST_WORD and word.isalpha()
    )
    return Candidate(analysis.doc.id, len(analysis.tokens.words), words, uncertainty)


def choose(
    by: Strategy,
    candidates: Sequence[Candidate],
    count: int,
    *,
    annotated: Sequence[Candidate] = (),
    seed: int = 0,
) -> list[Choice]:
    """Choose candidates to annotate, the most useful first.

    Args:
        by: The strategy.
        candidates: The documents to choose from.
        count: How many to choose.
        annotated: Documents that are already annotated; `diverse` avoids similar ones.
        seed: The seed that breaks ties and orders random choices.

    Raises:
        InputError: `count` is negative.
    """
    if count < 0:
        raise InputError(f"{count} documents cannot be chosen", expected="0 or more")
    lots = [order_key(seed, "choose", candidate.id) for candidate in candidates]
    if by == "diverse":
        return _choose_diverse(candidates, count, annotated, lots)
    scores = [_score(by, candidate) for candidate in candidates]
    order = sorted(range(len(candidates)), key=lambda index: (-scores[index], lots[index]))
    return [Choice(index, scores[index]) for index in order[:count]]


def _score(by: Strategy, candidate: Candidate) -> float:
    if by == "random":
        return 0.0
    return candidate.uncertainty if by == "doubt-total" else _score_per_token(candidate)


def _score_per_token(candidate: Candidate) -> float:
    return candidate.uncertainty / (candidate.size + _OPENING_COST)


def _choose_diverse(
    candidates: Sequence[Candidate],
    count: int,
    annotated: Sequence[Candidate],
    lots: Sequence[bytes],
) -> list[Choice]:
    """Choose by uncertainty per token, times distance to annotated and chosen documents."""
    if not candidates:
        return []
    vectors = _vectorise([*candidates, *annotated])
    pool, reference = vectors[: len(candidates)], vectors[len(candidates) :]
    nearest = _compute_nearest(pool, reference)
    uncertainties = np.array([_score_per_token(candidate) for candidate in candidates])
    remaining = sorted(range(len(candidates)), key=lambda index: lots[index])
    chosen: list[Choice] = []
    while remaining and len(chosen) < count:
        scores = uncertainties * (1.0 - nearest)
        best = max(remaining, key=lambda index: scores[index])  # ties: the first by lot
        chosen.append(Choice(best, float(scores[best])))
        remaining.remove(best)
        nearest = np.maximum(nearest, _compute_cosines(pool, pool[[best]]).ravel())
    return chosen


def _compute_nearest(pool: Any, reference: Any) -> Numbers:
    """Return the similarity of each row to its most similar reference row; 0 without any."""
    nearest = np.zeros(pool.shape[0])
    for at in range(0, reference.shape[0], 256):
        cosines = _compute_cosines(pool, reference[at : at + 256])
        nearest = np.maximum(nearest, cosines.max(axis=1))
    return nearest


def _compute_cosines(first: Any, second: Any) -> Numbers:
    # Rounded, so that the order of summation does not decide between equal documents.
    cosines: Numbers = np.clip(np.round((first @ second.T).toarray(), 9), 0.0, 1.0)
    return cosines


def _vectorise(candidates: Sequence[Candidate]) -> Any:
    """Return a TF-IDF matrix with rows of unit length, one for each document."""
    from scipy.sparse import csr_array

    frequency = Counter(word for candidate in candidates for word in candidate.words)
    columns = {word: index for index, word in enumerate(sorted(frequency))}
    indices: list[int] = []
    weights: list[float] = []
    ends = [0]
    for candidate in candidates:
        row = {
            columns[word]: (1 + math.log(n)) * math.log((1 + len(candidates)) / frequency[word])
            for word, n in sorted(candidate.words.items())
        }
        length = math.sqrt(math.fsum(weight**2 for weight in row.values())) or 1.0
        indices.extend(row)
        weights.extend(weight / length for weight in row.values())
        ends.append(len(indices))
    shape = (len(candidates), max(1, len(columns)))
    return csr_array((weights, indices, ends), shape=shape)
