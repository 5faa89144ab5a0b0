"""Annotations as tidy Parquet tables, for Spark, DuckDB and pandas.

A row of `mentions` is a mention, a row of `codes` a code of a mention, and so on. Join on
`document`, `set` and the id of the annotation. `documents` has the columns of the format `parquet`
and contains everything; the other tables repeat parts of it in a form that is easy to query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final

import pyarrow as pa
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Schema, derive_chains
from goldsmith.core.packed import PackedSequence
from goldsmith.formats.parquet.arrays import encode_integers, encode_texts
from goldsmith.formats.parquet.schema import DOCUMENT, SCHEMA
from goldsmith.formats.shared.native import fill_mention_texts

Row = tuple[Any, ...]
#: The number of rows to encode at once.
_BLOCK = 8_192
_TIME = "time"


def _make_schema(texts: str, numbers: str = "") -> pa.Schema:
    fields = [pa.field(name, pa.string(), nullable=False) for name in texts.split()]
    fields += [pa.field(name, pa.int32(), nullable=False) for name in numbers.split()]
    return pa.schema(fields)


#: The columns of each table except `documents`.
COLUMNS: Final[Mapping[str, pa.Schema]] = {
    "mentions": _make_schema("document set id type text", "start end fragments"),
    "relations": _make_schema("document set id type arg1 arg2"),
    "codes": _make_schema("document set mention system code name"),
    "assertions": _make_schema("document set mention attribute value"),
    "chains": _make_schema("document set mention", "chain"),
    "times": _make_schema("document set mention type value text", "start end"),
}
DOCUMENTS = "documents"
#: All tables, with their columns.
TABLES: Final[Mapping[str, pa.Schema]] = {DOCUMENTS: SCHEMA, **COLUMNS}


def encode_tables(
    docs: Sequence[Document], set_name: str, schema: Schema | None
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """Yield documents, and the annotations of one of their sets, as batches of the tables.

    Args:
        docs: The documents.
        set_name: The set.
        schema: Defines which relations and groups mean identity, and which mentions are times.
    """
    if not docs:
        return
    filled = [fill_mention_texts(doc) for doc in docs]
    yield DOCUMENTS, pa.RecordBatch.from_struct_array(DOCUMENT.encode(filled))
    for name, columns in COLUMNS.items():
        rows = (
            (doc.id, set_name, *row)
            for doc in filled
            for row in _list_rows(name, doc.sets[set_name], schema)
        )
        while block := list(islice(rows, _BLOCK)):
            yield name, _encode_rows(block, columns)


def _encode_rows(rows: Sequence[Row], columns: pa.Schema) -> pa.RecordBatch:
    values = zip(*rows, strict=True)
    arrays = [
        encode_texts(column) if pa.types.is_string(field.type) else encode_integers(column)
        for column, field in zip(values, columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


def _list_mentions(set_: AnnotationSet) -> Iterator[Row]:
    for mention in set_.mentions:
        place = mention.start, mention.end, len(mention.spans)
        yield (mention.id, mention.type, mention.text, *place)


def _list_relations(set_: AnnotationSet) -> Iterator[Row]:
    for rel in set_.relations:
        yield rel.id, rel.type, rel.arg1, rel.arg2


def _list_codes(set_: AnnotationSet) -> Iterator[Row]:
    for mention in set_.mentions:
        for code in mention.codes:
            yield mention.id, code.system, code.code, code.name


def _list_assertions(set_: AnnotationSet) -> Iterator[Row]:
    for mention in set_.mentions:
        for name, value in sorted(mention.attributes.items()):
            yield mention.id, name, value


def _list_chains(set_: AnnotationSet, schema: Schema) -> Iterator[Row]:
    chains = (derive_chains(part, schema) for part in _iterate_parts(set_))
    for number, coreferent in enumerate(chain.from_iterable(chains)):
        for member in coreferent.members:
            yield member, number


def _iterate_parts(set_: AnnotationSet) -> Iterator[AnnotationSet]:
    """Yield a set, or the independent parts of a packed set."""
    sequences: tuple[Sequence[Any], ...] = (set_.mentions, set_.relations, set_.groups)
    packed = [sequence for sequence in sequences if isinstance(sequence, PackedSequence)]
    if len(packed) < len(sequences):
        yield set_
        return
    for mentions, relations, groups in zip(*(s.iterate_parts() for s in packed), strict=True):
        yield replace(
            set_, mentions=tuple(mentions), relations=tuple(relations), groups=tuple(groups)
        )


def _list_times(set_: AnnotationSet, schema: Schema) -> Iterator[Row]:
    types = {type_.name for type_ in schema.mention if type_.kind == _TIME}
    for mention in set_.mentions:
        if mention.type in types:
            attributes = mention.attributes
            yield (
                mention.id,
                attributes.get("type", ""),
                attributes.get("value", ""),
                mention.text,
                mention.start,
                mention.end,
            )


_LISTERS: Mapping[str, Callable[[AnnotationSet], Iterator[Row]]] = {
    "mentions": _list_mentions,
    "relations": _list_relations,
    "codes": _list_codes,
    "assertions": _list_assertions,
}
#: Tables whose rows depend on the schema; they are empty without one.
_SCHEMA_LISTERS: Mapping[str, Callable[[AnnotationSet, Schema], Iterator[Row]]] = {
    "chains": _list_chains,
    "times": _list_times,
}


def _list_rows(table: str, set_: AnnotationSet, schema: Schema | None) -> Iterable[Row]:
    if table in _LISTERS:
        return _LISTERS[table](set_)
    return _SCHEMA_LISTERS[table](set_, schema) if schema else ()
