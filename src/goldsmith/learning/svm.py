"""Linear SVMs with uneven margins for the first and last tokens of mentions.

Each mention type has two classifiers over string features. Training uses scikit-learn; prediction
does not. A model is stored as arrays of numbers and lists of names.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.errors import MissingExtra
from goldsmith.learning.model_files import read_arrays, read_state, write_arrays, write_state
from goldsmith.learning.vocabulary import Row, Vocabulary

Floats = NDArray[np.float32]
_NAMES = "names.json"


class _Names(msgspec.Struct, frozen=True):
    types: tuple[str, ...]
    features: tuple[str, ...]


class BoundaryClassifier:
    """Scores each token as first and as last token of a mention, for each type."""

    def __init__(self) -> None:
        self.types: tuple[str, ...] = ()
        self._vocabulary = Vocabulary()
        self._weights: Floats = np.zeros((0, 0), np.float32)
        self._offsets: Floats = np.zeros(0, np.float32)

    def fit(
        self,
        rows: Sequence[Row],
        marks: NDArray[np.bool_],
        types: Sequence[str],
        *,
        c: float,
        tau: float,
        least: int,
    ) -> None:
        """Train the classifiers.

        Args:
            rows: The features of each token.
            marks: For each token, a column for the beginning of each type, then one for each end.
            types: The mention types.
            c: Inverse regularisation strength.
            tau: The margin of non-boundary tokens, relative to the margin of boundary tokens. Below
                1 it moves the separating plane away from the rare boundaries (Li et al. 2005).
            least: Drop features that occur on fewer tokens.
        """
        self.types = tuple(types)
        self._vocabulary = Vocabulary.collect(rows, least)
        matrix = self._vocabulary.encode(rows).astype(np.float32)
        classifiers = [_train_classifier(matrix, column, c) for column in marks.T]
        weights = np.array([model.coef_[0] for model in classifiers], np.float32).T
        useful = np.flatnonzero(np.abs(weights).max(axis=1) > 1e-4)
        self._vocabulary = self._vocabulary.select(useful)
        self._weights = np.ascontiguousarray(weights[useful])
        shift = (1 - tau) / (1 + tau)
        self._offsets = np.array([model.intercept_[0] + shift for model in classifiers], np.float32)

    def score(self, rows: Sequence[Row]) -> tuple[Floats, Floats]:
        """Compute begin and end scores, a row for each token, a column for each type."""
        scores = self._vocabulary.encode(rows).astype(np.float32) @ self._weights
        scores += self._offsets
        return scores[:, : len(self.types)], scores[:, len(self.types) :]

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        write_state(folder / _NAMES, _Names(self.types, tuple(self._vocabulary)))
        write_arrays(folder, weights=self._weights, offsets=self._offsets)

    def load(self, folder: Path) -> None:
        """Load a model.

        Raises:
            InputError: A file is missing or damaged, or the files do not match.
        """
        names = read_state(folder / _NAMES, _Names)
        columns = 2 * len(names.types)
        self._weights, self._offsets = read_arrays(
            folder, weights=(len(names.features), columns), offsets=(columns,)
        )
        self.types, self._vocabulary = names.types, Vocabulary(names.features)


def _train_classifier(matrix: csr_array, targets: NDArray[np.bool_], c: float) -> Any:
    """Train a binary classifier; scikit-learn is imported only here."""
    try:
        module = import_module("sklearn.svm")
    except ImportError:
        raise MissingExtra("training", "train") from None
    return module.LinearSVC(C=c, random_state=0, max_iter=3000).fit(matrix, targets)
