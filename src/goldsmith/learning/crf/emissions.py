"""Emission scores: the summed weights of all features of each token.

The sums of a word's own features, and of its features as a neighbour, are computed once for each
distinct word and cached in tables. The scores of a document are then sums of rows of these tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
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
#: Memory limit of the tables; beyond it, they are cleared.
_MAX_BYTES = 48_000_000
_MIN_ROWS = 4096
#: Maximum number of tokens whose scores are in memory at once.
_MAX_TOKENS = 2048
#: Number of words whose features are in memory at once.
_BLOCK_SIZE = 512
_BEGIN_ROW, _END_ROW = 0, 1


class EmissionScorer:
    """Computes emission scores with a row of weights for each feature."""

    def __init__(
        self, features: FeatureExtractor, names: Mapping[str, int], weights: Floats
    ) -> None:
        self._features, self._names, self._weights = features, names, weights
        self._width = int(weights.shape[1])
        self._slots = 1 + 2 * features.template.window
        self._max_words = max(_MIN_ROWS, _MAX_BYTES // max(1, 4 * self._slots * self._width))
        self._bigrams = _index_bigrams(names) if features.template.bigrams else {}
        self._clear()

    def _clear(self) -> None:
        self._rows: dict[str, int] = {}
        self._low: list[str] = []
        self._tables = np.zeros((self._slots, 0, self._width), np.float32)
        self._add_words([BEGIN, END])

    def __call__(
        self, analysis: Analysis, labels: TokenLabels = ()
    ) -> Iterator[tuple[list[Range], Floats]]:
        """Yield groups of sentences with the summed weights of their tokens."""
        rows = self._find_rows(analysis.tokens.words)
        context = self._collect_context(analysis, labels, rows)
        for group in _group_sentences(analysis.sentences):
            yield group, self._sum_group(rows, context, group)

    def _sum_group(
        self, rows: Numbers, context: tuple[Numbers, Numbers], group: list[Range]
    ) -> Floats:
        reach = self._features.template.window
        first, end = group[0][0], group[-1][1]
        words = rows[first:end]
        sums: Floats = self._tables[0][words]
        edges = np.array([*[start for start, _ in group], end], np.int64) - first
        for step in range(1, reach + 1):
            before, after = _shift_rows(words, edges, step)
            sums += self._tables[step][before]
            sums += self._tables[reach + step][after]
        tokens, columns = context
        begin, stop = np.searchsorted(tokens, (first, end))
        counts = np.bincount(tokens[begin:stop] - first, minlength=end - first)
        sums += self._sum_weights(np.concatenate([[0], np.cumsum(counts)]), columns[begin:stop])
        return sums

    def _find_rows(self, words: Sequence[str]) -> Numbers:
        """Find the table row of each word; compute the rows of new words."""
        rows = self._rows
        missing = [word for word in dict.fromkeys(words) if word not in rows]
        if missing:
            if len(rows) + len(missing) > self._max_words:
                self._clear()
                rows, missing = self._rows, list(dict.fromkeys(words))
            for first in range(0, len(missing), _BLOCK_SIZE):
                self._add_words(missing[first : first + _BLOCK_SIZE])
        return np.array([rows[word] for word in words], np.int64)

    def _add_words(self, words: Sequence[str]) -> None:
        """Compute the table rows of words; many at once, since each product has a fixed cost."""
        reach = range(1, self._features.template.window + 1)
        features = [self._features.extract_word(word) for word in words]
        by_slot = [[word.own for word in features]]
        by_slot += [[word.before[step] for word in features] for step in reach]
        by_slot += [[word.after[step] for word in features] for step in reach]
        first = len(self._low)
        if first + len(words) > self._tables.shape[1]:
            # Reserve all rows at once: the system allocates memory only when they are filled.
            size = max(self._max_words, first + len(words))
            larger = np.zeros((self._slots, size, self._width), np.float32)
            larger[:, :first] = self._tables[:, :first]
            self._tables = larger
        for slot, lists in enumerate(by_slot):
            self._tables[slot, first : first + len(words)] = self._sum_lists(lists)
        self._low += [word.low for word in features]
        self._rows.update({word: first + index for index, word in enumerate(words)})

    def _sum_lists(self, lists: Sequence[Iterable[str]]) -> Floats:
        """Sum the weights of each list of features."""
        names = self._names
        numbers = [[names[name] for name in features if name in names] for features in lists]
        ends = np.cumsum([0, *map(len, numbers)])
        return self._sum_weights(ends, [number for row in numbers for number in row])

    def _sum_weights(self, ends: Numbers, columns: Sequence[int] | Numbers) -> Floats:
        indices = np.array(columns, np.int32)
        ones = np.ones(len(indices), np.float32)
        shape = (len(ends) - 1, self._weights.shape[0])
        matrix: Any = csr_array((ones, indices, ends.astype(np.int32)), shape=shape)
        sums: Floats = matrix @ self._weights
        return sums

    def _collect_context(
        self, analysis: Analysis, labels: TokenLabels, rows: Numbers
    ) -> tuple[Numbers, Numbers]:
        """Collect bigram and document features: tokens in order, and a feature for each."""
        names = self._names
        tokens, columns = self._find_bigrams(analysis, rows)
        for token, name in self._features.extract_context(analysis, labels):
            if name in names:
                tokens.append(token)
                columns.append(names[name])
        places = np.array(tokens, np.int64)
        order = np.argsort(places, kind="stable")
        return places[order], np.array(columns, np.int64)[order]

    def _find_bigrams(self, analysis: Analysis, rows: Numbers) -> tuple[list[int], list[int]]:
        if not self._bigrams:
            return [], []
        low, tokens, columns = self._low, list[int](), list[int]()
        words = [low[row] for row in rows.tolist()]
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


def _shift_rows(rows: Numbers, edges: Numbers, step: int) -> tuple[Numbers, Numbers]:
    """Return the rows of the words `step` places before and after, padded at sentence edges."""
    before, after = np.full_like(rows, _BEGIN_ROW), np.full_like(rows, _END_ROW)
    before[step:] = rows[:-step]
    after[:-step] = rows[step:]
    starts, ends = edges[:-1], edges[1:]
    for offset in range(step):
        before[np.minimum(starts + offset, ends - 1)] = _BEGIN_ROW
        after[np.maximum(ends - 1 - offset, starts)] = _END_ROW
    return before, after
