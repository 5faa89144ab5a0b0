"""The settings of a project and its schema."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post

from goldsmith.adjudication import rule_names
from goldsmith.core import parse_schema
from goldsmith.errors import GoldsmithError
from goldsmith.store.access import Permission, require
from goldsmith.store.projects import (
    ProjectChange,
    ProjectSettings,
    change_project,
    find_project,
    get_schema,
    read_schema,
)
from goldsmith.store.schema_change import SchemaText, replace_schema
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench


class SettingsForm(msgspec.Struct, frozen=True):
    """The forms of the page; shares are percentages."""

    title: str = ""
    rules: str = "clef"
    terminologies: str = "demo"
    entity_threshold: float = 65
    relation_threshold: float = 50
    documents_per_batch: int = 5
    annotators_per_document: int = 2
    abandon_after_days: int = 14
    allow_own_adjudication: bool = False
    schema: str = ""
    action: str = "save"


@get("/projects/{name:str}/settings", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_settings(
    name: str, visitor: Visitor, workbench: Workbench, notice: str = ""
) -> Response[str]:
    """Show the settings and the schema of a project."""
    return _show(workbench, visitor, name, notice=notice)


@post("/projects/{name:str}/settings", opt=needs(Permission.MANAGE))
async def send_settings(
    request: Request[Any, Any, Any], name: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Change the settings, or replace the schema."""
    schema = ""
    try:
        form = await read_form(request, SettingsForm)
        schema = form.schema
        if form.action == "preview":
            parse_schema(form.schema, where="schema")
            return _show(workbench, visitor, name, schema=schema, is_preview=True)
        await asyncio.to_thread(_save, workbench, visitor, name, form)
    except GoldsmithError as error:
        return _show(workbench, visitor, name, problem=describe_problem(error), schema=schema)
    notice = "The schema has been replaced" if form.schema else "The settings have been saved"
    return redirect(workbench, f"/projects/{name}/settings", notice=notice)


def _save(workbench: Workbench, visitor: Visitor, name: str, form: SettingsForm) -> None:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    if form.schema:
        replace_schema(workbench.database, visitor.actor, project.id, SchemaText(form.schema))
        return
    settings = ProjectSettings(
        rules=form.rules,
        terminologies=tuple(form.terminologies.replace(",", " ").split()),
        allow_own_adjudication=form.allow_own_adjudication,
        entity_threshold=form.entity_threshold / 100,
        relation_threshold=form.relation_threshold / 100,
        documents_per_batch=form.documents_per_batch,
        annotators_per_document=form.annotators_per_document,
        abandon_after_days=form.abandon_after_days,
    )
    with workbench.database.write() as connection:
        change = ProjectChange(title=form.title, settings=settings)
        change_project(connection, visitor.actor, project.id, change)


def _show(
    workbench: Workbench,
    visitor: Visitor,
    name: str,
    *,
    notice: str = "",
    problem: str = "",
    schema: str = "",
    is_preview: bool = False,
) -> Response[str]:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        require(connection, visitor.actor, project.id, Permission.MANAGE)
        source = schema or read_schema(connection, visitor.actor, project.id)
        stored = get_schema(connection, visitor.actor, project.id)
    return answer_page(
        workbench,
        visitor,
        "settings",
        make_project_frame(project, "settings", "Settings"),
        status=422 if problem else 200,
        project=project,
        settings=project.settings,
        schema=parse_schema(schema, where="schema") if is_preview else stored,
        is_preview=is_preview,
        source=source,
        rules=[(entry, entry) for entry in rule_names()],
        notice=notice,
        problem=problem,
    )


handlers = [show_settings, send_settings]
