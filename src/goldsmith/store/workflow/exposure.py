"""Who may see the sets of a batch, depending on its tasks and its state.

A set is private until as many annotators of its document as the batch requires are done and nobody
is still working on it, then finished, and shared when the batch is closed. This module is the only
one that applies the rule.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select, update

from goldsmith.store.access import Exposure
from goldsmith.store.tables import annotation_sets, batch_documents, batches, tasks
from goldsmith.store.workflow.terms import (
    ACTIVE_TASKS,
    ADJUDICATE,
    OPEN_TASKS,
    BatchSettings,
    BatchState,
    TaskState,
)

_CHUNK = 500


def refresh_batch(connection: Connection, batch: str) -> None:
    """Set the exposure of the sets of a batch, and its state, from the states of its tasks."""
    query = select(batches.c.state, batches.c.kind, batches.c.settings)
    row = connection.execute(query.where(batches.c.id == batch)).one()
    state, settings = BatchState(row.state), msgspec.json.decode(row.settings, type=BatchSettings)
    least = settings.annotators_per_document if row.kind == "annotate" else 1
    lock_sets(connection, batch)
    portions = _read_states(connection, batch)
    finished = {
        document
        for document, of_document in portions.items()
        if all(_is_finished(states, least) for states in of_document.values())
    }
    if state == BatchState.CLOSED:
        _expose(connection, batch, [*portions], Exposure.SHARED)
    else:
        _expose(connection, batch, [*finished], Exposure.FINISHED)
        _expose(connection, batch, [*(portions.keys() - finished)], Exposure.PRIVATE)
    counted = _list_documents(connection, batch)
    is_finished = bool(counted) and counted <= finished
    if is_finished and state == BatchState.OPEN:
        _set_state(connection, batch, BatchState.ANNOTATED)
    elif not is_finished and state not in (BatchState.OPEN, BatchState.CLOSED):
        _set_state(connection, batch, BatchState.OPEN)


def share_batch(connection: Connection, batch: str) -> None:
    """Share the sets of a closed batch, including the consensus."""
    refresh_batch(connection, batch)
    within = select(batch_documents.c.document).where(batch_documents.c.batch == batch)
    connection.execute(
        update(annotation_sets)
        .where(annotation_sets.c.document.in_(within), annotation_sets.c.kind == "consensus")
        .values(exposure=Exposure.SHARED)
    )


def lock_sets(connection: Connection, batch: str) -> dict[str, int]:
    """Lock the sets of a batch, and return their revisions by id.

    They are locked in the order of their ids, as in the journal, so that nothing deadlocks.
    """
    within = select(tasks.c.set).where(tasks.c.batch == batch, tasks.c.set.is_not(None))
    query = (
        select(annotation_sets.c.id, annotation_sets.c.revision)
        .where(annotation_sets.c.id.in_(within))
        .order_by(annotation_sets.c.id)
        .with_for_update()
    )
    return {row.id: row.revision for row in connection.execute(query)}


def _is_finished(states: Sequence[TaskState], least: int) -> bool:
    """Return whether enough annotators are done and nobody is still working."""
    active = [state for state in states if state in ACTIVE_TASKS]
    return len(active) >= least and not set(active) & set(OPEN_TASKS)


def _read_states(connection: Connection, batch: str) -> dict[str, dict[int, list[TaskState]]]:
    """Return the states of tasks by document and start of the snippet."""
    query = select(tasks.c.document, tasks.c.start, tasks.c.state).where(
        tasks.c.batch == batch, tasks.c.kind != ADJUDICATE
    )
    states: dict[str, dict[int, list[TaskState]]] = {}
    for row in connection.execute(query):
        of_document = states.setdefault(row.document, {})
        of_document.setdefault(row.start or 0, []).append(TaskState(row.state))
    return states


def _list_documents(connection: Connection, batch: str) -> set[str]:
    query = select(batch_documents.c.document).where(
        batch_documents.c.batch == batch, ~batch_documents.c.dropped
    )
    return set(connection.execute(query).scalars())


def _expose(
    connection: Connection, batch: str, documents: Sequence[str], exposure: Exposure
) -> None:
    for start in range(0, len(documents), _CHUNK):
        sets = select(tasks.c.set).where(
            tasks.c.batch == batch,
            tasks.c.document.in_(documents[start : start + _CHUNK]),
            tasks.c.kind != ADJUDICATE,
            tasks.c.set.is_not(None),
        )
        connection.execute(
            update(annotation_sets)
            .where(annotation_sets.c.id.in_(sets), annotation_sets.c.exposure != exposure)
            .values(exposure=exposure)
        )


def _set_state(connection: Connection, batch: str, state: BatchState) -> None:
    connection.execute(update(batches).where(batches.c.id == batch).values(state=state))
