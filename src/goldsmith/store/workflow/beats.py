"""Active time: one beat for each 15 seconds with input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from goldsmith.errors import InputError
from goldsmith.store.access import Actor
from goldsmith.store.tables import beats, now, tasks
from goldsmith.store.workflow.tasks import Task, get_task
from goldsmith.store.workflow.terms import BEAT_SECONDS
from goldsmith.store.workflow.workloads import recount

_SLOT = BEAT_SECONDS * 1000
#: How far ahead a client's clock may be, in slots.
_AHEAD = 20
#: The maximum number of slots in one request: a day.
MOST_SLOTS = 24 * 60 * 60 // BEAT_SECONDS


class Beats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The slots of 15 seconds in which the person was active: milliseconds since 1970 / 15,000."""

    slots: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_SLOTS)]


def record_beats(connection: Connection, actor: Actor, task: str, slots: Sequence[int]) -> Task:
    """Record activity on a task; a slot counts once, however often it is sent.

    Raises:
        NotFound: The person has no such task.
        InputError: A slot is in the future, or before the task was assigned.
    """
    current = get_task(connection, actor, task)
    first, last = current.assigned_at // _SLOT - _AHEAD, now() // _SLOT + _AHEAD
    if any(not first <= slot <= last for slot in slots):
        raise InputError(
            "a slot is in the future, or before the task was assigned",
            where="slots",
            expected="milliseconds since 1970, divided by 15,000",
        )
    if slots:
        # the count must include rows of other transactions, so each waits here for the one before
        lock = select(tasks.c.id).where(tasks.c.id == task).with_for_update(key_share=True)
        connection.execute(lock)
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        rows = [{"task": task, "slot": slot, "person": actor.person} for slot in sorted(set(slots))]
        connection.execute(dialect.insert(beats).on_conflict_do_nothing(), rows)
        _count_beats(connection, task, max(slots))
        recount(connection, current.project, [actor.person])
    return get_task(connection, actor, task)


def _count_beats(connection: Connection, task: str, last: int) -> None:
    """Count all beats instead of adding to the count, so that the number cannot drift."""
    count = select(func.count()).where(beats.c.task == task).scalar_subquery()
    latest = min((last + 1) * _SLOT, now())
    connection.execute(
        update(tasks)
        .where(tasks.c.id == task)
        .values(beats=count, active_at=_greatest(connection, latest))
    )


def _greatest(connection: Connection, latest: int) -> ColumnElement[int]:
    name = func.max if connection.dialect.name == "sqlite" else func.greatest
    return name(func.coalesce(tasks.c.active_at, 0), latest)
