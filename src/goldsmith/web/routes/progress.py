"""Boards for managers: progress, agreement over batches, arms, effort, excluded annotators."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, put
from litestar.params import Parameter

from goldsmith.project.workflow.effort import ArmFigures, Effort, compare_arms, plan_effort
from goldsmith.project.workflow.views import (
    AgreementTrend,
    AgreementView,
    view_agreement,
    view_trend,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.workflow.exclusions import (
    Exclusion,
    NewExclusion,
    exclude_annotator,
    list_exclusions,
    restore_annotator,
)
from goldsmith.store.workflow.progress import AnnotatorProgress, read_progress
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Word = Annotated[str, Parameter(max_length=500)]
_Hours = Annotated[float | None, Parameter(gt=0, le=1_000_000)]


@get(
    "/api/projects/{project_id:str}/progress",
    opt=needs(Permission.SEE_PROGRESS),
    sync_to_thread=True,
)
def show_progress(
    project_id: str, actor: Actor, workbench: Workbench
) -> tuple[AnnotatorProgress, ...]:
    """Show each annotator's progress and agreement, and who falls behind or agrees poorly."""
    with workbench.database.read() as connection:
        return read_progress(connection, actor, project_id)


@get(
    "/api/projects/{project_id:str}/agreement",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def show_project_agreement(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    among: _Word = "annotators",
    by: _Word = "",
    iteration: _Word = "",
) -> AgreementView:
    """Show agreement over all measured batches, pooled over pairs.

    `among` is annotators, consensus or trainees; `by` is iteration, batch, pair, background, arm
    or type.
    """
    return view_agreement(
        workbench.database, actor, project_id, among=among, by=by, iteration=iteration
    )


@get(
    "/api/projects/{project_id:str}/trend",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def show_trend(project_id: str, actor: Actor, workbench: Workbench) -> AgreementTrend:
    """Show agreement batch by batch, and where it levels off."""
    return view_trend(workbench.database, actor, project_id)


@get("/api/projects/{project_id:str}/arms", opt=needs(Permission.SEE_PROGRESS), sync_to_thread=True)
def show_arms(project_id: str, actor: Actor, workbench: Workbench) -> tuple[ArmFigures, ...]:
    """Show time and agreement with and without pre-annotation."""
    return compare_arms(workbench.database, actor, project_id)


@get(
    "/api/projects/{project_id:str}/effort",
    opt=needs(Permission.SEE_PROGRESS),
    sync_to_thread=True,
)
def show_effort(
    project_id: str, actor: Actor, workbench: Workbench, hours: _Hours = None
) -> Effort:
    """Show the hours per document, and how many documents further hours would cover."""
    return plan_effort(workbench.database, actor, project_id, hours)


@get(
    "/api/projects/{project_id:str}/exclusions",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def list_excluded_annotators(
    project_id: str, actor: Actor, workbench: Workbench
) -> tuple[Exclusion, ...]:
    """List the annotators whose work is excluded, with the reasons."""
    with workbench.database.read() as connection:
        return list_exclusions(connection, actor, project_id)


@put(
    "/api/projects/{project_id:str}/exclusions/{name:str}",
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def take_annotator_out(
    project_id: str, name: str, data: NewExclusion, actor: Actor, workbench: Workbench
) -> tuple[Exclusion, ...]:
    """Exclude the work of an annotator from agreement and consensus, with a reason."""
    with workbench.database.write() as connection:
        return exclude_annotator(connection, actor, project_id, name, data.reason)


@delete(
    "/api/projects/{project_id:str}/exclusions/{name:str}",
    status_code=200,
    opt=needs(Permission.MANAGE),
    sync_to_thread=True,
)
def put_annotator_back(
    project_id: str, name: str, actor: Actor, workbench: Workbench
) -> tuple[Exclusion, ...]:
    """Include the work of an annotator again."""
    with workbench.database.write() as connection:
        return restore_annotator(connection, actor, project_id, name)


handlers = [
    show_progress,
    show_project_agreement,
    show_trend,
    show_arms,
    show_effort,
    list_excluded_annotators,
    take_annotator_out,
    put_annotator_back,
]
