"""Leaderboards as tables: systems by name, or by team, user, run and data (SemEval-2014)."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith import metrics
from goldsmith.project.agreement.challenge.leaderboard import Leaderboard, LeaderboardRow
from goldsmith.rendering.table import Table

_NO_RANK = "–"
_EXTRA = " of runs with extra annotations"


def make_standings_table(
    board: Leaderboard, write: Callable[[float | None], str], *, title: str = ""
) -> Table:
    """Make the table of a leaderboard.

    Args:
        board: The leaderboard.
        write: Formats a value.
        title: What is ranked; by default the title of the metric.
    """
    values = list(dict.fromkeys(name for row in board.standings for name in row.values))
    title = f"{title or metrics.get(board.metric).title}: leaderboard"
    title += (_EXTRA if board.extra else "") + (f", {board.group}" if board.group else "")
    rows = tuple(
        (
            _NO_RANK if row.rank is None else str(row.rank),
            *_describe(row, has_entries=board.has_entries),
            *(write(row.values.get(name)) for name in values),
            *([row.data] if board.has_entries else []),
        )
        for row in board.standings
    )
    if board.has_entries:
        return Table(title, ("", "team", "user", "run", *values, "data"), rows)
    return Table(title, ("", "system", *values), rows)


def _describe(row: LeaderboardRow, *, has_entries: bool) -> tuple[str, ...]:
    name = row.team or row.system
    if row.reference:
        name += " (reference)"
    return (name, row.user, row.run) if has_entries else (name,)
