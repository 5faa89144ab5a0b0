"""Exclusion of annotators from agreement and consensus; it is reversible."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select

from goldsmith.errors import NotFound, UnknownName
from goldsmith.store.access import Actor, Permission, Role, require
from goldsmith.store.audit import record
from goldsmith.store.tables import exclusions, members, now, people
from goldsmith.store.workflow.terms import Prose


class NewExclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for excluding an annotator's work."""

    reason: Prose


class Exclusion(msgspec.Struct, frozen=True):
    """An annotator whose work is excluded."""

    person: str
    name: str
    reason: str
    excluded_by: str
    at: int


def exclude_annotator(
    connection: Connection, actor: Actor, project: str, name: str, reason: str
) -> tuple[Exclusion, ...]:
    """Exclude an annotator from agreement and consensus, and give them no more tasks.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They are not a manager of it.
        UnknownName: The project has no such annotator.
    """
    require(connection, actor, project, Permission.MANAGE)
    person = find_annotators(connection, project, [name])[0]
    connection.execute(
        delete(exclusions).where(exclusions.c.project == project, exclusions.c.person == person)
    )
    connection.execute(
        insert(exclusions).values(
            project=project, person=person, reason=reason, excluded_by=actor.person, at=now()
        )
    )
    record(connection, actor, "annotator.exclude", project=project, detail=person)
    return list_exclusions(connection, actor, project)


def restore_annotator(
    connection: Connection, actor: Actor, project: str, name: str
) -> tuple[Exclusion, ...]:
    """Include the work of an annotator again.

    Raises:
        NotFound: Their work is not excluded.
        Forbidden: The person is not a manager of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    query = select(people.c.id).where(people.c.name == name)
    person = connection.execute(query).scalar()
    done = connection.execute(
        delete(exclusions).where(exclusions.c.project == project, exclusions.c.person == person)
    )
    if not done.rowcount:
        raise NotFound("the work of this annotator is not excluded")
    record(connection, actor, "annotator.restore", project=project, detail=str(person))
    return list_exclusions(connection, actor, project)


def list_exclusions(connection: Connection, actor: Actor, project: str) -> tuple[Exclusion, ...]:
    """Return the annotators whose work is excluded, by name.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
    """
    require(connection, actor, project, Permission.SEE_AGREEMENT)
    maker = people.alias("maker")
    query = (
        select(people.c.id, people.c.name, exclusions.c.reason, maker.c.name, exclusions.c.at)
        .join_from(exclusions, people, people.c.id == exclusions.c.person)
        .join(maker, maker.c.id == exclusions.c.excluded_by)
        .where(exclusions.c.project == project)
        .order_by(people.c.name)
    )
    return tuple(Exclusion(*row) for row in connection.execute(query))


def find_annotators(
    connection: Connection, project: str, names: Sequence[str], role: Role = Role.ANNOTATOR
) -> list[str]:
    """Return the ids of people with a role by their names; the caller checks the permission.

    Raises:
        UnknownName: A name is not that of a person in the role; the message lists those people.
    """
    ids = read_annotators(connection, project, role)
    for name in names:
        if name not in ids:
            raise UnknownName(role, name, ids)
    return [ids[name] for name in names]


def read_annotators(
    connection: Connection, project: str, role: Role = Role.ANNOTATOR
) -> dict[str, str]:
    """Return the people with a role in a project: name -> id; the caller checks the permission."""
    query = (
        select(people.c.name, people.c.id)
        .join_from(members, people, people.c.id == members.c.person)
        .where(members.c.project == project, members.c.role == role, people.c.is_active)
        .order_by(people.c.name)
    )
    return {row.name: row.id for row in connection.execute(query)}
