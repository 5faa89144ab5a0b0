"""Buffers for Arrow arrays, which move to disk when they grow long.

The columns of a very long note take several times the memory of its text. They are built in
memory-mapped temporary files, and pages that have been read are released while the row is written.
"""

from __future__ import annotations

import io
import mmap
import tempfile
from typing import IO, Any, Final
from weakref import WeakSet, finalize

import pyarrow as pa

#: The most bytes that a buffer keeps in memory; a longer one moves to a temporary file.
_IN_MEMORY: Final = 1 << 18
#: All mapped buffers of this process.
_mapped: WeakSet[mmap.mmap] = WeakSet()


class ScratchBuffer:
    """An append-only buffer; call `build` once, when it is complete."""

    def __init__(self) -> None:
        self._recent = bytearray()
        self._file: IO[bytes] | None = None

    def append(self, piece: bytes | memoryview) -> None:
        """Add bytes at the end."""
        self._recent += piece
        if len(self._recent) > _IN_MEMORY:
            if self._file is None:
                self._file = tempfile.TemporaryFile()
                finalize(self, self._file.close)
            self._write(self._file)

    def _write(self, file: IO[bytes]) -> None:
        file.write(self._recent)
        self._recent = bytearray()

    def build(self) -> pa.Buffer:
        """Return the content."""
        if self._file is None:
            return pa.py_buffer(self._recent)
        self._write(self._file)
        self._file.flush()
        mapped = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        self._file.close()  # the mapping stays
        _mapped.add(mapped)
        return pa.py_buffer(mapped)


def release_memory() -> None:
    """Release the memory of mapped buffers and, if there are any, the memory that Arrow has freed.

    Pages of a mapped buffer that are needed again are read from its file.
    """
    mapped = list(_mapped)
    if mapped and hasattr(mmap, "MADV_DONTNEED"):  # not on Windows
        for buffer in mapped:
            buffer.madvise(mmap.MADV_DONTNEED)
    if mapped:
        pa.default_memory_pool().release_unused()


class ReleasingFile(io.BufferedWriter):
    """A file for a Parquet writer that releases memory after each write.

    The writer writes a column once it has read all of it.
    """

    def write(self, piece: Any, /) -> int:
        size = super().write(piece)
        release_memory()
        return size
