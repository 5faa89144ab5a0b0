"""Reads large files line by line; a line has a largest length."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.formats.damage import (
    DAMAGED,
    MAX_DOCUMENT_SIZE,
    make_damage_error,
    make_size_error,
)
from goldsmith.formats.tree import Tree

_BOM = b"\xef\xbb\xbf"


def read_lines(tree: Tree, name: str) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends, without a byte order mark.

    Raises:
        InputError: The file is truncated or damaged, or a line is longer than a document may be.
    """
    number = 0
    try:
        with tree.open(name) as stream:
            while line := stream.readline(MAX_DOCUMENT_SIZE + 1):
                number += 1
                if len(line) > MAX_DOCUMENT_SIZE:
                    raise make_size_error(tree.where(name), number)
                complete = [line.removeprefix(_BOM) if number == 1 else line]
                del line
                yield complete.pop()  # a generator keeps what its variables hold
    except DAMAGED as error:
        raise make_damage_error(error, tree.where(name), number + 1) from None
