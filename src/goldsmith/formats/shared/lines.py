"""Reads large files line by line, with a limit on the length of a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, Final

from goldsmith.errors import InputError
from goldsmith.formats.damage import (
    DAMAGED,
    MAX_DOCUMENT_SIZE,
    make_damage_error,
    make_size_error,
)
from goldsmith.formats.length import MAX_CHARACTER_SIZE, make_bytes_error
from goldsmith.formats.tree import Tree

_BOM = b"\xef\xbb\xbf"
#: The number of bytes of a line to read at once.
_PIECE: Final = 1 << 20


def read_lines(tree: Tree, name: str) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends, without a byte order mark.

    Raises:
        InputError: The file is truncated or damaged, or a line is too long.
    """
    return map(_require, _read_lines(tree, name, sys.maxsize))


def _require(line: bytes | InputError) -> bytes:
    if isinstance(line, InputError):
        raise line
    return line


def read_notes(tree: Tree, name: str) -> Iterator[bytes | InputError]:
    """Yield the lines of a file of notes as `read_lines` does, or an error for each too long.

    Raises:
        InputError: The file is truncated or damaged.
    """
    return _read_lines(tree, name, tree.longest_text)


def _read_lines(tree: Tree, name: str, longest_text: int) -> Iterator[bytes | InputError]:
    number = 0
    try:
        with tree.open(name) as stream:
            for line in split_lines(stream, longest_text):
                number += 1
                if isinstance(line, InputError):
                    complete: list[bytes | InputError] = [line.at(tree.where(name), number)]
                else:
                    complete = [line.removeprefix(_BOM) if number == 1 else line]
                del line
                yield complete.pop()  # a variable of the generator would keep the line alive
    except DAMAGED as error:
        raise make_damage_error(error, tree.where(name), number + 1) from None


def split_lines(stream: IO[bytes], longest_text: int = sys.maxsize) -> Iterator[bytes | InputError]:
    """Yield the lines of a stream of notes with their line ends, or an error for each too long.

    The limit is four bytes for each character of the longest note, and at most the size limit of a
    document. Bytes beyond it are counted and discarded.

    Args:
        stream: The stream.
        longest_text: The largest number of characters in a note.
    """
    while line := stream.readline(_PIECE):
        if line.endswith(b"\n") or len(line) < _PIECE:
            yield line
        else:
            yield _complete_line(line, stream, longest_text)


def _complete_line(line: bytes, stream: IO[bytes], longest_text: int) -> bytes | InputError:
    """Read the rest of a line that is longer than a piece; return an error if it is too long."""
    limit = min(longest_text * MAX_CHARACTER_SIZE, MAX_DOCUMENT_SIZE)
    pieces, size = [line], len(line)
    while not line.endswith(b"\n") and (line := stream.readline(_PIECE)):
        size += len(line)
        pieces.append(line)
        if size > limit:
            pieces.clear()
    if size <= limit:
        return b"".join(pieces)
    if limit == MAX_DOCUMENT_SIZE:
        return make_size_error("")
    return make_bytes_error("the line", size, longest_text)
