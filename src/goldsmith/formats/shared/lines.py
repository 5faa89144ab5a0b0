"""Reads large files line by line with constant memory."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.formats.tree import DAMAGED, Tree, make_damage_error

_BOM = b"\xef\xbb\xbf"


def read_lines(tree: Tree, name: str) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends, without a byte order mark.

    Raises:
        InputError: The file is truncated or damaged.
    """
    number = 0
    try:
        with tree.open(name) as stream:
            for number, line in enumerate(stream, 1):
                yield line.removeprefix(_BOM) if number == 1 else line
    except DAMAGED as error:
        raise make_damage_error(error, tree.where(name), number + 1) from None
