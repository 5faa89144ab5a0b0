"""The guideline: pages to read, search, edit and compare with earlier versions."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import Parameter
from markupsafe import Markup

from goldsmith.errors import Conflict, GoldsmithError
from goldsmith.project.curation.guidelines.edit import (
    GuidelineEdit,
    GuidelineStart,
    PageClash,
    edit_guideline,
    start_guideline,
)
from goldsmith.project.curation.guidelines.history import compare_versions
from goldsmith.project.curation.guidelines.pages import (
    PageView,
    read_guideline,
    read_page,
    search_pages,
)
from goldsmith.store.access import Permission, Role
from goldsmith.store.curation.guidelines import list_versions
from goldsmith.store.projects import Project, find_project
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Link, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_EDITORS = (Role.EDITOR, Role.MANAGER)
_Word = Annotated[str, Parameter(max_length=500)]


class EditForm(msgspec.Struct, frozen=True):
    """An edit of a page; `base` is the version that it is based on."""

    base: str = ""
    markdown: str = ""
    summary: str = ""


@get("/projects/{name:str}/guideline", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_guideline(
    name: str,
    visitor: Visitor,
    workbench: Workbench,
    version: _Word = "",
    search: _Word = "",
    notice: str = "",
) -> Response[str]:
    """Show the contents of the guideline, the results of a search, and the versions."""
    database, actor = workbench.database, visitor.actor
    with database.read() as connection:
        project = find_project(connection, actor, name)
        versions = list_versions(connection, actor, project.id).items
    guideline = read_guideline(database, actor, project.id, version)
    hits = search_pages(database, actor, project.id, search, version=version) if search else ()
    return answer_page(
        workbench,
        visitor,
        "guideline",
        make_project_frame(project, "guideline", guideline.title),
        project=project,
        guideline=guideline,
        versions=versions,
        search=search,
        hits=hits,
        is_editor=_is_editor(project),
        notice=notice,
    )


@get(
    "/projects/{name:str}/guideline/pages/{page:path}",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def show_page(
    name: str,
    page: str,
    visitor: Visitor,
    workbench: Workbench,
    version: _Word = "",
    edit: bool = False,
    notice: str = "",
) -> Response[str]:
    """Show a page of the guideline, or the form to edit it."""
    return _show_page(
        workbench, visitor, name, page.strip("/"), version=version, is_edited=edit, notice=notice
    )


@post("/projects/{name:str}/guideline/pages/{page:path}", opt=needs(Permission.EDIT_GUIDELINE))
async def send_page(
    request: Request[Any, Any, Any], name: str, page: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Store an edited page as a new version."""
    path, form = page.strip("/"), EditForm()
    try:
        form = await read_form(request, EditForm)
        text = str((await request.form()).get("markdown", "")).replace("\r\n", "\n")
        edit = GuidelineEdit(form.base, {path: text}, form.summary)
        await asyncio.to_thread(_store, workbench, visitor, name, edit)
    except GoldsmithError as error:
        return _show_page(
            workbench,
            visitor,
            name,
            path,
            is_edited=True,
            problem=describe_problem(error),
            markdown=form.markdown,
            theirs=_find_theirs(error, path),
        )
    address = f"/projects/{name}/guideline/pages/{path}"
    return redirect(workbench, address, notice="The page is a new version now")


@post("/projects/{name:str}/guideline", opt=needs(Permission.EDIT_GUIDELINE), sync_to_thread=True)
def send_start(name: str, visitor: Visitor, workbench: Workbench) -> Response[Any]:
    """Make the pages of the guideline from the schema."""
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    start_guideline(workbench.database, visitor.actor, project.id, GuidelineStart())
    return redirect(workbench, f"/projects/{name}/guideline", notice="The pages are there")


@get(
    "/projects/{name:str}/guideline/changes", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True
)
def show_changes(
    name: str, visitor: Visitor, workbench: Workbench, old: _Word, new: _Word = ""
) -> Response[str]:
    """Show what changed between two versions."""
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    changes = compare_versions(workbench.database, visitor.actor, project.id, old, new)
    root = Link("Guideline", f"/projects/{name}/guideline")
    title = f"From version {changes.old} to {changes.new}"
    return answer_page(
        workbench,
        visitor,
        "guideline_changes",
        make_project_frame(project, "guideline", title, root),
        changes=changes,
        markup=Markup,
    )


def _store(workbench: Workbench, visitor: Visitor, name: str, edit: GuidelineEdit) -> None:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    edit_guideline(workbench.database, visitor.actor, project.id, edit)


def _show_page(
    workbench: Workbench,
    visitor: Visitor,
    name: str,
    path: str,
    *,
    version: str = "",
    is_edited: bool = False,
    notice: str = "",
    problem: str = "",
    markdown: str = "",
    theirs: str = "",
) -> Response[str]:
    database, actor = workbench.database, visitor.actor
    with database.read() as connection:
        project = find_project(connection, actor, name)
    page: PageView = read_page(database, actor, project.id, path, version)
    guideline = read_guideline(database, actor, project.id, version)
    return answer_page(
        workbench,
        visitor,
        "guideline_page",
        make_project_frame(
            project, "guideline", page.head.title, Link("Guideline", f"/projects/{name}/guideline")
        ),
        status=422 if problem else 200,
        project=project,
        guideline=guideline,
        page=page,
        body=Markup(page.html),  # rendered from Markdown without raw HTML
        markdown=markdown or page.markdown,
        theirs=theirs,
        is_edited=is_edited and _is_editor(project),
        is_editor=_is_editor(project) and not version,
        notice=notice,
        problem=problem,
    )


def _find_theirs(error: GoldsmithError, path: str) -> str:
    """Return the text of a page after a conflicting edit; "" without a conflict."""
    details = error.details if isinstance(error, Conflict) else ()
    clashes = [entry for entry in details if isinstance(entry, PageClash) and entry.path == path]
    return (clashes[0].theirs or "") if clashes else ""


def _is_editor(project: Project) -> bool:
    return any(role in project.roles for role in _EDITORS)


handlers = [show_guideline, show_page, send_page, send_start, show_changes]
