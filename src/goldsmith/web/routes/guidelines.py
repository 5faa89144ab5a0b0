"""The guideline of a project: read, edit, search and export it, with its history."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, patch, post
from litestar.params import Parameter

from goldsmith.project.curation.guidelines.disagreements import (
    PageDisagreements,
    VersionAgreement,
    list_version_agreement,
    read_disagreements,
)
from goldsmith.project.curation.guidelines.edit import (
    GuidelineEdit,
    GuidelineStart,
    SavedVersion,
    edit_guideline,
    start_guideline,
)
from goldsmith.project.curation.guidelines.history import (
    Form,
    GuidelineDiff,
    compare_versions,
    export_guideline,
)
from goldsmith.project.curation.guidelines.pages import (
    GuidelineView,
    PageHit,
    PageView,
    read_guideline,
    read_page,
    read_task_guideline,
    read_type_page,
    search_pages,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.guidelines import VersionEntry, list_versions
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_GUIDELINE = "/api/projects/{project_id:str}/guideline"
#: A version of the guideline; the last one by default.
_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Version = Annotated[str, Parameter(max_length=20, pattern=r"^\d*$")]
_Words = Annotated[str, Parameter(max_length=500)]
#: The path of a page, such as entities/Condition.md.
_Path = Annotated[str, Parameter(max_length=200)]


@get(_GUIDELINE, opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_guideline(
    project_id: str, actor: Actor, workbench: Workbench, version: _Version = ""
) -> GuidelineView:
    """Return the sections and pages of a version; the last one by default."""
    return read_guideline(workbench.database, actor, project_id, version)


@post(_GUIDELINE, opt=needs(Permission.EDIT_GUIDELINE), sync_to_thread=True)
def start_project_guideline(
    project_id: str, data: GuidelineStart, actor: Actor, workbench: Workbench
) -> SavedVersion:
    """Store the first version: empty pages of the schema, or its built-in guideline."""
    return start_guideline(workbench.database, actor, project_id, data)


@patch(_GUIDELINE, opt=needs(Permission.EDIT_GUIDELINE), sync_to_thread=True)
def edit_project_guideline(
    project_id: str, data: GuidelineEdit, actor: Actor, workbench: Workbench
) -> SavedVersion:
    """Store a new version; refused with both texts if somebody changed the same pages."""
    return edit_guideline(workbench.database, actor, project_id, data)


@get("/api/tasks/{task_id:str}/guideline", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_task_guideline(task_id: str, actor: Actor, workbench: Workbench) -> GuidelineView:
    """Return the version of the guideline that the annotator of a task follows."""
    return read_task_guideline(workbench.database, actor, task_id)


@get(f"{_GUIDELINE}/versions", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_guideline_versions(
    project_id: str, actor: Actor, workbench: Workbench, limit: _Limit = PAGE, after: str = ""
) -> Page[VersionEntry]:
    """List the versions, the newest first."""
    with workbench.database.read() as connection:
        return list_versions(connection, actor, project_id, limit=limit, after=after)


@get(f"{_GUIDELINE}/page", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_page(
    project_id: str, actor: Actor, workbench: Workbench, page: _Path, version: _Version = ""
) -> PageView:
    """Return a page as Markdown and as HTML."""
    return read_page(workbench.database, actor, project_id, page, version)


@get(
    f"{_GUIDELINE}/types/{{type_name:str}}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True
)
def show_type_page(
    project_id: str, type_name: str, actor: Actor, workbench: Workbench, version: _Version = ""
) -> PageView:
    """Return the page about a type of the schema."""
    return read_type_page(workbench.database, actor, project_id, type_name, version)


@get(f"{_GUIDELINE}/search", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def search_guideline(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    words: _Words,
    version: _Version = "",
    limit: _Limit = 20,
) -> tuple[PageHit, ...]:
    """Return the parts of pages that contain all words of a query."""
    return search_pages(workbench.database, actor, project_id, words, version=version, limit=limit)


@get(f"{_GUIDELINE}/diff", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def compare_guideline_versions(
    project_id: str, actor: Actor, workbench: Workbench, old: _Version, new: _Version = ""
) -> GuidelineDiff:
    """Return the difference between two versions."""
    return compare_versions(workbench.database, actor, project_id, old, new)


@get(f"{_GUIDELINE}/disagreements", opt=needs(Permission.EDIT_GUIDELINE), sync_to_thread=True)
def show_disagreements(
    project_id: str, actor: Actor, workbench: Workbench, page: _Path, limit: _Limit = PAGE
) -> PageDisagreements:
    """Return the decisions and the agreement that concern a page."""
    return read_disagreements(workbench.database, actor, project_id, page, limit=limit)


@get(f"{_GUIDELINE}/agreement", opt=needs(Permission.EDIT_GUIDELINE), sync_to_thread=True)
def list_guideline_agreement(
    project_id: str, actor: Actor, workbench: Workbench
) -> tuple[VersionAgreement, ...]:
    """List the agreement that each version of the guideline produced, batch by batch."""
    return list_version_agreement(workbench.database, actor, project_id)


@get(
    f"{_GUIDELINE}/export",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
    media_type="application/zip",
)
def download_guideline(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    version: _Version = "",
    form: Form = "folder",
) -> Response[bytes]:
    """Return a version as a zip file: the folder of its pages, or a static site."""
    content = export_guideline(workbench.database, actor, project_id, version, form)
    headers = {"Content-Disposition": f'attachment; filename="guideline-{form}.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


handlers = [
    show_guideline,
    start_project_guideline,
    edit_project_guideline,
    show_task_guideline,
    list_guideline_versions,
    show_page,
    show_type_page,
    search_guideline,
    compare_guideline_versions,
    show_disagreements,
    list_guideline_agreement,
    download_guideline,
]
