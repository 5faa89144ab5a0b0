"""A text as arrays: where its words are, a hash of each, and what stands between them.

A word is a run of letters, of digits or of Greek letters, so that "HER2", "HER-2" and "HER 2" are
the same two words; `glued` tells them apart where it matters. Everything is done for the whole text
at once. The `'s` of a possessive is no word; accents that are characters of their own, soft hyphens
and other signs without width belong to the character before them and count for nothing.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index.hashing import U64, Bools, mixed, running
from goldsmith.terminology.index.words import fold, is_mark

#: Classes up to _GREEK are those of words.
_SOFT, _LETTER, _DIGIT, _GREEK, _MEDIUM, _HARD, _PERIOD, _LINE, _MARK = range(9)
#: Characters up to here are told apart by what they are; those beyond are letters, but for signs.
_KNOWN, _OTHERS = 0x3100, 4099
_SIGN, _NO_WIDTH = _KNOWN + _OTHERS, _KNOWN + _OTHERS + 1
#: Where signs lie beyond: for private use, replacements, emojis.
_SIGNS = ((0xE000, 0xF900), (0xFFF9, 0x10000), (0x1F000, 0x20000))
#: Where marks lie beyond: variation selectors, the byte order mark, tags.
_MARKS = ((0xFE00, 0xFE10), (0xFE20, 0xFE30), (0xFEFF, 0xFF00), (0xE0000, 0xE0200))
_HARD_SIGNS = frozenset(";!?|•▪■●◦·\x00")
_MEDIUM_SIGNS = frozenset(',:()[]{}"“”«»=<>*+')
Places = NDArray[np.intp]
Counts = NDArray[np.int32]
Codes = NDArray[np.uint8] | NDArray[np.uint32]


class Tokens(NamedTuple):
    """The words of a text, one entry for each in every array."""

    start: Places
    end: Places
    #: The hash of the folded word.
    hash: U64
    #: Whether letters of it are capitals: all, or all but a final s.
    capital: Bools
    #: Whether it has letters at all.
    letters: Bools
    #: Whether it begins where the word before it ends, or is the rest of a decimal number.
    glued: Bools
    #: Commas, brackets, full stops … before it, counted from the beginning of the text.
    medium: Counts
    #: Semicolons, blank lines … before it, counted from the beginning of the text.
    hard: Counts


def _tables() -> tuple[NDArray[np.uint8], U64, Bools]:
    """For each character: its class, its folded form, whether it is a capital."""
    size = _NO_WIDTH + 1
    classes = np.full(size, _LETTER, np.uint8)
    folds = np.arange(1, size + 1, dtype=np.uint64)
    upper = np.zeros(size, np.bool_)
    for number in range(_KNOWN):
        char = chr(number)
        low = fold(char)
        classes[number], upper[number] = _class(char, low), char.isupper()
        folds[number] = ord(low) + 1
    classes[_SIGN], classes[_NO_WIDTH] = _SOFT, _MARK
    return classes, folds, upper


def _class(char: str, low: str) -> int:
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
    return _HARD if char in _HARD_SIGNS else _MEDIUM if char in _MEDIUM_SIGNS else _SOFT


_CLASSES, _FOLDS, _UPPER = _tables()


def scan(text: str) -> Tokens:
    """The words of a text."""
    codes = _codes(text)
    classes = _CLASSES[codes]
    if not text.isascii() and (classes == _MARK).any():
        return _without_marks(codes, classes)
    return _scanned(codes, classes)


def _without_marks(codes: Codes, classes: NDArray[np.uint8]) -> Tokens:
    """The words of a text as if it had no marks, at the places where they are with them."""
    kept = np.flatnonzero(classes != _MARK)
    tokens = _scanned(codes[kept], classes[kept])
    place = np.append(kept, len(codes))
    return tokens._replace(start=place[tokens.start], end=place[tokens.end])


def _scanned(codes: Codes, classes: NDArray[np.uint8]) -> Tokens:
    start, end = _without_possessives(codes, classes, *_runs(classes))
    hashes = mixed(running(_FOLDS[codes]).between(start, end))
    upper = _UPPER[codes]
    places = upper.nonzero()[0]
    capitals = np.searchsorted(places, end) - np.searchsorted(places, start)
    length = end - start
    capital = capitals == length
    if len(end):
        capital |= (capitals == length - 1) & (length > 2) & (codes[end - 1] == ord("s"))
    medium, hard = _breaks(classes, upper, start)
    return Tokens(
        start, end, hashes, capital, classes[start] == _LETTER,
        _glued(classes, start, end), _before(medium, start), _before(hard, start),
    )  # fmt: skip


def _codes(text: str) -> Codes:
    """The characters as indices into the tables; letters beyond them are told apart, mostly."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if int(codes.max()) < _KNOWN:
        return codes
    known = np.where(codes < _KNOWN, codes, _KNOWN + codes % _OTHERS)
    for ranges, index in ((_SIGNS, _SIGN), (_MARKS, _NO_WIDTH)):
        for low, high in ranges:
            known[(codes >= low) & (codes < high)] = index
    return known


