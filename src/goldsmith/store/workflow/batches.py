"""Batches and their documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, func, select

from goldsmith.errors import NotFound
from goldsmith.store.access import Actor, Permission, match_visible_batches, require
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.tables import (
    batch_documents,
    batches,
    documents,
    iterations,
    tasks,
)
from goldsmith.store.workflow.terms import (
    ADJUDICATE,
    BatchSettings,
    BatchState,
    TaskState,
)


class Headline(msgspec.Struct, frozen=True):
    """The two values that have thresholds; None if nothing was counted."""

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
    """State -> number of annotators' tasks."""
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
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
        InputError: The page mark is not valid.
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
        NotFound: There is no such batch, or the person is not a member of its project.
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
    """Return a batch that the person manages, and lock it against other changes.

    Raises:
        NotFound: There is no such batch, or the person is not a member of its project.
        Forbidden: They are not a manager of it.
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
        NotFound: There is no such batch, or the person is not a member of its project.
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


class _StoredAgreement(msgspec.Struct, frozen=True):
    headline: Headline


def _read_headline(agreement: str) -> Headline | None:
    return msgspec.json.decode(agreement, type=_StoredAgreement).headline if agreement else None


def make_unknown() -> NotFound:
    """Return the error for a batch that does not exist for this person."""
    return NotFound("there is no such batch, or you may not see it")
