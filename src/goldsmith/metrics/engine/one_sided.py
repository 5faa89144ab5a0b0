"""Traits that only one of two sets has: with nothing to compare, agreement has no value.

A system that assigns no status does not disagree with annotators who do. Agreement on status, and
on everything together, has no value there (Mayo, Tables 3 and 4: n/a for MMTx). A set has a trait
if one of its mentions has it in any document, or if the schema has a default for it. A set without
any mention lacks no trait: its mentions are missing, not their traits.

Whether a set never has a trait is known only at the end. The traits of each set are therefore
columns that all rows share, and the traits that a row compares are marks of that row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from goldsmith.metrics.engine.base import MARK, SHARED, Columns, Key, Tally, Value

_HAS, _COMPARES = "has ", "compares "
#: The trait of every mention, which shows that a set has mentions.
_PRESENCE = ""


def add_traits(tally: Tally, side: str, traits: Iterable[Iterable[str]]) -> None:
    """Record the traits of the mentions of a side.

    Args:
        tally: The counts of the document.
        side: The side, "a" or "b".
        traits: The names of the traits of each mention: "concept", "status" …
    """
    for name in {name for names in traits for name in (_PRESENCE, *names)}:
        tally.add_shared(f"{_HAS}{side} {name}", 0.0)


def mark_compared(tally: Tally, group: str, traits: Iterable[str]) -> None:
    """Record the traits that a row compares."""
    for name in traits:
        tally.mark(group, _COMPARES + name)


def withhold_one_sided(values: Mapping[str, Value], sums: Columns) -> dict[str, Value]:
    """Return the values of a row, undefined if it compares a trait that a set never has."""
    columns = frozenset(sums)  # `sums` has every column, even those that were not counted
    if not any(_find_lacking(columns, name) for name in _list_compared(columns)):
        return dict(values)
    return {name: np.full_like(value, np.nan) for name, value in values.items()}


def find_one_sided(sums: Mapping[Key, float]) -> dict[str, tuple[int, ...]]:
    """Return the compared traits that a set never has, and the sides that lack each (0, 1).

    Args:
        sums: The sums of all columns of all rows, and of those that they share.
    """
    shared = {column for group, column in sums if group == SHARED}
    compared = _list_compared(column for _, column in sums)
    lacking = {name: _find_lacking(shared, name) for name in sorted(set(compared))}
    return {name: sides for name, sides in lacking.items() if sides}


def describe_one_sided(sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
    """Describe the compared traits that each set never has.

    Args:
        sums: The sums of all columns of all rows, and of those that they share.
        names: The names of the two sets.
    """
    lacking: dict[int, list[str]] = {}
    for trait, sides in find_one_sided(sums).items():
        for side in sides:
            lacking.setdefault(side, []).append(trait)
    return [
        f"{names[side]} never has {', '.join(traits)}: agreement on that has no value"
        for side, traits in sorted(lacking.items())
    ]


def _list_compared(columns: Iterable[str]) -> list[str]:
    """Return the traits that the marks among these columns name."""
    prefix = MARK + _COMPARES
    return [column.removeprefix(prefix) for column in columns if column.startswith(prefix)]


def _find_lacking(columns: Collection[str], name: str) -> tuple[int, ...]:
    """Return the sides that have mentions, but never the trait."""
    return tuple(
        number
        for number, side in enumerate("ab")
        if f"{_HAS}{side} {_PRESENCE}" in columns and f"{_HAS}{side} {name}" not in columns
    )
