"""The model of a job, as the API shows it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

#: The id of a job, made by the client.
JobId = Annotated[
    str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$")
]
#: After this many milliseconds without a beat, the worker of a job counts as dead.
SILENCE = 30_000
#: The maximum number of attempts at a job.
MAX_ATTEMPTS = 3


class JobState(StrEnum):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


#: The final states of a job.
ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})


class JobError(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a job failed; never with note text."""

    message: str
    remedy: str = ""
    """The code of the remedy, for a button."""


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """A job.

    Attributes:
        id: Made by the client.
        kind: What it does; see the kinds of jobs.
        state: queued, running, done, failed or cancelled.
        project: The project; "" for a job of the whole server.
        arguments: The arguments, as the kind describes them.
        step: The current step.
        progress: The completed part of the step, out of `total`.
        total: The size of the step; 0 if unknown.
        attempts: The number of attempts.
        is_cancelling: It was cancelled, but the worker has not stopped yet.
        result: The result, as the kind describes it.
        error: Why it failed.
        person: The name of the person who submitted it.
        created_at: When it was submitted, in milliseconds since 1970.
        started_at: When a worker first took it up.
        ended_at: When it ended.
    """

    id: str
    kind: str
    state: JobState
    person: str
    created_at: int
    project: str = ""
    arguments: Mapping[str, Any] = {}
    step: str = ""
    progress: int = 0
    total: int = 0
    attempts: int = 0
    is_cancelling: bool = False
    result: Mapping[str, Any] | None = None
    error: JobError | None = None
    started_at: int | None = None
    ended_at: int | None = None

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED


class NewJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A job to submit."""

    id: JobId
    kind: str
    arguments: Mapping[str, Any] = {}


class Ticket(msgspec.Struct, frozen=True):
    """A job that a worker has claimed; every write of the worker names it."""

    id: str
    attempt: int
    worker: str
    kind: str
    arguments: bytes
    person: str
    """The id of the person who submitted it."""
    project: str = ""
