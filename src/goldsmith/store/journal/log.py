"""Appending changes to the journal and reading them, within a transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from goldsmith.core import Document, Metadata, Schema
from goldsmith.core.schema_file import parse_schema
from goldsmith.errors import Conflict, Forbidden, NotFound
from goldsmith.store.access import Actor, Permission, Role, match_visible_sets, require
from goldsmith.store.journal.change import Change, Entry, Receipt, find_footprint
from goldsmith.store.journal.checker import Checker, refuse_problems
from goldsmith.store.journal.state import Content, State
from goldsmith.store.journal.steps import Step
from goldsmith.store.tables import (
    annotation_sets,
    changes,
    document_texts,
    documents,
    now,
    projects,
    snapshots,
)

#: A snapshot is made after so many changes.
SNAPSHOT_EVERY = 500
_SOURCES_BY_KIND = {"consensus": Permission.ADJUDICATE}
_encode = msgspec.json.Encoder().encode
_decode_steps = msgspec.json.Decoder(tuple[Step, ...]).decode
_decode_content = msgspec.json.Decoder(Content).decode


class SetRow(msgspec.Struct, frozen=True):
    """An annotation set as the table has it."""

    id: str
    project: str
    document: str
    name: str
    kind: str
    owner: str | None
    exposure: str
    state: str
    revision: int


class _Loaded(msgspec.Struct):
    """The state of a set at a revision, with what is needed to check changes of it."""

    state: State
    revision: int
    checker: Checker
    saved: int
    """The revision of the last snapshot."""


class Journal:
    """The journal of all sets, with the states of those that were changed lately.

    A cached state is used only if its revision is that of the set within the transaction, so that
    several processes can write to one database.

    Args:
        capacity: How many states to keep.
    """

    def __init__(self, capacity: int = 256) -> None:
        self._loaded: OrderedDict[str, _Loaded] = OrderedDict()
        self._schemas: dict[tuple[str, str], Schema] = {}
        self._capacity = capacity

    def append(self, connection: Connection, actor: Actor, set_id: str, change: Change) -> Receipt:
        """Append a change to the journal of a set.

        Raises:
            NotFound: The person may not see the set.
            Forbidden: The person may not change it, or it is closed.
            Conflict: Changes since `change.base` touched the same annotations; holds them.
            InputError: The change cannot be applied, or breaks the schema or its rules.
        """
        row = lock_set(connection, actor, set_id)
        answered = find_receipt(connection, set_id, change)
        if answered:
            return answered
        require_writable(connection, actor, row)
        loaded = self._load(connection, row)
        self._check_base(connection, row, change)
        before = loaded.checker.find_problems(loaded.state, _list_touched(change.steps))
        inverse = loaded.state.apply(change.steps)
        try:
            touched = _list_touched((*change.steps, *inverse))
            refuse_problems(loaded.checker.find_problems(loaded.state, touched) - before)
            return self._store(connection, actor, row, loaded, change, inverse)
        except BaseException:
            loaded.state.apply(inverse)
            raise

    def forget(self, set_ids: Sequence[str]) -> None:
        """Forget states, because a transaction that changed them was rolled back."""
        for set_id in set_ids:
            self._loaded.pop(set_id, None)

    def get_state(self, connection: Connection, row: SetRow) -> State:
        """Return the present state of a set; it must not be changed."""
        return self._load(connection, row).state

    def _load(self, connection: Connection, row: SetRow) -> _Loaded:
        loaded = self._loaded.get(row.id)
        if loaded is None or loaded.revision > row.revision:
            loaded = self._read(connection, row)
            self._loaded[row.id] = loaded
        for entry in read_entries(connection, row.id, after=loaded.revision, until=row.revision):
            loaded.state.apply(entry.steps)
        loaded.revision = row.revision
        self._loaded.move_to_end(row.id)
        while len(self._loaded) > self._capacity:
            self._loaded.popitem(last=False)
        return loaded

    def _read(self, connection: Connection, row: SetRow) -> _Loaded:
        content, revision = read_snapshot(connection, row.id)
        checker = Checker(
            read_document(connection, row.document), self._get_schema(connection, row)
        )
        return _Loaded(State(content), revision, checker, revision)

    def _get_schema(self, connection: Connection, row: SetRow) -> Schema:
        query = select(projects.c.schema).where(projects.c.id == row.project)
        source = connection.execute(query).scalar_one()
        key = (row.project, source)
        if key not in self._schemas:
            self._schemas[key] = parse_schema(source, where="schema of the project")
        return self._schemas[key]

    def _check_base(self, connection: Connection, row: SetRow, change: Change) -> None:
        if change.base > row.revision:
            raise Conflict(
                f"the change is based on revision {change.base}, but the set has {row.revision}. "
                "Load the set again"
            )
        if change.base == row.revision:
            return
        since = read_entries(connection, row.id, after=change.base, until=row.revision)
        footprint = find_footprint(change.steps)
        rivals = [
            entry
            for entry in since
            if find_footprint(entry.steps, entry.inverse).contradicts(footprint)
        ]
        if rivals:
            raise Conflict(
                "the same annotations were changed since. Compare both and decide", rivals
            )

    def _store(
        self,
        connection: Connection,
        actor: Actor,
        row: SetRow,
        loaded: _Loaded,
        change: Change,
        inverse: tuple[Step, ...],
    ) -> Receipt:
        receipt = Receipt(change.id, row.revision + 1, now())
        connection.execute(
            insert(changes).values(
                set=row.id,
                revision=receipt.revision,
                id=change.id,
                base=change.base,
                steps=_encode(change.steps).decode(),
                inverse=_encode(inverse).decode(),
                source=change.source,
                guideline=change.guideline,
                undoes=change.undoes,
                action=change.action,
                person=actor.person,
                at=receipt.at,
            )
        )
        connection.execute(
            update(annotation_sets)
            .where(annotation_sets.c.id == row.id)
            .values(revision=receipt.revision)
        )
        loaded.revision = receipt.revision
        if receipt.revision - loaded.saved >= SNAPSHOT_EVERY:
            write_snapshot(connection, row.id, receipt.revision, loaded.state)
            loaded.saved = receipt.revision
        return receipt


def lock_set(connection: Connection, actor: Actor, set_id: str) -> SetRow:
    """Read a set that the person may see, and keep others from changing it meanwhile.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    query = select(*_SET_COLUMNS).where(annotation_sets.c.id == set_id).with_for_update()
    return _read_set(connection, actor, connection.execute(query).first())


