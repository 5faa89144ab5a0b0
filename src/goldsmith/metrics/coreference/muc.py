"""MUC: how many of the links that hold the chains together are found."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.coreference.chains import (
    Both,
    ChainMetric,
    count_links,
    count_mentions,
    scores,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value


class Muc(ChainMetric):
    """The link-based score of Vilain et al. 1995."""

    title = "MUC"
    definition = (
        "A chain of n mentions is held together by n − 1 links. Of these, the other set keeps "
        "n − p, where p is the number of parts into which its chains cut the n mentions; a mention "
        "that it has not, or has in no chain, is a part of its own. Recall = Σ (n − p) / Σ (n − 1) "
        "over the chains of a, precision the same over those of b (Vilain et al. 1995; i2b2/VA "
        "2011). A side that has mentions but no links gets 0."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "common": "links that both sets have",
        "missed": "links of the first set that the second cuts",
        "spurious": "links of the second set that the first cuts",
    }
    values = {
        "precision": "common / (common + spurious)",
        "recall": "common / (common + missed)",
        "f1": "harmonic mean of the two",
    }
    # Chains without links get 0 even when compared with themselves (metrics.md, i2b2).
    perfect = frozenset()

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        count_mentions(both, tally, group)
        count_links(both, tally, group, lambda mentions: mentions - 1)

    def compute(self, sums: Columns) -> dict[str, Value]:
        common, nothing = sums["common"], sums["a"] + sums["b"] == 0
        precision = _share(common, common + sums["spurious"], nothing)
        recall = _share(common, common + sums["missed"], nothing)
        return scores(precision, recall)


def _share(found: Value, links: Value, nothing: Value) -> Value:
    """The links found; 0 where there are none to find, and no value where there is no mention."""
    return np.where(nothing, np.nan, found / np.maximum(links, 1))


provides = Muc()
