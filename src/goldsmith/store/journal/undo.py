"""Undo and redo as requests: of the last change, of any change, and of a whole bulk action."""

from __future__ import annotations

from typing import Annotated

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import Conflict, GoldsmithError, NotFound
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.history import list_action, make_undo, read_stacks
from goldsmith.store.journal.ledger import Submission
from goldsmith.store.journal.log import Journal
from goldsmith.store.journal.reading import get_set
from goldsmith.store.journal.steps import NewId
from goldsmith.store.tables import changes


class UndoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to undo or redo a change.

    Attributes:
        id: The id of the new change, made by the client.
        target: The change; by default the last one.
    """

    id: NewId
    target: Annotated[str, msgspec.Meta(max_length=200)] = ""


class UndoneChange(msgspec.Struct, frozen=True):
    """The change that undid a change of a bulk action."""

    set: str
    receipt: Receipt


class UndoneAction(msgspec.Struct, frozen=True):
    """The changes that undid a bulk action, each with its set."""

    changes: tuple[UndoneChange, ...]


def make_requested_undo(
    connection: Connection, actor: Actor, set_id: str, request: UndoRequest
) -> Change:
    """Return the change that carries out a request to undo.

    Raises:
        NotFound: The set or the change does not exist for this person.
        Conflict: There is nothing to undo, or it has been undone already.
    """
    return _make_change(connection, actor, set_id, request, is_redo=False)


def make_requested_redo(
    connection: Connection, actor: Actor, set_id: str, request: UndoRequest
) -> Change:
    """Return the change that carries out a request to redo, by undoing an undo.

    Raises:
        NotFound: The set or the change does not exist for this person.
        Conflict: There is nothing to redo, or it has been redone already.
    """
    return _make_change(connection, actor, set_id, request, is_redo=True)


def _make_change(
    connection: Connection, actor: Actor, set_id: str, request: UndoRequest, *, is_redo: bool
) -> Change:
    get_set(connection, actor, set_id)
    target = request.target or _find_answered(connection, set_id, request.id)
    if not target:
        stacks = read_stacks(connection, actor, set_id)
        stack = stacks.redo if is_redo else stacks.undo
        if not stack:
            raise Conflict(f"there is nothing to {'redo' if is_redo else 'undo'} in this set")
        target = stack[-1]
    return make_undo(connection, actor, set_id, target, request.id)


def undo_action(
    database: Database, actor: Actor, action: str, request: UndoRequest
) -> UndoneAction:
    """Undo all changes of a bulk action of the acting person together, or none of them.

    Raises:
        NotFound: There is no such action of this person.
        Conflict: Annotations were changed since, or it has been undone already.
    """
    with database.write() as connection:
        targets = list_action(connection, actor, action)
        if not targets:
            raise NotFound("there is no such action of yours")
        journal = Journal()
        undone = []
        for number, (set_id, target) in enumerate(targets):
            change_id = f"{request.id}.{number}"
            change = make_undo(connection, actor, set_id, target, change_id)
            change = _rebase(connection, set_id, change, action)
            [receipt] = journal.append_all(connection, [Submission(actor, set_id, change)])
            if isinstance(receipt, GoldsmithError):
                raise receipt
            undone.append(UndoneChange(set_id, receipt))
        return UndoneAction(tuple(undone))


def _find_answered(connection: Connection, set_id: str, change_id: str) -> str:
    """Return the undo changes of a request that was already answered; a retry adds none."""
    query = select(changes.c.undoes).where(changes.c.set == set_id, changes.c.id == change_id)
    return connection.execute(query).scalar() or ""


def _rebase(connection: Connection, set_id: str, change: Change, action: str) -> Change:
    """Return the change, rebased if only changes of the action followed its target."""
    query = select(changes.c.id, changes.c.revision, changes.c.action, changes.c.undoes).where(
        changes.c.set == set_id, changes.c.revision > change.base
    )
    rows = connection.execute(query.order_by(changes.c.revision)).all()
    own = {row.id for row in rows if row.action == action}
    if rows and all(row.id in own or row.undoes in own for row in rows):
        return msgspec.structs.replace(change, base=rows[-1].revision)
    return change
