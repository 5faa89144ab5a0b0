"""Progress: work, speed and agreement of each annotator, and the effect of pre-annotation."""

from __future__ import annotations

import msgspec
from litestar import Response, get

from goldsmith.project.workflow.effort import ArmFigures, compare_arms
from goldsmith.project.workflow.views import AgreementTrend, view_trend
from goldsmith.store.access import Permission
from goldsmith.store.projects import find_project
from goldsmith.store.workflow.progress import read_progress
from goldsmith.web.needs import needs
from goldsmith.web.pages.shared.frame import answer_page
from goldsmith.web.pages.shared.project_frame import make_project_frame
from goldsmith.web.pages.shared.visitor import Visitor
from goldsmith.web.workbench import Workbench


class Figures(msgspec.Struct, frozen=True):
    """The content of the page in addition to the annotators."""

    arms: tuple[ArmFigures, ...]
    trend: AgreementTrend


@get("/projects/{name:str}/progress", opt=needs(Permission.SEE_PROGRESS), sync_to_thread=True)
def show_progress(name: str, visitor: Visitor, workbench: Workbench) -> Response[str]:
    """Show the progress board."""
    with workbench.database.read() as connection:
        project = find_project(connection, visitor.actor, name)
        annotators = read_progress(connection, visitor.actor, project.id)
    figures = Figures(
        compare_arms(workbench.database, visitor.actor, project.id),
        view_trend(workbench.database, visitor.actor, project.id),
    )
    return answer_page(
        workbench,
        visitor,
        "progress",
        make_project_frame(project, "progress", "Progress"),
        project=project,
        annotators=annotators,
        figures=figures,
    )


handlers = [show_progress]
