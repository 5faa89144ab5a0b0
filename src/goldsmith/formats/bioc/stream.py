"""Streams over large files, and errors with their file and line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from goldsmith.errors import InputError
from goldsmith.formats.damage import (
    DAMAGED,
    MAX_DOCUMENT_SIZE,
    make_damage_error,
    make_size_error,
)
from goldsmith.formats.shared.xml_entities import EntityScanner
from goldsmith.formats.tree import Tree


@contextmanager
def open_stream(tree: Tree, name: str) -> Iterator[IO[bytes]]:
    """Open a file as a stream of bytes; raise InputError if it is truncated or damaged."""
    with tree.open(name) as stream:
        try:
            yield stream
        except DAMAGED as error:
            raise make_damage_error(error, tree.where(name)) from None


class EntityGuard:
    """A stream of XML that rejects entity declarations, and documents that are too large."""

    def __init__(self, stream: IO[bytes], *, where: str) -> None:
        self._stream, self._where = stream, where
        self._scanner = EntityScanner(where=where)
        self._size = 0

    def read(self, size: int = -1) -> bytes:
        """Read the next bytes and check them, including across the boundary between chunks."""
        chunk = self._stream.read(size)
        self._scanner.scan(chunk)
        self._size += len(chunk)
        if self._size > MAX_DOCUMENT_SIZE:
            raise make_size_error(self._where)
        return chunk

    def end_document(self) -> None:
        """Note that a document has been read, and restart the size count."""
        self._size = 0


def add_location(error: InputError, where: str, line: int) -> InputError:
    """Return the error with its file, and with a line unless it already has one."""
    return error.at(where, error.line or line)
