"""Controlled random rounding of quotas to whole numbers that keeps margins near their quotas.

Each stratum is rounded up or down at random, so that its quota is the expected value. A margin is
the sum over one value of an axis. The rounding has two phases, as in the cube method (Deville and
Tillé 2004):

1. Flight: a random walk rounds stratum after stratum and keeps every margin exactly at its quota,
   until the strata that are not yet rounded are too few for that.
2. Landing: the margins may now vary between their quota rounded down and rounded up, and the walk
   continues to a vertex.

For two axes every vertex consists of whole numbers (controlled rounding, Cox 1987), so every margin
is its quota rounded up or down. For more axes a vertex may have fractions, and there may be no
rounding that keeps every margin. The bounds of a margin of the third or a later axis are then
widened. A landing with a margin more than one document from its quota is repeated with other random
numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.walk import Walk

#: The values of a document along the axes: the key of its stratum.
Cell = tuple[str, ...]

#: The margins of this many axes are always their quota rounded up or down.
_STRICT_AXES = 2
#: The number of landings before the best of them is used.
_LANDINGS = 100


class _Margin(NamedTuple):
    """The strata with a value of an axis; the rank is the position of the axis, -1 for all."""

    rank: int
    members: list[int]
    total: int
    """The sum of the fractions of the members, times the denominator."""


class _Randomness:
    """Pseudo-random numbers by name."""

    def __init__(self, seed: int, *names: str) -> None:
        self.seed, self.names = seed, names

    def get_number(self, *names: str) -> int:
        """Return the number of a name, below `RANDOM_RANGE`."""
        return int.from_bytes(order_key(self.seed, *self.names, *names))


def round_quotas(
    numerators: Mapping[Cell, int], denominator: int, *, seed: int, name: str
) -> dict[Cell, int]:
    """Round quotas up or down at random, so that each has its quota as the expected value.

    Args:
        numerators: Stratum -> its quota, times the denominator. The quotas add up to a whole
            number.
        denominator: The common denominator of the quotas.
        seed: Decides the rounding.
        name: The name of the sample; another name gives an independent rounding.
    """
    counts = {cell: numerator // denominator for cell, numerator in numerators.items()}
    fractions = {cell: numerator % denominator for cell, numerator in numerators.items()}
    cells = _order_cells([cell for cell in fractions if fractions[cell]], seed, name)
    values = [fractions[cell] for cell in cells]
    margins = _list_margins(cells, values)
    walk = Walk(values, [margin.members for margin in margins], denominator)
    randomness = _Randomness(seed, name, "flight")
    for index, cell in enumerate(cells):
        walk.move_value(index, randomness.get_number(*cell))
    walk = _land_repeatedly(walk, margins, seed, name)
    return counts | {cell: counts[cell] + walk.is_full(index) for index, cell in enumerate(cells)}


def _order_cells(cells: Collection[Cell], seed: int, name: str) -> list[Cell]:
    """Order cells by their values, with the values of each axis in random order.

    Neighbours in this order share most values and balance each other, so that combinations of
    values are nearer their quotas than in a random order.
    """
    ranks = {
        pair: order_key(seed, name, "order", str(pair[0]), pair[1])
        for cell in cells
        for pair in enumerate(cell)
    }
    return sorted(cells, key=lambda cell: [ranks[pair] for pair in enumerate(cell)])


def _list_margins(cells: list[Cell], values: Sequence[int]) -> list[_Margin]:
    """List all cells, and the margins that the bounds of the cells do not imply."""
    groups = [(-1, list(range(len(cells))))]
    varying = [axis for axis in zip(*cells, strict=True) if len(set(axis)) > 1]
    for rank, axis in enumerate(varying):
        members: dict[str, list[int]] = {}
        for index, value in enumerate(axis):
            members.setdefault(value, []).append(index)
        groups += [(rank, indices) for indices in members.values() if len(indices) > 1]
    return [
        _Margin(rank, indices, sum(values[index] for index in indices)) for rank, indices in groups
    ]


def _land_repeatedly(walk: Walk, margins: list[_Margin], seed: int, name: str) -> Walk:
    """Land until every margin is within one of its quota; else return the nearest landing."""
    landings = []
    for attempt in range(_LANDINGS):
        landing = walk.copy()
        _land(landing, margins, _Randomness(seed, name, "landing", str(attempt)))
        if max(landing.deviations) <= walk.unit:
            return landing
        landings.append(landing)
    return min(landings, key=lambda landing: max(landing.deviations))


def _land(walk: Walk, margins: list[_Margin], randomness: _Randomness) -> None:
    """Round the cells that the flight did not round."""
    for group in sorted(range(len(margins)), key=lambda group: margins[group].rank):
        below = margins[group].total % walk.unit
        number = randomness.get_number("release", str(group))
        walk.release_group(group, below - walk.unit if below else 0, below, number)
    levels = {group: 0 for group, margin in enumerate(margins) if margin.rank >= _STRICT_AXES}
    while walk.has_fractions:
        group = min(
            filter(walk.holds_fraction, levels),
            key=lambda group: (levels[group], -margins[group].rank),
        )
        levels[group] += 1
        bound = levels[group] * walk.unit
        number = randomness.get_number("widen", str(group), str(levels[group]))
        walk.release_group(group, -bound, bound, number)
