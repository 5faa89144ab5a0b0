"""MUC: the share of the links that connect the chains."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.coreference.chains import (
    ChainComparison,
    ChainMetric,
    compute_scores,
    count_links,
    count_mentions,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value


class Muc(ChainMetric):
    """The link-based score of Vilain et al. (1995)."""

    title = "MUC"
    definition = (
        "A chain of n mentions needs n − 1 links. Of these, the other set keeps n − p, where p is "
        "the number of parts into which its chains divide the n mentions; a mention that it "
        "lacks, or has in no chain, is a separate part. Recall = Σ (n − p) / Σ (n − 1) over the "
        "chains of a, precision the same over the chains of b (Vilain et al. 1995; i2b2/VA 2011). "
        "A side that has mentions but no links gets 0."
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
    # Chains without links score 0 even when compared with themselves (metrics.md, i2b2).
    perfect = frozenset()

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        count_mentions(chains, tally, group)
        count_links(chains, tally, group, lambda mentions: mentions - 1)

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        common, empty = sums["common"], sums["a"] + sums["b"] == 0
        precision = _compute_share(common, common + sums["spurious"], empty)
        recall = _compute_share(common, common + sums["missed"], empty)
        return compute_scores(precision, recall)


def _compute_share(common: Value, links: Value, empty: Value) -> Value:
    """Return the share of common links; 0 without links, and undefined without mentions."""
    return np.where(empty, np.nan, common / np.maximum(links, 1))


provides = Muc()
