"""The annotate screen: a shell with the initial data of its script; the API supplies the rest."""

from __future__ import annotations

import re

import msgspec
from litestar import MediaType, Response, get
from sqlalchemy import Connection

from goldsmith.core import Schema
from goldsmith.errors import NotFound
from goldsmith.rendering.environment import encode_data, render_template
from goldsmith.store.access import Actor, Permission
from goldsmith.store.documents import read_text
from goldsmith.store.journal.reading import get_set
from goldsmith.store.projects import get_project, get_schema
from goldsmith.store.sets import list_sets
from goldsmith.store.workflow.tasks import Task, get_task, list_my_tasks
from goldsmith.store.workflow.terms import OPEN_TASKS, TaskState
from goldsmith.store.workflow.working import start_task
from goldsmith.web.needs import needs
from goldsmith.web.pages.assets import get_version, list_modules
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_MOST_TASKS = 200
_FIRST_CHARACTERS, _FIRST_LINES = 8_000, 80


class Step(msgspec.Struct, frozen=True):
    """A step of the recipe."""

    id: str
    title: str
    done: bool


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The task of the page and its neighbours in the batch."""

    id: str
    batch: str
    place: int
    count: int
    state: str
    start: int | None = None
    end: int | None = None
    previous: str = ""
    next: str = ""


class Context(msgspec.Struct, frozen=True, rename="camel"):
    """The initial data of the screen's script."""

    base: str
    csrf: str
    set: str
    document: str
    name: str
    project: str
    project_name: str
    project_title: str
    read_only: bool
    schema: Schema
    steps: tuple[Step, ...]
    guideline: str = ""
    suggestions: str = ""
    task: Turn | None = None


@get("/tasks/{task_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_task(task_id: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Open a task of the visitor; opening it for the first time starts it."""
    with workbench.database.read() as connection:
        task = get_task(connection, visitor.actor, task_id)
    if not task.set or task.state in (TaskState.ASSIGNED, TaskState.RETURNED):
        with workbench.database.write() as connection:
            task = start_task(connection, visitor.actor, task_id)
    with workbench.database.read() as connection:
        context = _make_context(connection, visitor, workbench, task)
        text = read_text(connection, visitor.actor, task.document).text
    return _answer(context, _list_first_lines(text) if task.start is None else [])


def _make_context(
    connection: Connection, visitor: Visitor, workbench: Workbench, task: Task
) -> Context:
    actor = visitor.actor
    if not task.set:
        raise NotFound("this task does not have its own annotations")
    project = get_project(connection, actor, task.project)
    return Context(
        base=workbench.settings.base_path,
        csrf=visitor.csrf,
        set=task.set,
        document=task.document,
        name=task.document_name,
        project=task.project,
        project_name=project.name,
        project_title=project.title or project.name,
        read_only=task.state not in OPEN_TASKS
        or get_set(connection, actor, task.set).state != "open",
        schema=get_schema(connection, actor, task.project),
        steps=tuple(Step(step.id, step.title, step.is_ticked) for step in task.steps),
        guideline=task.guideline,
        suggestions=_find_suggestions(connection, actor, task),
        task=_make_turn(connection, actor, task),
    )


def _find_suggestions(connection: Connection, actor: Actor, task: Task) -> str:
    """Return the id of the newest suggestion set that the annotator may see, or ""."""
    if task.arm != "assisted":
        return ""
    entries = list_sets(connection, actor, task.document)
    suggested = [entry for entry in entries if entry.kind == "suggestion"]
    return max(suggested, key=lambda entry: entry.created_at).id if suggested else ""


def _make_turn(connection: Connection, actor: Actor, task: Task) -> Turn:
    page = list_my_tasks(connection, actor, task.project, limit=_MOST_TASKS)
    by_number = {entry.number: entry.id for entry in page.items if entry.batch == task.batch}
    return Turn(
        task.id,
        task.batch,
        task.number,
        task.total,
        task.state,
        task.start,
        task.end,
        by_number.get(task.number - 1, ""),
        by_number.get(task.number + 1, ""),
    )


def _list_first_lines(text: str) -> list[str]:
    """Return the lines that fill the window until the script draws the whole text.

    The script fetches the text over the API, which records that it was read.
    """
    return re.split(r"\r\n|\n|\r", text[:_FIRST_CHARACTERS])[:_FIRST_LINES]


def _answer(context: Context, lines: list[str]) -> Response[str]:
    api = f"{context.base}/api"
    preloads = [f"{api}/documents/{context.document}", f"{api}/sets/{context.set}"]
    body = render_template(
        "workbench/annotate.html",
        page=context,
        context=encode_data(context),
        lines=lines,
        preloads=preloads,
        static=f"{context.base}/assets/{get_version()}",
        modules=list_modules("dom.js", "annotate/", "shared/"),
    )
    return Response(body, media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})


handlers = [show_task]
