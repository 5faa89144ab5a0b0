"""Candidate antecedents: the nearest preceding markables, and earlier ones that share words.

Articles and long records have thousands of markables. An index by head, wording, single words and
abbreviations limits the comparisons.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from goldsmith.components.coreference.markables import Markable
from goldsmith.components.coreference.phrases import Phrase

#: How many markables of each index entry are candidates: the last ones and the first ones.
_LAST = {"head": 12, "key": 12, "expanded": 12, "word": 5, "short": 3, "person": 8, "concept": 5}
_FIRST = 2
#: The number of pairs whose features are in memory at once, about 12 MB.
_MAX_PAIRS = 16_384
Key = tuple[str, object]
#: Earlier and later markable of each candidate pair, in the order of the later ones.
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]


def find_candidates(markables: Sequence[Markable], window: int) -> Pairs:
    """Find the candidate pairs.

    Args:
        markables: The markables in text order.
        window: How many of the nearest preceding markables are always candidates.
    """
    index: dict[Key, list[int]] = defaultdict(list)
    keys: dict[int, tuple[list[Key], list[Key]]] = {}
    earlier, later = array("q"), array("q")  # a long note has many pairs
    for number, markable in enumerate(markables):
        phrase = markable.phrase
        if phrase.number not in keys:
            keys[phrase.number] = list(_list_sought(phrase)), list(_list_offered(phrase))
        sought, offered = keys[phrase.number]
        numbers = set(range(max(0, number - window), number))
        for key in sought:
            entries = index[key]
            numbers.update(entries[-_LAST[key[0]] :])
            numbers.update(entries[:_FIRST])
        earlier.extend(sorted(numbers))
        later.extend([number] * len(numbers))
        for key in offered:
            index[key].append(number)
    return np.array(earlier, np.intp), np.array(later, np.intp)


def divide_pairs(pairs: Pairs) -> Iterator[Pairs]:
    """Yield the pairs in blocks, to limit the memory for their features.

    A block contains all pairs of its later markables, because some features rank these pairs.
    """
    first, count = 0, len(pairs[1])
    while first < count:
        last = pairs[1][min(first + _MAX_PAIRS, count) - 1]
        end = int(np.searchsorted(pairs[1], last, side="right"))
        yield pairs[0][first:end], pairs[1][first:end]
        first = end


def _list_shared(phrase: Phrase) -> Iterator[Key]:
    """Yield the keys that serve both to index and to look up a markable."""
    if phrase.gender:
        yield "person", ""
    if phrase.pronoun:
        return
    yield "head", phrase.head
    yield "key", phrase.key
    yield "expanded", phrase.expanded
    for word in phrase.content:
        yield "word", word
    for concept in phrase.concepts:
        yield "concept", concept


def _list_sought(phrase: Phrase) -> Iterator[Key]:
    yield from _list_shared(phrase)
    if not phrase.pronoun:
        if phrase.is_short:
            yield "short", phrase.letters
        yield "short", ("long", phrase.initials[1])


def _list_offered(phrase: Phrase) -> Iterator[Key]:
    yield from _list_shared(phrase)
    if not phrase.pronoun:
        for letters in dict.fromkeys(phrase.initials):
            yield "short", letters
        if phrase.is_short:
            yield "short", ("long", phrase.letters)
