"""Whole numbers in given proportions: the method of the largest remainder."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.sampling.order import key

#: The values that a document has along the axes.
Cell = tuple[str, ...]


def largest_remainder(size: int, weights: Mapping[Cell, int], *, seed: int = 0) -> dict[Cell, int]:
    """`size` shared out by weight: each cell gets its quota, rounded up or down, and all add up.

    A quota is size x weight / all weights. Everybody gets its whole part; what is left goes to
    the largest remainders, of equal ones to the heavier cell, then by a hash of seed and name.
    """
    total = sum(weights.values())
    if not total:
        return dict.fromkeys(weights, 0)
    counts = {cell: size * weight // total for cell, weight in weights.items()}

    def rank(cell: Cell) -> tuple[int, int, bytes]:
        return (-(size * weights[cell] % total), -weights[cell], key(seed, *cell))

    for cell in sorted(weights, key=rank)[: size - sum(counts.values())]:
        counts[cell] += 1
    return counts


def allocate(
    size: int, weights: Mapping[Cell, int], room: Mapping[Cell, int], *, seed: int = 0
) -> dict[Cell, int]:
    """`size` shared out by weight where a cell can give no more than its `room`.

    A cell whose quota is above its room gives all of it, and the others share the rest. There
    must be room for `size` in all. With room for every quota this is the largest remainder.
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
