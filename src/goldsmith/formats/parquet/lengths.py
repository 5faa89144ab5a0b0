"""Detects notes of a Parquet file that are too long, before their texts are decoded."""

from __future__ import annotations

from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith.errors import InputError
from goldsmith.formats.length import (
    MAX_CHARACTER_SIZE,
    make_bytes_error,
    make_length_error,
)
from goldsmith.formats.safe_names import check_document_id

_ID, _TEXT = "id", "text"
#: An allowance in bytes for the page headers of a column.
_HEADERS: Final = 1 << 16


def find_long_text(batch: pa.RecordBatch, limit: int) -> InputError | None:
    """Return the error for the first note of a batch with too many characters, or None."""
    column = batch.column(_TEXT)
    if column.nbytes <= limit:
        return None
    counts = (count or 0 for count in _count_characters(column).to_pylist())
    return next((make_length_error(count, limit) for count in counts if count > limit), None)


def _count_characters(column: pa.Array) -> pa.Array:
    """Count the characters of each text, which may be bytes, without copying single values."""
    import pyarrow.compute as pc  # slow to import, and needed for long texts only

    if pa.types.is_dictionary(column.type):
        return _count_characters(column.dictionary).take(column.indices)
    if pa.types.is_binary(column.type):
        column = column.view(pa.string())
    elif not pa.types.is_string(column.type):
        column = column.cast(pa.large_binary()).view(pa.large_string())
    return pc.utf8_length(column)


def find_large_group(file: pq.ParquetFile, group: int, limit: int, place: str) -> InputError | None:
    """Return the error for a row group whose only note is certainly too long, without reading it.

    A row group of several notes must be read: the file does not record the size of each note.

    Args:
        file: The file.
        group: The number of the row group.
        limit: The largest number of characters in a note.
        place: The location to report if the id of the row cannot be read.
    """
    metadata = file.metadata.row_group(group)
    if metadata.num_rows != 1:
        return None
    columns = [metadata.column(number) for number in range(metadata.num_columns)]
    size = sum(
        column.total_uncompressed_size for column in columns if column.path_in_schema == _TEXT
    )
    if size <= limit * MAX_CHARACTER_SIZE + _HEADERS:
        return None
    ids = file.read_row_group(group, columns=[_ID]).column(_ID)
    return locate_error(make_bytes_error("the note", size, limit), ids[0], place)


def locate_error(error: InputError, name: pa.Scalar, place: str) -> InputError:
    """Return an error located at the id of its note, or at `place` if the id is unusable."""
    try:
        content = name.as_py()
        text = content.decode() if isinstance(content, bytes) else str(content or "")
        check_document_id(text)
    except (UnicodeDecodeError, InputError):
        return error.at(place)
    return error.at(text)
