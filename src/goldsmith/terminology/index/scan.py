"""A vectorised tokeniser: the words of a text as arrays of offsets, hashes and break counts.

A word is a run of letters, of digits or of Greek letters, so "HER2", "HER-2" and "HER 2" are the
same two words; `glued` distinguishes them where that matters. All steps work on the whole text at
once. The `'s` of a possessive is not a word. Combining accents, soft hyphens and other zero-width
characters belong to the preceding character and are ignored.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.hashing import U64, Bools, build_prefix_hashes, mix_bits
from goldsmith.terminology.index.normalisation import fold_char, is_mark

#: Character classes; those up to _GREEK form words.
_SOFT, _LETTER, _DIGIT, _GREEK, _MEDIUM, _HARD, _PERIOD, _LINE, _MARK = range(9)
#: Characters below _TABLE_SIZE have their own table entry. Those beyond count as letters, except
#: for symbols and marks, and share _OVERFLOW entries.
_TABLE_SIZE, _OVERFLOW = 0x3100, 4099
_SYMBOL, _NO_WIDTH = _TABLE_SIZE + _OVERFLOW, _TABLE_SIZE + _OVERFLOW + 1
#: Symbols beyond the table: private use, replacement characters, emojis.
_SYMBOLS = ((0xE000, 0xF900), (0xFFF9, 0x10000), (0x1F000, 0x20000))
#: Marks beyond the table: variation selectors, the byte order mark, tags.
_MARKS = ((0xFE00, 0xFE10), (0xFE20, 0xFE30), (0xFEFF, 0xFF00), (0xE0000, 0xE0200))
_HARD_BREAKS = frozenset(";!?|•▪■●◦·\x00")
_MEDIUM_BREAKS = frozenset(',:()[]{}"“”«»=<>*+')
Offsets = NDArray[np.intp]
Counts = NDArray[np.int32]
Codes = NDArray[np.uint8] | NDArray[np.uint32]


class Tokens(NamedTuple):
    """The words of a text; every array has one entry per word."""

    start: Offsets
    end: Offsets
    #: Hash of the folded word.
    hash: U64
    #: Whether all letters are capitals, except perhaps a final s.
    capital: Bools
    #: Whether the word consists of letters.
    letters: Bools
    #: Whether the word starts where the previous one ends, or is the fraction of a decimal number.
    glued: Bools
    #: Number of medium breaks (commas, brackets, full stops) before the word in the text.
    medium: Counts
    #: Number of hard breaks (semicolons, blank lines) before the word in the text.
    hard: Counts


class _CharTables(NamedTuple):
    """Properties of each character: its class, its folded code and whether it is a capital."""

    classes: NDArray[np.uint8]
    folded: U64
    upper: Bools


@cache
def _build_tables() -> _CharTables:
    size = _NO_WIDTH + 1
    classes = np.full(size, _LETTER, np.uint8)
    folded = np.arange(1, size + 1, dtype=np.uint64)
    upper = np.zeros(size, np.bool_)
    for code in range(_TABLE_SIZE):
        char = chr(code)
        low = fold_char(char)
        classes[code], upper[code] = _classify_char(char, low), char.isupper()
        folded[code] = ord(low) + 1
    classes[_SYMBOL], classes[_NO_WIDTH] = _SOFT, _MARK
    return _CharTables(classes, folded, upper)


def _classify_char(char: str, low: str) -> int:
    if "α" <= low <= "ω":
        return _GREEK
    if is_mark(char):
        return _MARK
    category = unicodedata.category(char)
    if category[0] in "LM":
        return _LETTER
    if category[0] == "N":
        return _DIGIT
    if char in "\n\v\f\u2028\u2029":
        return _LINE
    if char == ".":
        return _PERIOD
    return _HARD if char in _HARD_BREAKS else _MEDIUM if char in _MEDIUM_BREAKS else _SOFT


def scan(text: str) -> Tokens:
    """Split a text into words."""
    codes = _encode(text)
    classes = _build_tables().classes[codes]
    if not text.isascii() and (classes == _MARK).any():
        return _scan_without_marks(codes, classes)
    return _scan_codes(codes, classes)


def _scan_without_marks(codes: Codes, classes: NDArray[np.uint8]) -> Tokens:
    """Scan a text as if it had no marks, with offsets into the text with marks."""
    remaining = np.flatnonzero(classes != _MARK)
    tokens = _scan_codes(codes[remaining], classes[remaining])
    offsets = np.append(remaining, len(codes))
    return tokens._replace(start=offsets[tokens.start], end=offsets[tokens.end])


def _scan_codes(codes: Codes, classes: NDArray[np.uint8]) -> Tokens:
    tables = _build_tables()
    start, end = _drop_possessives(codes, classes, *_find_runs(classes))
    hashes = mix_bits(build_prefix_hashes(tables.folded[codes]).between(start, end))
    upper = tables.upper[codes]
    upper_offsets = upper.nonzero()[0]
    capitals = np.searchsorted(upper_offsets, end) - np.searchsorted(upper_offsets, start)
    length = end - start
    capital = capitals == length
    if len(end):
        capital |= (capitals == length - 1) & (length > 2) & (codes[end - 1] == ord("s"))
    medium, hard = _find_breaks(classes, upper, start)
    return Tokens(
        start, end, hashes, capital, classes[start] == _LETTER,
        _find_glued(classes, start, end), _count_before(medium, start), _count_before(hard, start),
    )  # fmt: skip


def _encode(text: str) -> Codes:
    """Return the characters as indices into the tables; letters beyond them may share an index."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if int(codes.max()) < _TABLE_SIZE:
        return codes
    indices = np.where(codes < _TABLE_SIZE, codes, _TABLE_SIZE + codes % _OVERFLOW)
    for ranges, index in ((_SYMBOLS, _SYMBOL), (_MARKS, _NO_WIDTH)):
        for low, high in ranges:
            indices[(codes >= low) & (codes < high)] = index
    return indices


