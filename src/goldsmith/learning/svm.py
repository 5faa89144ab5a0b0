"""Linear support vector machines for where mentions begin and end, with uneven margins.

Two classifiers for each type, over features that are strings. Training uses scikit-learn; using
the model does not. It is kept as arrays of numbers and lists of names.
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


class Boundaries:
    """Scores each token as the first and as the last of a mention, for each type."""

    def __init__(self) -> None:
        self.types: tuple[str, ...] = ()
        self._places: dict[str, int] = {}
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
        """Learn. `marks` has a column for the begin of each type, then one for the end of each.

        `tau` is the margin of the tokens that are no boundary in relation to that of those that
        are: with tau below 1 the plane is moved away from the few boundaries (Li et al. 2005).
        """
        self.types = tuple(types)
        counts = Counter(name for row in rows for name in set(row))
        self._places = {name: at for at, name in enumerate(_common(counts, least))}
        seen = self._matrix(rows)
        columns = [_learned(seen, marks[:, at], c) for at in range(marks.shape[1])]
        weights = np.array([one.coef_[0] for one in columns], np.float32).T
        useful = np.flatnonzero(np.abs(weights).max(axis=1) > 1e-4)
        names = list(self._places)
        self._places = {names[at]: number for number, at in enumerate(useful)}
        self._weights = np.ascontiguousarray(weights[useful])
        shift = (1 - tau) / (1 + tau)
        self._offsets = np.array([one.intercept_[0] + shift for one in columns], np.float32)

    def scores(self, rows: Sequence[Row]) -> tuple[Floats, Floats]:
        """For each token and each type, how much speaks for a begin; and for an end."""
        whole = self._matrix(rows) @ self._weights + self._offsets
        return whole[:, : len(self.types)], whole[:, len(self.types) :]

    def _matrix(self, rows: Sequence[Row]) -> csr_array:
        """Rows as a sparse matrix with a column for each known feature."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        names = chain.from_iterable(rows)
        found = np.fromiter(map(self._places.get, names, repeat(-1)), np.int32, sizes.sum())
        known = found >= 0
        counts = np.concatenate([[0], np.cumsum(known)])
        ends = np.concatenate([[0], np.cumsum(sizes)])
        # scikit-learn takes no 64-bit indices
        indices, starts = found[known], counts[ends].astype(np.int32)
        ones = np.ones(len(indices), np.float32)
        return csr_array((ones, indices, starts), shape=(len(rows), len(self._places)))

    def save(self, folder: Path) -> None:
        """Write the model to a folder that is there."""
        names = _Names(self.types, tuple(self._places))
        (folder / _NAMES).write_bytes(msgspec.json.encode(names))
        np.save(folder / _WEIGHTS, self._weights, allow_pickle=False)
        np.save(folder / _OFFSETS, self._offsets, allow_pickle=False)

    def load(self, folder: Path) -> None:
        """Take up a model again; raises InputError when it cannot be read."""
        try:
            names = msgspec.json.decode((folder / _NAMES).read_bytes(), type=_Names)
            weights = np.load(folder / _WEIGHTS, allow_pickle=False)
            offsets = np.load(folder / _OFFSETS, allow_pickle=False)
        except (OSError, ValueError, msgspec.MsgspecError):
            raise unreadable(folder) from None
        columns = 2 * len(names.types)
        if weights.shape != (len(names.features), columns) or offsets.shape != (columns,):
            raise unreadable(folder)
        self.types, self._weights, self._offsets = names.types, weights, offsets
        self._places = {name: at for at, name in enumerate(names.features)}


def unreadable(folder: Path) -> InputError:
    """The error for a model whose files are damaged or do not fit each other."""
    return InputError(
        "a part of the model cannot be read", where=str(folder), remedy="Train the model again"
    )


def _common(counts: Counter[str], least: int) -> list[str]:
    return sorted(name for name, count in counts.items() if count >= least)


def _learned(seen: csr_array, marked: NDArray[np.bool_], c: float) -> Any:
    """A binary classifier, trained; scikit-learn is looked for here and nowhere else."""
    try:
        machines = import_module("sklearn.svm")
    except ImportError:
        raise MissingExtra("training", "train") from None
    return machines.LinearSVC(C=c, random_state=0, max_iter=3000).fit(seen, marked)
