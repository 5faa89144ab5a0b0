"""Arrow arrays of texts and of integers.

`pyarrow.array` would do, but it imports pandas if that is installed: 50 MB, and half a second in
each worker process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
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
    numbers = np.array(values, np.int32)
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def make_offsets(sequences: Sequence[Any]) -> pa.Array:
    """Return where each of some sequences begins when they follow each other, and the end."""
    ends = np.cumsum(_count_items(sequences), dtype=np.int64)
    if len(ends):
        check_size(int(ends[-1]))
    return encode_integers(np.concatenate(([0], ends)).astype(OFFSET))


def _count_items(sequences: Sequence[Any]) -> Iterable[int]:
    return np.fromiter(map(len, sequences), np.int64, len(sequences))


def check_size(end: int) -> None:
    """Raise an error if an offset has more than 31 bits.

    Raises:
        ArrowCapacityError: It has.
    """
    if end > _MAX_END:
        raise pa.lib.ArrowCapacityError("an array of lists or texts is too long")
