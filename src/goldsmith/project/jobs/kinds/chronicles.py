"""Chronicles: the histories of all patients of a project, from records and annotations."""

from __future__ import annotations

from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.patients.team import (
    ChronicleArguments,
    ChroniclesMade,
    run_chronicles,
)


class ChroniclesJob(JobKind[ChronicleArguments]):
    """Make the history of each patient from the record and the annotations of the notes."""

    arguments = ChronicleArguments

    def run(self, context: JobContext, arguments: ChronicleArguments) -> ChroniclesMade:
        """Make the tables."""
        return run_chronicles(context, arguments)


provides = ChroniclesJob()
