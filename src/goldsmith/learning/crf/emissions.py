"""Emission scores: the summed weights of all features of each token.

The sums of a word's own features, and of its features as a neighbour, are computed once for each
distinct word and cached in a table. The scores of a document are then sums of rows of the table.
Words that share features share rows: most rare words have the same few features as neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from goldsmith.learning.crf.chain import Floats, Numbers
from goldsmith.learning.crf.features import (
    BEGIN,
    END,
    FeatureExtractor,
    TokenLabels,
    name_next_bigram,
    name_previous_bigram,
)
from goldsmith.pipeline.analysis import Analysis

Range = tuple[int, int]
#: Memory limit of the table; beyond it, the table is cleared.
_MAX_BYTES = 24_000_000
_MIN_ROWS = 4096
#: Maximum number of tokens whose scores are in memory at once.
_MAX_TOKENS = 2048
#: Number of words whose features are in memory at once.
_BLOCK_SIZE = 512
#: The numbers of the words that mark the edges of a sentence.
_BEGIN, _END = 0, 1


class EmissionScorer:
    """Computes emission scores with a row of weights for each feature."""

    def __init__(
        self,
        features: FeatureExtractor,
        names: Mapping[str, int],
        weights: NDArray[np.floating[Any]],
    ) -> None:
        self._features, self._names, self._weights = features, names, weights
        self._width = int(weights.shape[1])
        self._slots = 1 + 2 * features.template.window
        self._max_rows = max(_MIN_ROWS, _MAX_BYTES // max(1, 4 * self._width))
        self._bigrams = _index_bigrams(names) if features.template.bigrams else {}
        self._clear()

    def _clear(self) -> None:
        #: The number of each word, and its lower-case form.
        self._words: dict[str, int] = {}
        self._low: list[str] = []
        #: The table row of each list of features.
        self._rows: dict[tuple[int, ...], int] = {}
        #: The table row of each word in each slot: its own, then those before and after.
        self._row_numbers = np.zeros((0, self._slots), np.int32)
        self._table = np.zeros((0, self._width), np.float32)
        self._add_words([BEGIN, END])

    def __call__(
        self, analysis: Analysis, labels: TokenLabels = ()
    ) -> Iterator[tuple[list[Range], Floats]]:
        """Yield groups of sentences with the summed weights of their tokens."""
        words = self._number_words(analysis.tokens.words)
        context = self._collect_context(analysis, labels, words)
        for group in _group_sentences(analysis.sentences):
            yield group, self._sum_group(words, context, group)

    def _sum_group(
        self, numbers: Numbers, context: tuple[Numbers, Numbers], group: list[Range]
    ) -> Floats:
        reach = self._features.template.window
        first, end = group[0][0], group[-1][1]
        words = numbers[first:end]
        sums = self._get_sums(words, 0)
        edges = np.array([*[start for start, _ in group], end], np.int64) - first
        for step in range(1, reach + 1):
            before, after = _shift_words(words, edges, step)
            sums += self._get_sums(before, step)
            sums += self._get_sums(after, reach + step)
        tokens, columns = context
        begin, stop = np.searchsorted(tokens, (first, end))
        counts = np.bincount(tokens[begin:stop] - first, minlength=end - first)
        sums += self._sum_weights(np.concatenate([[0], np.cumsum(counts)]), columns[begin:stop])
        return sums

    def _get_sums(self, words: Numbers, slot: int) -> Floats:
        """Return the sums of words in a slot, as a new array."""
        sums: Floats = self._table[self._row_numbers[words, slot]]
        return sums

    def _number_words(self, words: Sequence[str]) -> Numbers:
        """Return the number of each word; compute the table rows of new words."""
        missing = [word for word in dict.fromkeys(words) if word not in self._words]
        if missing:
            size = max(len(self._words), len(self._rows)) + len(missing) * self._slots
            if size > self._max_rows:
                self._clear()
                missing = list(dict.fromkeys(words))
            for first in range(0, len(missing), _BLOCK_SIZE):
                self._add_words(missing[first : first + _BLOCK_SIZE])
        numbers = self._words
        return np.array([numbers[word] for word in words], np.int64)

    def _add_words(self, words: Sequence[str]) -> None:
        """Compute the table rows of words; many at once, since each product has a fixed cost."""
        reach = range(1, self._features.template.window + 1)
        features = [self._features.extract_word(word) for word in words]
        by_slot = [[word.own for word in features]]
        by_slot += [[word.before[step] for word in features] for step in reach]
        by_slot += [[word.after[step] for word in features] for step in reach]
        rows = self._find_rows(chain.from_iterable(by_slot))
        first = len(self._low)
        self._row_numbers = _reserve(self._row_numbers, first + len(words), self._max_rows)
        self._row_numbers[first : first + len(words)] = rows.reshape(self._slots, -1).T
        self._low += [word.low for word in features]
        self._words.update({word: first + index for index, word in enumerate(words)})

    def _find_rows(self, lists: Iterable[Iterable[str]]) -> Numbers:
        """Find the table row of each list of features; compute new rows."""
        names, rows, first = self._names, self._rows, len(self._rows)
        numbers, new = list[int](), list[tuple[int, ...]]()
        for features in lists:
            key = tuple([names[name] for name in features if name in names])
            number = rows.get(key)
            if number is None:
                number = rows[key] = len(rows)
                new.append(key)
            numbers.append(number)
        ends = np.cumsum([0, *map(len, new)])
        self._table = _reserve(self._table, len(rows), self._max_rows)
        self._table[first : len(rows)] = self._sum_weights(ends, list(chain.from_iterable(new)))
        return np.array(numbers, np.int32)

    def _sum_weights(self, ends: Numbers, columns: Sequence[int] | Numbers) -> Floats:
        """Sum the weights of lists of features, which lie one after the other in `columns`.

        Weights may be stored in half precision, so only those of distinct features are converted.
        """
        distinct, indices = np.unique(np.array(columns, np.int32), return_inverse=True)
        ones = np.ones(len(indices), np.float32)
        shape = (len(ends) - 1, len(distinct))
        matrix: Any = csr_array(
            (ones, indices.astype(np.int32), ends.astype(np.int32)), shape=shape
        )
        sums: Floats = matrix @ self._weights[distinct].astype(np.float32)
        return sums

    def _collect_context(
        self, analysis: Analysis, labels: TokenLabels, words: Numbers
    ) -> tuple[Numbers, Numbers]:
        """Collect bigram and document features: tokens in order, and a feature for each."""
        names = self._names
        tokens, columns = self._find_bigrams(analysis, words)
        for token, name in self._features.extract_context(analysis, labels):
            if name in names:
                tokens.append(token)
                columns.append(names[name])
        places = np.array(tokens, np.int64)
        order = np.argsort(places, kind="stable")
        return places[order], np.array(columns, np.int64)[order]

    def _find_bigrams(self, analysis: Analysis, numbers: Numbers) -> tuple[list[int], list[int]]:
        if not self._bigrams:
            return [], []
        low, tokens, columns = self._low, list[int](), list[int]()
        words = [low[number] for number in numbers.tolist()]
        for first, end in analysis.sentences:
            padded = [BEGIN, *words[first:end], END]
            for token, pair in enumerate(map(self._bigrams.get, pairwise(padded)), first):
                if pair is not None:
                    of_first, of_second = pair
                    if of_first >= 0:
                        tokens.append(token - 1)
                        columns.append(of_first)
                    if of_second >= 0:
                        tokens.append(token)
                        columns.append(of_second)
        return tokens, columns


def _index_bigrams(names: Mapping[str, int]) -> dict[tuple[str, str], tuple[int, int]]:
    """Index word bigrams: the features that the first and the second word get; -1 for none."""
    bigrams: dict[tuple[str, str], tuple[int, int]] = {}
    for name in names:
        kind, _, rest = name.partition(" ")
        if kind in ("p", "n") and rest:
            first, _, second = rest.partition(" ")
            bigrams[first, second] = (
                names.get(name_next_bigram(first, second), -1),
                names.get(name_previous_bigram(first, second), -1),
            )
    return bigrams


def _group_sentences(sentences: Sequence[Range]) -> Iterator[list[Range]]:
    """Group sentences up to a limit of tokens."""
    group: list[Range] = []
    for first, end in sentences:
        if group and end - group[0][0] > _MAX_TOKENS:
            yield group
            group = []
        group.append((first, end))
    if group:
        yield group


def _reserve(array: Any, size: int, capacity: int) -> Any:
    """Return an array with at least `size` rows: itself, or a copy with all rows it may need.

    The system allocates the memory of rows only when they are filled.
    """
    if size <= len(array):
        return array
    larger = np.zeros((max(size + size // 2, capacity), array.shape[1]), array.dtype)
    larger[: len(array)] = array
    return larger


def _shift_words(words: Numbers, edges: Numbers, step: int) -> tuple[Numbers, Numbers]:
    """Return the words `step` places before and after, padded at sentence edges."""
    before, after = np.full_like(words, _BEGIN), np.full_like(words, _END)
    before[step:] = words[:-step]
    after[:-step] = words[step:]
    starts, ends = edges[:-1], edges[1:]
    for offset in range(step):
        before[np.minimum(starts + offset, ends - 1)] = _BEGIN
        after[np.maximum(ends - 1 - offset, starts)] = _END
    return before, after
