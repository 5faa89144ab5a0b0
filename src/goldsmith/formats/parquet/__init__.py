"""Parquet: one row per document with nested columns, for large runs.

The columns are the fields of Goldsmith's structs (`SCHEMA`), so that Spark, DuckDB or pandas can
query annotations directly. Only `id` and `text` are required: a plain table of notes, as exported
from a hospital's database, is a corpus without annotations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from itertools import chain
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from goldsmith.core import Document
from goldsmith.core.problem import Problem
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.damage import DAMAGED
from goldsmith.formats.parquet.files import choose_batch_rows, open_reader, open_writer
from goldsmith.formats.parquet.lengths import find_large_group, find_long_text, locate_error
from goldsmith.formats.parquet.schema import DOCUMENT, SCHEMA, VERSION, VERSION_KEY
from goldsmith.formats.shared.native import fill_mention_texts
from goldsmith.formats.tree import Tree

_MAX_ROWS, _MAX_CHARACTERS = 512, 1 << 26
#: The largest row group to read as one part: all its documents are in memory at once.
_MAX_PART = 4096
_MAGIC = b"PAR1"


class RowGroup(Unit, frozen=True):
    """A row group of a file."""

    group: int = 0


class Parquet(Format):
    """Documents as rows of a Parquet file."""

    title = "Parquet (one row per document)"
    suffixes = (".parquet",)
    single_file = True
    carries = EVERYTHING
    takes_packed = True

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and head.startswith(_MAGIC)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        try:
            with tree.open(unit.main) as stream, open_reader(stream) as file:
                _check_schema(file.schema_arrow, where)
                columns = [name for name in SCHEMA.names if name in file.schema_arrow.names]
                groups, row_count = _choose_row_groups(file, unit)
                for group in groups:
                    rows = _Rows(where, row_count, tree.longest_text)
                    yield from rows.read(file, group, columns)
                    row_count += file.metadata.row_group(group).num_rows
        except (pa.ArrowException, UnicodeDecodeError, *DAMAGED) as error:
            raise InputError(
                f"this is not a readable Parquet file ({type(error).__name__})",
                where=where,
                expected="a complete Parquet file with texts in UTF-8",
                remedy="It may be truncated; download or export it again",
            ) from None

    def split(self, unit: Unit, tree: Tree) -> Sequence[Unit]:
        """Return the row groups, unless they are too large to be parts."""
        try:
            with tree.open(unit.main) as stream, open_reader(stream) as file:
                rows = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
                is_plain = isinstance(stream, BufferedReader)  # archives are slow to seek in
        except (pa.ArrowException, InputError, *DAMAGED):
            return ()  # `read` reports what is wrong
        if not is_plain or max(rows, default=0) > _MAX_PART:
            return ()
        return [RowGroup(unit.name, unit.main, group=number) for number in range(len(rows))]

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open_writer(folder / "corpus.parquet") as writer:
            for group in _make_row_groups(docs):
                writer.write_batch(pa.RecordBatch.from_struct_array(DOCUMENT.encode(group)))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        return tree.where(unit.main), 0  # rows have no lines; the message names the document


def _choose_row_groups(file: pq.ParquetFile, unit: Unit) -> tuple[range, int]:
    """Return the row groups of a unit, and the number of rows before them."""
    if not isinstance(unit, RowGroup):
        return range(file.num_row_groups), 0
    before = (file.metadata.row_group(group).num_rows for group in range(unit.group))
    return range(unit.group, unit.group + 1), sum(before)


def _make_row_groups(docs: Iterable[Document]) -> Iterator[list[Document]]:
    """Split documents into row groups with a limited number of rows and characters."""
    group: list[Document] = []
    size = 0
    for doc in docs:
        group.append(fill_mention_texts(doc))
        size += len(doc.text)
        if len(group) == _MAX_ROWS or size >= _MAX_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


class _Rows(msgspec.Struct):
    """The rows of a row group: their location, the rows before them, and the length limit."""

    where: str
    before: int
    longest_text: int

    def read(
        self, file: pq.ParquetFile, group: int, columns: list[str]
    ) -> Iterator[Document | InputError]:
        """Yield the documents, and an error for each row without a document or too long."""
        if error := find_large_group(file, group, self.longest_text, self.where):
            yield error
            return
        size = choose_batch_rows(file, [group])
        for batch in file.iter_batches(size, row_groups=[group], columns=columns):
            first, self.before = self.before, self.before + len(batch)
            results = self._select_short(batch, first)
            del batch  # a long note takes much memory
            yield from results

    def _select_short(self, batch: pa.RecordBatch, first: int) -> Iterator[Document | InputError]:
        """Yield the documents of a batch; read it row by row if a text is too long."""
        error = find_long_text(batch, self.longest_text)
        if error is None:
            return _read_batch(batch, first, self.where)
        if len(batch) == 1:
            return iter([locate_error(error, batch.column("id")[0], self.where)])
        rows = (self._select_short(batch.slice(row, 1), first + row) for row in range(len(batch)))
        return chain.from_iterable(rows)


def _read_batch(
    batch: pa.RecordBatch, first_row: int, where: str
) -> Iterator[Document | InputError]:
    """Yield the documents of a batch, and an error for each row without id or text."""
    docs = DOCUMENT.decode(batch.to_struct_array())
    if not any(batch.column(name).null_count for name in DOCUMENT.required):
        del batch  # the documents have copies of its texts
        yield from docs
        return
    ids, texts = (batch.column(name).is_valid().to_pylist() for name in DOCUMENT.required)
    rows = zip(docs, ids, texts, strict=True)
    for number, (doc, has_id, has_text) in enumerate(rows, first_row + 1):
        yield doc if has_id and has_text else _make_row_error(number, where)


def _make_row_error(row: int, where: str) -> InputError:
    return InputError(
        f"row {row} has no id or no text",
        where=where,
        expected="both in every row",
        remedy="Leave out such rows when you export the table",
    )


def _check_schema(schema: pa.Schema, where: str) -> None:
    """Raise an error for a later version, and for columns that are missing or of the wrong type."""
    version = (schema.metadata or {}).get(VERSION_KEY.encode(), b"").decode("utf-8", "replace")
    if version.isdecimal() and (len(version) > 9 or int(version) > VERSION):
        raise InputError(
            f"the file uses version {shorten_id(version)} of these columns",
            where=where,
            expected=f"version {VERSION} or earlier",
            remedy="Install a newer Goldsmith",
        )
    problems = list(DOCUMENT.find_problems(pa.struct(list(schema)), ""))
    if problems:
        raise InputError(
            "the columns do not match those of documents: " + "; ".join(problems),
            where=where,
            expected="id and text as string, and optionally metadata, sections and sets "
            "(docs/reference/formats/parquet.md)",
            remedy="Rename or cast the columns when you export the table",
        )


provides = Parquet()
