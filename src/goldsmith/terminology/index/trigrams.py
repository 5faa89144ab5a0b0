"""An inverted index from letter trigrams to words, to find words that look alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.packed import Lists, group_values

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

#: Shorter words are not indexed.
MIN_LENGTH = 4
_BUCKETS = 1 << 16


def build_trigram_arrays(normals: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Build the posting lists from each trigram bucket to the word classes that have it."""
    owners, buckets, sizes = [], [], np.zeros(len(normals), np.uint8)
    for number, text in enumerate(normals):
        if len(text) >= MIN_LENGTH and text.isalpha():
            trigrams = hash_trigrams(text)
            sizes[number] = min(255, len(trigrams))
            owners += [number] * len(trigrams)
            buckets += trigrams
    lists = group_values(np.array(buckets, np.int64), np.array(owners, np.int32), _BUCKETS)
    return {"gram.values": lists.values, "gram.ends": lists.ends, "gram.size": sizes}


def hash_trigrams(word: str) -> list[int]:
    """Return the distinct buckets of a word's trigrams, with markers at both ends of the word."""
    padded = f"^{word}$"
    return sorted({_compute_bucket(padded[at : at + 3]) for at in range(len(padded) - 2)})


def _compute_bucket(trigram: str) -> int:
    value = 0
    for char in trigram:
        value = value * 131 + ord(char)
    return value % _BUCKETS


class TrigramIndex:
    """Finds word classes of a terminology that share trigrams with a word."""

    def __init__(self, terminology: Terminology) -> None:
        self._lists = Lists(terminology.arrays["gram.values"], terminology.arrays["gram.ends"])
        self._sizes = terminology.arrays["gram.size"]
        self._find_cached = lru_cache(maxsize=20_000)(self._find)

    def find(self, word: str, *, least: float = 0.5, limit: int = 12) -> list[tuple[int, float]]:
        """Return word classes with their Dice coefficient, best first.

        Args:
            word: A normalised word.
            least: The minimum Dice coefficient of the two sets of trigrams.
            limit: The maximum number of classes.
        """
        return self._find_cached(word, least, limit) if len(word) >= MIN_LENGTH else []

    def _find(self, word: str, least: float, limit: int) -> list[tuple[int, float]]:
        trigrams = hash_trigrams(word)
        classes, counts = np.unique(
            np.concatenate([self._lists[trigram] for trigram in trigrams]), return_counts=True
        )
        dice = 2 * counts / (len(trigrams) + self._sizes[classes].astype(np.int64))
        candidates = np.flatnonzero(dice >= least)
        best = candidates[np.argsort(-dice[candidates], kind="stable")[:limit]]
        return list(zip(classes[best].tolist(), dice[best].tolist(), strict=True))
