"""Margins and biases of stratified samples: controlled random rounding and largest remainders.

usage: python benchmarks/sampling.py CORPUS --size 50 --stratify subtype,diagnosis [--seeds 1000]

Rounds the quotas of the strata once for each seed. Prints, for both methods: the share of documents
in strata that no seed drew, the largest distance of a margin from its quota for each axis over all
seeds, and the milliseconds for one rounding. For controlled rounding also the root mean
square of the strata's deviations from their quotas in standard errors, which is 1 without bias.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from time import perf_counter

from goldsmith.project.corpus.sources import Source
from goldsmith.sampling import build_population
from goldsmith.sampling.allocation import largest_remainder
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.rounding import Cell, round_quotas

Round = Callable[[int], Mapping[Cell, int]]


def measure(name: str, cells: Counter[Cell], size: int, seeds: int, round_table: Round) -> None:
    """Print the figures of a rounding method."""
    total = cells.total()
    axes = len(next(iter(cells)))
    quotas: Counter[tuple[int, str]] = Counter()
    for cell, count in cells.items():
        quotas.update(dict.fromkeys(enumerate(cell), size * count))
    sums: Counter[Cell] = Counter()
    worst = [0.0] * axes
    seconds = 0.0
    for seed in range(seeds):
        start = perf_counter()
        counts = round_table(seed)
        seconds += perf_counter() - start
        sums.update(counts)
        margins: Counter[tuple[int, str]] = Counter()
        for cell, count in counts.items():
            margins.update(dict.fromkeys(enumerate(cell), count))
        for pair, quota in quotas.items():
            worst[pair[0]] = max(worst[pair[0]], abs(margins[pair] - quota / total))
    never = sum(count for cell, count in cells.items() if not sums[cell]) / total
    squares = []
    for cell, count in cells.items():
        fraction = size * count % total / total
        if fraction:
            error = (fraction * (1 - fraction) / seeds) ** 0.5
            squares.append(((sums[cell] / seeds - size * count / total) / error) ** 2)
    deviation = (sum(squares) / max(1, len(squares))) ** 0.5
    print(
        f"{name}: {100 * never:.1f} % of documents never drawn, margins within "
        f"{', '.join(f'{distance:.2f}' for distance in worst)}, deviation {deviation:.2f}, "
        f"{1000 * seconds / seeds:.1f} ms"
    )


def main() -> None:
    """Read the corpus and measure both rounding methods."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--stratify", required=True)
    parser.add_argument("--seeds", type=int, default=1000)
    options = parser.parse_args()
    cards = build_population(Source(options.corpus)).cards
    read_cell = Fields(cards).make_cell_reader(options.stratify.split(","))
    cells = Counter(map(read_cell, cards))
    print(f"{len(cards):,} documents, {len(cells):,} strata, {options.size} drawn")
    numerators = {cell: options.size * count for cell, count in cells.items()}

    def round_controlled(seed: int) -> dict[Cell, int]:
        return round_quotas(numerators, len(cards), seed=seed, name="sample")

    def round_remainders(seed: int) -> dict[Cell, int]:
        return largest_remainder(options.size, cells, seed=seed)

    measure("largest remainder", cells, options.size, options.seeds, round_remainders)
    measure("controlled rounding", cells, options.size, options.seeds, round_controlled)


if __name__ == "__main__":
    main()
