"""LEA: the share of each chain's links that is resolved, weighted by the size of the chain."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.metrics.coreference.chains import (
    Chain,
    ChainComparison,
    ChainMetric,
    compute_scores,
    count_mentions,
    get_ids,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value, divide


class Lea(ChainMetric):
    """The link-based entity-aware score of Moosavi and Strube (2016)."""

    title = "LEA"
    definition = (
        "A chain of n mentions has n·(n − 1)/2 links, a singleton one link to itself. The "
        "resolution of a chain of a is the share of its links that lie within chains of b, and "
        "its importance is its number of mentions: recall = Σ |k| · resolved(k) / Σ |k| over the "
        "chains of a, precision the same over the chains of b. A singleton is resolved if it is "
        "also a singleton in the other set (Moosavi and Strube 2016)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "resolved_a": "sum over the chains of the first set: mentions × share of the links found",
        "resolved_b": "sum over the chains of the second set: mentions × share of correct links",
    }
    values = {
        "precision": "resolved_b / b",
        "recall": "resolved_a / a",
        "f1": "harmonic mean of the two",
    }

    def count_chains(self, chains: ChainComparison, tally: Tally, group: str) -> None:
        count_mentions(chains, tally, group)
        for side, side_chains, overlaps in chains.iterate_sides():
            opposite = chains.b if side == "a" else chains.a
            for chain, shared in zip(side_chains, overlaps, strict=True):
                number = len(chain) * _compute_resolution(chain, shared, opposite)
                if number and side == "a":
                    tally.add(group, "resolved_a", number, a=get_ids(chain))
                elif number:
                    tally.add(group, "resolved_b", number, b=get_ids(chain))

    def score_chains(self, sums: Columns) -> dict[str, Value]:
        return compute_scores(
            divide(sums["resolved_b"], sums["b"]), divide(sums["resolved_a"], sums["a"])
        )


def _compute_resolution(chain: Chain, shared: dict[int, int], opposite: Sequence[Chain]) -> float:
    """Return the share of a chain's links that are within chains of the opposite set."""
    if len(chain) == 1:
        return float(any(len(opposite[number]) == 1 for number in shared))
    resolved = sum(count * (count - 1) for count in shared.values())
    return resolved / (len(chain) * (len(chain) - 1))


provides = Lea()
