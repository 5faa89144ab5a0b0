"""The strata of a draw, with their quotas and the documents obtained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.sampling.plan import Stratum
from goldsmith.sampling.rounding import Cell


def compare_strata(
    part: str,
    axes: tuple[str, ...],
    population: Mapping[Cell, int],
    quotas: Mapping[Cell, float],
    counts: Mapping[Cell, int],
) -> Iterator[Stratum]:
    """Yield the quota and the documents obtained for each stratum with a quota, sorted by cell."""
    size = sum(counts.values())
    total = sum(quotas.values())
    for cell in sorted(quotas):
        obtained = counts.get(cell, 0)
        yield Stratum(
            part,
            dict(zip(axes, cell, strict=True)),
            population.get(cell, 0),
            round(quotas[cell], 6),
            obtained,
            round(quotas[cell] / total, 6),
            round(obtained / size, 6),
        )


def format_stratum(axes: tuple[str, ...], cell: Cell) -> str:
    """Format a stratum for messages."""
    pairs = zip(axes, cell, strict=True)
    return ", ".join(f"{axis} {value or '(none)'}" for axis, value in pairs) or "(all)"
