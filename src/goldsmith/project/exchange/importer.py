"""Import of documents with their annotations into a project, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from goldsmith.core import AnnotationSet, Document, Problem, Schema, validate
from goldsmith.core.validation import INCOMPLETE
from goldsmith.errors import InputError, shorten_id
from goldsmith.project.exchange.sources import ImportArguments, ImportResult, OpenFile, open_file
from goldsmith.project.exchange.uploads import check_archive
from goldsmith.project.jobs.context import JobContext
from goldsmith.rules import check_rules
from goldsmith.store import bulk
from goldsmith.store.access import Exposure
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.jobs.queue import JobWithdrawn
from goldsmith.store.new_documents import check_documents, find_taken_names, refuse_taken_names
from goldsmith.store.projects import get_schema

#: The number of documents inserted in one transaction.
_CHUNK = 250
#: How many problems an error lists.
_SHOWN = 10
#: The maximum number of characters in a document.
_MAX_LENGTH = 5_000_000


def run_import(context: JobContext, path: Path, arguments: ImportArguments) -> None:
    """Import a file and end the job; after an error, the project is unchanged.

    Raises:
        InputError: The file cannot be read, contains documents that already exist, or annotations
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
        with open_file(path, arguments, context) as source:
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
    except JobWithdrawn:
        raise  # another worker has taken over the import
    except BaseException:
        discard(context.database, staging)
        raise


def discard(database: Database, staging: str) -> None:
    """Delete the documents of an import, a few hundred at a time."""
    count = 1
    while count:
        with database.write() as connection:
            count = bulk.discard_import(connection, staging)


def discard_abandoned(database: Database) -> None:
    """Delete the remains of imports whose jobs failed or were cancelled while no worker ran."""
    with database.read() as connection:
        abandoned = bulk.list_abandoned_imports(connection)
    for staging in abandoned:
        discard(database, staging)


class _Stage:
    """Inserts documents, a few hundred at a time, while they are still invisible."""

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

    def fill(self, source: OpenFile) -> ImportResult:
        """Insert everything from a source, or raise one error that lists all of its problems."""
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
        return ImportResult(
            self._documents,
            self._sets,
            self._records,
            len(self._taken),
            self._problem_count,
            source.format,
            source.count_unread(),
            source.list_bad_files(),
        )

    def _add(self, docs: list[Document]) -> None:
        check_documents(docs)
        for doc in docs:
            self._check(doc)
        with self._context.publish() as connection:
            names = [doc.id for doc in docs]
            taken = find_taken_names(connection, self._context.project, names)
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
            refuse_taken_names(self._taken)
        if self._problem_count and not self._arguments.allow_problems:
            lines = "".join(f"\n  - {problem}" for problem in self._problems)
            more = self._problem_count - len(self._problems)
            raise InputError(
                f"the annotations break the schema {self._problem_count:,} times; "
                f"nothing was imported{lines}" + (f"\n  - and {more:,} more" if more else ""),
                remedy="Correct them, or allow problems",
            )
