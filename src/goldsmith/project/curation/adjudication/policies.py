"""Decisions without a person: policies for open units, and documents without open units."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from sqlalchemy import Connection

from goldsmith.adjudication import decide_automatically
from goldsmith.project.adjudication.log import get_time
from goldsmith.project.curation.adjudication.cases import Desk
from goldsmith.project.curation.adjudication.recording import Entry, Recorder, check_permitted
from goldsmith.project.curation.adjudication.requests import (
    ConsensusReceipt,
    PolicyReceipt,
    PolicyRequest,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.decisions import read_history
from goldsmith.store.curation.sources import (
    BatchRow,
    check_independent,
    get_batch,
    list_documents,
)
from goldsmith.store.database import Database
from goldsmith.store.tables import new_id


def apply_policy(
    database: Database, actor: Actor, batch: str, request: PolicyRequest
) -> PolicyReceipt:
    """Let a policy decide open units, within the rules of the project.

    Raises:
        InputError: The rules leave the policy no decision about a unit; the document then keeps
            its open units.
        Forbidden: The person is not an adjudicator, or annotated a document.
        Conflict: The batch or a document cannot be adjudicated now.
    """
    decided = {}
    for document in _choose_documents(database, actor, batch, request.document):
        prefix = f"{request.id}/{document}/"

        def make_entries(desk: Desk, prefix: str = prefix) -> list[Entry]:
            return list(_decide_open(desk, request.policy, prefix))

        Recorder(database, actor, batch, document).record(f"{prefix}1", make_entries)
        with database.read() as connection:
            history = read_history(connection, batch, document)
        decided[document] = sum(entry.id.startswith(prefix) for entry in history.rows)
    return PolicyReceipt(request.id, decided)


def make_consensus(
    database: Database, actor: Actor, batch: str, document: str = ""
) -> ConsensusReceipt:
    """Make the consensus of documents that have no open unit, such as those without differences.

    A document whose units are being decided gets its consensus with the last decision; this
    function is for documents without decisions. It can be repeated.

    Raises:
        Forbidden: The person is not an adjudicator, or annotated a document.
        Conflict: The batch or a document cannot be adjudicated now.
    """
    states = {}
    for name in _choose_documents(database, actor, batch, document):
        receipt = Recorder(database, actor, batch, name).record(new_id(), lambda _desk: ())
        states[name] = receipt.consensus
    return ConsensusReceipt(states)


def _choose_documents(database: Database, actor: Actor, batch: str, document: str) -> list[str]:
    with database.read() as connection:
        row = get_batch(connection, actor, batch, Permission.ADJUDICATE)
        return [document] if document else _list_ids(connection, actor, row)


def _list_ids(connection: Connection, actor: Actor, batch: BatchRow) -> list[str]:
    names = [entry.id for entry in list_documents(connection, batch.id)]
    for document in names:  # all or none, so that the action never stops half-way
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
            yield f"{prefix}{number}", check_permitted(desk, decision), decision
