"""String features as columns of a sparse matrix, for all linear learners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

#: The features of one item; a feature that occurs twice counts twice.
Row = Sequence[str]


class Vocabulary:
    """The features of a model; each one has a column.

    Args:
        names: The features in the order of their columns.

    Example:
        >>> vocabulary = Vocabulary.collect([["red", "round"], ["red"]], least=2)
        >>> vocabulary.encode([["red", "long"], []]).toarray()
        array([[1.],
               [0.]])
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._columns = {name: column for column, name in enumerate(names)}

    @classmethod
    def collect(cls, rows: Iterable[Iterable[str]], least: int) -> Vocabulary:
        """Make a sorted vocabulary of all features that occur in at least `least` rows."""
        counts = Counter(chain.from_iterable(map(set, rows)))
        return cls(sorted(name for name, count in counts.items() if count >= least))

    def __len__(self) -> int:
        return len(self._columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def select(self, columns: NDArray[np.intp]) -> Vocabulary:
        """Return a vocabulary with some of the columns."""
        names = list(self._columns)
        return Vocabulary(names[column] for column in columns)

    def encode(self, rows: Sequence[Row]) -> csr_array:
        """Encode rows as a sparse matrix with a column for each feature; others are left out."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        names = chain.from_iterable(rows)
        columns = np.fromiter(map(self._columns.get, names, repeat(-1)), np.int32, sizes.sum())
        is_known = columns >= 0
        counts = np.concatenate([[0], np.cumsum(is_known)])
        ends = np.concatenate([[0], np.cumsum(sizes)])
        # scikit-learn does not accept 64-bit indices.
        indices, starts = columns[is_known], counts[ends].astype(np.int32)
        return csr_array((np.ones(len(indices)), indices, starts), shape=(len(rows), len(self)))
