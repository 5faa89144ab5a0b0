"""Folders as zip archives."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path


def pack_folder(
    folder: Path, target: Path, *, prefix: str = "", advance: Callable[[], None] = lambda: None
) -> None:
    """Pack the files of a folder into a zip archive.

    Args:
        folder: The folder.
        target: The archive to write.
        prefix: The folder inside the archive; none if "".
        advance: Called after each file.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                archive.write(path, f"{prefix}/{name}" if prefix else name)
                advance()
