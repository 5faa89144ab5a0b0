"""Batches and their documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import Actor, Permission, match_visible_batches, require
from goldsmith.store.audit import record
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    documents,
    iterations,
    new_id,
    now,
    tasks,
)
from goldsmith.store.workflow.choice import Next, StoredChoice, choose_documents, find_frontier
from goldsmith.store.workflow.comparisons import refresh_counted
from goldsmith.store.workflow.exposure import refresh_batch
from goldsmith.store.workflow.iterations import get_iteration
from goldsmith.store.workflow.terms import (
    ADJUDICATE,
    BatchKind,
    BatchSettings,
    BatchState,
    Line,
    Name,
    Remark,
    TaskState,
    make_default_settings,
)


class NewBatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A batch to make.

    Attributes:
        iteration: The id of its iteration.
        documents: Which documents it holds; the next ones by default.
        name: Its name; made from its number by default.
        kind: What it is for.
        settings: Its settings; those of the project by default.
    """

    iteration: str
    documents: StoredChoice = Next()
    name: Line = ""
    kind: BatchKind = "annotate"
    settings: BatchSettings | None = None


class BatchChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to change of a batch; what is absent stays."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    settings: BatchSettings | msgspec.UnsetType = msgspec.UNSET


class DocumentMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a document of a batch counts.

    Attributes:
        left_out: In the gold, and left out of agreement: trial and jointly annotated notes.
        dropped: Neither in agreement nor in the consensus: a problematic document.
        reason: Why; needed if it is left out or dropped.
    """

    left_out: bool = False
    dropped: bool = False
    reason: Remark = ""


class Headline(msgspec.Struct, frozen=True):
    """The two values that thresholds are about; None if nothing was counted."""

    entity: float | None
    relation: float | None
    passed: bool
    at: int


class Batch(msgspec.Struct, frozen=True):
    """A batch in a list."""

    id: str
    project: str
    iteration: str
    iteration_name: str
    name: str
    kind: str
    state: BatchState
    reason: str
    settings: BatchSettings
    position: int
    created_at: int
    closed_at: int | None
    documents: int
    tasks: dict[str, int]
    """State -> tasks of annotators."""
    agreement: Headline | None


class BatchDocument(msgspec.Struct, frozen=True):
    """A document of a batch."""

    id: str
    name: str
    type: str
    words: int
    left_out: bool
    dropped: bool
    reason: str


def create_batch(connection: Connection, actor: Actor, project: str, data: NewBatch) -> Batch:
    """Make a batch.

    Raises:
        NotFound: There is no such iteration.
        Forbidden: The person is no manager of the project.
        Conflict: No document is left, the name is taken, or a document of a training batch has no
            consensus.
        InputError: The project has no documents of these names.
    """
    require(connection, actor, project, Permission.MANAGE)
    iteration = get_iteration(connection, actor, data.iteration, Permission.MANAGE)
    if iteration.project != project:
        raise NotFound("there is no such iteration, or you may not see it")
    defaults = get_settings(connection, project)
    chosen = choose_documents(
        connection, actor, project, data.documents, defaults.documents_per_batch
    )
    if data.kind == "train":
        _require_consensus(connection, chosen)
    batch = _insert_batch(
        connection,
        project,
        data,
        data.settings or make_default_settings(defaults),
        find_frontier(connection, data.documents, chosen),
    )
    rows = [
        {"batch": batch, "document": document, "position": position}
        for position, document in enumerate(chosen)
    ]
    connection.execute(insert(batch_documents), rows)
    record(connection, actor, "batch.create", project=project, detail=batch)
    return get_batch(connection, actor, batch)


def _insert_batch(
    connection: Connection, project: str, data: NewBatch, settings: BatchSettings, frontier: int
) -> str:
    last = select(func.max(batches.c.position)).where(batches.c.project == project)
    position = (connection.execute(last).scalar() or 0) + 1
    batch = new_id()
    try:
        with connection.begin_nested():
            connection.execute(
                insert(batches).values(
                    id=batch,
                    project=project,
                    iteration=data.iteration,
                    name=data.name or f"batch-{position}",
                    kind=data.kind,
                    state=BatchState.OPEN,
                    settings=msgspec.json.encode(settings).decode(),
                    position=position,
                    frontier=frontier,
                    created_at=now(),
                )
            )
    except IntegrityError:
        raise Conflict("the project has a batch of that name. Choose another name") from None
    return batch


def _require_consensus(connection: Connection, chosen: Sequence[str]) -> None:
    query = select(annotation_sets.c.document).where(
        annotation_sets.c.document.in_(chosen), annotation_sets.c.kind == "consensus"
    )
    ready = set(connection.execute(query).scalars())
    lacking = sum(document not in ready for document in chosen)
    if lacking:
        raise Conflict(
            f"{lacking} of {len(chosen)} documents have no consensus to train against. Adjudicate "
            "them first, or choose others"
        )


def list_batches(
    connection: Connection,
    actor: Actor,
    project: str,
    *,
    iteration: str = "",
    state: str = "",
    limit: int = PAGE,
    after: str = "",
) -> Page[Batch]:
    """Return the batches of a project in their order.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see agreement.
        InputError: The mark is not one of ours.
    """
    roles = require(connection, actor, project, Permission.SEE_AGREEMENT)
    order = (batches.c.position, batches.c.id)
    query = (
        _select_batches()
        .where(batches.c.project == project, match_visible_batches(actor, roles))
        .order_by(*order)
        .limit(limit + 1)
    )
    if iteration:
        query = query.where(batches.c.iteration == iteration)
    if state:
        query = query.where(batches.c.state == state)
    behind = match_after(order, after)
    rows = connection.execute(query if behind is None else query.where(behind)).all()
    return make_page(
        _make_batches(connection, rows), [(row.position, row.id) for row in rows], limit
    )


def get_batch(
    connection: Connection,
    actor: Actor,
    batch: str,
    permission: Permission = Permission.SEE_AGREEMENT,
) -> Batch:
    """Return a batch.

    Raises:
        NotFound: There is none, or the person is no member of its project.
        Forbidden: They lack the permission.
    """
    query = _select_batches().where(batches.c.id == batch)
    row = connection.execute(query).first()
    if row is None:
        raise make_unknown()
    try:
        roles = require(connection, actor, row.project, permission)
    except NotFound:
        raise make_unknown() from None
    if connection.execute(query.where(match_visible_batches(actor, roles))).first() is None:
        raise make_unknown()
    return _make_batches(connection, [row])[0]


def lock_batch(connection: Connection, actor: Actor, batch: str) -> Batch:
    """Return a batch that the person manages, and keep others from changing it meanwhile.

    Raises:
        NotFound: There is none, or the person is no member of its project.
        Forbidden: They are no manager of it.
    """
    connection.execute(select(batches.c.id).where(batches.c.id == batch).with_for_update())
    return get_batch(connection, actor, batch, Permission.MANAGE)


def read_batch(connection: Connection, batch: str) -> Batch:
    """Lock and return a batch; the caller checks that the person may see it."""
    connection.execute(select(batches.c.id).where(batches.c.id == batch).with_for_update())
    row = connection.execute(_select_batches().where(batches.c.id == batch)).one()
    return _make_batches(connection, [row])[0]


def list_batch_documents(
    connection: Connection, actor: Actor, batch: str
) -> tuple[BatchDocument, ...]:
    """Return the documents of a batch in their order.

    Raises:
        NotFound: There is no such batch, or the person is no member of its project.
        Forbidden: They may not see agreement.
    """
    get_batch(connection, actor, batch)
    return read_batch_documents(connection, batch)


def read_batch_documents(connection: Connection, batch: str) -> tuple[BatchDocument, ...]:
    """Return the documents of a batch; the caller checks that the person may see it."""
    query = (
        select(
            documents.c.id,
            documents.c.name,
            documents.c.type,
            documents.c.words,
            batch_documents.c.left_out,
            batch_documents.c.dropped,
            batch_documents.c.reason,
        )
        .join_from(batch_documents, documents)
        .where(batch_documents.c.batch == batch)
        .order_by(batch_documents.c.position)
    )
    return tuple(BatchDocument(*row) for row in connection.execute(query))


def change_batch(connection: Connection, actor: Actor, batch: str, data: BatchChange) -> Batch:
    """Change the name or the settings of a batch.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is no manager of the project.
        Conflict: The batch is closed, or the name is taken.
    """
    current = lock_batch(connection, actor, batch)
    if current.state == BatchState.CLOSED:
        raise Conflict("the batch is closed. Make a new one")
    values: dict[str, object] = {}
    if data.name is not msgspec.UNSET:
        values["name"] = data.name
    if data.settings is not msgspec.UNSET:
        values["settings"] = msgspec.json.encode(data.settings).decode()
    if values:
        try:
            with connection.begin_nested():
                connection.execute(update(batches).where(batches.c.id == batch).values(**values))
        except IntegrityError:
            raise Conflict("the project has a batch of that name. Choose another name") from None
        refresh_batch(connection, batch)
        record(connection, actor, "batch.change", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def mark_document(
    connection: Connection, actor: Actor, batch: str, document: str, data: DocumentMark
) -> BatchDocument:
    """Leave a document of a batch out of agreement, drop it, or count it again.

    Raises:
        NotFound: There is no such batch, or it has no such document.
        Forbidden: The person is no manager of the project.
        InputError: The reason is missing.
    """
    project = lock_batch(connection, actor, batch).project
    if (data.left_out or data.dropped) and not data.reason.strip():
        raise InputError("a document is left out for a reason", where="reason", expected="a text")
    done = connection.execute(
        update(batch_documents)
        .where(batch_documents.c.batch == batch, batch_documents.c.document == document)
        .values(left_out=data.left_out, dropped=data.dropped, reason=data.reason)
    )
    if not done.rowcount:
        raise NotFound("the batch has no such document")
    refresh_batch(connection, batch)
    refresh_counted(connection, batch)
    record(connection, actor, "batch.mark", project=project, document=document, detail=batch)
    marked = read_batch_documents(connection, batch)
    return next(entry for entry in marked if entry.id == document)


def _select_batches() -> Select[Any]:
    return select(batches, iterations.c.name.label("iteration_name")).join_from(batches, iterations)


def _make_batches(connection: Connection, rows: Sequence[Row[Any]]) -> list[Batch]:
    ids = [row.id for row in rows]
    sizes = _count_documents(connection, ids)
    counts = _count_tasks(connection, ids)
    return [
        Batch(
            row.id,
            row.project,
            row.iteration,
            row.iteration_name,
            row.name,
            row.kind,
            BatchState(row.state),
            row.reason,
            msgspec.json.decode(row.settings, type=BatchSettings),
            row.position,
            row.created_at,
            row.closed_at,
            sizes.get(row.id, 0),
            counts.get(row.id, {}),
            _read_headline(row.agreement),
        )
        for row in rows
    ]


def _count_documents(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    query = select(batch_documents.c.batch, func.count()).where(batch_documents.c.batch.in_(ids))
    rows = connection.execute(query.group_by(batch_documents.c.batch))
    return {row[0]: row[1] for row in rows}


def _count_tasks(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, int]]:
    query = (
        select(tasks.c.batch, tasks.c.state, func.count())
        .where(tasks.c.batch.in_(ids), tasks.c.kind != ADJUDICATE)
        .group_by(tasks.c.batch, tasks.c.state)
    )
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for batch, state, count in connection.execute(query):
        counts[batch][TaskState(state)] = count
    return counts


class _Stored(msgspec.Struct, frozen=True):
    headline: Headline


def _read_headline(agreement: str) -> Headline | None:
    return msgspec.json.decode(agreement, type=_Stored).headline if agreement else None


def make_unknown() -> NotFound:
    """Return the error that there is no such batch for this person."""
    return NotFound("there is no such batch, or you may not see it")
