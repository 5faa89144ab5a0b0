"""Associations of words that corefer in a gold standard: "tumour" and "mass", names of one drug.

An association is the share of candidate pairs with these wordings, or these heads, that corefer. In
training, the pairs of a document are left out when its own features are computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.candidates import Pairs
from goldsmith.components.coreference.markables import Markable

#: The prior for each pair of wordings: a number of pseudo-pairs, and the share that corefers.
_PRIOR, _PRIOR_SHARE = 2.0, 0.1
_Key = tuple[str, str]
Counts = dict[_Key, list[int]]


class Associations(msgspec.Struct):
    """Counts of coreferring pairs and of all pairs, by wordings and by heads."""

    phrases: Counts = msgspec.field(default_factory=dict)
    heads: Counts = msgspec.field(default_factory=dict)

    def add(self, markables: Sequence[Markable], pairs: Pairs, labels: NDArray[np.bool_]) -> None:
        """Count the candidate pairs of a document."""
        for counts, keys in ((self.phrases, _list_wordings), (self.heads, _list_heads)):
            names = keys(markables)
            rows = zip(pairs[0].tolist(), pairs[1].tolist(), labels.tolist(), strict=True)
            for (first, second, label), number in Counter(
                (names[first], names[second], label) for first, second, label in rows
            ).items():
                entry = counts.setdefault((first, second), [0, 0])
                entry[0] += number if label else 0
                entry[1] += number

    def remove_rare(self) -> None:
        """Remove pairs of words that never corefer, and pairs of a word with itself."""
        for counts in (self.phrases, self.heads):
            for key in [key for key, entry in counts.items() if not entry[0]]:
                del counts[key]

    def compute(
        self, markables: Sequence[Markable], pairs: Pairs, own: Associations | None = None
    ) -> list[NDArray[np.float32]]:
        """Compute the columns of these features.

        Args:
            markables: The markables of the document.
            pairs: The candidate pairs.
            own: The counts of this document, which are left out in training.
        """
        return [
            _look_up(self.phrases, own.phrases if own else {}, _list_wordings(markables), pairs),
            _look_up(self.heads, own.heads if own else {}, _list_heads(markables), pairs),
        ]


def _list_wordings(markables: Sequence[Markable]) -> list[str]:
    return [" ".join(markable.phrase.key) for markable in markables]


def _list_heads(markables: Sequence[Markable]) -> list[str]:
    return [markable.phrase.head for markable in markables]


def _look_up(
    counts: Counts, own: Counts, names: Sequence[str], pairs: Pairs
) -> NDArray[np.float32]:
    cache: dict[_Key, float] = {}
    values = []
    for first, second in zip(pairs[0].tolist(), pairs[1].tolist(), strict=True):
        key = names[first], names[second]
        value = cache.get(key)
        if value is None:
            hits, total = counts.get(key, (0, 0))
            own_hits, own_total = own.get(key, (0, 0))
            # Pairs that never corefer are not stored, because they add no positive evidence.
            hits -= own_hits
            total = total - own_total if hits > 0 else 0
            value = cache[key] = (hits + _PRIOR * _PRIOR_SHARE) / (total + _PRIOR)
        values.append(value)
    return np.array(values, np.float32)
