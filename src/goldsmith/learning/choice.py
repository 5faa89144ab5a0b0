"""Choice among alternatives by string features: the conditional logit of McFadden (1974).

The alternatives of a question compete only with each other: the probability of an alternative is a
softmax of the summed weights of its features over all alternatives of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.errors import InputError
from goldsmith.learning.model_files import read_arrays, read_state, write_arrays, write_state
from goldsmith.learning.vocabulary import Row, Vocabulary

Floats = NDArray[np.float64]
_NAMES = "features.json"
_ITERATIONS = 150


class ChoiceModel:
    """A log-linear model that chooses one of several alternatives.

    Args:
        vocabulary: The features.
        weights: The weight of each feature.

    Example:
        >>> model = ChoiceModel().fit([[["w=on"], ["w=off"]]] * 9, [0] * 9)
        >>> model.predict([[["w=off"], ["w=on"]]])[0].argmax()
        1
    """

    def __init__(self, vocabulary: Vocabulary | None = None, weights: Floats | None = None) -> None:
        self._vocabulary = vocabulary or Vocabulary()
        self._weights: Floats = np.zeros(0) if weights is None else weights

    def fit(
        self,
        questions: Sequence[Sequence[Row]],
        chosen: Sequence[int],
        *,
        l2: float = 1.0,
        least: int = 2,
    ) -> ChoiceModel:
        """Train the model and return it.

        Args:
            questions: The alternatives of each question, each as a list of features.
            chosen: The number of the right alternative of each question.
            l2: Strength of the L2 regularisation.
            least: Drop features that occur in fewer questions.

        Raises:
            InputError: There are no questions, or the numbers of questions and answers differ.
        """
        if not questions or len(questions) != len(chosen):
            raise InputError(
                f"cannot train a choice on {len(questions)} questions with {len(chosen)} answers",
                expected="as many answers as questions, and at least one question",
            )
        self._vocabulary = Vocabulary.collect(map(chain.from_iterable, questions), least)
        self._weights = minimise_loss(self._encode(questions), find_starts(questions), chosen, l2)
        return self

    def forget(self, is_forgotten: Callable[[str], bool]) -> ChoiceModel:
        """Drop the features for which `is_forgotten` is true, and return the model."""
        names = list(self._vocabulary)
        rows = np.array([n for n, name in enumerate(names) if not is_forgotten(name)], np.intp)
        self._vocabulary, self._weights = self._vocabulary.select(rows), self._weights[rows]
        return self

    def predict(self, questions: Sequence[Sequence[Row]]) -> list[Floats]:
        """Compute the probability of each alternative of each question."""
        scores = self._encode(questions) @ self._weights
        starts = find_starts(questions)
        return [_normalise(part) for part in np.split(scores, starts[1:])] if questions else []

    def _encode(self, questions: Sequence[Sequence[Row]]) -> csr_array:
        """Return a sparse matrix with a row for each alternative."""
        return self._vocabulary.encode(list(chain.from_iterable(questions)))

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        write_state(folder / _NAMES, list(self._vocabulary))
        write_arrays(folder, weights=self._weights)

    @classmethod
    def load(cls, folder: Path) -> ChoiceModel:
        """Load a model.

        Raises:
            InputError: A file is missing or damaged, or the files do not match.
        """
        names = read_state(folder / _NAMES, list[str])
        (weights,) = read_arrays(folder, weights=(len(names),))
        return cls(Vocabulary(names), weights)


def find_starts(questions: Sequence[Sequence[Row]]) -> NDArray[np.intp]:
    """Return the number of the first alternative of each question."""
    return np.array([0, *accumulate(map(len, questions))][:-1], np.intp)


def _normalise(scores: Floats) -> Floats:
    parts = np.exp(scores - scores.max())
    shares: Floats = parts / parts.sum()
    return shares


def minimise_loss(
    matrix: csr_array, starts: NDArray[np.intp], chosen: Sequence[int], l2: float
) -> Floats:
    """Return the weights with the least regularised negative log-likelihood, by L-BFGS."""
    from scipy.optimize import minimize

    sizes = np.diff([*starts, matrix.shape[0]])
    question = np.repeat(np.arange(len(starts)), sizes)
    right = starts + np.array(chosen, np.intp)
    target = np.zeros(matrix.shape[0])
    target[right] = 1.0
    transposed = matrix.T.tocsr()

    def compute_loss(weights: Floats) -> tuple[float, Floats]:
        scores = matrix @ weights
        scores -= np.maximum.reduceat(scores, starts)[question]
        parts = np.exp(scores)
        sums = np.add.reduceat(parts, starts)
        loss = (np.log(sums) - scores[right]).sum() + 0.5 * l2 * (weights @ weights)
        return float(loss), transposed @ (parts / sums[question] - target) + l2 * weights

    options = {"maxiter": _ITERATIONS}
    start = np.zeros(matrix.shape[1])
    result: Floats = minimize(compute_loss, start, jac=True, method="L-BFGS-B", options=options).x
    return result
