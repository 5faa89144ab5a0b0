"""Which class of words each word of a text belongs to: that of its inflected and misspelt forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.fuzzy import Near
from goldsmith.terminology.index.hashing import U64, Table
from goldsmith.terminology.index.names import STOP_CLASS
from goldsmith.terminology.index.scan import Places, Tokens, scan
from goldsmith.terminology.index.words import STOP, folded, normal
from goldsmith.terminology.store import Terminology

_SHORTEST_TYPO = 5
_CACHE = 200_000


class WordClasses:
    """Finds the classes of words; what words that no name has as they are belong to is kept."""

    def __init__(self, terminology: Terminology, *, variants: bool, typos: bool) -> None:
        self._terminology = terminology
        self._variants, self._typos = variants, typos
        arrays = terminology.arrays
        self._words = Table(arrays["word.keys"], arrays["word.values"])
        self._normals = Table(arrays["normal.keys"], arrays["normal.values"])
        self._cache: dict[int, int] = {}

    def __call__(self, text: str, tokens: Tokens) -> tuple[NDArray[np.int32], Places]:
        """The class of each word, -1 for those no name has; and which were guessed from a typo."""
        classes = self._words.find(tokens.hash)
        unknown = np.flatnonzero(classes < 0)
        if not len(unknown) or not self._variants:
            return classes, unknown[:0]
        hashes = tokens.hash[unknown].tolist()
        self._learn(text, tokens, dict(zip(hashes, unknown.tolist(), strict=True)))
        found = np.fromiter(map(self._cache.__getitem__, hashes), np.int32, len(hashes))
        guessed = found <= -2
        classes[unknown] = np.where(guessed, -2 - found, found)
        return classes, unknown[guessed]

    def _learn(self, text: str, tokens: Tokens, unknown: dict[int, int]) -> None:
        """Enters words that no name has as they are into the cache, with the class of each.

        -1 means that there is none; a class that is a guess is entered as -2 minus the class.
        """
        cache = self._cache
        if len(cache) > _CACHE:
            cache.clear()
        fresh = {key: number for key, number in unknown.items() if key not in cache}
        if not fresh:
            return
        words = [folded(text[tokens.start[at] : tokens.end[at]]) for at in fresh.values()]
        shared = [normal(word) for word in words]
        owners = self._normals.find(word_hashes(shared)).tolist()
        for key, word, usual, owner in zip(fresh, words, shared, owners, strict=True):
            cache[key] = STOP_CLASS if usual in STOP else owner if owner >= 0 else self._guess(word)

    def _guess(self, word: str) -> int:
        if self._typos and len(word) >= _SHORTEST_TYPO and word.isalpha():
            near = self._near.near(word)
            return -2 - near[0][0] if near else -1
        return -1

    @cached_property
    def _near(self) -> Near:
        return Near(self._terminology)


def word_hashes(words: Sequence[str]) -> U64:
    """The hash of each folded word; 0, which no table has, for what is not a single word."""
    tokens = scan("\x00".join(words))
    ends = np.cumsum([len(word) + 1 for word in words])
    starts = ends - [len(word) + 1 for word in words]
    at = np.searchsorted(tokens.start, starts)
    whole = np.append(tokens.start, -1)[at] == starts
    whole &= np.append(tokens.end, -1)[at] == ends - 1
    return np.where(whole, np.append(tokens.hash, np.uint64(0))[at], np.uint64(0))
