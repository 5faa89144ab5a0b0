"""The features of all tokens of a corpus as numbers, on disk if there are many.

Features are numbered while documents stream through, so that the feature names of only one document
are in memory. A token has about sixty features of four bytes each.
"""

from __future__ import annotations

import tempfile
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.learning.crf.chain import Numbers

#: Corpora with more tokens drop features that occur once.
_LARGE_CORPUS = 30_000
#: How many numbers stay in memory (64 MB); beyond this they go to a memory-mapped temporary file.
_MAX_NUMBERS = 16_000_000
#: Number of tokens whose features are renumbered at once.
_BLOCK = 16_384
Columns = NDArray[np.int32]


class EncodedCorpus(NamedTuple):
    """The features of all tokens as numbers, token after token."""

    names: dict[str, int]
    columns: Columns
    ends: Numbers
    """The first feature of each token in `columns`, and the number of features at the end."""


def encode_corpus(
    documents: Iterable[Sequence[Sequence[Sequence[str]]]], *, least: int
) -> EncodedCorpus:
    """Encode the features of documents of sentences of tokens as numbers.

    Args:
        documents: For each document, sentence and token the feature names; read once.
        least: Drop features that occur on fewer tokens. With 0, features that occur once are
            dropped from a large corpus, where they are the majority.
    """
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    store, lengths = _NumberStore(), array("i", [0])
    for document in documents:
        for sentence in document:
            for row in sentence:
                store.add(map(numbers.__getitem__, row))
                lengths.append(len(row))
        store.spill()
    columns, ends = store.finish(), np.cumsum(lengths, dtype=np.int64)
    least = least or (2 if len(ends) - 1 > _LARGE_CORPUS else 1)
    counts = np.zeros(len(numbers), np.int64)
    for first in range(0, len(columns), _MAX_NUMBERS):
        counts += np.bincount(columns[first : first + _MAX_NUMBERS], minlength=len(numbers))
    frequent = sorted(name for name, number in numbers.items() if counts[number] >= least)
    renumbered = np.full(len(numbers), -1, np.int32)
    renumbered[[numbers[name] for name in frequent]] = np.arange(len(frequent), dtype=np.int32)
    names = {name: number for number, name in enumerate(frequent)}
    return EncodedCorpus(names, *_renumber(columns, ends, renumbered))


def _renumber(columns: Columns, ends: Numbers, numbers: Columns) -> tuple[Columns, Numbers]:
    """Give features their final numbers and remove those with -1, in place, block by block."""
    lengths = np.zeros(len(ends) - 1, np.int64)
    used = 0
    for first in range(0, len(lengths), _BLOCK):
        edges = ends[first : first + _BLOCK + 1]
        block = numbers[columns[edges[0] : edges[-1]]]
        stays = block >= 0
        totals = np.concatenate([[0], np.cumsum(stays)])
        lengths[first : first + _BLOCK] = np.diff(totals[edges - edges[0]])
        block = block[stays]
        columns[used : used + len(block)] = block
        used += len(block)
    return columns[:used], np.concatenate([[0], np.cumsum(lengths)])


class _NumberStore:
    """A long list of numbers that goes to a temporary file when it becomes too long."""

    def __init__(self) -> None:
        self._recent = array("i")
        self._file: IO[bytes] | None = None

    def add(self, numbers: Iterable[int]) -> None:
        self._recent.extend(numbers)

    def spill(self) -> None:
        """Write the numbers to a file if there are too many."""
        if len(self._recent) > _MAX_NUMBERS:
            if self._file is None:
                self._file = tempfile.TemporaryFile()
            self._recent.tofile(self._file)
            self._recent = array("i")

    def finish(self) -> Columns:
        """Return the numbers as an array that can be changed."""
        if self._file is None:
            return np.frombuffer(self._recent, np.int32) if self._recent else np.zeros(0, np.int32)
        self._recent.tofile(self._file)
        self._recent = array("i")
        self._file.flush()
        columns: Columns = np.memmap(self._file, np.int32, mode="r+")
        self._file.close()  # the mapping stays valid after the file is closed
        return columns
