"""Measures a corpus: counts every document once, then gives values, slices, intervals, places."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from goldsmith.metrics.engine.base import (
    MACRO,
    MICRO,
    Columns,
    Compared,
    Metric,
    Place,
    Tally,
    Value,
    Zeros,
    mean,
)

#: Says to which slice of a corpus (document type, batch) a document belongs.
SliceOf = Callable[[Compared], str]
Matrix = npt.NDArray[np.float64]
_RESAMPLES = 1000


class Row(msgspec.Struct, frozen=True):
    """The values of one group, the counts behind them and, on request, intervals."""

    values: dict[str, float | None]
    counts: dict[str, float]
    intervals: dict[str, tuple[float, float]] = {}


class Result(msgspec.Struct, frozen=True):
    """What a metric says about a corpus or a slice of it."""

    metric: str
    documents: int
    rows: dict[str, Row]
    micro: Row | None
    macro: Row | None
    """None where the metric's groups cannot be pooled."""

    def value(self, name: str, group: str = "") -> float | None:
        """A value of a group, or over everything: the micro row's, or the only row's."""
        row = self.rows.get(group) if group else self.micro or next(iter(self.rows.values()), None)
        return row.values.get(name) if row else None


class Measured:
    """The counts of a metric over documents."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.documents: list[str] = []
        self.slices: list[str] = []
        self.places: list[Place] = []
        self._columns: dict[tuple[str, str], int] = {}
        self._indices, self._numbers, self._ends = array("q"), array("d"), array("q", [0])

    def add(self, tally: Tally, slice_name: str = "") -> None:
        """Takes the counts of one document."""
        known = self._columns
        self._indices.extend(known.setdefault(key, len(known)) for key in tally.counts)
        self._numbers.extend(tally.counts.values())
        self._ends.append(len(self._indices))
        self.documents.append(tally.document)
        self.slices.append(slice_name)
        self.places += tally.places

    def take(self, pair: Compared, slice_name: str = "", *, keep_places: bool = False) -> None:
        """Counts one document."""
        tally = Tally(pair.doc.id, keep_places=keep_places)
        self.metric.count(pair, tally)
        self.add(tally, slice_name)

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Group and column of each column of the matrix."""
        return list(self._columns)

    def matrix(self, keys: Sequence[tuple[str, str]] = ()) -> csr_array:
        """Documents by columns, sparse: its own columns, or those of `keys` where it has them."""
        shape = (len(self.documents), len(self._columns))
        own = csr_array((self._numbers, self._indices, self._ends), shape=shape)
        if not keys:
            return own
        places = {key: number for number, key in enumerate(keys)}
        moved = np.array([places[key] for key in self._columns], dtype=np.int64)
        entries = (own.data, moved[own.indices], own.indptr)
        return csr_array(entries, shape=(len(self.documents), len(keys)))

    def result(self, *, only: str | None = None, intervals: bool = False, seed: int = 1) -> Result:
        """The values over all documents or one slice; on request with 95 % bootstrap intervals."""
        matrix = self.matrix()
        if only is not None:
            matrix = matrix[[n for n, name in enumerate(self.slices) if name == only]]
        total = np.asarray(matrix.sum(axis=0), dtype=np.float64)
        rows = values_of(self.metric, self.keys, total[None, :])
        sums = dict(zip(self.keys, total.tolist(), strict=True))
        spread = _resampled(self.metric, self.keys, matrix, seed) if intervals else {}
        groups = list(dict.fromkeys(group for group, _ in self.keys))
        made = {
            name: _row(name, rows, sums, spread) for name in (*groups, MICRO, MACRO) if name in rows
        }
        micro, macro = made.pop(MICRO, None), made.pop(MACRO, None)
        return Result(self.metric.name, matrix.shape[0], made, micro, macro)


def measure(
    metric: Metric,
    pairs: Iterable[Compared],
    *,
    keep_places: bool = False,
    slice_of: SliceOf = lambda pair: pair.doc.metadata.type,
) -> Measured:
    """Counts every document once; memory grows with the number of documents, not of annotations."""
    measured = Measured(metric)
    for pair in pairs:
        measured.take(pair, slice_of(pair), keep_places=keep_places)
    return measured


def values_of(
    metric: Metric, keys: Sequence[tuple[str, str]], sums: Matrix
) -> dict[str, dict[str, Value]]:
    """Group -> value name -> one number for each row of `sums` (samples by columns)."""
    shape = (len(sums),)
    by_group: dict[str, dict[str, Value]] = {}
    total: dict[str, Value] = {}
    for number, (group, column) in enumerate(keys):
        by_group.setdefault(group, {})[column] = sums[:, number]
        total[column] = total.get(column, np.zeros(shape)) + sums[:, number]
    found = {group: _computed(metric, columns, shape) for group, columns in by_group.items()}
    if metric.pooled:
        each = list(found.values())
        found[MICRO] = _computed(metric, total, shape)
        found[MACRO] = {
            name: mean([one[name] for one in each]) if each else np.full(shape, np.nan)
            for name in found[MICRO]
        }
    return found


def _computed(metric: Metric, columns: Columns, shape: tuple[int, ...]) -> dict[str, Value]:
    computed = metric.compute(Zeros(columns, shape))
    return {name: np.broadcast_to(value, shape) for name, value in computed.items()}


def _row(
    name: str,
    rows: Mapping[str, Mapping[str, Value]],
    sums: Mapping[tuple[str, str], float],
    spread: Mapping[str, Mapping[str, tuple[float, float]]],
) -> Row:
    counts: dict[str, float] = {}
    for (group, column), number in sums.items():
        if name in (group, MICRO):
            counts[column] = counts.get(column, 0.0) + number
    values = {key: _plain(value[0]) for key, value in rows[name].items()}
    return Row(values, counts, dict(spread.get(name, {})))


def _plain(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _resampled(
    metric: Metric, keys: Sequence[tuple[str, str]], matrix: csr_array, seed: int
) -> dict[str, dict[str, tuple[float, float]]]:
    """95 % intervals by drawing documents with replacement (percentile bootstrap)."""
    documents = matrix.shape[0]
    if documents < 2:
        return {}
    random = np.random.default_rng(seed)
    times = random.multinomial(documents, np.full(documents, 1 / documents), size=_RESAMPLES)
    drawn = values_of(metric, keys, times.astype(np.float64) @ matrix)
    return {
        group: {name: bounds for name, value in values.items() if (bounds := _bounds(value))}
        for group, values in drawn.items()
    }


def _bounds(value: Value) -> tuple[float, float] | None:
    known = value[~np.isnan(value)]
    if not len(known):
        return None
    low, high = np.percentile(known, [2.5, 97.5])
    return float(low), float(high)
