"""Divides Parquet files into parts, and reads the documents of a part."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec.structs import replace

from goldsmith.core import Document, check_structure
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.formats.damage import DAMAGED
from goldsmith.formats.parquet.files import BATCH_BYTES, choose_batch_rows, open_reader
from goldsmith.formats.parquet.lengths import find_large_group, find_long_text, locate_error
from goldsmith.formats.parquet.schema import DOCUMENT
from goldsmith.formats.parquet.short_copies import copy_short_texts, has_large_page
from goldsmith.formats.safe_names import check_names, make_repeat_error
from goldsmith.runners.memory import return_free_memory

_SUFFIX = ".parquet"


class Part(msgspec.Struct, frozen=True):
    """Rows of a row group of a file."""

    number: int
    file: str
    group: int
    first: int
    """The first row within the row group."""
    end: int
    repeated: tuple[int, ...] = ()
    """Rows within the row group whose id also occurs in an earlier row of the input."""


class Row(msgspec.Struct, frozen=True):
    """A document, or the reason why the row has none; `name` locates the row."""

    name: str
    doc: Document | None = None
    error: InputError | None = None


def list_files(path: Path) -> list[Path]:
    """Return the Parquet files at a path, in order.

    Raises:
        InputError: There are none.
    """
    candidates = sorted(path.rglob(f"*{_SUFFIX}")) if path.is_dir() else [path]
    files = [file for file in candidates if file.is_file() and file.suffix == _SUFFIX]
    if not files:
        raise InputError(
            "found no Parquet files", where=str(path), expected=f"files ending in {_SUFFIX}"
        )
    return files


def list_parts(path: Path, *, rows: int) -> list[Part]:
    """Divide the rows of the Parquet files at a path into parts of at most `rows`.

    Raises:
        InputError: A file cannot be read or lacks id or text.
    """
    parts: list[Part] = []
    for file in list_files(path):
        metadata = _read_metadata(file)
        for group in range(metadata.num_row_groups):
            count = metadata.row_group(group).num_rows
            for first in range(0, count, rows):
                end = min(count, first + rows)
                parts.append(Part(len(parts), str(file.absolute()), group, first, end))
    return parts


def _read_metadata(file: Path) -> pq.FileMetaData:
    with convert_damage(file), pq.ParquetFile(file) as opened:
        _check_columns(opened.schema_arrow, file)
        return opened.metadata


@contextmanager
def convert_damage(file: Path) -> Iterator[None]:
    """Convert the exceptions of a damaged file to InputError.

    Raises:
        InputError: The file is damaged.
    """
    try:
        yield
    except (pa.ArrowException, *DAMAGED) as error:
        raise InputError(
            f"this is not a readable Parquet file ({type(error).__name__})", where=str(file)
        ) from None


def _check_columns(schema: pa.Schema, file: Path) -> None:
    """Raise an error unless the columns are document columns; a text may also be bytes."""
    fields = [
        pa.field(field.name, pa.string())
        if field.name in DOCUMENT.required and pa.types.is_binary(field.type)
        else field
        for field in schema
    ]
    problems = list(DOCUMENT.find_problems(pa.struct(fields), ""))
    if problems:
        raise InputError(
            "the columns do not match those of documents: " + "; ".join(problems),
            where=str(file),
            expected="id and text as string",
            remedy=Remedy.NAME_FORMAT,
        )


def read_part(part: Part, *, longest_text: int = sys.maxsize) -> Iterator[Row]:
    """Yield the rows of a part, with only a few in memory at once.

    Args:
        part: The part.
        longest_text: The largest number of characters in a note; a longer text is not decoded.
    """
    place = f"{Path(part.file).name}, row group {part.group}, row "
    if part.end == 1 and (error := _find_long_note(part, longest_text, place)):
        yield Row(error.where, error=error)
        return
    rows, repeated = _read_rows(part, place, longest_text), frozenset(part.repeated)
    if not repeated:
        yield from rows
        return
    for number, row in enumerate(rows, part.first):
        yield _refuse_repeated(row) if number in repeated else row


def _read_rows(part: Part, place: str, longest_text: int) -> Iterator[Row]:
    """Yield the rows of a part; copy the short notes first if there is a very long one."""
    path = Path(part.file)
    if not has_large_page(path, part.group, longest_text):
        yield from _decode_part(part, place, part.first, longest_text)
        return
    places = [f"{place}{number + 1}" for number in range(part.first, part.end)]
    with copy_short_texts(path, _find_file_rows(part), longest_text, places) as copy:
        if copy is None:
            yield from _decode_part(part, place, part.first, longest_text)
            return
        return_free_memory()
        moved = replace(part, file=str(copy.path), group=0, first=0, end=part.end - part.first)
        for number, row in enumerate(_decode_part(moved, place, part.first, longest_text)):
            error = copy.errors.get(number)
            yield row if error is None else Row(error.where, error=error)


def _decode_part(part: Part, place: str, first: int, longest_text: int) -> Iterator[Row]:
    """Yield the rows of a part, whose first row is reported under the number `first`."""
    for batch, number in _read_batches(part):
        rows = decode_rows(batch, place, number - part.first + first, longest_text=longest_text)
        del batch  # a long note takes much memory
        yield from rows


def _find_file_rows(part: Part) -> range:
    """Return the rows of a part, counted from the beginning of the file."""
    metadata = pq.read_metadata(part.file)
    before = sum(metadata.row_group(group).num_rows for group in range(part.group))
    return range(before + part.first, before + part.end)


def _find_long_note(part: Part, longest_text: int, place: str) -> InputError | None:
    """Return the error for a part whose only note is too long by the file's metadata, or None."""
    with open_reader(part.file) as file:
        return find_large_group(file, part.group, longest_text, f"{place}1")


