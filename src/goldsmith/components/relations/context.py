"""Features of rival pairs for the second classifier: how the first one scored them.

A modifier usually modifies one thing, and members of a list share their relations. The scores of
pairs that share a mention are therefore informative about each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from goldsmith.components.relations.feature_encoding import Encoded, FeatureEncoder
from goldsmith.components.relations.pairs import NO_RELATION, Pair, PlacedMention
from goldsmith.learning.linear import Floats

#: The second classifier does not see labels that score lower with the first.
FLOOR = -0.9
_GOOD_SCORE = -0.3


def _quantise(score: float) -> int:
    """Round a score to quarters, within -2 and 2."""
    step = round(4 * score)
    return -8 if step < -8 else 8 if step > 8 else step


_LOWEST = _quantise(FLOOR)


class _RoleScores:
    """The two best scores of a mention in one role of a relation, and the number of good ones."""

    __slots__ = ("best", "good", "second", "step")

    def __init__(self) -> None:
        self.best = self.second = FLOOR
        self.step = _LOWEST
        self.good = 0

    def add(self, score: float, step: int) -> None:
        if score > self.best:
            self.best, self.second, self.step = score, self.best, step
        elif score > self.second:
            self.second = score
        self.good += score > _GOOD_SCORE

    def compute_lead(self, score: float) -> int:
        """Compute how far a score is ahead of the best other one, in quarters."""
        return _quantise(score - (self.second if score >= self.best else self.best))


_NO_SCORES = _RoleScores()
_Role = dict[int, _RoleScores]
#: Row of the pair, label, first argument, second argument, score, quantised score.
_Entry = tuple[int, str, int, int, float, int]


def describe_rivals(
    placed: Sequence[PlacedMention],
    pairs: Sequence[Pair],
    labels: Sequence[str],
    scores: Floats,
    encoder: FeatureEncoder[Encoded],
) -> dict[int, list[Encoded]]:
    """Return features of rivals for each pair that the first classifier does not rule out.

    Args:
        placed: The mentions.
        pairs: The candidate pairs.
        labels: The labels of the first classifier.
        scores: Its scores, a row for each pair.
        encoder: Encodes the features.

    Returns:
        The number of a pair -> its features.
    """
    features: dict[int, list[Encoded]] = {}
    entries = _list_entries(pairs, labels, scores)
    by_relation = _collect_role_scores(entries)
    siblings = _Siblings(placed, pairs, entries)
    leads, counts = encoder.get_cache(_describe_lead), encoder.get_cache(_describe_counts)
    turned, near = encoder.get_cache(_describe_reversed), encoder.get_cache(_describe_siblings)
    for row_number, label, first, second, score, step in entries:
        name = label[:-1]
        firsts, seconds = by_relation[name]
        of_first, of_second = firsts[first], seconds[second]
        before, after = seconds.get(first, _NO_SCORES), firsts.get(second, _NO_SCORES)
        row = features.setdefault(row_number, [])
        row += leads[label, step, of_first.compute_lead(score), of_second.compute_lead(score)]
        row += counts[name, of_first.step, of_first.good, min(of_second.good, 5)]
        row += turned[name, before.step, after.step]
        row += near[label, *siblings(pairs[row_number], label)]
    return features


def _list_entries(pairs: Sequence[Pair], labels: Sequence[str], scores: Floats) -> list[_Entry]:
    rows, columns = np.nonzero(scores > FLOOR)
    selected = scores[rows, columns]
    steps = np.clip(np.rint(4 * selected), -8, 8).astype(int)
    entries: list[_Entry] = []
    for row_number, column, score, step in zip(
        rows.tolist(), columns.tolist(), selected.tolist(), steps.tolist(), strict=True
    ):
        label = labels[column]
        if label != NO_RELATION:
            pair = pairs[row_number]
            first, second = pair if label.endswith(">") else pair[::-1]
            entries.append((row_number, label, first, second, score, step))
    return entries


def _collect_role_scores(entries: Sequence[_Entry]) -> dict[str, tuple[_Role, _Role]]:
    """Collect for each relation the scores of each mention as first and as second argument."""
    by_relation: dict[str, tuple[_Role, _Role]] = {}
    for _, label, first, second, score, step in entries:
        roles = by_relation.get(label[:-1])
        if roles is None:
            roles = by_relation[label[:-1]] = defaultdict(_RoleScores), defaultdict(_RoleScores)
        roles[0][first].add(score, step)
        roles[1][second].add(score, step)
    return by_relation


def _describe_lead(label: str, own: int, lead: int, lead2: int) -> list[str]:
    """Describe the score, and its lead over the other scores of either mention."""
    return [
        f"#{label}s{own}",
        f"#{label}g{lead}",
        f"#{label}h{lead2}",
        f"#{label}s{own}g{lead // 2}",
        f"#{label[:-1]}s{own // 2}g{lead // 2}h{lead2 // 2}",
    ]


def _describe_counts(name: str, best: int, good: int, good2: int) -> list[str]:
    """Describe the best score of the first argument, and the good scores of either."""
    return [f"#{name}sr{best}", f"#{name}c{good}|{good2}"]


def _describe_reversed(name: str, first: int, second: int) -> list[str]:
    """Describe the best scores of either mention in the role of the other."""
    return [f"#{name}rev{first}", f"#{name}rv{second}"]


def _describe_siblings(label: str, first: str, second: str, *scores: int | str) -> list[str]:
    """Describe the scores of sibling pairs; see `_Siblings`."""
    before2, after2, before1, after1 = scores
    return [
        f"#{label}jp{before2}",
        f"#{label}jn{after2}",
        f"#{label}ip{before1}",
        f"#{label}in{after1}",
        f"#{second}{label}jp{before2}",
        f"#{first}{label}ip{before1}",
    ]


class _Siblings:
    """Scores of sibling pairs: one mention replaced by its neighbour of the same type."""

    def __init__(
        self, placed: Sequence[PlacedMention], pairs: Sequence[Pair], entries: Sequence[_Entry]
    ) -> None:
        self._placed = placed
        self._scores = {(*pairs[row], label): step // 2 for row, label, _, _, _, step in entries}
        self._before, self._after = [-1] * len(placed), [-1] * len(placed)
        last: dict[str, int] = {}
        for number, mention in enumerate(placed):
            if (before := last.get(mention.type, -1)) >= 0:
                self._before[number], self._after[before] = before, number
            last[mention.type] = number

    def __call__(self, pair: Pair, label: str) -> tuple[str, str, *tuple[int | str, ...]]:
        """Return the types of a pair and the scores of its four siblings."""
        first, second = pair
        score, before, after = self._scores.get, self._before, self._after
        return (
            self._placed[first].type,
            self._placed[second].type,
            score((first, before[second], label), "-"),
            score((first, after[second], label), "-"),
            score((before[first], second, label), "-"),
            score((after[first], second, label), "-"),
        )
