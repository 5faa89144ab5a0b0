"""Choose the strata of a mirror sample: the same strata, or the nearest with documents left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from goldsmith.sampling.ordering import order_key
from goldsmith.sampling.rounding import Cell


def mirror_counts(
    counts: Mapping[Cell, int], room: Mapping[Cell, int], *, seed: int
) -> tuple[dict[Cell, int], Counter[Cell]]:
    """Choose the number of documents of each stratum in a mirror sample.

    A stratum with too few documents left is replaced by strata with the same value on the first
    axis. They are chosen one document at a time, so that as many values as possible occur as often
    as in the sample.

    Args:
        counts: Stratum -> its documents in the sample.
        room: Stratum -> the number of documents left.
        seed: Decides between strata that are equally near.

    Returns:
        The documents of each stratum in the mirror, and the documents that no stratum can replace.
    """
    mirror = Counter({cell: min(count, room.get(cell, 0)) for cell, count in counts.items()})
    missing = Counter({cell: count - mirror[cell] for cell, count in counts.items()})
    lacking = Counter(
        pair for cell in missing.elements() for pair in enumerate(cell)
    )  # (axis, value) -> documents
    irreplaceable: Counter[Cell] = Counter()
    for cell in sorted(missing.elements()):
        replacement = _find_replacement(cell, mirror, room, lacking, seed)
        if replacement is None:
            irreplaceable[cell] += 1
            continue
        mirror[replacement] += 1
        lacking.subtract(pair for pair in enumerate(replacement) if lacking[pair])
    return dict(+mirror), irreplaceable


def _find_replacement(
    cell: Cell,
    mirror: Counter[Cell],
    room: Mapping[Cell, int],
    lacking: Counter[tuple[int, str]],
    seed: int,
) -> Cell | None:
    """Find the stratum with the most of the values that the mirror lacks."""

    def rank(candidate: Cell) -> tuple[int, list[bool], list[bool], bytes]:
        lacks = [lacking[pair] > 0 for pair in enumerate(candidate)]
        shared = [mine == value for mine, value in zip(cell, candidate, strict=True)]
        return sum(lacks), lacks, shared, order_key(seed, "mirror", *candidate)

    candidates = [
        candidate
        for candidate, count in room.items()
        if count > mirror[candidate] and candidate[:1] == cell[:1]
    ]
    # With one axis, only the stratum itself has the same value, and it is empty.
    return max(candidates, key=rank, default=None)
