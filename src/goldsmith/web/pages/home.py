"""The home page: the visitor's pending work in all of their projects."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from sqlalchemy import Connection

from goldsmith.store.access import Actor, Permission, Role, has_permission
from goldsmith.store.projects import Project, list_projects
from goldsmith.store.workflow.batches import list_batches
from goldsmith.store.workflow.tasks import Task, list_my_tasks
from goldsmith.store.workflow.terms import OPEN_TASKS, BatchState
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.frame import Frame, answer_page
from goldsmith.web.pages.shared.project_frame import find_start
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

#: State of a batch -> the state in words, for its manager.
_DUTIES = {
    BatchState.ANNOTATED: "measure agreement",
    BatchState.FAILED: "below its thresholds",
    BatchState.PASSED: "ready for adjudication",
}


class Entry(msgspec.Struct, frozen=True):
    """A project on the home page.

    Attributes:
        project: The project.
        start: The address of its page for this visitor.
        next: The task to continue with.
        waiting: The number of open tasks, possibly followed by "or more".
        duties: Things for a manager or adjudicator to do, each with its batch.
    """

    project: Project
    start: str
    next: Task | None
    waiting: str
    duties: tuple[tuple[str, str, str], ...]


@get("/", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def show_home(visitor: Visitor, workbench: Workbench, notice: str = "") -> Response[str]:
    """Show the projects of the visitor and the work waiting in each."""
    with workbench.database.read() as connection:
        projects = list_projects(connection, visitor.actor)
        entries = [_make_entry(connection, visitor.actor, project) for project in projects]
    may_start = visitor.actor.is_owner or any(
        Role.MANAGER in entry.project.roles for entry in entries
    )
    return answer_page(
        workbench,
        visitor,
        "home",
        Frame("Your work"),
        entries=entries,
        may_start=may_start,
        notice=notice,
    )


def _make_entry(connection: Connection, actor: Actor, project: Project) -> Entry:
    roles = frozenset(project.roles)
    open_tasks: tuple[Task, ...] = ()
    waiting = ""
    if Role.ANNOTATOR in roles:
        page = list_my_tasks(connection, actor, project.id, states=OPEN_TASKS)
        open_tasks = page.items
        waiting = f"{len(page.items)}{' or more' if page.after else ''}" if page.items else ""
    begun = [task for task in open_tasks if task.state != "assigned"]
    return Entry(
        project,
        find_start(project),
        next(iter((*begun, *open_tasks)), None),
        waiting,
        _list_duties(connection, actor, project, roles),
    )


def _list_duties(
    connection: Connection, actor: Actor, project: Project, roles: frozenset[Role]
) -> tuple[tuple[str, str, str], ...]:
    duties = []
    if has_permission(roles, Permission.MANAGE):
        for state, label in _DUTIES.items():
            page = list_batches(connection, actor, project.id, state=state, limit=3)
            duties += [(batch.id, batch.name, label) for batch in page.items]
    if has_permission(roles, Permission.ADJUDICATE):
        state = BatchState.ADJUDICATING
        page = list_batches(connection, actor, project.id, state=state, limit=3)
        duties += [(batch.id, batch.name, "to adjudicate") for batch in page.items]
    return tuple(duties)


handlers = [show_home]
