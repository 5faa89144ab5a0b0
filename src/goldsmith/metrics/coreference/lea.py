"""LEA: for each chain, how many of its links are found, weighted by its size."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.metrics.coreference.chains import (
    Both,
    Chain,
    ChainMetric,
    count_mentions,
    ids,
    scores,
)
from goldsmith.metrics.engine.base import Columns, Tally, Value, ratio


class Lea(ChainMetric):
    """The link-based entity-aware score of Moosavi and Strube 2016."""

    title = "LEA"
    definition = (
        "A chain of n mentions has n·(n − 1)/2 links, a singleton one link to itself. A chain of a "
        "is resolved to the share of its links that lie within chains of b, and is as important as "
        "it has mentions: recall = Σ |k| · resolved(k) / Σ |k| over the chains of a, precision the "
        "same over those of b. A singleton is resolved if the other set has it as a singleton too "
        "(Moosavi and Strube 2016)."
    )
    columns = {
        "a": "mentions of the first set (gold)",
        "b": "mentions of the second set (system)",
        "resolved_a": "sum over the chains of the first set: mentions × share of the links found",
        "resolved_b": "sum over the chains of the second set: mentions × share of the links right",
    }
    values = {
        "precision": "resolved_b / b",
        "recall": "resolved_a / a",
        "f1": "harmonic mean of the two",
    }

    def count_chains(self, both: Both, tally: Tally, group: str) -> None:
        count_mentions(both, tally, group)
        for side, chains, cells in both.sides():
            others = both.b if side == "a" else both.a
            for chain, shared in zip(chains, cells, strict=True):
                number = len(chain) * _resolved(chain, shared, others)
                if number and side == "a":
                    tally.add(group, "resolved_a", number, a=ids(chain))
                elif number:
                    tally.add(group, "resolved_b", number, b=ids(chain))

    def compute(self, sums: Columns) -> dict[str, Value]:
        return scores(ratio(sums["resolved_b"], sums["b"]), ratio(sums["resolved_a"], sums["a"]))


def _resolved(chain: Chain, shared: dict[int, int], others: Sequence[Chain]) -> float:
    """The share of a chain's links that are in chains of the other set."""
    if len(chain) == 1:
        return float(any(len(others[there]) == 1 for there in shared))
    found = sum(number * (number - 1) for number in shared.values())
    return found / (len(chain) * (len(chain) - 1))


provides = Lea()
