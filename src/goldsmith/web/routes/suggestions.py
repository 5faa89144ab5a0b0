"""Suggestions for a task: show, accept and reject them."""

from __future__ import annotations

from litestar import get, post

from goldsmith.project.suggestions.answer import (
    Answer,
    BulkAnswer,
    accept,
    accept_all,
    reject,
)
from goldsmith.store.access import Actor, Permission
from goldsmith.store.journal.change import Receipt
from goldsmith.store.suggestions import TaskSuggestions, read_suggestions
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench


@get("/api/tasks/{task_id:str}/suggestions", opt=needs(Permission.ANNOTATE), sync_to_thread=True)
def show_suggestions(task_id: str, actor: Actor, workbench: Workbench) -> TaskSuggestions:
    """Return the suggestions for the document of your task; none if you annotate blindly."""
    with workbench.database.read() as connection:
        return read_suggestions(connection, actor, task_id)


@post(
    "/api/tasks/{task_id:str}/suggestions/accept",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def accept_suggestions(task_id: str, data: Answer, actor: Actor, workbench: Workbench) -> Receipt:
    """Accept suggestions: a change of your set with the source `suggestion`."""
    return accept(workbench.database, workbench.writer.append, actor, task_id, data)


@post(
    "/api/tasks/{task_id:str}/suggestions/reject",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def reject_suggestions(task_id: str, data: Answer, actor: Actor, workbench: Workbench) -> Receipt:
    """Reject suggestions: a change of your set that can be undone."""
    return reject(workbench.database, workbench.writer.append, actor, task_id, data)


@post(
    "/api/tasks/{task_id:str}/suggestions/accept-all",
    status_code=200,
    opt=needs(Permission.ANNOTATE),
    sync_to_thread=True,
)
def accept_all_suggestions(
    task_id: str, data: BulkAnswer, actor: Actor, workbench: Workbench
) -> Receipt:
    """Accept all open suggestions with at least a given confidence, in one change."""
    return accept_all(workbench.database, workbench.writer.append, actor, task_id, data)


handlers = [show_suggestions, accept_suggestions, reject_suggestions, accept_all_suggestions]
