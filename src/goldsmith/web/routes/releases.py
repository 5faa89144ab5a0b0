"""Releases: list and download them."""

from __future__ import annotations

from litestar import get
from litestar.response import File

from goldsmith.project.exchange.downloads import find_release_file
from goldsmith.store.access import Actor, Permission
from goldsmith.store.jobs.releases import ReleaseList, list_releases
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get(
    "/api/projects/{project_id:str}/releases",
    opt=needs(Permission.TAKE_RELEASE),
    sync_to_thread=True,
)
def list_project_releases(project_id: str, actor: Actor, workbench: Workbench) -> ReleaseList:
    """List the releases of a project, the newest first."""
    with workbench.database.read() as connection:
        return list_releases(connection, actor, project_id)


@get("/api/releases/{release_id:str}/file", opt=needs(Permission.TAKE_RELEASE), sync_to_thread=True)
def download_release(release_id: str, actor: Actor, workbench: Workbench) -> File:
    """Download a release as a zip of its folder; the audit log records it."""
    path = find_release_file(workbench.database, actor, release_id)
    return File(path, filename=path.name, media_type="application/zip")


handlers = [list_project_releases, download_release]
