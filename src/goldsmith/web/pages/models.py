"""Models and releases: pages to train and use models, and to make and download releases."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from markupsafe import Markup

from goldsmith.errors import GoldsmithError, InputError
from goldsmith.project.jobs.submit import submit_job
from goldsmith.rendering.charts import LineChart, Series, render_line_chart
from goldsmith.store.access import Permission, Role
from goldsmith.store.jobs.model import NewJob
from goldsmith.store.jobs.models import Model, list_models
from goldsmith.store.jobs.releases import list_releases
from goldsmith.store.projects import find_project
from goldsmith.store.tables import new_id
from goldsmith.store.workflow.batches import list_batches
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.forms import read_form
from goldsmith.web.pages.shared.frame import answer_page, describe_problem, redirect
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench


class JobForm(msgspec.Struct, frozen=True):
    """A job that the page submits."""

    kind: str
    name: str = ""
    version: str = ""
    model: str = ""
    batch: str = ""
    format: str = "corpus"
    licence: str = ""


@get("/projects/{name:str}/models", opt=needs(Permission.TAKE_RELEASE), sync_to_thread=True)
def show_models(
    name: str, visitor: Visitor, workbench: Workbench, notice: str = ""
) -> Response[str]:
    """Show the models and releases of a project."""
    return _show(workbench, visitor, name, notice=notice)


@post("/projects/{name:str}/models", opt=needs(Permission.MANAGE))
async def send_job(
    request: Request[Any, Any, Any], name: str, visitor: Visitor, workbench: Workbench
) -> Response[Any]:
    """Submit a job: training, suggestions, a release or an export."""
    try:
        form = await read_form(request, JobForm)
        job = NewJob(new_id(), form.kind, _make_arguments(form))
        await asyncio.to_thread(_submit, workbench, visitor, name, job)
    except GoldsmithError as error:
        return _show(workbench, visitor, name, problem=describe_problem(error))
    return redirect(workbench, f"/jobs/{job.id}")


def _submit(workbench: Workbench, visitor: Visitor, name: str, job: NewJob) -> None:
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
    submit_job(workbench.database, visitor.actor, project.id, job)


def _make_arguments(form: JobForm) -> dict[str, object]:
    match form.kind:
        case "training":
            return {"name": form.name}
        case "suggestions" if form.model:
            return {"source": "model", "model": form.model, "batch": form.batch}
        case "suggestions":
            return {"source": "dictionary", "subset": "clef", "batch": form.batch}
        case "release":
            return {"name": form.name, "version": form.version, "licence": form.licence}
        case "export":
            return {"format": form.format}
        case _:
            raise InputError("there is no such job", expected="training, suggestions, release")


def _show(
    workbench: Workbench, visitor: Visitor, name: str, *, notice: str = "", problem: str = ""
) -> Response[str]:
    actor = visitor.actor
    with workbench.database.read() as connection:
        project = find_project(connection, actor, name)
        is_manager = Role.MANAGER in project.roles
        models = list_models(connection, actor, project.id).models if is_manager else ()
        releases = list_releases(connection, actor, project.id).releases
        batches = list_batches(connection, actor, project.id).items if is_manager else ()
    return answer_page(
        workbench,
        visitor,
        "models",
        make_project_frame(project, "models", "Models and releases"),
        status=422 if problem else 200,
        models=models[::-1],
        chart=_draw_curve(models),
        releases=releases,
        batches=batches,
        is_manager=is_manager,
        notice=notice,
        problem=problem,
    )


def _draw_curve(models: tuple[Model, ...]) -> Markup | None:
    """Draw the score of each model against the number of notes it learnt from."""
    series = [
        Series(metric, points)
        for metric in sorted({metric for model in models for metric in model.figures.scores})
        if len(points := _list_points(models, metric)) > 1
    ]
    if not series:
        return None
    chart = LineChart("The model in the loop", "notes to learn from", "F", tuple(series))
    return render_line_chart(chart)


def _list_points(models: tuple[Model, ...], metric: str) -> list[tuple[float, float]]:
    points = []
    for model in models:
        values = model.figures.scores.get(metric, {})
        score = next((value for value in values.values() if value is not None), None)
        if score is not None:
            points.append((float(model.figures.documents), score))
    return sorted(points)


handlers = [show_models, send_job]
