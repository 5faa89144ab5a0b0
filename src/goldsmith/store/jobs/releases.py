"""The releases of a project."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from goldsmith.errors import InputError, NotFound
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.tables import new_id, now, people, releases


class ReleaseRow(msgspec.Struct, frozen=True):
    """A release of a project.

    Attributes:
        id: Its id.
        project: The id of the project.
        name: Its name.
        version: Its version.
        seal: The hash that identifies it; also in its manifest.
        person: The name of the account that made it.
        created_at: When it was made, in milliseconds since 1970.
    """

    id: str
    project: str
    name: str
    version: str
    seal: str
    person: str
    created_at: int


class ReleaseList(msgspec.Struct, frozen=True):
    """The releases of a project, the newest first."""

    releases: tuple[ReleaseRow, ...]


def add_release(
    connection: Connection,
    actor: Actor,
    project: str,
    name: str,
    version: str,
    path: str,
    seal: str,
) -> str:
    """Register a release, and return its id.

    Raises:
        Forbidden: The person is not a manager of the project.
        InputError: A release with that name and version exists.
    """
    require(connection, actor, project, Permission.MANAGE)
    refuse_version(connection, project, name, version)
    release = new_id()
    connection.execute(
        insert(releases).values(
            id=release,
            project=project,
            name=name,
            version=version,
            path=path,
            hash=seal,
            person=actor.person,
            created_at=now(),
        )
    )
    return release


def refuse_version(connection: Connection, project: str, name: str, version: str) -> None:
    """Refuse a version that the project has released.

    Raises:
        InputError: The release exists.
    """
    query = select(releases.c.id).where(
        releases.c.project == project, releases.c.name == name, releases.c.version == version
    )
    if connection.execute(query).first() is not None:
        raise InputError(
            f"the release {name}@{version} exists already; a release never changes",
            expected="a new version",
        )


def list_releases(connection: Connection, actor: Actor, project: str) -> ReleaseList:
    """Return the releases of a project, the newest first.

    Raises:
        Forbidden: The person may not take releases.
    """
    require(connection, actor, project, Permission.TAKE_RELEASE)
    query = _SELECT.where(releases.c.project == project)
    rows = connection.execute(query.order_by(releases.c.created_at.desc(), releases.c.id))
    return ReleaseList(tuple(ReleaseRow(*row[:-1]) for row in rows))


def find_release_path(connection: Connection, actor: Actor, release: str) -> tuple[ReleaseRow, str]:
    """Return a release and its path in the folder of files.

    Raises:
        NotFound: There is no such release, or the person is not a member of its project.
        Forbidden: The person may not take releases.
    """
    row = connection.execute(_SELECT.where(releases.c.id == release)).first()
    if row is None:
        raise NotFound("there is no such release, or you may not see it")
    try:
        require(connection, actor, row.project, Permission.TAKE_RELEASE)
    except NotFound:
        raise NotFound("there is no such release, or you may not see it") from None
    return ReleaseRow(*row[:-1]), row.path


_SELECT = select(
    releases.c.id,
    releases.c.project,
    releases.c.name,
    releases.c.version,
    releases.c.hash,
    people.c.name.label("person_name"),
    releases.c.created_at,
    releases.c.path,
).join_from(releases, people)
