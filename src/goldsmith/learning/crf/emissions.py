"""What features add up to for each token: the weights of all that is seen of it, summed.

What a word itself, and what it as a neighbour, adds is worked out once for each word and kept in
tables; a document's sums are then rows of these tables, added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from goldsmith.learning.crf.chain import Floats, Numbers
from goldsmith.learning.crf.features import BEGIN, END, Features, Laid, after_pair, before_pair
from goldsmith.pipeline.analysis import Analysis

Range = tuple[int, int]
#: How much the tables may hold; beyond, they are begun anew.
_BYTES = 128_000_000
_ROWS = 4096
#: Tokens whose scores are in memory together.
_AT_ONCE = 8192
_FIRST, _LAST = 0, 1


class Emissions:
    """Sums for a model that has a row of weights for each feature."""

    def __init__(self, features: Features, names: Mapping[str, int], weights: Floats) -> None:
        self._features, self._names, self._weights = features, names, weights
        self._width = int(weights.shape[1])
        self._slots = 1 + 2 * features.seen.window
        self._most = max(_ROWS, _BYTES // max(1, 4 * self._slots * self._width))
        self._pairs = _pairs(names) if features.seen.bigrams else {}
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._rows: dict[str, int] = {}
        self._low: list[str] = []
        self._tables = np.zeros((self._slots, 0, self._width), np.float32)
        self._learn([BEGIN, END])

    def __call__(self, work: Analysis, laid: Laid = ()) -> Iterator[tuple[list[Range], Floats]]:
        """Sentences, some at a time, with the sums of their tokens."""
        rows = self._rows_of(work.tokens.words)
        around = self._around(work, laid, rows)
        for some in _some(work.sentences):
            yield some, self._scores(rows, around, some)

    def _scores(self, rows: Numbers, around: tuple[Numbers, Numbers], some: list[Range]) -> Floats:
        reach = self._features.seen.window
        first, end = some[0][0], some[-1][1]
        mine = rows[first:end]
        found: Floats = self._tables[0][mine]
        edges = np.array([*[one for one, _ in some], end], np.int64) - first
        for step in range(1, reach + 1):
            before, after = _shifted(mine, edges, step)
            found += self._tables[step][before]
            found += self._tables[reach + step][after]
        tokens, columns = around
        one, two = np.searchsorted(tokens, (first, end))
        counts = np.bincount(tokens[one:two] - first, minlength=end - first)
        found += self._product(np.concatenate([[0], np.cumsum(counts)]), columns[one:two])
        return found

    def _rows_of(self, words: Sequence[str]) -> Numbers:
        known = self._rows
        missing = [word for word in dict.fromkeys(words) if word not in known]
        if missing:
            if len(known) + len(missing) > self._most:
                self._begin_anew()
                known, missing = self._rows, list(dict.fromkeys(words))
            self._learn(missing)
        return np.array([known[word] for word in words], np.int64)

    def _learn(self, words: Sequence[str]) -> None:
        """Work out what words add; batched, since each product has its price."""
        reach = range(1, self._features.seen.window + 1)
        seen = [self._features.of_word(word) for word in words]
        by_slot = [[one.own for one in seen]]
        by_slot += [[one.before[step] for one in seen] for step in reach]
        by_slot += [[one.after[step] for one in seen] for step in reach]
        first = len(self._low)
        if first + len(words) > self._tables.shape[1]:
            size = max(_ROWS, 2 * self._tables.shape[1], first + len(words))
            grown = np.zeros((self._slots, size, self._width), np.float32)
            grown[:, :first] = self._tables[:, :first]
            self._tables = grown
        for slot, lists in enumerate(by_slot):
            self._tables[slot, first : first + len(words)] = self._summed(lists)
        self._low += [one.low for one in seen]
        self._rows.update({word: first + at for at, word in enumerate(words)})

    def _summed(self, lists: Sequence[Iterable[str]]) -> Floats:
        """The weights of several features, summed, for each list of them."""
        names = self._names
        known = [[names[name] for name in some if name in names] for some in lists]
        ends = np.cumsum([0, *map(len, known)])
        return self._product(ends, [one for some in known for one in some])

    def _product(self, ends: Numbers, columns: Sequence[int] | Numbers) -> Floats:
        which = np.array(columns, np.int32)
        ones = np.ones(len(which), np.float32)
        shape = (len(ends) - 1, self._weights.shape[0])
        picked: Any = csr_array((ones, which, ends.astype(np.int32)), shape=shape)
        found: Floats = picked @ self._weights
        return found

    def _around(self, work: Analysis, laid: Laid, rows: Numbers) -> tuple[Numbers, Numbers]:
        """Tokens in order, with features that come from pairs of words and from the document."""
        names = self._names
        tokens, columns = self._paired(work, rows)
        for at, name in self._features.around(work, laid):
            if name in names:
                tokens.append(at)
                columns.append(names[name])
        places = np.array(tokens, np.int64)
        order = np.argsort(places, kind="stable")
        return places[order], np.array(columns, np.int64)[order]

    def _paired(self, work: Analysis, rows: Numbers) -> tuple[list[int], list[int]]:
        if not self._pairs:
            return [], []
        low, tokens, columns = self._low, list[int](), list[int]()
        spelt = [low[row] for row in rows.tolist()]
        for first, end in work.sentences:
            row = [BEGIN, *spelt[first:end], END]
            for at, pair in enumerate(map(self._pairs.get, pairwise(row)), first):
                if pair is not None:
                    left, right = pair
                    if left >= 0:
                        tokens.append(at - 1)
                        columns.append(left)
                    if right >= 0:
                        tokens.append(at)
                        columns.append(right)
        return tokens, columns


def _pairs(names: Mapping[str, int]) -> dict[tuple[str, str], tuple[int, int]]:
    """Pairs of words that are known, with the features that the first and the second see."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for name in names:
        kind, _, rest = name.partition(" ")
        if kind in ("p", "n") and rest:
            one, _, two = rest.partition(" ")
            found[one, two] = (
                names.get(before_pair(one, two), -1),
                names.get(after_pair(one, two), -1),
            )
    return found


def _some(sentences: Sequence[Range]) -> Iterator[list[Range]]:
    """Sentences in groups of not too many tokens."""
    group: list[Range] = []
    for first, end in sentences:
        if group and end - group[0][0] > _AT_ONCE:
            yield group
            group = []
        group.append((first, end))
    if group:
        yield group


def _shifted(rows: Numbers, edges: Numbers, step: int) -> tuple[Numbers, Numbers]:
    """The row of the word so many places before and after each token, within its sentence."""
    before, after = np.full_like(rows, _FIRST), np.full_like(rows, _LAST)
    before[step:] = rows[:-step]
    after[:-step] = rows[step:]
    starts, ends = edges[:-1], edges[1:]
    for more in range(step):
        before[np.minimum(starts + more, ends - 1)] = _FIRST
        after[np.maximum(ends - 1 - more, starts)] = _LAST
    return before, after
