"""The decision of a trained model: where a time is, and which of its possible extents is it.

Annotators vary in extents. The probability of one time is then divided between "after 18 months"
and "18 months", and neither may reach a threshold that both together are far above.
"""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.core import Span


def select_extents(probabilities: Mapping[Span, float], threshold: float) -> list[Span]:
    """Select the most probable extent at each place where a time is probable, in text order.

    Args:
        probabilities: The probability of each possible extent.
        threshold: The least sum of the probabilities of an extent and of those that overlap it.
    """
    selected: list[Span] = []
    for span in sorted(probabilities, key=lambda span: (-probabilities[span], span)):
        is_free = not any(span.overlaps(extent) for extent in selected)
        if is_free and _sum_place(span, probabilities) >= threshold:
            selected.append(span)
    return sorted(selected)


def _sum_place(span: Span, probabilities: Mapping[Span, float]) -> float:
    """Sum the probabilities of an extent and of all that overlap it."""
    return sum(part for extent, part in probabilities.items() if span.overlaps(extent))
