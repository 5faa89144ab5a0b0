"""Verify: replay the journals of a project and compare."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.store.journal.verify import Fault, find_faults
from goldsmith.store.tables import annotation_sets

#: The maximum number of faults that a result lists.
_SHOWN = 100


class VerifyArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments: all annotation sets of the project are verified."""


class VerificationResult(msgspec.Struct, frozen=True):
    """The result of a verification.

    Attributes:
        sets: The number of annotation sets verified.
        fault_count: The number of sets that differ from their journals.
        faults: The first of them.
    """

    sets: int
    fault_count: int
    faults: tuple[Fault, ...]


class VerifyJob(JobKind[VerifyArguments]):
    """Replay the journal of every annotation set, and compare with the stored state."""

    arguments = VerifyArguments

    def run(self, context: JobContext, arguments: VerifyArguments) -> VerificationResult:
        """Return the faults."""
        with context.database.read() as connection:
            query = select(func.count()).where(annotation_sets.c.project == context.project)
            total = connection.execute(query).scalar_one()
            context.begin("folding journals", total)
            faults = [*find_faults(connection, context.advance, project=context.project)]
        return VerificationResult(total, len(faults), tuple(faults[:_SHOWN]))


provides = VerifyJob()
