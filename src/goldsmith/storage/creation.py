"""Creates folders that several processes, perhaps on several machines, try to create at once."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from goldsmith.storage import system

_STAGING = ".staging"


@contextlib.contextmanager
def create_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder that becomes `path` when the block ends without an error.

    The first process to finish its block creates the folder. The folders of the others are removed
    silently. A process that is killed leaves its files in a hidden folder next to `path`.

    Args:
        path: The target, whose parent exists.
    """
    staged = path.parent / _STAGING / f"{path.name}-{secrets.token_hex(8)}"
    staged.mkdir(parents=True)
    try:
        yield staged
        system.sync_tree(staged)
        with contextlib.suppress(OSError):  # somebody else was first
            staged.rename(path)
        if not path.is_dir():
            raise FileNotFoundError(2, "the folder could not be created", str(path))
        system.sync_folder(path.parent)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
