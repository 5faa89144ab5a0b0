"""Posting lists: the names of a terminology by the words in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.lookup_index import STOP_CLASS
from goldsmith.terminology.index.normalisation import STOP_WORDS, normalise_word
from goldsmith.terminology.index.packed import Ints, Strings
from goldsmith.terminology.index.search_index import sort_distinct

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

#: The class of a word that no name contains.
UNKNOWN_CLASS = -1
#: More edits than a search ever allows.
_TOO_MANY_EDITS = 100
#: A number of edits, and the names that contain a word at that distance.
Choice = tuple[int, Ints]
_LAST_CHARACTER = "\U0010ffff"
#: From this ratio of their lengths on, the longer list is searched by bisection.
_BISECTION_RATIO = 16
_NO_RANKS = np.zeros(0, np.int32)


def upper_bound(prefix: str) -> str:
    """Return a string that sorts after every string with the prefix."""
    return prefix + _LAST_CHARACTER


def count_smaller(strings: Strings, text: str) -> int:
    """Count the sorted strings that come before a text."""
    return bisect_left(range(len(strings)), text, key=strings.__getitem__)


class Postings:
    """Posting lists of a terminology; every list contains ranks of names in ascending order."""

    def __init__(self, terminology: Terminology) -> None:
        self._lists = terminology.lists("search.class")
        self._words = terminology.strings("word.text")
        self._classes = terminology.arrays["word.class"]
        self._normals = terminology.strings("class.text")
        self._count = terminology.manifest.names
        self._find_prefix_cached = lru_cache(maxsize=8)(self._find_prefix)

    def get_class(self, text: str) -> int:
        """Return the class of a folded word by its normal form."""
        normal = normalise_word(text)
        if normal in STOP_WORDS:
            return STOP_CLASS
        index = count_smaller(self._normals, normal)
        exists = index < len(self._normals) and self._normals[index] == normal
        return index if exists else UNKNOWN_CLASS

    def intersect(self, classes: Iterable[int]) -> Ints:
        """Return the names that contain words of all classes; none if a class is unknown."""
        lists = [
            self._lists[number] if number != UNKNOWN_CLASS else _NO_RANKS
            for number in sorted(set(classes))
        ]
        lists.sort(key=len)
        ranks = lists[0] if lists else _NO_RANKS
        for longer in lists[1:]:
            ranks = ranks[self.contains(longer, ranks)]
        return ranks

    def find_prefix(self, prefix: str) -> Ints:
        """Return the names that contain a word with the prefix."""
        return self._find_prefix_cached(prefix)

    def _find_prefix(self, prefix: str) -> Ints:
        normal = normalise_word(prefix)
        classes = _NO_RANKS
        for start in {prefix, normal} if len(normal) > 3 else {prefix}:
            end = upper_bound(start)
            words = slice(count_smaller(self._words, start), count_smaller(self._words, end))
            normals = np.arange(
                count_smaller(self._normals, start), count_smaller(self._normals, end), dtype="i4"
            )
            classes = np.concatenate([classes, self._classes[words], normals])
        classes = sort_distinct(classes)
        classes = classes[classes != STOP_CLASS]
        if not len(classes):
            return _NO_RANKS
        # Classes are sorted by their letters, so most of these posting lists are adjacent.
        gaps = np.flatnonzero(np.diff(classes) != 1)
        starts = self._lists.ends[classes[np.append(0, gaps + 1)]]
        ends = self._lists.ends[classes[np.append(gaps, len(classes) - 1)] + 1]
        ranges = zip(starts.tolist(), ends.tolist(), strict=True)
        return self.unite(self._lists.values[start:end] for start, end in ranges)

    def list_choices(self, number: int, neighbours: Iterable[tuple[int, int]]) -> list[Choice]:
        """Return the posting lists of a class and of its spelling neighbours."""
        choices = [(edits, self._lists[neighbour]) for neighbour, edits in neighbours]
        return choices if number == UNKNOWN_CLASS else [(0, self._lists[number]), *choices]

    def count_edits(self, words: Sequence[Sequence[Choice]]) -> tuple[Ints, NDArray[np.uint8]]:
        """Return the names that match every word by one of its choices, and the fewest edits."""
        rarest = sorted(words, key=lambda choices: sum(len(ranks) for _, ranks in choices))
        ranks = self.unite(posting for _, posting in rarest[0])
        edits = np.zeros(len(ranks), np.uint8)
        for choices in rarest:
            fewest = np.full(len(ranks), _TOO_MANY_EDITS, np.uint8)
            for count, posting in choices:
                fewest[self.contains(posting, ranks) & (fewest > count)] = count
            edits += fewest
            ranks, edits = ranks[fewest < _TOO_MANY_EDITS], edits[fewest < _TOO_MANY_EDITS]
        return ranks, edits

    def contains(self, posting: Ints, ranks: Ints) -> NDArray[np.bool_]:
        """Return for each rank whether it is in a posting list."""
        if len(posting) > _BISECTION_RATIO * len(ranks):
            index = np.minimum(np.searchsorted(posting, ranks), len(posting) - 1)
            return np.asarray(posting[index] == ranks)
        return self._mark([posting])[ranks]

    def unite(self, lists: Iterable[Ints]) -> Ints:
        """Return the ranks that are in any of the lists, in ascending order."""
        postings = list(lists)
        if sum(map(len, postings)) > self._count // _BISECTION_RATIO:
            return np.flatnonzero(self._mark(postings)).astype(np.int32)
        return sort_distinct(np.concatenate([_NO_RANKS, *postings]))

    def _mark(self, lists: Iterable[Ints]) -> NDArray[np.bool_]:
        marked = np.zeros(self._count, np.bool_)
        for ranks in lists:
            marked[ranks] = True
        return marked
