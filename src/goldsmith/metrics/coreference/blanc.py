"""BLANC: coreference links and non-coreference links, with equal weight."""

from __future__ import annotations

import numpy as np

from goldsmith.metrics.coreference.chains import ChainComparison, ChainMetric, count_links
from goldsmith.metrics.coreference.evidence import is_one_sided
from goldsmith.metrics.engine.base import Columns, Tally, Value, divide


class Blanc(ChainMetric):
    """The Rand index for coreference of Recasens and Hovy (2011).

    Luo et al. (2014) extended it to system mentions, which may differ from the gold mentions.
    """

    title = "BLANC"
    definition = (
        "Any two mentions of a document are linked (in one chain) or apart (in two). For each of "
        "the two classes, precision = pairs in both sets / pairs of b, recall = pairs in both "
        "sets / pairs of a, and F1; BLANC is the mean of the two classes (Recasens and Hovy 2011; "
        "for mentions in only one set: Luo et al. 2014; i2b2/VA 2011). A class without pairs in a "
        "is ignored, and the value is the other class alone. If only one set has mentions, all "
        "three are 0."
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
    perfect = frozenset(values)
    derived = frozenset({"apart_common", "apart_a", "apart_b"})

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        count_links(chains, tally, group, _count_pairs)
        linked_shared = []  # per side: linked pairs among the mentions that both sets have
        for side, side_chains, overlaps in chains.iterate_sides():
            mentions = sum(map(len, side_chains))
            linked = sum(_count_pairs(len(chain)) for chain in side_chains)
            tally.add(group, f"apart_{side}", _count_pairs(mentions) - linked)
            linked_shared.append(sum(_count_pairs(sum(shared.values())) for shared in overlaps))
        sizes = list(map(len, chains.shared.values()))
        # Inclusion and exclusion: pairs linked on both sides are subtracted twice.
        apart = _count_pairs(sum(sizes)) - sum(linked_shared) + sum(map(_count_pairs, sizes))
        tally.add(group, "apart_common", apart)

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        common = sums["common"]
        linked = _score_class(common, common + sums["missed"], common + sums["spurious"])
        apart = _score_class(sums["apart_common"], sums["apart_a"], sums["apart_b"])
        values = {name: _average(linked[name], apart[name]) for name in linked}
        one_sided = is_one_sided(sums)
        values = {name: np.where(one_sided, 0.0, value) for name, value in values.items()}
        return {**values, "linked_f1": linked["f1"], "apart_f1": apart["f1"]}


def _count_pairs(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def _score_class(common: Value, a: Value, b: Value) -> dict[str, Value]:
    """Score one class of pairs; undefined where a has no such pairs, 0 where only b has none."""
    defined = a > 0
    return {
        "precision": np.where(defined, common / np.maximum(b, 1), np.nan),
        "recall": divide(common, a),
        "f1": np.where(defined, 2 * common / np.maximum(a + b, 1), np.nan),
    }


def _average(linked: Value, apart: Value) -> Value:
    return np.where(
        np.isnan(linked), apart, np.where(np.isnan(apart), linked, (linked + apart) / 2)
    )


provides = Blanc()
