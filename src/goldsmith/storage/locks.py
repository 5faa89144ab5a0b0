"""Locks: allow one process at a time to work on a folder, and append whole lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.storage import system


@contextmanager
def lock_file(path: Path, *, what: str) -> Iterator[None]:
    """Hold a lock until the block ends; the system releases it if the process is killed.

    Args:
        path: The lock file; it is created if missing and not deleted.
        what: A name for the locked resource in the error message, such as "this queue".

    Raises:
        InputError: Another process holds the lock.
    """
    handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
    try:
        if not system.lock(handle):
            raise InputError(
                f"another process is working on {what}",
                where=str(path.parent),
                expected="one process at a time",
                remedy="Wait until it has ended",
            )
        yield
    finally:
        os.close(handle)


def append_lines(path: Path, lines: bytes) -> None:
    """Append lines to a file and flush them to disk.

    If the file's last line has no line end, as an editor may leave it, add one first.

    Args:
        path: The file; it is created if it is missing.
        lines: The lines, each with its line end.
    """
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            lines = lines if file.read(1) == b"\n" else b"\n" + lines
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
