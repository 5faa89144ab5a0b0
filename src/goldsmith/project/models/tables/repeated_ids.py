"""Finds ids that occur twice in a table of notes, before its parts go to different workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pyarrow as pa
from msgspec.structs import replace

from goldsmith.formats.parquet.files import open_reader
from goldsmith.project.models.tables.parts import Part, convert_damage
from goldsmith.storage.id_set import IdSet

_COLUMN = "id"
#: The number of ids to read at once.
_ROWS = 8_192


def mark_repeated_ids(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts, each with its rows whose id also occurs in an earlier row of any part.

    Only the ids are read, and their digests take bounded memory.

    Raises:
        InputError: A file cannot be read.
    """
    ids = IdSet()
    for (file, group), members in groupby(parts, lambda part: (part.file, part.group)):
        with convert_damage(Path(file)):
            repeated = list(_find_repeated(Path(file), group, ids))
        for part in members:
            yield replace(part, repeated=_select(repeated, part)) if repeated else part


def _select(rows: Sequence[int], part: Part) -> tuple[int, ...]:
    return tuple(row for row in rows if part.first <= row < part.end)


def _find_repeated(path: Path, group: int, ids: IdSet) -> Iterator[int]:
    """Yield the rows of a row group whose id is in a set; add the other ids to it."""
    row = 0
    with open_reader(path) as file:
        for batch in file.iter_batches(_ROWS, row_groups=[group], columns=[_COLUMN]):
            for name in _list_ids(batch.column(0)):
                if name is not None and not ids.add(name):
                    yield row
                row += 1


def _list_ids(column: pa.Array) -> list[str | None]:
    """Return the ids of a column; different bytes that are not UTF-8 stay different ids."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    contents: list[bytes | None] = column.cast(pa.large_binary()).to_pylist()
    return [
        None if content is None else content.decode("utf-8", "surrogateescape")
        for content in contents
    ]
