"""CEAF, entity-based: the similarity of chains that are aligned one to one."""

from __future__ import annotations

from goldsmith.metrics.coreference.ceaf import Ceaf
from goldsmith.metrics.coreference.chains import ChainComparison, get_ids
from goldsmith.metrics.engine.base import Tally


class CeafE(Ceaf):
    """CEAF with the similarity φ4 (Luo 2005)."""

    title = "CEAF, entity-based"
    definition = (
        "Chains of a and of b are aligned one to one to maximise the sum of their similarity φ4 = "
        "2·|k ∩ r| / (|k| + |r|). Recall = that sum / chains of a, precision = that sum / chains "
        "of b (Luo 2005; i2b2/VA 2011)."
    )
    columns = {
        "a": "chains of the first set (gold)",
        "b": "chains of the second set (system)",
        "similarity": "sum of φ4 over the chains that are aligned",
    }

    def compute_similarity(self, shared: int, a: int, b: int) -> float:
        return 2 * shared / (a + b)

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        for chain in chains.a:
            tally.add(group, "a", a=get_ids(chain))
        for chain in chains.b:
            tally.add(group, "b", b=get_ids(chain))
        self.count_similarity(chains, tally, group)


provides = CeafE()
