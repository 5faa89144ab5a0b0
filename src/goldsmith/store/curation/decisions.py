"""The log of decisions: append-only; the last decision about a unit counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select

from goldsmith.adjudication import Decision, Unit
from goldsmith.errors import Conflict
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.sources import get_batch
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.tables import decisions, now, people

_decode = msgspec.json.Decoder(Decision).decode
#: Separates the types of a unit in the column `types`.
SEPARATOR = "|"


class StoredDecision(msgspec.Struct, frozen=True):
    """A decision of the log, with the unit as the engine names it."""

    id: str
    document: str
    kind: str
    start: int
    end: int
    types: tuple[str, ...]
    decision: Decision
    person: str
    at: int


class DecisionHistory(msgspec.Struct, frozen=True):
    """The decisions about the units of a document, in order."""

    rows: tuple[StoredDecision, ...]

    @property
    def mark(self) -> tuple[int, str]:
        """A value that differs between two states of the log."""
        return len(self.rows), self.rows[-1].id if self.rows else ""

    def index(self) -> dict[str, StoredDecision]:
        """Return unit -> the decision that counts; units that were reopened have none."""
        current: dict[str, StoredDecision] = {}
        for row in self.rows:
            current.pop(row.decision.unit, None)
            if not row.decision.reopened:
                current[row.decision.unit] = row
        return current

    def get_decisions(self) -> dict[str, Decision]:
        """Return unit -> the decision that counts."""
        return {unit: row.decision for unit, row in self.index().items()}


def read_history(connection: Connection, batch: str, document: str) -> DecisionHistory:
    """Return the decisions about a document; the caller checks the permission."""
    query = (
        select(decisions)
        .where(decisions.c.batch == batch, decisions.c.document == document)
        .order_by(decisions.c.number)
    )
    return DecisionHistory(tuple(_make_row(row) for row in connection.execute(query)))


def read_histories(connection: Connection, batch: str) -> dict[str, DecisionHistory]:
    """Return document -> the decisions about it; the caller checks the permission."""
    query = select(decisions).where(decisions.c.batch == batch).order_by(decisions.c.number)
    rows: dict[str, list[StoredDecision]] = {}
    for row in connection.execute(query):
        rows.setdefault(row.document, []).append(_make_row(row))
    return {document: DecisionHistory(tuple(entries)) for document, entries in rows.items()}


def find_decision(connection: Connection, batch: str, decision_id: str) -> StoredDecision | None:
    """Return the decision with an id that a client made; None if it is new."""
    query = select(decisions).where(decisions.c.batch == batch, decisions.c.id == decision_id)
    row = connection.execute(query).first()
    return _make_row(row) if row else None


def find_last_own(connection: Connection, actor: Actor, batch: str) -> StoredDecision | None:
    """Return the last decision of the person in a batch that still counts."""
    query = select(decisions).where(decisions.c.batch == batch).order_by(decisions.c.number)
    history = DecisionHistory(tuple(_make_row(row) for row in connection.execute(query)))
    own = (row for row in reversed(history.index().values()) if row.person == actor.person)
    return next(own, None)


def insert_decisions(
    connection: Connection,
    actor: Actor,
    project: str,
    batch: str,
    document: str,
    entries: Iterable[tuple[str, Unit, Decision]],
) -> None:
    """Append decisions; the caller has checked them."""
    at = now()
    rows = [
        {
            "id": decision_id,
            "project": project,
            "batch": batch,
            "document": document,
            "unit": unit.id,
            "kind": unit.kind,
            "start": unit.start,
            "end": unit.end,
            "types": join_types(entry.type for entry in unit.candidates),
            "decision": msgspec.json.encode(decision).decode(),
            "person": actor.person,
            "at": at,
        }
        for decision_id, unit, decision in entries
    ]
    if rows:
        connection.execute(insert(decisions), rows)


def join_types(types: Iterable[str]) -> str:
    """Return types as stored in the column: |Type|Type|."""
    names = sorted({name for name in types if name})
    return SEPARATOR + SEPARATOR.join(names) + SEPARATOR if names else ""


def list_decisions(
    connection: Connection, actor: Actor, batch: str, *, limit: int = PAGE, after: str = ""
) -> Page[tuple[StoredDecision, str]]:
    """Return the log of a batch, the oldest first, each decision with the name of the account.

    Raises:
        NotFound: The person may not see the batch.
        Forbidden: The person is neither manager nor adjudicator.
    """
    get_batch(connection, actor, batch, Permission.SEE_AGREEMENT)
    order = (decisions.c.at, decisions.c.id)
    query = (
        select(decisions, people.c.name.label("account"))
        .join_from(decisions, people)
        .where(decisions.c.batch == batch)
        .order_by(*order)
        .limit(limit + 1)
    )
    behind = match_after(order, after)
    if behind is not None:
        query = query.where(behind)
    rows = connection.execute(query).all()
    items = [(_make_row(row), row.account) for row in rows]
    return make_page(items, [(row.at, row.id) for row in rows], limit)


def refuse_other(row: StoredDecision, unit: str, decision: Decision) -> None:
    """Check that a decision sent again is the same.

    Raises:
        Conflict: The id belongs to another decision.
    """
    earlier = row.decision
    same = (earlier.unit, earlier.keep, earlier.mix, earlier.add, earlier.blocks) == (
        unit,
        decision.keep,
        decision.mix,
        decision.add,
        decision.blocks,
    )
    if not same or earlier.reopened != decision.reopened:
        raise Conflict("the id belongs to another decision. Make a new id")


def _make_row(row: Row[Any]) -> StoredDecision:
    return StoredDecision(
        row.id,
        row.document,
        row.kind,
        row.start,
        row.end,
        tuple(filter(None, row.types.split(SEPARATOR))),
        _decode(row.decision),
        row.person,
        row.at,
    )
