"""Linear classifiers over features that are strings, kept as arrays of numbers.

A row is the features of one thing; a feature that comes twice in a row counts twice. Training
uses scikit-learn, using a model does not: a score is a sum of weights.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.errors import InputError

Floats = NDArray[np.float64]
Loss = Literal["hinge", "logistic"]
Row = Sequence[str]
_NAMES, _WEIGHTS, _OFFSETS = "names.json", "weights.npy", "offsets.npy"
_AGAIN = "Train the model again"


class _Names(msgspec.Struct, frozen=True):
    """The classes and the features that columns and rows of the weights stand for."""

    labels: tuple[str, ...]
    features: tuple[str, ...]
    loss: Loss


class Linear:
    """Tells which of several labels a row of features has; one score for each label."""

    def __init__(self) -> None:
        self.labels: tuple[str, ...] = ()
        self.loss: Loss = "hinge"
        #: Feature -> its row of the weights, counted from 1: 0 would pass for "unknown".
        self._places: dict[str, int] = {}
        #: For each feature, for each label.
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
    ) -> Linear:
        """This classifier, trained. `weights` is what an error on each label costs.

        Features that fewer than `least` rows have are left out.
        """
        if not rows or len(rows) != len(labels):
            raise InputError(
                "a classifier cannot be trained on this",
                expected="as many labels as rows, and at least one",
            )
        self.labels, self.loss = tuple(sorted(set(labels))), loss
        self._places = _vocabulary(rows, least)
        seen = self._matrix(rows)
        weights = weights or {}
        costs = np.array([weights.get(label, 1.0) for label in labels])
        columns = [self._column(seen, labels, label, c, costs) for label in self._learned()]
        self._keep([weight for weight, _ in columns], [offset for _, offset in columns])
        return self

    def _learned(self) -> tuple[str, ...]:
        """The labels that get a classifier each: of two, the other one is its opposite."""
        return self.labels if len(self.labels) > 2 else self.labels[1:]

    def _column(
        self, seen: csr_array, labels: Sequence[str], label: str, c: float, costs: Floats
    ) -> tuple[Floats, float]:
        """The weights of the features, and the offset, that tell one label from the others."""
        model = _learner(self.loss, c)
        model.fit(seen, np.array([one == label for one in labels]), sample_weight=costs)
        return model.coef_[0], float(model.intercept_[0])

    def _keep(self, columns: Sequence[Floats], offsets: Sequence[float]) -> None:
        """Weights as one array; features that count for nothing are forgotten."""
        if len(self.labels) == 1:
            columns, offsets = [np.zeros(len(self._places))], [1.0]
        elif len(self.labels) == 2:
            columns, offsets = [-columns[0], columns[0]], [-offsets[0], offsets[0]]
        weights = np.array(columns, np.float32).T
        useful = np.flatnonzero(weights.any(axis=1))
        names = list(self._places)
        self._places = {names[at]: number for number, at in enumerate(useful, 1)}
        self.weights, self.offsets = weights[useful], np.array(offsets, np.float64)

    def scores(self, rows: Sequence[Row]) -> Floats:
        """For each row, for each of `labels`, how much speaks for it; above zero means yes."""
        if not self.labels:
            raise InputError("the classifier was not trained", remedy="Train it first")
        if not rows:
            return np.zeros((0, len(self.labels)))
        found: Floats = self._sums(self._matrix(rows)) + self.offsets
        return found

    def _sums(self, seen: csr_array) -> Floats:
        """The weights of each row together, as 64-bit floats."""
        weights = self.weights
        if seen.nnz < len(weights):
            # All weights would be made 64-bit for the sake of a few.
            weights, places = weights[seen.indices], np.arange(seen.nnz, dtype=np.int32)
            shape = seen.shape[0], seen.nnz
            seen = csr_array((seen.data, places, seen.indptr), shape=shape)
        found: Floats = seen @ weights
        return found

    @property
    def features(self) -> Collection[str]:
        """The features that count, in the order of the weights."""
        return self._places.keys()

    def predict(self, rows: Sequence[Row]) -> list[str]:
        """The label of each row."""
        return [self.labels[at] for at in self.scores(rows).argmax(axis=1)]

    def probabilities(self, rows: Sequence[Row]) -> Floats:
        """For each row, for each label, a figure from 0 to 1; those of a row make 1.

        They mean something with the logistic loss; with the other they only keep the order.
        """
        scores = np.clip(self.scores(rows), -500, 500)
        if len(self.labels) == 1:
            return np.ones_like(scores)
        single: Floats = 1 / (1 + np.exp(-scores))
        found: Floats = single / single.sum(axis=1, keepdims=True)
        return found

    def _matrix(self, rows: Sequence[Row]) -> csr_array:
        """Rows as a sparse matrix with a column for each known feature."""
        known = self._places.get
        columns: list[int] = []
        ends = [0]
        for row in rows:
            columns.extend(filter(None, map(known, row)))
            ends.append(len(columns))
        # scikit-learn takes no 64-bit indices
        indices, starts = np.array(columns, np.int32) - 1, np.array(ends, np.int32)
        ones = np.ones(len(columns), np.float64)
        return csr_array((ones, indices, starts), shape=(len(rows), len(self._places)))

    def save(self, folder: Path) -> None:
        """Write the model to a folder that is there."""
        names = _Names(self.labels, tuple(self._places), self.loss)
        (folder / _NAMES).write_bytes(msgspec.json.encode(names))
        np.save(folder / _WEIGHTS, self.weights, allow_pickle=False)
        np.save(folder / _OFFSETS, self.offsets, allow_pickle=False)

    @classmethod
    def load(cls, folder: Path) -> Linear:
        """The model in a folder; raises InputError when it is none."""
        model = cls()
        try:
            names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
            model.weights = np.load(folder / _WEIGHTS, allow_pickle=False)
            model.offsets = np.load(folder / _OFFSETS, allow_pickle=False)
        except (OSError, ValueError, msgspec.MsgspecError):
            raise InputError("a part of the model cannot be read", remedy=_AGAIN).at(
                str(folder)
            ) from None
        if model.weights.shape != (len(names.features), len(names.labels)):
            raise InputError("the files of the model do not fit each other", remedy=_AGAIN).at(
                str(folder)
            )
        model.labels, model.loss = names.labels, names.loss
        model._places = {name: at for at, name in enumerate(names.features, 1)}
        return model


def _vocabulary(rows: Iterable[Row], least: int) -> dict[str, int]:
    """A number for each feature that enough rows have."""
    counts: dict[str, int] = {}
    for row in rows:
        for name in set(row):
            counts[name] = counts.get(name, 0) + 1
    kept = sorted(name for name, count in counts.items() if count >= least)
    return {name: number for number, name in enumerate(kept, 1)}


def _learner(loss: Loss, c: float) -> Any:
    """A binary classifier to be trained; scikit-learn is looked for here and nowhere else."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    if loss == "logistic":
        return LogisticRegression(C=c, solver="liblinear", random_state=0)
    return LinearSVC(C=c, random_state=0, max_iter=3000)
