"""Agreement on concepts, relaxed by their distance in a hierarchy."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.engine.base import Columns, Metric, SetPair, Tally, Value, divide
from goldsmith.metrics.engine.hierarchy import Distances, Hierarchy, Taxonomy
from goldsmith.metrics.engine.mention_pairs import ignore_type, pair_mentions
from goldsmith.metrics.engine.traits import get_concept

_MAX_STEPS = 3


class ConceptDistance(Metric):
    """Relaxed concept agreement, as the Mayo paper proposes (section 4)."""

    title = "Concepts by distance"
    definition = (
        "Mentions with a code are paired by overlap, regardless of type. Agreement at distance k "
        "= pairs whose concepts are at most k steps apart / pairs; a step leads from a concept to "
        "a parent or back, and the shortest path through a common ancestor counts (Mayo §4). "
        "Without a hierarchy only equal concepts agree."
    )
    groups = "concept"
    columns = {
        "pairs": "pairs of mentions that both have a code",
        "at_0": "pairs with the same concept",
        "at_1": "pairs of parent and child",
        "at_2": "pairs two steps apart",
        "at_3": "pairs three steps apart",
        "further": "pairs more than three steps apart",
        "unknown": "pairs without a common ancestor in the hierarchy",
    }
    values = {
        "agree_0": "agreement on the same concept",
        "agree_1": "agreement within one step",
        "agree_2": "agreement within two steps",
        "agree_3": "agreement within three steps",
    }
    main = "agree_0"
    symmetric = perfect = frozenset(values)
    example_schema = "mayo-disorder"
    pooled = False

    def __init__(self, *, hierarchy: Hierarchy | None = None) -> None:
        self.distances = Distances(Taxonomy({}) if hierarchy is None else hierarchy)

    def count(self, pair: SetPair, tally: Tally) -> None:
        a, b = ([m for m in side.mentions if m.codes] for side in (pair.a, pair.b))
        for first, second in pair_mentions(a, b, keys=(get_concept, ignore_type), partial=True):
            concepts = get_concept(first), get_concept(second)
            distance_column = self._choose_column(self.distances.compute_set_distance(*concepts))
            for column in ("pairs", distance_column):
                tally.add("concept", column, a=(first.id,), b=(second.id,))

    def _choose_column(self, distance: int | None) -> str:
        if distance is None:
            return "unknown"
        return f"at_{distance}" if distance <= _MAX_STEPS else "further"

    def compute(self, sums: Columns) -> dict[str, Value]:
        within = np.cumsum([sums[f"at_{steps}"] for steps in range(_MAX_STEPS + 1)], axis=0)
        return {
            f"agree_{steps}": divide(number, sums["pairs"]) for steps, number in enumerate(within)
        }


provides = ConceptDistance()
