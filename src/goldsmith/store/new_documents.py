"""Adding documents to a project: check, insert and index them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec
from sqlalchemy import Connection, func, insert, select

from goldsmith.core import Document, check_structure
from goldsmith.errors import InputError, list_ids, shorten_id
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.search import IndexEntry, index_documents
from goldsmith.store.tables import document_texts, documents, new_id

_CHUNK = 500
_MAX_NAME = 500
#: NUL in JSON; a backslash before it may be escaped itself.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
#: The part of a corpus that a document belongs to.
CorpusRole = Literal["", "gold", "mirror"]
_encode = msgspec.json.Encoder().encode


class NewDocuments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Documents to add; annotations need an import."""

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

    Call it with a few hundred documents at a time, so that transactions stay short.

    Raises:
        Forbidden: The person is not a manager of the project.
        InputError: A name is empty or in use, or a text cannot be stored; nothing is added.
    """
    require(connection, actor, project, Permission.MANAGE)
    check_documents(docs)
    refuse_taken_names(find_taken_names(connection, project, [doc.id for doc in docs]))
    position = find_next_position(connection, project)
    return insert_documents(connection, project, docs, position, role)


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


def check_documents(docs: Sequence[Document]) -> None:
    """Check that a database can store documents; their annotation sets are not checked.

    Raises:
        InputError: A name is empty or occurs twice, or a text cannot be stored.
    """
    names = Counter(doc.id for doc in docs)
    if repeated := [name for name, count in names.items() if count > 1]:
        raise InputError(f"documents have the same name: {list_ids(repeated)}")
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


def find_taken_names(connection: Connection, project: str, names: Sequence[str]) -> set[str]:
    """Return the names that documents of a project already have."""
    taken: set[str] = set()
    for start in range(0, len(names), _CHUNK):
        query = select(documents.c.name).where(
            documents.c.project == project, documents.c.name.in_(names[start : start + _CHUNK])
        )
        taken.update(connection.execute(query).scalars())
    return taken


def refuse_taken_names(names: Collection[str]) -> None:
    """Raise an error that lists the names of documents that already exist.

    Raises:
        InputError: There are such documents.
    """
    if names:
        raise InputError(
            f"{len(names):,} documents are already in the project: {list_ids(names)}",
            expected="documents with new names",
            remedy="Rename them, or leave out the existing documents",
        )


def find_next_position(connection: Connection, project: str) -> int:
    """Return the position after the last document of a project."""
    query = select(func.max(documents.c.position)).where(documents.c.project == project)
    last = connection.execute(query).scalar()
    return 0 if last is None else last + 1


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
