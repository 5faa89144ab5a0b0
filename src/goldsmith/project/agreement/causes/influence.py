"""Agreement with each document left out in turn, to find outliers (CLEF §4.3)."""

from __future__ import annotations

import msgspec
import numpy as np

from goldsmith.metrics import MICRO, Measurement
from goldsmith.metrics.engine.measure import compute_values
from goldsmith.project.agreement.tasks import View

#: How many documents are left out at once; a metric may have a column for each pair of codes.
_BATCH_SIZE = 256


class DocumentInfluence(msgspec.Struct, frozen=True):
    """A value without one of the documents."""

    document: str
    without: float | None
    change: float | None
    """The increase of the value without the document; None if either is not defined."""
    own: float | None
    """The value of the document alone."""


class Influence(msgspec.Struct, frozen=True):
    """The influence of every document on a value, the greatest increase first."""

    metric: str
    value: str
    group: str
    overall: float | None
    documents: list[DocumentInfluence]


def measure_influence(measurement: Measurement, view: View) -> Influence | None:
    """Compute the main value of a view without each document in turn.

    Args:
        measurement: The counts of the documents.
        view: The value, and the row for all groups.

    Returns:
        The influence; None without a row for all groups, or with fewer than two documents.
    """
    if len(measurement.documents) < 2:
        return None
    metric, keys = measurement.metric, measurement.keys
    result = measurement.compute_result()
    group = view.group or (MICRO if result.micro else next(iter(result.rows), ""))
    if view.find_row(result) is None:
        return None
    matrix = measurement.to_matrix()
    total = np.asarray(matrix.sum(axis=0), dtype=np.float64)
    without, own = [], []
    for start in range(0, len(measurement.documents), _BATCH_SIZE):
        counts = matrix[start : start + _BATCH_SIZE].toarray()
        without += list(compute_values(metric, keys, total - counts)[group][view.cell])
        own += list(compute_values(metric, keys, counts)[group][view.cell])
    overall = view.get_value(result, view.cell)
    rows = [
        DocumentInfluence(
            document,
            _to_float(without[number]),
            _subtract(_to_float(without[number]), overall),
            _to_float(own[number]),
        )
        for number, document in enumerate(measurement.documents)
    ]
    rows.sort(key=lambda row: (-(row.change or 0.0), row.document))
    return Influence(view.metric, view.cell, group, overall, rows)


def _to_float(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _subtract(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first - second
