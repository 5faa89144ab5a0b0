"""The context of a running job: report progress, notice a stop, publish the result."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from goldsmith.errors import GoldsmithError
from goldsmith.store.access import Actor
from goldsmith.store.database import Database
from goldsmith.store.files import get_folder
from goldsmith.store.jobs.model import JobState, Ticket
from goldsmith.store.jobs.queue import JobCancelled, JobWithdrawn, beat, end_job

#: The minimum time between two writes of the progress, in seconds.
_INTERVAL = 0.4
Item = TypeVar("Item")


class WorkerStopping(GoldsmithError):
    """The worker is stopping; the job returns to the queue."""


class JobContext:
    """A running job.

    Args:
        database: The database.
        actor: The person for whom the job runs.
        ticket: The claim of the worker.
        stop: Set when the worker should stop.
    """

    def __init__(
        self, database: Database, actor: Actor, ticket: Ticket, stop: threading.Event
    ) -> None:
        self.database, self.actor, self.ticket = database, actor, ticket
        self.is_finished = False
        self._stop = stop
        self._step, self._progress, self._total = "", 0, 0
        self._written_at = 0.0
        self._interruption: GoldsmithError | None = None

    @property
    def job(self) -> str:
        return self.ticket.id

    @property
    def project(self) -> str:
        return self.ticket.project

    def get_folder(self, subject: str) -> Path:
        """Return the folder for the files of this job, such as `exports`; it need not exist."""
        return get_folder(self.database, self.project, subject, self.job)

    # Progress

    def begin(self, step: str, total: int | None = None) -> None:
        """Begin a step of known or unknown size; raises the same errors as `advance`."""
        self._step, self._progress, self._total = step, 0, total or 0
        self._write()
        self.check()

    def advance(self, count: int = 1) -> None:
        """Count a part of the step as done, and stop here if the job was cancelled.

        Raises:
            JobCancelled: The job was cancelled.
            JobWithdrawn: Another worker has taken it over.
            WorkerStopping: The worker is stopping.
        """
        self._progress += count
        self.check()

    def check(self) -> None:
        """Stop here if the job was cancelled; raises the same errors as `advance`."""
        if self._interruption is None and time.monotonic() - self._written_at > _INTERVAL:
            self._write()
        if self._interruption is not None:
            raise self._interruption
        if self._stop.is_set():
            raise WorkerStopping("the worker is stopping")

    def track(self, items: Iterable[Item], total: int | None = None) -> Iterator[Item]:
        """Yield items, and advance after each; `total` is their number, if known."""
        if total is not None:
            self._total = total
        for item in items:
            yield item
            self.advance()

    def pulse(self) -> None:
        """Record that the worker is alive; called periodically from another thread."""
        if self._interruption is None and not self.is_finished:
            self._write()

    def _write(self) -> None:
        self._written_at = time.monotonic()
        try:
            with self.database.write() as connection:
                self._beat(connection)
        except (JobCancelled, JobWithdrawn) as error:
            if not self.is_finished:
                self._interruption = error

    def _beat(self, connection: Connection) -> None:
        beat(
            connection,
            self.ticket,
            step=self._step,
            progress=self._progress,
            total=self._total,
        )

    # Results

    @contextmanager
    def publish(self) -> Iterator[Connection]:
        """Open a transaction that writes the result, while the job still belongs to this worker.

        Raises:
            JobCancelled: The job was cancelled; nothing is written.
            JobWithdrawn: Another worker has taken it over; nothing is written.
        """
        self.check()
        with self.database.write() as connection:
            self._beat(connection)
            yield connection
            if not self.is_finished:
                self._beat(connection)

    def finish(self, connection: Connection, result: msgspec.Struct) -> None:
        """End the job in the transaction that publishes its result: both happen, or neither."""
        end_job(connection, self.ticket, JobState.DONE, result=msgspec.json.encode(result))
        self.is_finished = True
