"""Documents of a project: added, listed, searched and read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    func,
    insert,
    not_,
    select,
)

from goldsmith.core import Document, Metadata, Section, check_structure
from goldsmith.errors import InputError, NotFound, shorten_id
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
    IndexEntry,
    Matches,
    SearchCriteria,
    find_matches,
    index_documents,
)
from goldsmith.store.tables import batch_documents, document_texts, documents, new_id

_CHUNK = 500
_NAMES_SHOWN = 5
_MAX_NAME = 500
#: NUL in JSON; a backslash before it may be escaped itself.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
#: Whether a document is in a batch.
Assignment = Literal["any", "unassigned", "assigned"]
#: The part of a corpus that a document belongs to.
CorpusRole = Literal["", "gold", "mirror"]
_SEES_ALL = Permission.SEE_DOCUMENTS
_encode = msgspec.json.Encoder().encode


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
    """Which documents to list; what is empty does not matter.

    Attributes:
        type: Their type.
        patient: Their patient.
        prefix: How their names begin.
        assignment: Whether they are in a batch; only for those who see progress.
        words: Words, "phrases" and beginnings* of their texts; only for those who see all.
    """

    type: str = ""
    patient: str = ""
    prefix: str = ""
    assignment: Assignment = "any"
    words: str = ""


class NewDocuments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Documents to add; annotations come by an import."""

    documents: Annotated[tuple[Document, ...], msgspec.Meta(min_length=1, max_length=1_000)]
    role: CorpusRole = ""


class AddedDocuments(msgspec.Struct, frozen=True):
    """The ids of documents that were added, by name."""

    ids: dict[str, str]


def add_documents(
    connection: Connection,
    actor: Actor,
    project: str,
    docs: Sequence[Document],
    role: CorpusRole = "",
) -> dict[str, str]:
    """Add documents without their annotation sets, and return their ids by name.

    Call it with some hundreds of documents at a time, so that transactions stay short.

    Raises:
        Forbidden: The person is no manager of the project.
        InputError: A name is empty or in use, or a text cannot be stored; nothing is added.
    """
    require(connection, actor, project, Permission.MANAGE)
    check_documents(docs)
    _refuse_names(connection, project, [doc.id for doc in docs])
    highest = select(func.max(documents.c.position)).where(documents.c.project == project)
    last = connection.execute(highest).scalar()
    first = 0 if last is None else last + 1
    return insert_documents(connection, project, docs, first, role)


def insert_documents(
    connection: Connection,
    project: str,
    docs: Sequence[Document],
    first: int,
    role: CorpusRole = "",
    *,
    indexed_as: str = "",
) -> dict[str, str]:
    """Insert documents that `check_documents` has passed, and return their ids by name.

    Args:
        connection: A transaction that writes.
        project: The project; the caller checks that the person manages it.
        docs: The documents; their annotation sets are not inserted.
        first: The position of the first.
        role: The part of the corpus.
        indexed_as: The project that a search finds them in, if it is not `project`.
    """
    ids = {doc.id: new_id() for doc in docs}
    rows = [
        _make_row(project, ids[doc.id], doc, position, role)
        for position, doc in enumerate(docs, first)
    ]
    if rows:
        connection.execute(insert(documents), rows)
        connection.execute(insert(document_texts), [_make_text(ids[doc.id], doc) for doc in docs])
        finder = indexed_as or project
        index_documents(connection, [_make_index_entry(finder, ids[doc.id], doc) for doc in docs])
    return ids


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
        NotFound: They are no member of the project.
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
    """Return what to select from and in which order, so that the database reads few rows.

    Few documents are sorted; for many, an index has the order. A condition or an order on an
    expression instead of a column keeps the database from an index, so that it begins with the
    tasks, the batches or the words.
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
        InputError: There are no documents of these names for this person; lists them.
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
        raise InputError(f"the project has no documents called {_list_names(absent)}")
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
    """Match names by a range, which an index answers on every database."""
    last = prefix[:-1] + chr(min(ord(prefix[-1]) + 1, 0x10FFFF))
    return [documents.c.name >= prefix, documents.c.name < last]


def check_documents(docs: Sequence[Document]) -> None:
    """Check that a database can store documents; their annotation sets are not checked.

    Raises:
        InputError: A name is empty or occurs twice, or a text cannot be stored.
    """
    names = Counter(doc.id for doc in docs)
    if repeated := [name for name, count in names.items() if count > 1]:
        raise InputError(f"documents have the same name: {_list_names(repeated)}")
    for doc in docs:
        where = f"document {shorten_id(doc.id)}"
        if not doc.id or len(doc.id) > _MAX_NAME:
            raise InputError(
                "the name cannot be used", where=where, expected=f"1 to {_MAX_NAME} characters"
            )
        if _has_unfit_characters(doc):
            raise InputError("a NUL character or half a surrogate pair", where=where)
        bare = msgspec.structs.replace(doc, sets={})
        if problem := next(check_structure(bare), None):
            raise InputError(problem.message, where=where)


def _has_unfit_characters(doc: Document) -> bool:
    """Return whether a database would refuse the document."""
    try:
        fields = _encode((doc.id, doc.text, doc.metadata, doc.sections))
    except UnicodeEncodeError:
        return True
    return _NUL.search(fields) is not None


def _refuse_names(connection: Connection, project: str, names: Sequence[str]) -> None:
    taken: list[str] = []
    for start in range(0, len(names), _CHUNK):
        query = select(documents.c.name).where(
            documents.c.project == project, documents.c.name.in_(names[start : start + _CHUNK])
        )
        taken += connection.execute(query).scalars()
    if taken:
        raise InputError(
            f"the project has documents of these names already: {_list_names(taken)}",
            remedy="Rename them, or leave them out",
        )


def _list_names(names: Sequence[str]) -> str:
    shown = ", ".join(shorten_id(name) for name in sorted(names)[:_NAMES_SHOWN])
    more = len(names) - _NAMES_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown


def _make_row(
    project: str, document: str, doc: Document, position: int, role: str
) -> dict[str, object]:
    return {
        "id": document,
        "project": project,
        "name": doc.id,
        "text_hash": doc.text_hash,
        "length": len(doc.text),
        "words": len(doc.text.split()),
        "patient": doc.metadata.patient,
        "type": doc.metadata.type,
        "date": doc.metadata.date,
        "position": position,
        "role": role,
    }


def _make_index_entry(project: str, document: str, doc: Document) -> IndexEntry:
    return IndexEntry(document, project, doc.text, doc.metadata.type, doc.metadata.patient)


def _make_text(document: str, doc: Document) -> dict[str, object]:
    return {
        "document": document,
        "text": doc.text,
        "metadata": _encode(doc.metadata).decode(),
        "sections": _encode(doc.sections).decode(),
    }


def _make_unknown() -> NotFound:
    return NotFound("there is no such document, or you may not see it")
