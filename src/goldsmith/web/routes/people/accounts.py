"""Accounts, administered by the owner of the server."""

from __future__ import annotations

from typing import Annotated

from litestar import get, patch, post
from litestar.params import Parameter

from goldsmith.store.access import Actor
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.people.accounts import (
    Invitation,
    NewPerson,
    Person,
    PersonChange,
    change_person,
    create_person,
    get_person,
    invite_again,
    list_people,
)
from goldsmith.web.needs import Gate, needs
from goldsmith.web.security.identity import write_people
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Words = Annotated[str, Parameter(max_length=500)]


@get("/api/people", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def list_accounts(
    actor: Actor,
    workbench: Workbench,
    prefix: _Words = "",
    limit: _Limit = PAGE,
    after: _Words = "",
) -> Page[Person]:
    """List the accounts by name.

    This needs the owner of the server, or the manager of a project, who sees active accounts
    without their addresses. `prefix` is the beginning of a name.
    """
    with workbench.database.read() as connection:
        return list_people(connection, actor, prefix=prefix, limit=limit, after=after)


@post("/api/people", opt=needs(Gate.OWNER), sync_to_thread=True)
def create_account(data: NewPerson, actor: Actor, workbench: Workbench) -> Invitation:
    """Make an account; hand the secret of the invitation to the person, who chooses a password."""
    with workbench.database.write() as connection:
        return create_person(connection, actor, data)


@get("/api/people/{person_id:str}", opt=needs(Gate.OWNER), sync_to_thread=True)
def show_account(person_id: str, actor: Actor, workbench: Workbench) -> Person:
    """Return an account; your own, unless you own the server."""
    with workbench.database.read() as connection:
        return get_person(connection, actor, person_id)


@patch("/api/people/{person_id:str}", opt=needs(Gate.OWNER), sync_to_thread=True)
def change_account(
    person_id: str, data: PersonChange, actor: Actor, workbench: Workbench
) -> Person:
    """Change or deactivate an account; sessions and tokens of an inactive one do not work."""
    with write_people(workbench) as connection:
        return change_person(connection, actor, person_id, data)


@post(
    "/api/people/{person_id:str}/invitation",
    opt=needs(Gate.OWNER),
    status_code=200,
    sync_to_thread=True,
)
def reset_account(person_id: str, actor: Actor, workbench: Workbench) -> Invitation:
    """Reset a password: the old one no longer works, sessions end, and an invitation is made."""
    with write_people(workbench) as connection:
        return invite_again(connection, actor, person_id)


handlers = [list_accounts, create_account, show_account, change_account, reset_account]
