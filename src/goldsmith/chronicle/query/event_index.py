"""Index events: write the columns that queries filter, sorted by name, and the names themselves.

A query with names reads only the row groups of the index with these names. An index belongs to one
version of the table `events`: its metadata contain a digest of that file's footer, so that a stale
index is never used.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith import storage
from goldsmith.chronicle.columns import DETAILS
from goldsmith.chronicle.tables import get_table_path

#: The columns that the first pass over all events reads.
COLUMNS: Final = (
    "patient",
    "event",
    "kind",
    "name",
    "assertion",
    "code_keys",
    *DETAILS,
    "start_earliest",
    "start_latest",
    "end_earliest",
    "end_latest",
)
_DIGEST = "goldsmith.events"
_GROUP_ROWS = 16384
#: Memory limits, in megabytes, beyond which the sort spills to disk. It needs memory for each
#: thread and each sorted run; if a limit is too low, the sort is retried with the next one.
_MEMORY = (160, 320, 640, 1280, 2560)
_THREADS = 2
Setting = str | bool | int | float | list[str]


def configure(threads: int = 0) -> dict[str, Setting]:
    """Return the DuckDB settings; DuckDB must not download or install extensions."""
    settings: dict[str, Setting] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    return {**settings, "threads": threads} if threads else settings


def quote(path: Path) -> str:
    """Quote a path as an SQL literal, for statements that do not allow a parameter."""
    return "'" + str(path).replace("'", "''") + "'"


def get_index_path(folder: Path) -> Path:
    """Return the path of the index."""
    return get_table_path(folder, "events_by_name")


def get_names_path(folder: Path) -> Path:
    """Return the path of the file of event names, each with its codes."""
    return get_table_path(folder, "event_names")


def write_index(folder: Path, *, threads: int = _THREADS) -> None:
    """Write the event index of a folder; queries are faster with it but do not require it."""
    events, index = get_table_path(folder, "events"), get_index_path(folder)
    names = get_names_path(folder)
    columns, digest = ", ".join(COLUMNS), _digest_footer(events)
    order = "ORDER BY name, code_keys, patient, event"
    copies = {
        index: f"SELECT {columns} FROM read_parquet({quote(events)}) {order}",
        names: f"SELECT DISTINCT name, code_keys FROM read_parquet({quote(index)}) ORDER BY ALL",
    }
    commands = [
        f"COPY ({select}) TO {quote(path)} "
        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_GROUP_ROWS}, "
        f"KV_METADATA {{'{_DIGEST}': '{digest}'}})"
        for path, select in copies.items()
    ]
    with storage.scratch_folder(index) as scratch:
        for command in commands:
            _execute(command, {**configure(threads), "temp_directory": str(scratch)})


def _execute(command: str, settings: dict[str, Setting]) -> None:
    """Run a command with the lowest memory limit that suffices."""
    for megabytes in _MEMORY:
        try:
            with duckdb.connect(
                config={**settings, "memory_limit": f"{megabytes}MB"}
            ) as connection:
                connection.execute(command)
            return
        except duckdb.OutOfMemoryException:
            if megabytes == _MEMORY[-1]:
                raise


def find_events(folder: Path) -> Path:
    """Return the path of the index if it is current, and otherwise of the table of events."""
    return _choose(get_index_path(folder), get_table_path(folder, "events"))


def find_names(folder: Path) -> Path:
    """Return the path of the name file if it is current, and otherwise of the table of events."""
    return _choose(get_names_path(folder), get_table_path(folder, "events"))


def _choose(derived: Path, events: Path) -> Path:
    try:
        metadata = pq.read_schema(derived).metadata or {}
    except (OSError, pa.ArrowException):
        return events
    return derived if metadata.get(_DIGEST.encode()) == _digest_footer(events).encode() else events


def _digest_footer(path: Path) -> str:
    """Return a digest of a Parquet file's footer, which locates and describes all its data."""
    with path.open("rb") as file:
        end = file.seek(-8, 2)
        size = int.from_bytes(file.read(4), "little")
        file.seek(max(0, end - size))
        return hashlib.blake2b(file.read(size), digest_size=16).hexdigest()
