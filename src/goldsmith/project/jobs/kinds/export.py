"""Export: documents with their annotations from the project, in any format."""

from __future__ import annotations

from sqlalchemy import Connection

from goldsmith.project.exchange.exporter import (
    EXPORTS,
    ExportArguments,
    ExportResult,
    check_export,
    run_export,
)
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.store.access import Actor


class ExportJob(JobKind[ExportArguments]):
    """Write documents with the sets that managers may see, as a file to download."""

    arguments = ExportArguments
    files = EXPORTS

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: ExportArguments
    ) -> None:
        """Refuse unknown formats, and formats that can only be read."""
        check_export(arguments)

    def run(self, context: JobContext, arguments: ExportArguments) -> ExportResult:
        """Write the file."""
        return run_export(context, arguments)


provides = ExportJob()
