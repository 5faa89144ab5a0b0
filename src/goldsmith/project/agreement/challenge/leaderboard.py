"""Leaderboards: runs in rank order, reference rows between them, extra-annotation runs apart.

The form follows SemEval-2014 Task 7, Tables 4 to 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from goldsmith.metrics import Result
from goldsmith.project.agreement.challenge.entries import Entry
from goldsmith.project.agreement.tasks import View


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A row of a leaderboard; reference rows have no rank."""

    rank: int | None
    system: str
    team: str
    user: str
    run: str
    data: str
    reference: bool
    values: dict[str, float | None]


class Leaderboard(msgspec.Struct, frozen=True):
    """The standings of systems by a value of a metric, best first."""

    metric: str
    value: str
    """The value by which systems are ranked."""
    group: str
    """The row of the metric; "" for the row over all groups."""
    extra: bool
    """Whether these are the runs that used annotations other than those provided."""
    has_entries: bool
    standings: list[LeaderboardRow]


def make_leaderboards(
    results: Mapping[str, Result], view: View, entries: Sequence[Entry] = ()
) -> list[Leaderboard]:
    """Rank systems by the main value of a view.

    Args:
        results: System -> its result by the metric of the view.
        view: The values to show, and the value to rank by.
        entries: Who made which system. Systems without an entry are shown by their names.

    Returns:
        The leaderboard, and a second one for runs that used extra annotations, if any.
    """
    by_system = {entry.system: entry for entry in entries}
    rows = [
        (by_system.get(name, Entry(name)), _list_values(result, view))
        for name, result in results.items()
    ]
    rows += [
        (entry, values)
        for entry in entries
        if entry.system not in results and (values := _list_published(entry, view))
    ]
    boards = []
    for is_extra in (False, True):
        selected = [(entry, values) for entry, values in rows if entry.extra == is_extra]
        if selected:
            standings = _rank(selected, view)
            boards.append(
                Leaderboard(view.metric, view.cell, view.group, is_extra, bool(entries), standings)
            )
    return boards


def _list_values(result: Result, view: View) -> dict[str, float | None]:
    names = dict.fromkeys((*view.values, view.cell))
    return {name: view.get_value(result, name) for name in names}


def _list_published(entry: Entry, view: View) -> dict[str, float | None]:
    """Return the published figures of an entry without a run; {} if it has none for this metric."""
    values = {name: entry.get_value(view.metric, name) for name in view.values}
    return values if any(value is not None for value in values.values()) else {}


def _rank(
    rows: Iterable[tuple[Entry, dict[str, float | None]]], view: View
) -> list[LeaderboardRow]:
    """Rank the rows, best first; ties are in the order of the names."""
    ordered = sorted(rows, key=lambda row: (*get_order(row[1].get(view.cell)), row[0].system))
    standings, rank = [], 0
    for entry, values in ordered:
        rank += not entry.reference
        standings.append(
            LeaderboardRow(
                None if entry.reference else rank,
                entry.system,
                entry.team,
                entry.user,
                entry.run,
                entry.data,
                entry.reference,
                values,
            )
        )
    return standings


def get_order(value: float | None) -> tuple[bool, float]:
    """Return a key that sorts values from high to low, and undefined values last."""
    return value is None, -(value or 0.0)
