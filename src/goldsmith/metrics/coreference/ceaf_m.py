"""CEAF, mention-based: the mentions shared by chains aligned one to one."""

from __future__ import annotations

from goldsmith.metrics.coreference.ceaf import Ceaf
from goldsmith.metrics.coreference.chains import ChainComparison, count_mentions
from goldsmith.metrics.engine.base import Tally


class CeafM(Ceaf):
    """CEAF with the similarity φ3 (Luo 2005)."""

    title = "CEAF, mention-based"
    definition = (
        "Chains of a and of b are aligned one to one to maximise the sum of their similarity φ3 = "
        "|k ∩ r|, the shared mentions. Recall = that sum / mentions of a, precision = that sum / "
        "mentions of b (Luo 2005; i2b2/VA 2011)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "similarity": "mentions shared by the chains that are aligned",
    }

    def compute_similarity(self, shared: int, a: int, b: int) -> float:
        return float(shared)

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        count_mentions(chains, tally, group)
        self.count_similarity(chains, tally, group)


provides = CeafM()
