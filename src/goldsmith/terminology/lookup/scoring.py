"""What stretches with the words of a name are worth: how each was found, and whether it may be."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.hashing import I32, Bools, Table, running, table
from goldsmith.terminology.index.names import CASED, ENDS_IN_S, ORDERED, PUNCTUATED, WORDLIKE
from goldsmith.terminology.index.scan import Places, Tokens
from goldsmith.terminology.index.words import ADJECTIVES
from goldsmith.terminology.lookup.matches import Found
from goldsmith.terminology.lookup.stretches import Stream, Windows
from goldsmith.terminology.lookup.word_classes import word_hashes
from goldsmith.terminology.store import Terminology

#: What is taken off a name's worth when it was found in another form.
_PENALTY = np.array([0, 3, 12, 30, 200], np.int16)
_INFLECTED, _REORDERED, _TYPO, _UNSAID = np.arange(4, dtype=np.int8) + np.int8(1)
#: Ends of lines, and of texts that are searched together.
_ENDS = re.compile(r"[\n\x00]")


class Judge:
    """Says which forms of which names stretches are; those worth less than the threshold are none.

    With a mask, names of other concepts are none either; without `variants`, nor are other forms.
    """

    def __init__(
        self, terminology: Terminology, *, mask: Bools | None, threshold: int, variants: bool
    ) -> None:
        self._terminology = terminology
        self._mask, self._threshold, self._variants = mask, threshold, variants
        self._ends: NDArray[np.int32] = terminology.arrays["form.ends"]

    def __call__(self, text: str, tokens: Tokens, stream: Stream, windows: Windows) -> Found:
        """What the windows mean, one row for each form of each."""
        arrays = self._terminology.arrays
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
        good = self._terminology.arrays["form.worth"][form] >= self._threshold
        return row[good], form[good]

    def _how(
        self, tokens: Tokens, stream: Stream, windows: Windows, row: Places, form: Places
    ) -> NDArray[np.int8]:
        """How each form was found; _UNSAID where an adjective at the end stands for its noun."""
        first, size, _ = windows
        words = tokens.hash[stream.at]
        surface = running(words).between(first, first + size)[row]
        order = running(stream.values).between(first, first + size)[row]
        own = self._terminology.arrays["form.surface"][form]
        ordered = self._terminology.arrays["form.order"][form] == order
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
    hashes = np.unique(word_hashes(list(ADJECTIVES)))
    return table(hashes, np.arange(len(hashes), dtype=np.int32))


_ADJECTIVES = _adjectives()
