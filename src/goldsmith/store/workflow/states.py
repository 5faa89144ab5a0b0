"""The life cycle of a batch: annotated, passed or failed, adjudicated, closed.

open → annotated → passed → adjudicating → closed
         ↓  ↑        ↑
        failed ──────┘ put forward with a reason
          └→ open, annotated again by a further annotator
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select, update

from goldsmith.errors import Conflict, NotFound
from goldsmith.store.access import Actor, Permission
from goldsmith.store.audit import record
from goldsmith.store.tables import annotation_sets, batches, consensus_sets, now, tasks
from goldsmith.store.workflow.assignment import NewTasks, assign_batch, pick_by_load
from goldsmith.store.workflow.batches import (
    Batch,
    Headline,
    get_batch,
    lock_batch,
    read_batch_documents,
)
from goldsmith.store.workflow.comparisons import Comparison, replace_comparisons
from goldsmith.store.workflow.creation import assign_adjudicator, make_tasks
from goldsmith.store.workflow.exclusions import find_annotators
from goldsmith.store.workflow.exposure import refresh_batch, share_batch
from goldsmith.store.workflow.portions import list_portions
from goldsmith.store.workflow.returning import withdraw_tasks
from goldsmith.store.workflow.terms import (
    ACTIVE_TASKS,
    ADJUDICATE,
    BatchState,
    Line,
    Prose,
)

#: The states in which measuring decides whether a batch passes.
_JUDGED = (BatchState.ANNOTATED, BatchState.PASSED, BatchState.FAILED)


class Reannotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to have a batch annotated again.

    Attributes:
        person: The further annotator; the one with the fewest open words if empty.
        instead_of: The annotator whose work in this batch no longer counts; optional.
    """

    person: Line = ""
    instead_of: Line = ""


class PutForwardReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why a batch below its thresholds goes to adjudication (CLEF section 6)."""

    reason: Prose


class Adjudication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The adjudicator of a batch; any adjudicator if empty."""

    person: Line = ""


def store_agreement(
    connection: Connection,
    actor: Actor,
    batch: str,
    headline: Headline,
    agreement: bytes,
    rows: Sequence[Comparison],
) -> Batch:
    """Store a measurement; an annotated batch passes or fails.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch is not annotated.
    """
    current = lock_batch(connection, actor, batch)
    if current.state == BatchState.OPEN:
        raise Conflict("the batch is not annotated yet. Wait until all tasks are done")
    values: dict[str, object] = {"agreement": agreement.decode()}
    if current.state in _JUDGED and not (current.state == BatchState.PASSED and current.reason):
        values["state"] = BatchState.PASSED if headline.passed else BatchState.FAILED
    connection.execute(update(batches).where(batches.c.id == batch).values(**values))
    replace_comparisons(connection, current.project, batch, rows, headline.at)
    record(connection, actor, "batch.measure", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def reannotate_batch(connection: Connection, actor: Actor, batch: str, data: Reannotation) -> Batch:
    """Have a further annotator annotate a batch that failed.

    Raises:
        NotFound: There is no such batch, or the annotator has no tasks in it.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch did not fail, or nobody is free.
        UnknownName: The project has no such annotator.
    """
    current = lock_batch(connection, actor, batch)
    _require_state(current, BatchState.FAILED)
    if data.instead_of:
        _withdraw_annotator(connection, current, data.instead_of)
    if data.person:
        assign_batch(connection, actor, batch, NewTasks(people=(data.person,)))
    else:
        portions = list_portions(connection, current)
        picks = pick_by_load(connection, current, portions, additional=1)
        make_tasks(connection, current, picks)
    refresh_batch(connection, batch)
    record(connection, actor, "batch.reannotate", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def put_forward(connection: Connection, actor: Actor, batch: str, reason: str) -> Batch:
    """Let a batch below its thresholds pass, with a recorded reason.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch did not fail.
    """
    current = lock_batch(connection, actor, batch)
    _require_state(current, BatchState.FAILED)
    _move(connection, batch, BatchState.PASSED, reason=reason)
    record(connection, actor, "batch.put-forward", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def begin_adjudication(
    connection: Connection, actor: Actor, batch: str, data: Adjudication
) -> Batch:
    """Open a batch that passed to adjudicators.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch has not passed.
        UnknownName: The project has no such adjudicator.
    """
    current = lock_batch(connection, actor, batch)
    _require_state(current, BatchState.PASSED)
    if data.person:
        assign_adjudicator(connection, current, data.person)
    _move(connection, batch, BatchState.ADJUDICATING)
    record(connection, actor, "batch.adjudicate", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def close_batch(connection: Connection, actor: Actor, batch: str) -> Batch:
    """Close a batch: its annotators may see each other's work on their documents, for good.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch has not passed, or a document in adjudication has no consensus.
    """
    current = lock_batch(connection, actor, batch)
    _require_state(current, BatchState.PASSED, BatchState.ADJUDICATING)
    if current.state == BatchState.ADJUDICATING:
        _require_consensus(connection, batch)
    _move(connection, batch, BatchState.CLOSED, closed_at=now())
    share_batch(connection, batch)
    record(connection, actor, "batch.close", project=current.project, detail=batch)
    return get_batch(connection, actor, batch)


def read_agreement(connection: Connection, actor: Actor, batch: str) -> str:
    """Return the agreement of a batch as JSON.

    Raises:
        NotFound: There is no such batch, or it was not measured.
        Forbidden: The person may not see agreement.
    """
    get_batch(connection, actor, batch, Permission.SEE_AGREEMENT)
    query = select(batches.c.agreement).where(batches.c.id == batch)
    agreement = str(connection.execute(query).scalar_one())
    if not agreement:
        raise NotFound("the batch has not been measured yet")
    return agreement


def _withdraw_annotator(connection: Connection, batch: Batch, name: str) -> None:
    person = find_annotators(connection, batch.project, [name])[0]
    query = select(tasks.c.id, tasks.c.set).where(
        tasks.c.batch == batch.id,
        tasks.c.person == person,
        tasks.c.state.in_(ACTIVE_TASKS),
        tasks.c.kind != ADJUDICATE,
    )
    rows = connection.execute(query).all()
    if not rows:
        raise NotFound("the annotator has no tasks in this batch")
    withdraw_tasks(connection, [row.id for row in rows], [row.set for row in rows])


def _require_consensus(connection: Connection, batch: str) -> None:
    names = {doc.id for doc in read_batch_documents(connection, batch) if not doc.dropped}
    reopened = select(consensus_sets.c.set).where(consensus_sets.c.open_units > 0)
    query = select(annotation_sets.c.document).where(
        annotation_sets.c.document.in_(names),
        annotation_sets.c.kind == "consensus",
        annotation_sets.c.id.not_in(reopened),
    )
    lacking = len(names - set(connection.execute(query).scalars()))
    if lacking:
        raise Conflict(
            f"{lacking} of {len(names)} documents have no consensus. Adjudicate or drop them"
        )


def _require_state(batch: Batch, *states: BatchState) -> None:
    if batch.state not in states:
        expected = " or ".join(states)
        raise Conflict(f"the batch is {batch.state}; this needs a batch that is {expected}")


def _move(connection: Connection, batch: str, state: BatchState, **values: object) -> None:
    connection.execute(update(batches).where(batches.c.id == batch).values(state=state, **values))
