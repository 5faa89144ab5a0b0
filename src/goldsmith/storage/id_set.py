"""A set of ids in bounded memory, to detect repeated ids among millions of notes."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from typing import Final

#: The most ids to keep in memory; above that, all of them move to a temporary file.
_IN_MEMORY: Final = 20_000
_CACHE_KB: Final = 1_024


class IdSet:
    """A set of ids as 64-bit digests: in memory at first, then in a file that SQLite deletes.

    Among six million ids, the probability that any two have the same digest is about one in a
    million.

    Example:
        >>> ids = IdSet()
        >>> ids.add("n1"), ids.add("n1")
        (True, False)
        >>> "n1" in ids, "n2" in ids
        (True, False)
    """

    def __init__(self) -> None:
        self._digests: set[int] = set()
        self._file: sqlite3.Connection | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        if self._file is None:
            return _digest(name) in self._digests
        query = "select 1 from ids where digest = ?"
        return self._file.execute(query, (_digest(name),)).fetchone() is not None

    def add(self, name: str) -> bool:
        """Add an id and return whether it is new."""
        before = self._count
        if self._file is not None:
            self._count += _insert(self._file, _digest(name))
        else:
            self._digests.add(_digest(name))
            self._count = len(self._digests)
            if self._count > _IN_MEMORY:
                self._move_to_file()
        return self._count > before

    def _move_to_file(self) -> None:
        self._file = _open_file()
        for digest in sorted(self._digests):
            _insert(self._file, digest)
        self._digests.clear()


def _open_file() -> sqlite3.Connection:
    """Open a database in a hidden temporary file that SQLite deletes with the connection."""
    file = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    file.execute(f"pragma cache_size = -{_CACHE_KB}")
    file.execute("pragma journal_mode = off")
    file.execute("pragma synchronous = off")
    file.execute("create table ids (digest integer primary key)")
    file.execute("begin")  # one transaction: nothing is ever committed or read by others
    return file


def _insert(file: sqlite3.Connection, digest: int) -> int:
    """Insert a digest; return how many were new, 0 or 1."""
    return file.execute("insert or ignore into ids values (?)", (digest,)).rowcount


def _digest(name: str) -> int:
    content = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little", signed=True)
