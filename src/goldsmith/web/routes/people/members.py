"""The members of a project and their roles."""

from __future__ import annotations

from typing import Annotated

from litestar import get, put
from litestar.params import Parameter

from goldsmith.store.access import Actor, Permission
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.people.forms import Roles
from goldsmith.store.people.members import Member, list_members, set_roles
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get("/api/projects/{project_id:str}/members", opt=needs(Permission.MANAGE), sync_to_thread=True)
def list_project_members(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    limit: Annotated[int, Parameter(ge=1, le=MAX_PAGE)] = PAGE,
    after: Annotated[str, Parameter(max_length=500)] = "",
) -> Page[Member]:
    """List the members by name; the owner of the server may do so too."""
    with workbench.database.read() as connection:
        return list_members(connection, actor, project_id, limit=limit, after=after)


@put(
    "/api/projects/{project_id:str}/members/{name:str}",
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def change_member(
    project_id: str, name: str, data: Roles, actor: Actor, workbench: Workbench
) -> Member:
    """Give a person exactly these roles; an empty list removes them. The last manager must stay.

    `name` is the name of the account. The owner of the server may do this in any project.
    """
    with workbench.database.write() as connection:
        return set_roles(connection, actor, project_id, name, data.roles)


handlers = [list_project_members, change_member]
