"""The sets to adjudicate: those of a document whose annotators have all finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, not_, select, update

from goldsmith.errors import Conflict, Forbidden, NotFound
from goldsmith.store.access import Actor, Exposure, Permission, require
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    consensus_sets,
    documents,
    exclusions,
    iterations,
    tasks,
)
from goldsmith.store.workflow.batches import make_unknown
from goldsmith.store.workflow.terms import ACTIVE_TASKS, ADJUDICATE, BatchState, TaskState

#: State of a batch -> why it cannot be adjudicated.
_OBSTACLES = {
    BatchState.OPEN: "the annotators of this batch have not finished. Wait for them",
    BatchState.ANNOTATED: "the agreement of this batch is not measured yet. Ask a manager to do it",
    BatchState.FAILED: "the batch is below its thresholds. Ask a manager to have it annotated again"
    ", or to put it forward with a reason",
    BatchState.PASSED: "the batch is not open to adjudicators yet. Ask a manager to open it",
    BatchState.CLOSED: "the batch is closed. Its consensus is final",
}


class BatchRow(msgspec.Struct, frozen=True):
    """The properties of a batch that adjudication needs."""

    id: str
    project: str
    name: str
    state: str
    guideline: str
    """The version of the guideline that its iteration follows."""


class Source(msgspec.Struct, frozen=True):
    """A set to adjudicate; `start` and `end` limit it to a part of the text."""

    set: str
    name: str
    owner: str
    revision: int
    start: int = -1
    end: int = -1


class BatchDocument(msgspec.Struct, frozen=True):
    """A document of a batch, by its id and the name that the corpus gives it."""

    id: str
    name: str


def get_batch(connection: Connection, actor: Actor, batch: str, permission: Permission) -> BatchRow:
    """Return a batch of a project in which the person has a permission.

    Raises:
        NotFound: There is no such batch, or the person is not a member of its project.
        Forbidden: The roles of the person do not give the permission.
    """
    query = (
        select(
            batches.c.id, batches.c.project, batches.c.name, batches.c.state, iterations.c.guideline
        )
        .join_from(batches, iterations)
        .where(batches.c.id == batch)
    )
    row = connection.execute(query).first()
    if row is None:
        raise make_unknown()
    try:
        require(connection, actor, row.project, permission)
    except NotFound:
        raise make_unknown() from None
    return BatchRow(*row)


def check_ready(connection: Connection, batch: BatchRow) -> None:
    """Check that a batch can be adjudicated now, because a manager has opened it.

    A batch without annotators, for a master consensus, needs no opening.

    Raises:
        Conflict: It cannot be adjudicated; the message says what is missing.
    """
    if batch.state == BatchState.ADJUDICATING or _is_master(connection, batch):
        return
    raise Conflict(_OBSTACLES[BatchState(batch.state)])


def _is_master(connection: Connection, batch: BatchRow) -> bool:
    query = select(tasks.c.id).where(tasks.c.batch == batch.id, tasks.c.kind != ADJUDICATE)
    return batch.state == BatchState.OPEN and connection.execute(query.limit(1)).first() is None


def list_documents(connection: Connection, batch: str) -> list[BatchDocument]:
    """Return the documents of a batch in order; the caller checks the permission."""
    query = (
        select(documents.c.id, documents.c.name)
        .join_from(batch_documents, documents)
        .where(batch_documents.c.batch == batch, not_(batch_documents.c.dropped))
        .order_by(batch_documents.c.position, documents.c.id)
    )
    return [BatchDocument(*row) for row in connection.execute(query)]


def get_document(connection: Connection, batch: str, document: str) -> BatchDocument:
    """Return a document of a batch.

    Raises:
        NotFound: The document is not in the batch, or was dropped.
    """
    query = (
        select(documents.c.id, documents.c.name)
        .join_from(batch_documents, documents)
        .where(
            batch_documents.c.batch == batch,
            documents.c.id == document,
            not_(batch_documents.c.dropped),
        )
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound("there is no such document in this batch")
    return BatchDocument(*row)


def read_sources(connection: Connection, batch: BatchRow, document: str) -> tuple[Source, ...]:
    """Return the sets of a document to adjudicate in a batch.

    These are the sets of its annotators. A batch without annotators adjudicates the consensus sets
    that other batches made of the document: its result is a master consensus (requirement 6.2).

    Raises:
        Conflict: The annotators have not finished, or there are fewer than two sets.
    """
    rows = _read_annotated(connection, batch.id, document)
    if any(row.set is None or row.state != TaskState.DONE for row in rows) or any(
        row.exposure == Exposure.PRIVATE for row in rows
    ):
        raise Conflict("the annotators of this document have not finished. Wait for them")
    sources = [_make_source(row) for row in rows] or _read_consensus(connection, batch.id, document)
    if len(sources) < 2:
        raise Conflict(
            "the document has the work of fewer than two annotators. Assign it to another annotator"
        )
    return tuple(sources)


def check_independent(connection: Connection, actor: Actor, batch: BatchRow, document: str) -> None:
    """Check that the person has not annotated the document that they adjudicate.

    Raises:
        Forbidden: The person has annotated it, and the project does not allow this.
    """
    if get_settings(connection, batch.project).allow_own_adjudication:
        return
    query = select(tasks.c.id).where(
        tasks.c.document == document,
        tasks.c.person == actor.person,
        tasks.c.kind != ADJUDICATE,
        tasks.c.state != TaskState.WITHDRAWN,
    )
    if connection.execute(query.limit(1)).first() is not None:
        raise Forbidden(
            "you annotated this document yourself. Leave it to another adjudicator, or ask a "
            "manager to allow it in the settings of the project"
        )


def _read_annotated(connection: Connection, batch: str, document: str) -> Sequence[Any]:
    query = (
        select(
            tasks.c.set,
            tasks.c.state,
            tasks.c.start,
            tasks.c.end,
            annotation_sets.c.name,
            annotation_sets.c.owner,
            annotation_sets.c.revision,
            annotation_sets.c.exposure,
        )
        .join_from(tasks, annotation_sets, tasks.c.set == annotation_sets.c.id, isouter=True)
        .where(
            tasks.c.batch == batch,
            tasks.c.document == document,
            tasks.c.kind == "annotate",
            tasks.c.state.in_(ACTIVE_TASKS),
            not_(_is_excluded()),
        )
        .order_by(annotation_sets.c.name)
    )
    return connection.execute(query).all()


def _is_excluded() -> ColumnElement[bool]:
    """Match tasks of annotators whose work was excluded."""
    return exists().where(
        exclusions.c.project == tasks.c.project, exclusions.c.person == tasks.c.person
    )


def _read_consensus(connection: Connection, batch: str, document: str) -> list[Source]:
    query = (
        select(
            annotation_sets.c.id.label("set"),
            annotation_sets.c.name,
            annotation_sets.c.owner,
            annotation_sets.c.revision,
        )
        .join_from(consensus_sets, annotation_sets)
        .where(consensus_sets.c.document == document, consensus_sets.c.batch != batch)
        .order_by(annotation_sets.c.name)
    )
    return [
        Source(row.set, row.name, row.owner or "", row.revision)
        for row in connection.execute(query)
    ]


def _make_source(row: Any) -> Source:
    start = -1 if row.start is None else row.start
    end = -1 if row.end is None else row.end
    return Source(row.set, row.name, row.owner or "", row.revision, start, end)


def group_sources(sources: Iterable[Source]) -> list[tuple[Source, ...]]:
    """Group the sets that cover the same part of the text."""
    groups: dict[tuple[int, int], list[Source]] = {}
    for source in sources:
        groups.setdefault((source.start, source.end), []).append(source)
    return [tuple(groups[place]) for place in sorted(groups)]


def lock_document(connection: Connection, batch: str, document: str) -> None:
    """Lock a document of a batch against other decisions until the transaction ends."""
    query = (
        select(batch_documents.c.document)
        .where(batch_documents.c.batch == batch, batch_documents.c.document == document)
        .with_for_update()
    )
    connection.execute(query)


def begin_adjudication(connection: Connection, batch: BatchRow) -> None:
    """Put a batch without annotators into the state `adjudicating`, so that it can be closed."""
    if batch.state == BatchState.OPEN:
        connection.execute(
            update(batches).where(batches.c.id == batch.id).values(state=BatchState.ADJUDICATING)
        )
