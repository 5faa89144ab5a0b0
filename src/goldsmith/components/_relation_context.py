"""What a second look at a pair sees: how its rivals fared at the first.

A modifier has as a rule one thing that it modifies, and members of a list share what they are
related to: the scores of pairs with one mention in common tell about each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldsmith.components._linear import Floats
from goldsmith.components._relation_pairs import NONE, Pair, Placed

#: What scores less at the first look is not looked at again.
FLOOR = -0.9
_ENOUGH = -0.3


class _Fared:
    """The best two scores of a mention in one role of a relation, and how many are good."""

    __slots__ = ("best", "good", "second")

    def __init__(self) -> None:
        self.best = self.second = FLOOR
        self.good = 0

    def add(self, score: float) -> None:
        if score > self.best:
            self.best, self.second = score, self.best
        elif score > self.second:
            self.second = score
        self.good += score > _ENOUGH

    def lead(self, score: float) -> float:
        """How far a score is ahead of the best other one."""
        return score - (self.second if score >= self.best else self.best)


_NOBODY = _Fared()
#: Row of the pair, label, first argument, second argument, score.
_Entry = tuple[int, str, int, int, float]


def context(
    placed: Sequence[Placed], pairs: Sequence[Pair], labels: Sequence[str], scores: Floats
) -> list[list[str]]:
    """For each pair the features of the second look; none for a pair that is out."""
    found: list[list[str]] = [[] for _ in pairs]
    entries = _entries(pairs, labels, scores)
    fared: dict[tuple[str, int, int], _Fared] = {}
    for _, label, first, second, score in entries:
        fared.setdefault((label[:-1], 1, first), _Fared()).add(score)
        fared.setdefault((label[:-1], 2, second), _Fared()).add(score)
    siblings = _Siblings(placed, pairs, entries)
    for at, label, first, second, score in entries:
        name = label[:-1]
        mine, theirs = fared[name, 1, first], fared[name, 2, second]
        turned = fared.get((name, 2, first), _NOBODY), fared.get((name, 1, second), _NOBODY)
        found[at] += _rivals(label, score, mine, theirs, turned)
        found[at] += siblings(pairs[at], label)
    return found


def _entries(pairs: Sequence[Pair], labels: Sequence[str], scores: Floats) -> list[_Entry]:
    found: list[_Entry] = []
    for at, column in np.argwhere(scores > FLOOR).tolist():
        label = labels[column]
        if label != NONE:
            one, two = pairs[at] if label.endswith(">") else pairs[at][::-1]
            found.append((at, label, one, two, float(scores[at, column])))
    return found


def _rivals(
    label: str, score: float, mine: _Fared, theirs: _Fared, turned: tuple[_Fared, _Fared]
) -> list[str]:
    name = label[:-1]
    own, lead, lead2 = _step(score), _step(mine.lead(score)), _step(theirs.lead(score))
    return [
        f"#{label}s{own}",
        f"#{label}g{lead}",
        f"#{label}h{lead2}",
        f"#{label}s{own}g{lead // 2}",
        f"#{name}sr{_step(mine.best)}",
        f"#{name}c{mine.good}|{min(theirs.good, 5)}",
        f"#{name}s{own // 2}g{lead // 2}h{lead2 // 2}",
        f"#{name}rev{_step(turned[0].best)}",
        f"#{name}rv{_step(turned[1].best)}",
    ]


def _step(score: float) -> int:
    return max(-8, min(8, round(4 * score)))


class _Siblings:
    """Scores of the pairs with the neighbour of its type instead of either mention."""

    def __init__(
        self, placed: Sequence[Placed], pairs: Sequence[Pair], entries: Sequence[_Entry]
    ) -> None:
        self._placed = placed
        self._scores = {(pairs[at], label): score for at, label, _, _, score in entries}
        self._before, self._after = [-1] * len(placed), [-1] * len(placed)
        last: dict[str, int] = {}
        for at, one in enumerate(placed):
            if (before := last.get(one.type, -1)) >= 0:
                self._before[at], self._after[before] = before, at
            last[one.type] = at

    def __call__(self, pair: Pair, label: str) -> list[str]:
        one, two = pair
        left, right = (
            self._score(one, self._before[two], label),
            self._score(self._before[one], two, label),
        )
        return [
            f"#{label}jp{left}",
            f"#{label}jn{self._score(one, self._after[two], label)}",
            f"#{label}ip{right}",
            f"#{label}in{self._score(self._after[one], two, label)}",
            f"#{self._placed[two].type}{label}jp{left}",
            f"#{self._placed[one].type}{label}ip{right}",
        ]

    def _score(self, one: int, two: int, label: str) -> str:
        score = self._scores.get(((one, two), label))
        return "-" if score is None else str(_step(score) // 2)
