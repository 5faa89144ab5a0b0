"""Verify: fold the journals anew and compare, for a project."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.store.journal.verify import Fault, find_faults
from goldsmith.store.tables import annotation_sets

#: The most faults that a result lists.
_SHOWN = 100


class VerifyArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to say: all annotation sets of the project are verified."""


class Verified(msgspec.Struct, frozen=True):
    """What a verification came to.

    Attributes:
        sets: The annotation sets that were folded.
        fault_count: How many are not as their journal says.
        faults: The first of them.
    """

    sets: int
    fault_count: int
    faults: tuple[Fault, ...]


class VerifyJob(JobKind[VerifyArguments]):
    """Fold the journal of every annotation set anew, and compare with what is stored."""

    arguments = VerifyArguments

    def run(self, context: JobContext, arguments: VerifyArguments) -> Verified:
        """Return the faults."""
        with context.database.read() as connection:
            query = select(func.count()).where(annotation_sets.c.project == context.project)
            total = connection.execute(query).scalar_one()
            context.begin("folding journals", total)
            faults = [*find_faults(connection, context.advance, project=context.project)]
        return Verified(total, len(faults), tuple(faults[:_SHOWN]))


provides = VerifyJob()
