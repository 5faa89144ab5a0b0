"""Linear SVMs with uneven margins for the first and last tokens of mentions.

Two classifiers for each mention type, over string features. Training uses scikit-learn; prediction
does not. A model is stored as arrays of numbers and lists of names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.errors import InputError, MissingExtra

Floats = NDArray[np.float32]
Row = Sequence[str]
_NAMES, _WEIGHTS, _OFFSETS = "names.json", "weights.npy", "offsets.npy"


class _Names(msgspec.Struct, frozen=True):
    types: tuple[str, ...]
    features: tuple[str, ...]


class BoundaryClassifier:
    """Scores each token as first and as last token of a mention, for each type."""

    def __init__(self) -> None:
        self.types: tuple[str, ...] = ()
        self._index: dict[str, int] = {}
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
            marks: For each token, a column for the begin of each type, then one for each end.
            types: The mention types.
            c: Inverse regularisation strength.
            tau: The margin of tokens that are no boundary, relative to that of boundaries. Below 1
                it moves the separating plane away from the rare boundaries (Li et al. 2005).
            least: Leave out features of fewer tokens.
        """
        self.types = tuple(types)
        counts = Counter(name for row in rows for name in set(row))
        self._index = {name: number for number, name in enumerate(_select_frequent(counts, least))}
        matrix = self._build_matrix(rows)
        classifiers = [_train_classifier(matrix, column, c) for column in marks.T]
        weights = np.array([model.coef_[0] for model in classifiers], np.float32).T
        useful = np.flatnonzero(np.abs(weights).max(axis=1) > 1e-4)
        names = list(self._index)
        self._index = {names[row]: number for number, row in enumerate(useful)}
        self._weights = np.ascontiguousarray(weights[useful])
        shift = (1 - tau) / (1 + tau)
        self._offsets = np.array([model.intercept_[0] + shift for model in classifiers], np.float32)

    def score(self, rows: Sequence[Row]) -> tuple[Floats, Floats]:
        """Compute begin and end scores, a row for each token, a column for each type."""
        scores = self._build_matrix(rows) @ self._weights + self._offsets
        return scores[:, : len(self.types)], scores[:, len(self.types) :]

    def _build_matrix(self, rows: Sequence[Row]) -> csr_array:
        """Build a sparse matrix with a column for each known feature."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        names = chain.from_iterable(rows)
        columns = np.fromiter(map(self._index.get, names, repeat(-1)), np.int32, sizes.sum())
        is_known = columns >= 0
        counts = np.concatenate([[0], np.cumsum(is_known)])
        ends = np.concatenate([[0], np.cumsum(sizes)])
        # scikit-learn does not accept 64-bit indices
        indices, starts = columns[is_known], counts[ends].astype(np.int32)
        ones = np.ones(len(indices), np.float32)
        return csr_array((ones, indices, starts), shape=(len(rows), len(self._index)))

    def save(self, folder: Path) -> None:
        """Write the model to an existing folder."""
        names = _Names(self.types, tuple(self._index))
        (folder / _NAMES).write_bytes(msgspec.json.encode(names))
        np.save(folder / _WEIGHTS, self._weights, allow_pickle=False)
        np.save(folder / _OFFSETS, self._offsets, allow_pickle=False)

    def load(self, folder: Path) -> None:
        """Load a model.

        Raises:
            InputError: A file is missing or damaged.
        """
        try:
            names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
            weights = np.load(folder / _WEIGHTS, allow_pickle=False)
            offsets = np.load(folder / _OFFSETS, allow_pickle=False)
        except (OSError, ValueError, msgspec.MsgspecError):
            raise make_read_error(folder) from None
        columns = 2 * len(names.types)
        if weights.shape != (len(names.features), columns) or offsets.shape != (columns,):
            raise make_read_error(folder)
        self.types, self._weights, self._offsets = names.types, weights, offsets
        self._index = {name: number for number, name in enumerate(names.features)}


def make_read_error(folder: Path) -> InputError:
    """Make the error for a model whose files are damaged or do not match."""
    return InputError(
        "a file of the model cannot be read", where=str(folder), remedy="Train the model again"
    )


def _select_frequent(counts: Counter[str], least: int) -> list[str]:
    return sorted(name for name, count in counts.items() if count >= least)


def _train_classifier(matrix: csr_array, targets: NDArray[np.bool_], c: float) -> Any:
    """Train a binary classifier; scikit-learn is imported only here."""
    try:
        module = import_module("sklearn.svm")
    except ImportError:
        raise MissingExtra("training", "train") from None
    return module.LinearSVC(C=c, random_state=0, max_iter=3000).fit(matrix, targets)
