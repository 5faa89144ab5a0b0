"""How many differences there are of each class, over all types and by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goldsmith.differences.classes import CLASSES, Difference, Kind


def summary(differences: Iterable[Difference], *, kind: Kind | None = None) -> dict[str, int]:
    """Class -> how many differences have it; those of two classes count in both.

    With a `kind` only differences of mentions, of relations or of coreference are counted.
    """
    found = Counter(
        name
        for difference in differences
        if kind is None or difference.kind == kind
        for name in difference.classes
    )
    return {name: found[name] for name in CLASSES if name in found}


def by_type(differences: Iterable[Difference]) -> dict[str, dict[str, int]]:
    """Type -> class -> count; a difference between two types counts in both."""
    sorted_out: dict[str, list[Difference]] = {}
    for difference in differences:
        for kind in difference.types:
            sorted_out.setdefault(kind, []).append(difference)
    return {kind: summary(sorted_out[kind]) for kind in sorted(sorted_out)}
