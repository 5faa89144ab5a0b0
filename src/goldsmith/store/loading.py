"""Loading of many documents with their annotation sets, for agreement, training and export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Row, select

from goldsmith.core import AnnotationSet, Document, Metadata, Provenance, Section
from goldsmith.store.access import (
    Actor,
    Permission,
    Role,
    match_visible_documents,
    match_visible_sets,
    require,
)
from goldsmith.store.journal.state import Content, State, make_set
from goldsmith.store.journal.steps import Step
from goldsmith.store.projects import get_schema
from goldsmith.store.tables import annotation_sets, changes, document_texts, documents, snapshots

#: The maximum number of documents or sets that one query names.
_CHUNK = 400
_decode_steps = msgspec.json.Decoder(tuple[Step, ...]).decode
_decode_content = msgspec.json.Decoder(Content).decode
_decode_metadata = msgspec.json.Decoder(Metadata).decode
_decode_sections = msgspec.json.Decoder(tuple[Section, ...]).decode
_decode_provenance = msgspec.json.Decoder(Provenance).decode


class SetChoice(msgspec.Struct, frozen=True):
    """Which sets to load; None matches all.

    Attributes:
        ids: Their ids.
        kinds: Their kinds.
    """

    ids: Collection[str] | None = None
    kinds: Collection[str] | None = None


def load_documents(
    connection: Connection,
    actor: Actor,
    project: str,
    ids: Sequence[str],
    *,
    sets: Collection[str] | None = None,
    kinds: Collection[str] | None = None,
) -> list[Document]:
    """Return documents of the core with their sets, as far as the person may see both.

    Documents that the person may not see are left out. The caller records the access.

    Args:
        connection: An open transaction.
        actor: The acting person.
        project: The project.
        ids: The documents, in the order of the result.
        sets: The ids of the sets to load; None for all.
        kinds: The kinds of the sets to load; None for all.

    Raises:
        NotFound: The person is not a member of the project.
    """
    choice = SetChoice(sets, kinds)
    return list(stream_documents(connection, actor, project, ids, choice))


def stream_documents(
    connection: Connection,
    actor: Actor,
    project: str,
    ids: Sequence[str],
    choice: SetChoice | None = None,
) -> Iterator[Document]:
    """Yield the documents of `load_documents`, keeping a few hundred in memory at a time."""
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    schema = get_schema(connection, actor, project).name
    for part in _split(ids):
        by_document = _load_sets(connection, actor, roles, part, choice or SetChoice(), schema)
        query = (
            select(documents.c.name, document_texts)
            .join_from(documents, document_texts)
            .where(documents.c.id.in_(part), documents.c.project == project)
            .where(match_visible_documents(actor, roles))
        )
        rows = {row.document: row for row in connection.execute(query)}
        for document in part:
            if document in rows:
                yield _make_document(rows[document], by_document.get(document, {}))


def load_contents(connection: Connection, revisions: Mapping[str, int]) -> dict[str, Content]:
    """Return the contents of sets at revisions; the caller checks that the person may see them.

    Args:
        connection: An open transaction.
        revisions: Set -> its revision.
    """
    contents = {}
    for part in _split(list(revisions)):
        for set_id, state in _load_states(connection, part, revisions):
            contents[set_id] = state.export()
    return contents


def _load_sets(
    connection: Connection,
    actor: Actor,
    roles: frozenset[Role],
    ids: Sequence[str],
    choice: SetChoice,
    schema: str,
) -> Mapping[str, Mapping[str, AnnotationSet]]:
    query = select(annotation_sets).where(
        annotation_sets.c.document.in_(ids), match_visible_sets(actor, roles)
    )
    if choice.kinds is not None:
        query = query.where(annotation_sets.c.kind.in_(choice.kinds))
    rows = [
        row
        for row in connection.execute(query.order_by(annotation_sets.c.name))
        if choice.ids is None or row.id in choice.ids
    ]
    contents = load_contents(connection, {row.id: row.revision for row in rows})
    by_document: defaultdict[str, dict[str, AnnotationSet]] = defaultdict(dict)
    for row in rows:
        provenance = _decode_provenance(row.provenance)
        content = contents[row.id]
        by_document[row.document][row.name] = make_set(content, row.name, schema, provenance)
    return by_document


def _load_states(
    connection: Connection, ids: Sequence[str], revisions: Mapping[str, int]
) -> Iterable[tuple[str, State]]:
    states = {set_id: (State(), 0) for set_id in ids}
    for row in connection.execute(select(snapshots).where(snapshots.c.set.in_(ids))):
        if row.revision <= revisions[row.set]:
            states[row.set] = State(_decode_content(row.state)), row.revision
    query = (
        select(changes.c.set, changes.c.revision, changes.c.steps)
        .where(changes.c.set.in_(ids))
        .order_by(changes.c.set, changes.c.revision)
    )
    for row in connection.execute(query):
        state, saved = states[row.set]
        if saved < row.revision <= revisions[row.set]:
            state.apply(_decode_steps(row.steps))
    return ((set_id, state) for set_id, (state, _) in states.items())


def _make_document(row: Row[tuple[object, ...]], sets: Mapping[str, AnnotationSet]) -> Document:
    return Document(
        row.name, row.text, _decode_metadata(row.metadata), _decode_sections(row.sections), sets
    )


def _split(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[start : start + _CHUNK] for start in range(0, len(ids), _CHUNK))
