"""CEAF: the best one-to-one alignment of chains, for any similarity."""

from __future__ import annotations

from goldsmith.alignment.matching import find_best_matching
from goldsmith.metrics.coreference.chains import (
    ChainComparison,
    ChainMetric,
    compute_scores,
    get_ids,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value, divide


class Ceaf(ChainMetric):
    """Base class of both CEAF metrics, which align chains for the greatest total similarity.

    Luo (2005) defines the alignment and the similarities φ3 and φ4.
    """

    values = {
        "precision": "similarity / b",
        "recall": "similarity / a",
        "f1": "harmonic mean of the two",
    }

    def compute_similarity(self, shared: int, a: int, b: int) -> float:
        """Compute the similarity of two chains with `a` and `b` mentions, `shared` in common."""
        raise NotImplementedError

    def count_similarity(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        """Add the similarity of each pair of aligned chains."""
        similarities = {
            (i, j): self.compute_similarity(len(shared), len(chains.a[i]), len(chains.b[j]))
            for (i, j), shared in chains.shared.items()
        }
        for i, j in find_best_matching(similarities):
            similarity = similarities[i, j]
            a, b = get_ids(chains.a[i]), get_ids(chains.b[j])
            tally.add(group, "similarity", similarity, a=a, b=b)

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        similarity = sums["similarity"]
        return compute_scores(divide(similarity, sums["b"]), divide(similarity, sums["a"]))
