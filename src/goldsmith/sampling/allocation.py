"""Allocation of a sample to strata: in proportion, at random, within the documents available."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.rounding import Cell, round_quotas


class Quotas:
    """The share of each stratum in a sample, before rounding: numerators and a denominator."""

    def __init__(self, numerators: Mapping[Cell, int], denominator: int) -> None:
        self.numerators, self.denominator = numerators, denominator

    def get_quota(self, cell: Cell) -> Fraction:
        """Return the quota of a stratum."""
        return Fraction(self.numerators.get(cell, 0), self.denominator)

    def round(self, *, seed: int, name: str) -> dict[Cell, int]:
        """Round the quotas to whole numbers at random; the margins stay near their quotas."""
        return round_quotas(self.numerators, self.denominator, seed=seed, name=name)


def compute_quotas(size: int, weights: Mapping[Cell, int], room: Mapping[Cell, int]) -> Quotas:
    """Divide `size` in proportion to weights, with at most `room` for each cell.

    A cell whose quota exceeds its room is filled, and the other cells share the rest. The cells
    with a weight must together have room for `size`.
    """
    open_cells = {cell: weight for cell, weight in weights.items() if weight}
    filled: dict[Cell, int] = {}
    while True:
        total = sum(open_cells.values())
        full = [cell for cell in open_cells if size * open_cells[cell] > room[cell] * total]
        if not full:
            break
        for cell in full:
            filled[cell] = room[cell]
            size -= room[cell]
            del open_cells[cell]
    unit = total or 1
    numerators = dict.fromkeys(weights, 0)
    numerators |= {cell: count * unit for cell, count in filled.items()}
    numerators |= {cell: size * weight for cell, weight in open_cells.items()}
    return Quotas(numerators, unit)


def largest_remainder(size: int, weights: Mapping[Cell, int], *, seed: int = 0) -> dict[Cell, int]:
    """Divide `size` in proportion to weights, by the method of the largest remainder.

    The quota of a cell is size x weight / sum of weights. Each cell gets the whole part of its
    quota. The rest goes to the largest remainders; ties go to the heavier cell, then by a hash of
    seed and cell. Small cells get nothing, regardless of the seed: use this for the sizes of parts,
    not for strata.
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
