"""The index of events: the columns that queries filter, sorted by name, and the names themselves.

A query that names what it asks for reads only the parts of the index with these names. The index
belongs to one state of the table `events`: its metadata hold a digest of the footer of that file,
so that an index of other events is never used.
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
#: Megabytes beyond which the sort goes to disk. It needs some for each thread and for each run of
#: sorted rows: if they do not suffice for very many events, it starts again with more.
_MEMORY = (160, 320, 640, 1280, 2560)
_THREADS = 2
Setting = str | bool | int | float | list[str]


def configure(threads: int = 0) -> dict[str, Setting]:
    """Return the settings of DuckDB: nothing is fetched or installed."""
    settings: dict[str, Setting] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    return {**settings, "threads": threads} if threads else settings


def quote(path: Path) -> str:
    """Quote a path as a literal of SQL, where no parameter is possible."""
    return "'" + str(path).replace("'", "''") + "'"


def get_index_path(folder: Path) -> Path:
    """Return the file of the index."""
    return get_table_path(folder, "events_by_name")


def get_names_path(folder: Path) -> Path:
    """Return the file of the names of events, each with the codes that go with it."""
    return get_table_path(folder, "event_names")


def write_index(folder: Path, *, threads: int = _THREADS) -> None:
    """Write the index of the events of a folder; it makes queries faster and is not required."""
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
    """Run a command with as little memory as it needs."""
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
    """Return the index if it belongs to the events, and otherwise the table of events itself."""
    return _choose(get_index_path(folder), get_table_path(folder, "events"))


def find_names(folder: Path) -> Path:
    """Return the file of names if it belongs to the events, and otherwise the table of events."""
    return _choose(get_names_path(folder), get_table_path(folder, "events"))


def _choose(derived: Path, events: Path) -> Path:
    try:
        metadata = pq.read_schema(derived).metadata or {}
    except (OSError, pa.ArrowException):
        return events
    return derived if metadata.get(_DIGEST.encode()) == _digest_footer(events).encode() else events


def _digest_footer(path: Path) -> str:
    """Return a digest of the footer of a Parquet file, which has the place of every value."""
    with path.open("rb") as file:
        end = file.seek(-8, 2)
        size = int.from_bytes(file.read(4), "little")
        file.seek(max(0, end - size))
        return hashlib.blake2b(file.read(size), digest_size=16).hexdigest()
