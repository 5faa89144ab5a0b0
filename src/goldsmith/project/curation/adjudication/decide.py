"""Decide units, reopen them, undo, and let a policy decide the remainder.

A decision and the change of the consensus that follows from it are one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.adjudication import (
    Comparison,
    Decision,
    Mixture,
    NewMention,
    Unit,
    decide_automatically,
)
from goldsmith.adjudication.units import Blocks
from goldsmith.errors import Conflict, InputError, NotFound, Remedy
from goldsmith.project.adjudication.log import get_time
from goldsmith.project.curation.adjudication.blinding import Blinder, make_blinder
from goldsmith.project.curation.adjudication.cases import Desk, open_desk
from goldsmith.project.curation.adjudication.consensus import ConsensusState, keep_in_step
from goldsmith.project.curation.adjudication.previews import Preview, Previewer, find_breaches
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.decisions import (
    DecisionHistory,
    find_decision,
    find_last_own,
    insert_decisions,
    read_history,
    refuse_other,
)
from goldsmith.store.curation.seeds import ensure_seed
from goldsmith.store.curation.sources import (
    BatchRow,
    begin_adjudication,
    check_independent,
    get_batch,
    list_documents,
    lock_document,
)
from goldsmith.store.database import Database

#: An id that a client makes.
ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"\A[!-~]+\Z")]
Remark = Annotated[str, msgspec.Meta(max_length=2_000)]
#: What a decision, a reopening or a policy appends to the log: id, unit and decision.
Entry = tuple[str, Unit, Decision]


class DecisionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision about a unit.

    Attributes:
        id: Made by the client; a decision that is sent again is taken once.
        keep: The versions that enter the consensus, by their ids; none if the unit is dropped.
        mix: Versions made of fields of several, if the rules allow it.
        add: Mentions that nobody made, if the rules allow it.
        blocks: Chains that are those of no single version; each lists slots of the unit.
        reason: Why.
        guideline: The page of the guideline that decides it.
    """

    id: ClientId
    keep: tuple[str, ...] = ()
    mix: tuple[Mixture, ...] = ()
    add: tuple[NewMention, ...] = ()
    blocks: Blocks | None = None
    reason: Remark = ""
    guideline: Remark = ""


class ReopenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Withdraws the decision about a unit."""

    id: ClientId
    reason: Remark = ""


class PolicyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lets a policy decide every open unit of a document, or of all documents of a batch."""

    id: ClientId
    policy: Literal["majority", "union", "intersection"]
    document: str = ""


class DecisionReceipt(msgspec.Struct, frozen=True):
    """The answer to a decision: it is durable, and the consensus follows it."""

    id: str
    document: str
    unit: str
    consensus: ConsensusState


