"""The rows that a group of changes needs, read and written together.

A statement costs more than a row: on PostgreSQL a round trip, on SQLite the overhead of a call. The
ledger locks all sets of a group with one statement, reads all roles with one, and appends all
changes with one. Recorded changes are in the database after `write`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, insert, select, update

from goldsmith.errors import Forbidden
from goldsmith.store.access import Actor, Permission, Role, check_roles, list_roles
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.store.journal.reading import (
    SET_COLUMNS,
    SetRow,
    make_unknown_set,
    require_visible,
)
from goldsmith.store.journal.state import State
from goldsmith.store.journal.steps import SetCodes, Step
from goldsmith.store.tables import annotation_sets, changes, now, projects, snapshots

_PERMISSION_BY_KIND = {"human": Permission.ANNOTATE, "consensus": Permission.ADJUDICATE}
#: Locks are taken in the order of the ids, so that processes cannot deadlock.
_LOCK = (
    select(*SET_COLUMNS, projects.c.schema)
    .join_from(annotation_sets, projects, annotation_sets.c.project == projects.c.id)
    .where(annotation_sets.c.id.in_(bindparam("sets", expanding=True)))
    .order_by(annotation_sets.c.id)
    .with_for_update(of=annotation_sets)
)
_INSERT = insert(changes)
_UPDATE = (
    update(annotation_sets)
    .where(annotation_sets.c.id == bindparam("set_id"))
    .values(revision=bindparam("new_revision"))
)
_encode = msgspec.json.Encoder().encode


class Submission(msgspec.Struct, frozen=True):
    """A change that a person sends to a set."""

    actor: Actor
    set: str
    change: Change


class LockedSet(msgspec.Struct, frozen=True):
    """A set that nobody else changes during the transaction, and the schema of its project."""

    row: SetRow
    schema: str


class Ledger:
    """The sets and roles of a group of changes, and the changes that it adds to the journal.

    Args:
        connection: A transaction that writes.
        submissions: The group.
    """

    def __init__(self, connection: Connection, submissions: Sequence[Submission]) -> None:
        self.connection = connection
        self._sets = _lock_sets(connection, {submission.set for submission in submissions})
        people = {submission.actor.person for submission in submissions}
        names = {locked.row.project for locked in self._sets.values()}
        self._roles = list_roles(connection, people, names) if names else {}
        self._changes: list[dict[str, Any]] = []
        self._revisions: dict[str, int] = {}

    def find_set(self, actor: Actor, set_id: str) -> LockedSet:
        """Return a set that the person may see.

        Raises:
            NotFound: There is no such set, or the person may not see it.
        """
        locked = self._sets.get(set_id)
        if locked is None:
            raise make_unknown_set()
        require_visible(
            self.connection, actor, self._get_roles(actor, locked.row.project), locked.row
        )
        return locked

    def require_writable(self, actor: Actor, row: SetRow, change: Change) -> None:
        """Check that the person may make a change of a set.

        Raises:
            Forbidden: The set belongs to somebody else, or it is closed; or it is a consensus,
                which only decisions and the coding pass change.
        """
        permission = _PERMISSION_BY_KIND.get(row.kind, Permission.ANNOTATE)
        check_roles(actor, self._get_roles(actor, row.project), permission)
        if row.kind not in _PERMISSION_BY_KIND or (
            row.kind == "human" and row.owner != actor.person
        ):
            raise Forbidden("only its annotator changes this set. Work in your own set")
        if row.kind == "consensus" and not _is_curation(change):
            raise Forbidden("a consensus follows from decisions. Decide or reopen its unit")
        if row.state != "open":
            raise Forbidden("the set is closed. Ask a manager to return the task to you")

    def record(
        self, actor: Actor, locked: LockedSet, change: Change, inverse: tuple[Step, ...]
    ) -> Receipt:
        """Add a change to the group, and return its receipt."""
        row = locked.row
        receipt = Receipt(change.id, row.revision + 1, now())
        self._changes.append(
            {
                "set": row.id,
                "project": row.project,
                "revision": receipt.revision,
                "id": change.id,
                "base": change.base,
                "steps": _encode(change.steps).decode(),
                "inverse": _encode(inverse).decode(),
                "source": change.source,
                "guideline": change.guideline,
                "undoes": change.undoes,
                "action": change.action,
                "person": actor.person,
                "at": receipt.at,
            }
        )
        self._revisions[row.id] = receipt.revision
        self._sets[row.id] = LockedSet(replace(row, revision=receipt.revision), locked.schema)
        return receipt

    def write(self) -> None:
        """Write the changes recorded since the last call."""
        if not self._changes:
            return
        self.connection.execute(_INSERT, self._changes)
        revisions = [
            {"set_id": name, "new_revision": number} for name, number in self._revisions.items()
        ]
        self.connection.execute(_UPDATE, revisions)
        self._changes, self._revisions = [], {}

    def _get_roles(self, actor: Actor, project: str) -> frozenset[Role]:
        return self._roles.get((project, actor.person), frozenset())


def _is_curation(change: Change) -> bool:
    """Return whether a change was made by a decision, or only gives codes."""
    if change.source == "coding":
        return all(isinstance(step, SetCodes) for step in change.steps)
    return change.source == "adjudication"  # no client can claim it


def write_snapshot(connection: Connection, set_id: str, revision: int, state: State) -> None:
    """Replace the snapshot of a set."""
    values = {"revision": revision, "state": _encode(state.export()).decode()}
    done = connection.execute(update(snapshots).where(snapshots.c.set == set_id).values(**values))
    if not done.rowcount:
        connection.execute(insert(snapshots).values(set=set_id, **values))


def _lock_sets(connection: Connection, ids: set[str]) -> dict[str, LockedSet]:
    sets = {}
    for *columns, schema in connection.execute(_LOCK, {"sets": [*ids]}):
        row = SetRow(*columns)
        sets[row.id] = LockedSet(row, schema)
    return sets
