"""A check of tasks that give the mentions of the gold standard to systems (i2b2 1B and 1C)."""

from __future__ import annotations

from collections import Counter

from goldsmith.core import AnnotationSet
from goldsmith.core.offsets import merge_spans
from goldsmith.metrics import SetPair


class GivenMentions:
    """Counts the mentions that a system lacks or adds, although the task provides them."""

    def __init__(self) -> None:
        self.lacking = self.added = 0

    def add(self, pair: SetPair) -> None:
        """Count a document; mentions with the same spans are the same."""
        gold, system = _count_places(pair.a), _count_places(pair.b)
        self.lacking += (gold - system).total()
        self.added += (system - gold).total()

    def list_notices(self, name: str) -> list[str]:
        """List the problems of a system's mentions."""
        if not self.lacking and not self.added:
            return []
        return [
            f"the task provides the gold mentions, but {name} lacks {self.lacking:,} "
            f"of them and adds {self.added:,} others; all are counted"
        ]


def _count_places(annotation_set: AnnotationSet) -> Counter[object]:
    return Counter(merge_spans(mention.spans) for mention in annotation_set.mentions)
