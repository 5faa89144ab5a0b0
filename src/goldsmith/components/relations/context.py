"""What a second look at a pair sees: how its rivals fared at the first.

A modifier has as a rule one thing that it modifies, and members of a list share what they are
related to: the scores of pairs with one mention in common tell about each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from goldsmith.components.relations.feature_parts import Telling, Told
from goldsmith.components.relations.pairs import NONE, Pair, Placed
from goldsmith.learning.linear import Floats

#: What scores less at the first look is not looked at again.
FLOOR = -0.9
_ENOUGH = -0.3


def _step(score: float) -> int:
    step = round(4 * score)
    return -8 if step < -8 else 8 if step > 8 else step


_LOWEST = _step(FLOOR)


class _Fared:
    """The best two scores of a mention in one role of a relation, and how many are good."""

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
        self.good += score > _ENOUGH

    def lead(self, score: float) -> int:
        """How far a score is ahead of the best other one."""
        return _step(score - (self.second if score >= self.best else self.best))


_NOBODY = _Fared()
_Role = dict[int, _Fared]
#: Row of the pair, label, first argument, second argument, score, in steps.
_Entry = tuple[int, str, int, int, float, int]


def context(
    placed: Sequence[Placed],
    pairs: Sequence[Pair],
    labels: Sequence[str],
    scores: Floats,
    tell: Telling[Told],
) -> dict[int, list[Told]]:
    """Number of each pair that is worth a second look -> what that sees beside the first."""
    found: dict[int, list[Told]] = {}
    entries = _entries(pairs, labels, scores)
    fared = _all_fared(entries)
    siblings = _Siblings(placed, pairs, entries)
    leads, counts = tell.parts(_lead), tell.parts(_count)
    turned, near = tell.parts(_turned), tell.parts(_sibling)
    for at, label, first, second, score, step in entries:
        name = label[:-1]
        firsts, seconds = fared[name]
        mine, theirs = firsts[first], seconds[second]
        before, after = seconds.get(first, _NOBODY), firsts.get(second, _NOBODY)
        row = found.setdefault(at, [])
        row += leads[label, step, mine.lead(score), theirs.lead(score)]
        row += counts[name, mine.step, mine.good, min(theirs.good, 5)]
        row += turned[name, before.step, after.step]
        row += near[label, *siblings(pairs[at], label)]
    return found


def _entries(pairs: Sequence[Pair], labels: Sequence[str], scores: Floats) -> list[_Entry]:
    rows, columns = np.nonzero(scores > FLOOR)
    kept = scores[rows, columns]
    steps = np.clip(np.rint(4 * kept), -8, 8).astype(int)
    found: list[_Entry] = []
    for at, column, score, step in zip(
        rows.tolist(), columns.tolist(), kept.tolist(), steps.tolist(), strict=True
    ):
        label = labels[column]
        if label != NONE:
            one, two = pairs[at] if label.endswith(">") else pairs[at][::-1]
            found.append((at, label, one, two, score, step))
    return found


def _all_fared(entries: Sequence[_Entry]) -> dict[str, tuple[_Role, _Role]]:
    """For each relation, how each mention fared as its first and as its second argument."""
    found: dict[str, tuple[_Role, _Role]] = {}
    for _, label, first, second, score, step in entries:
        roles = found.get(label[:-1])
        if roles is None:
            roles = found[label[:-1]] = defaultdict(_Fared), defaultdict(_Fared)
        roles[0][first].add(score, step)
        roles[1][second].add(score, step)
    return found


def _lead(label: str, own: int, lead: int, lead2: int) -> list[str]:
    """The score, and how far it is ahead of either mention's other ones."""
    return [
        f"#{label}s{own}",
        f"#{label}g{lead}",
        f"#{label}h{lead2}",
        f"#{label}s{own}g{lead // 2}",
        f"#{label[:-1]}s{own // 2}g{lead // 2}h{lead2 // 2}",
    ]


def _count(name: str, best: int, good: int, others: int) -> list[str]:
    """The best score of the first argument, and how many good ones either has."""
    return [f"#{name}sr{best}", f"#{name}c{good}|{others}"]


def _turned(name: str, first: int, second: int) -> list[str]:
    """The best scores of either mention in the role of the other."""
    return [f"#{name}rev{first}", f"#{name}rv{second}"]


def _sibling(label: str, first: str, second: str, *scores: int | str) -> list[str]:
    """How pairs with the neighbour of its type instead of either mention fared."""
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
    """Scores of the pairs with the neighbour of its type instead of either mention."""

    def __init__(
        self, placed: Sequence[Placed], pairs: Sequence[Pair], entries: Sequence[_Entry]
    ) -> None:
        self._placed = placed
        self._scores = {(*pairs[at], label): step // 2 for at, label, _, _, _, step in entries}
        self._before, self._after = [-1] * len(placed), [-1] * len(placed)
        last: dict[str, int] = {}
        for at, one in enumerate(placed):
            if (before := last.get(one.type, -1)) >= 0:
                self._before[at], self._after[before] = before, at
            last[one.type] = at

    def __call__(self, pair: Pair, label: str) -> tuple[str, str, *tuple[int | str, ...]]:
        """The types of a pair, and four scores."""
        one, two = pair
        score, before, after = self._scores.get, self._before, self._after
        return (
            self._placed[one].type,
            self._placed[two].type,
            score((one, before[two], label), "-"),
            score((one, after[two], label), "-"),
            score((before[one], two, label), "-"),
            score((after[one], two, label), "-"),
        )
