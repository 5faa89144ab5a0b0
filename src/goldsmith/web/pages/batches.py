"""The board of batches, and one batch with its agreement, documents and tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from sqlalchemy import Connection

from goldsmith.errors import GoldsmithError, InputError
from goldsmith.project.workflow.agreement import close_measured, measure_batch
from goldsmith.project.workflow.batches import NewBatch, create_batch
from goldsmith.store.access import Actor, Permission, Role, get_roles, has_permission
from goldsmith.store.people.members import list_members
from goldsmith.store.projects import Project, find_project
from goldsmith.store.workflow.assignment import NewTasks
from goldsmith.store.workflow.batches import (
    Batch,
    get_batch,
    list_batch_documents,
    list_batches,
)
from goldsmith.store.workflow.choice import NextDocuments
from goldsmith.store.workflow.iterations import (
    NewIteration,
    create_iteration,
    list_iterations,
)
from goldsmith.store.workflow.returning import TaskEntry, list_batch_tasks, return_task
from goldsmith.store.workflow.states import (
    Adjudication,
    Reannotation,
    begin_adjudication,
    put_forward,
    reannotate_batch,
)
from goldsmith.store.workflow.terms import ACTIVE_TASKS, ADJUDICATE
from goldsmith.web.needs import needs
from goldsmith.web.pages.figures import find_figures
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Link, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_FIRST_ITERATION = "Development"


class BoardRow(msgspec.Struct, frozen=True):
    """A batch on the board, with the tasks of each annotator."""

    batch: Batch
    cells: tuple[tuple[int, int], ...]
    """For each annotator of the board, the number of done tasks and of all tasks."""


class NewBatchForm(msgspec.Struct, frozen=True):
    """The form for a new batch."""

    iteration: str = ""
    size: int = 0
    name: str = ""
    people: tuple[str, ...] = ()


class ActionForm(msgspec.Struct, frozen=True):
    """A button of the page of a batch."""

    action: str
    reason: str = ""
    person: str = ""
    task: str = ""


@get("/projects/{name:str}/batches", opt=needs(Permission.SEE_AGREEMENT), sync_to_thread=True)
def show_board(
    name: str, visitor: Visitor, workbench: Workbench, after: str = "", notice: str = ""
) -> Response[str]:
    """Show the board: batches as rows, annotators as columns."""
    return _show_board(workbench, visitor, name, after=after, notice=notice)


@post("/projects/{name:str}/batches", opt=needs(Permission.MANAGE))
async def send_batch(
    request: Request[Any, Any, Any], name: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Make a batch of the next documents, and assign it."""
    try:
        form = await read_form(request, NewBatchForm)
        batch = await asyncio.to_thread(_make_batch, workbench, visitor.actor, name, form)
    except GoldsmithError as error:
        return _show_board(workbench, visitor, name, problem=describe_problem(error))
    notice = f"{batch.name} is out"
    return redirect(workbench, f"/projects/{name}/batches/{batch.id}", notice=notice)


