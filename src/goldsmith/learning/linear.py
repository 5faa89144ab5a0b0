"""Linear classifiers over string features, stored as arrays of numbers.

A row has the features of one item; a feature that occurs twice in a row counts twice. Training
uses scikit-learn. Prediction does not: a score is a sum of weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.errors import InputError
from goldsmith.learning.model_files import read_arrays, read_state, write_arrays, write_state
from goldsmith.learning.vocabulary import Row, Vocabulary

Floats = NDArray[np.float64]
Loss = Literal["hinge", "logistic"]
_NAMES = "names.json"


class _Names(msgspec.Struct, frozen=True):
    """Labels and features: the columns and rows of the weights."""

    labels: tuple[str, ...]
    features: tuple[str, ...]
    loss: Loss


class LinearClassifier:
    """A linear classifier, one against the rest.

    Attributes:
        labels: The classes, sorted.
        weights: A row for each feature, a column for each label.
        offsets: The intercept of each label.

    Example:
        >>> model = LinearClassifier().fit([["w=no"], ["w=has"]], ["absent", "present"])
        >>> model.predict([["w=no"]])
        ['absent']
    """

    def __init__(self) -> None:
        self.labels: tuple[str, ...] = ()
        self.loss: Loss = "hinge"
        self._vocabulary = Vocabulary()
        self.weights: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self.offsets: Floats = np.zeros(0)

    def fit(
        self,
        rows: Sequence[Row],
        labels: Sequence[str],
        *,
        c: float = 1.0,
        weights: Mapping[str, float] | None = None,
        loss: Loss = "hinge",
        least: int = 1,
    ) -> LinearClassifier:
        """Train the classifier and return it.

        Args:
            rows: The features of each item.
            labels: The label of each item.
            c: Inverse regularisation strength.
            weights: Label -> the cost of an error on it; 1 if left out.
            loss: "hinge" (linear SVM) or "logistic".
            least: Drop features that occur in fewer rows.

        Raises:
            InputError: There are no rows, or not as many labels as rows.
        """
        if not rows or len(rows) != len(labels):
            raise InputError(
                f"cannot train a classifier on {len(rows)} rows with {len(labels)} labels",
                expected="as many labels as rows, and at least one row",
            )
        self.labels, self.loss = tuple(sorted(set(labels))), loss
        self._vocabulary = Vocabulary.collect(rows, least)
        matrix = self._vocabulary.encode(rows)
        weights = weights or {}
        costs = np.array([weights.get(label, 1.0) for label in labels])
        columns = [
            self._fit_label(matrix, labels, label, c, costs)
            for label in self._list_trained_labels()
        ]
        self._set_weights([weight for weight, _ in columns], [offset for _, offset in columns])
        return self

    def _list_trained_labels(self) -> tuple[str, ...]:
        """List the labels to train a classifier for; with two labels, only the second."""
        return self.labels if len(self.labels) > 2 else self.labels[1:]

    def _fit_label(
        self, matrix: csr_array, labels: Sequence[str], label: str, c: float, costs: Floats
    ) -> tuple[Floats, float]:
        """Train the binary classifier of one label; return its feature weights and intercept."""
        model = _make_learner(self.loss, c)
        model.fit(matrix, np.array([item == label for item in labels]), sample_weight=costs)
        return model.coef_[0], float(model.intercept_[0])

    def _set_weights(self, columns: Sequence[Floats], offsets: Sequence[float]) -> None:
        """Set the weight matrix; features with no weight at all are removed."""
        if len(self.labels) == 1:
            columns, offsets = [np.zeros(len(self._vocabulary))], [1.0]
        elif len(self.labels) == 2:
            columns, offsets = [-columns[0], columns[0]], [-offsets[0], offsets[0]]
        weights = np.array(columns, np.float32).T
        useful = np.flatnonzero(weights.any(axis=1))
        self._vocabulary = self._vocabulary.select(useful)
        self.weights, self.offsets = weights[useful], np.array(offsets, np.float64)

    def score(self, rows: Sequence[Row]) -> Floats:
        """Compute the score of each label for each row; above zero means yes.

        Raises:
            InputError: The classifier is not trained.
        """
        if not self.labels:
            raise InputError("the classifier is not trained", remedy="Train it first")
        if not rows:
            return np.zeros((0, len(self.labels)))
        scores: Floats = self._sum_weights(self._vocabulary.encode(rows)) + self.offsets
        return scores

    def _sum_weights(self, matrix: csr_array) -> Floats:
        """Sum the weights of each row, as 64-bit floats."""
        weights = self.weights
        if matrix.nnz < len(weights):
            # Select the few rows that are needed: scipy converts the whole matrix to 64 bit.
            weights, places = weights[matrix.indices], np.arange(matrix.nnz, dtype=np.int32)
            shape = matrix.shape[0], matrix.nnz
            matrix = csr_array((matrix.data, places, matrix.indptr), shape=shape)
        sums: Floats = matrix @ weights
        return sums

    @property
    def features(self) -> Iterable[str]:
        """Features with a weight, in row order."""
        return self._vocabulary

    def predict(self, rows: Sequence[Row]) -> list[str]:
        """Return the label with the highest score for each row."""
        return [self.labels[column] for column in self.score(rows).argmax(axis=1)]

    def predict_probabilities(self, rows: Sequence[Row]) -> Floats:
        """Compute the probability of each label for each row; each row sums to 1.

        The values are calibrated only with the logistic loss; with hinge loss only their order
        counts.
        """
        scores = np.clip(self.score(rows), -500, 500)
        if len(self.labels) == 1:
            return np.ones_like(scores)
        single: Floats = 1 / (1 + np.exp(-scores))
        shares: Floats = single / single.sum(axis=1, keepdims=True)
        return shares

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        write_state(folder / _NAMES, _Names(self.labels, tuple(self._vocabulary), self.loss))
        write_arrays(folder, weights=self.weights, offsets=self.offsets)

    @classmethod
    def load(cls, folder: Path) -> LinearClassifier:
        """Load a model.

        Raises:
            InputError: A file is missing or damaged, or the files do not match.
        """
        model = cls()
        names = read_state(folder / _NAMES, _Names)
        rows, columns = len(names.features), len(names.labels)
        model.weights, model.offsets = read_arrays(
            folder, weights=(rows, columns), offsets=(columns,)
        )
        model.labels, model.loss = names.labels, names.loss
        model._vocabulary = Vocabulary(names.features)
        return model


def _make_learner(loss: Loss, c: float) -> Any:
    """Make an untrained binary classifier; scikit-learn is imported only here."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    if loss == "logistic":
        return LogisticRegression(C=c, solver="liblinear", random_state=0)
    return LinearSVC(C=c, random_state=0, max_iter=3000)
