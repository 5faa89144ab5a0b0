"""The finished work of a batch, and the part of it that counts in agreement.

The sets of finished tasks are compared, but not those withdrawn or abandoned. The work of excluded
annotators and documents that are left out or dropped are compared but do not count, so that they
can be included again at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, and_, exists, or_, select

from goldsmith.core import AnnotationSet, Document
from goldsmith.store.access import Actor, Permission
from goldsmith.store.journal.reading import read_document
from goldsmith.store.journal.state import make_set
from goldsmith.store.loading import load_contents
from goldsmith.store.tables import annotation_sets, batch_documents, exclusions, people, tasks
from goldsmith.store.workflow.batches import get_batch
from goldsmith.store.workflow.contents import read_project_schema
from goldsmith.store.workflow.terms import ADJUDICATE, TaskState


class Work(msgspec.Struct, frozen=True):
    """The set of an annotator on a document or snippet, and the consensus, if any."""

    document: str
    doc: Document
    person: str
    name: str
    arm: str
    start: int | None
    end: int | None
    set: AnnotationSet
    consensus: AnnotationSet | None
    counts: bool
    """Whether it counts in agreement."""
    relation_types: frozenset[str]


def load_work(connection: Connection, actor: Actor, batch: str) -> list[Work]:
    """Return the finished work of a batch, for counting only; its text must not be shown.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person may not see agreement.
    """
    entry = get_batch(connection, actor, batch, Permission.SEE_AGREEMENT)
    rows = _select_sets(connection, batch, is_correction=entry.kind == "correct")
    ids = sorted({row.document for row in rows})
    consensus = _select_consensus(connection, ids)
    revisions = {row.set: row.revision for row in (*rows, *consensus.values())}
    contents = load_contents(connection, revisions)
    docs = {document: read_document(connection, document) for document in ids}
    relation_types = frozenset(
        entry.name for entry in read_project_schema(connection, entry.project).relation
    )
    return [
        Work(
            row.document,
            docs[row.document],
            row.person,
            row.name,
            row.arm,
            row.start,
            row.end,
            make_set(contents[row.set], row.name),
            make_set(contents[gold.set], "consensus")
            if (gold := consensus.get(row.document))
            else None,
            not (row.left_out or row.dropped or row.is_excluded),
            relation_types,
        )
        for row in rows
    ]


def _select_sets(connection: Connection, batch: str, *, is_correction: bool) -> Sequence[Row[Any]]:
    excluded = exists().where(
        exclusions.c.project == tasks.c.project, exclusions.c.person == tasks.c.person
    )
    within = tasks.c.batch == batch
    if is_correction:
        corrected = select(tasks.c.source).where(tasks.c.batch == batch)
        within = or_(within, tasks.c.set.in_(corrected))
    query: Select[Any] = (
        select(
            tasks.c.document,
            tasks.c.person,
            people.c.name,
            tasks.c.arm,
            tasks.c.start,
            tasks.c.end,
            tasks.c.set,
            annotation_sets.c.revision,
            batch_documents.c.left_out,
            batch_documents.c.dropped,
            excluded.label("is_excluded"),
        )
        .join_from(tasks, annotation_sets, annotation_sets.c.id == tasks.c.set)
        .join(people, people.c.id == tasks.c.person)
        .join(
            batch_documents,
            and_(batch_documents.c.batch == batch, batch_documents.c.document == tasks.c.document),
        )
        .where(
            within,
            tasks.c.state == TaskState.DONE,
            tasks.c.kind != ADJUDICATE,
        )
        .order_by(batch_documents.c.position, tasks.c.start, people.c.name)
    )
    return connection.execute(query).all()


def _select_consensus(connection: Connection, ids: Sequence[str]) -> dict[str, Row[Any]]:
    """Return the latest consensus of each document."""
    query: Select[Any] = (
        select(
            annotation_sets.c.document,
            annotation_sets.c.id.label("set"),
            annotation_sets.c.revision,
        )
        .where(annotation_sets.c.document.in_(ids), annotation_sets.c.kind == "consensus")
        .order_by(annotation_sets.c.created_at, annotation_sets.c.id)
    )
    return {row.document: row for row in connection.execute(query)}
