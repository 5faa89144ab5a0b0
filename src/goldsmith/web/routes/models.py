"""The models of a project, with their figures."""

from __future__ import annotations

from litestar import get

from goldsmith.store.access import Actor, Permission
from goldsmith.store.jobs.models import ModelList, list_models
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get("/api/projects/{project_id:str}/models", opt=needs(Permission.MANAGE), sync_to_thread=True)
def list_project_models(project_id: str, actor: Actor, workbench: Workbench) -> ModelList:
    """List the models, the oldest first: a learning curve of the model in the loop."""
    with workbench.database.read() as connection:
        return list_models(connection, actor, project_id)


handlers = [list_project_models]
