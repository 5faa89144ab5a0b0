"""Versions of the guideline of a project; a version never changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, NotFound
from goldsmith.store.access import Actor, Permission, get_roles, has_permission, require
from goldsmith.store.audit import record
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.tables import (
    batches,
    guideline_versions,
    iterations,
    new_id,
    now,
    people,
    tasks,
)

_decode_files = msgspec.json.Decoder(dict[str, str]).decode


class VersionEntry(msgspec.Struct, frozen=True):
    """A version in the history of a guideline."""

    version: str
    summary: str
    by: str
    at: int


class StoredVersion(msgspec.Struct, frozen=True):
    """A version with the content of its files by their paths."""

    entry: VersionEntry
    number: int
    files: Mapping[str, str]


def find_version(
    connection: Connection, actor: Actor, project: str, version: str = ""
) -> StoredVersion | None:
    """Return a version of the guideline, by default the last; None if nothing was stored yet.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    query = (
        select(guideline_versions, people.c.name)
        .join_from(guideline_versions, people)
        .where(guideline_versions.c.project == project)
        .order_by(guideline_versions.c.number.desc())
        .limit(1)
    )
    if version:
        query = query.where(guideline_versions.c.version == version)
    row = connection.execute(query).first()
    if row is None:
        return None
    entry = VersionEntry(row.version, row.summary, row.name, row.at)
    return StoredVersion(entry, row.number, _decode_files(row.pages))


def list_versions(
    connection: Connection, actor: Actor, project: str, *, limit: int = PAGE, after: str = ""
) -> Page[VersionEntry]:
    """Return the versions of the guideline, the newest first.

    Raises:
        NotFound: The person is not a member of the project.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    order = (-guideline_versions.c.number,)
    query = (
        select(guideline_versions, people.c.name)
        .join_from(guideline_versions, people)
        .where(guideline_versions.c.project == project)
        .order_by(guideline_versions.c.number.desc())
        .limit(limit + 1)
    )
    behind = match_after(order, after)
    rows = connection.execute(query if behind is None else query.where(behind)).all()
    items = [VersionEntry(row.version, row.summary, row.name, row.at) for row in rows]
    return make_page(items, [(-row.number,) for row in rows], limit)


def add_version(
    connection: Connection,
    actor: Actor,
    project: str,
    number: int,
    files: Mapping[str, str],
    summary: str,
) -> VersionEntry:
    """Store a version; the caller has checked its pages.

    Args:
        connection: A transaction that writes.
        actor: The editor.
        project: The project.
        number: The number of the new version: the last one plus 1.
        files: The content of its files by their paths.
        summary: What changed.

    Raises:
        Forbidden: The person is not an editor.
        Conflict: Somebody stored a version of this number in the meantime.
    """
    require(connection, actor, project, Permission.EDIT_GUIDELINE)
    entry = VersionEntry(str(number), summary, actor.name, now())
    values = {
        "id": new_id(),
        "project": project,
        "number": number,
        "version": entry.version,
        "pages": msgspec.json.encode(dict(files)).decode(),
        "summary": summary,
        "person": actor.person,
        "at": entry.at,
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(guideline_versions).values(**values))
    except IntegrityError:
        raise Conflict(
            "the guideline has been changed in the meantime. Send the edit again"
        ) from None
    record(connection, actor, "guideline.edit", project=project, detail=entry.version)
    return entry


def get_task_guideline(connection: Connection, actor: Actor, task: str) -> tuple[str, str]:
    """Return the project of a task and the version of the guideline that its annotator follows.

    The version is "" if the iteration names none; the last one then applies.

    Raises:
        NotFound: There is no such task, or it is somebody else's.
    """
    query = (
        select(tasks.c.project, tasks.c.person, iterations.c.guideline)
        .join_from(tasks, batches, tasks.c.batch == batches.c.id)
        .join(iterations, iterations.c.id == batches.c.iteration)
        .where(tasks.c.id == task)
    )
    row = connection.execute(query).first()
    if row is not None:
        roles = get_roles(connection, actor, row.project)
        own = row.person == actor.person and bool(roles)
        if own or has_permission(roles, Permission.SEE_PROGRESS):
            return row.project, row.guideline
    raise NotFound("there is no such task, or it is not yours")
