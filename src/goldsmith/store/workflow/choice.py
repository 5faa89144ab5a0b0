"""The choice of documents for a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from sqlalchemy import Connection, exists, func, not_, select

from goldsmith.errors import Conflict
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.documents import find_document_ids
from goldsmith.store.tables import batch_documents, batches, documents
from goldsmith.store.workflow.terms import Line, Name, Seed

Size = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
#: The maximum number of documents in a batch or a ranking.
MOST = 10_000
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MOST)]


class ByName(msgspec.Struct, frozen=True, tag="names", tag_field="by", forbid_unknown_fields=True):
    """The documents of these names."""

    names: Names


class NextDocuments(
    msgspec.Struct, frozen=True, tag="next", tag_field="by", forbid_unknown_fields=True
):
    """The next documents that are in no batch, in the order of the import."""

    size: Size | None = None
    """The number of documents; by default the project's setting."""
    type: Line = ""


class OrderedDocuments(
    msgspec.Struct, frozen=True, tag="order", tag_field="by", forbid_unknown_fields=True
):
    """The first documents of an order, such as a ranking, that are in no batch."""

    names: Names
    size: Size | None = None


class Sample(msgspec.Struct, frozen=True, tag="sample", tag_field="by", forbid_unknown_fields=True):
    """A sample of the documents that are in no batch, with the proportions of the corpus."""

    size: Size | None = None
    seed: Seed = 0
    stratify: tuple[Name, ...] = ("type",)


Choice = ByName | NextDocuments | OrderedDocuments | Sample
#: A choice that the store makes by itself.
StoredChoice = ByName | NextDocuments | OrderedDocuments


def choose_documents(
    connection: Connection, actor: Actor, project: str, choice: StoredChoice, size: int
) -> list[str]:
    """Return the ids of the documents of a choice, in order.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project.
        choice: The choice.
        size: The number of documents, unless the choice says otherwise.

    Raises:
        Forbidden: The person is not a manager of the project.
        InputError: The project has no documents of these names.
        Conflict: No document is left.
    """
    require(connection, actor, project, Permission.MANAGE)
    match choice:
        case ByName(names=names):
            ids = find_document_ids(connection, actor, project, names)
            return [ids[name] for name in dict.fromkeys(names)]
        case OrderedDocuments(names=names):
            chosen = _take_in_order(connection, actor, project, names, choice.size or size)
        case NextDocuments(type=kind):
            chosen = _take_next(connection, project, kind, choice.size or size)
    if not chosen:
        raise Conflict("every document is in a batch already. Import documents, or name some")
    return chosen


def find_frontier(connection: Connection, choice: StoredChoice, chosen: Sequence[str]) -> int:
    """Return a position of the import before which all documents are in a batch; 0 if unknown.

    The next documents begin with the first that is in no batch. Documents never leave a batch, and
    later imports come after them.
    """
    if not isinstance(choice, NextDocuments) or choice.type:
        return 0
    query = select(documents.c.position).where(documents.c.id == chosen[0])
    return int(connection.execute(query).scalar_one())


def _take_next(connection: Connection, project: str, kind: str, size: int) -> list[str]:
    """Select the first documents that are in no batch, from the frontier of earlier batches."""
    is_taken = exists().where(batch_documents.c.document == documents.c.id)
    frontier = connection.execute(
        select(func.max(batches.c.frontier)).where(batches.c.project == project)
    ).scalar()
    query = select(documents.c.id).where(
        documents.c.project == project, documents.c.position >= (frontier or 0), not_(is_taken)
    )
    if kind:
        query = query.where(documents.c.type == kind)
    ordered = query.order_by(documents.c.position, documents.c.id).limit(size)
    return list(connection.execute(ordered).scalars())


def _take_in_order(
    connection: Connection, actor: Actor, project: str, names: Sequence[str], size: int
) -> list[str]:
    ids = find_document_ids(connection, actor, project, names)
    taken: set[str] = set()
    ordered = [ids[name] for name in dict.fromkeys(names)]
    for start in range(0, len(ordered), 500):
        part = ordered[start : start + 500]
        query = select(batch_documents.c.document).where(batch_documents.c.document.in_(part))
        taken.update(connection.execute(query).scalars())
    return [document for document in ordered if document not in taken][:size]