def _refuse_repeated(row: Row) -> Row:
    """Return a row with the error for a repeated id, unless it already has an error."""
    return row if row.doc is None else Row(row.name, error=make_repeat_error(row.doc.id))


def _read_batches(part: Part) -> Iterator[tuple[pa.RecordBatch, int]]:
    """Yield the rows of a part in batches, with the number of the first row of each."""
    with open_reader(part.file) as file:
        columns = [name for name in DOCUMENT.columns if name in file.schema_arrow.names]
        size = choose_batch_rows(file, [part.group])
        batches = file.iter_batches(size, row_groups=[part.group], columns=columns)
        position = 0
        for batch in batches:
            start, position = position, position + len(batch)
            if position >= part.end:
                batches.close()  # frees its buffers before the last rows are annotated
            first, end = max(part.first, start), min(part.end, position)
            if first < end:
                selected = [batch.slice(first - start, end - first)]
                del batch
                yield selected.pop(), first  # a variable of the generator would keep it alive


def decode_rows(
    batch: pa.RecordBatch, place: str, first: int, *, longest_text: int
) -> Iterator[Row]:
    """Yield the rows of a batch; if it cannot be decoded as a whole, row by row.

    Args:
        batch: The rows.
        place: Their location, without the number of the row.
        first: The number of the first row, from 0.
        longest_text: The largest number of characters in a note.
    """
    is_long = batch.nbytes > BATCH_BYTES
    try:
        docs = _decode(batch, longest_text)
    except (pa.ArrowException, UnicodeDecodeError, InputError):
        docs = []
        yield from _decode_singly(batch, place, first, longest_text)
    del batch  # the documents have copies of its texts
    if is_long:  # Arrow retains freed memory: several times the size of a long note
        pa.default_memory_pool().release_unused()
    for index, doc in enumerate(docs, first + 1):
        yield _check(f"{place}{index}", doc)


def _decode_singly(
    batch: pa.RecordBatch, place: str, first: int, longest_text: int
) -> Iterator[Row]:
    """Yield the rows of a batch that cannot be decoded as a whole."""
    name = f"{place}{first + 1}"
    if len(batch) > 1:
        for index in range(len(batch)):
            row = batch.slice(index, 1)
            yield from decode_rows(row, place, first + index, longest_text=longest_text)
    elif error := find_long_text(batch, longest_text):
        located = locate_error(error, batch.column("id")[0], name)
        yield Row(located.where, error=located)
    else:
        yield _describe_bad_row(batch, name)


def _decode(batch: pa.RecordBatch, longest_text: int) -> list[Document]:
    if error := find_long_text(batch, longest_text):
        raise error
    for index, field in enumerate(batch.schema):
        if field.name in DOCUMENT.required:
            if batch.column(index).null_count:
                raise InputError("a row has no id or no text")
            if pa.types.is_binary(field.type):
                text = batch.column(index).cast(pa.string())
                batch = batch.set_column(index, field.name, text)
    docs: list[Document] = DOCUMENT.decode(batch.to_struct_array())
    return docs


def _describe_bad_row(batch: pa.RecordBatch, name: str) -> Row:
    """Return a row with the reason why it cannot be decoded, under its id if that is readable."""
    for column in DOCUMENT.required:
        value = batch.column(column)[0]
        text = _read_text(value)
        if not value.is_valid:
            return Row(name, error=_make_row_error(f"the row has no {column}"))
        if text is None:
            return Row(name, error=_make_row_error(f"the {column} is not UTF-8"))
        if column == "id":
            name = f"{shorten_id(text)} ({name})"
    return Row(name, error=_make_row_error("the row cannot be read"))


def _read_text(value: pa.Scalar) -> str | None:
    """Return a text, or None if its bytes are not UTF-8."""
    try:
        content = value.as_py()
        return content.decode() if isinstance(content, bytes) else str(content)
    except UnicodeDecodeError:
        return None


def _make_row_error(what: str) -> InputError:
    return InputError(what, expected="an id and a text in UTF-8")


def _check(name: str, doc: Document) -> Row:
    try:
        check_names(doc)
    except InputError as error:
        return Row(name, error=error)
    if problem := next(check_structure(doc), None):
        return Row(doc.id, error=InputError(f"{problem.message}", remedy=Remedy.VALIDATE))
    if not doc.text or doc.text.isspace():
        return Row(doc.id, error=InputError("the note is empty", expected="a text"))
    return Row(doc.id, doc)
