"""Reading a large file piece by piece: damage and wrong places become errors that say where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from goldsmith.errors import InputError
from goldsmith.formats.shared.xml import refuse_entities
from goldsmith.formats.tree import DAMAGED, Tree, damaged

_OVERLAP = 64


@contextmanager
def opened(tree: Tree, name: str) -> Iterator[IO[bytes]]:
    """A file's bytes as a stream; what is truncated or damaged in it is said in our words."""
    with tree.open(name) as stream:
        try:
            yield stream
        except DAMAGED as error:
            raise damaged(error, tree.where(name)) from None


class Guarded:
    """A stream of XML that never gives out the declaration of an entity."""

    def __init__(self, stream: IO[bytes], *, where: str) -> None:
        self._stream, self._where = stream, where
        self._tail = b""

    def read(self, size: int = -1) -> bytes:
        """The next bytes; a declaration that is split between two pieces is seen as well."""
        chunk = self._stream.read(size)
        refuse_entities(self._tail + chunk, where=self._where)
        self._tail = chunk[-_OVERLAP:]
        return chunk


def placed(error: InputError, where: str, line: int) -> InputError:
    """The error with its file, and with a line unless it knows a better one."""
    return error.at(where, error.line or line)
