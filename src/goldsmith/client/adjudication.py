"""Adjudication: units, decisions and their results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldsmith.client.base import Resource
from goldsmith.client.ids import make_uuid7
from goldsmith.project.curation.adjudication.previews import Preview
from goldsmith.project.curation.adjudication.progress import (
    AdjudicationProgress,
    DocumentUnits,
    LoggedDecision,
)
from goldsmith.project.curation.adjudication.report import AdjudicationReport, AnnotationOrigin
from goldsmith.project.curation.adjudication.requests import (
    ConsensusReceipt,
    DecisionReceipt,
    DecisionRequest,
    PolicyReceipt,
    PolicyRequest,
    ReopenRequest,
)
from goldsmith.project.curation.adjudication.views import UnitView
from goldsmith.store.paging import Page


class Adjudication(Resource):
    """The differences of annotators, decided unit by unit.

    Example:
        >>> for head in client.adjudication.list_units(batch, document).units:
        ...     unit = client.adjudication.read_unit(batch, document, head.id)
        ...     client.adjudication.decide(batch, document, unit.id, keep=unit.options[0].keep)
    """

    def read_progress(self, batch: str) -> AdjudicationProgress:
        """Return the progress of the adjudication of a batch."""
        return self._caller.get(_address(batch), AdjudicationProgress)

    def list_units(self, batch: str, document: str) -> DocumentUnits:
        """Return the units of a document in the order of decision."""
        return self._caller.get(_address(batch, document), DocumentUnits)

    def read_unit(self, batch: str, document: str, unit: str) -> UnitView:
        """Return a unit with its context, and the result of each possible decision."""
        return self._caller.get(_address(batch, document, unit), UnitView)

    def decide(
        self, batch: str, document: str, unit: str, *, id: str = "", **decision: Any
    ) -> DecisionReceipt:
        """Decide a unit.

        Args:
            batch: The batch.
            document: The document.
            unit: The unit.
            id: The id of the decision; made here by default.
            decision: The fields of `DecisionRequest`: keep, mix, add, blocks, reason, guideline.

        Raises:
            InputError: The decision breaks the rules; the message names them.
            Conflict: The unit has already been decided.
        """
        request = DecisionRequest(id or make_uuid7(), **decision)
        path = f"{_address(batch, document, unit)}/decision"
        return self._caller.post(path, DecisionReceipt, request, again=True)

    def preview(self, batch: str, document: str, unit: str, **decision: Any) -> Preview:
        """Preview the result of a decision, or the rules that it breaks."""
        request = DecisionRequest(make_uuid7(), **decision)
        path = f"{_address(batch, document, unit)}/preview"
        return self._caller.post(path, Preview, request, again=True)

    def reopen(
        self, batch: str, document: str, unit: str, *, id: str = "", reason: str = ""
    ) -> DecisionReceipt:
        """Withdraw the decision about a unit."""
        request = ReopenRequest(id or make_uuid7(), reason)
        path = f"{_address(batch, document, unit)}/reopen"
        return self._caller.post(path, DecisionReceipt, request, again=True)

    def undo(self, batch: str, *, id: str = "") -> DecisionReceipt:
        """Withdraw your last decision in a batch."""
        request = ReopenRequest(id or make_uuid7())
        return self._caller.post(f"{_address(batch)}/undo", DecisionReceipt, request, again=True)

    def apply_policy(
        self, batch: str, policy: str, document: str = "", *, id: str = ""
    ) -> PolicyReceipt:
        """Let a policy (majority, union or intersection) decide every open unit."""
        request = PolicyRequest(id or make_uuid7(), policy, document)  # type: ignore[arg-type]
        return self._caller.post(f"{_address(batch)}/policy", PolicyReceipt, request, again=True)

    def make_consensus(self, batch: str) -> ConsensusReceipt:
        """Make the consensus of documents without open units."""
        return self._caller.post(f"{_address(batch)}/consensus", ConsensusReceipt, again=True)

    def iterate_log(self, batch: str) -> Iterator[LoggedDecision]:
        """Yield the decisions of a batch, the oldest first."""
        after = ""
        while True:
            page = self._caller.get(f"{_address(batch)}/log", Page[LoggedDecision], after=after)
            yield from page.items
            after = page.after
            if not after:
                return

    def read_report(self, batch: str) -> AdjudicationReport:
        """Return the contribution of each annotator, once the batch is closed."""
        return self._caller.get(f"{_address(batch)}/report", AdjudicationReport)

    def list_origins(self, batch: str, document: str) -> tuple[AnnotationOrigin, ...]:
        """Return where each annotation of the consensus comes from, once the batch is closed."""
        path = f"{_address(batch, document)}/origins"
        return self._caller.get(path, tuple[AnnotationOrigin, ...])


def _address(batch: str, document: str = "", unit: str = "") -> str:
    path = f"/api/batches/{batch}/adjudication"
    path += f"/documents/{document}" if document else ""
    return path + (f"/units/{unit}" if unit else "")
