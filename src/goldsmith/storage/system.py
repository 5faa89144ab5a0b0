"""What the operating system offers for safe replacement: flush, exchange, process lookup."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


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
    """Flush the entries of a folder to disk, where the system can."""
    if os.name == "posix":
        _sync(path, os.O_RDONLY)


def sync_tree(folder: Path) -> None:
    """Flush a folder and all below it to disk."""
    for parent, _, names in os.walk(folder):
        for name in names:
            sync_file(Path(parent, name))
        sync_folder(Path(parent))


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
