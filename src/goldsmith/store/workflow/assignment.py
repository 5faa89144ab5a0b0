"""Assignment of the documents of a batch, by hand or by load."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, func, select

from goldsmith.errors import Conflict, InputError
from goldsmith.store.access import Actor
from goldsmith.store.audit import record
from goldsmith.store.tables import (
    exclusions,
    tasks,
    workloads,
)
from goldsmith.store.workflow.balance import Key, Portion, choose_annotators
from goldsmith.store.workflow.batches import Batch, lock_batch
from goldsmith.store.workflow.creation import Pick, make_tasks
from goldsmith.store.workflow.exclusions import find_annotators, read_annotators
from goldsmith.store.workflow.exposure import refresh_batch
from goldsmith.store.workflow.portions import list_portions
from goldsmith.store.workflow.terms import (
    ACTIVE_TASKS,
    ADJUDICATE,
    OPEN_TASKS,
    BatchState,
    Line,
    Name,
)


class NewTasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The assignment of the documents of a batch.

    Attributes:
        people: The annotators, by name. If empty, those with the fewest open words get the
            missing tasks.
        documents: The ids of the documents; all of the batch if empty.
        among: The annotators to choose from; all annotators of the project if empty.
        per_document: Choose annotators for each document separately, not for the whole batch.
        corrects: The senior annotator whose work a batch of corrections starts from.
    """

    people: tuple[Name, ...] = ()
    documents: tuple[str, ...] = ()
    among: tuple[Name, ...] = ()
    per_document: bool = False
    corrects: Line = ""


def assign_batch(connection: Connection, actor: Actor, batch: str, data: NewTasks) -> int:
    """Make tasks on the documents of a batch, and return how many.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        UnknownName: The project has no such annotator.
        Conflict: The batch is closed, an annotator already had a document, or too few are free.
    """
    entry = lock_batch(connection, actor, batch)
    if entry.state == BatchState.CLOSED:
        raise Conflict("the batch is closed. Make a new one")
    portions = _select_portions(connection, entry, data.documents)
    if data.people:
        picks = _pick_by_hand(connection, entry, portions, data.people)
    else:
        picks = pick_by_load(
            connection, entry, portions, data.among, per_document=data.per_document
        )
    make_tasks(connection, entry, picks, corrects=data.corrects)
    refresh_batch(connection, batch)
    record(connection, actor, "batch.assign", project=entry.project, detail=f"{batch} {len(picks)}")
    return len(picks)


def _select_portions(
    connection: Connection, batch: Batch, chosen: Sequence[str]
) -> Sequence[Portion]:
    portions = list_portions(connection, batch)
    if chosen:
        within = {portion.document for portion in portions}
        if not set(chosen) <= within:
            raise InputError(
                "the batch has no such document", where="documents", expected="ids of the batch"
            )
        portions = [portion for portion in portions if portion.document in chosen]
    return portions


def _pick_by_hand(
    connection: Connection, batch: Batch, portions: Sequence[Portion], names: Sequence[str]
) -> list[Pick]:
    people = find_annotators(connection, batch.project, names)
    barred = read_barred(connection, portions)
    picks = [Pick(portion, person) for portion in portions for person in dict.fromkeys(people)]
    repeated = sum(pick.person in barred[pick.portion.key] for pick in picks)
    if repeated:
        raise Conflict(
            f"{repeated} of {len(picks)} tasks would give an annotator a document for the second "
            "time. Choose others"
        )
    return picks


def pick_by_load(
    connection: Connection,
    batch: Batch,
    portions: Sequence[Portion],
    among: Sequence[str] = (),
    *,
    per_document: bool = False,
    additional: int = 0,
) -> list[Pick]:
    """Choose the annotators with the fewest open words; the caller checks the permission.

    Args:
        connection: A transaction that writes.
        batch: The batch.
        portions: Its documents or snippets.
        among: The annotators to choose from, by name; all annotators if empty.
        per_document: Choose for each document separately.
        additional: The number of further annotators per portion; by default the missing number.

    Raises:
        UnknownName: The project has no such annotator.
        Conflict: Too few annotators are free.
    """
    loads = _read_loads(connection, batch.project, among)
    barred = read_barred(connection, portions)
    active = _count_active(connection, batch.id)
    size = batch.settings.annotators_per_document
    lacking = {
        portion.key: additional or max(size - active[portion.key], 0) for portion in portions
    }
    chosen = choose_annotators(
        portions, lacking, loads, barred, seed=batch.settings.seed, per_document=per_document
    )
    return [Pick(portion, person) for portion in portions for person in chosen.get(portion.key, ())]


def read_barred(connection: Connection, portions: Sequence[Portion]) -> Mapping[Key, set[str]]:
    """Return the people who ever had each portion, in any batch and with any outcome."""
    query = select(tasks.c.document, tasks.c.start, tasks.c.end, tasks.c.person).where(
        tasks.c.document.in_({portion.document for portion in portions}),
        tasks.c.kind != ADJUDICATE,
    )
    barred: defaultdict[Key, set[str]] = defaultdict(set)
    by_document = defaultdict(list)
    for row in connection.execute(query):
        by_document[row.document].append(row)
    for portion in portions:
        for row in by_document[portion.document]:
            if _overlaps(portion, row.start, row.end):
                barred[portion.key].add(row.person)
    return barred


def _overlaps(portion: Portion, start: int | None, end: int | None) -> bool:
    if portion.start is None or portion.end is None or start is None or end is None:
        return True
    return portion.start < end and start < portion.end


def _read_loads(connection: Connection, project: str, among: Sequence[str]) -> dict[str, int]:
    """Return the open words of all people who may get tasks."""
    everybody = read_annotators(connection, project)
    people = find_annotators(connection, project, among) if among else [*everybody.values()]
    excluded = set(
        connection.execute(
            select(exclusions.c.person).where(exclusions.c.project == project)
        ).scalars()
    )
    query = (
        select(workloads.c.person, func.sum(workloads.c.words))
        .where(workloads.c.project == project, workloads.c.state.in_(OPEN_TASKS))
        .group_by(workloads.c.person)
    )
    words = {person: int(total) for person, total in connection.execute(query)}
    return {person: words.get(person, 0) for person in people if person not in excluded}


def _count_active(connection: Connection, batch: str) -> Counter[Key]:
    query = select(tasks.c.document, tasks.c.start).where(
        tasks.c.batch == batch, tasks.c.state.in_(ACTIVE_TASKS), tasks.c.kind != ADJUDICATE
    )
    return Counter((row.document, row.start or 0) for row in connection.execute(query))
