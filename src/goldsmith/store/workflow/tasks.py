"""The work of one annotator: their tasks only.

Functions here return only the acting person's own tasks and work. Nothing depends on the tasks, the
sets or the times of others, except that a closed batch is marked as closed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, case, func, select

from goldsmith.core import Schema
from goldsmith.errors import NotFound
from goldsmith.store.access import Actor, Permission, match_own_tasks, require
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.tables import (
    batches,
    documents,
    iterations,
    tasks,
)
from goldsmith.store.workflow.contents import read_project_schema
from goldsmith.store.workflow.recipe import RecipeStep, list_recipe
from goldsmith.store.workflow.terms import (
    BEAT_SECONDS,
    OPEN_TASKS,
    BatchSettings,
    BatchState,
    TaskState,
)


class Task(msgspec.Struct, frozen=True):
    """A task as its annotator sees it.

    Attributes:
        number: The place of the task among the tasks of the annotator in the batch, from 1.
        total: How many tasks the annotator has in the batch.
        set: The annotation set; empty until the task is started.
        start: The start of the snippet; None for the whole document.
        phase: Whether annotators may talk about their documents.
        guideline: The version of the guideline to follow.
        seconds: The time that the annotator was active.
        is_closed: Whether the batch is closed; only then is the work of others visible.
    """

    id: str
    project: str
    batch: str
    document: str
    document_name: str
    kind: str
    state: TaskState
    arm: str
    number: int
    total: int
    set: str
    start: int | None
    end: int | None
    words: int
    iteration: str
    iteration_kind: str
    phase: str
    guideline: str
    seconds: int
    steps: tuple[RecipeStep, ...]
    assigned_at: int
    started_at: int | None
    done_at: int | None
    is_closed: bool


def list_my_tasks(
    connection: Connection,
    actor: Actor,
    project: str,
    *,
    states: Collection[TaskState] = (),
    limit: int = PAGE,
    after: str = "",
) -> Page[Task]:
    """Return the tasks of the acting person in their order.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: The page mark is not valid.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    order = (tasks.c.position, tasks.c.id)
    query = (
        _select_tasks()
        .where(tasks.c.project == project, match_own_tasks(actor))
        .order_by(*order)
        .limit(limit + 1)
    )
    if states:
        query = query.where(tasks.c.state.in_(states))
    behind = match_after(order, after)
    rows = connection.execute(query if behind is None else query.where(behind)).all()
    marks = [(row.position, row.id) for row in rows]
    return make_page(_make_tasks(connection, actor, rows), marks, limit)


def get_next_task(connection: Connection, actor: Actor, project: str) -> Task:
    """Return the task to continue with: one in progress, one that was returned, or the next.

    Raises:
        NotFound: The person is not a member of the project, or has no open task.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    rank = case(
        (tasks.c.state == TaskState.STARTED, 0), (tasks.c.state == TaskState.RETURNED, 1), else_=2
    )
    query = (
        _select_tasks()
        .where(tasks.c.project == project, match_own_tasks(actor), tasks.c.state.in_(OPEN_TASKS))
        .order_by(rank, tasks.c.position)
        .limit(1)
    )
    rows = connection.execute(query).all()
    if not rows:
        raise NotFound("you have no open task. Wait for the next batch")
    return _make_tasks(connection, actor, rows)[0]


def get_task(connection: Connection, actor: Actor, task: str) -> Task:
    """Return a task of the acting person.

    Raises:
        NotFound: They have no such task.
    """
    rows = connection.execute(
        _select_tasks().where(tasks.c.id == task, match_own_tasks(actor))
    ).all()
    if not rows:
        raise make_unknown()
    try:
        require(connection, actor, rows[0].project, Permission.SEE_PROJECT)
    except NotFound:
        raise make_unknown() from None
    return _make_tasks(connection, actor, rows)[0]


def _select_tasks() -> Select[Any]:
    return (
        select(
            tasks,
            batches.c.name.label("batch_name"),
            batches.c.state.label("batch_state"),
            batches.c.settings,
            documents.c.name.label("document_name"),
            iterations.c.name.label("iteration_name"),
            iterations.c.kind.label("iteration_kind"),
            iterations.c.phase,
            iterations.c.guideline,
        )
        .join_from(tasks, batches, batches.c.id == tasks.c.batch)
        .join(iterations, iterations.c.id == batches.c.iteration)
        .join(documents, documents.c.id == tasks.c.document)
    )


def _make_tasks(connection: Connection, actor: Actor, rows: Sequence[Row[Any]]) -> list[Task]:
    projects = {row.project for row in rows}
    schemas = {project: read_project_schema(connection, project) for project in projects}
    places = _number_tasks(connection, actor, {row.batch for row in rows})
    return [_make_task(row, schemas[row.project], *places[row.id]) for row in rows]


def _number_tasks(
    connection: Connection, actor: Actor, ids: Collection[str]
) -> dict[str, tuple[int, int]]:
    """Return the place of each task among those of the person in its batch, and their number."""
    order = (tasks.c.position, tasks.c.id)
    query = select(
        tasks.c.id,
        func.row_number().over(partition_by=tasks.c.batch, order_by=order),
        func.count().over(partition_by=tasks.c.batch),
    ).where(tasks.c.batch.in_(ids), match_own_tasks(actor))
    return {task: (number, total) for task, number, total in connection.execute(query)}


def _make_task(row: Row[Any], schema: Schema, number: int, total: int) -> Task:
    settings = msgspec.json.decode(row.settings, type=BatchSettings)
    ticked = msgspec.json.decode(row.ticked, type=list[str])
    return Task(
        id=row.id,
        project=row.project,
        batch=row.batch_name,
        document=row.document,
        document_name=row.document_name,
        kind=row.kind,
        state=TaskState(row.state),
        arm=row.arm,
        number=number,
        total=total,
        set=row.set or "",
        start=row.start,
        end=row.end,
        words=row.words,
        iteration=row.iteration_name,
        iteration_kind=row.iteration_kind,
        phase=row.phase,
        guideline=row.guideline,
        seconds=row.beats * BEAT_SECONDS,
        steps=list_recipe(schema, settings.checklist, ticked),
        assigned_at=row.assigned_at,
        started_at=row.started_at,
        done_at=row.done_at,
        is_closed=row.batch_state == BatchState.CLOSED,
    )


def make_unknown() -> NotFound:
    """Return the error for a task that does not exist for this person."""
    return NotFound("there is no such task, or you may not see it")
