"""Measurement of a corpus: the counts of every document, with values, slices and intervals."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics.engine.bands import KAPPAS, name_kappa
from goldsmith.metrics.engine.base import (
    MACRO,
    MARK,
    MICRO,
    SHARED,
    Columns,
    Key,
    Metric,
    Place,
    SetPair,
    Tally,
    Value,
    Zeros,
    compute_mean,
)

#: Returns the slice of the corpus (document type, batch) that a document belongs to.
SliceFunction = Callable[[SetPair], str]
Matrix = npt.NDArray[np.float64]
_RESAMPLES = 1000


class Row(msgspec.Struct, frozen=True):
    """The values of one group, their counts and, on request, their intervals."""

    values: dict[str, float | None]
    counts: dict[str, float]
    intervals: dict[str, tuple[float, float]] = {}
    words: dict[str, str] = {}
    """Kappas in words (Landis and Koch 1977)."""


class Result(msgspec.Struct, frozen=True):
    """The values of a metric over a corpus or a slice of it."""

    metric: str
    documents: int
    rows: dict[str, Row]
    micro: Row | None
    macro: Row | None
    """None if the metric's groups cannot be pooled."""
    notices: tuple[str, ...] = ()
    """Notices about the data for the reader of the values."""

    def get_value(self, name: str, group: str = "") -> float | None:
        """Return a value of a group; without a group, of the micro row or of the only row.

        Returns:
            The value; None if it is not defined (0/0) or nothing was counted.

        Raises:
            UnknownName: There is no such group or value; the message lists the known ones.
            InputError: No group is named, there are several, and no row is over all of them.
        """
        row = self.find_row(group)
        if row is None:
            if self.rows:
                raise UnknownName(f"row of the metric {self.metric}", group, self.rows)
            return None
        if name not in row.values:
            raise UnknownName(f"value of the metric {self.metric}", name, row.values)
        return row.values[name]

    def find_row(self, group: str = "") -> Row | None:
        """Return the row of a group; without a group, the micro row or the only row.

        Returns:
            The row; None if nothing was counted for it.

        Raises:
            InputError: No group is named, there are several, and no row is over all of them.
        """
        if group or self.micro:
            averages = {MICRO: self.micro, MACRO: self.macro}
            return self.rows.get(group, averages.get(group or MICRO))
        if len(self.rows) > 1:
            raise InputError(
                f"the metric {self.metric} has several rows and none over all of them",
                expected="one of the groups " + ", ".join(self.rows),
            )
        return next(iter(self.rows.values()), None)


class Measurement:
    """The counts of a metric over documents, as a sparse matrix of documents by columns.

    Args:
        metric: The metric.
        names: The names of the two sets in notices.
    """

    def __init__(
        self, metric: Metric, *, names: tuple[str, str] = ("the first set", "the second set")
    ) -> None:
        self.metric, self.names = metric, names
        self.documents: list[str] = []
        self.slices: list[str] = []
        self.places: list[Place] = []
        self._columns: dict[Key, int] = {}
        self._indices, self._numbers, self._ends = array("q"), array("d"), array("q", [0])

    def add(self, tally: Tally, slice_name: str = "") -> None:
        """Add the counts of one document."""
        columns = self._columns
        self._indices.extend(columns.setdefault(key, len(columns)) for key in tally.counts)
        self._numbers.extend(tally.counts.values())
        self._ends.append(len(self._indices))
        self.documents.append(tally.document)
        self.slices.append(slice_name)
        self.places += tally.places

    def count_pair(
        self, pair: SetPair, slice_name: str = "", *, keep_places: bool = False
    ) -> Tally:
        """Count one document and return its counts."""
        tally = Tally(pair.doc.id, keep_places=keep_places)
        self.metric.count(pair, tally)
        self.add(tally, slice_name)
        return tally

    def with_slices(self, names: Sequence[str]) -> Measurement:
        """Return the same counts with other slices.

        Args:
            names: The slice of each document, in the order of `documents`.
        """
        sliced = copy(self)
        sliced.slices = list(names)
        return sliced

    @property
    def keys(self) -> list[Key]:
        """The group and the column of each column of the matrix."""
        return list(self._columns)

    def to_matrix(self, keys: Sequence[Key] = ()) -> csr_array:
        """Return the counts as a sparse matrix of documents by columns.

        Args:
            keys: The columns of the matrix, which include those of this measurement; by default
                they are `self.keys`.
        """
        shape = (len(self.documents), len(self._columns))
        matrix = csr_array((self._numbers, self._indices, self._ends), shape=shape)
        if not keys:
            return matrix
        targets = {key: number for number, key in enumerate(keys)}
        target_of = np.array([targets[key] for key in self._columns], dtype=np.int64)
        entries = (matrix.data, target_of[matrix.indices], matrix.indptr)
        return csr_array(entries, shape=(len(self.documents), len(keys)))

    def compute_result(
        self, *, only: str | None = None, intervals: bool = False, seed: int = 1
    ) -> Result:
        """Compute the values over all documents or over a slice.

        Args:
            only: The name of the slice.
            intervals: Whether to compute 95 % bootstrap intervals too.
            seed: The seed of the bootstrap.
        """
        matrix = self._select(only)
        total = np.asarray(matrix.sum(axis=0), dtype=np.float64)
        values = compute_values(self.metric, self.keys, total[None, :])
        sums = dict(zip(self.keys, total.tolist(), strict=True))
        bounds = _bootstrap(self.metric, self.keys, matrix, seed) if intervals else {}
        groups = list(dict.fromkeys(group for group, _ in self.keys))
        rows = {
            name: _build_row(name, values, sums, bounds)
            for name in (*groups, MICRO, MACRO)
            if name in values
        }
        micro, macro = rows.pop(MICRO, None), rows.pop(MACRO, None)
        notices = tuple(self.metric.list_notices(sums, self.names))
        return Result(self.metric.name, matrix.shape[0], rows, micro, macro, notices)

    def list_notices(self) -> list[str]:
        """List notices about the data for the reader of the values over all documents."""
        total = self.to_matrix().sum(axis=0).tolist()
        return self.metric.list_notices(dict(zip(self.keys, total, strict=True)), self.names)

    def _select(self, slice_name: str | None) -> csr_array:
        """Return the matrix of all documents, or of the documents of a slice."""
        matrix = self.to_matrix()
        if slice_name is None:
            return matrix
        return matrix[[n for n, name in enumerate(self.slices) if name == slice_name]]


