"""Questions and comments on places in the text, with answers.

A comment of an annotator belongs to their set. Anybody who may see the set may see the comment, and
managers may see all: other annotators do not see it before the batch is closed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from sqlalchemy import Connection, Row, Select, insert, select, update

from goldsmith.errors import Conflict, InputError, NotFound
from goldsmith.store.access import (
    Actor,
    Permission,
    get_roles,
    has_permission,
    match_own_tasks,
    match_visible_comments,
    require,
)
from goldsmith.store.documents import require_document
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.tables import comments, documents, new_id, now, people, tasks
from goldsmith.store.workflow.terms import ADJUDICATE, Line, Prose

CommentKind = Literal["question", "comment", "wrong-concept", "missed-markable"]
ANSWER = "answer"
Offset = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class NewComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question or comment.

    Attributes:
        text: What it says.
        kind: A question, a comment, a wrong concept, or a missed markable.
        start: The start of the place; absent for the whole document.
        end: The end of the place.
        annotation: The id of the annotation that it concerns.
    """

    text: Prose
    kind: CommentKind = "comment"
    start: Offset | None = None
    end: Offset | None = None
    annotation: Line = ""


class NewAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question or comment."""

    text: Prose


class Comment(msgspec.Struct, frozen=True):
    """A question, comment or answer."""

    id: str
    document: str
    document_name: str
    set: str
    author: str
    kind: str
    start: int | None
    end: int | None
    annotation: str
    text: str
    parent: str
    created_at: int
    resolved_at: int | None


def add_comment(connection: Connection, actor: Actor, document: str, data: NewComment) -> Comment:
    """Add a question or comment to a document; an annotator's comment belongs to their set.

    Raises:
        NotFound: There is no such document, or the person may not see it.
        InputError: The place is not inside the text.
        Conflict: The annotator has not started the task.
    """
    project = require_document(connection, actor, document)
    _check_place(connection, document, data)
    row = {
        "id": new_id(),
        "project": project,
        "document": document,
        "set": _find_set(connection, actor, project, document),
        "person": actor.person,
        "kind": data.kind,
        "start": data.start,
        "end": data.end,
        "annotation": data.annotation,
        "text": data.text,
        "created_at": now(),
    }
    connection.execute(insert(comments).values(**row))
    return get_comment(connection, actor, str(row["id"]))


def add_answer(connection: Connection, actor: Actor, comment: str, data: NewAnswer) -> Comment:
    """Answer a question or comment.

    Raises:
        NotFound: There is no such comment, or the person may not see it.
    """
    parent = _read_comment(connection, actor, comment)
    row = {
        "id": new_id(),
        "project": parent.project,
        "document": parent.document,
        "set": parent.set,
        "person": actor.person,
        "kind": ANSWER,
        "text": data.text,
        "parent": parent.parent or parent.id,
        "created_at": now(),
    }
    connection.execute(insert(comments).values(**row))
    return get_comment(connection, actor, str(row["id"]))


def resolve_comment(
    connection: Connection, actor: Actor, comment: str, *, is_resolved: bool = True
) -> Comment:
    """Mark a question or comment as resolved, or open it again.

    Raises:
        NotFound: There is no such comment, or the person may not see it.
        Conflict: The comment is an answer.
    """
    row = _read_comment(connection, actor, comment)
    if row.parent is not None:
        raise Conflict("this is an answer. Resolve the question")
    at = (row.resolved_at or now()) if is_resolved else None
    connection.execute(update(comments).where(comments.c.id == comment).values(resolved_at=at))
    return get_comment(connection, actor, comment)


def get_comment(connection: Connection, actor: Actor, comment: str) -> Comment:
    """Return a comment.

    Raises:
        NotFound: There is no such comment, or the person may not see it.
    """
    return _make_comment(_read_comment(connection, actor, comment))


def list_comments(
    connection: Connection,
    actor: Actor,
    project: str,
    *,
    document: str = "",
    kind: str = "",
    unresolved: bool = False,
    limit: int = PAGE,
    after: str = "",
) -> Page[Comment]:
    """Return the comments that the person may see, the oldest first.

    Raises:
        NotFound: The person is not a member of the project.
        InputError: The page mark is not valid.
    """
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    order = (comments.c.created_at, comments.c.id)
    query = (
        _select_comments()
        .where(comments.c.project == project, match_visible_comments(actor, roles))
        .order_by(*order)
        .limit(limit + 1)
    )
    if document:
        query = query.where(comments.c.document == document)
    if kind:
        query = query.where(comments.c.kind == kind)
    if unresolved:
        query = query.where(comments.c.resolved_at.is_(None), comments.c.parent.is_(None))
    behind = match_after(order, after)
    rows = connection.execute(query if behind is None else query.where(behind)).all()
    return make_page(
        [_make_comment(row) for row in rows], [(row.created_at, row.id) for row in rows], limit
    )


def _find_set(connection: Connection, actor: Actor, project: str, document: str) -> str | None:
    """Return the set that a comment belongs to; None if the person sees all documents."""
    query = (
        select(tasks.c.set)
        .where(
            tasks.c.document == document,
            tasks.c.kind != ADJUDICATE,
            match_own_tasks(actor),
            tasks.c.set.is_not(None),
        )
        .order_by(tasks.c.assigned_at.desc())
    )
    own = connection.execute(query).scalars().first()
    roles = get_roles(connection, actor, project)
    if own is None and not has_permission(roles, Permission.SEE_DOCUMENTS):
        raise Conflict("the task on this document has not been started. Start it first")
    return own


def _check_place(connection: Connection, document: str, data: NewComment) -> None:
    query = select(documents.c.length).where(documents.c.id == document)
    length = connection.execute(query).scalar_one()
    if (data.start is None) != (data.end is None):
        raise InputError("a place has a start and an end", where="start", expected="both")
    start, end = data.start or 0, data.end or 0
    if not start <= end <= length:
        raise InputError("the place is not inside the text", where="start")


def _read_comment(connection: Connection, actor: Actor, comment: str) -> Row[Any]:
    row = connection.execute(_select_comments().where(comments.c.id == comment)).first()
    if row is None:
        raise _make_unknown()
    try:
        roles = require(connection, actor, row.project, Permission.SEE_PROJECT)
    except NotFound:
        raise _make_unknown() from None
    visible = select(comments.c.id).where(
        comments.c.id == comment, match_visible_comments(actor, roles)
    )
    if connection.execute(visible).first() is None:
        raise _make_unknown()
    return row


def _select_comments() -> Select[Any]:
    return (
        select(comments, documents.c.name.label("document_name"), people.c.name.label("author"))
        .join_from(comments, documents, documents.c.id == comments.c.document)
        .join(people, people.c.id == comments.c.person)
    )


def _make_comment(row: Row[Any]) -> Comment:
    return Comment(
        row.id,
        row.document,
        row.document_name,
        row.set or "",
        row.author,
        row.kind,
        row.start,
        row.end,
        row.annotation,
        row.text,
        row.parent or "",
        row.created_at,
        row.resolved_at,
    )


def _make_unknown() -> NotFound:
    return NotFound("there is no such comment, or you may not see it")
