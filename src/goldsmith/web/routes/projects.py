"""Projects: create, list and change them and their schemas."""

from __future__ import annotations

from litestar import get, patch, post, put

from goldsmith.store import audit
from goldsmith.store.access import Actor, Permission
from goldsmith.store.projects import (
    NewProject,
    Project,
    ProjectChange,
    change_project,
    create_project,
    get_project,
    list_projects,
    read_schema,
)
from goldsmith.store.schema_change import SchemaText, replace_schema
from goldsmith.web.needs import Gate, needs
from goldsmith.web.workbench import Workbench


@get("/api/projects", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def list_own_projects(actor: Actor, workbench: Workbench) -> tuple[Project, ...]:
    """List the projects of which you are a member."""
    with workbench.database.read() as connection:
        return list_projects(connection, actor)


@post("/api/projects", opt=needs(Gate.SIGNED_IN), sync_to_thread=True)
def start_project(data: NewProject, actor: Actor, workbench: Workbench) -> Project:
    """Create a project and become its manager.

    This needs the owner of the server, or the manager of a project.
    """
    with workbench.database.write() as connection:
        project = create_project(connection, actor, data)
        audit.record(connection, actor, "project.create", project=project.id, detail=project.name)
        return project


@get("/api/projects/{project_id:str}", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True)
def show_project(project_id: str, actor: Actor, workbench: Workbench) -> Project:
    """Return a project with its settings and your roles in it."""
    with workbench.database.read() as connection:
        return get_project(connection, actor, project_id)


@patch("/api/projects/{project_id:str}", opt=needs(Permission.MANAGE), sync_to_thread=True)
def edit_project(
    project_id: str, data: ProjectChange, actor: Actor, workbench: Workbench
) -> Project:
    """Change the title or the settings; settings are replaced as a whole."""
    with workbench.database.write() as connection:
        project = change_project(connection, actor, project_id, data)
        audit.record(connection, actor, "project.change", project=project_id)
        return project


@get(
    "/api/projects/{project_id:str}/schema", opt=needs(Permission.SEE_PROJECT), sync_to_thread=True
)
def show_schema(project_id: str, actor: Actor, workbench: Workbench) -> SchemaText:
    """Return the schema as TOML."""
    with workbench.database.read() as connection:
        return SchemaText(read_schema(connection, actor, project_id))


@put("/api/projects/{project_id:str}/schema", opt=needs(Permission.MANAGE), sync_to_thread=True)
def change_schema(
    project_id: str, data: SchemaText, actor: Actor, workbench: Workbench
) -> SchemaText:
    """Replace the schema; refused, with counts, if annotations break the new one."""
    return replace_schema(workbench.database, actor, project_id, data)


handlers = [
    list_own_projects,
    start_project,
    show_project,
    edit_project,
    show_schema,
    change_schema,
]
