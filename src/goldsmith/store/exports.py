"""The contents of an export: documents, journal and decisions that a person may see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import Connection, exists, select

from goldsmith.errors import NotFound
from goldsmith.formats import PatientRecord
from goldsmith.store.access import (
    Actor,
    Exposure,
    Permission,
    match_visible_documents,
    match_visible_sets,
    require,
)
from goldsmith.store.journal.change import Entry
from goldsmith.store.journal.log import read_entries
from goldsmith.store.tables import (
    annotation_sets,
    batch_documents,
    batches,
    decisions,
    documents,
    iterations,
    patient_records,
    people,
)

_CHUNK = 400


class JournalLine(msgspec.Struct, frozen=True):
    """A change in the export of a journal, with the names of its document and set."""

    document: str
    set: str
    kind: str
    person: str
    change: Entry


class DecisionLine(msgspec.Struct, frozen=True):
    """A decision of an adjudicator in an export; the later one about a unit counts."""

    document: str
    batch: str
    unit: str
    person: str
    at: int
    decision: msgspec.Raw


def list_selected_documents(
    connection: Connection, actor: Actor, project: str, *, batch: str = "", iteration: str = ""
) -> list[str]:
    """Return the ids of documents in the order of the import.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project.
        batch: The name or id of a batch; all documents if "".
        iteration: The name or id of an iteration.

    Raises:
        NotFound: There is no such batch or iteration in the project.
    """
    roles = require(connection, actor, project, Permission.SEE_DOCUMENTS)
    query = select(documents.c.id).where(
        documents.c.project == project, match_visible_documents(actor, roles)
    )
    parts = select(batch_documents.c.document).join_from(batch_documents, batches)
    parts = parts.where(~batch_documents.c.dropped)
    if batch:
        parts = parts.where(batches.c.id == _find(connection, batches, project, batch, "batch"))
    if iteration:
        chosen = _find(connection, iterations, project, iteration, "iteration")
        parts = parts.where(batches.c.iteration == chosen)
    if batch or iteration:
        query = query.where(documents.c.id.in_(parts))
    return list(connection.execute(query.order_by(documents.c.position)).scalars())


def list_unassigned_documents(
    connection: Connection, actor: Actor, project: str, *, limit: int, seed: int
) -> list[str]:
    """Return the ids of documents that are in no batch, drawn at random.

    Raises:
        Forbidden: The person is not a manager of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    query = select(documents.c.id).where(
        documents.c.project == project,
        ~exists().where(batch_documents.c.document == documents.c.id),
    )
    ids = list(connection.execute(query.order_by(documents.c.position)).scalars())
    return ids if len(ids) <= limit else random.Random(seed).sample(ids, limit)


def choose_sets(
    connection: Connection, actor: Actor, project: str, kinds: Sequence[str], name: str = ""
) -> set[str]:
    """Return the id of at most one visible set of each document.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project.
        kinds: The kinds of sets, in the order of preference; then the first by name.
        name: The name of the set; any if "".
    """
    roles = require(connection, actor, project, Permission.SEE_DOCUMENTS)
    query = select(
        annotation_sets.c.id,
        annotation_sets.c.document,
        annotation_sets.c.kind,
        annotation_sets.c.name,
    ).where(
        annotation_sets.c.project == project,
        annotation_sets.c.kind.in_(kinds),
        annotation_sets.c.exposure != Exposure.PRIVATE,
        match_visible_sets(actor, roles),
    )
    if name:
        query = query.where(annotation_sets.c.name == name)
    best: dict[str, tuple[int, str, str]] = {}
    for row in connection.execute(query):
        entry = (kinds.index(row.kind), row.name, row.id)
        best[row.document] = min(best.get(row.document, entry), entry)
    return {entry[2] for entry in best.values()}


def iterate_records(connection: Connection, actor: Actor, project: str) -> Iterator[PatientRecord]:
    """Yield the structured records of the patients of a project."""
    require(connection, actor, project, Permission.SEE_DOCUMENTS)
    query = select(patient_records).where(patient_records.c.project == project)
    for row in connection.execute(query.order_by(patient_records.c.patient)):
        yield PatientRecord(row.patient, row.record)


def iterate_journal(
    connection: Connection, actor: Actor, project: str, ids: Sequence[str]
) -> Iterator[JournalLine]:
    """Yield the changes of the visible sets of documents, set by set, in order."""
    roles = require(connection, actor, project, Permission.MANAGE)
    names = {row.id: row.name for row in connection.execute(select(people.c.id, people.c.name))}
    for start in range(0, len(ids), _CHUNK):
        query = (
            select(annotation_sets, documents.c.name.label("document_name"))
            .join_from(annotation_sets, documents)
            .where(documents.c.id.in_(ids[start : start + _CHUNK]))
            .where(match_visible_sets(actor, roles))
            .order_by(documents.c.position, annotation_sets.c.name)
        )
        for row in connection.execute(query).all():
            for entry in read_entries(connection, row.id):
                person = names.get(entry.person, "")
                yield JournalLine(row.document_name, row.name, row.kind, person, entry)


def iterate_decisions(connection: Connection, actor: Actor, project: str) -> Iterator[DecisionLine]:
    """Yield the decisions of the adjudicators of a project, the oldest first."""
    require(connection, actor, project, Permission.MANAGE)
    query = (
        select(
            documents.c.name.label("document_name"),
            batches.c.name.label("batch_name"),
            people.c.name.label("person_name"),
            decisions.c.unit,
            decisions.c.at,
            decisions.c.decision,
        )
        .join_from(decisions, documents)
        .join(batches, batches.c.id == decisions.c.batch)
        .join(people, people.c.id == decisions.c.person)
        .where(decisions.c.project == project)
        .order_by(decisions.c.number)
    )
    for row in connection.execute(query):
        yield DecisionLine(
            row.document_name,
            row.batch_name,
            row.unit,
            row.person_name,
            row.at,
            msgspec.Raw(row.decision.encode()),
        )


def _find(connection: Connection, table: object, project: str, name: str, what: str) -> str:
    columns = table.c  # type: ignore[attr-defined]
    query = select(columns.id).where(
        columns.project == project, (columns.id == name) | (columns.name == name)
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound(f"there is no such {what} in the project")
    return str(row.id)
