"""Changes of annotation sets: append, undo and redo them."""

from __future__ import annotations

from litestar import post

from goldsmith.store.access import Actor, Permission
from goldsmith.store.journal.change import Change, Receipt, refuse_reserved
from goldsmith.store.journal.undo import (
    UndoneAction,
    UndoRequest,
    make_requested_redo,
    make_requested_undo,
    undo_action,
)
from goldsmith.web.needs import Gate, needs
from goldsmith.web.workbench import Workbench


@post("/api/sets/{set_id:str}/changes", status_code=200, opt=needs(Permission.ANNOTATE))
async def append_change(set_id: str, data: Change, actor: Actor, workbench: Workbench) -> Receipt:
    """Append a change; the response is sent once it is durable.

    The same id always gets the same response. A change on an old base is accepted if it touches
    nothing that was changed since; otherwise the response is 409 with those changes.
    """
    refuse_reserved(data)
    return await workbench.writer.append_async(actor, set_id, data)


@post(
    "/api/sets/{set_id:str}/undo",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def undo_change(set_id: str, data: UndoRequest, actor: Actor, workbench: Workbench) -> Receipt:
    """Undo a change, by default the last one; refused if its annotations were changed since."""
    with workbench.database.read() as connection:
        change = make_requested_undo(connection, actor, set_id, data)
    return workbench.writer.append(actor, set_id, change)


@post(
    "/api/sets/{set_id:str}/redo",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def redo_change(set_id: str, data: UndoRequest, actor: Actor, workbench: Workbench) -> Receipt:
    """Redo an undone change, by default the last one; `target` is the change that undid it."""
    with workbench.database.read() as connection:
        change = make_requested_redo(connection, actor, set_id, data)
    return workbench.writer.append(actor, set_id, change)


@post(
    "/api/actions/{action_id:str}/undo",
    status_code=200,
    opt=needs(Gate.SIGNED_IN),
    sync_to_thread=True,
)
def undo_bulk_action(
    action_id: str, data: UndoRequest, actor: Actor, workbench: Workbench
) -> UndoneAction:
    """Undo all changes of a bulk action of yours together, or none of them."""
    return undo_action(workbench.database, actor, action_id, data)


handlers = [append_change, undo_change, redo_change, undo_bulk_action]
