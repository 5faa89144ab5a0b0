"""Import: documents with their annotations into the project, all or nothing."""
# ruff: noqa: N999

from __future__ import annotations

from sqlalchemy import Connection

from goldsmith.errors import UnknownName
from goldsmith.formats import names
from goldsmith.project.exchange.importer import discard_abandoned, run_import
from goldsmith.project.exchange.sources import NOTES, RECORDS, ImportArguments
from goldsmith.project.exchange.uploads import find_upload, remove_old_uploads, remove_upload
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.store.access import Actor
from goldsmith.store.database import Database


class ImportJob(JobKind[ImportArguments]):
    """Import a file that was sent before, under the id of the job."""

    arguments = ImportArguments

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: ImportArguments
    ) -> None:
        """Refuse an unknown format."""
        formats = (*names(), NOTES, RECORDS)
        if arguments.format and arguments.format not in formats:
            raise UnknownName("format", arguments.format, formats)

    def run(self, context: JobContext, arguments: ImportArguments) -> None:
        """Import the file, and remove it."""
        path = find_upload(context.database, context.project, context.job, arguments.file)
        run_import(context, path, arguments)
        remove_upload(context.database, context.project, context.job)

    def sweep(self, database: Database) -> None:
        """Remove the remains of failed or cancelled imports, and files that nobody imported."""
        discard_abandoned(database)
        remove_old_uploads(database)


provides = ImportJob()
