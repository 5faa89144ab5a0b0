"""Abbreviation expansion: long forms that a text explains, as in "congestive heart failure (CHF)".

This is the algorithm of Schwartz and Hearst (2003): it matches the letters of the short form, from
the last to the first, with the words before the bracket; the first letter must start a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BRACKET = re.compile(r"\(([^()\n]{2,60})\)")
_SHORT = re.compile(r"[A-Za-z0-9](?:[\w/.+-]{0,11})")
_BOUNDARY = re.compile(r"[.;:!?]\s|\n\s*\n|[()]")
_MAX_DISTANCE = 160


class LongForm(NamedTuple):
    """An explained abbreviation: the span of the short form and the span of the long form."""

    short: tuple[int, int]
    long: tuple[int, int]


def find_long_forms(text: str) -> list[LongForm]:
    """Find the abbreviations that a text explains, in order."""
    long_forms = []
    for match in _BRACKET.finditer(text):
        inside = match[1].split(";")[0].split(",")[0].rstrip()
        long_form = _match_bracket(text, match, inside)
        if long_form:
            long_forms.append(long_form)
    return long_forms


def _match_bracket(text: str, match: re.Match[str], inside: str) -> LongForm | None:
    begin = match.start(1)
    if _is_short_form(inside):
        long = _find_long_form(text, match.start(), inside)
        return LongForm((begin, begin + len(inside)), long) if long else None
    word = re.search(r"(\S+)\s*$", text[max(0, match.start() - 20) : match.start()])
    if word and _is_short_form(word[1]):
        start = max(0, match.start() - 20) + word.start(1)
        if _match_letters(inside, word[1]) == 0:
            return LongForm((start, start + len(word[1])), (begin, begin + len(inside)))
    return None


def _is_short_form(text: str) -> bool:
    """Return whether a text could be an abbreviation: one word with a capital."""
    return (
        2 <= len(text) <= 12
        and bool(_SHORT.fullmatch(text))
        and any(char.isalpha() for char in text)
        and any(char.isupper() for char in text)
    )


def _find_long_form(text: str, bracket: int, short: str) -> tuple[int, int] | None:
    """Return the span of the words before the bracket that the short form abbreviates."""
    low = max(0, bracket - _MAX_DISTANCE)
    for boundary in _BOUNDARY.finditer(text, low, bracket):
        low = boundary.end()
    window = text[low:bracket].rstrip()
    max_words = min(len(short) + 5, 2 * len(short))
    words = list(re.finditer(r"\S+", window))[-max_words:]
    if not words:
        return None
    first = words[0].start()
    at = _match_letters(window[first:], short)
    if at < 0:
        return None
    start, end = low + first + at, low + len(window)
    if end - start <= len(short) or short in text[start:end].split():
        return None
    return start, end


def _match_letters(long: str, short: str) -> int:
    """Return the start of the long form if it has all letters of the short form, otherwise -1."""
    at = len(long)
    letters = [char for char in short.lower() if char.isalnum()]
    lower = long.lower()
    for number, char in enumerate(reversed(letters)):
        is_first = number == len(letters) - 1
        at -= 1
        while at >= 0 and (lower[at] != char or (is_first and at > 0 and lower[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return -1
    return at


def find_occurrences(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Yield the spans where a string occurs as a whole word, case-sensitively."""
    at = text.find(word)
    while word and at >= 0:
        end = at + len(word)
        if not (_is_word_char(text[at - 1 : at]) or _is_word_char(text[end : end + 1])):
            yield at, end
            at = text.find(word, end)
        else:
            at = text.find(word, at + 1)


def _is_word_char(char: str) -> bool:
    """Return whether a character next to a word makes it part of a longer word."""
    return char.isalnum() or char == "_"
