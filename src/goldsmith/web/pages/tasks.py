"""The notes of an annotator."""

from __future__ import annotations

from litestar import Response, get

from goldsmith.store.access import Permission
from goldsmith.store.projects import find_project
from goldsmith.store.workflow.tasks import list_my_tasks
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.frame import answer_page
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench


@get("/projects/{name:str}/tasks", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_tasks(
    name: str, visitor: Visitor, workbench: Workbench, after: str = "", notice: str = ""
) -> Response[str]:
    """Show the tasks of the visitor in a project."""
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        page = list_my_tasks(connection, visitor.actor, project.id, after=after)
    return answer_page(
        workbench,
        visitor,
        "tasks",
        make_project_frame(project, "tasks", "Your notes"),
        tasks=page.items,
        after=page.after,
        notice=notice,
    )


handlers = [show_tasks]
