"""Withdraw decisions, so that their units are open again."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.errors import InputError, shorten_id
from goldsmith.project.adjudication.queue import Queue
from goldsmith.project.adjudication.session import Session


def reopen_units(queue: Queue, units: Sequence[str], *, by: str, reason: str = "") -> None:
    """Append a line to the log for each unit that withdraws its decision.

    Args:
        queue: The queue; no other process may work on it.
        units: The ids of the units.
        by: Who reopens them.
        reason: Why.

    Raises:
        InputError: Units have no decision; nothing is reopened then.
    """
    with queue.lock():
        session = Session(queue, by=by)
        open_already = [unit for unit in units if unit not in session.decisions]
        if open_already:
            raise InputError(
                "these units have no decision: " + ", ".join(map(shorten_id, open_already)),
                where=str(queue.folder),
                expected="units with a decision; nothing was reopened",
            )
        for unit in dict.fromkeys(units):
            session.reopen(unit, reason)
