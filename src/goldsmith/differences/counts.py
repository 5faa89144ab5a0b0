"""Numbers of differences by class and by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldsmith.differences.classes import CLASSES, Difference, Kind


def count_classes(differences: Iterable[Difference], *, kind: Kind | None = None) -> dict[str, int]:
    """Count the differences of each class; a difference of two classes counts in both.

    Args:
        differences: The differences to count.
        kind: Count only differences of this kind: mention, relation or coreference.
    """
    counts = Counter(
        name
        for difference in differences
        if kind is None or difference.kind == kind
        for name in difference.classes
    )
    return {name: counts[name] for name in CLASSES if name in counts}


def count_by_type(differences: Iterable[Difference]) -> dict[str, dict[str, int]]:
    """Count the classes of each type; a difference between two types counts in both."""
    by_type: dict[str, list[Difference]] = {}
    for difference in differences:
        for name in difference.types:
            by_type.setdefault(name, []).append(difference)
    return {name: count_classes(by_type[name]) for name in sorted(by_type)}
