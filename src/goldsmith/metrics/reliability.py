"""Fleiss' kappa and Krippendorff's alpha over any number of raters, with missing values.

A unit is rated by two or more raters, not necessarily the same ones for each unit. The raters are
exchangeable, so a unit only needs the number of raters for each value.

With n(u, c) raters who gave unit u the value c, and m(u) = Σ over c of n(u, c):

    Fleiss      P(u) = Σ n(u, c)·(n(u, c) − 1) / (m(u)·(m(u) − 1)), P = mean of P(u),
                p(c) = Σ over u of n(u, c) / Σ m(u), P(e) = Σ p(c)², κ = (P − P(e)) / (1 − P(e))
    Krippendorff  n(c) = Σ over u of n(u, c), n = Σ n(c),
                observed = 1 − Σ over u and c of n(u, c)·(n(u, c) − 1) / (m(u) − 1) / n,
                expected = 1 − Σ n(c)·(n(c) − 1) / (n·(n − 1)), α = 1 − observed / expected

Units with fewer than two values are left out (Fleiss 1971, equations 1–7, whose units all have the
same number of ratings; Krippendorff 2004, chapter 11, for nominal data).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from goldsmith.metrics.engine.base import Value, divide

#: The ratings of a unit: value -> number of raters who gave it.
Ratings = Mapping[str, int]

#: The values that `compute_reliability` returns, with their descriptions.
VALUES = {
    "fleiss_kappa": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha, nominal",
    "observed_agreement": "mean share of pairs of raters who agree on a unit",
}


def compute_reliability(
    units: Sequence[Ratings], weights: npt.ArrayLike | None = None
) -> dict[str, Value]:
    """Compute the agreement of any number of raters.

    Args:
        units: The ratings of each unit; raters without a value are left out.
        weights: How often each unit occurs, in each sample (samples by units); once by default.

    Returns:
        The values by name, each with a number for each sample; nan where it is undefined.

    Example:
        >>> units = [{"yes": 3}, {"yes": 2, "no": 1}, {"no": 2}]
        >>> compute_reliability(units)["alpha"]
        array([0.53333333])
    """
    sizes = np.ones((1, len(units))) if weights is None else np.asarray(weights, np.float64)
    ratings = _build_matrix(units)
    raters = ratings.sum(axis=1)
    sizes = sizes * (raters >= 2)
    agreeing = (ratings * ratings).sum(axis=1) - raters
    totals: Value = sizes @ ratings
    count = totals.sum(axis=1)
    pairs = np.maximum(raters * (raters - 1), 1.0)
    observed = divide(sizes @ (agreeing / pairs), sizes.sum(axis=1))
    chance = divide((totals**2).sum(axis=1), count**2)
    agreement = divide(sizes @ (agreeing / np.maximum(raters - 1, 1.0)), count)
    expected = divide((totals * (totals - 1)).sum(axis=1), count * (count - 1))
    return {
        "fleiss_kappa": divide(observed - chance, 1 - chance),
        "alpha": 1 - divide(1 - agreement, 1 - expected),
        "observed_agreement": observed,
    }


def _build_matrix(units: Sequence[Ratings]) -> csr_array:
    """Build the matrix of units by values; sparse, because codes have thousands of values."""
    columns: dict[str, int] = {}
    rows, indices, numbers = [], [], []
    for row, unit in enumerate(units):
        for value, raters in unit.items():
            rows.append(row)
            indices.append(columns.setdefault(value, len(columns)))
            numbers.append(float(raters))
    return csr_array((numbers, (rows, indices)), shape=(len(units), len(columns)))
