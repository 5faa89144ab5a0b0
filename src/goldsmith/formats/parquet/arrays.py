"""Arrow arrays of texts and of integers.

`pyarrow.array` would do, but it imports pandas if that is installed: 50 MB, and half a second in
each worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing
import pyarrow as pa

#: The type of the offsets of lists and texts.
OFFSET: Final = np.dtype(np.int32)
_MAX_END: Final = 2**31 - 1


def encode_texts(values: Sequence[str]) -> pa.Array:
    """Convert texts to an array.

    Raises:
        UnicodeEncodeError: A text cannot be written in UTF-8.
    """
    content = "".join(values)
    if content.isascii():
        offsets, encoded = make_offsets(values), content.encode()
    else:
        parts = [value.encode() for value in values]
        offsets, encoded = make_offsets(parts), b"".join(parts)
    return pa.StringArray.from_buffers(len(values), offsets.buffers()[1], pa.py_buffer(encoded))


def encode_integers(values: Sequence[int]) -> pa.Array:
    """Convert integers of 32 bits to an array."""
    return _wrap(np.array(values, np.int32))


def _wrap(numbers: numpy.typing.NDArray[np.int32]) -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def make_offsets(sequences: Sequence[Any]) -> pa.Array:
    """Return where each of some sequences begins when they follow each other, and the end."""
    offsets = np.zeros(len(sequences) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, sequences), np.int64, len(sequences)), out=offsets[1:])
    check_size(int(offsets[-1]))
    return _wrap(offsets.astype(np.int32))


def check_size(end: int) -> None:
    """Raise an error if an offset has more than 31 bits.

    Raises:
        ArrowCapacityError: It has.
    """
    if end > _MAX_END:
        raise pa.lib.ArrowCapacityError("an array of lists or texts is too long")
