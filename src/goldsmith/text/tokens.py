"""Tokens of clinical text: what is one word, and where it stands.

White space always separates tokens, so a text is cut at it first and every stretch between is cut
once and remembered. A stretch is cut by one pattern whose branches are tried in order: the things
that stay whole (dates, doses, abbreviations) come before words, words before single characters.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from goldsmith.text.abbreviations import DOTTED, SLASHED, TITLES


class Tokens(NamedTuple):
    """The tokens of a text in order: `text[starts[i]:ends[i]] == words[i]`."""

    words: list[str]
    starts: list[int]
    ends: list[int]


_Pieces = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]

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
_CHUNK: Final = re.compile(r"\S+")
_LONG: Final = 64  # longer stretches hardly come twice; remembering them would cost memory


def tokenise(text: str) -> Tokens:
    """The tokens of a text; every character that is not white space belongs to exactly one."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for found in _CHUNK.finditer(text):
        at, end = found.span()
        chunk = found.group()
        pieces, firsts, lasts = _remembered(chunk) if end - at <= _LONG else _pieces(chunk)
        if len(pieces) == 1:
            words.append(chunk)
            starts.append(at)
            ends.append(end)
        else:
            words += pieces
            starts += [at + first for first in firsts]
            ends += [at + last for last in lasts]
    return Tokens(words, starts, ends)


def _pieces(chunk: str) -> _Pieces:
    """The tokens of a stretch without white space, and where in it they begin and end."""
    found = list(_PIECE.finditer(chunk))
    return (
        tuple(one.group() for one in found),
        tuple(one.start() for one in found),
        tuple(one.end() for one in found),
    )


_remembered = lru_cache(maxsize=1 << 17)(_pieces)
