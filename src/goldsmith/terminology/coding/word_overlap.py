"""Word overlap: the names of a terminology that share words with a mention, weighted by IDF.

An unknown word may be a misspelling of one of its spelling neighbours. A word also matches words
with many of the same trigrams, at a lower weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.fuzzy import SpellingNeighbours
from goldsmith.terminology.index.hashing import U64, Bools, HashTable
from goldsmith.terminology.index.lookup_index import STOP_CLASS
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.trigrams import TrigramIndex
from goldsmith.terminology.index.word_weights import compute_idf
from goldsmith.terminology.store import Terminology

#: Lowest Dice coefficient of the trigrams of similar words.
_MIN_DICE = 0.5
_SIMILAR_WEIGHT = 0.85
#: Weight of a word by its edit distance.
_TYPO_WEIGHTS = (1.0, 0.9, 0.75)
_MAX_NEIGHBOURS = 8
#: The posting list of a more frequent word only adds to names that rarer words have found.
_MAX_POSTINGS = 30_000
_WORD_CACHE_SIZE, _POSTING_CACHE_SIZE = 20_000, 2_000
Floats = NDArray[np.float64]
Ranks = NDArray[np.intp]


class _QueryWord(NamedTuple):
    """A word of a mention: the word classes it may belong to with their weights, and its IDF."""

    text: str
    choices: Mapping[int, float]
    idf: float
    is_common: bool


class _Posting(NamedTuple):
    """Names that contain a word: their sorted ranks, and the score each gains."""

    ranks: Ranks
    gains: Floats


_EMPTY = _Posting(np.zeros(0, np.intp), np.zeros(0))


class WordOverlap:
    """Finds the names that share the most words with a mention."""

    def __init__(self, terminology: Terminology, *, mask: Bools | None = None) -> None:
        arrays = terminology.arrays
        self._values, self._ends = arrays["search.class.values"], arrays["search.class.ends"]
        self._name: NDArray[np.int32] = arrays["search.name"]
        self._weight: NDArray[np.float32] = arrays["name.weight"]
        self._mask = None if mask is None else mask[arrays["name.concept"][self._name]]
        self._normals = HashTable(arrays["normal.keys"], arrays["normal.values"])
        self._neighbours = SpellingNeighbours(terminology)
        self._trigrams = TrigramIndex(terminology)
        # Cached, because mentions share words.
        self._analyse_cached = lru_cache(maxsize=_WORD_CACHE_SIZE)(self._analyse_word)
        self._get_posting_cached = lru_cache(maxsize=_POSTING_CACHE_SIZE)(self._get_posting)

    @cached_property
    def _idf(self) -> Floats:
        return compute_idf(np.diff(self._ends), len(self._name))

    def find(self, words: Sequence[str], *, limit: int) -> tuple[NDArray[np.int32], Floats]:
        """Return the names with the greatest overlap, and their weighted Dice coefficients.

        Args:
            words: The normalised words of the mention.
            limit: The maximum number of names.
        """
        query = [self._analyse_cached(word) for word in words]
        query.sort(key=lambda word: -word.idf)
        ranks, shared = _EMPTY
        for word in query:
            posting = (
                self._score_posting(word, ranks)
                if word.is_common
                else self._get_posting_cached(word.text)
            )
            ranks, shared = _add_posting(ranks, shared, *posting)
        total = sum(word.idf for word in query)
        names = self._name[ranks]
        similarity = 2 * shared / (total + self._weight[names])
        best = _argsort_greatest(similarity, limit)
        return names[best], similarity[best]

    def _analyse_word(self, word: str) -> _QueryWord:
        choices = self._list_choices(word)
        return _QueryWord(word, choices, self._get_idf(choices), self._is_common(choices))

    def _list_choices(self, word: str) -> Mapping[int, float]:
        """Return the classes that the word may belong to, with their weights."""
        number = self._get_class(word)
        choices = {number: 1.0} if number > STOP_CLASS else {}
        if not choices:
            near = self._neighbours.find(word, distance=2)
            choices = {number: _TYPO_WEIGHTS[edits] for number, edits in near[:_MAX_NEIGHBOURS]}
        if word.isalpha():
            for number, dice in self._trigrams.find(word, least=_MIN_DICE):
                choices[number] = max(choices.get(number, 0.0), _SIMILAR_WEIGHT * dice)
        return choices

    def _get_class(self, word: str) -> int:
        hashes = _hash_words(word)
        return int(self._normals.find(hashes)[0]) if len(hashes) == 1 else -1

    def _get_idf(self, choices: Mapping[int, float]) -> float:
        """Return the IDF of the word, or of the class that it most likely belongs to."""
        if not choices:
            return float(self._idf.max(initial=1.0))
        return float(self._idf[max(choices, key=choices.__getitem__)])

    def _is_common(self, choices: Mapping[int, float]) -> bool:
        """Return whether the posting list of a choice is too long to be added in full."""
        return any(
            self._ends[number + 1] - self._ends[number] > _MAX_POSTINGS for number in choices
        )

    def _get_posting(self, word: str) -> _Posting:
        return self._score_posting(self._analyse_cached(word), _EMPTY.ranks)

    def _score_posting(self, word: _QueryWord, ranks: Ranks) -> _Posting:
        """Return the names that contain one of the word's choices, and the best gain of each."""
        postings = [_EMPTY]
        for number, weight in sorted(word.choices.items(), key=lambda pair: pair[1]):
            names = self._values[self._ends[number] : self._ends[number + 1]].astype(np.intp)
            if len(names) > _MAX_POSTINGS and len(ranks):
                names = ranks[np.isin(ranks, names, assume_unique=True)]
            if self._mask is not None:
                names = names[self._mask[names]]
            gain = weight * min(word.idf, self._idf[number])
            postings.append(_Posting(names, np.full(len(names), gain)))
        names = np.concatenate([posting.ranks for posting in postings])
        gains = np.concatenate([posting.gains for posting in postings])
        if not len(names):
            return _EMPTY
        order = np.argsort(names, kind="stable")
        names = names[order]
        first = _find_firsts(names)
        return _Posting(names[first], np.maximum.reduceat(gains[order], first))


@lru_cache(maxsize=_WORD_CACHE_SIZE)
def _hash_words(text: str) -> U64:
    """Return the hashes of the words of a text, usually one; terminologies share this cache."""
    return scan(text).hash


def _find_firsts(ranks: Ranks) -> Ranks:
    """Return the index of the first occurrence of each value in sorted ranks."""
    is_new = np.ones(len(ranks), np.bool_)
    np.not_equal(ranks[1:], ranks[:-1], out=is_new[1:])
    return is_new.nonzero()[0]


def _argsort_greatest(values: Floats, count: int) -> Ranks:
    """Return the indices of the greatest values, the greatest first; the sort is stable."""
    if len(values) <= 4 * count:
        return np.argsort(-values, kind="stable")[:count]
    least = np.partition(values, -count)[-count]
    candidates = np.flatnonzero(values >= least)
    return candidates[np.argsort(-values[candidates], kind="stable")[:count]]


def _add_posting(
    ranks: Ranks, shared: Floats, new_ranks: Ranks, gains: Floats
) -> tuple[Ranks, Floats]:
    """Merge a posting list into the sorted ranks and add up the scores."""
    if not len(ranks):
        return new_ranks, gains
    merged = np.concatenate([ranks, new_ranks])
    order = np.argsort(merged, kind="stable")
    merged = merged[order]
    first = _find_firsts(merged)
    sums = np.add.reduceat(np.concatenate([shared, gains])[order], first)
    return merged[first], sums
