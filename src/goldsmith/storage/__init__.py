"""Atomic writing of files and folders: the only code that replaces anything on disk.

    with storage.stage_folder(out) as folder:      # `out` appears, or is replaced, at the end
        ...
    with storage.stage_file(out) as path:          # the same for one file
        ...
    storage.write_text(out, page)

Either everything written in the block replaces the target, or the target stays unchanged. The
content is flushed to disk before it replaces the target. A run that is killed leaves at most a
hidden `.part` file or folder next to the target; the next run that writes the target removes it.
"""

from goldsmith.storage.creation import create_folder
from goldsmith.storage.locks import append_lines, lock_file
from goldsmith.storage.places import check_free, is_free
from goldsmith.storage.staging import (
    recover,
    scratch_folder,
    stage_file,
    stage_folder,
    write_bytes,
    write_text,
)

__all__ = [
    "append_lines",
    "check_free",
    "create_folder",
    "is_free",
    "lock_file",
    "recover",
    "scratch_folder",
    "stage_file",
    "stage_folder",
    "write_bytes",
    "write_text",
]
