"""The columns of a document in Parquet, one for each field of Goldsmith's structs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
)
from goldsmith.errors import InputError
from goldsmith.formats.parquet.columns import (
    INTEGER,
    TEXT,
    UNIQUE_TEXT,
    Column,
    ListColumn,
    MapColumn,
    StructColumn,
)

#: The version of these columns, stored in the metadata of the file under this key.
VERSION, VERSION_KEY = 1, "goldsmith.version"


def _make_texts(names: str) -> dict[str, Column]:
    return dict.fromkeys(names.split(), TEXT)


def _list_sets(sets: Mapping[str, AnnotationSet]) -> Sequence[AnnotationSet]:
    return list(sets.values())


def _map_sets(sets: Sequence[AnnotationSet]) -> Mapping[str, AnnotationSet]:
    by_name = {annotation_set.name: annotation_set for annotation_set in sets}
    if len(by_name) < len(sets):
        raise InputError(
            "a document has two sets of the same name",
            expected="each name once",
            remedy="Rename one of them when you export the table",
        )
    return by_name


_SPAN = StructColumn(Span, "start end", {"start": INTEGER, "end": INTEGER})
_CODE = StructColumn(Code, "code", _make_texts("code system name"))
_MENTION = StructColumn(
    Mention,
    "id type spans",
    {
        **_make_texts("id type"),
        "spans": ListColumn(_SPAN),
        "attributes": MapColumn(),
        "codes": ListColumn(_CODE),
        "text": TEXT,
    },
)
_RELATION = StructColumn(
    Relation, "id type arg1 arg2", {**_make_texts("id type arg1 arg2"), "attributes": MapColumn()}
)
_GROUP = StructColumn(
    Group,
    "id type members",
    {**_make_texts("id type"), "members": ListColumn(TEXT), "attributes": MapColumn()},
)
_NOTE = StructColumn(Note, "text", _make_texts("text target kind"))
_PROVENANCE = StructColumn(
    Provenance, "", {**_make_texts("kind agent created tool"), "sources": ListColumn(TEXT)}
)
_SET = StructColumn(
    AnnotationSet,
    "name",
    {
        "name": TEXT,
        "mentions": ListColumn(_MENTION),
        "relations": ListColumn(_RELATION),
        "groups": ListColumn(_GROUP),
        "notes": ListColumn(_NOTE),
        "schema": TEXT,
        "provenance": _PROVENANCE,
    },
)
_METADATA = StructColumn(
    Metadata,
    "",
    {**_make_texts("patient type subtype date diagnosis institution"), "extra": MapColumn()},
)
_SECTION = StructColumn(Section, "span", {"span": _SPAN, **_make_texts("kind title")})
DOCUMENT = StructColumn(
    Document,
    "id text",
    {
        "id": UNIQUE_TEXT,
        "text": UNIQUE_TEXT,
        "metadata": _METADATA,
        "sections": ListColumn(_SECTION),
        "sets": ListColumn(_SET, split=_list_sets, join=_map_sets),
    },
)

SCHEMA = pa.schema(DOCUMENT.fields, metadata={VERSION_KEY: str(VERSION)})
