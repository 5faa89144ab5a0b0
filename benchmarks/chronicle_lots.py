"""Large corpora of made-up patients: the notes of a few hundred lives, repeated.

Making 250,000 notes takes half an hour, so a few hundred lives are made and copied. Each copy has
new ids for patients and notes, and its dates (of the notes and in the values of time expressions)
are a multiple of four years earlier, so that leap days remain valid dates.
"""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from goldsmith.formats import write
from goldsmith_demo.make import make_documents

SETS = ("clef", "clef-temporal")
_YEARS = 4
_YEAR = re.compile(r"\d{4}(?=-|$)")
_ROWS = 512


def make_lives(path: Path, lives: int, seed: int) -> None:
    """Write the notes of some patients, unless the file exists."""
    if not path.exists():
        write(make_documents(lives, seed=seed, schemas=SETS), path, "parquet")


def repeat_lives(lives: Path, path: Path, patients: int, most: int = 0) -> None:
    """Write a corpus of many patients by copying the patients of a file until there are enough.

    If `most` is not 0, leave out later notes of a patient.
    """
    table = pq.read_table(lives).combine_chunks()
    if most:
        numbers = pc.struct_field(pc.extract_regex(table["id"], r"(?P<number>\d+)$"), "number")
        table = table.filter(pc.less_equal(pc.cast(numbers, pa.int32()), most)).combine_chunks()
    names = pc.unique(pc.struct_field(table["metadata"], "patient"))
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        for copy in range(-(-patients // len(names))):
            chosen = names[: patients - copy * len(names)]
            keep = pc.is_in(pc.struct_field(table["metadata"], "patient"), value_set=chosen)
            writer.write_table(_rename(table.filter(keep), copy), row_group_size=_ROWS)


def _rename(table: pa.Table, copy: int) -> pa.Table:
    columns = dict(zip(table.column_names, table.combine_chunks().columns, strict=True))
    columns = {name: column.combine_chunks() for name, column in columns.items()}
    columns["id"] = _prefix(columns["id"], copy)
    columns["metadata"] = _replace_fields(
        columns["metadata"],
        patient=lambda values: _prefix(values, copy),
        date=lambda values: _shift(values, copy),
    )
    columns["sets"] = _change_items(
        columns["sets"],
        lambda sets: _replace_fields(
            sets,
            mentions=lambda lists: _change_items(
                lists,
                lambda mentions: _replace_fields(
                    mentions, attributes=lambda maps: _shift_values(maps, copy)
                ),
            ),
        ),
    )
    return pa.table(columns, schema=table.schema)


def _prefix(values, copy):
    return pc.binary_join_element_wise(f"C{copy:03}", values, "-")


def _shift(values, copy):
    """Move dates back by whole years, changing each distinct date once."""
    encoded = values.dictionary_encode()
    moved = [
        _YEAR.sub(lambda year: f"{int(year[0]) - _YEARS * copy:04}", value, count=1)
        if value and _YEAR.match(value)
        else value
        for value in encoded.dictionary.to_pylist()
    ]
    return pa.DictionaryArray.from_arrays(
        encoded.indices, pa.array(moved, values.type)
    ).dictionary_decode()


def _shift_values(maps, copy):
    """Move the values of time expressions, which are attributes called `value`."""
    keys, items = maps.keys, maps.items
    moved = pc.if_else(pc.equal(keys, "value"), _shift(items, copy), items)
    return pa.MapArray.from_arrays(maps.offsets, keys, moved, type=maps.type)


def _change_items(lists, change):
    return pa.ListArray.from_arrays(lists.offsets, change(lists.values), type=lists.type)


def _replace_fields(structs, **changes):
    fields = list(structs.type)
    arrays = [
        changes[field.name](array) if field.name in changes else array
        for field, array in zip(fields, structs.flatten(), strict=True)
    ]
    return pa.StructArray.from_arrays(arrays, fields=fields)
