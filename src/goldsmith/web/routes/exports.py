"""Files made by jobs: exports and backups."""

from __future__ import annotations

from litestar import get
from litestar.response import File

from goldsmith.project.exchange.downloads import find_file
from goldsmith.store.access import Actor, Permission
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get("/api/jobs/{job_id:str}/file", opt=needs(Permission.MANAGE), sync_to_thread=True)
def download_result(job_id: str, actor: Actor, workbench: Workbench) -> File:
    """Download the file that an export or a backup made."""
    path = find_file(workbench.database, actor, job_id)
    return File(path, filename=path.name, media_type="application/octet-stream")


handlers = [download_result]
