"""Setting up a project: five questions, with usable defaults."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile

from goldsmith import schemas
from goldsmith.core import load_builtin_schema
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.project.exchange.uploads import check_upload, receive
from goldsmith.project.jobs.submit import submit_job
from goldsmith.store.access import Actor, Role
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.people.members import set_roles
from goldsmith.store.projects import NewProject, Project, ProjectSettings, create_project
from goldsmith.store.tables import new_id
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Frame, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench

_CHUNK = 1 << 20


class ProjectForm(msgspec.Struct, frozen=True):
    """The five questions."""

    title: str
    schema: str = "clef"
    own_schema: str = ""
    annotators: str = ""
    adjudicators: str = ""
    annotators_per_document: int = 2
    documents_per_batch: int = 5
    entity_threshold: int = 65
    relation_threshold: int = 50


@get("/projects/new", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def show_new_project(visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Show the five questions."""
    return _show_form(workbench, visitor, ProjectForm(""))


@post("/projects/new", opt=needs(Gate.SIGNED_IN), request_max_body_size=None)
async def send_project(
    request: Request[Any, Any, Any], visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Create the project, add its people and import its notes."""
    form = ProjectForm("")
    try:
        form = await read_form(request, ProjectForm)
        project = await asyncio.to_thread(_create, workbench, visitor, form)
    except GoldsmithError as error:
        return _show_form(workbench, visitor, form, describe_problem(error))
    upload = (await request.form()).get("notes")
    if not isinstance(upload, UploadFile) or not upload.filename:
        return redirect(workbench, f"/projects/{project.name}/documents")
    return await _import_notes(workbench, visitor, project, upload)


def _create(workbench: Workbench, visitor: Visitor, form: ProjectForm) -> Project:
    with write_people(workbench) as connection:
        project = create_project(connection, visitor.actor, _make_project(form))
        for name, roles in _list_roles(form, visitor.actor).items():
            set_roles(connection, visitor.actor, project.id, name, roles)
    return project


async def _import_notes(
    workbench: Workbench, visitor: Visitor, project: Project, upload: UploadFile
) -> Response[Any]:
    job, target = new_id(), f"/projects/{project.name}/documents"
    try:
        place = await asyncio.to_thread(
            check_upload, workbench.database, visitor.actor, project.id, job, upload.filename
        )
        await receive(_stream(upload), place, workbench.settings.max_upload)
        new_job = NewJob(job, "import", {"file": upload.filename})
        await asyncio.to_thread(submit_job, workbench.database, visitor.actor, project.id, new_job)
    except GoldsmithError as error:
        notice = f"The project is there, its notes are not: {describe_problem(error)}"
        return redirect(workbench, target, notice=notice)
    return redirect(workbench, f"/jobs/{job}")


async def _stream(upload: UploadFile) -> AsyncIterator[bytes]:
    while chunk := await upload.read(_CHUNK):
        yield chunk


def _make_project(form: ProjectForm) -> NewProject:
    name = re.sub(r"[^a-z0-9]+", "-", form.title.lower()).strip("-")[:60]
    if not name:
        raise InputError("the project needs a name", where="title", expected="letters or digits")
    settings = ProjectSettings(
        annotators_per_document=form.annotators_per_document,
        documents_per_batch=form.documents_per_batch,
        entity_threshold=form.entity_threshold / 100,
        relation_threshold=form.relation_threshold / 100,
    )
    return NewProject(name, form.own_schema or form.schema, form.title, settings)


def _list_roles(form: ProjectForm, actor: Actor) -> dict[str, set[Role]]:
    """Return the roles of each person that the form names; the sender remains a manager."""
    roles: dict[str, set[Role]] = {actor.name: {Role.MANAGER}}
    for names, role in ((form.annotators, Role.ANNOTATOR), (form.adjudicators, Role.ADJUDICATOR)):
        for name in re.split(r"[\s,;]+", names.strip()):
            if name:
                roles.setdefault(name, set()).add(role)
    return roles


def _show_form(
    workbench: Workbench, visitor: Visitor, form: ProjectForm, problem: str = ""
) -> Response[str]:
    options = [(name, load_builtin_schema(name).title) for name in schemas.names()]
    return answer_page(
        workbench,
        visitor,
        "new_project",
        Frame("New project"),
        status=422 if problem else 200,
        form=form,
        schemas=options,
        problem=problem,
    )


handlers = [show_new_project, send_project]
