"""Changes of annotation sets."""

from __future__ import annotations

import asyncio

from litestar import post

from goldsmith.store.access import Actor, Permission
from goldsmith.store.journal.change import Change, Receipt
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@post("/api/sets/{set_id:str}/changes", status_code=200, opt=needs(Permission.ANNOTATE))
async def append_change(set_id: str, data: Change, actor: Actor, workbench: Workbench) -> Receipt:
    """Append a change; the answer comes when it is durable."""
    return await asyncio.wrap_future(workbench.writer.submit(actor, set_id, data))


handlers = [append_change]
