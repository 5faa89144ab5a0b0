"""Cuts BioC JSON into its documents while it is read, so that a large file needs little memory.

The documents may stand in a collection (`documents`, in PubTator 3's answers `PubTator3`), in a
list of collections, in a plain list, or one after the other (JSON lines).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from goldsmith.errors import InputError

_CHUNK = 1 << 20
_BIGGEST_DOCUMENT = 256 << 20
#: Everything up to the next bracket that does not stand in a string, and that bracket.
_NEXT = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]])', re.DOTALL)
_LIST_KEY = re.compile(rb'"(?:documents|PubTator3)"\s*:\s*\Z')
_LONGEST_KEY = 100

# What a bracket outside documents opens: a list of documents or collections, a collection, or
# something else that a collection says.
_LIST, _COLLECTION, _OTHER = "list", "collection", "other"


class Splitter:
    """Gives out the documents of a stream of BioC JSON, one at a time."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._buffer = b""
        self._open: list[str] = []
        self._start = -1  # where the object begins that may be a document
        self._depth = 0  # how many brackets are open in it
        self._line, self._counted = 1, 0

    def documents(self) -> Iterator[tuple[bytes, int]]:
        """The JSON of each document and the line it begins on."""
        done, seen = 0, False
        while chunk := self._stream.read(_CHUNK):
            done = self._forget(done)
            self._buffer += chunk
            if len(self._buffer) > _BIGGEST_DOCUMENT:
                raise self._broken()
            while found := _NEXT.match(self._buffer, done):
                seen, done = True, found.end()
                if self._take(found[1], done - 1):
                    yield self._buffer[self._start : done], self._line_at(self._start)
                    self._start = -1
        if self._start >= 0 or self._open or not seen:
            raise self._broken()

    def _forget(self, done: int) -> int:
        """Drops what is no longer needed; where the scan goes on."""
        self._line_at(done if self._start < 0 else self._start)
        cut, self._counted = self._counted, 0
        self._buffer = self._buffer[cut:]
        if self._start >= 0:
            self._start -= cut
        return done - cut

    def _line_at(self, place: int) -> int:
        self._line += self._buffer.count(b"\n", self._counted, place)
        self._counted = place
        return self._line

    def _take(self, bracket: bytes, place: int) -> bool:
        """Follows one bracket; whether it closes a document."""
        if self._start < 0:
            self._outside(bracket, place)
        elif bracket in b"}]":
            self._depth -= 1
            return self._depth == 0
        elif bracket == b"[" and self._depth == 1 and self._is_list(place):
            self._open += (_COLLECTION, _LIST)
            self._start = -1
        else:
            self._depth += 1
        return False

    def _is_list(self, place: int) -> bool:
        """Whether the bracket here opens the documents of a collection."""
        return bool(_LIST_KEY.search(self._buffer[max(0, place - _LONGEST_KEY) : place]))

    def _outside(self, bracket: bytes, place: int) -> None:
        inside = self._open[-1] if self._open else _LIST
        if bracket in b"}]":
            if not self._open:
                raise self._broken()
            self._open.pop()
        elif inside != _LIST:
            self._open.append(_OTHER)
        elif bracket == b"[":
            self._open.append(_LIST)
        else:
            self._start, self._depth = place, 1

    def _broken(self) -> InputError:
        return InputError(
            "this is not complete JSON",
            line=self._line_at(max(self._start, self._counted)),
            expected="BioC documents in JSON",
            remedy="The file may be truncated; export it again",
        )
