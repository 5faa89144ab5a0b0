"""Weights of what speaks for a code, learned so that right ones come out likeliest."""

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
    Table,
    Weighed,
)
from goldsmith.errors import InputError

Floats = NDArray[np.float64]
Words = Sequence[Sequence[tuple[str, str]]]
_WEIGHTS, _WORDS = "weights.npy", "words.json"
#: Words seen with mentions of fewer documents teach nothing.
_FEW = 2
#: How much less words may weigh than numbers.
_WORD_SHARE = 0.3
_ROUNDS = 300


class Choice(NamedTuple):
    """The candidates of one mention: numbers and words for each, and which are right."""

    document: int
    table: Table
    words: Words
    right: NDArray[np.bool_]


class Ranker:
    """Weighs numbers and words."""

    def __init__(self, numbers: Floats, words: Mapping[str, Mapping[str, float]]) -> None:
        self._numbers = numbers
        self._words = {kind: dict(weights) for kind, weights in words.items()}

    def scores(self, one: Weighed) -> Floats:
        """What speaks for each code whatever the document: the greater the likelier."""
        by_words = [self._by_words(items) for items in one.words]
        scores: Floats = one.table @ self._numbers + np.array(by_words, np.float64)
        return scores

    def elsewhere(self, one: Weighed) -> float:
        """What a code gains by being in the document, for each time (a logarithm)."""
        gain = self._numbers[IN_DOCUMENT] + one.is_new * self._numbers[NEW_IN_DOCUMENT]
        return float(gain)

    def _by_words(self, items: Iterable[tuple[str, str]]) -> float:
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
        """What was saved; None where nothing was learned."""
        if not (folder / _WEIGHTS).exists():
            return None
        numbers = np.load(folder / _WEIGHTS, allow_pickle=False)
        if not (folder / _WORDS).exists() or len(numbers) != len(FEATURES):
            raise InputError(
                "the weights of the component normalise are of another version",
                where=str(folder),
                remedy="Train the model anew",
            )
        words = msgspec.json.decode(
            (folder / _WORDS).read_bytes(), type=dict[str, dict[str, float]]
        )
        return cls(numbers, words)


def fitted(choices: Sequence[Choice], c: float) -> Ranker:
    """The ranker under which right candidates come out likeliest (a conditional logit)."""
    if not choices:
        raise InputError(
            "no candidate of the training data is right",
            expected="a terminology that has the codes of the corpus",
        )
    vocabulary = _vocabulary(choices)
    rows = np.concatenate([choice.table for choice in choices])
    words = _matrix(choices, vocabulary)
    found = _minimised(rows, words, choices, c)
    numbers, rest = found[: rows.shape[1]], found[rows.shape[1] :].tolist()
    weights: dict[str, dict[str, float]] = defaultdict(dict)
    for (kind, word), weight in zip(vocabulary, rest, strict=True):
        weights[kind][word] = round(weight, 4)
    return Ranker(numbers, weights)


def _vocabulary(choices: Sequence[Choice]) -> dict[tuple[str, str], int]:
    """Numbers for the words that several documents have."""
    seen: dict[tuple[str, str], set[int]] = defaultdict(set)
    for choice in choices:
        for items in choice.words:
            for item in items:
                seen[item].add(choice.document)
    often = sorted(item for item, documents in seen.items() if len(documents) >= _FEW)
    return {item: at for at, item in enumerate(often)}


def _matrix(choices: Sequence[Choice], vocabulary: Mapping[tuple[str, str], int]) -> Any:
    """Which row has which words."""
    from scipy.sparse import csr_matrix

    columns: list[int] = []
    ends = [0]
    for choice in choices:
        for items in choice.words:
            columns += [vocabulary[item] for item in items if item in vocabulary]
            ends.append(len(columns))
    places = np.array(columns, np.int32), np.array(ends, np.int32)
    return csr_matrix((np.ones(len(columns)), *places), shape=(len(ends) - 1, len(vocabulary)))


def _minimised(rows: Table, words: Any, choices: Sequence[Choice], c: float) -> Floats:
    """The weights of numbers and words with the least loss."""
    from scipy.optimize import minimize

    right = np.concatenate([choice.right for choice in choices])
    sizes = np.array([len(choice.right) for choice in choices])
    starts = np.cumsum([0, *sizes[:-1]])
    count, across = rows.shape[1], words.T.tocsr()
    least = np.full(count + words.shape[1], 1 / c)
    least[count:] /= _WORD_SHARE

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights[:count] + words @ weights[count:]
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        among_all = scores / np.repeat(np.add.reduceat(scores, starts), sizes)
        good = np.where(right, scores, 0.0)
        total = np.repeat(np.maximum(np.add.reduceat(good, starts), 1e-300), sizes)
        chance = np.add.reduceat(np.where(right, among_all, 0.0), starts)
        wrong = among_all - good / total
        slope = np.concatenate([rows.T @ wrong, across @ wrong])
        value = -np.log(np.maximum(chance, 1e-300)).sum() + (least * weights * weights).sum() / 2
        return float(value), slope + least * weights

    start = np.zeros(len(least))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ROUNDS})
    return np.asarray(found.x, np.float64)
