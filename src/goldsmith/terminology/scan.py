"""A text as arrays: where its words are, a hash of each, and what stands between them.

A word is a run of letters, of digits or of Greek letters, so that "HER2", "HER-2" and "HER 2" are
the same two words; `glued` tells them apart where it matters. Everything is done for the whole text
at once. The `'s` of a possessive is no word.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.hashing import U64, Bools, mixed, running
from goldsmith.terminology.words import fold

_SOFT, _LETTER, _DIGIT, _GREEK, _MEDIUM, _HARD, _PERIOD, _LINE = range(8)
#: Characters up to here are told apart by what they are; those beyond are letters.
_KNOWN, _OTHERS = 0x2500, 4099
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
    #: Whether it begins where the word before it ends.
    glued: Bools
    #: Commas, brackets, full stops … before it, counted from the beginning of the text.
    medium: Counts
    #: Semicolons, blank lines … before it, counted from the beginning of the text.
    hard: Counts


def _tables() -> tuple[NDArray[np.uint8], U64, Bools]:
    """For each character: its class, its folded form, whether it is a capital."""
    size = _KNOWN + _OTHERS
    classes = np.full(size, _LETTER, np.uint8)
    folds = np.arange(1, size + 1, dtype=np.uint64)
    upper = np.zeros(size, np.bool_)
    for number in range(_KNOWN):
        char = chr(number)
        low = fold(char)
        classes[number], upper[number] = _class(char, low), char.isupper()
        folds[number] = ord(low) + 1
    return classes, folds, upper


def _class(char: str, low: str) -> int:
    if "α" <= low <= "ω":
        return _GREEK
    category = unicodedata.category(char)
    if category[0] == "L" or category == "Mn":
        return _LETTER
    if category[0] == "N":
        return _DIGIT
    if char in "\n\r\v\f\u2028\u2029":
        return _LINE
    if char == ".":
        return _PERIOD
    return _HARD if char in _HARD_SIGNS else _MEDIUM if char in _MEDIUM_SIGNS else _SOFT


_CLASSES, _FOLDS, _UPPER = _tables()
_WORDS = np.array([c in (_LETTER, _DIGIT, _GREEK) for c in range(8)])


def scan(text: str) -> Tokens:
    """The words of a text."""
    codes = _codes(text)
    classes = _CLASSES[codes]
    start, end = _runs(classes)
    start, end = _without_possessives(codes, start, end)
    hashes = mixed(running(_FOLDS[codes]).between(start, end))
    upper = _counted(_UPPER[codes])
    capitals, length = upper[end] - upper[start], end - start
    capital = capitals == length
    if len(end):
        capital |= (capitals == length - 1) & (length > 2) & (codes[end - 1] == ord("s"))
    glued = np.zeros(len(start), np.bool_)
    glued[1:] = start[1:] == end[:-1]
    medium, hard = _breaks(classes)
    letters = classes[start] == _LETTER
    return Tokens(start, end, hashes, capital, letters, glued, medium[start], hard[start])


def _codes(text: str) -> Codes:
    """The characters as indices into the tables; all beyond them are one letter, told apart."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    if int(codes.max()) < _KNOWN:
        return codes
    return np.where(codes < _KNOWN, codes, _KNOWN + codes % _OTHERS)


def _counted(flags: NDArray[np.bool_]) -> Counts:
    """How many flags are set before each place."""
    counts = np.zeros(len(flags) + 1, np.int32)
    np.cumsum(flags, out=counts[1:])
    return counts


def _runs(classes: NDArray[np.uint8]) -> tuple[Places, Places]:
    """Where runs of one class of word characters begin and end."""
    padded = np.zeros(len(classes) + 2, np.uint8)
    padded[1:-1] = np.where(_WORDS[classes], classes, 0)
    change = np.flatnonzero(padded[1:] != padded[:-1])
    inside = padded[change[:-1] + 1] != 0 if len(change) else np.zeros(0, np.bool_)
    return change[:-1][inside], change[1:][inside]


def _without_possessives(codes: Codes, start: Places, end: Places) -> tuple[Places, Places]:
    lone = np.flatnonzero((end - start == 1) & (start > 1))
    lone = lone[(codes[start[lone]] | 32) == ord("s")]
    if not len(lone):
        return start, end
    before = codes[start[lone] - 1]
    behind = _WORDS[_CLASSES[codes[start[lone] - 2]]]
    own = lone[((before == ord("'")) | (before == 0x2019)) & behind]
    keep = np.ones(len(start), np.bool_)
    keep[own] = False
    return start[keep], end[keep]


def _breaks(classes: NDArray[np.uint8]) -> tuple[Counts, Counts]:
    """How many medium and hard breaks there are before each character."""
    after = np.zeros(len(classes), np.uint8)
    after[:-1] = classes[1:]
    stop = (classes == _PERIOD) & ~_WORDS[after]
    blank = (classes == _LINE) & (after == _LINE)
    return _counted((classes == _MEDIUM) | stop), _counted((classes == _HARD) | blank)
