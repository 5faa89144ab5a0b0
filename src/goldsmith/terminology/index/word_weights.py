"""Inverse document frequency (IDF) of words over the names of a terminology."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def compute_idf(frequencies: NDArray[np.int64], names: int) -> NDArray[np.float64]:
    """Return the IDF of words.

    Args:
        frequencies: The number of names that contain each word.
        names: The number of all names.
    """
    return np.log(1 + names / np.maximum(1, frequencies))


def sum_idf(
    values: NDArray[np.int32], ends: NDArray[np.int64], classes: int
) -> NDArray[np.float32]:
    """Return the summed IDF of the words of each name.

    Args:
        values: The word classes of all names, one name after the other.
        ends: The end of each name in `values`, after a leading 0.
        classes: The number of word classes.
    """
    frequencies = np.bincount(values, minlength=classes)
    idf = compute_idf(frequencies, len(ends) - 1)[values]
    sums = np.zeros(len(values) + 1)
    np.cumsum(idf, out=sums[1:])
    return (sums[ends[1:]] - sums[ends[:-1]]).astype(np.float32)
