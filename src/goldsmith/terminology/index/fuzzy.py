"""Words that differ from one typed by an edit or two.

Each word has a signature of 64 bits that says which letters it has once, and which more than once.
One edit changes at most two bits of it, so that a comparison of signatures leaves a few words out
of hundreds of thousands to measure, and never drops one that is near.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from goldsmith.terminology.index.hashing import U64
from goldsmith.terminology.index.names import STOP_CLASS, Words
from goldsmith.terminology.index.words import folded

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

#: Shorter words have too many neighbours; longer ones are sequences rather than words.
SHORTEST, LONGEST = 4, 64
#: From this length on two edits leave a word that can be recognised.
SHORTEST_FOR_TWO = 8
_BUCKETS, _LETTERS = 32, 26
_BITS_PER_EDIT = 2
_BATCH = 50_000


def fuzzy_arrays(words: Words) -> dict[str, NDArray[Any]]:
    """The words that may be misspelt, by length, with the signature of each."""
    chosen = [at for at, text in enumerate(words.texts) if _may_be_misspelt(text)]
    number = np.array(chosen, np.int32)
    number = number[words.classes[number] != STOP_CLASS]
    lengths = np.array([len(words.texts[at]) for at in number.tolist()], np.int64)
    order = np.argsort(lengths, kind="stable")
    number = number[order]
    ends = np.searchsorted(lengths[order], np.arange(LONGEST + 2))
    return {
        "near.word": number,
        "near.sign": signatures([words.texts[at] for at in number.tolist()]),
        "near.ends": ends.astype(np.int32),
    }


def _may_be_misspelt(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and not text.isnumeric()


def signatures(texts: Sequence[str]) -> U64:
    """The signature of each text: bits for the letters it has, and for those it has twice."""
    parts = [_signatures(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)]
    return np.concatenate([np.zeros(0, np.uint64), *parts])


def _signatures(texts: Sequence[str]) -> U64:
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(joined, np.uint32).astype(np.int64)
    plain = (codes >= ord("a")) & (codes <= ord("z"))
    rest = _LETTERS + codes % (_BUCKETS - _LETTERS)
    bucket = np.where(plain, codes - ord("a"), rest)
    row = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    counts = np.bincount(row * _BUCKETS + bucket, minlength=len(texts) * _BUCKETS)
    counts = counts.reshape(-1, _BUCKETS)
    bits = np.uint64(1) << np.arange(2 * _BUCKETS, dtype=np.uint64)
    signs: U64 = np.hstack([counts > 0, counts > 1]) @ bits
    return signs


class Near:
    """Words of a terminology that are spelt nearly alike."""

    def __init__(self, terminology: Terminology) -> None:
        self._words = terminology.strings("word.text")
        self._classes = terminology.arrays["word.class"]
        self._number = terminology.arrays["near.word"]
        self._signs = terminology.arrays["near.sign"]
        self._ends = terminology.arrays["near.ends"].tolist()
        self._uses = np.diff(terminology.arrays["search.class.ends"])
        self._kept = lru_cache(maxsize=4096)(self._near)

    def near(self, word: str, *, distance: int = 1) -> list[tuple[int, int]]:
        """Classes of words at most so many edits away, with how many it takes.

        Nearest and most used first; the word itself, if known, takes none. Words of fewer than
        four letters and numbers have no neighbours, and only words of eight letters or more have
        any two edits away.
        """
        word = folded(word)
        if not _may_be_misspelt(word):
            return []
        most = distance if len(word) >= SHORTEST_FOR_TWO else 1
        return list(self._kept(word, max(0, min(distance, most, 2))))

    def _near(self, word: str, distance: int) -> tuple[tuple[int, int], ...]:
        best: dict[int, int] = {}
        for number in self._alike(word, distance).tolist():
            edits = OSA.distance(word, self._words[number], score_cutoff=distance)
            if edits <= distance:
                owner = int(self._classes[number])
                best[owner] = min(edits, best.get(owner, edits))
        uses = self._uses
        ordered = sorted(best.items(), key=lambda pair: (pair[1], -int(uses[pair[0]]), pair[0]))
        return tuple(ordered)

    def _alike(self, word: str, distance: int) -> NDArray[np.int32]:
        """The words of about that length whose signature is near enough."""
        low = self._ends[max(SHORTEST, len(word) - distance)]
        high = self._ends[min(LONGEST, len(word) + distance) + 1]
        differing = np.bitwise_count(self._signs[low:high] ^ signatures([word])[0])
        alike: NDArray[np.int32] = self._number[low:high][differing <= _BITS_PER_EDIT * distance]
        return alike
