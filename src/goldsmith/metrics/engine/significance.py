"""Approximate randomisation: a test of whether two systems differ by more than chance.

Each round exchanges the outputs of the two systems for a random choice of documents. The p-value
is (c + 1) / (R + 1), where c of R rounds give a difference at least as large as the observed one.
If there are at most R choices of documents, all of them are tried and the p-value is exact
(metrics.md, i2b2).

An exchange after which one of the systems has no value (0/0) counts as at least as large, because
the difference is unknown and the p-value must not be too small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics.engine.base import MACRO, MICRO, SHARED, Key, Metric, Value
from goldsmith.metrics.engine.measure import Matrix, Measurement, compute_values

_BATCH_SIZE = 2000
_EPSILON = 1e-12


class Comparison(msgspec.Struct, frozen=True):
    """The difference between two systems in one value, and its p-value."""

    metric: str
    value: str
    first: float | None
    second: float | None
    difference: float | None
    p: float | None
    rounds: int
    exact: bool
    """Whether every choice of documents was tried."""


def compare(
    first: Measurement,
    second: Measurement,
    *,
    value: str = "",
    group: str = "",
    rounds: int = 9999,
    seed: int = 1,
) -> Comparison:
    """Test whether two systems differ by more than chance.

    Args:
        first: The first system, measured against the gold standard.
        second: The second system, measured on the same documents in the same order.
        value: The value to compare; by default the metric's main value.
        group: The row to compare; by default the micro row, or the only row.
        rounds: The number of random rounds, at least 1.
        seed: The seed of the random rounds.

    Raises:
        InputError: The metrics or the documents differ, there are no rounds, or no group is named
            although there are several and no row covers all of them.
        UnknownName: The metric has no such value or group.
    """
    _check_comparable(first, second, rounds)
    metric = first.metric
    value = value or metric.main
    keys = list(dict.fromkeys([*first.keys, *second.keys]))
    group = _choose_group(metric, keys, group)
    if value not in metric.values:
        raise UnknownName(f"value of the metric {metric.name}", value, metric.values)

    def score(sums: Matrix) -> Value:
        return _compute_overall(metric, keys, sums, value, group)

    counts = first.to_matrix(keys), second.to_matrix(keys)
    sums = [np.asarray(matrix.sum(axis=0), dtype=np.float64) for matrix in counts]
    [observed_first], [observed_second] = (score(total[None, :]) for total in sums)
    difference = observed_first - observed_second
    if np.isnan(difference):
        values = (_to_float(observed_first), _to_float(observed_second))
        return Comparison(metric.name, value, *values, None, None, 0, False)
    documents = len(first.documents)
    exact = 2**documents <= rounds
    choices = _enumerate_choices(documents) if exact else _draw_choices(documents, rounds, seed)
    gap = counts[1] - counts[0]
    shifts = (exchanged @ gap for exchanged in choices)
    extreme, tried = _count_extreme(shifts, sums, score, abs(difference))
    return Comparison(
        metric.name,
        value,
        float(observed_first),
        float(observed_second),
        float(difference),
        extreme / tried if exact else (extreme + 1) / (tried + 1),
        tried,
        exact,
    )


def _count_extreme(
    shifts: Iterable[Matrix],
    sums: Sequence[Matrix],
    score: Callable[[Matrix], Value],
    difference: float,
) -> tuple[int, int]:
    """Return how many exchanges of documents give at least the difference, and how many there are.

    Args:
        shifts: The counts that each exchange moves from the second system to the first.
        sums: The counts of the first system and of the second.
        score: Computes the value that is compared.
        difference: The observed difference, without its sign.
    """
    extreme = tried = 0
    for shift in shifts:
        sampled = np.abs(score(sums[0] + shift) - score(sums[1] - shift))
        # Not `>=`: a difference without a value (nan) counts as large.
        extreme += int(np.sum(~(sampled < difference - _EPSILON)))
        tried += len(shift)
    return extreme, tried


def _compute_overall(
    metric: Metric, keys: Sequence[Key], sums: Matrix, value: str, group: str
) -> Value:
    rows = compute_values(metric, keys, sums)
    return rows[group][value] if group in rows else np.full(len(sums), np.nan)


def _check_comparable(first: Measurement, second: Measurement, rounds: int) -> None:
    _check_same_metric(first.metric, second.metric)
    if rounds < 1:
        raise InputError(f"{rounds} rounds give no p-value", expected="at least 1 round")
    if first.documents != second.documents:
        raise InputError(
            "the two systems were not measured on the same documents in the same order",
            expected=f"{len(first.documents)} documents for both",
        )


def _check_same_metric(first: Metric, second: Metric) -> None:
    if _describe(first) != _describe(second):
        raise InputError(
            f"the systems were not measured by the same metric: {first.name} and {second.name}",
            expected="one metric with the same options for both",
        )


def _describe(metric: Metric) -> tuple[object, ...]:
    """Return the identity of a metric: name, class and options; resources by their class."""
    options = [
        (name, value if isinstance(value, str | int | float | tuple | None) else type(value))
        for name, value in sorted(vars(metric).items())
    ]
    return (metric.name, type(metric), *options)


def _choose_group(metric: Metric, keys: Sequence[Key], group: str) -> str:
    """Return the row to compare: the named row, the micro row, or the only row."""
    groups = [name for name in dict.fromkeys(name for name, _ in keys) if name != SHARED]
    averages = (MICRO, MACRO) if metric.pooled else ()
    if group and groups and group not in (*groups, *averages):
        raise UnknownName(f"row of the metric {metric.name}", group, groups)
    if group or metric.pooled:
        return group or MICRO
    if len(groups) > 1:
        raise InputError(
            f"the metric {metric.name} has several rows and none over all of them",
            expected="one of the groups " + ", ".join(groups),
        )
    return groups[0] if groups else MICRO


def _to_float(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _enumerate_choices(documents: int) -> Iterator[npt.NDArray[np.float64]]:
    """Yield all choices of documents, as rows of zeros and ones."""
    for start in range(0, 2**documents, _BATCH_SIZE):
        numbers = np.arange(start, min(start + _BATCH_SIZE, 2**documents))
        yield (numbers[:, None] >> np.arange(documents) & 1).astype(np.float64)


def _draw_choices(documents: int, rounds: int, seed: int) -> Iterator[npt.NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    for start in range(0, rounds, _BATCH_SIZE):
        shape = (min(_BATCH_SIZE, rounds - start), documents)
        yield random.integers(0, 2, shape).astype(np.float64)
