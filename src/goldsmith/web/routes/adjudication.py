"""Adjudication: the units of a batch, decisions about them, and the consensus they make.

Annotators are shown as letters, which differ for every unit and every adjudicator. Nothing reveals
who made what until the batch is closed.
"""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from goldsmith.project.curation.adjudication.decide import decide, preview, reopen, undo
from goldsmith.project.curation.adjudication.policies import apply_policy, make_consensus
from goldsmith.project.curation.adjudication.previews import Preview
from goldsmith.project.curation.adjudication.progress import (
    AdjudicationProgress,
    DocumentUnits,
    LoggedDecision,
    read_log,
    read_progress,
    read_unit,
    read_units,
)
from goldsmith.project.curation.adjudication.report import (
    AdjudicationReport,
    AnnotationOrigin,
    list_origins,
    make_report,
)
from goldsmith.project.curation.adjudication.requests import (
    ConsensusReceipt,
    DecisionReceipt,
    DecisionRequest,
    PolicyReceipt,
    PolicyRequest,
    ReopenRequest,
)
from goldsmith.project.curation.adjudication.views import UnitView
from goldsmith.store.access import Actor, Permission
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_BATCH = "/api/batches/{batch_id:str}/adjudication"
_DOCUMENT = f"{_BATCH}/documents/{{document_id:str}}"
_UNIT = f"{_DOCUMENT}/units/{{unit_id:str}}"

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]


@get(_BATCH, opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def show_adjudication(batch_id: str, actor: Actor, workbench: Workbench) -> AdjudicationProgress:
    """Return the progress of the adjudication of a batch."""
    return read_progress(workbench.database, actor, batch_id)


@get(f"{_BATCH}/log", opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def list_decision_log(
    batch_id: str, actor: Actor, workbench: Workbench, limit: _Limit = PAGE, after: str = ""
) -> Page[LoggedDecision]:
    """List the decisions of a batch, the oldest first."""
    return read_log(workbench.database, actor, batch_id, limit=limit, after=after)


@get(f"{_BATCH}/report", opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def show_adjudication_report(
    batch_id: str, actor: Actor, workbench: Workbench
) -> AdjudicationReport:
    """Return the contribution of each annotator, once the batch is closed."""
    return make_report(workbench.database, actor, batch_id)


@post(f"{_BATCH}/undo", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def undo_decision(
    batch_id: str, data: ReopenRequest, actor: Actor, workbench: Workbench
) -> DecisionReceipt:
    """Withdraw your last decision in a batch."""
    return undo(workbench.database, actor, batch_id, data)


@post(f"{_BATCH}/policy", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def decide_by_policy(
    batch_id: str, data: PolicyRequest, actor: Actor, workbench: Workbench
) -> PolicyReceipt:
    """Let a policy decide every open unit, within the rules of the project."""
    return apply_policy(workbench.database, actor, batch_id, data)


@post(f"{_BATCH}/consensus", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def make_batch_consensus(batch_id: str, actor: Actor, workbench: Workbench) -> ConsensusReceipt:
    """Make the consensus of documents without open units, such as those without differences."""
    return make_consensus(workbench.database, actor, batch_id)


@get(_DOCUMENT, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def list_units(
    batch_id: str, document_id: str, actor: Actor, workbench: Workbench
) -> DocumentUnits:
    """List the units of a document in the order of decision."""
    return read_units(workbench.database, actor, batch_id, document_id)


@get(f"{_DOCUMENT}/origins", opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def list_consensus_origins(
    batch_id: str, document_id: str, actor: Actor, workbench: Workbench
) -> tuple[AnnotationOrigin, ...]:
    """List where each annotation of the consensus comes from, once the batch is closed."""
    return list_origins(workbench.database, actor, batch_id, document_id)


@get(_UNIT, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def show_unit(
    batch_id: str, document_id: str, unit_id: str, actor: Actor, workbench: Workbench
) -> UnitView:
    """Return a unit with its context, and the result of each possible decision."""
    return read_unit(workbench.database, actor, batch_id, document_id, unit_id)


@post(f"{_UNIT}/preview", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def preview_decision(
    batch_id: str,
    document_id: str,
    unit_id: str,
    data: DecisionRequest,
    actor: Actor,
    workbench: Workbench,
) -> Preview:
    """Preview the result of a decision, or the rules that it breaks; this records nothing."""
    return preview(workbench.database, actor, batch_id, document_id, unit_id, data)


@post(f"{_UNIT}/decision", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def decide_unit(
    batch_id: str,
    document_id: str,
    unit_id: str,
    data: DecisionRequest,
    actor: Actor,
    workbench: Workbench,
) -> DecisionReceipt:
    """Decide a unit; the consensus of the document follows in the same transaction."""
    return decide(workbench.database, actor, batch_id, document_id, unit_id, data)


@post(f"{_UNIT}/reopen", status_code=200, opt=needs(Permission.ADJUDICATE), sync_to_thread=True)
def reopen_unit(
    batch_id: str,
    document_id: str,
    unit_id: str,
    data: ReopenRequest,
    actor: Actor,
    workbench: Workbench,
) -> DecisionReceipt:
    """Withdraw the decision about a unit; the consensus of the document follows."""
    return reopen(workbench.database, actor, batch_id, document_id, unit_id, data)


handlers = [
    show_adjudication,
    list_decision_log,
    show_adjudication_report,
    undo_decision,
    decide_by_policy,
    make_batch_consensus,
    list_units,
    list_consensus_origins,
    show_unit,
    preview_decision,
    decide_unit,
    reopen_unit,
]
