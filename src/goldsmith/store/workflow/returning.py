"""Actions of managers on tasks: list, return and withdraw them, and time out abandoned ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, and_, func, select, update

from goldsmith.errors import Conflict, Forbidden, NotFound
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.tables import (
    annotation_sets,
    batches,
    changes,
    documents,
    now,
    people,
    tasks,
)
from goldsmith.store.workflow.assignment import pick_by_load
from goldsmith.store.workflow.balance import Portion
from goldsmith.store.workflow.batches import (
    Batch,
    get_batch,
    lock_batch,
    read_batch,
)
from goldsmith.store.workflow.creation import make_tasks
from goldsmith.store.workflow.exposure import refresh_batch
from goldsmith.store.workflow.tasks import make_unknown
from goldsmith.store.workflow.terms import (
    ADJUDICATE,
    BEAT_SECONDS,
    OPEN_TASKS,
    BatchSettings,
    BatchState,
    TaskState,
)
from goldsmith.store.workflow.workloads import recount

_DAY = 24 * 60 * 60 * 1000


class TaskEntry(msgspec.Struct, frozen=True):
    """A task as managers see it."""

    id: str
    document: str
    document_name: str
    person: str
    kind: str
    state: TaskState
    arm: str
    start: int | None
    end: int | None
    words: int
    set: str
    seconds: int
    assigned_at: int
    started_at: int | None
    done_at: int | None
    active_at: int | None


class Sweep(msgspec.Struct, frozen=True):
    """The outcome for abandoned tasks."""

    abandoned: int
    reassigned: int
    unassigned: int
    """Documents that nobody is free to take over."""


def list_batch_tasks(connection: Connection, actor: Actor, batch: str) -> tuple[TaskEntry, ...]:
    """Return the tasks of a batch, by document and annotator.

    Raises:
        NotFound: There is no such batch, or the person is not a member of its project.
        Forbidden: They may not see progress.
    """
    get_batch(connection, actor, batch, Permission.SEE_PROGRESS)
    order = (documents.c.position, tasks.c.start, people.c.name, tasks.c.id)
    query = _select_entries().where(tasks.c.batch == batch).order_by(*order)
    return tuple(_make_entry(row) for row in connection.execute(query))


def return_task(connection: Connection, actor: Actor, task: str) -> TaskEntry:
    """Return a finished task to its annotator and reopen the set.

    Raises:
        NotFound: There is no such task.
        Forbidden: The person is not a manager of the project.
        Conflict: The task is not done, or its batch is being adjudicated or closed.
    """
    row = _lock_task(connection, actor, task)
    if row.state != TaskState.DONE:
        raise Conflict("the task is not done. Only tasks that are done can be returned")
    if row.batch_state in (BatchState.ADJUDICATING, BatchState.CLOSED):
        raise Conflict("the batch is past annotation. Resolve differences in the consensus")
    _set_task(connection, task, TaskState.RETURNED)
    _set_set(connection, row.set, "open")
    recount(connection, row.project, [row.person])
    return _conclude(connection, actor, row, "task.return")


def withdraw_task(connection: Connection, actor: Actor, task: str) -> TaskEntry:
    """Take a task away from its annotator; its set is kept but no longer counts.

    Raises:
        NotFound: There is no such task.
        Forbidden: The person is not a manager of the project.
        Conflict: The task was already withdrawn, or its batch is closed.
    """
    row = _lock_task(connection, actor, task)
    if row.state in (TaskState.WITHDRAWN, TaskState.ABANDONED):
        raise Conflict("the task was already withdrawn")
    if row.batch_state == BatchState.CLOSED:
        raise Conflict("the batch is closed. Exclude the annotator's work instead")
    withdraw_tasks(connection, [task], [row.set])
    return _conclude(connection, actor, row, "task.withdraw")


def withdraw_tasks(
    connection: Connection,
    ids: Sequence[str],
    sets: Sequence[str | None],
    state: TaskState = TaskState.WITHDRAWN,
) -> None:
    """Take one or more tasks away and close their sets; the caller checks the permission."""
    for task in ids:
        _set_task(connection, task, state)
    for set_id in sets:
        _set_set(connection, set_id, "closed")
    query = select(tasks.c.project, tasks.c.person).where(tasks.c.id.in_(ids))
    rows = connection.execute(query).all()
    recount(connection, rows[0].project, {row.person for row in rows})


def sweep_abandoned(connection: Connection, actor: Actor, project: str, at: int = 0) -> Sweep:
    """Give tasks to somebody else after the days of inactivity that the batch's settings allow.

    Activity is a beat, a ticked-off step or a change. The set of a person who abandoned a task is
    kept; it counts in neither agreement nor consensus.

    Args:
        connection: A transaction that writes.
        actor: The acting person.
        project: The project.
        at: The reference time; now by default.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They are not a manager of it.
    """
    require(connection, actor, project, Permission.MANAGE)
    return _sweep(connection, actor, project, at or now())


def sweep_all(database: Database) -> int:
    """Give abandoned tasks of all projects to somebody else, and return their number.

    The server calls this periodically; it returns nobody's work.
    """
    with database.read() as connection:
        query = select(batches.c.project).where(batches.c.state == BatchState.OPEN).distinct()
        silent = [
            project
            for project in connection.execute(query).scalars().all()
            if _find_silent(connection, project, now())
        ]
    total = 0
    for project in silent:
        with database.write() as connection:
            total += _sweep(connection, None, project, now()).abandoned
    return total


def _sweep(connection: Connection, actor: Actor | None, project: str, at: int) -> Sweep:
    abandoned = reassigned = 0
    for batch in sorted({row.batch for row in _find_silent(connection, project, at)}):
        entry = read_batch(connection, batch)
        # read again under the lock: another worker may have reassigned them meanwhile
        rows = _find_silent(connection, project, at, batch)
        abandoned += len(rows)
        reassigned += _pass_on(connection, actor, entry, rows) if rows else 0
    return Sweep(abandoned, reassigned, abandoned - reassigned)


def _find_silent(connection: Connection, project: str, at: int, batch: str = "") -> list[Row[Any]]:
    """Return the open tasks without activity in the open batches of a project, or in one batch."""
    query = _select_open_tasks(project)
    if batch:
        query = query.where(tasks.c.batch == batch)
    limits: dict[str, int] = {}
    silent = []
    for row in connection.execute(query):
        if row.batch not in limits:
            settings = msgspec.json.decode(row.settings, type=BatchSettings)
            limits[row.batch] = at - settings.abandon_after_days * _DAY
        if max(row.assigned_at, row.active_at or 0, row.changed_at) < limits[row.batch]:
            silent.append(row)
    return silent


def _select_open_tasks(project: str) -> Select[Any]:
    """Select the open tasks of annotation, with the time of the last change of their sets."""
    last_change = (
        select(changes.c.at)
        .join(
            annotation_sets,
            and_(
                annotation_sets.c.id == changes.c.set,
                annotation_sets.c.revision == changes.c.revision,
            ),
        )
        .where(changes.c.set == tasks.c.set)
        .scalar_subquery()
    )
    return (
        select(
            tasks,
            documents.c.name.label("document_name"),
            batches.c.settings,
            func.coalesce(last_change, 0).label("changed_at"),
        )
        .join_from(tasks, documents, documents.c.id == tasks.c.document)
        .join(batches, batches.c.id == tasks.c.batch)
        .where(
            tasks.c.project == project,
            tasks.c.state.in_(OPEN_TASKS),
            tasks.c.kind != ADJUDICATE,
            batches.c.state == BatchState.OPEN,
        )
        .order_by(tasks.c.assigned_at, tasks.c.id)
    )


def _pass_on(
    connection: Connection, actor: Actor | None, batch: Batch, rows: Sequence[Row[Any]]
) -> int:
    """Take tasks of a batch away and reassign them, as far as people are free."""
    withdraw_tasks(
        connection, [row.id for row in rows], [row.set for row in rows], TaskState.ABANDONED
    )
    made = 0
    for row in rows:
        portion = Portion(row.document, row.document_name, row.start, row.end, row.words)
        try:
            picks = pick_by_load(connection, batch, [portion], additional=1)
        except Conflict:
            continue
        make_tasks(connection, batch, picks, source=row.source)
        made += len(picks)
    refresh_batch(connection, batch.id)
    detail = f"{batch.id} {len(rows)}"
    record(connection, actor, "task.abandoned", project=batch.project, detail=detail)
    return made


def _lock_task(connection: Connection, actor: Actor, task: str) -> Row[Any]:
    """Read a task of a project that the person manages, and lock its batch."""
    query = (
        select(tasks, batches.c.state.label("batch_state"))
        .join_from(tasks, batches, batches.c.id == tasks.c.batch)
        .where(tasks.c.id == task)
    )
    row = connection.execute(query).first()
    if row is None:
        raise make_unknown()
    try:
        lock_batch(connection, actor, row.batch)
    except NotFound:
        raise make_unknown() from None
    except Forbidden:
        if row.person == actor.person:
            raise
        raise make_unknown() from None  # annotators must not learn of others' tasks
    return connection.execute(query).one()


def _conclude(connection: Connection, actor: Actor, row: Row[Any], action: str) -> TaskEntry:
    refresh_batch(connection, row.batch)
    record(
        connection,
        actor,
        action,
        project=row.project,
        document=row.document,
        set=row.set or "",
        detail=row.id,
    )
    return _make_entry(connection.execute(_select_entries().where(tasks.c.id == row.id)).one())


def _set_task(connection: Connection, task: str, state: TaskState) -> None:
    connection.execute(update(tasks).where(tasks.c.id == task).values(state=state, done_at=None))


def _set_set(connection: Connection, set_id: str | None, state: str) -> None:
    if set_id is not None:
        connection.execute(
            update(annotation_sets).where(annotation_sets.c.id == set_id).values(state=state)
        )


def _select_entries() -> Select[Any]:
    return (
        select(tasks, documents.c.name.label("document_name"), people.c.name.label("person_name"))
        .join_from(tasks, documents, documents.c.id == tasks.c.document)
        .join(people, people.c.id == tasks.c.person)
    )


def _make_entry(row: Row[Any]) -> TaskEntry:
    return TaskEntry(
        row.id,
        row.document,
        row.document_name,
        row.person_name,
        row.kind,
        TaskState(row.state),
        row.arm,
        row.start,
        row.end,
        row.words,
        row.set or "",
        row.beats * BEAT_SECONDS,
        row.assigned_at,
        row.started_at,
        row.done_at,
        row.active_at,
    )
