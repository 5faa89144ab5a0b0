"""Agglomerative clustering of scored pairs into chains, the closest clusters first.

The similarity of two clusters is the mean score of the candidate pairs between them (average
linkage). Two clusters with different specific wordings of one noun are never merged through a
generic one: "liver cancer", "cancer", "breast cancer" (i2b2 appendix II).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.candidates import Pairs
from goldsmith.components.coreference.comparison import has_contrast, has_other_modifiers
from goldsmith.components.coreference.markables import Markable
from goldsmith.components.coreference.phrases import Phrase

Scores = NDArray[np.float64]
#: Negative mean score of two clusters, and their numbers, the lower one first.
_Entry = tuple[float, int, int]
#: The lowest score at which a mention that must have a partner is joined to its best candidate.
_LEAST_PARTNER = -3.0


class Clustering:
    """Clusters of markables that are merged step by step.

    Args:
        markables: The markables of a document.
        pairs: The candidate pairs.
        scores: The score of each pair; above zero the two corefer.
    """

    def __init__(self, markables: Sequence[Markable], pairs: Pairs, scores: Scores) -> None:
        count = len(markables)
        self._pairs, self._scores = pairs, scores
        self._parents = list(range(count))
        self._neighbours: list[dict[int, tuple[float, int]]] = [{} for _ in range(count)]
        self._wordings: list[dict[int, Phrase]] = [
            {} if m.phrase.pronoun else {m.phrase.number: m.phrase} for m in markables
        ]
        self._accepted: set[tuple[int, int]] = set()
        rows = zip(pairs[0].tolist(), pairs[1].tolist(), scores.tolist(), strict=True)
        for first, second, score in rows:
            self._neighbours[first][second] = self._neighbours[second][first] = score, 1
            if score > 0:
                numbers = markables[first].phrase.number, markables[second].phrase.number
                self._accepted |= {numbers, numbers[::-1]}

    def join_closest(self) -> None:
        """Join clusters while two of them have a mean score above zero.

        A queue entry is valid while the mean of its clusters is unchanged. When two clusters are
        joined, only the means of the neighbours of the smaller one change, so that the cost of a
        cluster with thousands of mentions depends on its pairs only.
        """
        rows = zip(*(array.tolist() for array in (*self._pairs, self._scores)), strict=True)
        queue: list[_Entry] = [
            (-score, first, second) for first, second, score in rows if score > 0
        ]
        heapq.heapify(queue)
        while queue:
            entry = heapq.heappop(queue)
            if self._make_entry(*entry[1:]) == entry:
                for changed in self._join(*entry[1:]):
                    heapq.heappush(queue, changed)

    def _make_entry(self, first: int, second: int) -> _Entry | None:
        """Return the queue entry of two clusters, or None if no candidate pair connects them."""
        if second not in self._neighbours[first]:
            return None
        total, pairs = self._neighbours[first][second]
        return -total / pairs, min(first, second), max(first, second)

    def join_single(self) -> None:
        """Join each markable without a partner to the candidate with the best score."""
        labels = self.get_labels()
        sizes = np.bincount(labels, minlength=len(labels))
        best: dict[int, tuple[float, int]] = {}
        rows = zip(*(array.tolist() for array in (*self._pairs, self._scores)), strict=True)
        for first, second, score in rows:
            for single, partner in ((first, second), (second, first)):
                if sizes[labels[single]] == 1 and score > best.get(single, (_LEAST_PARTNER, 0))[0]:
                    best[single] = score, partner
        for single, (_, partner) in sorted(best.items(), key=lambda item: -item[1][0]):
            self._parents[self._find(single)] = self._find(partner)

    def get_labels(self) -> list[int]:
        """Return the cluster of each markable."""
        return [self._find(number) for number in range(len(self._parents))]

    def _find(self, number: int) -> int:
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def _join(self, first: int, second: int) -> list[_Entry]:
        """Join two clusters, unless they exclude each other; return the entries that changed."""
        del self._neighbours[first][second], self._neighbours[second][first]
        if self._excludes(self._wordings[first], self._wordings[second]):
            return []  # they exclude each other whatever is joined to them later
        if len(self._neighbours[first]) < len(self._neighbours[second]):
            first, second = second, first
        self._parents[second] = first
        self._wordings[first] |= self._wordings[second]
        own, changed = self._neighbours[first], []
        for number, (total, pairs) in self._neighbours[second].items():
            del self._neighbours[number][second]
            old, old_pairs = own.get(number, (0.0, 0))
            own[number] = self._neighbours[number][first] = old + total, old_pairs + pairs
            if old + total > 0 and (entry := self._make_entry(first, number)):
                changed.append(entry)
        self._neighbours[second] = {}
        return changed

    def _excludes(self, first: Mapping[int, Phrase], second: Mapping[int, Phrase]) -> bool:
        """Return whether two clusters have wordings that name different things."""
        return any(
            (number, other_number) not in self._accepted
            and (has_other_modifiers(phrase, wording) or has_contrast(phrase, wording))
            for number, phrase in first.items()
            for other_number, wording in second.items()
        )


def cluster_markables(
    markables: Sequence[Markable], pairs: Pairs, scores: Scores, *, leave_single: bool = True
) -> list[list[int]]:
    """Return the chains of at least two markables, in text order.

    Args:
        markables: The markables of a document.
        pairs: The candidate pairs.
        scores: The score of each pair.
        leave_single: Whether a markable may remain without a partner.
    """
    clustering = Clustering(markables, pairs, scores)
    clustering.join_closest()
    if not leave_single:
        clustering.join_single()
    chains: dict[int, list[int]] = {}
    for number, label in enumerate(clustering.get_labels()):
        chains.setdefault(label, []).append(number)
    return [chain for chain in chains.values() if len(chain) > 1]
