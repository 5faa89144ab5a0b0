"""The word class of each word of a text, shared by its inflected and misspelt forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.fuzzy import SpellingNeighbours
from goldsmith.terminology.index.hashing import U64, HashTable
from goldsmith.terminology.index.lookup_index import STOP_CLASS
from goldsmith.terminology.index.normalisation import STOP_WORDS, fold_text, normalise_word
from goldsmith.terminology.index.scan import Offsets, Tokens, scan
from goldsmith.terminology.store import Terminology

_MIN_TYPO_LENGTH = 5
_CACHE_SIZE = 200_000


class WordClasses:
    """Finds the classes of words; caches those of words that no name contains literally."""

    def __init__(self, terminology: Terminology, *, variants: bool, typos: bool) -> None:
        self._terminology = terminology
        self._variants, self._typos = variants, typos
        arrays = terminology.arrays
        self._words = HashTable(arrays["word.keys"], arrays["word.values"])
        self._normals = HashTable(arrays["normal.keys"], arrays["normal.values"])
        self._cache: dict[int, int] = {}

    def __call__(self, text: str, tokens: Tokens) -> tuple[NDArray[np.int32], Offsets]:
        """Return the class of each word (-1 if unknown), and the words corrected from a typo."""
        classes = self._words.find(tokens.hash)
        unknown = np.flatnonzero(classes < 0)
        if not len(unknown) or not self._variants:
            return classes, unknown[:0]
        hashes = tokens.hash[unknown].tolist()
        self._fill_cache(text, tokens, dict(zip(hashes, unknown.tolist(), strict=True)))
        cached = np.fromiter(map(self._cache.__getitem__, hashes), np.int32, len(hashes))
        corrected = cached <= -2
        classes[unknown] = np.where(corrected, -2 - cached, cached)
        return classes, unknown[corrected]

    def _fill_cache(self, text: str, tokens: Tokens, unknown: dict[int, int]) -> None:
        """Cache the classes of words that no name contains literally.

        -1 means none. A class found through a typo is stored as -2 minus the class.
        """
        cache = self._cache
        if len(cache) > _CACHE_SIZE:
            cache.clear()
        new = {key: number for key, number in unknown.items() if key not in cache}
        if not new:
            return
        words = [fold_text(text[tokens.start[at] : tokens.end[at]]) for at in new.values()]
        normals = [normalise_word(word) for word in words]
        classes = self._normals.find(hash_words(normals)).tolist()
        for key, word, normal, number in zip(new, words, normals, classes, strict=True):
            if normal in STOP_WORDS:
                cache[key] = STOP_CLASS
            else:
                cache[key] = number if number >= 0 else self._correct(word)

    def _correct(self, word: str) -> int:
        if self._typos and len(word) >= _MIN_TYPO_LENGTH and word.isalpha():
            neighbours = self._neighbours.find(word)
            return -2 - neighbours[0][0] if neighbours else -1
        return -1

    @cached_property
    def _neighbours(self) -> SpellingNeighbours:
        return SpellingNeighbours(self._terminology)


def hash_words(words: Sequence[str]) -> U64:
    """Return the hash of each folded word; 0, which no table contains, for anything else."""
    tokens = scan("\x00".join(words))
    ends = np.cumsum([len(word) + 1 for word in words])
    starts = ends - [len(word) + 1 for word in words]
    index = np.searchsorted(tokens.start, starts)
    is_word = np.append(tokens.start, -1)[index] == starts
    is_word &= np.append(tokens.end, -1)[index] == ends - 1
    return np.where(is_word, np.append(tokens.hash, np.uint64(0))[index], np.uint64(0))
