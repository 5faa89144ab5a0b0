"""Finds the names of a terminology in text: all variants, exact offsets, no loop over words.

Every stretch of up to twelve words is hashed at once, whatever the order of its words, and looked
for in one table. What is found is then judged: whether words were inflected or reordered, whether
an abbreviation has its capitals, whether commas or sentences come in between, and how much it means
to find the name at all (`worth`). Ordinary words that are also names ("all", "cold") are worth
little and stay below the threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.terminology.forms import LONGEST
from goldsmith.terminology.fuzzy import Near
from goldsmith.terminology.hashing import U64, Bools, Table, mixed, running
from goldsmith.terminology.index import CASED, PUNCTUATED, STOP_CLASS, WORDLIKE, class_values
from goldsmith.terminology.scan import Counts, Places, Tokens, scan
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.words import STOP, folded, normal

Overlap = Literal["longest", "outermost", "all"]
How = Literal["exact", "inflected", "reordered", "typo"]
HOW: tuple[How, ...] = get_args(How)
#: What is taken off a name's worth when it was found in another form.
_PENALTY = np.array([0, 3, 12, 30], np.int16)
_TYPO = 3
#: Stop words that may stand within a name beyond its own: "cancer of the left breast" has two.
_SLACK = 3
_SHORTEST_TYPO = 5
_CACHE = 200_000
_BULK = 200_000
THRESHOLD = 50


class Match(msgspec.Struct, frozen=True, order=True, gc=False):
    """A name found in a text; several concepts with one name are several matches."""

    start: int
    end: int
    concept: int
    name: int
    how: How
    worth: int


class Found(NamedTuple):
    """Matches as columns, in the order of the text."""

    start: Places
    end: Places
    name: NDArray[np.int32]
    how: NDArray[np.int8]
    worth: NDArray[np.int16]

    def pick(self, rows: Any) -> Found:
        """The matches at these rows."""
        start, end, name, how, worth = self
        return Found(start[rows], end[rows], name[rows], how[rows], worth[rows])


class _Stream(NamedTuple):
    """The words that count, without stop words, one entry for each in every array."""

    at: Places
    known: NDArray[np.int32]
    values: U64
    sums: U64
    hard: Counts
    guessed: Counts


class Lookup:
    """Finds names in texts: those of the concepts in `mask`, worth `threshold` or more."""

    def __init__(
        self,
        terminology: Terminology,
        *,
        mask: Bools | None = None,
        threshold: int = THRESHOLD,
        overlap: Overlap = "longest",
        variants: bool = True,
        typos: bool = False,
    ) -> None:
        if overlap not in get_args(Overlap):
            raise InputError(
                f"there is no overlap policy {overlap!r}", expected=", ".join(get_args(Overlap))
            )
        self.terminology = terminology
        self._threshold, self._overlap = threshold, overlap
        self._variants, self._typos = variants, typos
        arrays = terminology.arrays
        self._words = Table(arrays["word.keys"], arrays["word.values"])
        self._normals = Table(arrays["normal.keys"], arrays["normal.values"])
        self._bags = Table(arrays["bag.keys"], arrays["bag.values"])
        self._ends: NDArray[np.int32] = arrays["form.ends"]
        self._longest = np.append(arrays["class.longest"], np.uint8(0))
        self._values = class_values(np.arange(len(self._longest), dtype=np.int32))
        self._mask = mask
        self._cache: dict[int, int] = {}

    def __call__(self, text: str) -> list[Match]:
        """The names in a text, in the order they stand there."""
        found = self.columns(text)
        owner = self.terminology.arrays["name.concept"]
        rows = zip(
            found.start.tolist(),
            found.end.tolist(),
            owner[found.name].tolist(),
            found.name.tolist(),
            found.how.tolist(),
            found.worth.tolist(),
            strict=True,
        )
        return [Match(s, e, c, n, HOW[h], w) for s, e, c, n, h, w in rows]

    def many(self, texts: Iterable[str]) -> Iterator[Found]:
        """The columns of each text; short texts are searched together, which is faster."""
        for batch in _batches(texts):
            yield from self._batch(batch)

    def _batch(self, batch: Sequence[str]) -> Iterator[Found]:
        if len(batch) == 1:
            yield self.columns(batch[0])
            return
        whole = self.columns("\x00".join(batch))
        begin = 0
        for text in batch:
            low, high = np.searchsorted(whole.start, (begin, begin + len(text)))
            part = whole.pick(slice(low, high))
            yield part._replace(start=part.start - begin, end=part.end - begin)
            begin += len(text) + 1

    def columns(self, text: str) -> Found:
        """The names in a text as columns."""
        tokens = scan(text)
        stream = self._stream(text, tokens)
        first, size, group = self._windows(stream)
        if not len(first):
            return _NOTHING
        begin, last = stream.at[first], stream.at[first + size - 1]
        good = ~tokens.glued[begin] & (last - begin - size < _SLACK)
        after = np.append(tokens.glued[1:], False)
        good &= ~after[last]
        judged = self._judged(text, tokens, stream, _Windows(first[good], size[good], group[good]))
        return self._chosen(judged)

    def _stream(self, text: str, tokens: Tokens) -> _Stream:
        classes, guesses = self._classes(text, tokens)
        at = np.flatnonzero(classes != STOP_CLASS)
        known = classes[at]
        values = self._values[known]
        sums = np.zeros(len(at) + 1, np.uint64)
        np.cumsum(values, out=sums[1:])
        guessed = np.zeros(len(at) + 1, np.int32)
        if len(guesses):
            guessed[1:] = np.cumsum(np.isin(at, guesses))
        return _Stream(at, known, values, sums, tokens.hard[at], guessed)

    def _classes(self, text: str, tokens: Tokens) -> tuple[NDArray[np.int32], Places]:
        """The class of each word, -1 for those no name has; and which were guessed from a typo."""
        classes = self._words.find(tokens.hash)
        unknown = np.flatnonzero(classes < 0)
        if not len(unknown) or not self._variants:
            return classes, unknown[:0]
        hashes = tokens.hash[unknown].tolist()
        cache = self._cache
        if len(cache) > _CACHE:
            cache.clear()
        for number, key in zip(unknown.tolist(), hashes, strict=True):
            if key not in cache:
                cache[key] = self._class(folded(text[tokens.start[number] : tokens.end[number]]))
        found = np.fromiter(map(cache.__getitem__, hashes), np.int32, len(hashes))
        guessed = found <= -2
        classes[unknown] = np.where(guessed, -2 - found, found)
        return classes, unknown[guessed]

    def _class(self, word: str) -> int:
        """The class of a word that no name has as it is; -2 minus the class when it is a guess."""
        shared = normal(word)
        if shared in STOP:
            return STOP_CLASS
        key = scan(shared).hash
        found = int(self._normals.find(key)[0]) if len(key) == 1 else -1
        if found < 0 and self._typos and len(word) >= _SHORTEST_TYPO and word.isalpha():
            near = self._near.near(word)
            return -2 - near[0][0] if near else -1
        return found

    @cached_property
    def _near(self) -> Near:
        return Near(self.terminology)

    def _windows(self, stream: _Stream) -> tuple[Places, Places, NDArray[np.int32]]:
        """First word, number of words and group of each stretch that has the words of a name."""
        longest = self._longest[stream.known]
        alive = np.flatnonzero(longest)
        limit = longest[alive]
        found: list[tuple[Places, Places, NDArray[np.int32]]] = []
        count = len(stream.at)
        for size in range(1, LONGEST + 1):
            if not len(alive):
                break
            keys = mixed(stream.sums[alive + size] - stream.sums[alive])
            groups = self._bags.find(keys)
            hit = groups >= 0
            if hit.any():
                found.append((alive[hit], np.full(int(hit.sum()), size), groups[hit]))
            inside = alive + size < count
            alive, limit = alive[inside], limit[inside]
            limit = np.minimum(limit, longest[alive + size])
            on = (limit > size) & (stream.hard[alive] == stream.hard[alive + size])
            alive, limit = alive[on], limit[on]
        if not found:
            return _NONE, _NONE, _NONE.astype(np.int32)
        first, sizes, group = (np.concatenate(column) for column in zip(*found, strict=True))
        return first, sizes, group

    def _judged(
        self, text: str, tokens: Tokens, stream: _Stream, windows: _Windows
    ) -> tuple[Found, Places]:
        """What each window means, form by form, and which window each row is of."""
        arrays = self.terminology.arrays
        first, size, group = windows
        counts = self._ends[group + 1] - self._ends[group]
        row = np.repeat(np.arange(len(first)), counts)
        offset = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        form = np.repeat(self._ends[group], counts) + offset
        begin, last = stream.at[first], stream.at[first + size - 1]
        surface = running(tokens.hash[stream.at]).between(first, first + size)
        order = running(stream.values).between(first, first + size)
        how = np.where(arrays["form.order"][form] == order[row], 1, 2).astype(np.int8)
        how[arrays["form.surface"][form] == surface[row]] = 0
        how[(stream.guessed[first + size] > stream.guessed[first])[row]] = _TYPO
        worth = arrays["form.worth"][form].astype(np.int16) - _PENALTY[how]
        flags = arrays["form.flags"][form]
        keep = (
            (worth >= self._threshold)
            if self._variants
            else (worth >= self._threshold) & (how == 0)
        )
        lower = np.zeros(len(tokens.start) + 1, np.int32)
        np.cumsum(tokens.letters & ~tokens.capital, out=lower[1:])
        small = lower[last + 1] > lower[begin]
        keep &= ((flags & CASED) == 0) | ~small[row]
        broken = tokens.medium[last] > tokens.medium[begin]
        keep &= ~broken[row] | ((flags & PUNCTUATED != 0) & (how < 2))
        name = arrays["form.name"][form]
        if self._mask is not None:
            keep &= self._mask[arrays["name.concept"][name]]
        start, end = tokens.start[begin], tokens.end[last]
        for at in np.flatnonzero(keep & (flags & WORDLIKE != 0)).tolist():
            keep[at] = not _in_capitals(text, int(start[row[at]]), int(end[row[at]]))
        row = row[keep]
        return Found(start[row], end[row], name[keep], how[keep], worth[keep]), row

    def _chosen(self, judged: tuple[Found, Places]) -> Found:
        """The matches that the overlap policy leaves, each concept once for each place."""
        found, _ = judged
        if not len(found.start):
            return _NOTHING
        owner = self.terminology.arrays["name.concept"][found.name]
        order = np.lexsort((found.name, -found.worth, owner, -found.end, found.start))
        start, end, owner = found.start[order], found.end[order], owner[order]
        fresh = np.ones(len(order), np.bool_)
        same = (start[1:] == start[:-1]) & (end[1:] == end[:-1])
        fresh[1:] = ~(same & (owner[1:] == owner[:-1]))
        if self._overlap != "all":
            fresh &= _outermost(start, end, apart=self._overlap == "longest")
        return found.pick(order[fresh])


class _Windows(NamedTuple):
    first: Places
    size: Places
    group: NDArray[np.int32]


_NONE = np.zeros(0, np.intp)
_NOTHING = Found(_NONE, _NONE, np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0, np.int16))


def _outermost(start: Places, end: Places, *, apart: bool) -> Bools:
    """Which of the matches, sorted by start and the longest first, lie in no other before them.

    With `apart`, none that overlaps one before it is kept.
    """
    fresh = np.ones(len(start), np.bool_)
    fresh[1:] = (start[1:] != start[:-1]) | (end[1:] != end[:-1])
    window = np.cumsum(fresh) - 1
    start, end = start[fresh], end[fresh]
    reach = np.zeros(len(start), np.intp)
    reach[1:] = np.maximum.accumulate(end)[:-1]
    if not apart:
        outer: Bools = (end > reach)[window]
        return outer
    alone = start >= reach
    first = np.flatnonzero(alone & ~np.append(alone[1:], True))
    for at in first.tolist():
        _greedy(start, end, alone, at)
    kept: Bools = alone[window]
    return kept


def _greedy(start: Places, end: Places, keep: Bools, at: int) -> None:
    """Mark in `keep` which of the entangled matches behind `at` begin after a kept one ends."""
    reach = end[at]
    for number in range(at + 1, len(start)):
        if keep[number]:
            return
        if start[number] >= reach:
            keep[number] = True
            reach = end[number]


def _in_capitals(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place on its line is written in capitals."""
    before = text[max(0, start - 60) : start].rpartition("\n")[2]
    after = text[end : end + 60].partition("\n")[0]
    around = before + after
    return around.isupper() and sum(map(str.isupper, around)) >= 8


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size > _BULK:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
