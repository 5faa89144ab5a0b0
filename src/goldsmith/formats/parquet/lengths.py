"""Notes of a Parquet file that are too long, noticed before their texts are decoded."""

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
_ONLY: Final = 0
#: Bytes of a column besides its text: the headers of its pages.
_HEADERS: Final = 1 << 16


def find_long_text(batch: pa.RecordBatch, limit: int) -> InputError | None:
    """Return the error of the first note of a batch that has too many characters, if any."""
    column = batch.column(_TEXT)
    if column.nbytes <= limit:
        return None
    counts = (count or 0 for count in _count_characters(column).to_pylist())
    return next((make_length_error(count, limit) for count in counts if count > limit), None)


def _count_characters(column: pa.Array) -> pa.Array:
    """Count the characters of texts, which may be bytes; a single value would be copied."""
    import pyarrow.compute as pc  # takes a while, and is needed for long texts alone

    if pa.types.is_dictionary(column.type):
        return _count_characters(column.dictionary).take(column.indices)
    if pa.types.is_binary(column.type):
        column = column.view(pa.string())
    elif not pa.types.is_string(column.type):
        column = column.cast(pa.large_binary()).view(pa.large_string())
    return pc.utf8_length(column)


def find_large_group(file: pq.ParquetFile, group: int, limit: int, place: str) -> InputError | None:
    """Return the error of a row group whose only note is certainly too long, without reading it.

    The file does not record the size of a note among others: to know it, all must be read.

    Args:
        file: The file.
        group: The number of the row group.
        limit: The most characters of a note.
        place: Where the row is, if its id cannot be read.
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
    return locate_error(make_bytes_error("the note", size, limit), ids[_ONLY], place)


def locate_error(error: InputError, name: pa.Scalar, place: str) -> InputError:
    """Return an error located at the id of its note; at a place if that is no id."""
    try:
        content = name.as_py()
        text = content.decode() if isinstance(content, bytes) else str(content or "")
        check_document_id(text)
    except (UnicodeDecodeError, InputError):
        return error.at(place)
    return error.at(text)
