"""Atomic files and folders: the only place that replaces anything on disk.

    with storage.stage_folder(out) as folder:      # `out` appears, or is replaced, at the end
        ...
    with storage.stage_file(out) as path:          # the same for one file
        ...
    storage.write_text(out, page)

Either everything written in the block takes the place of the target, or the target stays as it was.
The content reaches the disk before it takes the place of the target. A run that is killed leaves at
most a hidden `.part` neighbour behind, which the next run that writes the same target removes.
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
