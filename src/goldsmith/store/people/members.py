"""The members of a project and their roles, managed by its managers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select

from goldsmith.errors import Conflict, NotFound
from goldsmith.store import audit
from goldsmith.store.access import Actor, Role, require_management
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.people.limits import lock
from goldsmith.store.tables import members, now, people


class Member(msgspec.Struct, frozen=True):
    """A person in a project."""

    person: str
    name: str
    full_name: str
    roles: tuple[Role, ...]
    background: str
    training_hours: float
    is_active: bool


def list_members(
    connection: Connection, actor: Actor, project: str, *, limit: int = PAGE, after: str = ""
) -> Page[Member]:
    """Return the members of a project by name, for its managers.

    Raises:
        NotFound: The acting person is not a member of the project.
        Forbidden: They are not a manager of it.
    """
    require_management(connection, actor, project)
    belonging = select(members.c.person).where(members.c.project == project)
    query = select(people).where(people.c.id.in_(belonging))
    behind = match_after([people.c.name], after)
    if behind is not None:
        query = query.where(behind)
    items = _read_members(connection, project, query.order_by(people.c.name).limit(limit + 1))
    return make_page(items, [(member.name,) for member in items], limit)


def set_roles(
    connection: Connection, actor: Actor, project: str, name: str, roles: Collection[Role]
) -> Member:
    """Give a person exactly these roles in a project; an empty list removes them.

    Args:
        connection: A transaction that writes.
        actor: The acting person: a manager of the project, or the owner of the server.
        project: The id of the project.
        name: The name of the account.
        roles: All roles that the person is to have.

    Raises:
        NotFound: There is no such account, or the acting person is not a member of the project.
        Forbidden: They are not a manager of it.
        Conflict: The project would have no manager.
    """
    require_management(connection, actor, project)
    lock(connection, [f"members {project}"])
    person = _find_person(connection, name)
    held = _read_roles(connection, project, [person.id]).get(person.id, frozenset())
    if roles and not person.is_active:
        raise Conflict(f"the account {name} is not active. Ask the owner of the server")
    _remove(connection, project, person.id, held - frozenset(roles))
    _add(connection, project, person.id, frozenset(roles) - held)
    _require_a_manager(connection, project)
    words = ", ".join(sorted(roles)) or "none"
    audit.record(connection, actor, "member.change", project=project, detail=f"{name}: {words}")
    query = select(people).where(people.c.id == person.id)
    return _read_members(connection, project, query)[0]


def _find_person(connection: Connection, name: str) -> Any:
    query = select(people.c.id, people.c.is_active).where(people.c.name == name.strip().lower())
    row = connection.execute(query).first()
    if row is None:
        raise NotFound(
            "there is no account with this name. Ask the owner of the server to create it"
        )
    return row


def _read_members(connection: Connection, project: str, query: Select[Any]) -> list[Member]:
    rows = connection.execute(query).all()
    roles = _read_roles(connection, project, [row.id for row in rows])
    return [
        Member(
            row.id,
            row.name,
            row.full_name,
            tuple(sorted(roles.get(row.id, ()))),
            row.background,
            row.training_hours,
            row.is_active,
        )
        for row in rows
    ]


def _read_roles(
    connection: Connection, project: str, persons: Collection[str]
) -> dict[str, frozenset[Role]]:
    query = select(members.c.person, members.c.role).where(
        members.c.project == project, members.c.person.in_(persons)
    )
    roles: dict[str, frozenset[Role]] = {}
    for row in connection.execute(query):
        roles[row.person] = roles.get(row.person, frozenset()) | {Role(row.role)}
    return roles


def _remove(connection: Connection, project: str, person: str, roles: Iterable[Role]) -> None:
    for role in roles:
        connection.execute(
            delete(members).where(
                members.c.project == project, members.c.person == person, members.c.role == role
            )
        )


def _add(connection: Connection, project: str, person: str, roles: Iterable[Role]) -> None:
    for role in sorted(roles):
        connection.execute(
            insert(members).values(project=project, person=person, role=role, created_at=now())
        )


def _require_a_manager(connection: Connection, project: str) -> None:
    query = (
        select(func.count())
        .select_from(members)
        .join(people)
        .where(members.c.project == project, members.c.role == Role.MANAGER, people.c.is_active)
    )
    if not connection.execute(query).scalar_one():
        raise Conflict("the project would have no manager. Make somebody else a manager first")
