"""CEAF, entity-based: how alike the chains are that are aligned one to one."""

from __future__ import annotations

from goldsmith.metrics.coreference.ceaf import Ceaf
from goldsmith.metrics.coreference.chains import Both, ids
from goldsmith.metrics.engine.base import Tally


class CeafE(Ceaf):
    """CEAF of Luo 2005 with his similarity φ4."""

    title = "CEAF, entity-based"
    definition = (
        "Chains of a and of b are aligned one to one so that the sum of their similarity "
        "φ4 = 2·|k ∩ r| / (|k| + |r|) is as large as it can be. Recall = that sum / chains of a, "
        "precision = that sum / chains of b (Luo 2005; i2b2/VA 2011)."
    )
    columns = {
        "a": "chains of the first set (gold)",
        "b": "chains of the second set (system)",
        "similarity": "sum of φ4 over the chains that are aligned",
    }

    def similarity(self, shared: int, a: int, b: int) -> float:
        return 2 * shared / (a + b)

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        for chain in both.a:
            tally.add(group, "a", a=ids(chain))
        for chain in both.b:
            tally.add(group, "b", b=ids(chain))
        self.count_aligned(both, tally, group)


provides = CeafE()
