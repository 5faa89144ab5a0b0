"""Gamma: agreement on positions and types at once, by the best alignment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.core import AnnotationSet
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide

_ROW = "mentions"
#: The cost of a unit without a counterpart; other costs are relative to it.
_EMPTY = 1.0


class _Unit(msgspec.Struct, frozen=True, order=True, gc=False):
    """A mention as a stretch of text with a type."""

    start: float
    end: float
    type: str
    id: str = ""


class Gamma(Metric):
    """The gamma coefficient for two annotators (Mathet, Widlöcher and Métivier 2015)."""

    title = "Gamma"
    definition = (
        "Units are aligned to minimise the disorder. Two units u and v cost position·((|start(u) "
        "− start(v)| + |end(u) − end(v)|) / (length(u) + length(v)))² + category·(0 for the same "
        "type, otherwise 1); a unit without a counterpart costs 1. Disorder is the sum of the "
        "costs, divided by the mean number of units of a set. Expected is the mean disorder of "
        "random sets: each is one of the two, shifted around the document by a random distance. "
        "gamma = 1 − disorder / expected (Mathet et al. 2015, sections 4 and 5). Both are summed "
        "over documents, weighted by the number of units."
    )
    groups = "all mentions"
    columns = {
        "units": "units of both sets",
        "aligned": "pairs of units in the best alignment",
        "disorder": "the costs of the best alignment",
        "expected": "the costs that random sets give on average",
    }
    values = {
        "gamma": "1 − disorder / expected",
        "aligned_share": "2·aligned / units",
    }
    main = "gamma"
    symmetric = frozenset(values)
    perfect = frozenset(values)
    unbounded = frozenset({"gamma"})
    derived = frozenset({"disorder", "expected"})
    pooled = False

    def __init__(
        self, *, position: float = 1.0, category: float = 1.0, samples: int = 30, seed: int = 1
    ) -> None:
        if min(position, category) < 0 or position + category == 0:
            raise InputError(
                f"the weights {position} and {category} do not define a dissimilarity",
                expected="0 or more, and not both 0",
            )
        if samples < 1:
            raise InputError(f"the number of samples is {samples}", expected="1 or more")
        self._weights = (position, category)
        self._samples, self._seed = samples, seed

    def count(self, pair: SetPair, tally: Tally) -> None:
        first, second = (_list_units(side) for side in (pair.a, pair.b))
        for unit in first:
            tally.add(_ROW, "units", a=(unit.id,))
        for unit in second:
            tally.add(_ROW, "units", b=(unit.id,))
        if not first and not second:
            return
        disorder, pairs = self._align(first, second)
        for i, j in pairs:
            tally.add(_ROW, "aligned", a=(first[i].id,), b=(second[j].id,))
        tally.add(_ROW, "disorder", disorder)
        tally.add(_ROW, "expected", self._expect(pair, first, second))

    def compute(self, sums: Columns) -> dict[str, Value]:
        return {
            "gamma": 1 - divide(sums["disorder"], sums["expected"]),
            "aligned_share": divide(2 * sums["aligned"], sums["units"]),
        }

    def _align(
        self, first: Sequence[_Unit], second: Sequence[_Unit]
    ) -> tuple[float, list[tuple[int, int]]]:
        """Return the least cost, and the pairs of units that it aligns.

        A pair is only worth while if it costs less than two units without counterparts.
        """
        from scipy.optimize import linear_sum_assignment  # slow to import

        alone = _EMPTY * (len(first) + len(second))
        if not first or not second:
            return alone, []
        savings = np.maximum(2 * _EMPTY - self._compute_costs(first, second), 0.0)
        rows, columns = linear_sum_assignment(savings, maximize=True)
        chosen = savings[rows, columns]
        pairs = [
            (int(i), int(j)) for i, j, saving in zip(rows, columns, chosen, strict=True) if saving
        ]
        return alone - float(chosen.sum()), pairs

    def _compute_costs(
        self, first: Sequence[_Unit], second: Sequence[_Unit]
    ) -> NDArray[np.float64]:
        a, b = (np.array([(unit.start, unit.end) for unit in side]) for side in (first, second))
        moved = np.abs(a[:, None, :] - b[None, :, :]).sum(axis=2)
        lengths = (a[:, 1] - a[:, 0])[:, None] + (b[:, 1] - b[:, 0])[None, :]
        kinds = [np.array([unit.type for unit in side], np.object_) for side in (first, second)]
        types = (kinds[0][:, None] != kinds[1][None, :]).astype(np.float64)
        position, category = self._weights
        costs: NDArray[np.float64] = position * (moved / lengths) ** 2 + category * types
        return _EMPTY * costs

    def _expect(self, pair: SetPair, first: list[_Unit], second: list[_Unit]) -> float:
        """Return the mean disorder of random sets, times the mean number of units of a set."""
        length = max(len(pair.doc.text), 1)
        draw = Random(f"{self._seed}/{pair.doc.id}")
        plain = [[msgspec.structs.replace(u, id="") for u in side] for side in (first, second)]
        sources = sorted(plain)  # the result must not depend on the order of the sets
        disorders: list[float] = []
        while len(disorders) < self._samples:
            sides = _shuffle(sources, length, draw)
            count = sum(map(len, sides))
            if count:
                disorders.append(2 * self._align(*sides)[0] / count)
        return sum(disorders) / len(disorders) * (len(first) + len(second)) / 2


def _list_units(annotation_set: AnnotationSet) -> list[_Unit]:
    """Return the non-empty mentions as units, from first to last character, in order."""
    return sorted(
        _Unit(mention.start, mention.end, mention.type, mention.id)
        for mention in annotation_set.mentions
        if mention.end > mention.start
    )


def _shuffle(
    sources: Sequence[Sequence[_Unit]], length: int, draw: Random
) -> tuple[list[_Unit], list[_Unit]]:
    """Make two random sets, each a source shifted by a distance (Mathet et al., section 5.2).

    The distances differ by at least half the mean length of units, so that two copies of the same
    source do not coincide.
    """
    units = [unit for source in sources for unit in source]
    apart = sum(unit.end - unit.start for unit in units) / len(units) / 2
    first, second = _draw_shifts(length, apart, draw)
    return (
        list(_shift(draw.choice(sources), first, length)),
        list(_shift(draw.choice(sources), second, length)),
    )


def _draw_shifts(length: int, apart: float, draw: Random) -> tuple[float, float]:
    """Draw two distances that are at least `apart`, or any two if the document is too short."""
    first = draw.uniform(0, length)
    below, above = max(first - apart, 0.0), max(length - first - apart, 0.0)
    place = draw.uniform(0, below + above)
    if below + above == 0:
        return first, draw.uniform(0, length)
    return first, place if place < below else first + apart + place - below


def _shift(units: Sequence[_Unit], distance: float, length: int) -> Iterator[_Unit]:
    """Shift units to the right; units beyond the end wrap around to the beginning."""
    for unit in units:
        shift = distance - length if unit.start + distance > length else distance
        yield _Unit(unit.start + shift, unit.end + shift, unit.type)


provides = Gamma()
