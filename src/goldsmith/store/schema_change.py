"""Replacement of the schema of a project that has annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

import msgspec
from sqlalchemy import Connection, select, update

from goldsmith.core import Schema, validate
from goldsmith.core.validation import INCOMPLETE
from goldsmith.errors import Conflict
from goldsmith.rules import check_rules
from goldsmith.store import audit
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.database import Database
from goldsmith.store.journal.reading import read_document
from goldsmith.store.journal.state import make_set
from goldsmith.store.loading import load_contents
from goldsmith.store.projects import parse_stored_schema, read_schema_source
from goldsmith.store.tables import annotation_sets, projects

_CHUNK = 200


class SchemaText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A schema as TOML; in a request also the name of a built-in schema."""

    schema: Annotated[str, msgspec.Meta(max_length=1_000_000)]


class Breach(msgspec.Struct, frozen=True):
    """Annotations that a schema does not allow."""

    kind: str
    """The kind of the problem."""
    message: str
    count: int


def replace_schema(database: Database, actor: Actor, project: str, data: SchemaText) -> SchemaText:
    """Replace the schema of a project.

    The annotations are checked before the transaction that writes; that transaction only checks
    the sets that were changed in the meantime.

    Raises:
        Forbidden: The person is not a manager of the project.
        SchemaError: It is not a valid schema.
        Conflict: Annotations break it; the details are the breaches with counts.
    """
    with database.read() as connection:
        require(connection, actor, project, Permission.MANAGE)
        source = read_schema_source(data.schema)
        schema = parse_stored_schema(source)
        checked = _list_revisions(connection, project)
        _refuse_breaches(connection, checked, schema)
    with database.write() as connection:
        require(connection, actor, project, Permission.MANAGE)
        revisions = _list_revisions(connection, project)
        changed = {
            set_id: revision
            for set_id, revision in revisions.items()
            if checked.get(set_id) != revision
        }
        _refuse_breaches(connection, changed, schema)
        connection.execute(update(projects).where(projects.c.id == project).values(schema=source))
        audit.record(connection, actor, "project.schema", project=project, detail=schema.name)
    return SchemaText(source)


def _list_revisions(connection: Connection, project: str) -> dict[str, int]:
    query = select(annotation_sets.c.id, annotation_sets.c.revision).where(
        annotation_sets.c.project == project, annotation_sets.c.revision > 0
    )
    return {row.id: row.revision for row in connection.execute(query)}


def _refuse_breaches(connection: Connection, revisions: Mapping[str, int], schema: Schema) -> None:
    """Count the annotations that break a schema, without counts per annotator, document or set."""
    counts: Counter[tuple[str, str]] = Counter()
    ids = list(revisions)
    for start in range(0, len(ids), _CHUNK):
        part = {set_id: revisions[set_id] for set_id in ids[start : start + _CHUNK]}
        counts.update(_count_breaches(connection, part, schema))
    if counts:
        breaches = [Breach(*key, count) for key, count in counts.most_common()]
        total = sum(counts.values())
        raise Conflict(
            f"existing annotations break the new schema in {total:,} places, "
            f"first: {breaches[0].message} ({breaches[0].count:,}). "
            "Keep these types and values, or change the annotations first",
            breaches,
        )


def _count_breaches(
    connection: Connection, revisions: Mapping[str, int], schema: Schema
) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    query = select(annotation_sets.c.id, annotation_sets.c.document).where(
        annotation_sets.c.id.in_(list(revisions))
    )
    documents = {row.id: row.document for row in connection.execute(query)}
    for set_id, content in load_contents(connection, revisions).items():
        doc = read_document(connection, documents[set_id])
        annotations = make_set(content, "")
        problems = {*validate(doc, annotations, schema), *check_rules(doc, annotations, schema)}
        counts.update(
            (problem.kind, problem.message) for problem in problems if problem.kind != INCOMPLETE
        )
    return counts
