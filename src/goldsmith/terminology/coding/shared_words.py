"""Names of a terminology that share words with a mention, and how much of both is shared.

Words count by how few names have them. A word that is unknown may be a misspelt one; one that looks
like others counts for these in part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.fuzzy import Near
from goldsmith.terminology.index.hashing import U64, Bools, Table
from goldsmith.terminology.index.names import STOP_CLASS
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.trigrams import Alike
from goldsmith.terminology.index.word_weights import idf
from goldsmith.terminology.store import Terminology

#: Words that share this part of their letters are worth comparing.
_LEAST = 0.5
_SIMILAR_WORTH = 0.85
_TYPO_WORTH = (1.0, 0.9, 0.75)
#: Names of words that very many names have are looked at only where rarer words led to them.
_MANY = 30_000
#: How many words, and lists of the names that have a word, are kept at hand.
_WORDS_KEPT, _LISTS_KEPT = 20_000, 2_000
Floats = NDArray[np.float64]
Ranks = NDArray[np.intp]


class _Word(NamedTuple):
    """A word of a mention: the classes it may be, how much it says, whether very many have it."""

    text: str
    choices: Mapping[int, float]
    worth: float
    is_common: bool


class _Having(NamedTuple):
    """Names that have a word: their ranks, sorted, and what each gains by it."""

    ranks: Ranks
    gains: Floats


_NONE = _Having(np.zeros(0, np.intp), np.zeros(0))


class Sharing:
    """Finds names that share words."""

    def __init__(self, terminology: Terminology, *, mask: Bools | None = None) -> None:
        arrays = terminology.arrays
        self._values, self._ends = arrays["search.class.values"], arrays["search.class.ends"]
        self._name: NDArray[np.int32] = arrays["search.name"]
        self._weight: NDArray[np.float32] = arrays["name.weight"]
        self._good = None if mask is None else mask[arrays["name.concept"][self._name]]
        self._normals = Table(arrays["normal.keys"], arrays["normal.values"])
        self._near, self._alike = Near(terminology), Alike(terminology)
        # Mentions share words.
        self._word = lru_cache(maxsize=_WORDS_KEPT)(self._word_of)
        self._having = lru_cache(maxsize=_LISTS_KEPT)(self._having_of)

    @cached_property
    def _idf(self) -> Floats:
        return idf(np.diff(self._ends), len(self._name))

    def __call__(self, words: Sequence[str], *, most: int) -> tuple[NDArray[np.int32], Floats]:
        """Numbers of the names that share most with words in their usual forms, and how much."""
        known = [self._word(word) for word in words]
        known.sort(key=lambda one: -one.worth)
        ranks, shared = _NONE
        for one in known:
            found = self._gaining(one, ranks) if one.is_common else self._having(one.text)
            ranks, shared = _joined(ranks, shared, *found)
        total = sum(one.worth for one in known)
        names = self._name[ranks]
        likeness = 2 * shared / (total + self._weight[names])
        best = _most(likeness, most)
        return names[best], likeness[best]

    def _word_of(self, word: str) -> _Word:
        choices = self._choices(word)
        return _Word(word, choices, self._worth(choices), self._is_common(choices))

    def _choices(self, word: str) -> Mapping[int, float]:
        """Classes that the word may be, with how sure that is."""
        found = self._known(word)
        choices = {found: 1.0} if found > STOP_CLASS else {}
        if not choices:
            near = self._near.near(word, distance=2)
            choices = {number: _TYPO_WORTH[edits] for number, edits in near[:8]}
        if word.isalpha():
            for number, dice in self._alike(word, least=_LEAST):
                choices[number] = max(choices.get(number, 0.0), _SIMILAR_WORTH * dice)
        return choices

    def _known(self, word: str) -> int:
        hashes = _hashes(word)
        return int(self._normals.find(hashes)[0]) if len(hashes) == 1 else -1

    def _worth(self, choices: Mapping[int, float]) -> float:
        """How much the word says: what it does if it is known, else what the likeliest would."""
        if not choices:
            return float(self._idf.max(initial=1.0))
        return float(self._idf[max(choices, key=choices.__getitem__)])

    def _is_common(self, choices: Mapping[int, float]) -> bool:
        """Whether so many names have the word that which are looked at depends on other words."""
        return any(self._ends[one + 1] - self._ends[one] > _MANY for one in choices)

    def _having_of(self, word: str) -> _Having:
        return self._gaining(self._word(word), _NONE.ranks)

    def _gaining(self, word: _Word, ranks: Ranks) -> _Having:
        """Names with one of the classes, and the best that they gain by it."""
        found, worth = [_NONE], word.worth
        for number, sure in sorted(word.choices.items(), key=lambda pair: pair[1]):
            names = self._values[self._ends[number] : self._ends[number + 1]].astype(np.intp)
            if len(names) > _MANY and len(ranks):
                names = ranks[np.isin(ranks, names, assume_unique=True)]
            if self._good is not None:
                names = names[self._good[names]]
            found.append(_Having(names, np.full(len(names), sure * min(worth, self._idf[number]))))
        names = np.concatenate([one.ranks for one in found])
        gains = np.concatenate([one.gains for one in found])
        if not len(names):
            return _NONE
        order = np.argsort(names, kind="stable")
        names = names[order]
        first = _firsts(names)
        return _Having(names[first], np.maximum.reduceat(gains[order], first))


@lru_cache(maxsize=_WORDS_KEPT)
def _hashes(word: str) -> U64:
    """The hashes of a text, which is one word mostly; several terminologies ask for the same."""
    return scan(word).hash


def _firsts(ranks: Ranks) -> Ranks:
    """Where each rank stands first in sorted ones."""
    new = np.ones(len(ranks), np.bool_)
    np.not_equal(ranks[1:], ranks[:-1], out=new[1:])
    return new.nonzero()[0]


def _most(values: Floats, count: int) -> Ranks:
    """Where the greatest values are, the greatest first, of equals the first first."""
    if len(values) <= 4 * count:
        return np.argsort(-values, kind="stable")[:count]
    least = np.partition(values, -count)[-count]
    good = np.flatnonzero(values >= least)
    return good[np.argsort(-values[good], kind="stable")[:count]]


def _joined(ranks: Ranks, shared: Floats, more: Ranks, gain: Floats) -> tuple[Ranks, Floats]:
    """The names so far and those that have a word, with what is shared added up; all sorted."""
    if not len(ranks):
        return more, gain
    both = np.concatenate([ranks, more])
    order = np.argsort(both, kind="stable")
    both = both[order]
    first = _firsts(both)
    sums = np.add.reduceat(np.concatenate([shared, gain])[order], first)
    return both[first], sums
