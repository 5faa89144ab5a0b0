"""Sizes of the pages of a Parquet column, from their headers.

A file records the size of each column of a row group, but a row group may be large because it has
many notes or because one note is very long. Pages tell the two apart: writers start a new page
after about a megabyte, so that only a long note makes a large page. A header is a struct in
Thrift's compact protocol (`PageHeader` in parquet.thrift); libraries do not expose it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO, Any, Final

#: Fields of a page header.
_UNCOMPRESSED_SIZE, _COMPRESSED_SIZE = 2, 3
#: Types of values in the compact protocol.
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _STRUCT = 1, 2, 3, 7, 8, 12
_INTEGERS: Final = frozenset({4, 5, 6})
_FIXED_SIZES: Final = {_TRUE: 0, _FALSE: 0, _BYTE: 1, _DOUBLE: 8}
#: More bytes than a 64-bit integer takes.
_MAX_INTEGER_SIZE: Final = 10


def read_page_sizes(stream: IO[bytes], column: Any) -> Iterator[int]:
    """Yield the uncompressed size of each page of a column; read only the headers.

    Args:
        stream: The file.
        column: The metadata of the column in a row group (`pyarrow.parquet.ColumnChunkMetaData`).

    Raises:
        ValueError: A header is damaged, or the column is encrypted.
    """
    position = column.dictionary_page_offset or column.data_page_offset
    end = position + column.total_compressed_size
    while position < end:
        stream.seek(position)
        header = _read_struct(stream)
        size, compressed = header.get(_UNCOMPRESSED_SIZE, -1), header.get(_COMPRESSED_SIZE, -1)
        if size < 0 or compressed < 0:
            raise ValueError("a page header has no sizes")
        yield size
        position = stream.tell() + compressed


def _read_struct(stream: IO[bytes], depth: int = 0) -> dict[int, int]:
    """Read a struct; return its integers by the number of their field."""
    integers: dict[int, int] = {}
    field = 0
    while head := _read_byte(stream):
        field = field + (head >> 4) if head >> 4 else _read_integer(stream)
        kind = head & 0x0F
        if kind in _INTEGERS:
            integers[field] = _read_integer(stream)
        elif kind == _STRUCT and depth < 4:
            _read_struct(stream, depth + 1)
        elif kind == _BINARY:
            stream.seek(_read_unsigned(stream), os.SEEK_CUR)
        elif kind in _FIXED_SIZES:
            stream.seek(_FIXED_SIZES[kind], os.SEEK_CUR)
        else:
            raise ValueError("a page header has an unknown type")
    return integers


def _read_byte(stream: IO[bytes]) -> int:
    content = stream.read(1)
    if not content:
        raise ValueError("the file ends in a page header")
    return content[0]


def _read_unsigned(stream: IO[bytes]) -> int:
    """Read an integer of seven bits in each byte, the lowest first."""
    number = 0
    for place in range(_MAX_INTEGER_SIZE):
        byte = _read_byte(stream)
        number |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return number
    raise ValueError("an integer in a page header is too long")


def _read_integer(stream: IO[bytes]) -> int:
    """Read an integer whose lowest bit is its sign."""
    number = _read_unsigned(stream)
    return (number >> 1) ^ -(number & 1)
