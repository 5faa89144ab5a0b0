"""Arrow arrays of texts and of integers.

`pyarrow.array` would also work, but it imports pandas if that is installed, which costs 50 MB and
half a second in each worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing
import pyarrow as pa

from goldsmith.formats.parquet.scratch import ScratchBuffer

#: The type of the offsets of lists and texts.
OFFSET: Final = np.dtype(np.int32)
_MAX_END: Final = 2**31 - 1
#: The number of characters to convert at once.
_MAX_CHARACTERS: Final = 1_000_000


def encode_texts(values: Sequence[str]) -> pa.Array:
    """Convert texts to an array.

    Raises:
        UnicodeEncodeError: A text cannot be written in UTF-8.
    """
    sizes = list(map(len, values))
    if sum(sizes) > _MAX_CHARACTERS:
        return _encode_long_texts(values)
    content = "".join(values)
    if content.isascii():
        encoded = content.encode()
    else:
        parts = [value.encode() for value in values]
        sizes, encoded = list(map(len, parts)), b"".join(parts)
    return _make_texts(sizes, pa.py_buffer(encoded))


def _encode_long_texts(values: Sequence[str]) -> pa.Array:
    """Convert texts to an array piece by piece, without a full copy of them in memory."""
    content = ScratchBuffer()
    sizes: list[int] = []
    for value in values:
        sizes.append(0)
        for start in range(0, len(value), _MAX_CHARACTERS):
            piece = value[start : start + _MAX_CHARACTERS].encode()
            content.append(piece)
            sizes[-1] += len(piece)
    return _make_texts(sizes, content.build())


def _make_texts(sizes: Sequence[int], content: pa.Buffer) -> pa.Array:
    """Make an array from consecutive texts in a buffer."""
    return pa.StringArray.from_buffers(len(sizes), _add_up(sizes).buffers()[1], content)


def encode_integers(values: Sequence[int]) -> pa.Array:
    """Convert 32-bit integers to an array."""
    return _wrap(np.array(values, np.int32))


def _wrap(numbers: numpy.typing.NDArray[np.int32]) -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def make_offsets(sequences: Sequence[Any]) -> pa.Array:
    """Return the start of each sequence in their concatenation, and its end."""
    return _add_up(list(map(len, sequences)))


def _add_up(sizes: Sequence[int]) -> pa.Array:
    """Return the cumulative sums of sizes, starting with 0."""
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(np.array(sizes, np.int64), out=offsets[1:])
    check_size(int(offsets[-1]))
    return _wrap(offsets.astype(np.int32))


def check_size(end: int) -> None:
    """Raise an error if an offset has more than 31 bits.

    Raises:
        ArrowCapacityError: The offset is too large.
    """
    if end > _MAX_END:
        raise pa.lib.ArrowCapacityError("an array of lists or texts is too long")
