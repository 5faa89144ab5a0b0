"""Words that look alike: by the groups of three letters they share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.packed import Lists, grouped

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

SHORTEST = 4
_BUCKETS = 1 << 16
_BATCH = 50_000


def gram_arrays(normals: Sequence[str]) -> dict[str, NDArray[Any]]:
    """For each group of three letters the classes of words that have it."""
    owners, buckets, sizes = [], [], np.zeros(len(normals), np.uint8)
    for number, text in enumerate(normals):
        if len(text) >= SHORTEST and text.isalpha():
            found = grams(text)
            sizes[number] = min(255, len(found))
            owners += [number] * len(found)
            buckets += found
    lists = grouped(np.array(buckets, np.int64), np.array(owners, np.int32), _BUCKETS)
    return {"gram.values": lists.values, "gram.ends": lists.ends, "gram.size": sizes}


def grams(word: str) -> list[int]:
    """The groups of three letters of a word and its ends, each once, as numbers."""
    padded = f"^{word}$"
    return sorted({_bucket(padded[at : at + 3]) for at in range(len(padded) - 2)})


def _bucket(gram: str) -> int:
    value = 0
    for char in gram:
        value = value * 131 + ord(char)
    return value % _BUCKETS


class Alike:
    """Classes of words of a terminology that share letters with a word."""

    def __init__(self, terminology: Terminology) -> None:
        self._lists = Lists(terminology.arrays["gram.values"], terminology.arrays["gram.ends"])
        self._sizes = terminology.arrays["gram.size"]
        self._kept = lru_cache(maxsize=20_000)(self._alike)

    def __call__(
        self, word: str, *, least: float = 0.5, limit: int = 12
    ) -> list[tuple[int, float]]:
        """Classes with the share of letter groups (Dice) they have in common with the word."""
        return self._kept(word, least, limit) if len(word) >= SHORTEST else []

    def _alike(self, word: str, least: float, limit: int) -> list[tuple[int, float]]:
        own = grams(word)
        found, counts = np.unique(
            np.concatenate([self._lists[gram] for gram in own]), return_counts=True
        )
        dice = 2 * counts / (len(own) + self._sizes[found].astype(np.int64))
        good = np.flatnonzero(dice >= least)
        best = good[np.argsort(-dice[good], kind="stable")[:limit]]
        return list(zip(found[best].tolist(), dice[best].tolist(), strict=True))
