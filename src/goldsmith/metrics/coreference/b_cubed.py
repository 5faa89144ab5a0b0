"""B³: for each mention, how much of its chain is right."""

from __future__ import annotations

from goldsmith.metrics.coreference.chains import Both, ChainMetric, count_mentions, scores
from goldsmith.metrics.engine.base import Columns, Tally, Value, ratio


class BCubed(ChainMetric):
    """The mention-based score of Bagga and Baldwin 1998."""

    title = "B³"
    definition = (
        "For each mention of a, the share of its chain that its twin's chain in b has too; recall "
        "is the mean over the mentions of a, precision the same over those of b: recall = "
        "Σ |k ∩ r|² / |k| over all pairs of chains, divided by the mentions of a (Bagga and "
        "Baldwin 1998; i2b2/VA 2011). A mention without a twin gets 0 and stays in its chain "
        "(Pradhan et al. 2014)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "correct_a": "sum over the mentions of the first set: share of its chain found",
        "correct_b": "sum over the mentions of the second set: share of its chain that is right",
    }
    values = {
        "precision": "correct_b / b",
        "recall": "correct_a / a",
        "f1": "harmonic mean of the two",
    }

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        count_mentions(both, tally, group)
        for (i, j), twins in both.shared.items():
            found, right = len(twins) / len(both.a[i]), len(twins) / len(both.b[j])
            for first, second in twins:
                tally.add(group, "correct_a", found, a=(first,), b=(second,))
                tally.add(group, "correct_b", right, a=(first,), b=(second,))

    def compute(self, sums: Columns) -> dict[str, Value]:
        return scores(ratio(sums["correct_b"], sums["b"]), ratio(sums["correct_a"], sums["a"]))


provides = BCubed()
