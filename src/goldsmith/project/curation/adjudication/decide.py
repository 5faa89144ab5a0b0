"""Decide units, preview decisions, reopen units and undo."""

from __future__ import annotations

from goldsmith.adjudication import Decision
from goldsmith.errors import Conflict
from goldsmith.project.adjudication.log import get_time
from goldsmith.project.curation.adjudication.cases import Desk
from goldsmith.project.curation.adjudication.previews import Preview, Previewer
from goldsmith.project.curation.adjudication.recording import (
    Entry,
    Recorder,
    check_permitted,
    require_unit,
)
from goldsmith.project.curation.adjudication.requests import (
    DecisionReceipt,
    DecisionRequest,
    ReopenRequest,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.decisions import find_decision, find_last_own
from goldsmith.store.curation.sources import get_batch
from goldsmith.store.database import Database


def decide(
    database: Database,
    actor: Actor,
    batch: str,
    document: str,
    unit: str,
    request: DecisionRequest,
) -> DecisionReceipt:
    """Decide a unit.

    Args:
        database: The database.
        actor: The adjudicator.
        batch: The id of the batch.
        document: The id of the document.
        unit: The name of the unit in the API.
        request: The decision.

    Raises:
        InputError: The decision breaks the rules of the project; the message names them.
        Conflict: The unit has already been decided, or the batch cannot be adjudicated now.
        NotFound: There is no such unit.
    """
    recorder = Recorder(database, actor, batch, document)

    def make_entries(desk: Desk) -> list[Entry]:
        unit_id = recorder.blinder.find_unit(desk.case, unit)
        decision = _make_decision(unit_id, actor, desk, request)
        if unit_id in desk.history.index():
            raise Conflict("the unit has already been decided. Reopen it to decide again")
        return [(request.id, check_permitted(desk, decision), decision)]

    return recorder.record(request.id, make_entries, unit)


def preview(
    database: Database,
    actor: Actor,
    batch: str,
    document: str,
    unit: str,
    request: DecisionRequest,
) -> Preview:
    """Preview the result of a decision, or the rules that it breaks; this records nothing."""
    recorder = Recorder(database, actor, batch, document)
    desk = recorder.desk
    comparison, entry = require_unit(desk, recorder.blinder.find_unit(desk.case, unit))
    decision = _make_decision(entry.id, actor, desk, request)
    previewer = Previewer(
        comparison, entry, desk.history.get_decisions(), desk.case.rules, desk.case.schema
    )
    return previewer.preview(decision)


def reopen(
    database: Database, actor: Actor, batch: str, document: str, unit: str, request: ReopenRequest
) -> DecisionReceipt:
    """Withdraw the decision about a unit; the consensus follows.

    Raises:
        Conflict: The unit has no decision.
        NotFound: There is no such unit.
    """
    recorder = Recorder(database, actor, batch, document)

    def make_entries(desk: Desk) -> list[Entry]:
        unit_id = recorder.blinder.find_unit(desk.case, unit)
        return [_make_reopening(desk, actor, unit_id, request)]

    return recorder.record(request.id, make_entries, unit)


def undo(database: Database, actor: Actor, batch: str, request: ReopenRequest) -> DecisionReceipt:
    """Withdraw the last decision of the acting person in a batch that still counts.

    Raises:
        Conflict: There is no such decision.
    """
    with database.read() as connection:
        get_batch(connection, actor, batch, Permission.ADJUDICATE)
        row = find_decision(connection, batch, request.id) or find_last_own(
            connection, actor, batch
        )
    if row is None:
        raise Conflict("there is no decision of yours to undo in this batch")
    target = row
    recorder = Recorder(database, actor, batch, target.document)

    def make_entries(desk: Desk) -> list[Entry]:
        return [_make_reopening(desk, actor, target.decision.unit, request)]

    unit = recorder.blinder.hide_unit(target.decision.unit)
    return recorder.record(request.id, make_entries, unit)


def _make_decision(unit: str, actor: Actor, desk: Desk, request: DecisionRequest) -> Decision:
    return Decision(
        unit,
        request.keep,
        request.mix,
        request.add,
        request.blocks,
        by=actor.name,
        at=get_time(),
        rules=desk.case.rules.name,
        reason=request.reason,
        guideline=request.guideline,
    )


def _make_reopening(desk: Desk, actor: Actor, unit_id: str, request: ReopenRequest) -> Entry:
    if unit_id not in desk.history.index():
        raise Conflict("the unit has no decision. There is nothing to reopen")
    decision = Decision(
        unit_id,
        by=actor.name,
        at=get_time(),
        rules=desk.case.rules.name,
        reason=request.reason,
        reopened=True,
    )
    return request.id, require_unit(desk, unit_id)[1], decision