@get(
    "/projects/{name:str}/batches/{batch:str}",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def show_batch(
    name: str, batch: str, visitor: Visitor, workbench: Workbench, notice: str = ""
) -> Response[str]:
    """Show one batch."""
    return _show_batch(workbench, visitor, name, batch, notice=notice)


@post("/projects/{name:str}/batches/{batch:str}", opt=needs(Permission.MANAGE))
async def send_action(
    request: Request[Any, Any, Any], name: str, batch: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Act on a batch: adjudicate, annotate again, put forward, close, return a task."""
    try:
        form = await read_form(request, ActionForm)
        notice = await asyncio.to_thread(_act, workbench, visitor.actor, batch, form)
    except GoldsmithError as error:
        return _show_batch(workbench, visitor, name, batch, problem=describe_problem(error))
    return redirect(workbench, f"/projects/{name}/batches/{batch}", notice=notice)


def _show_board(
    workbench: Workbench,
    visitor: Visitor,
    name: str,
    *,
    after: str = "",
    notice: str = "",
    problem: str = "",
) -> Response[str]:
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        page = list_batches(connection, actor, project.id, after=after, limit=30)
        is_manager = Role.MANAGER in project.roles
        tasks = {batch.id: _list_tasks(connection, actor, batch) for batch in page.items}
        people = _list_annotators(connection, actor, project) if is_manager else []
        iterations = list_iterations(connection, actor, project.id)
    columns = sorted({task.person for entries in tasks.values() for task in entries})
    rows = [BoardRow(batch, _count_cells(tasks[batch.id], columns)) for batch in page.items]
    return answer_page(
        workbench,
        visitor,
        "board",
        make_project_frame(project, "batches", "Batches"),
        status=422 if problem else 200,
        project=project,
        rows=rows,
        columns=columns,
        after=page.after,
        people=people,
        iterations=iterations,
        is_manager=is_manager,
        notice=notice,
        problem=problem,
    )


def _show_batch(
    workbench: Workbench,
    visitor: Visitor,
    name: str,
    batch_id: str,
    *,
    notice: str = "",
    problem: str = "",
) -> Response[str]:
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        batch = get_batch(connection, actor, batch_id)
        documents = list_batch_documents(connection, actor, batch_id)
        tasks = _list_tasks(connection, actor, batch)
        is_manager = Role.MANAGER in project.roles
        people = _list_annotators(connection, actor, project) if is_manager else []
    columns = sorted({task.person for task in tasks})
    cells = {(task.document, task.person): task for task in tasks}
    root = Link("Batches", f"/projects/{name}/batches")
    return answer_page(
        workbench,
        visitor,
        "batch",
        make_project_frame(project, "batches", batch.name, root),
        status=422 if problem else 200,
        project=project,
        batch=batch,
        documents=documents,
        columns=columns,
        cells=cells,
        people=people,
        figures=find_figures(workbench.database, actor, batch_id),
        is_manager=is_manager,
        is_adjudicator=Role.ADJUDICATOR in project.roles,
        notice=notice,
        problem=problem,
    )


def _list_tasks(connection: Connection, actor: Actor, batch: Batch) -> list[TaskEntry]:
    """Return the tasks of annotators that count; only managers see who has them."""
    if not has_permission(get_roles(connection, actor, batch.project), Permission.MANAGE):
        return []
    tasks = list_batch_tasks(connection, actor, batch.id)
    return [task for task in tasks if task.kind != ADJUDICATE and task.state in ACTIVE_TASKS]


def _count_cells(tasks: Sequence[TaskEntry], columns: Sequence[str]) -> tuple[tuple[int, int], ...]:
    counts = {person: [0, 0] for person in columns}
    for task in tasks:
        counts[task.person][0] += task.state == "done"
        counts[task.person][1] += 1
    return tuple((done, total) for done, total in counts.values())


def _list_annotators(connection: Connection, actor: Actor, project: Project) -> list[str]:
    members = list_members(connection, actor, project.id, limit=200).items
    return [member.name for member in members if Role.ANNOTATOR in member.roles]


def _make_batch(workbench: Workbench, actor: Actor, name: str, form: NewBatchForm) -> Batch:
    with workbench.database.write() as connection:
        project = find_project(connection, actor, name)
        iteration = _find_iteration(connection, actor, project, form.iteration)
    data = NewBatch(
        iteration,
        NextDocuments(size=form.size or None),
        name=form.name,
        assign=NewTasks(among=form.people),
    )
    return create_batch(workbench.database, actor, project.id, data)


def _find_iteration(connection: Connection, actor: Actor, project: Project, name: str) -> str:
    """Return the iteration of a name, creating it if necessary; the last one by default."""
    iterations = list_iterations(connection, actor, project.id)
    for entry in reversed(iterations):
        if name in ("", entry.name):
            return entry.id
    new = NewIteration(name or _FIRST_ITERATION, "development")
    return create_iteration(connection, actor, project.id, new).id


def _act(workbench: Workbench, actor: Actor, batch: str, form: ActionForm) -> str:
    """Carry out the action of a button, and return the notice to show."""
    if form.action == "measure":
        agreement = measure_batch(workbench.database, actor, batch)
        return "The batch passes" if agreement.headline.passed else "The batch is below a threshold"
    if form.action == "close":
        close_measured(workbench.database, actor, batch)
        return "The batch is closed; its annotators may now compare their work"
    if form.action not in _ACTIONS:
        names = ("measure", "close", *_ACTIONS)
        raise InputError("there is no such action", expected=" or ".join(names))
    with workbench.database.write() as connection:
        return _ACTIONS[form.action](connection, actor, batch, form)


def _adjudicate(connection: Connection, actor: Actor, batch: str, form: ActionForm) -> str:
    begin_adjudication(connection, actor, batch, Adjudication(form.person))
    return "The batch is open for adjudication"


def _annotate_again(connection: Connection, actor: Actor, batch: str, form: ActionForm) -> str:
    reannotate_batch(connection, actor, batch, Reannotation(form.person))
    return "The batch goes to a further annotator"


def _put_forward(connection: Connection, actor: Actor, batch: str, form: ActionForm) -> str:
    if not form.reason:
        raise InputError("a batch below its thresholds is put forward for a reason", where="reason")
    put_forward(connection, actor, batch, form.reason)
    return "The batch is put forward; your reason is on record"


def _return_task(connection: Connection, actor: Actor, _batch: str, form: ActionForm) -> str:
    task = return_task(connection, actor, form.task)
    return f"{task.document_name} is back with {task.person}"


_ACTIONS: dict[str, Callable[[Connection, Actor, str, ActionForm], str]] = {
    "adjudicate": _adjudicate,
    "annotate-again": _annotate_again,
    "put-forward": _put_forward,
    "return": _return_task,
}

handlers = [show_board, send_batch, show_batch, send_action]
