"""Insertion of tasks for the chosen people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, func, insert, select

from goldsmith.errors import Conflict, InputError
from goldsmith.store.access import Role
from goldsmith.store.tables import annotation_sets, new_id, now, tasks
from goldsmith.store.workflow.balance import Key, Portion, draw_arms
from goldsmith.store.workflow.batches import Batch
from goldsmith.store.workflow.exclusions import find_annotators
from goldsmith.store.workflow.portions import list_portions
from goldsmith.store.workflow.terms import ACTIVE_TASKS, ADJUDICATE, TaskState
from goldsmith.store.workflow.workloads import recount


class Pick(msgspec.Struct, frozen=True):
    """A portion and the person who gets it."""

    portion: Portion
    person: str


def make_tasks(
    connection: Connection,
    batch: Batch,
    picks: Sequence[Pick],
    *,
    corrects: str = "",
    source: str | None = None,
) -> None:
    """Insert tasks; the caller checks the permission, and that nobody gets work twice.

    Args:
        connection: A transaction that writes.
        batch: The batch.
        picks: Who gets what.
        corrects: The senior annotator whose work a batch of corrections starts from.
        source: The set that a correction starts from, if already determined.
    """
    if not picks:
        return
    arms = _choose_arms(connection, batch, picks)
    sources = (
        dict.fromkeys((pick.portion.document for pick in picks), source)
        if source
        else _find_sources(connection, batch, picks, corrects)
    )
    positions = _read_positions(connection, batch.project, {pick.person for pick in picks})
    rows = []
    for pick in picks:
        positions[pick.person] += 1
        portion = pick.portion
        rows.append(
            {
                "id": new_id(),
                "project": batch.project,
                "batch": batch.id,
                "document": portion.document,
                "person": pick.person,
                "kind": batch.kind,
                "state": TaskState.ASSIGNED,
                "arm": arms[portion.key, pick.person],
                "start": portion.start,
                "end": portion.end,
                "words": portion.words,
                "source": sources.get(portion.document),
                "position": positions[pick.person],
                "assigned_at": now(),
            }
        )
    connection.execute(insert(tasks), rows)
    recount(connection, batch.project, {pick.person for pick in picks})


def assign_adjudicator(connection: Connection, batch: Batch, name: str) -> None:
    """Give an adjudicator a task on each document, so that their time is measured.

    Raises:
        UnknownName: The project has no such adjudicator.
    """
    person = find_annotators(connection, batch.project, [name], Role.ADJUDICATOR)[0]
    positions = _read_positions(connection, batch.project, [person])
    rows = []
    for portion in list_portions(connection, batch, whole=True):
        positions[person] += 1
        rows.append(
            {
                "id": new_id(),
                "project": batch.project,
                "batch": batch.id,
                "document": portion.document,
                "person": person,
                "kind": ADJUDICATE,
                "state": TaskState.ASSIGNED,
                "words": portion.words,
                "position": positions[person],
                "assigned_at": now(),
            }
        )
    connection.execute(insert(tasks), rows)
    recount(connection, batch.project, [person])


def _read_positions(
    connection: Connection, project: str, people: Collection[str]
) -> defaultdict[str, int]:
    """Return the last position of each annotator; it reveals nothing about others."""
    query = (
        select(tasks.c.person, func.max(tasks.c.position))
        .where(tasks.c.project == project, tasks.c.person.in_(people))
        .group_by(tasks.c.person)
    )
    positions: defaultdict[str, int] = defaultdict(int)
    positions.update((person, last) for person, last in connection.execute(query))
    return positions


def _choose_arms(
    connection: Connection, batch: Batch, picks: Sequence[Pick]
) -> Mapping[tuple[Key, str], str]:
    pairs = [(pick.portion.key, pick.person) for pick in picks]
    if batch.settings.arms != "random":
        return dict.fromkeys(pairs, batch.settings.arms)
    query = (
        select(tasks.c.person, tasks.c.arm, func.count())
        .where(tasks.c.batch == batch.id, tasks.c.state.in_(ACTIVE_TASKS))
        .group_by(tasks.c.person, tasks.c.arm)
    )
    earlier = {(str(person), str(arm)): count for person, arm, count in connection.execute(query)}
    return draw_arms(pairs, earlier, batch.settings.seed)


def _find_sources(
    connection: Connection, batch: Batch, picks: Sequence[Pick], corrects: str
) -> dict[str, str]:
    """Return the set that the correction of each document starts from.

    Raises:
        Conflict: A document has no finished work of the senior annotator.
    """
    if batch.kind != "correct":
        return {}
    if not corrects:
        raise InputError(
            "a correction needs the work of an annotator to start from",
            where="corrects",
            expected="the name of the senior annotator",
        )
    senior = find_annotators(connection, batch.project, [corrects])[0]
    names = {pick.portion.document for pick in picks}
    query = (
        select(tasks.c.document, tasks.c.set)
        .join(annotation_sets, annotation_sets.c.id == tasks.c.set)
        .where(
            tasks.c.document.in_(names),
            tasks.c.person == senior,
            tasks.c.state == TaskState.DONE,
            tasks.c.start.is_(None),
        )
    )
    sources = {row.document: row.set for row in connection.execute(query)}
    lacking = len(names - sources.keys())
    if lacking:
        raise Conflict(
            f"{corrects} has not finished {lacking} of {len(names)} documents. Wait, or choose "
            "other documents"
        )
    return sources