class PolicyReceipt(msgspec.Struct, frozen=True):
    """What a policy decided: document -> units."""

    id: str
    decided: dict[str, int]


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
        Conflict: The unit is decided already, or the batch cannot be adjudicated now.
        NotFound: There is no such unit.
    """
    blinder = _open_blinder(database, actor, batch, document)

    def make_entries(desk: Desk) -> list[Entry]:
        unit_id = blinder.find_unit(desk.case, unit)
        decision = _make_decision(unit_id, actor, desk, request)
        if unit_id in desk.history.index():
            raise Conflict("the unit is decided already. Reopen it to decide anew")
        return [(request.id, _check(desk, decision), decision)]

    return _record(database, actor, batch, document, request.id, blinder, make_entries, unit)


def preview(
    database: Database,
    actor: Actor,
    batch: str,
    document: str,
    unit: str,
    request: DecisionRequest,
) -> Preview:
    """Return what a decision would result in, or the rules that it breaks; nothing is recorded."""
    blinder = _open_blinder(database, actor, batch, document)
    with database.read() as connection:
        desk = open_desk(connection, actor, batch, document)
    comparison, entry = _find(desk, blinder.find_unit(desk.case, unit))
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
    blinder = _open_blinder(database, actor, batch, document)

    def make_entries(desk: Desk) -> list[Entry]:
        unit_id = blinder.find_unit(desk.case, unit)
        return [_make_reopening(desk, actor, unit_id, request)]

    return _record(database, actor, batch, document, request.id, blinder, make_entries, unit)


def undo(database: Database, actor: Actor, batch: str, request: ReopenRequest) -> DecisionReceipt:
    """Withdraw the last decision of the acting person in a batch that still counts.

    Raises:
        Conflict: There is none.
    """
    with database.read() as connection:
        get_batch(connection, actor, batch, Permission.ADJUDICATE)
        row = find_decision(connection, batch, request.id) or find_last_own(
            connection, actor, batch
        )
    if row is None:
        raise Conflict("there is no decision of yours to undo in this batch")
    target = row
    blinder = _open_blinder(database, actor, batch, target.document)

    def make_entries(desk: Desk) -> list[Entry]:
        return [_make_reopening(desk, actor, target.decision.unit, request)]

    unit = blinder.hide_unit(target.decision.unit)
    return _record(database, actor, batch, target.document, request.id, blinder, make_entries, unit)


def apply_policy(
    database: Database, actor: Actor, batch: str, request: PolicyRequest
) -> PolicyReceipt:
    """Let a policy decide what is open, within the rules of the project.

    Raises:
        InputError: The rules leave the policy no decision about a unit; the document keeps its
            open units then.
        Conflict: The batch or a document cannot be adjudicated now.
    """
    with database.read() as connection:
        row = get_batch(connection, actor, batch, Permission.ADJUDICATE)
        names = [request.document] if request.document else _list_ids(connection, actor, row)
    decided = {}
    for document in names:
        blinder = _open_blinder(database, actor, batch, document)
        prefix = f"{request.id}/{document}/"

        def make_entries(desk: Desk, prefix: str = prefix) -> list[Entry]:
            return list(_decide_open(desk, request.policy, prefix))

        _record(database, actor, batch, document, f"{prefix}1", blinder, make_entries)
        with database.read() as connection:
            history = read_history(connection, batch, document)
        decided[document] = sum(entry.id.startswith(prefix) for entry in history.rows)
    return PolicyReceipt(request.id, decided)


def _list_ids(connection: Connection, actor: Actor, batch: BatchRow) -> list[str]:
    names = [entry.id for entry in list_documents(connection, batch.id)]
    for document in names:  # all or none: a policy that stops half-way would surprise
        check_independent(connection, actor, batch, document)
    return names


def _decide_open(desk: Desk, policy: str, prefix: str) -> Iterator[Entry]:
    """Yield the decisions of a policy, mentions first."""
    case, decisions, number = desk.case, desk.history.get_decisions(), 0
    while units := case.list_open(decisions):
        for unit in units:
            number += 1
            decision = decide_automatically(unit, policy, case.rules, case.schema)
            decision = replace(decision, at=get_time())
            decisions[unit.id] = decision
            yield f"{prefix}{number}", _check(desk, decision), decision


def _open_blinder(database: Database, actor: Actor, batch: str, document: str) -> Blinder:
    """Check that the person may adjudicate the document, and compare its sets before a write."""
    with database.read() as connection:
        desk = open_desk(connection, actor, batch, document)
    return make_blinder(ensure_seed(database, desk.batch.project), actor)


def _record(
    database: Database,
    actor: Actor,
    batch: str,
    document: str,
    decision_id: str,
    blinder: Blinder,
    make_entries: Callable[[Desk], Iterable[Entry]],
    unit: str = "",
) -> DecisionReceipt:
    """Append decisions and bring the consensus into step, once for each id."""
    with database.write() as connection:
        lock_document(connection, batch, document)
        desk = open_desk(connection, actor, batch, document)
        earlier = find_decision(connection, batch, decision_id)
        if earlier is None:
            entries = list(make_entries(desk))
            begin_adjudication(connection, desk.batch)
            insert_decisions(
                connection, actor, desk.batch.project, batch, desk.document.id, entries
            )
        elif earlier.document != document:
            raise Conflict("the id belongs to another decision. Make a new id")
        elif unit:
            _refuse_other(desk, blinder, unit, decision_id, make_entries)
        history: DecisionHistory = read_history(connection, batch, document)
        state = keep_in_step(connection, actor, desk, history.get_decisions())
    return DecisionReceipt(decision_id, document, unit, state)


def _refuse_other(
    desk: Desk,
    blinder: Blinder,
    unit: str,
    decision_id: str,
    make_entries: Callable[[Desk], Iterable[Entry]],
) -> None:
    """Compare a decision that is sent again with the one that was taken."""
    before = next(number for number, row in enumerate(desk.history.rows) if row.id == decision_id)
    row = desk.history.rows[before]
    earlier = replace(desk, history=DecisionHistory(desk.history.rows[:before]))
    if blinder.hide_unit(row.decision.unit) != unit:
        raise Conflict("the id belongs to another decision. Make a new id")
    for _, entry, decision in make_entries(earlier):
        refuse_other(row, entry.id, decision)


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
    return request.id, _find(desk, unit_id)[1], decision


def _check(desk: Desk, decision: Decision) -> Unit:
    """Return the unit of a decision that keeps the rules.

    Raises:
        InputError: It breaks rules.
    """
    comparison, unit = _find(desk, decision.unit)
    breaches = find_breaches(comparison, unit, decision, desk.case.rules, desk.case.schema)
    if breaches:
        raise InputError(
            f"the decision breaks the rules {desk.case.rules.name}: " + "; ".join(breaches),
            expected="a decision that keeps them",
            remedy=Remedy.DECIDE_UNITS if decision.by.startswith("auto:") else "",
        )
    return unit


def _find(desk: Desk, unit_id: str) -> tuple[Comparison, Unit]:
    match = desk.case.find_unit(unit_id)
    if match is None:
        raise NotFound("there is no such unit in this document. Load the document again")
    return match
