"""Amounts in words and digits: two and a half, 3-4, several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

#: The meaning of words for unknown amounts.
VAGUE: Final = "X"
_RANGE: Final = frozenset({"to", "or", "-", "–", "—", "and"})
_ARTICLES: Final = frozenset({"a", "an"})
_TENS_STEP: Final = 10
_HUNDRED: Final = 100


def parse_amount(tokens: Sequence[str], words: Mapping[str, str]) -> float | None:
    """Parse tokens as a number; return the middle of a range, and None for an unknown amount.

    Args:
        tokens: The tokens, including blanks.
        words: Number word -> its number, or `X` for an unknown amount.

    Example:
        >>> parse_amount(["two", " ", "and", " ", "a", " ", "half"], {"two": "2", "half": "0.5"})
        2.5
    """
    numbers = _split_numbers([token.lower() for token in tokens if not token.isspace()], words)
    if not numbers or None in numbers:
        return None
    counted = [number for number in numbers if number is not None]
    return sum(counted) / len(counted)


def _split_numbers(tokens: Sequence[str], words: Mapping[str, str]) -> list[float | None]:
    """Return the two ends of a range, or a single number."""
    numbers: list[float | None] = []
    current: list[str] = []
    for index, token in enumerate(tokens):
        if token in _RANGE and current and not _continues(current, tokens[index:], words):
            numbers.append(_parse_number(current, words))
            current = []
        else:
            current.append(token)
    if current:
        numbers.append(_parse_number(current, words))
    return numbers


def _continues(current: Sequence[str], rest: Sequence[str], words: Mapping[str, str]) -> bool:
    """Return whether a number continues after a joining word: twenty-one, two and a half."""
    if rest[0] == "and":
        return True
    last, following = words.get(current[-1], ""), words.get(rest[1], "") if len(rest) > 1 else ""
    is_tens = last.isdigit() and int(last) >= 2 * _TENS_STEP and int(last) % _TENS_STEP == 0
    return rest[0] == "-" and is_tens and following.isdigit() and int(following) < _TENS_STEP


def _parse_number(tokens: Sequence[str], words: Mapping[str, str]) -> float | None:
    """Parse one number: add its words, multiply by "hundred", read "a" alone as 1."""
    text = "".join(tokens).replace(",", "")
    if text.replace(".", "", 1).isdigit():
        return float(text)
    total, has_number = 0.0, False
    for index, token in enumerate(tokens):
        value = token if token.isdigit() else words.get(token, "")
        if value == VAGUE:
            return None
        if not value or token in _ARTICLES:
            continue
        number = float(value)
        if tokens[index - 1 : index] == ["."] and token.isdigit() and has_number:
            number /= 10 ** len(token)
        elif number == _HUNDRED and has_number:
            number, total = total * _HUNDRED, 0.0
        total, has_number = total + number, True
    return total if has_number else 1.0
