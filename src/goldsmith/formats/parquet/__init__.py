"""Parquet: one row a document, everything it holds in nested columns; for large runs.

The columns are those of Goldsmith's own structs (`SCHEMA`), so that Spark, DuckDB or pandas can
query annotations where they stand. Only `id` and `text` must be there: a table of notes as a
hospital's data engineers have it is a corpus without annotations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec.structs import replace

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
from goldsmith.core.validation import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.parquet.columns import NUMBER, TEXT, Column, ListOf, Pairs, StructOf
from goldsmith.formats.shared.native import recorded
from goldsmith.formats.tree import Tree

#: The version of these columns, kept in the file under this key.
VERSION, KEY = 1, "goldsmith.version"
_ROWS, _CHARACTERS = 512, 1 << 26
_BUFFER = 1 << 20
_MAGIC = b"PAR1"


def _texts(names: str) -> dict[str, Column]:
    return dict.fromkeys(names.split(), TEXT)


def _listed(sets: Mapping[str, AnnotationSet]) -> Sequence[AnnotationSet]:
    return [one if one.name == name else replace(one, name=name) for name, one in sets.items()]


def _by_name(sets: Sequence[AnnotationSet]) -> Mapping[str, AnnotationSet]:
    return {one.name: one for one in sets}


_SPAN = StructOf(Span, "start end", {"start": NUMBER, "end": NUMBER})
_CODE = StructOf(Code, "code", _texts("code system name"))
_MENTION = StructOf(
    Mention,
    "id type spans",
    {
        **_texts("id type"),
        "spans": ListOf(_SPAN),
        "attributes": Pairs(),
        "codes": ListOf(_CODE),
        "text": TEXT,
    },
)
_RELATION = StructOf(
    Relation, "id type arg1 arg2", {**_texts("id type arg1 arg2"), "attributes": Pairs()}
)
_GROUP = StructOf(
    Group,
    "id type members",
    {**_texts("id type"), "members": ListOf(TEXT), "attributes": Pairs()},
)
_NOTE = StructOf(Note, "text", _texts("text target kind"))
_PROVENANCE = StructOf(
    Provenance, "", {**_texts("kind agent created tool"), "sources": ListOf(TEXT)}
)
_SET = StructOf(
    AnnotationSet,
    "name",
    {
        "name": TEXT,
        "mentions": ListOf(_MENTION),
        "relations": ListOf(_RELATION),
        "groups": ListOf(_GROUP),
        "notes": ListOf(_NOTE),
        "schema": TEXT,
        "provenance": _PROVENANCE,
    },
)
_METADATA = StructOf(
    Metadata,
    "",
    {**_texts("patient type subtype date diagnosis institution"), "extra": Pairs()},
)
_SECTION = StructOf(Section, "span", {"span": _SPAN, **_texts("kind title")})
_DOCUMENT = StructOf(
    Document,
    "id text",
    {
        **_texts("id text"),
        "metadata": _METADATA,
        "sections": ListOf(_SECTION),
        "sets": ListOf(_SET, parts=_listed, whole=_by_name),
    },
)

SCHEMA = pa.schema(_DOCUMENT.fields, metadata={KEY: str(VERSION)})


class Parquet(Format):
    """Goldsmith's documents as Parquet, one row each."""

    title = "Parquet (one row a document)"
    suffixes = (".parquet",)
    one_file = True
    carries = EVERYTHING

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and head.startswith(_MAGIC)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        try:
            with tree.open(unit.main) as stream, _opened(stream) as file:
                _check(file.schema_arrow, where)
                wanted = [name for name in SCHEMA.names if name in file.schema_arrow.names]
                rows = 0
                for batch in file.iter_batches(_ROWS, columns=wanted):
                    yield from _documents(batch, rows, where)
                    rows += len(batch)
        except (pa.ArrowException, OSError, EOFError, UnicodeDecodeError) as error:
            raise InputError(
                f"this is not a readable Parquet file ({type(error).__name__})",
                where=where,
                expected="a whole Parquet file with texts in UTF-8",
                remedy="It may be truncated; fetch or export it again",
            ) from None

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with pq.ParquetWriter(folder / "corpus.parquet", SCHEMA, compression="zstd") as writer:
            for group in _groups(docs):
                writer.write_batch(pa.RecordBatch.from_struct_array(_DOCUMENT.encode(group)))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        return tree.where(unit.main), 0  # rows have no lines; the message names the document


def _opened(stream: IO[bytes]) -> pq.ParquetFile:
    """The file, to be read piece by piece: read ahead, it would end up in memory as a whole."""
    return pq.ParquetFile(stream, buffer_size=_BUFFER, pre_buffer=False)


def _groups(docs: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in row groups of bounded size: so many rows, or so many characters."""
    group: list[Document] = []
    size = 0
    for doc in docs:
        group.append(recorded(doc))
        size += len(doc.text)
        if len(group) == _ROWS or size >= _CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


def _documents(batch: pa.RecordBatch, before: int, where: str) -> Iterator[Document | InputError]:
    """The documents of some rows; a row without id or text is an error of its own."""
    docs = _DOCUMENT.decode(batch.to_struct_array())
    if not any(batch.column(name).null_count for name in _DOCUMENT.needed):
        yield from docs
        return
    ids, texts = (batch.column(name).is_valid().to_pylist() for name in _DOCUMENT.needed)
    rows = zip(docs, ids, texts, strict=True)
    for number, (doc, has_id, has_text) in enumerate(rows, before + 1):
        yield doc if has_id and has_text else _incomplete(number, where)


def _incomplete(row: int, where: str) -> InputError:
    return InputError(
        f"row {row} has no id or no text",
        where=where,
        expected="both in every row",
        remedy="Leave such rows out when you export the table",
    )


def _check(found: pa.Schema, where: str) -> None:
    """Refuses files of a later version, and columns that are missing or of another type."""
    version = (found.metadata or {}).get(KEY.encode(), b"").decode("utf-8", "replace")
    if version.isdecimal() and int(version) > VERSION:
        raise InputError(
            f"the file is of version {version} of these columns",
            where=where,
            expected=f"version {VERSION} or earlier",
            remedy="Install a newer Goldsmith",
        )
    problems = list(_DOCUMENT.problems(pa.struct(list(found)), ""))
    if problems:
        raise InputError(
            "the columns are not those of documents: " + "; ".join(problems),
            where=where,
            expected="id and text as string, and perhaps metadata, sections and sets "
            "(docs/formats/parquet.md)",
            remedy="Rename or cast the columns when you export the table",
        )


provides = Parquet()
