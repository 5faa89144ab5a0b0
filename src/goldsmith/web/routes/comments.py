"""Questions and comments on places in the text."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from goldsmith.store.access import Actor, Permission
from goldsmith.store.paging import MAX_PAGE, PAGE, Page
from goldsmith.store.workflow.comments import (
    Comment,
    CommentKind,
    NewAnswer,
    NewComment,
    add_answer,
    add_comment,
    list_comments,
    resolve_comment,
)
from goldsmith.web.needs import needs
from goldsmith.web.workbench import Workbench

_Limit = Annotated[int, Parameter(ge=1, le=MAX_PAGE)]
_Word = Annotated[str, Parameter(max_length=500)]


@get(
    "/api/projects/{project_id:str}/comments",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def list_project_comments(
    project_id: str,
    actor: Actor,
    workbench: Workbench,
    document: _Word = "",
    kind: CommentKind | None = None,
    unresolved: bool = False,
    limit: _Limit = PAGE,
    after: _Word = "",
) -> Page[Comment]:
    """List the comments that you may see, the oldest first."""
    with workbench.database.read() as connection:
        return list_comments(
            connection,
            actor,
            project_id,
            document=document,
            kind=kind or "",
            unresolved=unresolved,
            limit=limit,
            after=after,
        )


@post(
    "/api/documents/{document_id:str}/comments",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def comment_on_document(
    document_id: str, data: NewComment, actor: Actor, workbench: Workbench
) -> Comment:
    """Ask a question, comment on a place, or report a wrong concept or a missed markable."""
    with workbench.database.write() as connection:
        return add_comment(connection, actor, document_id, data)


@post(
    "/api/comments/{comment_id:str}/answers",
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def answer_comment(comment_id: str, data: NewAnswer, actor: Actor, workbench: Workbench) -> Comment:
    """Answer a question or comment."""
    with workbench.database.write() as connection:
        return add_answer(connection, actor, comment_id, data)


@post(
    "/api/comments/{comment_id:str}/resolve",
    status_code=200,
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def resolve_question(comment_id: str, actor: Actor, workbench: Workbench) -> Comment:
    """Mark a question or comment as resolved."""
    with workbench.database.write() as connection:
        return resolve_comment(connection, actor, comment_id)


@post(
    "/api/comments/{comment_id:str}/reopen",
    status_code=200,
    opt=needs(Permission.SEE_PROJECT),
    sync_to_thread=True,
)
def reopen_question(comment_id: str, actor: Actor, workbench: Workbench) -> Comment:
    """Open a question or comment again."""
    with workbench.database.write() as connection:
        return resolve_comment(connection, actor, comment_id, is_resolved=False)


handlers = [
    list_project_comments,
    comment_on_document,
    answer_comment,
    resolve_question,
    reopen_question,
]
