"""Abbreviations that a text itself explains: "congestive heart failure (CHF)".

The rule is that of Schwartz and Hearst (2003): the letters of the short form are found, from the
end, in the words before the bracket, the first of them at the beginning of a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BRACKET = re.compile(r"\(([^()\n]{2,60})\)")
_SHORT = re.compile(r"[A-Za-z0-9](?:[\w/.+-]{0,11})")
_STOP = re.compile(r"[.;:!?]\s|\n\s*\n|[()]")
_FAR = 160


class LongForm(NamedTuple):
    """Where a text explains an abbreviation: the span of the short form and that of the long."""

    short: tuple[int, int]
    long: tuple[int, int]


def long_forms(text: str) -> list[LongForm]:
    """The explanations in a text, in order."""
    found = []
    for match in _BRACKET.finditer(text):
        inside = match[1].split(";")[0].split(",")[0].rstrip()
        one = _explained(text, match, inside)
        if one:
            found.append(one)
    return found


def _explained(text: str, match: re.Match[str], inside: str) -> LongForm | None:
    begin = match.start(1)
    if _is_short(inside):
        long = _before(text, match.start(), inside)
        return LongForm((begin, begin + len(inside)), long) if long else None
    word = re.search(r"(\S+)\s*$", text[max(0, match.start() - 20) : match.start()])
    if word and _is_short(word[1]):
        start = max(0, match.start() - 20) + word.start(1)
        if _first_letters(inside, word[1]) == 0:
            return LongForm((start, start + len(word[1])), (begin, begin + len(inside)))
    return None


def _is_short(text: str) -> bool:
    """Whether it could be an abbreviation: one word with a capital or a digit."""
    return (
        2 <= len(text) <= 12
        and bool(_SHORT.fullmatch(text))
        and any(char.isalpha() for char in text)
        and any(char.isupper() for char in text)
    )


def _before(text: str, bracket: int, short: str) -> tuple[int, int] | None:
    """The words before the bracket that the short form stands for."""
    low = max(0, bracket - _FAR)
    for stop in _STOP.finditer(text, low, bracket):
        low = stop.end()
    window = text[low:bracket].rstrip()
    size = min(len(short) + 5, 2 * len(short))
    words = list(re.finditer(r"\S+", window))[-size:]
    if not words:
        return None
    from_ = words[0].start()
    at = _first_letters(window[from_:], short)
    if at < 0:
        return None
    start, end = low + from_ + at, low + len(window)
    if end - start <= len(short) or short in text[start:end].split():
        return None
    return start, end


def _first_letters(long: str, short: str) -> int:
    """Where the long form begins if all letters of the short one are in it; -1 if they are not."""
    at = len(long)
    letters = [char for char in short.lower() if char.isalnum()]
    lower = long.lower()
    for number, char in enumerate(reversed(letters)):
        first = number == len(letters) - 1
        at -= 1
        while at >= 0 and (lower[at] != char or (first and at > 0 and lower[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return -1
    return at


def occurrences(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Where a word stands as a whole word, in the same letters."""
    at = text.find(word)
    while word and at >= 0:
        end = at + len(word)
        if not (_joins(text[at - 1 : at]) or _joins(text[end : end + 1])):
            yield at, end
            at = text.find(word, end)
        else:
            at = text.find(word, at + 1)


def _joins(char: str) -> bool:
    """Whether a character beside a word makes it part of a longer one."""
    return char.isalnum() or char == "_"
