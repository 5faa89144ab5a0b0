"""The queue of jobs: submission, and the actions of a worker."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.errors import Conflict, GoldsmithError
from goldsmith.store.access import Actor
from goldsmith.store.jobs.model import (
    ENDED,
    MAX_ATTEMPTS,
    SILENCE,
    JobError,
    JobState,
    Ticket,
)
from goldsmith.store.tables import jobs, now, people


class JobWithdrawn(GoldsmithError):
    """The job no longer belongs to this worker: another worker has taken it over."""


class JobCancelled(GoldsmithError):
    """The job was cancelled."""


def add_job(
    connection: Connection,
    actor: Actor,
    job_id: str,
    kind: str,
    arguments: bytes,
    *,
    project: str = "",
) -> bool:
    """Queue a job, and return whether it is new; an existing job is left unchanged.

    The caller checks the permission.

    Raises:
        Conflict: Another job has this id.
    """
    values = {
        "project": project or None,
        "kind": kind,
        "arguments": arguments.decode(),
        "person": actor.person,
    }
    try:
        with connection.begin_nested():
            connection.execute(
                insert(jobs).values(id=job_id, state=JobState.QUEUED, created_at=now(), **values)
            )
    except IntegrityError:
        row = connection.execute(select(jobs).where(jobs.c.id == job_id)).mappings().one()
        if any(row[name] != value for name, value in values.items()):
            raise Conflict("the id belongs to another job. Make a new id") from None
        return False
    return True


def has_work(connection: Connection) -> bool:
    """Return whether a job waits for a worker or has lost its worker."""
    return connection.execute(select(jobs.c.id).where(_is_waiting()).limit(1)).first() is not None


def claim_job(connection: Connection, worker: str) -> Ticket | None:
    """Claim the oldest job that is waiting or whose worker has died, or return None.

    Two workers never claim the same attempt. A job that killed its worker too often fails.

    Args:
        connection: A transaction that writes.
        worker: The name of the worker.
    """
    _fail_exhausted(connection)
    oldest = (
        select(jobs.c.id)
        .where(_is_waiting())
        .order_by(jobs.c.created_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    statement = (
        update(jobs)
        .where(jobs.c.id == oldest.scalar_subquery())
        .values(
            state=JobState.RUNNING,
            worker=worker,
            attempts=jobs.c.attempts + 1,
            step="",
            progress=0,
            total=0,
            beat_at=now(),
        )
        .returning(jobs)
    )
    row = connection.execute(statement).first()
    if row is None:
        return None
    if row.started_at is None:
        connection.execute(update(jobs).where(jobs.c.id == row.id).values(started_at=now()))
    return Ticket(
        row.id,
        row.attempts,
        worker,
        row.kind,
        row.arguments.encode(),
        row.person,
        row.project or "",
    )


def beat(connection: Connection, ticket: Ticket, **progress: str | int) -> None:
    """Record that the worker is alive, and its progress.

    Raises:
        JobWithdrawn: Another worker took the job over.
        JobCancelled: It was cancelled.
    """
    statement = (
        update(jobs)
        .where(_is_held(ticket))
        .values(beat_at=now(), **progress)
        .returning(jobs.c.cancel)
    )
    row = connection.execute(statement).first()
    if row is None:
        raise JobWithdrawn("another worker took the job over")
    if row.cancel:
        raise JobCancelled("the job was cancelled")


def end_job(
    connection: Connection,
    ticket: Ticket,
    state: JobState,
    *,
    result: bytes = b"",
    error: JobError | None = None,
) -> None:
    """End a job.

    Raises:
        JobWithdrawn: Another worker took the job over.
    """
    done = connection.execute(
        update(jobs)
        .where(_is_held(ticket))
        .values(
            state=state,
            result=result.decode(),
            error=msgspec.json.encode(error).decode() if error else "",
            ended_at=now(),
        )
    )
    if not done.rowcount:
        raise JobWithdrawn("another worker took the job over")


def release_job(connection: Connection, ticket: Ticket) -> None:
    """Return a job to the queue because its worker stops; the attempt does not count."""
    connection.execute(
        update(jobs)
        .where(_is_held(ticket))
        .values(state=JobState.QUEUED, attempts=ticket.attempt - 1, worker="", beat_at=None)
    )


def find_state(connection: Connection, job_id: str) -> JobState | None:
    """Return the state of a job; or None. Ids are random, so only the submitter can ask."""
    state = connection.execute(select(jobs.c.state).where(jobs.c.id == job_id)).scalar()
    return JobState(state) if state else None


def find_actor(connection: Connection, person: str) -> Actor | None:
    """Return the person for whom a job runs; None if the account is no longer active."""
    query = select(people.c.id, people.c.name, people.c.is_owner).where(
        people.c.id == person, people.c.is_active
    )
    row = connection.execute(query).first()
    return Actor(row.id, row.name, row.is_owner) if row else None


def _is_waiting() -> ColumnElement[bool]:
    return or_(jobs.c.state == JobState.QUEUED, _is_silent())


def _is_silent() -> ColumnElement[bool]:
    return and_(jobs.c.state == JobState.RUNNING, jobs.c.beat_at < now() - SILENCE)


def _is_held(ticket: Ticket) -> ColumnElement[bool]:
    return and_(
        jobs.c.id == ticket.id,
        jobs.c.state == JobState.RUNNING,
        jobs.c.worker == ticket.worker,
        jobs.c.attempts == ticket.attempt,
    )


def _fail_exhausted(connection: Connection) -> None:
    """End the jobs whose last worker has died, and those cancelled while nobody worked on them."""
    error = JobError(f"the worker died or lost the database {MAX_ATTEMPTS} times; see the log")
    connection.execute(
        update(jobs)
        .where(_is_silent(), jobs.c.attempts >= MAX_ATTEMPTS)
        .values(
            state=JobState.FAILED,
            error=msgspec.json.encode(error).decode(),
            ended_at=now(),
        )
    )
    connection.execute(
        update(jobs)
        .where(_is_waiting(), jobs.c.cancel)
        .values(state=JobState.CANCELLED, ended_at=now())
    )


def cancel(connection: Connection, job_id: str) -> None:
    """Cancel a job; a running job stops when its worker notices.

    The caller checks the permission.
    """
    connection.execute(
        update(jobs)
        .where(jobs.c.id == job_id, jobs.c.state == JobState.QUEUED)
        .values(state=JobState.CANCELLED, cancel=True, ended_at=now())
    )
    connection.execute(
        update(jobs).where(jobs.c.id == job_id, jobs.c.state.not_in(ENDED)).values(cancel=True)
    )
