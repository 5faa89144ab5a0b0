"""The trend of agreement over batches, and the batch from which it is stable (CLEF, Table 5)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from goldsmith.metrics import Measurement, Result
from goldsmith.project.agreement.tasks import View
from goldsmith.project.corpus.slices import sort_slices

#: The largest difference between values that count as stable.
TOLERANCE = 0.05
#: Fewer annotations than this make the value of a batch unreliable.
FEW = 20
_UP_TO = "up to this batch"


class TrendPoint(msgspec.Struct, frozen=True):
    """The agreement in one batch, and in all batches up to it."""

    batch: str
    documents: int
    annotations: int
    """The number of counted annotations of both annotators."""
    is_small: bool
    """Whether there are too few, so that single disagreements determine the value."""
    value: float | None
    cumulative: float | None


class Trend(msgspec.Struct, frozen=True):
    """The agreement over batches in their order."""

    metric: str
    value: str
    points: list[TrendPoint]
    stable_from: str
    """The first batch from which all values are within the tolerance; "" if there is none."""


def measure_trend(
    measurement: Measurement, view: View, *, tolerance: float = TOLERANCE
) -> Trend | None:
    """Compute the main value of a view batch by batch.

    Args:
        measurement: The counts of the documents, sliced by batch.
        view: The value, and the row for all groups.
        tolerance: The largest difference between values that count as stable.

    Returns:
        The trend; None if there is no row for all groups, or there are fewer than two batches.
    """
    batches = sort_slices(set(measurement.slices) - {""})
    if len(batches) < 2 or view.find_row(measurement.compute_result()) is None:
        return None
    points = []
    for number, batch in enumerate(batches, 1):
        earlier = set(batches[:number])
        names = [_UP_TO if name in earlier else "" for name in measurement.slices]
        result = measurement.compute_result(only=batch)
        until = measurement.with_slices(names).compute_result(only=_UP_TO)
        annotations = count_annotations(result, view)
        points.append(
            TrendPoint(
                batch,
                result.documents,
                annotations,
                annotations < FEW,
                view.get_value(result, view.cell),
                view.get_value(until, view.cell),
            )
        )
    return Trend(view.metric, view.cell, points, find_stable(points, tolerance))


def count_annotations(result: Result, view: View) -> int:
    """Count the annotations in the row for all groups."""
    row = view.find_row(result)
    counts = row.counts if row else {}
    if "a" in counts or "b" in counts:
        return round(counts.get("a", 0) + counts.get("b", 0))
    if {"tp", "fp", "fn"} & counts.keys():
        return round(2 * counts.get("tp", 0) + counts.get("fp", 0) + counts.get("fn", 0))
    return round(max(counts.values(), default=0))


def find_stable(points: Sequence[TrendPoint], tolerance: float = TOLERANCE) -> str:
    """Find the first batch from which all values are defined and close to each other.

    At least two batches must remain; the last one alone does not count as stable.
    """
    least, greatest, stable = math.inf, -math.inf, ""
    for number, point in enumerate(reversed(points)):
        if point.value is None:
            break
        least, greatest = min(least, point.value), max(greatest, point.value)
        if greatest - least > tolerance:
            break
        stable = point.batch if number else ""
    return stable
