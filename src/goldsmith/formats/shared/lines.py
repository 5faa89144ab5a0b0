"""Large files line by line, with flat memory; a damaged one is said so as everywhere else."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.formats.tree import DAMAGED, Tree, damaged

_BOM = b"\xef\xbb\xbf"


def lines(tree: Tree, name: str) -> Iterator[bytes]:
    """The lines of a file with their ends, unpacked; a byte order mark is left out."""
    number = 0
    try:
        with tree.open(name) as stream:
            for number, line in enumerate(stream, 1):
                yield line.removeprefix(_BOM) if number == 1 else line
    except DAMAGED as error:
        raise damaged(error, tree.where(name), number + 1) from None
