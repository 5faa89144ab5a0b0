"""The metric `jaccard`: shared mentions over all mentions."""

from __future__ import annotations

from typing import Any

from goldsmith.metrics import Metric, SetPair, Tally
from goldsmith.metrics.engine.base import divide


class Jaccard(Metric):
    """Mentions of the same type and spans in both sets, divided by those in either."""

    title = "Jaccard index of mentions"
    definition = "|A ∩ B| / |A ∪ B| over (type, spans)"
    columns = {"shared": "mentions in both sets", "all": "mentions in either set"}
    values = {"jaccard": "shared / all"}
    main = "jaccard"
    symmetric = frozenset({"jaccard"})
    perfect = frozenset({"jaccard"})

    def count(self, pair: SetPair, tally: Tally) -> None:
        """Count the mentions of one document."""
        first = {(mention.type, mention.spans): mention.id for mention in pair.a.mentions}
        second = {(mention.type, mention.spans): mention.id for mention in pair.b.mentions}
        for key in {**first, **second}:
            a = [first[key]] if key in first else []
            b = [second[key]] if key in second else []
            tally.add(key[0], "all", a=a, b=b)
            if a and b:
                tally.add(key[0], "shared", a=a, b=b)

    def compute(self, sums: Any) -> dict[str, Any]:
        """Compute the index from the sums of a group."""
        return {"jaccard": divide(sums["shared"], sums["all"])}


JACCARD = Jaccard()
