"""Copies rows of a Parquet file without the texts that are too long.

Arrow takes three times the size of a long text to read it, even to read another row of its page.
DuckDB takes little more than the size of the page, so it copies the other rows to a small file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith.errors import InputError
from goldsmith.formats.length import MAX_CHARACTER_SIZE, make_bytes_error, make_length_error
from goldsmith.formats.parquet.files import open_reader
from goldsmith.formats.parquet.lengths import locate_error
from goldsmith.formats.parquet.pages import read_page_sizes
from goldsmith.formats.parquet.schema import SCHEMA

_ID, _TEXT, _SIZE = "id", "text", "goldsmith_size"
#: The size in bytes above which a page is large, whatever the limit: writers aim at a megabyte.
_LARGE_PAGE: Final = 1 << 25
#: DuckDB must not download or install extensions.
_SETTINGS: Final[dict[str, bool | int]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "threads": 1,
}
#: Characters that make a path a pattern for several files.
_PATTERN_CHARACTERS: Final = frozenset("*?[]{}")


class ShortCopy(NamedTuple):
    """A copy of some rows in which long texts are null, and the error of each such row."""

    path: Path
    errors: Mapping[int, InputError]


def has_large_page(path: Path, group: int, limit: int) -> bool:
    """Return whether the texts of a row group have a page that is large for notes.

    Args:
        path: The file.
        group: The number of the row group.
        limit: The largest number of characters in a note.
    """
    largest = max(_LARGE_PAGE, limit * MAX_CHARACTER_SIZE)
    with path.open("rb") as stream, pq.ParquetFile(stream) as file:
        metadata = file.metadata.row_group(group)
        columns = [metadata.column(number) for number in range(metadata.num_columns)]
        texts = [column for column in columns if column.path_in_schema == _TEXT]
        if sum(column.total_uncompressed_size for column in texts) <= largest:
            return False
        try:
            sizes = (size for column in texts for size in read_page_sizes(stream, column))
            return any(size > largest for size in sizes)
        except ValueError:
            return False  # Arrow reports what is wrong


@contextmanager
def copy_short_texts(
    path: Path, rows: range, limit: int, places: Sequence[str]
) -> Iterator[ShortCopy | None]:
    """Copy rows to a temporary file; yield None if DuckDB cannot read them.

    Args:
        path: The file.
        rows: The rows, counted from the beginning of the file.
        limit: The largest number of characters in a note.
        places: The location of each row, to report if its id cannot be read.
    """
    with TemporaryDirectory() as folder:
        target = Path(folder) / "notes.parquet"
        is_copied = _copy(path, rows, limit, target)
        yield ShortCopy(target, _list_errors(target, limit, places)) if is_copied else None


def _copy(path: Path, rows: range, limit: int, target: Path) -> bool:
    """Copy rows with DuckDB; return whether that was possible."""
    import duckdb  # slow to import, and needed for long texts only

    if not _PATTERN_CHARACTERS.isdisjoint(str(path)):
        return False  # DuckDB would search for files that match the pattern
    try:
        with duckdb.connect(config={**_SETTINGS}) as connection:
            connection.execute(
                _make_query(pq.read_schema(path), rows, limit),
                {"source": str(path), "target": str(target)},
            )
    except duckdb.Error:
        return False
    return True


def _make_query(schema: pa.Schema, rows: range, limit: int) -> str:
    columns = [name for name in SCHEMA.names if name in schema.names and name != _TEXT]
    size = f"length({_TEXT})"
    if pa.types.is_binary(schema.field(_TEXT).type):
        size, limit = f"octet_length({_TEXT})", limit * MAX_CHARACTER_SIZE
    return f"""
        COPY (
            SELECT {", ".join(columns)},
                CASE WHEN {size} <= {limit} THEN {_TEXT} END AS {_TEXT},
                CASE WHEN {size} > {limit} THEN {size} END AS {_SIZE}
            FROM read_parquet($source, file_row_number = true)
            WHERE file_row_number BETWEEN {rows.start} AND {rows.stop - 1}
        ) TO $target (FORMAT parquet, ROW_GROUP_SIZE {max(2_048, len(rows))})
    """


def _list_errors(path: Path, limit: int, places: Sequence[str]) -> dict[int, InputError]:
    """Return the error of each row of a copy whose text is too long."""
    errors: dict[int, InputError] = {}
    with open_reader(path) as file:
        is_binary = pa.types.is_binary(file.schema_arrow.field(_TEXT).type)
        ids, sizes = file.read(columns=[_ID, _SIZE]).columns
    for row, size in enumerate(sizes.to_pylist()):
        if size is not None:
            error = (
                make_bytes_error("the note", size, limit)
                if is_binary
                else make_length_error(size, limit)
            )
            errors[row] = locate_error(error, ids[row], places[row])
    return errors
