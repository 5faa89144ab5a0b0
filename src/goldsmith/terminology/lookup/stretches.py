"""Stretches of a text that have the words of a name, in whatever order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.forms import LONGEST
from goldsmith.terminology.index.hashing import I32, U64, Bools, Filter, Table, mixed
from goldsmith.terminology.index.names import STOP_CLASS, class_values
from goldsmith.terminology.index.scan import Counts, Places, Tokens
from goldsmith.terminology.store import Terminology


class Stream(NamedTuple):
    """The words that count, without stop words, one entry for each in every array."""

    at: Places
    known: NDArray[np.int32]
    values: U64
    sums: U64
    hard: Counts
    guessed: Counts


class Windows(NamedTuple):
    """Stretches of words: the first, how many, the group of forms that have the same words."""

    first: Places
    size: Places
    group: NDArray[np.int32]

    def pick(self, rows: Any) -> Windows:
        """The stretches at these rows."""
        first, size, group = self
        return Windows(first[rows], size[rows], group[rows])


class Stretches:
    """Finds stretches in the words that count."""

    def __init__(self, terminology: Terminology) -> None:
        arrays = terminology.arrays
        self._bags = Table(arrays["bag.keys"], arrays["bag.values"])
        self._single: NDArray[np.int32] = arrays["class.single"]
        self._pairs = Filter(arrays["pair.bits"])
        # One more than there are classes: words that no name has are of class -1, the last.
        self._values = class_values(np.arange(len(self._single) + 1, dtype=np.int32))

    def stream(self, tokens: Tokens, classes: I32, guesses: Places) -> Stream:
        """The words that count, given the class of each word and which were guessed."""
        at = np.flatnonzero(classes != STOP_CLASS)
        known = classes[at]
        values = self._values[known]
        sums = np.zeros(len(at) + 1, np.uint64)
        np.cumsum(values, out=sums[1:])
        guessed = np.zeros(len(at) + 1, np.int32)
        if len(guesses):
            guessed[1:] = np.cumsum(np.isin(at, guesses))
        return Stream(at, known, values, sums, tokens.hard[at], guessed)

    def __call__(self, stream: Stream) -> Windows:
        """First word, number of words and group of each stretch that has the words of a name.

        A stretch grows by a word only while some name has it together with the first word, and
        with the one before it; hence few are looked for in the table.
        """
        known = (stream.known > STOP_CLASS).nonzero()[0]
        single = self._single[stream.known[known]]
        hit = single >= 0
        linked = self._linked(stream)
        grown, alive = [known[hit]], linked.nonzero()[0]
        sizes = [1]
        for size in range(2, LONGEST + 1):
            if not len(alive):
                break
            grown.append(alive)
            sizes.append(size)
            alive = alive[linked[alive + (size - 1)]]
            ends = stream.values[alive] + stream.values[alive + size]
            alive = alive[self._pairs.has(mixed(ends))]
        return self._known_bags(stream, single[hit], grown, sizes)

    def _known_bags(
        self, stream: Stream, single: I32, grown: Sequence[Places], sizes: Sequence[int]
    ) -> Windows:
        """Of stretches of so many words those that the table has; single words are known to be."""
        first = np.concatenate(grown)
        size = np.repeat(sizes, [len(places) for places in grown])
        more = slice(len(single), None)
        keys = stream.sums[first[more] + size[more]] - stream.sums[first[more]]
        group = np.concatenate((single, self._bags.find(mixed(keys))))
        return Windows(first, size, group).pick(group >= 0)

    def _linked(self, stream: Stream) -> Bools:
        """For each word whether some name may have it and the next."""
        linked = np.zeros(len(stream.at), np.bool_)
        if len(linked) > 1:
            known = stream.known > STOP_CLASS
            linked[:-1] = self._pairs.has(mixed(stream.values[:-1] + stream.values[1:]))
            linked[:-1] &= known[:-1] & known[1:] & (stream.hard[:-1] == stream.hard[1:])
        return linked
