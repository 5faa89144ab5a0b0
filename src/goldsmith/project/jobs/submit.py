"""Submission of jobs: check a job and queue it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection

from goldsmith.errors import InputError
from goldsmith.project.jobs.kind import JobKind, find_kind, list_kinds
from goldsmith.store.access import Actor, Permission, require, require_owner
from goldsmith.store.audit import record
from goldsmith.store.database import Database
from goldsmith.store.jobs.model import Job, NewJob
from goldsmith.store.jobs.queue import add_job
from goldsmith.store.jobs.views import get_job


def submit_job(database: Database, actor: Actor, project: str, job: NewJob) -> Job:
    """Queue a job; submitting the same id again returns the same job.

    Args:
        database: The database.
        actor: The acting person.
        project: The project; "" for a job of the whole server.
        job: The job.

    Raises:
        UnknownName: There is no such kind.
        InputError: The arguments do not match the kind, or the kind does not apply to the project.
        NotFound: The person is not a member of the project.
        Forbidden: The person may not submit a job of this kind.
        Conflict: Another job has this id.
    """
    with database.read() as connection:
        _require_submitter(connection, actor, project, job.kind)
        kind = _find_kind(job.kind, project)
        arguments = parse_arguments(kind, job.arguments)
        kind.check(connection, actor, project, arguments)
    content = msgspec.json.encode(arguments, order="sorted")
    with database.write() as connection:
        if add_job(connection, actor, job.id, job.kind, content, project=project):
            record(connection, actor, f"job.{job.kind}", project=project or None, detail=job.id)
        return get_job(connection, actor, job.id)


def _require_submitter(connection: Connection, actor: Actor, project: str, name: str) -> None:
    """Check that a person may submit jobs of a kind, before revealing whether it exists."""
    if not project:
        require_owner(actor)
        return
    permission = find_kind(name).permission if name in list_kinds() else Permission.MANAGE
    require(connection, actor, project, permission)


def require_kind(connection: Connection, actor: Actor, project: str, kind: JobKind[Any]) -> None:
    """Check that a person may submit jobs of a kind.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: The roles of the person do not allow it.
    """
    if kind.is_server_wide:
        require_owner(actor)
    else:
        require(connection, actor, project, kind.permission)


def parse_arguments(kind: JobKind[Any], arguments: object) -> Any:
    """Return the arguments of a job in the form that its kind defines.

    Raises:
        InputError: The arguments do not match.
    """
    try:
        return msgspec.convert(arguments, kind.arguments)
    except msgspec.ValidationError as error:
        raise InputError(str(error), where="arguments") from None


def _find_kind(name: str, project: str) -> JobKind[Any]:
    kind = find_kind(name)
    if kind.is_server_wide and project:
        raise InputError(f"a job of the kind {name} belongs to no project", where="kind")
    if not kind.is_server_wide and not project:
        raise InputError(f"a job of the kind {name} belongs to a project", where="kind")
    return kind
