"""Appending changes to the journal, within a transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import Conflict, GoldsmithError
from goldsmith.store.access import Actor
from goldsmith.store.journal.change import Change, Receipt, drop_undone, find_footprint
from goldsmith.store.journal.checker import Checker, refuse_problems
from goldsmith.store.journal.ledger import Ledger, LockedSet, Submission, write_snapshot
from goldsmith.store.journal.reading import (
    SetRow,
    find_receipt,
    fold,
    get_set,
    lock_set,
    read_document,
    read_entries,
    read_snapshot,
)
from goldsmith.store.journal.state import State
from goldsmith.store.journal.steps import Step
from goldsmith.store.projects import parse_stored_schema
from goldsmith.store.tables import changes

__all__ = [
    "Journal",
    "SetRow",
    "find_receipt",
    "fold",
    "get_set",
    "lock_set",
    "read_document",
    "read_entries",
    "read_snapshot",
    "write_snapshot",
]

#: The number of changes after which a snapshot is made.
SNAPSHOT_EVERY = 500


class _LoadedState(msgspec.Struct):
    """The state of a set at a revision, with the data needed to check its changes."""

    state: State
    revision: int
    schema: str
    checker: Checker
    ids: set[str]
    """The ids of its changes: lets a new change be recognised without reading the journal."""
    saved: int
    """The revision of the last snapshot."""


class Journal:
    """The journal of all sets, with a cache of recently changed states.

    A cached state is used only if its revision matches the set within the transaction, so that
    several processes can write to one database.

    Args:
        capacity: How many states to keep.
    """

    def __init__(self, capacity: int = 256) -> None:
        self._loaded: OrderedDict[str, _LoadedState] = OrderedDict()
        self._capacity = capacity

    def append(self, connection: Connection, actor: Actor, set_id: str, change: Change) -> Receipt:
        """Append a change to the journal of a set.

        Raises:
            NotFound: The person may not see the set.
            Forbidden: The person may not change it, or it is closed.
            Conflict: Changes since `change.base` touched the same annotations; contains them.
            InputError: The change cannot be applied, or breaks the schema or its rules.
        """
        [outcome] = self.append_all(connection, [Submission(actor, set_id, change)])
        if isinstance(outcome, GoldsmithError):
            raise outcome
        return outcome

    def append_all(
        self, connection: Connection, submissions: Sequence[Submission]
    ) -> list[Receipt | GoldsmithError]:
        """Append a group of changes; return a receipt or an error for each."""
        ledger = Ledger(connection, submissions)
        try:
            outcomes = [self._try_append(ledger, submission) for submission in submissions]
            ledger.write()
            self._save(connection, {submission.set for submission in submissions})
        except BaseException:
            self.forget(submission.set for submission in submissions)
            raise
        return outcomes

    def forget(self, set_ids: Iterable[str]) -> None:
        """Drop cached states, because a transaction that changed them was rolled back."""
        for set_id in set_ids:
            self._loaded.pop(set_id, None)

    def get_state(self, set_id: str) -> State | None:
        """Return the cached state of a set; the caller must not change it."""
        loaded = self._loaded.get(set_id)
        return loaded.state if loaded else None

    def _try_append(self, ledger: Ledger, submission: Submission) -> Receipt | GoldsmithError:
        try:
            return self._append(ledger, submission.actor, submission.set, submission.change)
        except GoldsmithError as error:
            return error

    def _append(self, ledger: Ledger, actor: Actor, set_id: str, change: Change) -> Receipt:
        locked = ledger.find_set(actor, set_id)
        loaded = self._load(ledger, locked)
        if change.id in loaded.ids:
            ledger.write()
            answered = find_receipt(ledger.connection, set_id, change)
            if answered:
                return answered
        ledger.require_writable(actor, locked.row, change)
        _check_base(ledger, locked.row, change)
        before = loaded.checker.find_problems(loaded.state, _list_touched(change.steps))
        inverse = loaded.state.apply(change.steps)
        try:
            touched = _list_touched((*change.steps, *inverse))
            refuse_problems(loaded.checker.find_problems(loaded.state, touched) - before)
        except BaseException:
            loaded.state.apply(inverse)
            raise
        receipt = ledger.record(actor, locked, change, inverse)
        loaded.revision = receipt.revision
        loaded.ids.add(receipt.id)
        return receipt

    def _load(self, ledger: Ledger, locked: LockedSet) -> _LoadedState:
        """Return the state at the revision of the set."""
        row = locked.row
        loaded = self._loaded.get(row.id)
        if loaded is None or loaded.revision > row.revision:
            ledger.write()
            loaded = self._read(ledger.connection, locked)
            self._loaded[row.id] = loaded
            while len(self._loaded) > self._capacity:
                self._loaded.popitem(last=False)
        if loaded.schema != locked.schema:
            loaded.checker = _make_checker(ledger.connection, locked)
            loaded.schema = locked.schema
        _catch_up(ledger.connection, loaded, row)
        self._loaded.move_to_end(row.id)
        return loaded

    def _read(self, connection: Connection, locked: LockedSet) -> _LoadedState:
        content, revision = read_snapshot(connection, locked.row.id)
        query = select(changes.c.id).where(
            changes.c.set == locked.row.id, changes.c.revision <= revision
        )
        ids = {*connection.execute(query).scalars()}
        checker = _make_checker(connection, locked)
        return _LoadedState(State(content), revision, locked.schema, checker, ids, revision)

    def _save(self, connection: Connection, set_ids: Iterable[str]) -> None:
        """Write snapshots of the sets that have changed enough since the last one."""
        for set_id in set_ids:
            loaded = self._loaded.get(set_id)
            if loaded is not None and loaded.revision - loaded.saved >= SNAPSHOT_EVERY:
                write_snapshot(connection, set_id, loaded.revision, loaded.state)
                loaded.saved = loaded.revision


def _make_checker(connection: Connection, locked: LockedSet) -> Checker:
    schema = parse_stored_schema(locked.schema)
    return Checker(read_document(connection, locked.row.document), schema)


def _catch_up(connection: Connection, loaded: _LoadedState, row: SetRow) -> None:
    """Apply the changes that other processes have appended since."""
    for entry in read_entries(connection, row.id, after=loaded.revision, until=row.revision):
        loaded.state.apply(entry.steps)
        loaded.ids.add(entry.id)
    loaded.revision = row.revision


def _check_base(ledger: Ledger, row: SetRow, change: Change) -> None:
    if change.base > row.revision:
        raise Conflict(
            f"the change is based on revision {change.base}, but the set has {row.revision}. "
            "Load the set again"
        )
    if change.base == row.revision:
        return
    ledger.write()
    since = read_entries(ledger.connection, row.id, after=change.base, until=row.revision)
    footprint = find_footprint(change.steps)
    rivals = [
        entry
        for entry in drop_undone(since)
        if find_footprint(entry.steps, entry.inverse).contradicts(footprint)
    ]
    if rivals:
        raise Conflict("the same annotations were changed since. Compare both and decide", rivals)


def _list_touched(steps: Sequence[Step]) -> list[str]:
    footprint = find_footprint(steps)
    return [*footprint.written, *footprint.read]
