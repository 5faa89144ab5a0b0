"""Documents with their annotations into a project, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from goldsmith import storage
from goldsmith.core import AnnotationSet, Document, Problem, Schema, validate
from goldsmith.core.validation import INCOMPLETE
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats import PatientRecord, Reader
from goldsmith.formats.patient_records import parse_records
from goldsmith.project.corpus.import_notes import ColumnOptions, ReadOptions, import_notes
from goldsmith.project.corpus.import_notes.sql import MAGIC
from goldsmith.project.exchange.uploads import check_archive
from goldsmith.project.jobs.context import JobContext
from goldsmith.rules import check_rules
from goldsmith.store import bulk
from goldsmith.store.access import Exposure
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.documents import CorpusRole, check_documents
from goldsmith.store.jobs.queue import Withdrawn
from goldsmith.store.projects import get_schema

#: The names of kinds of files that are no format of annotations.
NOTES, RECORDS = "notes", "records"
#: So many documents are inserted in one transaction.
_CHUNK = 250
#: How many problems an error lists.
_SHOWN = 10
#: How many files that were left out a result lists.
_LISTED = 100
#: The most characters of a document.
_MAX_LENGTH = 5_000_000
Name = Annotated[str, msgspec.Meta(max_length=200)]


class NoteColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to read notes from a table; what is empty is found out.

    Attributes:
        text: The column of the text.
        id: The column of the names of the documents.
        fields: Field of the metadata -> column.
        ignore: Columns to leave out.
        number: Number the notes instead of naming them by a column.
        date_format: How dates are written, as `strptime` has it.
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
    """What to import, and how.

    Attributes:
        file: The name of the file that was sent under the id of the job.
        format: A registered format; `notes` for tables, JSON and texts with any columns;
            `records` for structured records of patients. Recognised if empty.
        set_name: The name of the annotation set, if the format has no names for sets.
        as_work: Whether a set that is called like a member of the project becomes the work of that
            person; by default every set is kept as an import.
        duplicates: Whether documents that the project has already are refused or skipped.
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


