"""Agreement on concepts relaxed by their distance in a hierarchy of concepts."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.engine.base import Columns, Compared, Metric, Tally, Value, ratio
from goldsmith.metrics.engine.hierarchy import Distances, Hierarchy, Taxonomy
from goldsmith.metrics.engine.mention_pairs import anything, paired
from goldsmith.metrics.engine.traits import concept

_FURTHEST = 3


class ConceptDistance(Metric):
    """Concept agreement as the Mayo paper proposes to relax it."""

    title = "Concepts by distance"
    definition = (
        "Mentions that have a code are paired by overlap, whatever their type. Agreement at "
        "distance k = pairs whose concepts are at most k steps apart / pairs; a step goes from a "
        "concept to a parent or back, and the shortest way through a common ancestor counts (Mayo "
        "§4). Without a hierarchy only equal concepts agree."
    )
    groups = "concept"
    columns = {
        "pairs": "pairs of mentions that both have a code",
        "at_0": "pairs with the same concept",
        "at_1": "pairs of parent and child",
        "at_2": "pairs two steps apart",
        "at_3": "pairs three steps apart",
        "further": "pairs more than three steps apart",
        "unknown": "pairs between which the hierarchy knows no way",
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

    def count(self, pair: Compared, tally: Tally) -> None:
        a, b = ([mention for mention in one.mentions if mention.codes] for one in (pair.a, pair.b))
        for one, other in paired(a, b, kinds=(concept, anything), partial=True):
            column = self._column(self.distances.apart(concept(one), concept(other)))
            for name in ("pairs", column):
                tally.add("concept", name, a=(one.id,), b=(other.id,))

    def _column(self, distance: int | None) -> str:
        if distance is None:
            return "unknown"
        return f"at_{distance}" if distance <= _FURTHEST else "further"

    def compute(self, sums: Columns) -> dict[str, Value]:
        near = np.cumsum([sums[f"at_{steps}"] for steps in range(_FURTHEST + 1)], axis=0)
        return {f"agree_{steps}": ratio(one, sums["pairs"]) for steps, one in enumerate(near)}


provides = ConceptDistance()
