"""Suggestions: sets that a model or a dictionary made, shown to annotators who may see them.

An annotation of a suggestion has an id that is unique in its document. A person who accepts it adds
it to their own set under the same id; a person who rejects it adds a step that names it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import Conflict, NotFound
from goldsmith.store.access import (
    Actor,
    Permission,
    get_roles,
    match_own_tasks,
    match_visible_sets,
    require,
)
from goldsmith.store.bulk import NewSet, delete_sets, insert_sets
from goldsmith.store.journal.change import Receipt
from goldsmith.store.journal.log import SetRow, get_set
from goldsmith.store.journal.state import Content, State
from goldsmith.store.loading import load_contents
from goldsmith.store.sets import read_state
from goldsmith.store.tables import annotation_sets, changes, documents, tasks

#: The attribute that contains the confidence of a suggestion; it belongs to no schema.
CONFIDENCE = "suggestion:confidence"
KIND = "suggestion"
_PREFIX = "suggestion:"


class Suggestions(msgspec.Struct, frozen=True):
    """The suggestions of a source for a document.

    Attributes:
        set: The id of the set of suggestions.
        source: What made it: the name of a model, a dictionary or the rules for people.
        content: The annotations; mentions may have the attribute `suggestion:confidence`.
        accepted: The ids of suggestions that are or were in the annotator's own set.
        rejected: The ids of suggestions that the annotator rejected.
    """

    set: str
    source: str
    content: Content
    accepted: tuple[str, ...]
    rejected: tuple[str, ...]


class TaskSuggestions(msgspec.Struct, frozen=True):
    """The suggestions for the document of a task, and the annotator's own set."""

    set: str
    revision: int
    suggestions: tuple[Suggestions, ...]


def read_suggestions(connection: Connection, actor: Actor, task: str) -> TaskSuggestions:
    """Return the suggestions for a task of the acting person.

    A person who annotates blindly gets none, not even their number.

    Raises:
        NotFound: The person has no such task.
        Conflict: The task has not been started.
    """
    row = get_task_set(connection, actor, task)
    roles = get_roles(connection, actor, row.project)
    query = (
        select(annotation_sets)
        .where(annotation_sets.c.document == row.document, annotation_sets.c.kind == KIND)
        .where(match_visible_sets(actor, roles))
        .order_by(annotation_sets.c.name)
    )
    sets = connection.execute(query).all()
    contents = load_contents(connection, {entry.id: entry.revision for entry in sets})
    state = read_state(connection, row)
    accepted = _find_accepted(connection, row.id) if sets else set()
    return TaskSuggestions(
        row.id,
        row.revision,
        tuple(
            _make_suggestions(entry.id, entry.name, contents[entry.id], state, accepted)
            for entry in sets
        ),
    )


def get_task_set(connection: Connection, actor: Actor, task: str) -> SetRow:
    """Return the set of a task of the acting person.

    Raises:
        NotFound: The person has no such task.
        Conflict: The task has not been started.
    """
    query = select(tasks.c.set, tasks.c.project).where(tasks.c.id == task, match_own_tasks(actor))
    row = connection.execute(query).first()
    if row is None:
        raise NotFound("there is no such task, or it is not yours")
    require(connection, actor, row.project, Permission.ANNOTATE)
    if row.set is None:
        raise Conflict("the task has not been started. Start it first")
    return get_set(connection, actor, row.set)


def find_earlier_receipt(connection: Connection, set_id: str, change_id: str) -> Receipt | None:
    """Return the receipt that a change with this id got before; None if it is new."""
    query = select(changes.c.revision, changes.c.at).where(
        changes.c.set == set_id, changes.c.id == change_id
    )
    row = connection.execute(query).first()
    return Receipt(change_id, row.revision, row.at) if row else None


def replace_suggestions(
    connection: Connection, actor: Actor, project: str, sets: Sequence[NewSet]
) -> None:
    """Store suggestions; they replace earlier ones of the same source.

    No work is lost: accepted suggestions are in the sets of the annotators.

    Raises:
        Forbidden: The person is not a manager of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    names = {new.annotations.name for new in sets}
    old = select(annotation_sets.c.id).where(
        annotation_sets.c.document.in_([new.document for new in sets]),
        annotation_sets.c.name.in_(names),
        annotation_sets.c.kind == KIND,
    )
    delete_sets(connection, list(connection.execute(old).scalars()))
    insert_sets(connection, actor, project, sets)


def list_ids_by_name(connection: Connection, project: str, names: Sequence[str]) -> dict[str, str]:
    """Return the ids of documents by name; the caller checks that the person may see them."""
    query = select(documents.c.name, documents.c.id).where(
        documents.c.project == project, documents.c.name.in_(names)
    )
    return {row.name: row.id for row in connection.execute(query)}


def _find_accepted(connection: Connection, set_id: str) -> set[str]:
    """Return the ids of the annotations that changes with source `suggestion` added to a set."""
    query = select(changes.c.steps).where(
        changes.c.set == set_id, changes.c.source == "suggestion", changes.c.undoes == ""
    )
    accepted: set[str] = set()
    for steps in connection.execute(query).scalars():
        for step in msgspec.json.decode(steps, type=list[_AddStep]):
            added = step.mention or step.relation or step.group
            accepted.update([added.id] if added else [])
    return accepted


class _NewSuggestion(msgspec.Struct):
    id: str


class _AddStep(msgspec.Struct):
    """The relevant part of a step that adds an annotation."""

    mention: _NewSuggestion | None = None
    relation: _NewSuggestion | None = None
    group: _NewSuggestion | None = None


def list_annotation_ids(content: Content) -> list[str]:
    """Return the ids of the mentions, relations and groups of a set."""
    return [
        *(mention.id for mention in content.mentions),
        *(rel.id for rel in content.relations),
        *(group.id for group in content.groups),
    ]


def _make_suggestions(
    set_id: str, name: str, content: Content, state: State, accepted: set[str]
) -> Suggestions:
    ids = list_annotation_ids(content)
    return Suggestions(
        set_id,
        name,
        content,
        tuple(name for name in ids if name in accepted or state.get(name) is not None),
        tuple(name for name in ids if name in state.rejected),
    )
