"""Approximate randomisation: a test whether two systems differ by more than chance.

Each round exchanges the outputs of the two systems for a random choice of documents. The p-value
is (c + 1) / (R + 1), where c of R rounds give a difference at least as large as the observed one.
If there are at most R choices of documents, all of them are tried and the p-value is exact
(metrics.md, i2b2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import MICRO, Metric, Value
from goldsmith.metrics.engine.measure import Key, Matrix, Measurement, compute_values

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
        rounds: The number of random rounds.
        seed: The seed of the random rounds.

    Raises:
        InputError: The documents differ, or the metric has no such value.
    """
    if first.documents != second.documents:
        raise InputError(
            "the two systems were not measured on the same documents in the same order",
            expected=f"{len(first.documents)} documents for both",
        )
    metric = first.metric
    value = value or metric.main
    keys = list(dict.fromkeys([*first.keys, *second.keys]))
    counts = first.to_matrix(keys), second.to_matrix(keys)
    sums = [np.asarray(matrix.sum(axis=0), dtype=np.float64) for matrix in counts]
    [observed_first], [observed_second] = (
        _compute_overall(metric, keys, total[None, :], value, group) for total in sums
    )
    difference = observed_first - observed_second
    if np.isnan(difference):
        values = (_to_float(observed_first), _to_float(observed_second))
        return Comparison(metric.name, value, *values, None, None, 0, False)
    gap = counts[1] - counts[0]
    documents = len(first.documents)
    exact = 2**documents <= rounds
    choices = _enumerate_choices(documents) if exact else _draw_choices(documents, rounds, seed)
    extreme = tried = 0
    for exchanged in choices:
        shift = exchanged @ gap
        sampled_first = _compute_overall(metric, keys, sums[0] + shift, value, group)
        sampled_second = _compute_overall(metric, keys, sums[1] - shift, value, group)
        sampled = np.abs(sampled_first - sampled_second)
        extreme += int(np.sum(sampled >= abs(difference) - _EPSILON))
        tried += len(exchanged)
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


def _compute_overall(
    metric: Metric, keys: Sequence[Key], sums: Matrix, value: str, group: str
) -> Value:
    rows = compute_values(metric, keys, sums)
    group = group or (MICRO if metric.pooled else next(iter(rows), MICRO))
    if group not in rows or value not in rows[group]:
        raise InputError(
            f"the metric {metric.name} has no value {value!r}",
            expected="one of " + ", ".join(metric.values),
        )
    return rows[group][value]


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
