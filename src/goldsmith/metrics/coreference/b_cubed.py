"""B³: the share of each mention's chain that is correct."""

from __future__ import annotations

from goldsmith.metrics.coreference.chains import (
    ChainComparison,
    ChainMetric,
    compute_scores,
    count_mentions,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value, divide


class BCubed(ChainMetric):
    """The mention-based score of Bagga and Baldwin (1998)."""

    title = "B³"
    definition = (
        "For each mention of a, the share of its chain that is also in the chain of its "
        "counterpart in b; recall is the mean over the mentions of a, precision the same over the "
        "mentions of b: recall = Σ |k ∩ r|² / |k| over all pairs of chains, divided by the "
        "mentions of a (Bagga and Baldwin 1998; i2b2/VA 2011). A mention without a counterpart "
        "gets 0 and stays in its chain (Pradhan et al. 2014)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "correct_a": "sum over the mentions of the first set: share of its chain found",
        "correct_b": "sum over the mentions of the second set: share of its chain that is correct",
    }
    values = {
        "precision": "correct_b / b",
        "recall": "correct_a / a",
        "f1": "harmonic mean of the two",
    }

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        count_mentions(chains, tally, group)
        for (i, j), shared in chains.shared.items():
            recall, precision = len(shared) / len(chains.a[i]), len(shared) / len(chains.b[j])
            for first, second in shared:
                tally.add(group, "correct_a", recall, a=(first,), b=(second,))
                tally.add(group, "correct_b", precision, a=(first,), b=(second,))

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        return compute_scores(
            divide(sums["correct_b"], sums["b"]), divide(sums["correct_a"], sums["a"])
        )


provides = BCubed()
