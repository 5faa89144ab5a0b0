"""The people of a project with their roles, and the accounts of the server."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post

from goldsmith.errors import GoldsmithError
from goldsmith.store.access import Permission, Role
from goldsmith.store.people.accounts import (
    NewPerson,
    PersonChange,
    change_person,
    create_person,
    invite_again,
    list_people,
)
from goldsmith.store.people.members import list_members, set_roles
from goldsmith.store.projects import find_project
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import Frame, answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench


class RolesForm(msgspec.Struct, frozen=True):
    """The roles of a person; an empty list removes them from the project."""

    name: str
    roles: tuple[Role, ...] = ()


class PersonForm(msgspec.Struct, frozen=True):
    """A new account, or a button next to an account."""

    name: str = ""
    full_name: str = ""
    background: str = ""
    person: str = ""
    action: str = "create"


@get("/projects/{name:str}/people", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_members(
    name: str, visitor: Visitor, workbench: Workbench, notice: str = ""
) -> Response[str]:
    """Show the members of a project and their roles."""
    return _show_members(workbench, visitor, name, notice=notice)


@post("/projects/{name:str}/people", opt=needs(Permission.MANAGE))
async def send_roles(
    request: Request[Any, Any, Any], name: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Set the roles of a person."""
    try:
        form = await read_form(request, RolesForm)
        await asyncio.to_thread(_set_roles, workbench, visitor, name, form)
    except GoldsmithError as error:
        return _show_members(workbench, visitor, name, problem=describe_problem(error))
    done = f"{form.name}: {', '.join(form.roles) or 'no longer in the project'}"
    return redirect(workbench, f"/projects/{name}/people", notice=done)


def _set_roles(workbench: Workbench, visitor: Visitor, project: str, form: RolesForm) -> None:
    with write_people(workbench) as connection:
        entry = find_project(connection, visitor.actor, project)
        set_roles(connection, visitor.actor, entry.id, form.name.strip(), form.roles)


@get("/people", opt=needs(Gate.OWNER), sync_to_thread=True)
def show_accounts(
    visitor: Visitor, workbench: Workbench, after: str = "", notice: str = ""
) -> Response[str]:
    """Show the accounts of the server."""
    return _show_accounts(workbench, visitor, after=after, notice=notice)


@post("/people", opt=needs(Gate.OWNER))
async def send_account(
    request: Request[Any, Any, Any], visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Make an account, invite its person again, or close it."""
    try:
        form = await read_form(request, PersonForm)
        return await asyncio.to_thread(_change_account, request, workbench, visitor, form)
    except GoldsmithError as error:
        return _show_accounts(workbench, visitor, problem=describe_problem(error))


def _change_account(
    request: Request[Any, Any, Any], workbench: Workbench, visitor: Visitor, form: PersonForm
) -> Response[Any]:
    with write_people(workbench) as connection:
        if form.action in ("close", "open"):
            change = PersonChange(is_active=form.action == "open")
            person = change_person(connection, visitor.actor, form.person, change)
            state = "is open" if person.is_active else "is closed; its sessions have ended"
            return redirect(workbench, "/people", notice=f"The account of {person.name} {state}")
        if form.action == "invite":
            invitation = invite_again(connection, visitor.actor, form.person)
        else:
            data = NewPerson(form.name, full_name=form.full_name, background=form.background)
            invitation = create_person(connection, visitor.actor, data)
    settings = workbench.settings
    base = settings.public_url.rstrip("/") or f"{request.base_url}".rstrip("/") + settings.base_path
    address = f"{base}/invitation?secret={invitation.secret}"
    return _show_accounts(workbench, visitor, invitation=(invitation.person.name, address))


def _show_members(
    workbench: Workbench, visitor: Visitor, name: str, *, notice: str = "", problem: str = ""
) -> Response[str]:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        page = list_members(connection, visitor.actor, project.id, limit=200)
    return answer_page(
        workbench,
        visitor,
        "members",
        make_project_frame(project, "people", "People"),
        status=422 if problem else 200,
        members=page.items,
        roles=list(Role),
        notice=notice,
        problem=problem,
    )


def _show_accounts(
    workbench: Workbench,
    visitor: Visitor,
    *,
    after: str = "",
    notice: str = "",
    problem: str = "",
    invitation: tuple[str, str] | None = None,
) -> Response[str]:
    with workbench.database.read() as connection:
        page = list_people(connection, visitor.actor, after=after)
    return answer_page(
        workbench,
        visitor,
        "accounts",
        Frame("People"),
        status=422 if problem else 200,
        people=page.items,
        after=page.after,
        invitation=invitation,
        notice=notice,
        problem=problem,
    )


handlers = [show_members, send_roles, show_accounts, send_account]
