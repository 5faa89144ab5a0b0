"""Collect the rows of the chronicle tables, column by column.

Building a tuple for each row would take longer than writing the tables, because every mention in a
note is a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from itertools import chain, repeat
from typing import Any

from goldsmith.chronicle.model import Chronicle, Event


def collect_columns(chronicles: Sequence[Chronicle]) -> dict[str, tuple[Sequence[Any], ...]]:
    """Return, for each table, the patient of each row and the values to build the rows from."""
    people = [chronicle.patient for chronicle in chronicles]
    ids = [person.id for person in people]
    events = [chronicle.events for chronicle in chronicles]
    documents = [chronicle.documents for chronicle in chronicles]
    links = [chronicle.links for chronicle in chronicles]
    conflicts = [chronicle.conflicts for chronicle in chronicles]
    days = _chain([entry.values() for entry in documents])
    return {
        "patients": (ids, people, [chronicle.last_day for chronicle in chronicles]),
        "documents": (_repeat(ids, documents), _chain(documents), days),
        "events": (_repeat(ids, events), _chain(events)),
        **_collect_parts(_repeat(ids, events), _chain(events)),
        "links": (_repeat(ids, links), _chain(links)),
        "conflicts": (_repeat(ids, conflicts), _chain(conflicts)),
    }


def _collect_parts(
    patients: Sequence[str], events: Sequence[Event]
) -> dict[str, tuple[Sequence[Any], ...]]:
    """Return the columns for the evidence and the statuses of events."""
    ids = [event.id for event in events]
    evidence = [event.evidence for event in events]
    statuses = [event.statuses for event in events]
    positions = _chain([range(len(places)) for places in evidence])
    return {
        "evidence": (
            _repeat(patients, evidence),
            _repeat(ids, evidence),
            positions,
            _chain(evidence),
        ),
        "statuses": (_repeat(patients, statuses), _repeat(ids, statuses), _chain(statuses)),
    }


def _chain(lists: Iterable[Iterable[Any]]) -> list[Any]:
    """Concatenate lists."""
    return list(chain.from_iterable(lists))


def _repeat(owners: Sequence[str], lists: Sequence[Sized]) -> list[str]:
    """Return the owner of each item of the lists, in order."""
    return list(chain.from_iterable(map(repeat, owners, map(len, lists))))
