"""Sums over the tasks of each annotator, so that boards read only a few rows.

The sums are counted again from the tasks of a person whenever one of them changes, never
incremented, so that they cannot drift.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, case, delete, func, insert, select

from goldsmith.store.tables import people, tasks, workloads

_is_timed = tasks.c.beats > 0


def recount(connection: Connection, project: str, persons: Collection[str] = ()) -> None:
    """Count the tasks of people again, within the transaction that changed them.

    Args:
        connection: A transaction that writes.
        project: The project.
        persons: The people; all who have tasks if empty.
    """
    if not persons:
        query = select(tasks.c.person).where(tasks.c.project == project).distinct()
        persons = connection.execute(query).scalars().all()
    # one transaction at a time counts for a person; foreign keys to people do not wait
    locked = select(people.c.id).where(people.c.id.in_(persons)).order_by(people.c.id)
    connection.execute(locked.with_for_update(key_share=True))
    connection.execute(
        delete(workloads).where(workloads.c.project == project, workloads.c.person.in_(persons))
    )
    sums = (
        select(
            tasks.c.project,
            tasks.c.person,
            tasks.c.kind,
            tasks.c.state,
            tasks.c.arm,
            func.count(),
            func.sum(tasks.c.words),
            func.sum(tasks.c.beats),
            func.max(tasks.c.active_at),
            func.sum(case((_is_timed, 1), else_=0)),
            func.sum(case((_is_timed, tasks.c.words), else_=0)),
            func.coalesce(func.min(case((_is_timed, tasks.c.beats))), 0),
            func.max(tasks.c.beats),
        )
        .where(tasks.c.project == project, tasks.c.person.in_(persons))
        .group_by(tasks.c.project, tasks.c.person, tasks.c.kind, tasks.c.state, tasks.c.arm)
    )
    connection.execute(insert(workloads).from_select([*workloads.c.keys()], sums))
