"""Allocation of a sample to strata by the method of the largest remainder."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.sampling.ordering import order_key

#: The values of a document along the axes: the key of its stratum.
Cell = tuple[str, ...]


def largest_remainder(size: int, weights: Mapping[Cell, int], *, seed: int = 0) -> dict[Cell, int]:
    """Allocate `size` in proportion to weights, so that the counts add up to it.

    The quota of a cell is size x weight / sum of weights. Each cell gets the whole part of its
    quota. The rest goes to the largest remainders; ties go to the heavier cell, then by a hash of
    seed and cell.
    """
    total = sum(weights.values())
    if not total:
        return dict.fromkeys(weights, 0)
    counts = {cell: size * weight // total for cell, weight in weights.items()}

    def rank(cell: Cell) -> tuple[int, int, bytes]:
        return (-(size * weights[cell] % total), -weights[cell], order_key(seed, *cell))

    for cell in sorted(weights, key=rank)[: size - sum(counts.values())]:
        counts[cell] += 1
    return counts


def allocate(
    size: int, weights: Mapping[Cell, int], room: Mapping[Cell, int], *, seed: int = 0
) -> dict[Cell, int]:
    """Allocate `size` in proportion to weights, with at most `room` for each cell.

    A cell whose quota is above its room is filled, and the other cells share the rest. The room
    must be enough for `size`. With room for every quota, this is the largest remainder.
    """
    open_cells = {cell: weight for cell, weight in weights.items() if weight}
    counts = dict.fromkeys(weights, 0)
    while True:
        total = sum(open_cells.values())
        full = [cell for cell in open_cells if size * open_cells[cell] > room[cell] * total]
        if not full:
            return counts | largest_remainder(size, open_cells, seed=seed)
        for cell in full:
            counts[cell] = room[cell]
            size -= room[cell]
            del open_cells[cell]
