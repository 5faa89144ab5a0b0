"""Annotation sets: create, list and read them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith.core import AnnotationSet, Problem, Provenance
from goldsmith.errors import Conflict, Forbidden, NotFound, UnknownName
from goldsmith.store.access import (
    Actor,
    Exposure,
    Permission,
    get_roles,
    has_permission,
    match_visible_sets,
    require,
)
from goldsmith.store.documents import require_document
from goldsmith.store.journal.change import Entry, Source
from goldsmith.store.journal.checker import Checker, refuse_problems
from goldsmith.store.journal.first_change import make_first_change
from goldsmith.store.journal.history import FieldOrigin, find_origins
from goldsmith.store.journal.reading import (
    SetRow,
    get_set,
    read_document,
    read_entries,
    read_snapshot,
)
from goldsmith.store.journal.state import Content, State
from goldsmith.store.projects import get_schema
from goldsmith.store.tables import (
    annotation_sets,
    changes,
    documents,
    new_id,
    now,
    people,
    snapshots,
)

#: Kind of a set -> the permissions, one of which its maker needs.
_MAKERS: Mapping[str, tuple[Permission, ...]] = {
    "human": (Permission.ANNOTATE, Permission.MANAGE),
    "consensus": (Permission.ADJUDICATE, Permission.MANAGE),
    "suggestion": (Permission.MANAGE,),
    "import": (Permission.MANAGE,),
    "system": (Permission.MANAGE,),
}
#: Kind of a set -> the source of its first change.
_SOURCES: Mapping[str, Source] = {
    "human": "import",  # a person's set that begins with annotations was imported
    "consensus": "adjudication",
    "suggestion": "system",
    "import": "import",
    "system": "system",
}
_encode = msgspec.json.Encoder().encode


class SetEntry(msgspec.Struct, frozen=True):
    """An annotation set in a list.

    The exposure is hidden, because it would show an annotator when others have finished.
    """

    id: str
    document: str
    name: str
    kind: str
    owner: str
    """The name of the annotator; empty if it has none."""
    state: str
    revision: int
    created_at: int


class SetView(msgspec.Struct, frozen=True):
    """An annotation set with its annotations at a revision."""

    id: str
    project: str
    document: str
    name: str
    kind: str
    state: str
    revision: int
    content: Content
    incomplete: tuple[Problem, ...]
    """The codes and attributes that are required but missing from annotations."""


class EntryPage(msgspec.Struct, frozen=True):
    """Changes of a set in order; there are more if the last one is before `revision`."""

    revision: int
    """The revision of the set."""
    entries: tuple[Entry, ...]


def create_set(
    connection: Connection,
    actor: Actor,
    project: str,
    document: str,
    name: str,
    *,
    kind: str = "human",
    owner: str | None = None,
    exposure: Exposure = Exposure.PRIVATE,
    annotation_set: AnnotationSet | None = None,
    check: bool = True,
) -> SetRow:
    """Create a set; annotations become the first change of its journal.

    Args:
        connection: A transaction that writes.
        actor: The acting person.
        project: The project.
        document: The document, one of the project.
        name: The name of the set, unique in the document.
        kind: human, suggestion, consensus, import or system.
        owner: The person who annotates it.
        exposure: Who else may see it.
        annotation_set: The initial annotations; the name of this set is not used.
        check: Whether to refuse annotations that break the schema or its rules.

    Raises:
        Forbidden: The person may not make sets of this kind.
        Conflict: The document has a set of that name.
        InputError: The annotations break the schema, or have invalid references.
    """
    if kind not in _MAKERS:
        raise UnknownName("kind of set", kind, _MAKERS)
    _require_maker(connection, actor, project, kind, owner)
    row = SetRow(new_id(), project, document, name, kind, owner, exposure, "open", 0)
    _check_free(connection, row)
    provenance = annotation_set.provenance if annotation_set else Provenance()
    values = {field: getattr(row, field) for field in SetRow.__struct_fields__}
    values |= {"provenance": _encode(provenance).decode(), "created_at": now()}
    try:
        connection.execute(insert(annotation_sets).values(**values))
    except IntegrityError:  # another process has made it since
        raise _make_taken() from None
    if annotation_set is None:
        return row
    return _begin(connection, actor, row, annotation_set, check)


def list_sets(connection: Connection, actor: Actor, document: str) -> tuple[SetEntry, ...]:
    """Return the sets of a document that the person may see, by name.

    Raises:
        NotFound: There is no such document, or the person may not see it.
    """
    project = require_document(connection, actor, document)
    roles = get_roles(connection, actor, project)
    query = (
        select(annotation_sets, people.c.name.label("owner_name"))
        .join_from(annotation_sets, people, isouter=True)
        .where(annotation_sets.c.document == document, match_visible_sets(actor, roles))
        .order_by(annotation_sets.c.name)
    )
    return tuple(
        SetEntry(
            row.id,
            row.document,
            row.name,
            row.kind,
            row.owner_name or "",
            row.state,
            row.revision,
            row.created_at,
        )
        for row in connection.execute(query)
    )


def read_set(connection: Connection, actor: Actor, set_id: str) -> SetView:
    """Return a set with its annotations; the caller records the access.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    row = get_set(connection, actor, set_id)
    state = read_state(connection, row)
    schema = get_schema(connection, actor, row.project)
    checker = Checker(read_document(connection, row.document), schema)
    return SetView(
        row.id,
        row.project,
        row.document,
        row.name,
        row.kind,
        row.state,
        row.revision,
        state.export(),
        tuple(checker.find_incomplete(state)),
    )


