"""A lock that allows one server per folder; two would not see each other's changes in time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.storage import system

LOCK_FILE = "goldsmith.lock"


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other servers; the system releases it when the process ends.

    Raises:
        InputError: Another server has locked the folder.
    """
    handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not system.lock(handle):
            owner = os.read(handle, 20).decode(errors="replace").strip()
            raise InputError(
                "another server is running on this folder"
                + (f" (process {owner})" if owner else ""),
                where=str(folder),
                remedy="Stop it first, or use the address that it printed",
            )
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(handle)
