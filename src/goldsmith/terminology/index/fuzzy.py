"""Words within an edit distance of one or two.

Each word has a 64-bit signature of the letters that occur in it once and more than once. An edit
changes at most two bits of the signature. Comparing signatures therefore never drops a neighbour,
and leaves only a few of hundreds of thousands of words whose distance must be computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from goldsmith.terminology.index.hashing import U64
from goldsmith.terminology.index.lookup_index import STOP_CLASS, Vocabulary
from goldsmith.terminology.index.normalisation import fold_text

if TYPE_CHECKING:
    from goldsmith.terminology.store import Terminology

#: Shorter words have too many neighbours; longer strings are sequences rather than words.
MIN_LENGTH, MAX_LENGTH = 4, 64
#: From this length on, a word with two edits is still recognisable.
MIN_LENGTH_FOR_TWO = 8
_BUCKETS, _LETTERS = 32, 26
_BITS_PER_EDIT = 2
_BATCH_SIZE = 50_000


def build_fuzzy_arrays(vocabulary: Vocabulary) -> dict[str, NDArray[Any]]:
    """Build the arrays of words that may be misspelt, sorted by length, with their signatures."""
    indices = [at for at, text in enumerate(vocabulary.texts) if _may_be_misspelt(text)]
    words = np.array(indices, np.int32)
    words = words[vocabulary.classes[words] != STOP_CLASS]
    lengths = np.array([len(vocabulary.texts[at]) for at in words.tolist()], np.int64)
    order = np.argsort(lengths, kind="stable")
    words = words[order]
    ends = np.searchsorted(lengths[order], np.arange(MAX_LENGTH + 2))
    return {
        "near.word": words,
        "near.sign": compute_signatures([vocabulary.texts[at] for at in words.tolist()]),
        "near.ends": ends.astype(np.int32),
    }


def _may_be_misspelt(text: str) -> bool:
    return MIN_LENGTH <= len(text) <= MAX_LENGTH and not text.isnumeric()


def compute_signatures(texts: Sequence[str]) -> U64:
    """Return a signature for each text: bits for its letters, and for letters that recur."""
    parts = [
        _compute_batch(texts[at : at + _BATCH_SIZE]) for at in range(0, len(texts), _BATCH_SIZE)
    ]
    return np.concatenate([np.zeros(0, np.uint64), *parts])


def _compute_batch(texts: Sequence[str]) -> U64:
    content = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(content, np.uint32).astype(np.int64)
    ascii_letter = (codes >= ord("a")) & (codes <= ord("z"))
    rest = _LETTERS + codes % (_BUCKETS - _LETTERS)
    bucket = np.where(ascii_letter, codes - ord("a"), rest)
    row = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    counts = np.bincount(row * _BUCKETS + bucket, minlength=len(texts) * _BUCKETS)
    counts = counts.reshape(-1, _BUCKETS)
    bits = np.uint64(1) << np.arange(2 * _BUCKETS, dtype=np.uint64)
    signatures: U64 = np.hstack([counts > 0, counts > 1]) @ bits
    return signatures


class SpellingNeighbours:
    """Finds words of a terminology within a small edit distance of a word."""

    def __init__(self, terminology: Terminology) -> None:
        self._words = terminology.strings("word.text")
        self._classes = terminology.arrays["word.class"]
        self._indices = terminology.arrays["near.word"]
        self._signatures = terminology.arrays["near.sign"]
        self._ends = terminology.arrays["near.ends"].tolist()
        self._frequencies = np.diff(terminology.arrays["search.class.ends"])
        self._find_cached = lru_cache(maxsize=4096)(self._find)

    def find(self, word: str, *, distance: int = 1) -> list[tuple[int, int]]:
        """Return word classes within an edit distance, each with its distance.

        The nearest come first, the most frequent first among equals. The word itself has distance
        0. Numbers and words of fewer than four letters have no neighbours, and words of fewer than
        eight letters have none at distance two.

        Args:
            word: The word.
            distance: The largest optimal string alignment distance, at most 2.
        """
        word = fold_text(word)
        if not _may_be_misspelt(word):
            return []
        limit = distance if len(word) >= MIN_LENGTH_FOR_TWO else 1
        return list(self._find_cached(word, max(0, min(distance, limit, 2))))

    def _find(self, word: str, distance: int) -> tuple[tuple[int, int], ...]:
        best: dict[int, int] = {}
        for index in self._filter_by_signature(word, distance).tolist():
            edits = OSA.distance(word, self._words[index], score_cutoff=distance)
            if edits <= distance:
                number = int(self._classes[index])
                best[number] = min(edits, best.get(number, edits))
        counts = self._frequencies
        ordered = sorted(best.items(), key=lambda pair: (pair[1], -int(counts[pair[0]]), pair[0]))
        return tuple(ordered)

    def _filter_by_signature(self, word: str, distance: int) -> NDArray[np.int32]:
        """Return the words of similar length whose signature is near enough."""
        low = self._ends[max(MIN_LENGTH, len(word) - distance)]
        high = self._ends[min(MAX_LENGTH, len(word) + distance) + 1]
        differing = np.bitwise_count(self._signatures[low:high] ^ compute_signatures([word])[0])
        near = differing <= _BITS_PER_EDIT * distance
        candidates: NDArray[np.int32] = self._indices[low:high][near]
        return candidates
