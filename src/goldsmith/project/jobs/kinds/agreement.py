"""Agreement: measure a batch, and let it pass or fail."""

from __future__ import annotations

from typing import Annotated

import msgspec

from goldsmith.project.jobs.context import JobContext
from goldsmith.project.jobs.kind import JobKind
from goldsmith.project.workflow.agreement import BatchAgreement, measure_batch


class AgreementArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which batch to measure.

    Attributes:
        batch: The id of the batch.
    """

    batch: Annotated[str, msgspec.Meta(max_length=200)]


class AgreementJob(JobKind[AgreementArguments]):
    """Measure the agreement of the annotators of a batch, and let the batch pass or fail."""

    arguments = AgreementArguments

    def run(self, context: JobContext, arguments: AgreementArguments) -> BatchAgreement:
        """Measure and store the agreement; measuring again replaces the figures."""
        context.begin("comparing annotators")
        return measure_batch(context.database, context.actor, arguments.batch, context.advance)


provides = AgreementJob()
