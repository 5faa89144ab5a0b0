"""A set of ids that takes few bytes for each: millions of notes are checked for repeated ids."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import Final

_MIN_SIZE: Final = 1 << 10


class IdSet:
    """Ids by 64-bit digests, in a table with open addressing: 16 to 32 bytes for each id.

    Two different ids have the same digest with a probability of about one in a million among six
    million ids.

    Example:
        >>> ids = IdSet()
        >>> ids.add("n1")
        >>> "n1" in ids, "n2" in ids
        (True, False)
    """

    def __init__(self) -> None:
        self._count = 0
        self._table = _make_table(_MIN_SIZE)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._table[self._find(_digest(name))] != 0

    def add(self, name: str) -> None:
        """Add an id."""
        digest = _digest(name)
        place = self._find(digest)
        if self._table[place]:
            return
        self._table[place] = digest
        self._count += 1
        if 2 * self._count > len(self._table):
            self._grow()

    def _find(self, digest: int) -> int:
        """Return the place of a digest, or the empty place where it belongs."""
        table, mask = self._table, len(self._table) - 1
        place = digest & mask
        while table[place] not in (0, digest):
            place = (place + 1) & mask
        return place

    def _grow(self) -> None:
        earlier = self._table
        self._table = _make_table(2 * len(earlier))
        for digest in earlier:
            if digest:
                self._table[self._find(digest)] = digest


def _make_table(size: int) -> array[int]:
    return array("Q", bytes(8 * size))


def _digest(name: str) -> int:
    """Return a digest; 0 stands for an empty place."""
    content = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little") or 1
