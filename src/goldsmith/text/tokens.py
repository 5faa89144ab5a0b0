"""Tokens of clinical text: what is one word, and where it stands.

White space always separates tokens, so a text is cut at it first and every stretch between is cut
once and remembered. A stretch is cut by one pattern whose branches are tried in order: the things
that stay whole (dates, doses, abbreviations) come before words, words before single characters.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.text.abbreviations import DOTTED, SLASHED, TITLES


class Tokens(NamedTuple):
    """The tokens of a text in order: `text[starts[i]:ends[i]] == words[i]`."""

    words: list[str]
    starts: list[int]
    ends: list[int]


_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
_CJK = (
    "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
_ALNUM = rf"[^\W_{_CJK}]"
_LETTER = rf"[^\W\d_{_CJK}]"
_WORD = rf"(?:{_ALNUM}[{_MARKS}]*)"
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*)"
_UNITS = (
    "mcg|mgs|mg|kgs|kg|ng|pg|gm|gms|g|[µμ]g|[µμ]mol|[µμ]l|[µμ]m|mls|ml|mL|cl|dl|dL|cc|l|L|fL|fl|"
    "lbs|lb|oz|st|"
    "mmol|nmol|pmol|mol|mEq|meq|mOsm|IU|iu|units|unit|U|mU|kU|"
    "cms|cm[²³]?|mm[²³]?|km|nm|m[²³]|m|ft|in|inches|Fr|fr|G|gauge|"
    "hrs|hr|h|hours|hour|mins|min|minutes|secs|sec|seconds|ms|yrs|yr|yo|years|year|y|"
    "months|month|mths|mo|weeks|week|wks|wk|days|day|d|"
    "mmHg|mmhg|cmH2O|kPa|bpm|Hz|kHz|MHz|dB|Gy|cGy|mSv|kcal|kJ|kV|mV|mA|V|W|MBq|GBq|mCi|mci|"
    "times|x|X|am|pm|AM|PM|mmol|F|C|M|K|k"
)
# "MR." may be mitral regurgitation at the end of a sentence: no abbreviation is all capitals.
_DOTTED = "|".join(sorted(DOTTED | {word.capitalize() for word in DOTTED | TITLES}))
_SLASHED = "|".join(sorted(SLASHED, key=len, reverse=True))

_PIECE: Final = re.compile(
    "|".join(
        (
            # dates, times, blood pressures, fractions and durations
            r"\d{4}-\d{1,2}-\d{1,2}(?!\d)",
            r"\d{1,2}([-.])\d{1,2}\1(?:19|20)\d{2}(?!\d)",
            r"(?<!\d/)\d{1,4}/\d{1,2}/\d{1,4}(?![\d/])",
            r"\d{1,2}:\d{2}(?::\d{2})?(?!\d)",
            rf"(?<!\d/){_NUMBER}/{_NUMBER}(?!/?\d)",
            # abbreviations with slashes and with dots; a letter on either side forbids them
            rf"(?<!{_ALNUM})(?:(?i:{_SLASHED})(?![\w/])|[wW]/(?![\w/]))",
            r"(?<=\d)(?i:y/o)(?!\w)",
            rf"(?<![^\W_])(?:{_LETTER}(?:\.{_LETTER})+(?![^\W_])\.?"
            rf"|[qQ]\.\d+(?:[hHdD](?![^\W_]))\.?|Ph\.D\.?|(?:{_DOTTED})\.(?!\w))",
            # numbers: with the ending of an ordinal, without a unit, or within a code
            r"\d+(?:st|nd|rd|th)(?![^\W_])",
            rf"{_NUMBER}(?=(?:{_UNITS})(?![^\W_])|[xX×]\d|[{_CJK}])",
            r"(?<=\d)[xX](?=\d)",
            rf"{_NUMBER}(?!{_ALNUM})",
            rf"(?<!\w)\.\d+(?=(?:{_UNITS})(?![^\W_])|(?!\w))",
            # words, with an apostrophe or a decimal inside; 's stands alone
            r"(?<=[^\W_])['’][sS](?![^\W_])",
            rf"{_WORD}+(?:['’](?![sS](?![^\W_])){_LETTER}+)*(?:(?<=\d)\.\d+(?!\w))?",
            # anything else, one character at a time
            rf"\S[{_MARKS}\ufe0f]*",
        )
    )
)
#: In a stretch of ASCII these are tokens wherever they stand, but for some between two digits
#: ("1,000", "10:30", "2010-01-02"): what is on either side is cut as if it stood alone.
_APART: Final = re.compile(r"""((?<!\d)[,:-]|[,:-](?!\d)|[;()\[\]{}"])""")
_WITH_DOT: Final = frozenset(_DOTTED.split("|"))
_LONG: Final = 64  # longer stretches hardly come twice; remembering them would cost memory
_REMEMBERED: Final = 1 << 17
#: Which characters are no white space: of ASCII as bytes, and of all; those beyond are none.
_BLACK_ASCII: Final = bytes(not chr(code).isspace() for code in range(256))
_BLACK: Final = np.array([not chr(code).isspace() for code in range(0x3002)])


class _Cuts(dict[str, tuple[str, ...]]):
    """The tokens of each stretch without white space, cut when first asked for."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        pieces = _pieces(chunk)
        if len(chunk) <= _LONG:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[chunk] = pieces
        return pieces


_CUTS: Final = _Cuts()


def tokenise(text: str) -> Tokens:
    """The tokens of a text; every character that is not white space belongs to exactly one."""
    words = list(chain.from_iterable(map(_CUTS.__getitem__, text.split())))
    sizes = np.fromiter(map(len, words), np.intp, len(words))
    # As many characters come before a token as are in the tokens before it, and white space.
    starts = _black(text)[sizes.cumsum() - sizes]
    return Tokens(words, starts.tolist(), (starts + sizes).tolist())


def _black(text: str) -> NDArray[np.intp]:
    """Where the characters are that are no white space."""
    if text.isascii():
        black = np.frombuffer(text.encode("ascii").translate(_BLACK_ASCII), np.bool_)
    else:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        black = _BLACK.take(codes, mode="clip")
    return black.nonzero()[0]


def _pieces(chunk: str) -> tuple[str, ...]:
    """The tokens of a stretch without white space."""
    if not chunk.isascii():
        return _cut(chunk)
    if chunk.isalpha():
        return (chunk,)
    pieces: list[str] = []
    for part in _APART.split(chunk):
        if part[-1:] == "." and part[:-1].isalpha() and part[:-1] not in _WITH_DOT:
            pieces += part[:-1], "."
        elif part.isalpha() or len(part) == 1:
            pieces.append(part)
        else:
            pieces += _cut(part)
    return tuple(pieces)


def _cut(chunk: str) -> tuple[str, ...]:
    return tuple([one[0] for one in _PIECE.finditer(chunk)])
