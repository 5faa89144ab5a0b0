"""Jobs: progress and results."""

from __future__ import annotations

from litestar import Response, get, post

from goldsmith.store.access import Permission, require
from goldsmith.store.jobs.views import cancel_job, get_job, list_jobs
from goldsmith.store.projects import find_project, get_project
from goldsmith.web.needs import Gate, needs
from goldsmith.web.pages.shared.frame import Frame, Link, answer_page, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench

_LIVE = ("workbench/jobs.js",)


@get("/projects/{name:str}/jobs", opt=needs(Permission.MANAGE), sync_to_thread=True)
def show_jobs(
    name: str, visitor: Visitor, workbench: Workbench, after: str = "", notice: str = ""
) -> Response[str]:
    """Show the jobs of a project, the latest first."""
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        require(connection, visitor.actor, project.id, Permission.MANAGE)
        page = list_jobs(connection, visitor.actor, project.id, after=after)
    return answer_page(
        workbench,
        visitor,
        "jobs",
        make_project_frame(project, "jobs", "Jobs", modules=_LIVE),
        jobs=page.items,
        after=page.after,
        notice=notice,
    )


@get("/jobs/{job_id:str}", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def show_job(
    job_id: str, visitor: Visitor, workbench: Workbench, notice: str = ""
) -> Response[str]:
    """Show one job with its progress and result."""
    with workbench.database.read() as connection:
        job = get_job(connection, visitor.actor, job_id)
        project = get_project(connection, visitor.actor, job.project) if job.project else None
    title = job.kind.capitalize()
    frame = Frame(title, modules=_LIVE)
    if project:
        root = Link("Jobs", f"/projects/{project.name}/jobs")
        frame = make_project_frame(project, "jobs", title, root, modules=_LIVE)
    return answer_page(workbench, visitor, "job", frame, job=job, project=project, notice=notice)


@post("/jobs/{job_id:str}", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def send_cancel(job_id: str, visitor: Visitor, workbench: Workbench) -> Response[None]:
    """Cancel a job."""
    with workbench.database.write() as connection:
        cancel_job(connection, visitor.actor, job_id)
    return redirect(workbench, f"/jobs/{job_id}", notice="The job will stop at its next step")


handlers = [show_jobs, show_job, send_cancel]