def read_state(connection: Connection, row: SetRow) -> State:
    """Return the state of a set at its revision; the caller checks that the person may see it."""
    content, revision = read_snapshot(connection, row.id)
    state = State(content)
    for entry in read_entries(connection, row.id, after=revision, until=row.revision):
        state.apply(entry.steps)
    return state


def list_changes(
    connection: Connection, actor: Actor, set_id: str, *, after: int = 0, limit: int = 500
) -> EntryPage:
    """Return the changes of a set after a revision.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    row = get_set(connection, actor, set_id)
    until = min(row.revision, after + limit)
    return EntryPage(
        row.revision, tuple(read_entries(connection, set_id, after=after, until=until))
    )


def read_origins(
    connection: Connection, actor: Actor, set_id: str, annotation: str = ""
) -> dict[str, Mapping[str, FieldOrigin]]:
    """Return for each annotation of a set the change that set each of its fields.

    Args:
        connection: An open transaction.
        actor: The acting person.
        set_id: The set.
        annotation: The id of one annotation; all by default.

    Raises:
        NotFound: There is no such set, or the person may not see it.
    """
    get_set(connection, actor, set_id)
    state, entries = State(), read_entries(connection, set_id)
    for entry in entries:
        state.apply(entry.steps)
    return {
        name: fields
        for name, fields in find_origins(entries).items()
        if state.get(name) is not None and annotation in ("", name)
    }


def close_set(connection: Connection, actor: Actor, set_id: str) -> None:
    """Close a set to changes; for its annotator or a manager.

    Raises:
        NotFound: There is no such set for this person.
    """
    _set_state(connection, actor, set_id, "closed", by_owner=True)


def open_set(connection: Connection, actor: Actor, set_id: str) -> None:
    """Open a set to changes again; for managers.

    Raises:
        NotFound: There is no such set for this person.
        Forbidden: They are not a manager of the project.
    """
    _set_state(connection, actor, set_id, "open", by_owner=False)


def _set_state(
    connection: Connection, actor: Actor, set_id: str, state: str, *, by_owner: bool
) -> None:
    """Change the state of a set, which a manager may do without seeing the set."""
    query = select(annotation_sets.c.owner, annotation_sets.c.project).where(
        annotation_sets.c.id == set_id
    )
    row = connection.execute(query).first()
    if row is None or not get_roles(connection, actor, row.project):
        raise NotFound("there is no such annotation set, or you may not see it")
    if row.owner != actor.person:
        roles = get_roles(connection, actor, row.project)
        if not has_permission(roles, Permission.MANAGE):
            raise NotFound("there is no such annotation set, or you may not see it")
    own = by_owner and row.owner == actor.person
    require(connection, actor, row.project, Permission.ANNOTATE if own else Permission.MANAGE)
    connection.execute(
        update(annotation_sets).where(annotation_sets.c.id == set_id).values(state=state)
    )


def _require_maker(
    connection: Connection, actor: Actor, project: str, kind: str, owner: str | None
) -> None:
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    held = [permission for permission in _MAKERS[kind] if has_permission(roles, permission)]
    if kind == "human" and owner != actor.person:
        held = [permission for permission in held if permission == Permission.MANAGE]
    if not held:
        raise Forbidden("you may not make sets of this kind. Ask a manager of the project")
    require(connection, actor, project, held[0])


def _check_free(connection: Connection, row: SetRow) -> None:
    query = select(documents.c.project, annotation_sets.c.id).join_from(
        documents,
        annotation_sets,
        and_(annotation_sets.c.document == documents.c.id, annotation_sets.c.name == row.name),
        isouter=True,
    )
    present = connection.execute(query.where(documents.c.id == row.document)).first()
    if present is None or present.project != row.project:
        raise NotFound("there is no such document, or you may not see it")
    if present.id is not None:
        raise _make_taken()


def _make_taken() -> Conflict:
    return Conflict("the document has a set of that name. Choose another name")


def _begin(
    connection: Connection, actor: Actor, row: SetRow, annotation_set: AnnotationSet, check: bool
) -> SetRow:
    """Append the first change of a set."""
    first = make_first_change(annotation_set)
    if check:
        schema = get_schema(connection, actor, row.project)
        checker = Checker(read_document(connection, row.document), schema)
        ids = [annotation.id for annotation in annotation_set.annotations]
        refuse_problems(checker.find_problems(first.state, ids))
    values = first.make_row(row.id, row.project, _SOURCES[row.kind], actor, now())
    connection.execute(insert(changes).values(**values))
    connection.execute(
        update(annotation_sets).where(annotation_sets.c.id == row.id).values(revision=1)
    )
    if first.snapshot:
        saved = {"set": row.id, "revision": 1, "state": first.snapshot}
        connection.execute(insert(snapshots).values(**saved))
    return msgspec.structs.replace(row, revision=1)
