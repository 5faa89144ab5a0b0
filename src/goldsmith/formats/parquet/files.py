"""Opens Parquet files of documents so that long notes take little memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import IO, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith.formats.parquet.schema import SCHEMA
from goldsmith.formats.parquet.scratch import ReleasingFile

_TEXT: Final = "text"
#: The suffixes of the column paths of ids and offsets.
_UNIQUE: Final = (".id", ".start", ".end", ".arg1", ".arg2", ".members.list.element")
#: The number of bytes to read at once; without a limit, a whole column of a row group is read.
_BUFFER_SIZE: Final = 1 << 20
#: The number of rows to decode at once, and roughly their bytes: few enough for the processor's
#: cache.
BATCH_ROWS: Final = 128
BATCH_BYTES: Final = 4_000_000


def _list_leaves(name: str, kind: pa.DataType) -> Iterator[str]:
    """Yield the paths of the Parquet columns for an Arrow column."""
    if pa.types.is_map(kind):
        yield from (f"{name}.key_value.key", f"{name}.key_value.value")
    elif pa.types.is_list(kind):
        yield from _list_leaves(f"{name}.list.element", kind.value_type)
    elif pa.types.is_struct(kind):
        for field in kind:
            yield from _list_leaves(f"{name}.{field.name}", field.type)
    else:
        yield name


#: Columns with minimum and maximum statistics: all but the texts of notes, which can be long.
_WITH_RANGE: Final = [
    path for field in SCHEMA if field.name != _TEXT for path in _list_leaves(field.name, field.type)
]
#: Columns with a dictionary: those whose values recur within a note. The writer checks the size of
#: a dictionary only after each row, so a dictionary of ids would contain all ids of a long note.
_WITH_DICTIONARY: Final = [path for path in _WITH_RANGE if not path.endswith(_UNIQUE)]


@contextmanager
def open_writer(path: Path) -> Iterator[Any]:
    """Open a file for rows of documents; yield its `ParquetWriter`."""
    with (
        ReleasingFile(FileIO(path, "wb")) as file,
        pq.ParquetWriter(
            file,
            SCHEMA,
            compression="zstd",
            use_dictionary=_WITH_DICTIONARY,
            write_statistics=_WITH_RANGE,
        ) as writer,
    ):
        yield writer


def open_reader(file: str | Path | IO[bytes]) -> pq.ParquetFile:
    """Open a file without pre-buffering, which would load all of it into memory."""
    return pq.ParquetFile(file, buffer_size=_BUFFER_SIZE, pre_buffer=False)


def choose_batch_rows(file: pq.ParquetFile, groups: Iterable[int]) -> int:
    """Return how many rows of some row groups to decode at once: fewer if they are long."""
    chosen = [file.metadata.row_group(number) for number in groups]
    sizes: list[int] = [group.total_byte_size // max(1, group.num_rows) for group in chosen]
    return max(1, min(BATCH_ROWS, BATCH_BYTES // max([1, *sizes])))
