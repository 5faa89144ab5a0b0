"""Chains from scored pairs: the closest clusters are joined first, unless they exclude each other.

The distance of two clusters is the mean score of the candidate pairs between them (average
linkage). Two clusters with different specific wordings of one noun are never joined through a
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
_Entry = tuple[float, int, int, int, int]
#: A mention that must have a partner takes the best one, if it is not hopeless.
_LEAST_PARTNER = -3.0


class Clustering:
    """Clusters of markables that grow by joining.

    Args:
        markables: The markables of a document.
        pairs: The candidate pairs.
        scores: The score of each; above zero they belong together.
    """

    def __init__(self, markables: Sequence[Markable], pairs: Pairs, scores: Scores) -> None:
        count = len(markables)
        self._pairs, self._scores = pairs, scores
        self._parents = list(range(count))
        self._versions = [0] * count
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
        """Join clusters as long as two of them have a mean score above zero."""
        positive = np.flatnonzero(self._scores > 0).tolist()
        queue: list[_Entry] = [
            (-self._scores[row], int(self._pairs[0][row]), int(self._pairs[1][row]), 0, 0)
            for row in positive
        ]
        heapq.heapify(queue)
        while queue:
            _, first, second, *versions = heapq.heappop(queue)
            if [self._versions[first], self._versions[second]] == versions and self._join(
                first, second
            ):
                for number, (total, pairs) in self._neighbours[first].items():
                    if total > 0:
                        entry = -total / pairs, first, number
                        state = self._versions[first], self._versions[number]
                        heapq.heappush(queue, (*entry, *state))

    def join_single(self) -> None:
        """Join each markable without a partner to the one with the best score."""
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
            number = self._parents[number]
        return number

    def _join(self, first: int, second: int) -> bool:
        """Join the second cluster to the first; return whether they do not exclude each other."""
        if self._excludes(self._wordings[first], self._wordings[second]):
            return False
        self._parents[second] = first
        self._versions[first] += 1
        self._versions[second] = -1
        self._wordings[first] |= self._wordings[second]
        own = self._neighbours[first]
        for number, (total, pairs) in self._neighbours[second].items():
            self._neighbours[number].pop(second, None)
            if number != first:
                old, old_pairs = own.get(number, (0.0, 0))
                own[number] = self._neighbours[number][first] = old + total, old_pairs + pairs
        self._neighbours[second] = {}
        return True

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
        scores: The score of each.
        leave_single: Whether a markable may have no partner.
    """
    clustering = Clustering(markables, pairs, scores)
    clustering.join_closest()
    if not leave_single:
        clustering.join_single()
    chains: dict[int, list[int]] = {}
    for number, label in enumerate(clustering.get_labels()):
        chains.setdefault(label, []).append(number)
    return [chain for chain in chains.values() if len(chain) > 1]
