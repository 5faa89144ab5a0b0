"""Split BioC JSON into documents while reading, so that a large file needs little memory.

The documents may be in a collection (`documents`, or `PubTator3` in responses of PubTator 3), in a
list of collections, in a plain list, or one after the other (JSON lines).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from goldsmith.errors import InputError
from goldsmith.formats.damage import MAX_DOCUMENT_SIZE, make_size_error

_CHUNK = 1 << 20
#: Everything up to and including the next bracket outside a string.
_NEXT_BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]])', re.DOTALL)
_LIST_KEY = re.compile(rb'"(?:documents|PubTator3)"\s*:\s*\Z')
_MAX_KEY = 100

# Values that a bracket outside documents may open: a list of documents or collections, a
# collection, or another value of a collection.
_LIST, _COLLECTION, _OTHER = "list", "collection", "other"


class DocumentSplitter:
    """A splitter of a stream of BioC JSON into documents."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._buffer = b""
        self._open: list[str] = []  # kinds of the open brackets outside documents
        self._start = -1  # start of the object that may be a document
        self._depth = 0  # number of open brackets in it
        self._line, self._counted = 1, 0

    def split(self) -> Iterator[tuple[bytes, int]]:
        """Yield the JSON of each document and its first line."""
        position, has_brackets = 0, False
        while chunk := self._stream.read(_CHUNK):
            position = self._discard_processed(position)
            self._buffer += chunk
            if len(self._buffer) > MAX_DOCUMENT_SIZE + _CHUNK:
                raise make_size_error("", self._count_lines(max(self._start, self._counted)))
            while match := _NEXT_BRACKET.match(self._buffer, position):
                has_brackets, position = True, match.end()
                if self._process_bracket(match[1], position - 1):
                    yield self._buffer[self._start : position], self._count_lines(self._start)
                    self._start = -1
        if self._start >= 0 or self._open or not has_brackets:
            raise self._make_error()

    def _discard_processed(self, position: int) -> int:
        """Drop processed input from the buffer and return the new position."""
        self._count_lines(position if self._start < 0 else self._start)
        cut, self._counted = self._counted, 0
        self._buffer = self._buffer[cut:]
        if self._start >= 0:
            self._start -= cut
        return position - cut

    def _count_lines(self, position: int) -> int:
        self._line += self._buffer.count(b"\n", self._counted, position)
        self._counted = position
        return self._line

    def _process_bracket(self, bracket: bytes, position: int) -> bool:
        """Process one bracket and return whether it closes a document."""
        if self._start < 0:
            self._process_outside(bracket, position)
        elif bracket in b"}]":
            self._depth -= 1
            return self._depth == 0
        elif bracket == b"[" and self._depth == 1 and self._opens_documents(position):
            self._open += (_COLLECTION, _LIST)
            self._start = -1
        else:
            self._depth += 1
        return False

    def _opens_documents(self, position: int) -> bool:
        """Return whether the bracket at a position opens the documents of a collection."""
        return bool(_LIST_KEY.search(self._buffer[max(0, position - _MAX_KEY) : position]))

    def _process_outside(self, bracket: bytes, position: int) -> None:
        inside = self._open[-1] if self._open else _LIST
        if bracket in b"}]":
            if not self._open:
                raise self._make_error()
            self._open.pop()
        elif inside != _LIST:
            self._open.append(_OTHER)
        elif bracket == b"[":
            self._open.append(_LIST)
        else:
            self._start, self._depth = position, 1

    def _make_error(self) -> InputError:
        return InputError(
            "the JSON is incomplete or malformed",
            line=self._count_lines(max(self._start, self._counted)),
            expected="BioC documents in JSON",
            remedy="The file may be truncated; export it again",
        )
