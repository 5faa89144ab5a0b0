"""Files to import, sent under the id of the job that imports them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, put
from litestar.params import Parameter

from goldsmith.project.exchange.uploads import Upload, check_upload, receive
from goldsmith.store.access import Actor, Permission
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@put(
    "/api/projects/{project_id:str}/imports/{job_id:str}",
    opt=needs(Permission.MANAGE),
    request_max_body_size=None,
)
async def send_file(
    project_id: str,
    job_id: str,
    file: Annotated[str, Parameter(max_length=200)],
    request: Request[Any, Any, Any],
    actor: Actor,
    workbench: Workbench,
) -> Upload:
    """Send a file: a zip, a tar or a single file, as the body of the request.

    Then submit the job `import` with the same id. Sending a file again replaces the first one.
    """
    place = await asyncio.to_thread(
        check_upload, workbench.database, actor, project_id, job_id, file
    )
    size = await receive(request.stream(), place, workbench.settings.max_upload)
    return Upload(job_id, file, size)


handlers = [send_file]