def get_set(connection: Connection, actor: Actor, set_id: str) -> SetRow:
    """Read a set that the person may see.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    query = select(*_SET_COLUMNS).where(annotation_sets.c.id == set_id)
    return _read_set(connection, actor, connection.execute(query).first())


def require_writable(connection: Connection, actor: Actor, row: SetRow) -> None:
    """Check that the person may change a set.

    Raises:
        Forbidden: It belongs to somebody else, or it is closed.
    """
    permission = _SOURCES_BY_KIND.get(row.kind, Permission.ANNOTATE)
    require(connection, actor, row.project, permission)
    if row.kind not in ("human", "consensus") or (
        row.kind == "human" and row.owner != actor.person
    ):
        raise Forbidden("only its annotator changes this set. Work in a set of your own")
    if row.state != "open":
        raise Forbidden("the set is closed. Ask a manager to return the task to you")


def find_receipt(connection: Connection, set_id: str, change: Change) -> Receipt | None:
    """Return the answer that a change got before; None if it is new.

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


def write_snapshot(connection: Connection, set_id: str, revision: int, state: State) -> None:
    """Replace the snapshot of a set."""
    values = {"revision": revision, "state": _encode(state.export()).decode()}
    done = connection.execute(update(snapshots).where(snapshots.c.set == set_id).values(**values))
    if not done.rowcount:
        connection.execute(insert(snapshots).values(set=set_id, **values))


def fold(connection: Connection, set_id: str, revision: int) -> State:
    """Return the state of a set at a revision, from the first change on, without snapshots."""
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


_SET_COLUMNS = [annotation_sets.c[name] for name in SetRow.__struct_fields__]


def _read_set(connection: Connection, actor: Actor, row: object) -> SetRow:
    if row is None:
        raise _make_unknown()
    entry = SetRow(*row)  # type: ignore[misc]
    if entry.owner == actor.person and entry.kind == "human":
        return entry
    roles = require_member(connection, actor, entry.project)
    visible = select(annotation_sets.c.id).where(
        annotation_sets.c.id == entry.id, match_visible_sets(actor, roles)
    )
    if connection.execute(visible).first() is None:
        raise _make_unknown()
    return entry


def require_member(connection: Connection, actor: Actor, project: str) -> frozenset[Role]:
    """Return the roles of a member; others learn nothing.

    Raises:
        NotFound: The person is no member of the project.
    """
    try:
        return require(connection, actor, project, Permission.SEE_PROJECT)
    except NotFound:
        raise _make_unknown() from None


def _make_unknown() -> NotFound:
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


def _list_touched(steps: Sequence[Step]) -> list[str]:
    footprint = find_footprint(steps)
    return [*footprint.written, *footprint.read]
