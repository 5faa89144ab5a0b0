"""Finds the names of a terminology in text: all variants, exact offsets, no loop over words.

Every stretch of up to twelve words is hashed at once, whatever the order of its words, and looked
for in one table. What is found is then judged: whether words were inflected or reordered, whether
an abbreviation has its capitals, whether commas or sentences come in between, and how much it means
to find the name at all (`worth`). Ordinary words that are also names ("all", "cold") are worth
little and stay below the threshold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.terminology.forms import LONGEST
from goldsmith.terminology.fuzzy import Near
from goldsmith.terminology.hashing import I32, U64, Bools, Filter, Table, mixed, running, table
from goldsmith.terminology.index import (
    CASED,
    ENDS_IN_S,
    ORDERED,
    PUNCTUATED,
    STOP_CLASS,
    WORDLIKE,
    class_values,
)
from goldsmith.terminology.overlap import outermost
from goldsmith.terminology.scan import Counts, Places, Tokens, scan
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.words import ADJECTIVES, STOP, folded, normal

Overlap = Literal["longest", "outermost", "all"]
How = Literal["exact", "inflected", "reordered", "typo"]
HOW: tuple[How, ...] = get_args(How)
#: What is taken off a name's worth when it was found in another form.
_PENALTY = np.array([0, 3, 12, 30, 200], np.int16)
_INFLECTED, _REORDERED, _TYPO, _UNSAID = np.arange(4, dtype=np.int8) + np.int8(1)
#: Stop words that may stand between two words of a name: "cancer of the breast" has two.
_SLACK = 3
_SHORTEST_TYPO = 5
_CACHE = 200_000
#: No stretch of twelve words is longer than two to this power, or the order does not matter.
_LENGTH = 24
_BULK = 200_000
THRESHOLD = 50
#: Ends of lines, and of texts that are searched together.
_ENDS = re.compile(r"[\n\x00]")


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
        self._single: NDArray[np.int32] = arrays["class.single"]
        self._pairs = Filter(arrays["pair.bits"])
        # One more than there are classes: words that no name has are of class -1, the last.
        self._values = class_values(np.arange(len(self._single) + 1, dtype=np.int32))
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
        begin = np.cumsum([0, *(len(text) + 1 for text in batch)])
        rows = np.searchsorted(whole.start, begin).tolist()
        for at, first in enumerate(begin[:-1].tolist()):
            part = whole.pick(slice(rows[at], rows[at + 1]))
            yield part._replace(start=part.start - first, end=part.end - first)

    def columns(self, text: str) -> Found:
        """The names in a text as columns."""
        tokens = scan(text)
        stream = self._stream(text, tokens)
        first, size, group = self._windows(stream)
        if not len(first):
            return _NOTHING
        begin, last = stream.at[first], stream.at[first + size - 1]
        good = ~tokens.glued[begin] & (last - begin - size < _SLACK * (size - 1))
        good &= ~np.append(tokens.glued, False)[last + 1]
        return self._chosen(
            self._judged(text, tokens, stream, _Windows(first, size, group).pick(good))
        )

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
        self._learn(text, tokens, dict(zip(hashes, unknown.tolist(), strict=True)))
        found = np.fromiter(map(self._cache.__getitem__, hashes), np.int32, len(hashes))
        guessed = found <= -2
        classes[unknown] = np.where(guessed, -2 - found, found)
        return classes, unknown[guessed]

    def _learn(self, text: str, tokens: Tokens, unknown: dict[int, int]) -> None:
        """Enters words that no name has as they are into the cache, with the class of each.

        -1 means that there is none; a class that is a guess is entered as -2 minus the class.
        """
        cache = self._cache
        if len(cache) > _CACHE:
            cache.clear()
        fresh = {key: number for key, number in unknown.items() if key not in cache}
        if not fresh:
            return
        words = [folded(text[tokens.start[at] : tokens.end[at]]) for at in fresh.values()]
        shared = [normal(word) for word in words]
        owners = self._normals.find(_word_hashes(shared)).tolist()
        for key, word, usual, owner in zip(fresh, words, shared, owners, strict=True):
            cache[key] = STOP_CLASS if usual in STOP else owner if owner >= 0 else self._guess(word)

    def _guess(self, word: str) -> int:
        if self._typos and len(word) >= _SHORTEST_TYPO and word.isalpha():
            near = self._near.near(word)
            return -2 - near[0][0] if near else -1
        return -1

    @cached_property
    def _near(self) -> Near:
        return Near(self.terminology)

    def _windows(self, stream: _Stream) -> _Windows:
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
        self, stream: _Stream, single: I32, grown: Sequence[Places], sizes: Sequence[int]
    ) -> _Windows:
        """Of stretches of so many words those that the table has; single words are known to be."""
        first = np.concatenate(grown)
        size = np.repeat(sizes, [len(places) for places in grown])
        more = slice(len(single), None)
        keys = stream.sums[first[more] + size[more]] - stream.sums[first[more]]
        group = np.concatenate((single, self._bags.find(mixed(keys))))
        return _Windows(first, size, group).pick(group >= 0)

    def _linked(self, stream: _Stream) -> Bools:
        """For each word whether some name may have it and the next."""
        linked = np.zeros(len(stream.at), np.bool_)
        if len(linked) > 1:
            known = stream.known > STOP_CLASS
            linked[:-1] = self._pairs.has(mixed(stream.values[:-1] + stream.values[1:]))
            linked[:-1] &= known[:-1] & known[1:] & (stream.hard[:-1] == stream.hard[1:])
        return linked

    def _judged(self, text: str, tokens: Tokens, stream: _Stream, windows: _Windows) -> Found:
        """What the windows mean, one row for each form of each."""
        arrays = self.terminology.arrays
        row, form = self._rows(windows.group)
        how = self._how(tokens, stream, windows, row, form)
        worth = arrays["form.worth"][form].astype(np.int16) - _PENALTY[how]
        flags, name = arrays["form.flags"][form], arrays["form.name"][form]
        keep = worth >= self._threshold
        if not self._variants:
            keep &= how == 0
        if self._mask is not None:
            keep &= self._mask[arrays["name.concept"][name]]
        begin = stream.at[windows.first]
        last = stream.at[windows.first + windows.size - 1]
        keep &= _allowed(tokens, begin, last, row, flags, how)
        start, end = tokens.start[begin], tokens.end[last]
        for at in (keep & (flags & WORDLIKE != 0)).nonzero()[0].tolist():
            keep[at] = not _in_capitals(text, int(start[row[at]]), int(end[row[at]]))
        for at in (keep & (flags & CASED != 0) & (how == _INFLECTED)).nonzero()[0].tolist():
            # DVTs are several DVT; but neither is CRPS several CRP, nor CRP one CRPS.
            keep[at] = text[int(end[row[at]]) - 1] == "s" and not flags[at] & ENDS_IN_S
        row = row[keep]
        return Found(start[row], end[row], name[keep], how[keep], worth[keep])

    def _rows(self, group: I32) -> tuple[Places, Places]:
        """The forms of each group that are worth enough, and which of the groups each is of."""
        low = self._ends[group]
        counts = self._ends[group + 1] - low
        row = np.repeat(np.arange(len(group)), counts)
        form = np.arange(len(row)) + np.repeat(low - (np.cumsum(counts) - counts), counts)
        good = self.terminology.arrays["form.worth"][form] >= self._threshold
        return row[good], form[good]

    def _how(
        self, tokens: Tokens, stream: _Stream, windows: _Windows, row: Places, form: Places
    ) -> NDArray[np.int8]:
        """How each form was found; _UNSAID where an adjective at the end stands for its noun."""
        first, size, _ = windows
        words = tokens.hash[stream.at]
        surface = running(words).between(first, first + size)[row]
        order = running(stream.values).between(first, first + size)[row]
        own = self.terminology.arrays["form.surface"][form]
        ordered = self.terminology.arrays["form.order"][form] == order
        how: NDArray[np.int8] = np.where(ordered, _INFLECTED, _REORDERED)
        how[own == surface] = 0
        changed = (how > 0).nonzero()[0]
        last = words[(first + size - 1)[row[changed]]]
        # The hash of a name of one word is that of the word.
        adjective = _ADJECTIVES.find(np.concatenate((last, own[changed]))) >= 0
        how[changed[adjective.reshape(2, -1).any(axis=0)]] = _UNSAID
        if stream.guessed[-1]:
            how[(stream.guessed[first + size] > stream.guessed[first])[row]] = _TYPO
        return how

    def _chosen(self, found: Found) -> Found:
        """The matches that the overlap policy leaves, each concept once for each place."""
        if not len(found.start):
            return _NOTHING
        owner = self.terminology.arrays["name.concept"][found.name]
        place = (found.start << _LENGTH) - (found.end - found.start)
        order = np.lexsort((found.name, (owner.astype(np.int64) << 8) - found.worth, place))
        start, end, owner = found.start[order], found.end[order], owner[order]
        fresh = np.ones(len(order), np.bool_)
        same = (start[1:] == start[:-1]) & (end[1:] == end[:-1])
        fresh[1:] = ~(same & (owner[1:] == owner[:-1]))
        if self._overlap != "all":
            fresh &= outermost(start, end, apart=self._overlap == "longest")
        return found.pick(order[fresh])


class _Windows(NamedTuple):
    """Stretches of words: the first, how many, the group of forms that have the same words."""

    first: Places
    size: Places
    group: NDArray[np.int32]

    def pick(self, rows: Any) -> _Windows:
        first, size, group = self
        return _Windows(first[rows], size[rows], group[rows])


_NONE = np.zeros(0, np.intp)
_NOTHING = Found(_NONE, _NONE, np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0, np.int16))


def _word_hashes(words: Sequence[str]) -> U64:
    """The hash of each folded word; 0, which no table has, for what is not a single word."""
    tokens = scan("\x00".join(words))
    ends = np.cumsum([len(word) + 1 for word in words])
    starts = ends - [len(word) + 1 for word in words]
    at = np.searchsorted(tokens.start, starts)
    whole = np.append(tokens.start, -1)[at] == starts
    whole &= np.append(tokens.end, -1)[at] == ends - 1
    return np.where(whole, np.append(tokens.hash, np.uint64(0))[at], np.uint64(0))


def _allowed(
    tokens: Tokens, begin: Places, last: Places, row: Places, flags: NDArray[Any], how: Any
) -> Bools:
    """Whether capitals are where they should be and breaks are not where they should not."""
    lower = np.zeros(len(tokens.start) + 1, np.int32)
    np.cumsum(tokens.letters & ~tokens.capital, out=lower[1:])
    small = lower[last + 1] > lower[begin]
    broken = tokens.medium[last] > tokens.medium[begin]
    cased = ((flags & CASED) == 0) | ~small[row]
    ordered = ((flags & (ORDERED | CASED)) == 0) | (how != _REORDERED)
    whole = ~broken[row] | ((flags & PUNCTUATED != 0) & (how < _REORDERED))
    kept: Bools = cased & ordered & whole
    return kept


def _in_capitals(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place on its line is written in capitals."""
    before = _ENDS.split(text[max(0, start - 60) : start])[-1]
    after = _ENDS.split(text[end : end + 60], maxsplit=1)[0]
    around = before + after
    return around.isupper() and sum(map(str.isupper, around)) >= 8


def _adjectives() -> Table:
    hashes = np.unique(_word_hashes(list(ADJECTIVES)))
    return table(hashes, np.arange(len(hashes), dtype=np.int32))


_ADJECTIVES = _adjectives()


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
