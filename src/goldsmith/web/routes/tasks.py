"""Tasks: the annotator's work, and the manager's control of it."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post, put
from litestar.params import Parameter, QueryParameter

from goldsmith.store.access import Actor, Permission
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.workflow.beats import Beats, record_beats
from goldsmith.store.workflow.returning import (
    Sweep,
    TaskEntry,
    return_task,
    sweep_abandoned,
    withdraw_task,
)
from goldsmith.store.workflow.tasks import (
    Task,
    get_next_task,
    get_task,
    list_my_tasks,
)
from goldsmith.store.workflow.terms import TaskState
from goldsmith.store.workflow.working import (
    Ticks,
    finish_task,
    start_task,
    tick_steps,
)
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Word = Annotated[str, Parameter(max_length=500)]


@get("/api/projects/{project_id:str}/tasks", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_own_tasks(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    task_state: Annotated[TaskState | None, QueryParameter(name="state")] = None,
    limit: _Limit = PAGE,
    after: _Word = "",
) -> Page[Task]:
    """List your tasks in their order, all or those in one state."""
    states = (task_state,) if task_state else ()
    with workbench.database.read() as connection:
        return list_my_tasks(connection, actor, project_id, states=states, limit=limit, after=after)


@get(
    "/api/projects/{project_id:str}/tasks/next",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def show_next_task(project_id: str, actor: Actor, workbench: Workbench) -> Task:
    """Return the task to continue with: one in progress, one that was returned, or the next."""
    with workbench.database.read() as connection:
        return get_next_task(connection, actor, project_id)


@get("/api/tasks/{task_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_task(task_id: str, actor: Actor, workbench: Workbench) -> Task:
    """Return one of your tasks."""
    with workbench.database.read() as connection:
        return get_task(connection, actor, task_id)


@post(
    "/api/tasks/{task_id:str}/start",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def start_own_task(task_id: str, actor: Actor, workbench: Workbench) -> Task:
    """Start a task, which creates its annotation set. Starting it again changes nothing."""
    with workbench.database.write() as connection:
        return start_task(connection, actor, task_id)


@put("/api/tasks/{task_id:str}/steps", opt=needs(Permission.ANNOTATE), sync_to_thread=True)
def tick_own_steps(task_id: str, data: Ticks, actor: Actor, workbench: Workbench) -> Task:
    """Set which steps of the recipe are ticked off."""
    with workbench.database.write() as connection:
        return tick_steps(connection, actor, task_id, data.steps)


@post(
    "/api/tasks/{task_id:str}/beats",
    status_code=200,
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def send_beats(task_id: str, data: Beats, actor: Actor, workbench: Workbench) -> Task:
    """Record the 15-second slots in which you were active; a slot counts once."""
    with workbench.database.write() as connection:
        return record_beats(connection, actor, task_id, data.slots)


@post(
    "/api/tasks/{task_id:str}/done",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def finish_own_task(task_id: str, actor: Actor, workbench: Workbench) -> Task:
    """Mark a task as done; refused, with a list, if codes or attributes are missing."""
    return finish_task(workbench.database, actor, task_id)


@post(
    "/api/tasks/{task_id:str}/return",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def return_done_task(task_id: str, actor: Actor, workbench: Workbench) -> TaskEntry:
    """Return a finished task to its annotator."""
    with workbench.database.write() as connection:
        return return_task(connection, actor, task_id)


@post(
    "/api/tasks/{task_id:str}/withdraw",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def take_task_away(task_id: str, actor: Actor, workbench: Workbench) -> TaskEntry:
    """Take a task away from its annotator; the set is kept but no longer counts."""
    with workbench.database.write() as connection:
        return withdraw_task(connection, actor, task_id)


@post(
    "/api/projects/{project_id:str}/abandoned",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def pass_on_abandoned(project_id: str, actor: Actor, workbench: Workbench) -> Sweep:
    """Give tasks that were inactive for the configured number of days to somebody else."""
    with workbench.database.write() as connection:
        return sweep_abandoned(connection, actor, project_id)


handlers = [
    list_own_tasks,
    show_next_task,
    show_task,
    start_own_task,
    tick_own_steps,
    send_beats,
    finish_own_task,
    return_done_task,
    take_task_away,
    pass_on_abandoned,
]
