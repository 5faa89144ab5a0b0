"""The origins of codes, and the sets whose codes may serve as examples to a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from sqlalchemy import Connection, Subquery, insert, select, union

from goldsmith.errors import Forbidden
from goldsmith.store.access import (
    Actor,
    Permission,
    has_permission,
    match_visible_sets,
    require,
)
from goldsmith.store.journal.reading import SetRow, get_set
from goldsmith.store.tables import (
    annotation_sets,
    batches,
    changes,
    code_origins,
    consensus_sets,
    document_texts,
    tasks,
)

#: Single candidate accepted; candidates rejected; chosen from several; searched for; no concept.
How = Literal["accepted", "rejected", "chosen", "searched", "cui-less"]
#: The kinds of sets that serve as examples; suggestions are nobody's decision.
_LEARNED = ("human", "consensus", "import")
#: The maximum number of example sets, consensus sets first.
_MOST_SETS = 5_000
_CHUNK = 400


class CodeOrigin(msgspec.Struct, frozen=True):
    """An answer of the coding pass about an annotation.

    Attributes:
        set: The set.
        annotation: The mention.
        revision: The revision of the set that the answer made.
        how: The origin of the code.
        code: SYSTEM:CODE, or `CUI-less`; for a rejection, the candidate if there was one.
        candidates: How many candidates there were.
    """

    set: str
    annotation: str
    revision: int
    how: How
    code: str
    candidates: int


class LearnedSet(msgspec.Struct, frozen=True):
    """An example set at a revision."""

    id: str
    document: str
    revision: int


def open_for_coding(connection: Connection, actor: Actor, set_id: str) -> SetRow:
    """Return a set whose mentions the person may code: their own, or a consensus.

    Raises:
        NotFound: The person may not see the set.
        Forbidden: The set belongs to somebody else.
    """
    row = get_set(connection, actor, set_id)
    if row.kind == "consensus":
        require(connection, actor, row.project, Permission.ADJUDICATE)
    elif row.kind == "human" and row.owner == actor.person:
        require(connection, actor, row.project, Permission.ANNOTATE)
    else:
        raise Forbidden("only its annotator codes this set. Work in your own set")
    return row


def list_origins(connection: Connection, actor: Actor, set_id: str) -> list[CodeOrigin]:
    """Return the answers about a set that were not undone, in order.

    Raises:
        NotFound: The person may not see the set.
    """
    row = get_set(connection, actor, set_id)
    return _read_active(connection, [row.id])


def list_project_origins(connection: Connection, actor: Actor, project: str) -> list[CodeOrigin]:
    """Return the answers about all sets of a project that the person may see.

    Raises:
        NotFound: The person is not a member of the project.
    """
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    coded = select(code_origins.c.set).distinct().subquery()
    query = (
        select(annotation_sets.c.id)
        .join_from(coded, annotation_sets, annotation_sets.c.id == coded.c.set)
        .where(annotation_sets.c.project == project, match_visible_sets(actor, roles))
    )
    return _read_active(connection, list(connection.execute(query).scalars()))


def add_origins(connection: Connection, origins: Sequence[CodeOrigin]) -> None:
    """Record the origins of codes, once for each revision of a set."""
    first = origins[0]
    query = select(code_origins.c.annotation).where(
        code_origins.c.set == first.set, code_origins.c.revision == first.revision
    )
    if connection.execute(query.limit(1)).first() is None:
        rows = [msgspec.structs.asdict(origin) for origin in origins]
        connection.execute(insert(code_origins), rows)


def list_learned_sets(connection: Connection, actor: Actor, project: str) -> list[LearnedSet]:
    """Return the sets whose codes may serve as examples to a person, consensus sets first.

    These are sets that the person may see: for an annotator their own, and those of closed batches
    on their documents.

    Raises:
        NotFound: The person is not a member of the project.
    """
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    sees_all = has_permission(roles, Permission.SEE_DOCUMENTS)
    learned: dict[str, LearnedSet] = {}
    for chosen in _select_consensus(project), None if sees_all else _select_near(actor, project):
        query = select(*_LEARNED_COLUMNS).where(
            annotation_sets.c.kind.in_(_LEARNED),
            annotation_sets.c.revision > 0,
            match_visible_sets(actor, roles),
        )
        if chosen is None:
            query = query.where(annotation_sets.c.project == project)
        else:
            query = query.join(chosen, chosen.c.id == annotation_sets.c.id)
        rows = connection.execute(query.limit(_MOST_SETS - len(learned)))
        learned.update((row.id, LearnedSet(*row)) for row in rows)
    return list(learned.values())


def _select_consensus(project: str) -> Subquery:
    """Select the consensus sets that the batches of a project made."""
    return (
        select(consensus_sets.c.set.label("id"))
        .join_from(consensus_sets, batches)
        .where(batches.c.project == project)
        .subquery()
    )


def _select_near(actor: Actor, project: str) -> Subquery:
    """Select the sets of a person and of their documents, the only ones they can see.

    This avoids searching a large project for the few sets of an annotator.
    """
    own = select(annotation_sets.c.id).where(
        annotation_sets.c.owner == actor.person, annotation_sets.c.project == project
    )
    on_own_documents = (
        select(annotation_sets.c.id)
        .join_from(tasks, annotation_sets, tasks.c.document == annotation_sets.c.document)
        .where(tasks.c.project == project, tasks.c.person == actor.person)
    )
    return union(own, on_own_documents).subquery()


_LEARNED_COLUMNS = (
    annotation_sets.c.id,
    annotation_sets.c.document,
    annotation_sets.c.revision,
)


def read_texts(connection: Connection, documents: Iterable[str]) -> dict[str, str]:
    """Return the texts of documents by id; the caller checks that the person may see them."""
    ids = sorted(set(documents))
    texts: dict[str, str] = {}
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        query = select(document_texts.c.document, document_texts.c.text).where(
            document_texts.c.document.in_(part)
        )
        texts.update((row.document, row.text) for row in connection.execute(query))
    return texts


def _read_active(connection: Connection, sets: Sequence[str]) -> list[CodeOrigin]:
    """Return the answers whose changes are in effect: not undone, or redone."""
    origins = []
    for start in range(0, len(sets), _CHUNK):
        part = sets[start : start + _CHUNK]
        undone_by = _read_undone(connection, part)
        query = (
            select(code_origins, changes.c.id.label("change"))
            .join_from(
                code_origins,
                changes,
                (changes.c.set == code_origins.c.set)
                & (changes.c.revision == code_origins.c.revision),
            )
            .where(code_origins.c.set.in_(part))
            .order_by(code_origins.c.set, code_origins.c.revision, code_origins.c.annotation)
        )
        origins += [
            CodeOrigin(row.set, row.annotation, row.revision, row.how, row.code, row.candidates)
            for row in connection.execute(query)
            if _is_in_force((row.set, row.change), undone_by)
        ]
    return origins


def _read_undone(
    connection: Connection, sets: Sequence[str]
) -> Mapping[tuple[str, str], tuple[str, str]]:
    """Return (set, change) -> the last change that undoes it."""
    query = (
        select(changes.c.set, changes.c.id, changes.c.undoes)
        .where(changes.c.set.in_(sets), changes.c.undoes != "")
        .order_by(changes.c.set, changes.c.revision)
    )
    return {(row.set, row.undoes): (row.set, row.id) for row in connection.execute(query)}


def _is_in_force(
    change: tuple[str, str], undone_by: Mapping[tuple[str, str], tuple[str, str]]
) -> bool:
    """Return whether a change is in effect: not undone, or its undo was undone in turn."""
    in_force = True
    while change in undone_by:
        change, in_force = undone_by[change], not in_force
    return in_force
