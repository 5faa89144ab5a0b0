"""The worker, which runs jobs one by one."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy.exc import DBAPIError

from goldsmith.errors import Forbidden, GoldsmithError, InputError
from goldsmith.project.exchange.uploads import IMPORTS
from goldsmith.project.jobs.context import JobContext, WorkerStopping
from goldsmith.project.jobs.kind import find_kind, list_kinds
from goldsmith.project.jobs.submit import parse_arguments, require_kind
from goldsmith.store.database import Database
from goldsmith.store.files import get_folder
from goldsmith.store.jobs.model import JobError, JobState, Ticket
from goldsmith.store.jobs.queue import (
    JobCancelled,
    JobWithdrawn,
    claim_job,
    end_job,
    find_actor,
    has_work,
    release_job,
)
from goldsmith.store.tables import new_id
from goldsmith.store.workflow.returning import sweep_all

#: How often an idle worker polls for jobs, and a busy one reports that it is alive, in seconds.
_POLL, _PULSE = 0.5, 5.0
#: How often a worker removes the remains of jobs that ended without a result, in seconds.
_SWEEP = 300.0
#: How long a new worker waits before the first such clean-up, in seconds.
_REST = 5.0
_log = logging.getLogger(__name__)


def run_worker(folder: Path, url: str, stop: threading.Event) -> None:
    """Run jobs until `stop` is set; an unfinished job then returns to the queue.

    Args:
        folder: The folder of the server.
        url: The address of a PostgreSQL database; "" for SQLite in the folder.
        stop: Set from another thread or a signal handler.
    """
    database = Database(folder, url)
    worker = new_id()
    swept_at = time.monotonic() - _SWEEP + _REST
    try:
        while not stop.is_set():
            try:
                is_idle = not run_next(database, worker, stop)
                if is_idle and time.monotonic() - swept_at > _SWEEP:
                    sweep(database)
                    swept_at = time.monotonic()
            except DBAPIError as error:  # the message may quote values
                _log.error("the database does not respond: %s", type(error).__name__)
                is_idle = True
            if is_idle:
                stop.wait(_POLL)
    finally:
        database.close()


def sweep(database: Database) -> None:
    """Remove the remains of jobs that ended without a result, and reassign abandoned tasks."""
    for name in list_kinds():
        find_kind(name).sweep(database)
    sweep_all(database)


def run_next(database: Database, worker: str, stop: threading.Event | None = None) -> bool:
    """Run the next job, and return whether there was one."""
    with database.read() as connection:
        if not has_work(connection):
            return False
    with database.write() as connection:
        ticket = claim_job(connection, worker)
    if ticket is None:
        return False
    _log.info("job %s (%s): attempt %d", ticket.id, ticket.kind, ticket.attempt)
    _run(database, ticket, stop or threading.Event())
    return True


def _run(database: Database, ticket: Ticket, stop: threading.Event) -> None:
    """Run a job and end it, whatever happens; no error may quote a note."""
    try:
        context = _make_context(database, ticket, stop)
        with _send_pulses(context):
            result = _call_kind(context)
        if not context.is_finished:
            with database.write() as connection:
                end_job(connection, ticket, JobState.DONE, result=msgspec.json.encode(result))
    except JobWithdrawn:
        _log.warning("job %s: another worker has taken it over", ticket.id)
    except WorkerStopping:
        with database.write() as connection:
            release_job(connection, ticket)
    except JobCancelled:
        _end(database, ticket, JobState.CANCELLED)
    except GoldsmithError as error:
        _end(database, ticket, JobState.FAILED, _describe(error, database, ticket))
    except DBAPIError:
        raise  # the job stops beating and is started again
    except Exception as error:
        frames = "".join(traceback.format_tb(error.__traceback__))  # the message may quote a note
        _log.error("job %s: %s\n%s", ticket.id, type(error).__name__, frames)
        message = f"the job failed ({type(error).__name__}); see the log of the server"
        _end(database, ticket, JobState.FAILED, JobError(message))


def _make_context(database: Database, ticket: Ticket, stop: threading.Event) -> JobContext:
    with database.read() as connection:
        actor = find_actor(connection, ticket.person)
        if actor is None:
            raise Forbidden("the account that submitted the job is no longer active")
        require_kind(connection, actor, ticket.project, find_kind(ticket.kind))
    return JobContext(database, actor, ticket, stop)


def _call_kind(context: JobContext) -> msgspec.Struct | None:
    kind = find_kind(context.ticket.kind)
    arguments = parse_arguments(kind, msgspec.json.decode(context.ticket.arguments))
    return kind.run(context, arguments)


def _end(
    database: Database, ticket: Ticket, state: JobState, error: JobError | None = None
) -> None:
    try:
        with database.write() as connection:
            end_job(connection, ticket, state, error=error)
    except JobWithdrawn:
        _log.warning("job %s: another worker has taken it over", ticket.id)


def _describe(error: GoldsmithError, database: Database, ticket: Ticket) -> JobError:
    """Return the error for people: they know the name of their file, not its path on the server."""
    remedy = error.remedy_code if isinstance(error, InputError) else None
    upload = get_folder(database, ticket.project, IMPORTS, ticket.id)
    message = str(error).replace(f"{upload}/", "").replace(f"{database.folder}/", "")
    return JobError(message, remedy or "")


@contextmanager
def _send_pulses(context: JobContext) -> Iterator[None]:
    """Record every few seconds that the worker is alive, however long a step takes."""
    ended = threading.Event()

    def send() -> None:
        while not ended.wait(_PULSE):
            try:
                context.pulse()
            except DBAPIError as error:
                _log.warning("job %s: %s", context.job, type(error).__name__)

    thread = threading.Thread(target=send, name="pulse", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
