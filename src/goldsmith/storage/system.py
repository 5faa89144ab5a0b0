"""Operating system services for safe replacement: flush, exchange, lock, process lookup."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
#: Above this number of files, flush the whole file system instead of each file.
_MANY_FILES = 20


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def exchange(first: Path, second: Path) -> bool:
    """Exchange two paths atomically; return False where the system cannot."""
    rename = getattr(_libc(), "renameat2", None)
    if rename is None:
        return False
    old, new = os.fsencode(first), os.fsencode(second)
    return bool(rename(_AT_FDCWD, old, _AT_FDCWD, new, _RENAME_EXCHANGE) == 0)


def sync_file(path: Path) -> None:
    """Flush a file to disk."""
    _sync(path, os.O_RDONLY)


def sync_folder(path: Path) -> None:
    """Flush the entries of a folder to disk where the system supports it."""
    if os.name == "posix":
        _sync(path, os.O_RDONLY)


def sync_tree(folder: Path) -> None:
    """Flush a folder and everything below it to disk.

    For many files, one flush of the whole file system is much faster than one per file.
    """
    files = [Path(parent, name) for parent, _, names in os.walk(folder) for name in names]
    if len(files) > _MANY_FILES and _sync_file_system(folder):
        return
    for path in files:
        sync_file(path)
    for parent, _, _ in os.walk(folder):
        sync_folder(Path(parent))


def _sync_file_system(path: Path) -> bool:
    """Flush the file system that contains a path; return False where the system cannot."""
    flush = getattr(_libc(), "syncfs", None)
    if flush is None:
        return False
    handle = os.open(path, os.O_RDONLY)
    try:
        return bool(flush(handle) == 0)
    finally:
        os.close(handle)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lock(handle: int) -> bool:
    """Lock an open file for this process; return False if another process has locked it.

    Always return True on systems without such locks.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_running(pid: int) -> bool:
    """Return whether a process exists on this machine."""
    if pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
