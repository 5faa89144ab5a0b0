"""Blocks of bytes in bounded memory, for the annotations of a very long note."""

from __future__ import annotations

import os
import tempfile
from typing import IO, Final
from weakref import finalize

#: The most bytes to keep in memory; above that, all blocks move to a temporary file.
_IN_MEMORY: Final = 1 << 20


class BlockFile:
    """An append-only list of blocks: in memory at first, then in a temporary file.

    Example:
        >>> blocks = BlockFile()
        >>> blocks.append(b"first")
        >>> blocks[0], len(blocks)
        (b'first', 1)
    """

    def __init__(self) -> None:
        self._recent: list[bytes] = []
        #: The offset of each block, and the end of the last.
        self._bounds = [0]
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def append(self, block: bytes, /) -> None:
        """Add a block."""
        self._bounds.append(self._bounds[-1] + len(block))
        if self._file is None:
            self._recent.append(block)
            if self._bounds[-1] > _IN_MEMORY:
                self._move_to_file()
        else:
            self._file.seek(0, os.SEEK_END)
            self._file.write(block)

    def _move_to_file(self) -> None:
        self._file = tempfile.TemporaryFile()
        finalize(self, self._file.close)
        self._file.writelines(self._recent)
        self._recent = []

    def __getitem__(self, number: int, /) -> bytes:
        if self._file is None:
            return self._recent[number]
        start, end = self._bounds[number], self._bounds[number + 1]
        self._file.seek(start)
        return self._file.read(end - start)