def _runs(classes: NDArray[np.uint8]) -> tuple[Places, Places]:
    """Where runs of one class of word characters begin and end."""
    padded = np.zeros(len(classes) + 2, np.uint8)
    np.multiply(classes, classes <= _GREEK, out=padded[1:-1])
    change = np.flatnonzero(padded[1:] != padded[:-1])
    inside = padded[change[:-1] + 1] != 0
    return change[:-1][inside], change[1:][inside]


def _without_possessives(
    codes: Codes, classes: NDArray[np.uint8], start: Places, end: Places
) -> tuple[Places, Places]:
    lone = np.flatnonzero((end - start == 1) & (start > 1))
    lone = lone[(codes[start[lone]] | 32) == ord("s")]
    if not len(lone):
        return start, end
    before = codes[start[lone] - 1]
    behind = _is_word(classes[start[lone] - 2])
    own = lone[((before == ord("'")) | (before == 0x2019)) & behind]
    keep = np.ones(len(start), np.bool_)
    keep[own] = False
    return start[keep], end[keep]


def _is_word(classes: NDArray[np.uint8]) -> Bools:
    found: Bools = (classes <= _GREEK) & (classes != _SOFT)
    return found


def _glued(classes: NDArray[np.uint8], start: Places, end: Places) -> Bools:
    glued = np.zeros(len(start), np.bool_)
    gap = start[1:] - end[:-1]
    glued[1:] = gap == 0
    near = np.flatnonzero(gap == 1) + 1
    near = near[classes[start[near] - 1] == _PERIOD]
    glued[near] = (classes[start[near]] == _DIGIT) & (classes[start[near] - 2] == _DIGIT)
    return glued


def _breaks(classes: NDArray[np.uint8], upper: Bools, start: Places) -> tuple[Places, Places]:
    """Where medium and hard breaks are.

    A full stop is one before a space, and between a small letter and a capital; a line end is one
    when there is no word on the line behind it.
    """
    medium, hard = classes == _MEDIUM, classes == _HARD
    ends = np.flatnonzero(classes == _PERIOD)
    after = np.minimum(ends + 1, max(0, len(classes) - 1))
    within = _is_word(classes[after])
    before = np.maximum(ends - 1, 0)
    new = upper[after] & ~upper[before] & (classes[before] == _LETTER)
    medium[ends] = ~within | new
    lines = np.flatnonzero(classes == _LINE)
    hard[lines[:-1][np.diff(np.searchsorted(start, lines)) == 0]] = True
    return medium.nonzero()[0], hard.nonzero()[0]


def _before(places: Places, start: Places) -> Counts:
    """How many of the places come before each start."""
    return np.searchsorted(places, start).astype(np.int32)