def _find_runs(classes: NDArray[np.uint8]) -> tuple[Offsets, Offsets]:
    """Return the starts and ends of runs of one class of word characters."""
    padded = np.zeros(len(classes) + 2, np.uint8)
    np.multiply(classes, classes <= _GREEK, out=padded[1:-1])
    change = np.flatnonzero(padded[1:] != padded[:-1])
    inside = padded[change[:-1] + 1] != 0
    return change[:-1][inside], change[1:][inside]


def _drop_possessives(
    codes: Codes, classes: NDArray[np.uint8], start: Offsets, end: Offsets
) -> tuple[Offsets, Offsets]:
    single = np.flatnonzero((end - start == 1) & (start > 1))
    folded = _build_tables().folded
    single = single[folded[codes[start[single]]] == folded[ord("s")]]
    if not len(single):
        return start, end
    before = codes[start[single] - 1]
    after_word = _is_word(classes[start[single] - 2])
    possessive = single[((before == ord("'")) | (before == 0x2019)) & after_word]
    keep = np.ones(len(start), np.bool_)
    keep[possessive] = False
    return start[keep], end[keep]


def _is_word(classes: NDArray[np.uint8]) -> Bools:
    mask: Bools = (classes <= _GREEK) & (classes != _SOFT)
    return mask


def _find_glued(classes: NDArray[np.uint8], start: Offsets, end: Offsets) -> Bools:
    glued = np.zeros(len(start), np.bool_)
    gap = start[1:] - end[:-1]
    glued[1:] = gap == 0
    near = np.flatnonzero(gap == 1) + 1
    near = near[classes[start[near] - 1] == _PERIOD]
    glued[near] = (classes[start[near]] == _DIGIT) & (classes[start[near] - 2] == _DIGIT)
    return glued


def _find_breaks(
    classes: NDArray[np.uint8], upper: Bools, start: Offsets
) -> tuple[Offsets, Offsets]:
    """Return the offsets of medium and of hard breaks.

    A full stop is a medium break before a space, and between a small letter and a capital. A line
    end is a hard break if the next line has no word.
    """
    medium, hard = classes == _MEDIUM, classes == _HARD
    periods = np.flatnonzero(classes == _PERIOD)
    after = np.minimum(periods + 1, max(0, len(classes) - 1))
    within = _is_word(classes[after])
    before = np.maximum(periods - 1, 0)
    run_on = upper[after] & ~upper[before] & (classes[before] == _LETTER)
    medium[periods] = ~within | run_on
    lines = np.flatnonzero(classes == _LINE)
    hard[lines[:-1][np.diff(np.searchsorted(start, lines)) == 0]] = True
    return medium.nonzero()[0], hard.nonzero()[0]


def _count_before(offsets: Offsets, start: Offsets) -> Counts:
    """Count the offsets that come before each start."""
    return np.searchsorted(offsets, start).astype(np.int32)
