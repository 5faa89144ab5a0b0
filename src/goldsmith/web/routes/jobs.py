"""Jobs: submit, watch and cancel them; list the kinds of jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import Parameter, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from goldsmith.errors import RequestError
from goldsmith.project.jobs.catalogue import KindEntry, describe_kinds
from goldsmith.project.jobs.submit import submit_job
from goldsmith.store.access import Actor, Permission
from goldsmith.store.audit import record
from goldsmith.store.jobs.model import Job, JobState, NewJob
from goldsmith.store.jobs.views import cancel_job, get_job, list_jobs
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.web.needs import Gate, needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Word = Annotated[str, Parameter(max_length=200)]
#: In seconds: how often a watched job is read from the database, and how often a comment keeps an
#: idle connection open.
_POLL, _KEEP_ALIVE = 0.4, 15.0


@get("/api/job-kinds", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def list_job_kinds(actor: Actor) -> tuple[KindEntry, ...]:
    """List the kinds of jobs, with the JSON schema of their arguments."""
    del actor
    return describe_kinds()


@post(
    "/api/projects/{project_id:str}/jobs",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def submit_project_job(project_id: str, data: NewJob, actor: Actor, workbench: Workbench) -> Job:
    """Submit a job. You make its id; submitting the same id again returns the same job."""
    return submit_job(workbench.database, actor, project_id, data)


@get("/api/projects/{project_id:str}/jobs", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def list_project_jobs(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    kind: _Word = "",
    job_state: Annotated[JobState | None, QueryParameter(name="state")] = None,
    limit: _Limit = PAGE,
    after: _Word = "",
) -> Page[Job]:
    """List the jobs of a project, the newest first: all for managers, your own for others."""
    with workbench.database.read() as connection:
        return list_jobs(
            connection,
            actor,
            project_id,
            kinds=(kind,) if kind else (),
            state=job_state or "",
            limit=limit,
            after=after,
        )


@post("/api/jobs", status_code=200, opt=needs(Gate.OWNER), sync_to_thread=True)
def submit_server_job(data: NewJob, actor: Actor, workbench: Workbench) -> Job:
    """Submit a job of the whole server, such as a backup."""
    return submit_job(workbench.database, actor, "", data)


@get("/api/jobs", opt=needs(Gate.OWNER), sync_to_thread=True)
def list_server_jobs(
    actor: Actor, workbench: Workbench, limit: _Limit = PAGE, after: _Word = ""
) -> Page[Job]:
    """List the jobs of the whole server, the newest first."""
    with workbench.database.read() as connection:
        return list_jobs(connection, actor, "", limit=limit, after=after)


@get("/api/jobs/{job_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_job(job_id: str, actor: Actor, workbench: Workbench) -> Job:
    """Return a job with its state, progress and result."""
    return _read(workbench, actor, job_id)


@post(
    "/api/jobs/{job_id:str}/cancel",
    status_code=200,
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def stop_job(job_id: str, actor: Actor, workbench: Workbench) -> Job:
    """Cancel a job; a running job stops when its worker notices, within a second or so."""
    with workbench.database.write() as connection:
        job = cancel_job(connection, actor, job_id)
        record(connection, actor, "job.cancel", project=job.project or None, detail=job_id)
        return job


@get("/api/jobs/{job_id:str}/events", opt=needs(Permission.SEE_PROJECT))
async def watch_job(job_id: str, actor: Actor, workbench: Workbench) -> ServerSentEvent:
    """Watch a job: server-sent events of type `job`, each with the job as JSON, until it ends."""
    job = await asyncio.to_thread(_read, workbench, actor, job_id)
    return ServerSentEvent(_stream(workbench, actor, job))


async def _stream(
    workbench: Workbench, actor: Actor, job: Job
) -> AsyncIterator[ServerSentEventMessage]:
    """Yield the job whenever it has changed. Do not wait for clients that do not read."""
    sent, silent = None, 0.0
    while True:
        if job != sent:
            yield ServerSentEventMessage(data=msgspec.json.encode(job), event="job")
            sent, silent = job, 0.0
        if job.has_ended:
            return
        await asyncio.sleep(_POLL)
        silent += _POLL
        if silent >= _KEEP_ALIVE:
            yield ServerSentEventMessage(data=None, comment="still there")
            silent = 0.0
        try:
            job = await asyncio.to_thread(_read, workbench, actor, job.id)
        except RequestError:
            return  # the person has lost the right to see it


def _read(workbench: Workbench, actor: Actor, job_id: str) -> Job:
    with workbench.database.read() as connection:
        return get_job(connection, actor, job_id)


handlers: list[Any] = [
    list_job_kinds,
    submit_project_job,
    list_project_jobs,
    submit_server_job,
    list_server_jobs,
    show_job,
    stop_job,
    watch_job,
]
