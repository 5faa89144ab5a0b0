"""How much words say, by how many names have them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def idf(frequencies: NDArray[np.int64], names: int) -> NDArray[np.float64]:
    """How much a word says, by the number of names that have it."""
    return np.log(1 + names / np.maximum(1, frequencies))


def weights(
    values: NDArray[np.int32], ends: NDArray[np.int64], classes: int
) -> NDArray[np.float32]:
    """The sum of what the words of each name say, given the classes of its words."""
    frequencies = np.bincount(values, minlength=classes)
    says = idf(frequencies, len(ends) - 1)[values]
    sums = np.zeros(len(values) + 1)
    np.cumsum(says, out=sums[1:])
    return (sums[ends[1:]] - sums[ends[:-1]]).astype(np.float32)
