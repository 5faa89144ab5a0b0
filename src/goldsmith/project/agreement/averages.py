"""Averages of agreement over pairs of annotators."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith import metrics
from goldsmith.metrics import Result
from goldsmith.project.agreement.pairs import PairAgreement

#: Metric -> group (and micro, macro) -> value -> mean.
Averages = dict[str, dict[str, dict[str, float | None]]]
#: The weighted sum of a value, and the sum of its weights.
_Sums = tuple[float, float]


def average_pairs(pairs: Sequence[PairAgreement], *, is_weighted: bool = False) -> Averages:
    """Compute the mean of each value over pairs; pairs without a value are left out.

    Args:
        pairs: The pairs of annotators.
        is_weighted: Whether pairs are weighted by their number of common documents.
    """
    return average_results(
        [
            (pair.documents if is_weighted else 1, result)
            for pair in pairs
            for result in pair.results.values()
        ]
    )


def average_results(results: Sequence[tuple[float, Result]]) -> Averages:
    """Compute the weighted mean of each value over results of the same metrics."""
    sums: dict[str, dict[str, dict[str, _Sums]]] = {}
    for weight, result in results:
        groups = sums.setdefault(result.metric, {})
        for group, row in _list_rows(result):
            values = groups.setdefault(group, {})
            for name, value in row.items():
                total, weights = values.get(name, (0.0, 0.0))
                if value is not None:
                    total, weights = total + weight * value, weights + weight
                values[name] = (total, weights)
    return {
        metric: {group: _divide(values) for group, values in groups.items()}
        for metric, groups in sums.items()
    }


def _divide(values: dict[str, _Sums]) -> dict[str, float | None]:
    return {name: total / weight if weight else None for name, (total, weight) in values.items()}


def _list_rows(result: Result) -> list[tuple[str, dict[str, float | None]]]:
    rows = [(group, row.values) for group, row in result.rows.items()]
    rows += [(metrics.MICRO, result.micro.values)] if result.micro else []
    return rows + ([(metrics.MACRO, result.macro.values)] if result.macro else [])
