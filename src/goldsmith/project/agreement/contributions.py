"""Count what each annotator contributed to the gold standard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from goldsmith.alignment import align
from goldsmith.core import Document


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of an annotator to the gold standard (ODIE, Mayo)."""

    annotator: str
    taken: int
    """Mentions of the gold standard that match one of this annotator exactly."""
    alone: int
    """Those of them that match no other annotator."""
    share: float | None
    """taken / mentions of the gold standard in the documents that the annotator annotated."""
    dropped: int
    """The annotator's mentions that are not in the gold standard."""


class ContributionCounter:
    """Counts the mentions of the gold standard that match each annotator."""

    def __init__(self, gold: str) -> None:
        self.gold = gold
        self.counts: dict[str, Counter[str]] = {}

    def add(self, doc: Document, annotators: Sequence[str]) -> None:
        """Count a document that these annotators annotated."""
        gold = doc.sets.get(self.gold)
        if gold is None:
            return
        makers: Counter[str] = Counter()
        matched: dict[str, set[str]] = {}
        for name in annotators:
            if name != self.gold:
                alignment = align(gold.mentions, doc.sets[name].mentions, partial=False)
                matched[name] = {pair.a.id for pair in alignment.pairs}
                makers.update(matched[name])
                counts = self.counts.setdefault(name, Counter())
                counts.update(gold=len(gold.mentions), dropped=len(alignment.only_b))
        for name, ids in matched.items():
            alone = sum(makers[mention] == 1 for mention in ids)
            self.counts[name].update(taken=len(ids), alone=alone)

    def make_result(self, annotators: Sequence[str]) -> list[Contribution]:
        """Return the contribution of each annotator."""
        return [_make_contribution(name, self.counts.get(name, Counter())) for name in annotators]


def _make_contribution(name: str, counts: Counter[str]) -> Contribution:
    return Contribution(
        name,
        counts["taken"],
        counts["alone"],
        counts["taken"] / counts["gold"] if counts["gold"] else None,
        counts["dropped"],
    )
