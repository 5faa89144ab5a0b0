"""Listing, viewing and cancelling jobs, with access control."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, select, tuple_

from goldsmith.errors import NotFound
from goldsmith.store.access import (
    Actor,
    Permission,
    Scope,
    check_scope,
    get_roles,
    match_visible_jobs,
    require,
    require_owner,
)
from goldsmith.store.jobs import queue
from goldsmith.store.jobs.model import Job, JobError, JobState
from goldsmith.store.paging import PAGE, Page, decode_mark, make_page
from goldsmith.store.tables import jobs, people

_ORDER = (jobs.c.created_at, jobs.c.id)


def get_job(connection: Connection, actor: Actor, job_id: str) -> Job:
    """Return a job.

    Raises:
        NotFound: There is no such job, or the person may not see it.
    """
    row = connection.execute(_select_jobs().where(jobs.c.id == job_id)).first()
    if row is None or not _may_see(connection, actor, row):
        raise NotFound("there is no such job, or you may not see it")
    check_scope(actor, Scope.READ)
    return _make_job(row)


def list_jobs(
    connection: Connection,
    actor: Actor,
    project: str,
    *,
    kinds: Collection[str] = (),
    state: str = "",
    limit: int = PAGE,
    after: str = "",
) -> Page[Job]:
    """Return the jobs of a project that the person may see, the newest first.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project; "" for the jobs of the whole server.
        kinds: The kinds; all if empty.
        state: The state; all if "".
        limit: The maximum number of jobs to return.
        after: The mark of the previous page.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: Only the owner may list the jobs of the whole server.
    """
    if project:
        roles = require(connection, actor, project, Permission.SEE_PROJECT)
        query = _select_jobs().where(jobs.c.project == project, match_visible_jobs(actor, roles))
    else:
        require_owner(actor)
        query = _select_jobs().where(jobs.c.project.is_(None))
    if kinds:
        query = query.where(jobs.c.kind.in_(kinds))
    if state:
        query = query.where(jobs.c.state == state)
    if after:
        query = query.where(tuple_(*_ORDER) < tuple_(*decode_mark(after, _ORDER)))
    rows = connection.execute(
        query.order_by(*(column.desc() for column in _ORDER)).limit(limit + 1)
    ).all()
    marks = [(row.created_at, row.id) for row in rows]
    return make_page([_make_job(row) for row in rows], marks, limit)


def cancel_job(connection: Connection, actor: Actor, job_id: str) -> Job:
    """Cancel a job, and return it; a job that has ended is left unchanged.

    Raises:
        NotFound: There is no such job, or the person may not see it.
        Forbidden: The token lacks the scope.
    """
    get_job(connection, actor, job_id)
    check_scope(actor, Scope.MANAGE)
    queue.cancel(connection, job_id)
    return get_job(connection, actor, job_id)


def _select_jobs() -> Any:
    return select(jobs, people.c.name.label("person_name")).join_from(jobs, people)


def _may_see(connection: Connection, actor: Actor, row: Any) -> bool:
    if row.project is None:
        return actor.is_owner
    roles = get_roles(connection, actor, row.project)
    query = select(jobs.c.id).where(jobs.c.id == row.id, match_visible_jobs(actor, roles))
    return connection.execute(query).first() is not None


def _make_job(row: Any) -> Job:
    return Job(
        id=row.id,
        kind=row.kind,
        state=JobState(row.state),
        person=row.person_name,
        created_at=row.created_at,
        project=row.project or "",
        arguments=msgspec.json.decode(row.arguments),
        step=row.step,
        progress=row.progress,
        total=row.total,
        attempts=row.attempts,
        is_cancelling=row.cancel and row.state == JobState.RUNNING,
        result=msgspec.json.decode(row.result) if row.result else None,
        error=msgspec.json.decode(row.error, type=JobError) if row.error else None,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )
