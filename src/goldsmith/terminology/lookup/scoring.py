"""Scoring of windows: how each form was matched, whether it is allowed, and its worth."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.hashing import (
    I32,
    Bools,
    HashTable,
    build_hash_table,
    build_prefix_hashes,
)
from goldsmith.terminology.index.lookup_index import (
    CASED,
    ENDS_IN_S,
    ORDERED,
    PUNCTUATED,
    WORDLIKE,
)
from goldsmith.terminology.index.normalisation import ADJECTIVES
from goldsmith.terminology.index.scan import Offsets, Tokens
from goldsmith.terminology.lookup.matches import MatchColumns
from goldsmith.terminology.lookup.windows import ContentWords, Windows
from goldsmith.terminology.lookup.word_classes import hash_words
from goldsmith.terminology.store import Terminology

#: Worth deducted for each way of matching a form.
_PENALTY = np.array([0, 3, 12, 30, 200], np.int16)
_INFLECTED, _REORDERED, _TYPO, _REJECTED = np.arange(4, dtype=np.int8) + np.int8(1)
#: Ends of lines, and of texts that are searched together.
_LINE_ENDS = re.compile(r"[\n\x00]")
#: The context in characters on each side, and the capitals in it that make a passage all capitals.
_CONTEXT, _MIN_CAPITALS = 60, 8


class MatchScorer:
    """Turns windows into matches and drops those below the threshold.

    Args:
        terminology: The terminology.
        mask: The concepts to match, or None for all.
        threshold: The minimum worth of a match.
        variants: Also match other forms of the names, not only the exact ones.
    """

    def __init__(
        self, terminology: Terminology, *, mask: Bools | None, threshold: int, variants: bool
    ) -> None:
        self._terminology = terminology
        self._mask, self._threshold, self._variants = mask, threshold, variants
        self._ends: NDArray[np.int32] = terminology.arrays["form.ends"]

    def __call__(
        self, text: str, tokens: Tokens, words: ContentWords, windows: Windows
    ) -> MatchColumns:
        """Return the matches of the windows, one row per form."""
        arrays = self._terminology.arrays
        row, form = self._list_forms(windows.group)
        how = self._compare(tokens, words, windows, row, form)
        worth = arrays["form.worth"][form].astype(np.int16) - _PENALTY[how]
        flags, name = arrays["form.flags"][form], arrays["form.name"][form]
        keep = worth >= self._threshold
        if not self._variants:
            keep &= how == 0
        if self._mask is not None:
            keep &= self._mask[arrays["name.concept"][name]]
        first = words.token[windows.first]
        last = words.token[windows.first + windows.size - 1]
        keep &= _check_flags(tokens, first, last, row, flags, how)
        start, end = tokens.start[first], tokens.end[last]
        for at in (keep & (flags & WORDLIKE != 0)).nonzero()[0].tolist():
            keep[at] = not _is_in_capitals(text, int(start[row[at]]), int(end[row[at]]))
        for at in (keep & (flags & CASED != 0) & (how == _INFLECTED)).nonzero()[0].tolist():
            # DVTs is the plural of DVT, but CRPS is not the plural of CRP.
            keep[at] = text[int(end[row[at]]) - 1] == "s" and not flags[at] & ENDS_IN_S
        row = row[keep]
        return MatchColumns(start[row], end[row], name[keep], how[keep], worth[keep])

    def _list_forms(self, group: I32) -> tuple[Offsets, Offsets]:
        """Return the forms of each group above the threshold, with the row of the group."""
        low = self._ends[group]
        counts = self._ends[group + 1] - low
        row = np.repeat(np.arange(len(group)), counts)
        form = np.arange(len(row)) + np.repeat(low - (np.cumsum(counts) - counts), counts)
        enough = self._terminology.arrays["form.worth"][form] >= self._threshold
        return row[enough], form[enough]

    def _compare(
        self, tokens: Tokens, words: ContentWords, windows: Windows, row: Offsets, form: Offsets
    ) -> NDArray[np.int8]:
        """Return how each form matches; _REJECTED if a final adjective replaces its noun."""
        first, size, _ = windows
        hashes = tokens.hash[words.token]
        surface = build_prefix_hashes(hashes).between(first, first + size)[row]
        order = build_prefix_hashes(words.values).between(first, first + size)[row]
        form_surface = self._terminology.arrays["form.surface"][form]
        same_order = self._terminology.arrays["form.order"][form] == order
        how: NDArray[np.int8] = np.where(same_order, _INFLECTED, _REORDERED)
        how[form_surface == surface] = 0
        changed = (how > 0).nonzero()[0]
        last = hashes[(first + size - 1)[row[changed]]]
        # The surface hash of a name of one word is the hash of that word.
        hashes_to_check = np.concatenate((last, form_surface[changed]))
        adjective = _build_adjective_table().find(hashes_to_check) >= 0
        how[changed[adjective.reshape(2, -1).any(axis=0)]] = _REJECTED
        if words.corrected[-1]:
            how[(words.corrected[first + size] > words.corrected[first])[row]] = _TYPO
        return how


def _check_flags(
    tokens: Tokens, first: Offsets, last: Offsets, row: Offsets, flags: NDArray[Any], how: Any
) -> Bools:
    """Return whether capitals, word order and punctuation of each match are allowed."""
    lower = np.zeros(len(tokens.start) + 1, np.int32)
    np.cumsum(tokens.letters & ~tokens.capital, out=lower[1:])
    has_lower = lower[last + 1] > lower[first]
    has_break = tokens.medium[last] > tokens.medium[first]
    case_ok = ((flags & CASED) == 0) | ~has_lower[row]
    order_ok = ((flags & (ORDERED | CASED)) == 0) | (how != _REORDERED)
    break_ok = ~has_break[row] | ((flags & PUNCTUATED != 0) & (how < _REORDERED))
    allowed: Bools = case_ok & order_ok & break_ok
    return allowed


def _is_in_capitals(text: str, start: int, end: int) -> bool:
    """Return whether the context of a span on its line is written in capitals."""
    before = _LINE_ENDS.split(text[max(0, start - _CONTEXT) : start])[-1]
    after = _LINE_ENDS.split(text[end : end + _CONTEXT], maxsplit=1)[0]
    context = before + after
    return context.isupper() and sum(map(str.isupper, context)) >= _MIN_CAPITALS


@cache
def _build_adjective_table() -> HashTable:
    hashes = np.unique(hash_words(list(ADJECTIVES)))
    return build_hash_table(hashes, np.arange(len(hashes), dtype=np.int32))
