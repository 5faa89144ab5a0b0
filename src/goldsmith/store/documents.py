"""Documents of a project: list, search and read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    func,
    not_,
    select,
)

from goldsmith.core import Metadata, Section
from goldsmith.errors import InputError, NotFound, list_ids
from goldsmith.store.access import (
    Actor,
    Permission,
    has_permission,
    match_visible_documents,
    require,
)
from goldsmith.store.paging import PAGE, Page, make_page, match_after
from goldsmith.store.search import (
    UNINDEXED_ORDER,
    Matches,
    SearchCriteria,
    find_matches,
)
from goldsmith.store.tables import batch_documents, document_texts, documents

_CHUNK = 500
#: Whether a document is in a batch.
Assignment = Literal["any", "unassigned", "assigned"]
_SEES_ALL = Permission.SEE_DOCUMENTS


class DocumentEntry(msgspec.Struct, frozen=True):
    """A document in a list."""

    id: str
    name: str
    length: int
    words: int
    patient: str
    type: str
    date: str
    role: str


class DocumentText(msgspec.Struct, frozen=True):
    """A document with its text."""

    id: str
    project: str
    name: str
    text: str
    text_hash: str
    metadata: Metadata
    sections: tuple[Section, ...]


class DocumentFilter(msgspec.Struct, frozen=True):
    """Which documents to list; empty fields match all.

    Attributes:
        type: Their type.
        patient: Their patient.
        prefix: The beginning of their names.
        assignment: Whether they are in a batch; only for those who see progress.
        words: Words, "phrases" and prefixes* in their texts; only for those who see all.
    """

    type: str = ""
    patient: str = ""
    prefix: str = ""
    assignment: Assignment = "any"
    words: str = ""


def list_documents(
    connection: Connection,
    actor: Actor,
    project: str,
    criteria: DocumentFilter | None = None,
    *,
    limit: int = PAGE,
    after: str = "",
) -> Page[DocumentEntry]:
    """Return a page of the documents that the person may see.

    They are in the order of the import; those with a prefix, in the order of their names.

    Raises:
        NotFound: They are not a member of the project.
        Forbidden: The filter needs a permission that they do not have.
        InputError: The mark or the search is malformed.
    """
    chosen = criteria or DocumentFilter()
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    _check_permissions(connection, actor, project, chosen)
    plan = _plan_list(connection, project, chosen, sees_all=has_permission(roles, _SEES_ALL))
    query = (
        select(*(documents.c[name] for name in DocumentEntry.__struct_fields__), *plan.order)
        .select_from(plan.source)
        .where(plan.condition, match_visible_documents(actor, roles), *_list_conditions(chosen))
        .order_by(*plan.order)
        .limit(limit + 1)
    )
    behind = match_after(plan.order, after)
    rows = connection.execute(query if behind is None else query.where(behind)).all()
    width = len(DocumentEntry.__struct_fields__)
    return make_page(
        [DocumentEntry(*row[:width]) for row in rows], [tuple(row[width:]) for row in rows], limit
    )


def _plan_list(
    connection: Connection, project: str, criteria: DocumentFilter, *, sees_all: bool
) -> Matches:
    """Return the source and the order of the query, chosen so that the database reads few rows.

    A few documents are sorted; for many, an index provides the order. A condition or an order on
    an expression instead of a column makes the database ignore an index, so that it begins with
    the tasks, the batches or the words.
    """
    own = documents.c.project == project
    if criteria.words:
        search = SearchCriteria(project, criteria.words, criteria.type, criteria.patient)
        matches = find_matches(connection, search)
        return Matches(matches.source, and_(matches.condition, own), matches.order)
    if criteria.prefix:
        return Matches(documents, own, (documents.c.name,))
    if sees_all and criteria.assignment != "assigned":
        return Matches(documents, own, (documents.c.position, documents.c.id))
    return Matches(documents, documents.c.project.concat("") == project, UNINDEXED_ORDER)


def count_documents(connection: Connection, actor: Actor, project: str) -> int:
    """Return the number of documents that the person may see."""
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    query = select(func.count()).where(
        documents.c.project == project, match_visible_documents(actor, roles)
    )
    return int(connection.execute(query).scalar_one())


def read_text(connection: Connection, actor: Actor, document: str) -> DocumentText:
    """Return a document with its text; the caller records the access.

    Raises:
        NotFound: There is no such document, or the person may not see it.
    """
    project = require_document(connection, actor, document)
    query = (
        select(documents.c.name, documents.c.text_hash, document_texts)
        .join_from(documents, document_texts)
        .where(documents.c.id == document)
    )
    row = connection.execute(query).one()
    return DocumentText(
        document,
        project,
        row.name,
        row.text,
        row.text_hash,
        msgspec.json.decode(row.metadata, type=Metadata),
        msgspec.json.decode(row.sections, type=tuple[Section, ...]),
    )


def require_document(connection: Connection, actor: Actor, document: str) -> str:
    """Return the project of a document that the person may see.

    Raises:
        NotFound: There is no such document, or the person may not see it.
    """
    query = select(documents.c.project).where(documents.c.id == document)
    project = connection.execute(query).scalar()
    if project is None:
        raise _make_unknown()
    try:
        roles = require(connection, actor, project, Permission.SEE_PROJECT)
    except NotFound:
        raise _make_unknown() from None
    if connection.execute(query.where(match_visible_documents(actor, roles))).first() is None:
        raise _make_unknown()
    return str(project)


def find_document_ids(
    connection: Connection, actor: Actor, project: str, names: Sequence[str]
) -> dict[str, str]:
    """Return the ids of documents by their names.

    Raises:
        InputError: Documents do not exist or are not visible; the message lists them.
    """
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    ids: dict[str, str] = {}
    for start in range(0, len(names), _CHUNK):
        query = select(documents.c.name, documents.c.id).where(
            documents.c.project == project,
            documents.c.name.in_(names[start : start + _CHUNK]),
            match_visible_documents(actor, roles),
        )
        ids.update((row.name, row.id) for row in connection.execute(query))
    absent = [name for name in names if name not in ids]
    if absent:
        raise InputError(f"the project has no documents called {list_ids(absent)}")
    return ids


def _check_permissions(
    connection: Connection, actor: Actor, project: str, criteria: DocumentFilter
) -> None:
    if criteria.assignment != "any":
        require(connection, actor, project, Permission.SEE_PROGRESS)
    if criteria.words:
        require(connection, actor, project, Permission.SEE_DOCUMENTS)


def _list_conditions(criteria: DocumentFilter) -> list[ColumnElement[bool]]:
    conditions = []
    if criteria.type:
        conditions.append(documents.c.type == criteria.type)
    if criteria.patient:
        conditions.append(documents.c.patient == criteria.patient)
    if criteria.prefix:
        conditions += _match_prefix(criteria.prefix)
    if criteria.assignment != "any":
        is_assigned = documents.c.id.in_(select(batch_documents.c.document))
        assigned = criteria.assignment == "assigned"
        conditions.append(is_assigned if assigned else not_(is_assigned))
    return conditions


def _match_prefix(prefix: str) -> list[ColumnElement[bool]]:
    """Match names by a range, which can use an index on every database."""
    last = prefix[:-1] + chr(min(ord(prefix[-1]) + 1, 0x10FFFF))
    return [documents.c.name >= prefix, documents.c.name < last]


def _make_unknown() -> NotFound:
    return NotFound("there is no such document, or you may not see it")
