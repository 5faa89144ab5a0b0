"""Verification of sets by replaying their journals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from sqlalchemy import Connection, func, select

from goldsmith.errors import GoldsmithError
from goldsmith.store.journal.log import fold, read_snapshot
from goldsmith.store.tables import annotation_sets, changes


class Fault(msgspec.Struct, frozen=True):
    """A set whose journal, revision and snapshot do not agree."""

    project: str
    set: str
    what: str


def find_faults(
    connection: Connection, advance: Callable[[], None] = lambda: None, *, project: str = ""
) -> Iterator[Fault]:
    """Replay the journal of every set, and yield the sets that differ from the result.

    The owner of the server runs this; it returns no annotations.

    Args:
        connection: An open transaction.
        advance: Called after each set.
        project: The project whose sets to verify; "" for all.
    """
    query = select(
        annotation_sets.c.id, annotation_sets.c.project, annotation_sets.c.revision
    ).order_by(annotation_sets.c.id)
    if project:
        query = query.where(annotation_sets.c.project == project)
    for row in connection.execute(query).all():
        for what in _check_set(connection, row.id, row.revision):
            yield Fault(row.project, row.id, what)
        advance()


def _check_set(connection: Connection, set_id: str, revision: int) -> Iterator[str]:
    numbers = select(func.count(), func.min(changes.c.revision), func.max(changes.c.revision))
    count, first, last = connection.execute(numbers.where(changes.c.set == set_id)).one()
    if count and (first != 1 or last != count):
        yield f"the journal has {count} changes, numbered {first} to {last}"
        return
    if revision != count:
        yield f"the set has revision {revision}, the journal has {count} changes"
        return
    content, saved = read_snapshot(connection, set_id)
    if saved > revision:
        yield f"the snapshot has revision {saved}, the set has {revision}"
        return
    try:
        state = fold(connection, set_id, saved)
        if state.export() != content:
            yield f"the snapshot of revision {saved} does not match the journal"
        fold(connection, set_id, revision)
    except GoldsmithError as error:
        yield f"the journal cannot be replayed: {error}"
