"""BLANC: pairs of mentions that corefer, and pairs that do not, with equal weight."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.coreference.chains import Both, ChainMetric, count_links
from goldsmith.metrics.engine.base import Columns, Tally, Value, ratio


class Blanc(ChainMetric):
    """The Rand index for coreference of Recasens and Hovy 2011, for found mentions too."""

    title = "BLANC"
    definition = (
        "Every two mentions of a document are linked (in one chain) or apart (in two). For each "
        "of the two classes precision = pairs in both sets / pairs of b, recall = pairs in both "
        "sets / pairs of a, and F1; BLANC is the mean of the two classes (Recasens and Hovy 2011; "
        "with mentions that only one set has: Luo et al. 2014; i2b2/VA 2011). A class of which a "
        "has no pairs does not count: then the other class alone is the value."
    )
    columns = {
        "common": "pairs linked in both sets",
        "missed": "pairs linked in the first set (gold) only",
        "spurious": "pairs linked in the second set (system) only",
        "apart_common": "pairs of mentions that both sets have and keep apart",
        "apart_a": "pairs that the first set keeps apart",
        "apart_b": "pairs that the second set keeps apart",
    }
    values = {
        "precision": "mean of the precision of the two classes",
        "recall": "mean of the recall of the two classes",
        "f1": "mean of the F1 of the two classes",
        "linked_f1": "F1 of the pairs that are linked",
        "apart_f1": "F1 of the pairs that are apart",
    }
    # The first set decides which classes count, so that the sides can matter.
    symmetric = frozenset()
    perfect = frozenset(values)
    derived = frozenset({"apart_common", "apart_a", "apart_b"})

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        count_links(both, tally, group, _pairs)
        within = []  # pairs of shared mentions that one side links
        for side, chains, cells in both.sides():
            mentions = sum(map(len, chains))
            linked = sum(_pairs(len(chain)) for chain in chains)
            tally.add(group, f"apart_{side}", _pairs(mentions) - linked)
            within.append(sum(_pairs(sum(shared.values())) for shared in cells))
        twins = list(map(len, both.shared.values()))
        # Pairs linked by both sides were taken away twice.
        apart = _pairs(sum(twins)) - sum(within) + sum(map(_pairs, twins))
        tally.add(group, "apart_common", apart)

    def compute(self, sums: Columns) -> dict[str, Value]:
        common = sums["common"]
        linked = _class(common, common + sums["missed"], common + sums["spurious"])
        apart = _class(sums["apart_common"], sums["apart_a"], sums["apart_b"])
        values = {name: _mean(linked[name], apart[name]) for name in linked}
        return {**values, "linked_f1": linked["f1"], "apart_f1": apart["f1"]}


def _pairs(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def _class(common: Value, a: Value, b: Value) -> dict[str, Value]:
    """The scores of one class; no values where a has no such pairs, and 0 where only b has none."""
    counts = a > 0
    return {
        "precision": np.where(counts, common / np.maximum(b, 1), np.nan),
        "recall": ratio(common, a),
        "f1": np.where(counts, 2 * common / np.maximum(a + b, 1), np.nan),
    }


def _mean(linked: Value, apart: Value) -> Value:
    return np.where(
        np.isnan(linked), apart, np.where(np.isnan(apart), linked, (linked + apart) / 2)
    )


provides = Blanc()
