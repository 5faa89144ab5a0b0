"""Tokeniser for clinical text.

White space always separates tokens. A text is first split at white space; the tokens of each chunk
are then cached. One pattern splits a chunk; its branches are tried in order: units that stay whole
(dates, doses, abbreviations) before words, words before single characters.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.text.abbreviations import DOTTED, SLASHED, TITLES


class Tokens(NamedTuple):
    """The tokens of a text in order, with `text[starts[i]:ends[i]] == words[i]`."""

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


@cache
def _compile_pattern() -> re.Pattern[str]:
    return re.compile(
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
                # words, with an apostrophe or a decimal inside; 's is a separate token
                r"(?<=[^\W_])['’][sS](?![^\W_])",
                rf"{_WORD}+(?:['’](?![sS](?![^\W_])){_LETTER}+)*(?:(?<=\d)\.\d+(?!\w))?",
                # any other character, with its combining marks
                rf"\S[{_MARKS}\ufe0f]*",
            )
        )
    )


#: In an ASCII chunk these are always tokens, except for some between two digits ("1,000", "10:30",
#: "2010-01-02"). The text on either side is split separately.
_SEPARATOR: Final = re.compile(r"""((?<!\d)[,:-]|[,:-](?!\d)|[;()\[\]{}"])""")
_WITH_DOT: Final = frozenset(_DOTTED.split("|"))
_MAX_CACHED_LENGTH: Final = 64  # longer chunks rarely recur
_CACHE_SIZE: Final = 1 << 15
#: There is no white space from this character on.
_SPACE_TABLE_SIZE: Final = 0x3002


class _ChunkTokens(dict[str, tuple[str, ...]]):
    """A cache of the tokens of each chunk without white space."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        tokens = _split_chunk(chunk)
        if len(chunk) <= _MAX_CACHED_LENGTH:
            if len(self) >= _CACHE_SIZE:
                self.clear()
            self[chunk] = tokens
        return tokens


_CHUNK_TOKENS: Final = _ChunkTokens()


def tokenise(text: str) -> Tokens:
    """Split a text into tokens.

    Every character that is not white space belongs to exactly one token.

    Example:
        >>> tokenise("BP 120/80, T 37.5.").words
        ['BP', '120/80', ',', 'T', '37.5', '.']
    """
    words = list(chain.from_iterable(map(_CHUNK_TOKENS.__getitem__, text.split())))
    sizes = np.fromiter(map(len, words), np.intp, len(words))
    # The k-th character of all tokens is the k-th non-space character of the text.
    starts = _find_non_space(text)[sizes.cumsum() - sizes]
    return Tokens(words, starts.tolist(), (starts + sizes).tolist())


def _find_non_space(text: str) -> NDArray[np.intp]:
    """Return the offsets of all characters that are not white space."""
    if text.isascii():
        translated = text.encode("ascii").translate(_build_ascii_table())
        non_space = np.frombuffer(translated, np.bool_)
    else:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        non_space = _build_unicode_table().take(codes, mode="clip")
    return non_space.nonzero()[0]


@cache
def _build_ascii_table() -> bytes:
    return bytes(not chr(code).isspace() for code in range(256))


@cache
def _build_unicode_table() -> NDArray[np.bool_]:
    return np.array([not chr(code).isspace() for code in range(_SPACE_TABLE_SIZE)])


def _split_chunk(chunk: str) -> tuple[str, ...]:
    """Split a chunk without white space into tokens."""
    if not chunk.isascii():
        return _apply_pattern(chunk)
    if chunk.isalpha():
        return (chunk,)
    tokens: list[str] = []
    for part in _SEPARATOR.split(chunk):
        if part[-1:] == "." and part[:-1].isalpha() and part[:-1] not in _WITH_DOT:
            tokens += part[:-1], "."
        elif part.isalpha() or len(part) == 1:
            tokens.append(part)
        else:
            tokens += _apply_pattern(part)
    return tuple(tokens)


def _apply_pattern(chunk: str) -> tuple[str, ...]:
    return tuple([match[0] for match in _compile_pattern().finditer(chunk)])