class Imported(msgspec.Struct, frozen=True):
    """What an import came to.

    Attributes:
        documents: The documents that were added.
        sets: Name of a set -> number of documents that have it.
        records: The records of patients that were added or replaced.
        skipped: Documents that the project had already.
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


class _Source(msgspec.Struct, frozen=True):
    """What is read: documents, the records beside them, and what was left unread."""

    format: str
    docs: Iterable[Document]
    records: Iterable[PatientRecord]
    total: int | None = None
    reader: Reader | None = None


def run_import(context: JobContext, path: Path, arguments: ImportArguments) -> None:
    """Import a file and end the job; after an error nothing of it is in the project.

    Raises:
        InputError: The file cannot be read, holds documents that are there already, or annotations
            that break the schema.
    """
    context.begin("checking the file")
    check_archive(path)
    discard(context.database, f"import-{context.job}")
    with context.publish() as connection:
        schema = get_schema(connection, context.actor, context.project)
        people = bulk.list_members(connection, context.project) if arguments.as_work else {}
        staging = bulk.begin_import(connection, context.actor, context.project, context.job)
    try:
        with _open(path, arguments, context) as source:
            stage = _Stage(context, staging, arguments, schema, people)
            result = stage.fill(source)
        context.begin("publishing")
        with context.publish() as connection:
            bulk.publish_import(connection, staging, context.project)
            record(
                connection,
                context.actor,
                "document.import",
                project=context.project,
                detail=f"{result.documents} documents, job {context.job}",
            )
            context.finish(connection, result)
    except Withdrawn:
        raise  # the other worker has made the place its own
    except BaseException:
        discard(context.database, staging)
        raise


def discard(database: Database, staging: str) -> None:
    """Delete what an import has inserted, some hundred documents at a time."""
    count = 1
    while count:
        with database.write() as connection:
            count = bulk.discard_import(connection, staging)


def discard_abandoned(database: Database) -> None:
    """Delete what imports left whose jobs failed or were cancelled while no worker ran."""
    with database.read() as connection:
        abandoned = bulk.list_abandoned_imports(connection)
    for staging in abandoned:
        discard(database, staging)


class _Stage:
    """Inserts documents, some hundred at a time, where nobody sees them yet."""

    def __init__(
        self,
        context: JobContext,
        staging: str,
        arguments: ImportArguments,
        schema: Schema,
        people: Mapping[str, str],
    ) -> None:
        self._context, self._staging, self._arguments = context, staging, arguments
        self._schema, self._people = schema, people
        self._taken: set[str] = set()
        self._problems: list[Problem] = []
        self._problem_count = self._documents = self._records = 0
        self._sets: dict[str, int] = {}

    def fill(self, source: _Source) -> Imported:
        """Insert everything of a source, or raise one error about all that is wrong with it."""
        self._context.begin("reading", source.total)
        docs = iter(source.docs)
        while chunk := list(islice(docs, _CHUNK)):
            self._add(chunk)
            self._context.advance(len(chunk))
        records = iter(source.records)
        while part := list(islice(records, _CHUNK)):
            with self._context.publish() as connection:
                bulk.stage_records(connection, self._staging, part)
            self._records += len(part)
        self._refuse()
        return Imported(
            self._documents,
            self._sets,
            self._records,
            len(self._taken),
            self._problem_count,
            source.format,
            len(source.reader.unread) if source.reader else 0,
            _list_bad_files(source.reader),
        )

    def _add(self, docs: list[Document]) -> None:
        check_documents(docs)
        for doc in docs:
            self._check(doc)
        with self._context.publish() as connection:
            names = [doc.id for doc in docs]
            taken = bulk.find_taken_names(connection, self._context.project, names)
            self._taken |= taken
            new = [doc for doc in docs if doc.id not in taken]
            if self._will_fail() or not new:
                return
            ids = bulk.stage_documents(
                connection,
                self._staging,
                self._context.project,
                new,
                self._documents,
                self._arguments.role,
            )
            sets = [self._make_set(ids[doc.id], part) for doc in new for part in doc.sets.values()]
            bulk.insert_sets(connection, self._context.actor, self._staging, sets)
        self._documents += len(new)
        for doc in new:
            for name in doc.sets:
                self._sets[name] = self._sets.get(name, 0) + 1

    def _check(self, doc: Document) -> None:
        if len(doc.text) > _MAX_LENGTH:
            raise InputError(
                f"the text has {len(doc.text):,} characters",
                where=f"document {shorten_id(doc.id)}",
                expected=f"at most {_MAX_LENGTH:,}",
            )
        for annotation_set in doc.sets.values():
            problems = [*validate(doc, annotation_set, self._schema)]
            problems += check_rules(doc, annotation_set, self._schema)
            problems = [problem for problem in problems if problem.kind != INCOMPLETE]
            self._problem_count += len(problems)
            self._problems += problems[: _SHOWN - len(self._problems)]

    def _make_set(self, document: str, annotation_set: AnnotationSet) -> bulk.NewSet:
        owner = self._people.get(annotation_set.name)
        return bulk.NewSet(
            document,
            annotation_set,
            kind="human" if owner else "import",
            source="import",
            exposure=Exposure.PRIVATE if owner else Exposure.FINISHED,
            owner=owner,
        )

    def _will_fail(self) -> bool:
        refused = self._taken and self._arguments.duplicates == "refuse"
        return bool(refused or (self._problem_count and not self._arguments.allow_problems))

    def _refuse(self) -> None:
        if self._arguments.duplicates == "refuse":
            bulk.refuse_taken_names(self._taken)
        if self._problem_count and not self._arguments.allow_problems:
            lines = "".join(f"\n  - {problem}" for problem in self._problems)
            more = self._problem_count - len(self._problems)
            raise InputError(
                f"the annotations break the schema {self._problem_count:,} times; "
                f"nothing was imported{lines}" + (f"\n  - and {more:,} more" if more else ""),
                remedy="Correct them, or allow problems",
            )


def _list_bad_files(reader: Reader | None) -> tuple[str, ...]:
    if reader is None:
        return ()
    return tuple(f"{Path(error.where).name}: {error.what}" for error in reader.errors[:_LISTED])


@contextmanager
def _open(path: Path, arguments: ImportArguments, context: JobContext) -> Iterator[_Source]:
    if arguments.format == RECORDS:
        with path.open("rb") as lines:
            yield _Source(RECORDS, (), parse_records(lines, path.name))
    elif arguments.format == NOTES:
        with storage.scratch_folder(path.with_name("notes")) as folder:
            reader = _read_notes(path, folder / "corpus", arguments.columns, context)
            yield _Source(NOTES, reader, (), len(reader.units))
    else:
        reader = Reader(path, arguments.format or None, set_name=arguments.set_name, keep_going=arguments.keep_going)
        total = None if reader.format.single_file else len(reader.units)
        yield _Source(reader.format.name, reader, reader.read_records(), total, reader)


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
