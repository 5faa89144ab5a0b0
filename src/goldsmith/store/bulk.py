"""Documents and annotation sets in bulk.

An import must appear as a whole or not at all, but half a million documents do not fit in one short
transaction. They are therefore inserted, a few hundred at a time, under a hidden project of the
import, which has no members and so is invisible. One transaction then moves them to the target
project.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, Table, delete, exists, insert, select, update

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats import PatientRecord
from goldsmith.store.access import Actor, Exposure
from goldsmith.store.jobs.model import ENDED
from goldsmith.store.journal.change import Source
from goldsmith.store.journal.first_change import make_first_change
from goldsmith.store.new_documents import (
    CorpusRole,
    find_next_position,
    insert_documents,
    refuse_taken_names,
)
from goldsmith.store.search import forget_documents
from goldsmith.store.tables import (
    annotation_sets,
    changes,
    document_texts,
    documents,
    jobs,
    members,
    new_id,
    now,
    patient_records,
    people,
    projects,
    snapshots,
)

_CHUNK = 500
#: No ordinary project can have this name: project names contain no slash.
_PREFIX = "import/"
_encode = msgspec.json.Encoder().encode


class NewSet(msgspec.Struct, frozen=True):
    """A set to insert: its annotations are the first change of its journal."""

    document: str
    annotations: AnnotationSet
    kind: str
    source: Source
    exposure: Exposure
    owner: str | None = None


def insert_sets(
    connection: Connection, actor: Actor, project: str, sets: Sequence[NewSet]
) -> list[str]:
    """Insert sets with their annotations, and return their ids.

    The caller checks the permission, and that the annotations are valid.

    Raises:
        InputError: Annotations of a set have invalid references, or there are too many of them.
    """
    rows, first_changes, saved = [], [], []
    for new in sets:
        set_id, at = new_id(), now()
        first = make_first_change(new.annotations)
        rows.append(
            {
                "id": set_id,
                "project": project,
                "document": new.document,
                "name": new.annotations.name,
                "kind": new.kind,
                "owner": new.owner,
                "exposure": new.exposure,
                "revision": 1,
                "provenance": _encode(new.annotations.provenance).decode(),
                "created_at": at,
            }
        )
        first_changes.append(first.make_row(set_id, project, new.source, actor, at))
        if first.snapshot:
            saved.append({"set": set_id, "revision": 1, "state": first.snapshot})
    for table, values in ((annotation_sets, rows), (changes, first_changes), (snapshots, saved)):
        if values:
            connection.execute(insert(table), values)
    return [row["id"] for row in rows]  # type: ignore[misc]


def delete_sets(connection: Connection, ids: Sequence[str]) -> None:
    """Delete sets with their journals: those of a cancelled import, or old suggestions."""
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        for table in (snapshots, changes):
            connection.execute(delete(table).where(table.c.set.in_(part)))
        connection.execute(delete(annotation_sets).where(annotation_sets.c.id.in_(part)))


# Imports


def begin_import(connection: Connection, actor: Actor, project: str, job: str) -> str:
    """Make the hidden project of an import, and return its id."""
    staging = f"import-{job}"
    schema = select(projects.c.schema).where(projects.c.id == project)
    connection.execute(
        insert(projects).values(
            id=staging,
            name=f"{_PREFIX}{job}",
            title=project,
            schema=connection.execute(schema).scalar_one(),
            created_by=actor.person,
            created_at=now(),
        )
    )
    return staging


def stage_documents(
    connection: Connection,
    staging: str,
    project: str,
    docs: Sequence[Document],
    first: int,
    role: CorpusRole,
) -> dict[str, str]:
    """Insert documents of an import, and return their ids by name."""
    return insert_documents(connection, staging, docs, first, role, indexed_as=project)


def stage_records(connection: Connection, staging: str, records: Iterable[PatientRecord]) -> None:
    """Insert structured records of patients of an import."""
    rows = [
        {"project": staging, "patient": record.patient, "record": record.line} for record in records
    ]
    if rows:
        connection.execute(insert(patient_records), rows)


def publish_import(connection: Connection, staging: str, project: str) -> None:
    """Move everything of an import to the project, after the existing documents.

    Raises:
        InputError: Documents with the same names were added in the meantime.
    """
    present = documents.alias()
    clashes = select(documents.c.name).where(
        documents.c.project == staging,
        exists().where(present.c.project == project, present.c.name == documents.c.name),
    )
    refuse_taken_names(connection.execute(clashes).scalars().all())
    first = find_next_position(connection, project)
    connection.execute(
        update(documents)
        .where(documents.c.project == staging)
        .values(project=project, position=documents.c.position + first)
    )
    _move(connection, annotation_sets, staging, project)
    _move(connection, changes, staging, project)
    patients = select(patient_records.c.patient).where(patient_records.c.project == staging)
    connection.execute(
        delete(patient_records).where(
            patient_records.c.project == project, patient_records.c.patient.in_(patients)
        )
    )
    _move(connection, patient_records, staging, project)
    connection.execute(delete(projects).where(projects.c.id == staging))


def _move(connection: Connection, table: Table, staging: str, project: str) -> None:
    connection.execute(update(table).where(table.c.project == staging).values(project=project))


def discard_import(connection: Connection, staging: str) -> int:
    """Delete a batch of documents of an import, or finally the rest; return their number.

    Call it until it returns 0, each time in its own transaction.
    """
    query = select(projects.c.title).where(projects.c.id == staging)
    project = connection.execute(query).scalar()
    if project is None:
        return 0
    query = select(documents.c.id).where(documents.c.project == staging).limit(_CHUNK)
    ids = list(connection.execute(query).scalars())
    if not ids:
        connection.execute(delete(patient_records).where(patient_records.c.project == staging))
        connection.execute(delete(projects).where(projects.c.id == staging))
        return 0
    forget_documents(connection, ids, project)
    sets = select(annotation_sets.c.id).where(annotation_sets.c.document.in_(ids))
    delete_sets(connection, list(connection.execute(sets).scalars()))
    connection.execute(delete(document_texts).where(document_texts.c.document.in_(ids)))
    connection.execute(delete(documents).where(documents.c.id.in_(ids)))
    return len(ids)


def list_abandoned_imports(connection: Connection) -> list[str]:
    """Return the hidden projects of imports whose jobs have ended without publishing them."""
    query = (
        select(projects.c.id)
        .join_from(projects, jobs, projects.c.id == "import-" + jobs.c.id)
        .where(projects.c.name.startswith(_PREFIX), jobs.c.state.in_(ENDED))
    )
    return list(connection.execute(query).scalars())


def list_members(connection: Connection, project: str) -> dict[str, str]:
    """Return the ids of the members of a project by the names of their accounts."""
    query = (
        select(people.c.name, people.c.id)
        .join_from(members, people)
        .where(members.c.project == project)
    )
    return {row.name: row.id for row in connection.execute(query)}