def measure(
    metric: Metric,
    pairs: Iterable[SetPair],
    *,
    keep_places: bool = False,
    slice_of: SliceFunction = lambda pair: pair.doc.metadata.type,
) -> Measurement:
    """Count every document once. Memory grows with the documents, not with the annotations.

    Args:
        metric: The metric, such as `metrics.get("spans")`.
        pairs: The two annotation sets of each document.
        keep_places: Whether to keep the annotations behind each count, in `Measurement.places`.
        slice_of: Returns the slice of each document; by default its type.
    """
    measurement = Measurement(metric)
    for pair in pairs:
        measurement.count_pair(pair, slice_of(pair), keep_places=keep_places)
    return measurement


def compute_values(
    metric: Metric, keys: Sequence[Key], sums: Matrix
) -> dict[str, dict[str, Value]]:
    """Compute the values of every group for each row of `sums` (samples by columns)."""
    shape = (len(sums),)
    by_group: dict[str, dict[str, Value]] = {}
    total: dict[str, Value] = {}
    for number, (group, column) in enumerate(keys):
        by_group.setdefault(group, {})[column] = sums[:, number]
        total[column] = total.get(column, np.zeros(shape)) + sums[:, number]
    shared = by_group.pop(SHARED, {})
    values = {
        group: _compute_group(metric, {**shared, **columns}, shape)
        for group, columns in by_group.items()
    }
    if metric.pooled:
        groups = list(values.values())
        values[MICRO] = _compute_group(metric, total, shape)
        values[MACRO] = {
            name: compute_mean([group[name] for group in groups])
            if groups
            else np.full(shape, np.nan)
            for name in values[MICRO]
        }
    return values


def _compute_group(metric: Metric, columns: Columns, shape: tuple[int, ...]) -> dict[str, Value]:
    values = metric.compute(Zeros(columns, shape))
    return {name: np.broadcast_to(value, shape) for name, value in values.items()}


def _build_row(
    name: str,
    values: Mapping[str, Mapping[str, Value]],
    sums: Mapping[Key, float],
    bounds: Mapping[str, Mapping[str, tuple[float, float]]],
) -> Row:
    counts: dict[str, float] = {}
    for (group, column), number in sums.items():
        if group != SHARED and not column.startswith(MARK) and name in (group, MICRO):
            counts[column] = counts.get(column, 0.0) + number
    row_values = {key: _to_float(value[0]) for key, value in values[name].items()}
    words = {
        key: name_kappa(value)
        for key, value in row_values.items()
        if key in KAPPAS and value is not None
    }
    return Row(row_values, counts, dict(bounds.get(name, {})), words)


def _to_float(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _bootstrap(
    metric: Metric, keys: Sequence[Key], matrix: csr_array, seed: int
) -> dict[str, dict[str, tuple[float, float]]]:
    """Compute 95 % percentile intervals by drawing documents with replacement."""
    documents = matrix.shape[0]
    if documents < 2:
        return {}
    random = np.random.default_rng(seed)
    times = random.multinomial(documents, np.full(documents, 1 / documents), size=_RESAMPLES)
    samples = compute_values(metric, keys, times.astype(np.float64) @ matrix)
    return {
        group: {name: bounds for name, value in values.items() if (bounds := _find_bounds(value))}
        for group, values in samples.items()
    }


def _find_bounds(value: Value) -> tuple[float, float] | None:
    defined = value[~np.isnan(value)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)
