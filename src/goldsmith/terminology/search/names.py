"""The arrays that search for people needs, and names found in them by their words.

Names are numbered by rank, the one a person would rather be shown first, so that a list of ranks in
ascending order is a list of results in the order they are shown.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.concept import KINDS, NameKind
from goldsmith.terminology.index.fuzzy import fuzzy_arrays
from goldsmith.terminology.index.names import STOP_CLASS, Words
from goldsmith.terminology.index.packed import Ints, Lists, Strings
from goldsmith.terminology.index.words import STOP, fold, folded, normal

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

#: Which name of a concept a person would rather be shown.
_PLACE: dict[NameKind, int] = {
    "preferred": 0, "synonym": 1, "lay": 2, "abbreviation": 2, "related": 3, "retired": 4,
}  # fmt: skip
PLACES = tuple(_PLACE[kind] for kind in KINDS)
LAST_PLACE = max(PLACES)
#: The class of a word that no name has.
UNKNOWN = -1
#: More edits than are ever allowed.
_FAR = 100
#: So many edits, and the names that have a word so far away.
Choice = tuple[int, Ints]
_LAST_SIGN = "\U0010ffff"
#: A list so many times longer than another is searched rather than marked.
_MUCH_LONGER = 16


class _Signs(dict[int, str | None]):
    """What each character becomes when names are compared as they are typed."""

    def __missing__(self, code: int) -> str | None:
        char = fold(chr(code))
        value = char if char.isalnum() else " "
        if char in "'’" or unicodedata.category(char) == "Mn":
            value = ""
        self[code] = value or None
        return self[code]


_SIGNS = _Signs()


def typed(text: str) -> str:
    """The letters and digits of a name with single spaces for all between; what it has if none."""
    return " ".join(text.translate(_SIGNS).split()) or _bare(text)


def _bare(text: str) -> str:
    text = " ".join(text.encode("utf-8", "replace").decode().split())
    return " ".join(folded(text).split()) or text


def search_arrays(
    names: Sequence[str],
    kinds: Sequence[NameKind],
    live: Sequence[bool],
    words: Words,
    by_name: Lists,
) -> dict[str, NDArray[Any]]:
    """The arrays of the search: names by their words, words by their letters."""
    keys = [typed(text) for text in names]
    order = np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int32)
    lengths = np.array([len(key) for key in keys], np.int32)
    by_rank = _by_rank(order, lengths, kinds, live, np.diff(by_name.ends))
    rank = _inverse(by_rank)
    return {
        "search.name": by_rank,
        "search.order": rank[order],
        **_postings(rank, by_name, len(words.normals)),
        **fuzzy_arrays(words),
    }


def _by_rank(
    order: Ints,
    lengths: Ints,
    kinds: Sequence[NameKind],
    live: Sequence[bool],
    sizes: NDArray[np.int64],
) -> Ints:
    """Names, best first: those of retired concepts last, then by kind, few words, few letters."""
    kind = np.array([_PLACE[one] for one in kinds], np.uint8)
    dead = ~np.array(live, np.bool_)
    return np.lexsort((_inverse(order), lengths, sizes, kind, dead)).astype(np.int32)


def _inverse(permutation: Ints) -> Ints:
    inverse = np.empty(len(permutation), np.int32)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse


def _postings(rank: Ints, by_name: Lists, classes: int) -> dict[str, NDArray[Any]]:
    """For each class of words the names that have it, by rank; for each name how many it has."""
    count = max(1, len(rank))
    owner = np.repeat(rank.astype(np.int64), np.diff(by_name.ends))
    pairs = _distinct(by_name.values.astype(np.int64) * count + owner)
    found, names = pairs // count, pairs % count
    ends = np.zeros(classes + 1, np.int64)
    np.cumsum(np.bincount(found, minlength=classes), out=ends[1:])
    sizes = np.bincount(names, minlength=len(rank))
    return {
        "search.class.values": names.astype(np.int32),
        "search.class.ends": ends,
        "search.size": np.minimum(sizes, 255).astype(np.uint8),
    }


def after(prefix: str) -> str:
    """What comes behind all that begins with the prefix."""
    return prefix + _LAST_SIGN


def bisected(strings: Strings, text: str) -> int:
    """How many of the sorted strings come before the text."""
    return bisect_left(range(strings.count()), text, key=strings.__getitem__)


class Postings:
    """The names of a terminology by the words in them, as ranks in ascending order."""

    def __init__(self, terminology: Terminology) -> None:
        self._lists = terminology.lists("search.class")
        self._words = terminology.strings("word.text")
        self._classes = terminology.arrays["word.class"]
        self._normals = terminology.strings("class.text")
        self._count = terminology.manifest.names
        #: The names that have a word that begins so.
        self.begun = lru_cache(maxsize=8)(self._begun)

    def class_of(self, text: str) -> int:
        """The class of a folded word, by the form it shares with its variants."""
        shared = normal(text)
        if shared in STOP:
            return STOP_CLASS
        at = bisected(self._normals, shared)
        return at if at < self._normals.count() and self._normals[at] == shared else UNKNOWN

    def having(self, owners: Iterable[int]) -> Ints:
        """The names that have words of all the classes; none when a class is not known."""
        found = sorted(set(owners))
        lists = [self._lists[owner] if owner != UNKNOWN else _NONE for owner in found]
        lists.sort(key=len)
        ranks = lists[0] if lists else _NONE
        for longer in lists[1:]:
            ranks = ranks[self.among(ranks, longer)]
        return ranks

    def _begun(self, prefix: str) -> Ints:
        usual = normal(prefix)
        classes = _NONE
        for one in {prefix, usual} if len(usual) > 3 else {prefix}:
            words = slice(bisected(self._words, one), bisected(self._words, after(one)))
            forms = bisected(self._normals, one), bisected(self._normals, after(one))
            classes = np.concatenate([classes, self._classes[words], np.arange(*forms, dtype="i4")])
        classes = _distinct(classes)
        classes = classes[classes != STOP_CLASS]
        if not len(classes):
            return _NONE
        # Classes are in the order of their letters, so most of these lie one behind the other.
        gaps = np.flatnonzero(np.diff(classes) != 1)
        starts = self._lists.ends[classes[np.append(0, gaps + 1)]]
        ends = self._lists.ends[classes[np.append(gaps, len(classes) - 1)] + 1]
        pairs = zip(starts.tolist(), ends.tolist(), strict=True)
        return self.ascending(self._lists.values[start:end] for start, end in pairs)

    def choices(self, owner: int, others: Iterable[tuple[int, int]]) -> list[Choice]:
        """Names with words of a class, or of others that are so many edits away."""
        found = [(count, self._lists[other]) for other, count in others]
        return found if owner == UNKNOWN else [(0, self._lists[owner]), *found]

    def nearest(self, words: Sequence[Sequence[Choice]]) -> tuple[Ints, NDArray[np.uint8]]:
        """The names that have a choice for every word, and the fewest edits this takes."""
        rarest = sorted(words, key=lambda choices: sum(len(ranks) for _, ranks in choices))
        ranks = self.ascending(some for _, some in rarest[0])
        edits = np.zeros(len(ranks), np.uint8)
        for choices in rarest:
            here = np.full(len(ranks), _FAR, np.uint8)
            for count, some in choices:
                here[self.among(ranks, some) & (here > count)] = count
            edits += here
            ranks, edits = ranks[here < _FAR], edits[here < _FAR]
        return ranks, edits

    def among(self, ranks: Ints, others: Ints) -> NDArray[np.bool_]:
        """For each of the ranks whether it is among the others, which are in ascending order."""
        if len(others) > _MUCH_LONGER * len(ranks):
            at = np.minimum(np.searchsorted(others, ranks), len(others) - 1)
            return np.asarray(others[at] == ranks)
        return self._marked([others])[ranks]

    def ascending(self, lists: Iterable[Ints]) -> Ints:
        """The ranks that are in any of the lists, in ascending order."""
        several = list(lists)
        if sum(map(len, several)) > self._count // _MUCH_LONGER:
            return np.flatnonzero(self._marked(several)).astype(np.int32)
        return _distinct(np.concatenate([_NONE, *several]))

    def _marked(self, lists: Iterable[Ints]) -> NDArray[np.bool_]:
        marked = np.zeros(self._count, np.bool_)
        for ranks in lists:
            marked[ranks] = True
        return marked


def _distinct(values: NDArray[Any]) -> NDArray[Any]:
    """The values in ascending order, each once."""
    values = np.sort(values)
    return values[np.append(True, values[1:] != values[:-1])] if len(values) else values


_NONE = np.zeros(0, np.int32)
