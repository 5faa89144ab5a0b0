"""Reading sets and their journals, within a transaction."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select

from goldsmith.core import Document, Metadata
from goldsmith.errors import Conflict, NotFound
from goldsmith.store.access import (
    Actor,
    Role,
    Scope,
    check_scope,
    get_roles,
    match_visible_sets,
)
from goldsmith.store.journal.change import Change, Entry, Receipt
from goldsmith.store.journal.state import Content, State
from goldsmith.store.journal.steps import Step
from goldsmith.store.tables import (
    annotation_sets,
    changes,
    document_texts,
    documents,
    snapshots,
)

_encode = msgspec.json.Encoder().encode
_decode_steps = msgspec.json.Decoder(tuple[Step, ...]).decode
_decode_content = msgspec.json.Decoder(Content).decode


class SetRow(msgspec.Struct, frozen=True):
    """A row of the table of annotation sets."""

    id: str
    project: str
    document: str
    name: str
    kind: str
    owner: str | None
    exposure: str
    state: str
    revision: int


SET_COLUMNS = [annotation_sets.c[name] for name in SetRow.__struct_fields__]


def get_set(connection: Connection, actor: Actor, set_id: str) -> SetRow:
    """Read a set that the person may see.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    query = select(*SET_COLUMNS).where(annotation_sets.c.id == set_id)
    return _read_set(connection, actor, query)


def lock_set(connection: Connection, actor: Actor, set_id: str) -> SetRow:
    """Read a set that the person may see, and lock it against other changes.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    query = select(*SET_COLUMNS).where(annotation_sets.c.id == set_id).with_for_update()
    return _read_set(connection, actor, query)


def find_receipt(connection: Connection, set_id: str, change: Change) -> Receipt | None:
    """Return the receipt that a change got before; None if it is new.

    Raises:
        Conflict: Another change has this id.
    """
    query = select(changes.c.revision, changes.c.at, changes.c.steps).where(
        changes.c.set == set_id, changes.c.id == change.id
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    if row.steps != _encode(change.steps).decode():
        raise Conflict("the id belongs to another change. Make a new id")
    return Receipt(change.id, row.revision, row.at)


def read_entries(
    connection: Connection, set_id: str, *, after: int = 0, until: int | None = None
) -> list[Entry]:
    """Return the changes of a set in order; the caller checks that the person may see it."""
    if until is not None and until <= after:
        return []
    query = select(changes).where(changes.c.set == set_id, changes.c.revision > after)
    if until is not None:
        query = query.where(changes.c.revision <= until)
    return [_make_entry(row) for row in connection.execute(query.order_by(changes.c.revision))]


def read_snapshot(connection: Connection, set_id: str) -> tuple[Content, int]:
    """Return the last snapshot of a set and its revision."""
    query = select(snapshots.c.state, snapshots.c.revision).where(snapshots.c.set == set_id)
    row = connection.execute(query).first()
    return (_decode_content(row.state), row.revision) if row else (Content(), 0)


def fold(connection: Connection, set_id: str, revision: int) -> State:
    """Return the state of a set at a revision, replayed without snapshots."""
    state = State()
    for entry in read_entries(connection, set_id, until=revision):
        state.apply(entry.steps)
    return state


def read_document(connection: Connection, document: str) -> Document:
    """Return a document with its text; the caller checks that the person may see it."""
    query = (
        select(documents.c.name, document_texts.c.text, document_texts.c.metadata)
        .join_from(documents, document_texts)
        .where(documents.c.id == document)
    )
    row = connection.execute(query).one()
    return Document(row.name, row.text, msgspec.json.decode(row.metadata, type=Metadata))


def _read_set(connection: Connection, actor: Actor, query: Select[Any]) -> SetRow:
    columns = connection.execute(query).first()
    if columns is None:
        raise make_unknown_set()
    row = SetRow(*columns)
    require_visible(connection, actor, get_roles(connection, actor, row.project), row)
    if row.owner != actor.person:
        check_scope(actor, Scope.READ)
    return row


def require_visible(
    connection: Connection, actor: Actor, roles: frozenset[Role], row: SetRow
) -> None:
    """Check that a person with these roles may see a set; annotators see their own.

    Raises:
        NotFound: The person may not see it.
    """
    if roles and row.owner == actor.person and row.kind == "human":
        return
    visible = select(annotation_sets.c.id).where(
        annotation_sets.c.id == row.id, match_visible_sets(actor, roles)
    )
    if connection.execute(visible).first() is None:
        raise make_unknown_set()


def make_unknown_set() -> NotFound:
    """Return the error for a set that does not exist or may not be seen: the same for both."""
    return NotFound("there is no such annotation set, or you may not see it")


def _make_entry(row: object) -> Entry:
    columns = row._mapping  # type: ignore[attr-defined]
    return Entry(
        id=columns["id"],
        revision=columns["revision"],
        base=columns["base"],
        steps=_decode_steps(columns["steps"]),
        source=columns["source"],
        at=columns["at"],
        person=columns["person"],
        guideline=columns["guideline"],
        undoes=columns["undoes"],
        action=columns["action"],
        inverse=_decode_steps(columns["inverse"]),
    )
