"""Windows of consecutive words that have the same bag of words as a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.forms import MAX_WORDS
from goldsmith.terminology.index.hashing import I32, U64, BloomFilter, Bools, HashTable, mix_bits
from goldsmith.terminology.index.lookup_index import STOP_CLASS, hash_classes
from goldsmith.terminology.index.scan import Counts, Offsets, Tokens
from goldsmith.terminology.store import Terminology


class ContentWords(NamedTuple):
    """The words of a text without stop words; every array has one entry per word."""

    #: Index of the word among all tokens.
    token: Offsets
    #: Word class, -1 if no name contains the word.
    classes: NDArray[np.int32]
    #: Hash of the word class.
    values: U64
    #: Prefix sums of `values`, with one extra entry.
    sums: U64
    #: Number of hard breaks before the word.
    hard: Counts
    #: Number of corrected words before the word, with one extra entry.
    corrected: Counts


class Windows(NamedTuple):
    """Windows of content words: the first word, the number of words, the group of forms."""

    first: Offsets
    size: Offsets
    #: Forms with the same bag of words share a group.
    group: NDArray[np.int32]

    def pick(self, rows: Any) -> Windows:
        """Return the windows of some rows."""
        first, size, group = self
        return Windows(first[rows], size[rows], group[rows])


class WindowFinder:
    """Finds windows that have the bag of words of a name."""

    def __init__(self, terminology: Terminology) -> None:
        arrays = terminology.arrays
        self._bags = HashTable(arrays["bag.keys"], arrays["bag.values"])
        self._single: NDArray[np.int32] = arrays["class.single"]
        self._pairs = BloomFilter(arrays["pair.bits"])
        # One more entry than there are classes: index -1, an unknown word, reads the last one.
        self._values = hash_classes(np.arange(len(self._single) + 1, dtype=np.int32))

    def drop_stop_words(self, tokens: Tokens, classes: I32, corrected: Offsets) -> ContentWords:
        """Return the content words of a text.

        Args:
            tokens: The tokens of the text.
            classes: The word class of each token.
            corrected: The tokens whose class was found through a typo.
        """
        token = np.flatnonzero(classes != STOP_CLASS)
        content_classes = classes[token]
        values = self._values[content_classes]
        sums = np.zeros(len(token) + 1, np.uint64)
        np.cumsum(values, out=sums[1:])
        counts = np.zeros(len(token) + 1, np.int32)
        if len(corrected):
            counts[1:] = np.cumsum(np.isin(token, corrected))
        return ContentWords(token, content_classes, values, sums, tokens.hard[token], counts)

    def __call__(self, words: ContentWords) -> Windows:
        """Find all windows that have the bag of words of a name.

        A window grows by a word only while some name contains that word together with the first
        word of the window and with the previous word, so that few windows are looked up.
        """
        in_names = (words.classes > STOP_CLASS).nonzero()[0]
        single = self._single[words.classes[in_names]]
        is_name = single >= 0
        linked = self._find_links(words)
        windows, growing = [in_names[is_name]], linked.nonzero()[0]
        sizes = [1]
        for size in range(2, MAX_WORDS + 1):
            if not len(growing):
                break
            windows.append(growing)
            sizes.append(size)
            growing = growing[linked[growing + (size - 1)]]
            ends = words.values[growing] + words.values[growing + size]
            growing = growing[self._pairs.has(mix_bits(ends))]
        return self._look_up(words, single[is_name], windows, sizes)

    def _look_up(
        self, words: ContentWords, single: I32, starts: Sequence[Offsets], sizes: Sequence[int]
    ) -> Windows:
        """Look up the windows of each size; the groups of single words are given."""
        first = np.concatenate(starts)
        size = np.repeat(sizes, [len(rows) for rows in starts])
        longer = slice(len(single), None)
        keys = words.sums[first[longer] + size[longer]] - words.sums[first[longer]]
        group = np.concatenate((single, self._bags.find(mix_bits(keys))))
        return Windows(first, size, group).pick(group >= 0)

    def _find_links(self, words: ContentWords) -> Bools:
        """Return for each word whether some name may contain it and the next word."""
        linked = np.zeros(len(words.token), np.bool_)
        if len(linked) > 1:
            in_names = words.classes > STOP_CLASS
            linked[:-1] = self._pairs.has(mix_bits(words.values[:-1] + words.values[1:]))
            linked[:-1] &= in_names[:-1] & in_names[1:] & (words.hard[:-1] == words.hard[1:])
        return linked
