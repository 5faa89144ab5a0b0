"""Approximate randomisation: could the difference between two systems be chance?

Whole documents are swapped between the two systems. The p-value is (c + 1) / (R + 1), where c of R
random assignments differ at least as much as the systems do; when there are at most R assignments
altogether, all of them are tried and the p-value is exact (metrics.md, i2b2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import MICRO, Metric, Value
from goldsmith.metrics.engine.measure import Matrix, Measured, values_of

_AT_ONCE = 2000
_EPSILON = 1e-12


class Comparison(msgspec.Struct, frozen=True):
    """The difference between two systems in one value, and how often chance does as much."""

    metric: str
    value: str
    first: float | None
    second: float | None
    difference: float | None
    p: float | None
    rounds: int
    exact: bool
    """Whether every assignment was tried."""


def compare(
    one: Measured,
    other: Measured,
    *,
    value: str = "",
    group: str = "",
    rounds: int = 9999,
    seed: int = 1,
) -> Comparison:
    """Whether two systems measured on the same documents differ by more than chance.

    Without a `group` it is the row over all of them, or the only one.
    """
    if one.documents != other.documents:
        raise InputError(
            "the two systems were not measured on the same documents in the same order",
            expected=f"{len(one.documents)} documents for both",
        )
    metric = one.metric
    value = value or metric.main
    keys = list(dict.fromkeys([*one.keys, *other.keys]))
    first, second = one.matrix(keys), other.matrix(keys)
    sums = [np.asarray(side.sum(axis=0), dtype=np.float64) for side in (first, second)]
    [here], [there] = (_overall(metric, keys, total[None, :], value, group) for total in sums)
    found = here - there
    if np.isnan(found):
        return Comparison(metric.name, value, _known(here), _known(there), None, None, 0, False)
    gap = second - first
    documents = len(one.documents)
    exact = 2**documents <= rounds
    swaps = _every(documents) if exact else _random(documents, rounds, seed)
    as_much = tried = 0
    for swapped in swaps:
        moved = swapped @ gap
        left = _overall(metric, keys, sums[0] + moved, value, group)
        right = _overall(metric, keys, sums[1] - moved, value, group)
        as_much += int(np.sum(np.abs(left - right) >= abs(found) - _EPSILON))
        tried += len(swapped)
    p = as_much / tried if exact else (as_much + 1) / (tried + 1)
    return Comparison(metric.name, value, float(here), float(there), float(found), p, tried, exact)


def _overall(
    metric: Metric, keys: Sequence[tuple[str, str]], sums: Matrix, value: str, group: str
) -> Value:
    rows = values_of(metric, keys, sums)
    group = group or (MICRO if metric.pooled else next(iter(rows), MICRO))
    if group not in rows or value not in rows[group]:
        raise InputError(
            f"the metric {metric.name} has no value {value!r}",
            expected="one of " + ", ".join(metric.values),
        )
    return rows[group][value]


def _known(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _every(documents: int) -> Iterator[npt.NDArray[np.float64]]:
    """All assignments of documents, as rows of zeros and ones."""
    for start in range(0, 2**documents, _AT_ONCE):
        numbers = np.arange(start, min(start + _AT_ONCE, 2**documents))
        yield (numbers[:, None] >> np.arange(documents) & 1).astype(np.float64)


def _random(documents: int, rounds: int, seed: int) -> Iterator[npt.NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    for start in range(0, rounds, _AT_ONCE):
        shape = (min(_AT_ONCE, rounds - start), documents)
        yield random.integers(0, 2, shape).astype(np.float64)
