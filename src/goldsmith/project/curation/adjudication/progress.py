"""The progress of a batch: its documents, their units and the log of decisions."""

from __future__ import annotations

from collections import Counter

import msgspec
from sqlalchemy import Connection, select

from goldsmith.adjudication.units import KINDS
from goldsmith.errors import Conflict
from goldsmith.project.adjudication.summary import Progress
from goldsmith.project.curation.adjudication.blinding import Blinder, make_blinder
from goldsmith.project.curation.adjudication.cases import Desk, open_desk, read_desk
from goldsmith.project.curation.adjudication.views import (
    DecisionView,
    UnitHead,
    UnitView,
    find_states,
    list_heads,
    view_decision,
    view_unit,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.audit import record
from goldsmith.store.curation.consensus import find_consensus
from goldsmith.store.curation.decisions import list_decisions
from goldsmith.store.curation.seeds import ensure_seed
from goldsmith.store.curation.sources import get_batch, list_documents
from goldsmith.store.database import Database
from goldsmith.store.paging import PAGE, Page
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import people


class DocumentProgress(msgspec.Struct, frozen=True):
    """The progress of a document.

    Attributes:
        ready: Whether its annotators have finished.
        kinds: The units of each kind.
        open: How many units need a decision now.
        consensus: The id of the consensus set; empty until it exists.
    """

    id: str
    name: str
    ready: bool
    kinds: tuple[Progress, ...] = ()
    open: int = 0
    consensus: str = ""


class AdjudicationProgress(msgspec.Struct, frozen=True):
    """The progress of the adjudication of a batch; a finished document has no open unit."""

    batch: str
    state: str
    rules: str
    finished: int
    documents: tuple[DocumentProgress, ...]


class DocumentUnits(msgspec.Struct, frozen=True):
    """The units of a document, in the order of decision."""

    document: str
    name: str
    rules: str
    consensus: str
    units: tuple[UnitHead, ...]


class LoggedDecision(msgspec.Struct, frozen=True):
    """A decision or reopening in the log of a batch."""

    document: str
    unit: str
    kind: str
    start: int
    end: int
    reopened: bool
    decision: DecisionView


def read_progress(database: Database, actor: Actor, batch_id: str) -> AdjudicationProgress:
    """Return the progress of the adjudication of a batch.

    Raises:
        NotFound: The person may not see the batch.
        Forbidden: The person is neither manager nor adjudicator.
    """
    with database.read() as connection:
        batch = get_batch(connection, actor, batch_id, Permission.SEE_AGREEMENT)
        rules = get_settings(connection, batch.project).rules
        entries = []
        for document in list_documents(connection, batch.id):
            try:
                desk = read_desk(connection, batch, document)
            except Conflict:
                entries.append(DocumentProgress(document.id, document.name, ready=False))
                continue
            entries.append(_count(connection, desk))
    finished = sum(entry.ready and not entry.open for entry in entries)
    return AdjudicationProgress(batch.id, batch.state, rules, finished, tuple(entries))


def read_units(database: Database, actor: Actor, batch: str, document: str) -> DocumentUnits:
    """Return the units of a document.

    Raises:
        NotFound: The person may not see the batch, or the document is not in it.
        Forbidden: The person is not an adjudicator, or annotated the document.
        Conflict: The document cannot be adjudicated now.
    """
    with database.read() as connection:
        desk = open_desk(connection, actor, batch, document)
        row = find_consensus(connection, batch, document)
    blinder = make_blinder(ensure_seed(database, desk.batch.project), actor)
    return DocumentUnits(
        desk.document.id,
        desk.document.name,
        desk.case.rules.name,
        row.set if row else "",
        list_heads(desk, blinder),
    )


def read_unit(database: Database, actor: Actor, batch: str, document: str, unit: str) -> UnitView:
    """Return a unit with the text around it, and the result of each possible decision.

    Raises:
        NotFound: There is no such unit.
        Forbidden: The person is not an adjudicator, or annotated the document.
        Conflict: The document cannot be adjudicated now.
    """
    with database.read() as connection:
        desk = open_desk(connection, actor, batch, document)
        accounts = _read_accounts(connection, desk)
    blinder = make_blinder(ensure_seed(database, desk.batch.project), actor)
    unit_id = blinder.find_unit(desk.case, unit)
    match = desk.case.find_unit(unit_id)
    assert match is not None  # the blinder found it there
    row = desk.history.index().get(unit_id)
    view = view_unit(desk, blinder, *match, accounts.get(row.person, "") if row else "")
    with database.write() as connection:
        record(
            connection, actor, "document.adjudicate", project=desk.batch.project, document=document
        )
    return view


def read_log(
    database: Database, actor: Actor, batch_id: str, *, limit: int = PAGE, after: str = ""
) -> Page[LoggedDecision]:
    """Return the log of decisions of a batch, the oldest first.

    Raises:
        NotFound: The person may not see the batch.
        Forbidden: The person is neither manager nor adjudicator.
    """
    with database.read() as connection:
        batch = get_batch(connection, actor, batch_id, Permission.SEE_AGREEMENT)
        page = list_decisions(connection, actor, batch_id, limit=limit, after=after)
    blinder = Blinder(ensure_seed(database, batch.project), actor.person)
    items = tuple(
        LoggedDecision(
            row.document,
            blinder.hide_unit(row.decision.unit),
            row.kind,
            row.start,
            row.end,
            row.decision.reopened,
            view_decision(row, row.decision.by or account),
        )
        for row, account in page.items
    )
    return Page(items, page.after)


def _count(connection: Connection, desk: Desk) -> DocumentProgress:
    states = find_states(desk)
    units: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    open_now: Counter[str] = Counter()
    for unit in desk.case.units:
        units[unit.kind] += 1
        decided[unit.kind] += states[unit.id] == "decided"
        open_now[unit.kind] += states[unit.id] == "open"
    row = find_consensus(connection, desk.batch.id, desk.document.id)
    return DocumentProgress(
        desk.document.id,
        desk.document.name,
        True,
        tuple(
            Progress(kind, units[kind], decided[kind], open_now[kind])
            for kind in KINDS
            if units[kind]
        ),
        open_now.total(),
        row.set if row else "",
    )


def _read_accounts(connection: Connection, desk: Desk) -> dict[str, str]:
    ids = {row.person for row in desk.history.rows}
    query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)} if ids else {}
