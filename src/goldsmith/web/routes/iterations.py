"""Iterations: guideline development, training and production."""

from __future__ import annotations

from litestar import get, patch, post

from goldsmith.store.access import Actor, Permission
from goldsmith.store.workflow.iterations import (
    Iteration,
    IterationChange,
    NewIteration,
    change_iteration,
    create_iteration,
    list_iterations,
)
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get(
    "/api/projects/{project_id:str}/iterations",
    opt=needs(Permission.SEE_AGREEMENT),
    sync_to_thread=True,
)
def list_project_iterations(
    project_id: str, actor: Actor, workbench: Workbench
) -> tuple[Iteration, ...]:
    """List the iterations of a project in their order."""
    with workbench.database.read() as connection:
        return list_iterations(connection, actor, project_id)


@post(
    "/api/projects/{project_id:str}/iterations", opt=needs(Permission.MANAGE), sync_to_thread=True
)
def begin_iteration(
    project_id: str, data: NewIteration, actor: Actor, workbench: Workbench
) -> Iteration:
    """Begin an iteration."""
    with workbench.database.write() as connection:
        return create_iteration(connection, actor, project_id, data)


@patch("/api/iterations/{iteration_id:str}", opt=needs(Permission.MANAGE), sync_to_thread=True)
def modify_iteration(
    iteration_id: str, data: IterationChange, actor: Actor, workbench: Workbench
) -> Iteration:
    """Change the name, the phase or the guideline of an iteration."""
    with workbench.database.write() as connection:
        return change_iteration(connection, actor, iteration_id, data)


handlers = [list_project_iterations, begin_iteration, modify_iteration]
