"""The input of an import: its arguments, and the documents and records of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import PatientRecord, Reader
from goldsmith.formats.patient_records import parse_records
from goldsmith.project.corpus.import_notes import ColumnOptions, ReadOptions, import_notes
from goldsmith.project.corpus.import_notes.sql import MAGIC
from goldsmith.project.jobs.context import JobContext
from goldsmith.store.new_documents import CorpusRole

#: The names of file kinds that are not annotation formats.
NOTES, RECORDS = "notes", "records"
#: The number of omitted files that a result lists.
_LISTED = 100
Name = Annotated[str, msgspec.Meta(max_length=200)]


class NoteColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to read notes from a table; empty fields are detected.

    Attributes:
        text: The column of the text.
        id: The column of the names of the documents.
        fields: Field of the metadata -> column.
        ignore: Columns to leave out.
        number: Number the notes instead of naming them by a column.
        date_format: The date format, in the notation of `strptime`.
        encoding: The encoding.
        delimiter: The delimiter.
        quoting: `doubled`, `backslash` or `none`.
    """

    text: Name = ""
    id: Name = ""
    fields: dict[str, str] = {}
    ignore: tuple[str, ...] = ()
    number: bool = False
    date_format: Name = ""
    encoding: Name = ""
    delimiter: Name = ""
    quoting: Name = ""


class ImportArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content and options of an import.

    Attributes:
        file: The name of the file that was sent under the id of the job.
        format: A registered format; `notes` for tables, JSON and texts with any columns;
            `records` for structured records of patients. Recognised if empty.
        set_name: The name of the annotation set, if the format has no names for sets.
        as_work: Whether a set with the name of a member of the project becomes the work of that
            person; by default every set is kept as an import.
        duplicates: Whether documents that the project already has are refused or skipped.
        allow_problems: Import annotations that break the schema of the project.
        keep_going: Leave out files that cannot be read, and list them in the result.
        role: The part of the corpus: `gold`, `mirror` or none.
        columns: How to read `notes`.
    """

    file: Annotated[str, msgspec.Meta(max_length=200)]
    format: Name = ""
    set_name: Name = "gold"
    as_work: bool = False
    duplicates: Literal["refuse", "skip"] = "refuse"
    allow_problems: bool = False
    keep_going: bool = False
    role: CorpusRole = ""
    columns: NoteColumns = NoteColumns()


class ImportResult(msgspec.Struct, frozen=True):
    """The result of an import.

    Attributes:
        documents: The documents that were added.
        sets: Name of a set -> number of documents that have it.
        records: The records of patients that were added or replaced.
        skipped: Documents that the project already had.
        problems: Problems of annotations under the schema, if they were allowed.
        format: The format that was read.
        unread: Files that belong to no document.
        bad_files: A message for each of the first files that could not be read and were left out.
    """

    documents: int
    sets: dict[str, int]
    records: int
    skipped: int
    problems: int
    format: str
    unread: int = 0
    bad_files: tuple[str, ...] = ()


class OpenFile(msgspec.Struct, frozen=True):
    """The input: documents, their records, and the files that were not read."""

    format: str
    docs: Iterable[Document]
    records: Iterable[PatientRecord]
    total: int | None = None
    reader: Reader | None = None

    def count_unread(self) -> int:
        """Return the number of files that belong to no document, after all documents were read."""
        return len(self.reader.unread) if self.reader else 0

    def list_bad_files(self) -> tuple[str, ...]:
        """Return a message for each of the first files that could not be read."""
        errors = self.reader.errors[:_LISTED] if self.reader else []
        return tuple(f"{Path(error.where).name}: {error.what}" for error in errors)


@contextmanager
def open_file(path: Path, arguments: ImportArguments, context: JobContext) -> Iterator[OpenFile]:
    """Open the file of an import.

    Raises:
        InputError: No format fits, or the file cannot be read.
    """
    if arguments.format == RECORDS:
        with path.open("rb") as lines:
            yield OpenFile(RECORDS, (), parse_records(lines, path.name))
    elif arguments.format == NOTES:
        with storage.scratch_folder(path.with_name("notes")) as folder:
            reader = _read_notes(path, folder / "corpus", arguments.columns, context)
            yield OpenFile(NOTES, reader, ())
    else:
        reader = Reader(
            path,
            arguments.format or None,
            set_name=arguments.set_name,
            keep_going=arguments.keep_going,
        )
        total = len(reader.units) if len(reader.units) > 1 else None
        yield OpenFile(reader.format.name, reader, reader.read_records(), total, reader)


def _read_notes(path: Path, folder: Path, columns: NoteColumns, context: JobContext) -> Reader:
    """Read notes with any columns; they pass through a corpus on disk, which checks them."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            raise InputError(
                "this is a database", where=path.name, expected="a table, JSON or text files"
            )
    context.begin("reading the columns")
    import_notes(
        str(path),
        folder,
        columns=ColumnOptions(
            columns.text,
            columns.id,
            columns.fields,
            columns.ignore,
            columns.number,
            columns.date_format,
        ),
        options=ReadOptions(columns.encoding, columns.delimiter, columns.quoting),
        track=lambda docs, total: context.track(docs, total),
    )
    return Reader(folder, "corpus")
