"""The table of a draw: what was wanted of each stratum and what was obtained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.sampling.plan import Stratum
from goldsmith.sampling.rounding import Cell


def rows(
    part: str,
    axes: tuple[str, ...],
    population: Mapping[Cell, int],
    wanted: Mapping[Cell, float],
    obtained: Mapping[Cell, int],
) -> Iterator[Stratum]:
    """A row for each stratum that something was wanted of, in the order of its values."""
    size = sum(obtained.values())
    quotas = sum(wanted.values())
    for cell in sorted(wanted):
        got = obtained.get(cell, 0)
        yield Stratum(
            part,
            dict(zip(axes, cell, strict=True)),
            population.get(cell, 0),
            round(wanted[cell], 6),
            got,
            round(wanted[cell] / quotas, 6),
            round(got / size, 6),
        )


def named(axes: tuple[str, ...], cell: Cell) -> str:
    """A stratum in words, for messages."""
    pairs = zip(axes, cell, strict=True)
    return ", ".join(f"{axis} {value or '(none)'}" for axis, value in pairs) or "(all)"
