"""The annotator's actions on a task: start it, tick off its steps, mark it as done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select, update

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import Actor, Permission, match_own_tasks, require
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.journal.reading import get_set
from goldsmith.store.tables import annotation_sets, batches, now, tasks
from goldsmith.store.workflow.contents import list_lacks, make_task_set
from goldsmith.store.workflow.exposure import lock_sets, refresh_batch
from goldsmith.store.workflow.tasks import Task, get_task, make_unknown
from goldsmith.store.workflow.terms import ADJUDICATE, OPEN_TASKS, Name, TaskState
from goldsmith.store.workflow.workloads import recount


class Ticks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of the steps that are ticked off."""

    steps: tuple[Name, ...]


def start_task(connection: Connection, actor: Actor, task: str) -> Task:
    """Start a task, which creates its annotation set. Starting it again changes nothing.

    Raises:
        NotFound: The person has no such task.
        Forbidden: They are no longer an annotator.
    """
    row = _lock_task(connection, actor, task)
    values: dict[str, object] = {"active_at": now()}
    if row.state in (TaskState.ASSIGNED, TaskState.RETURNED):
        values["state"] = TaskState.STARTED
        values["started_at"] = row.started_at or now()
    if row.kind != ADJUDICATE and row.set is None:
        values["set"] = make_task_set(connection, actor, row).id
    if row.state in OPEN_TASKS:
        connection.execute(update(tasks).where(tasks.c.id == task).values(**values))
        recount(connection, row.project, [actor.person])
    return get_task(connection, actor, task)


def tick_steps(connection: Connection, actor: Actor, task: str, steps: Sequence[str]) -> Task:
    """Set which steps of the recipe are ticked off.

    Raises:
        NotFound: The person has no such task.
        Conflict: The task is done.
        InputError: The recipe has no such step; the message lists its steps.
    """
    row = _lock_task(connection, actor, task)
    if row.state not in OPEN_TASKS:
        raise _make_done()
    names = [step.id for step in get_task(connection, actor, task).steps]
    for step in steps:
        if step not in names:
            raise InputError(
                "there is no such step", where="steps", expected="one of " + ", ".join(names)
            )
    ticked = [name for name in names if name in steps]
    connection.execute(
        update(tasks)
        .where(tasks.c.id == task)
        .values(ticked=msgspec.json.encode(ticked).decode(), active_at=now())
    )
    return get_task(connection, actor, task)


def finish_task(database: Database, actor: Actor, task: str) -> Task:
    """Mark a task as done and close its set to changes. Repeating this changes nothing.

    The set is checked before the transaction that writes, and again if it changed meanwhile.

    Raises:
        NotFound: The person has no such task.
        Conflict: The task was not started, or something is missing; the details list it.
    """
    while True:
        with database.read() as connection:
            current = get_task(connection, actor, task)
            if current.state == TaskState.DONE:
                return current
            revision = _check_complete(connection, actor, current)
        with database.write() as connection:
            row = _lock_task(connection, actor, task)
            if lock_sets(connection, row.batch).get(row.set, 0) == revision:
                _close_task(connection, actor, row)
                return get_task(connection, actor, task)


def _check_complete(connection: Connection, actor: Actor, task: Task) -> int:
    """Return the revision of the set of a task, which must be complete."""
    if task.kind == ADJUDICATE:
        return 0
    if not task.set:
        raise Conflict("the task has not been started. Start it first")
    row = get_set(connection, actor, task.set)
    lacks = list_lacks(connection, row, task.steps)
    if lacks:
        raise Conflict(
            f"{len(lacks)} things are missing. Add them, then mark the task as done again", lacks
        )
    return row.revision


def _close_task(connection: Connection, actor: Actor, row: Row[Any]) -> None:
    if row.state not in OPEN_TASKS:
        return
    connection.execute(
        update(tasks)
        .where(tasks.c.id == row.id)
        .values(state=TaskState.DONE, done_at=now(), active_at=now())
    )
    if row.set is not None:
        connection.execute(
            update(annotation_sets).where(annotation_sets.c.id == row.set).values(state="closed")
        )
    refresh_batch(connection, row.batch)
    recount(connection, row.project, [actor.person])
    record(
        connection,
        actor,
        "task.done",
        project=row.project,
        document=row.document,
        set=row.set or "",
        detail=row.id,
    )


def _lock_task(connection: Connection, actor: Actor, task: str) -> Row[Any]:
    """Read a task of the acting person, and lock its batch against other changes.

    Two annotators who finish a document at once must not each see the other as unfinished.
    """
    query = select(tasks).where(tasks.c.id == task, match_own_tasks(actor))
    row = connection.execute(query).first()
    if row is None:
        raise make_unknown()
    permission = Permission.ADJUDICATE if row.kind == ADJUDICATE else Permission.ANNOTATE
    try:
        require(connection, actor, row.project, permission)
    except NotFound:
        raise make_unknown() from None
    connection.execute(select(batches.c.id).where(batches.c.id == row.batch).with_for_update())
    return connection.execute(query).one()


def _make_done() -> Conflict:
    return Conflict("the task is done. Ask a manager to return it to you")
