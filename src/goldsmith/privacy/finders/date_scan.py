"""Where dates may start in a text: at its numbers and at the names of months.

Patterns are tried only there, because to search a text with each of them takes many times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

_NUMBER = re.compile(r"\d+")
_MONTH = re.compile(r"\b[JFMASONDjfmasond][AEPUCOaepuco][NBRYLGPTVCnbrylgptvc]")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_SEPARATORS = frozenset("/-.–")
_ROMAN = frozenset("ivxIVX")


class DateScan(msgspec.Struct, frozen=True):
    """The offsets of a text where dates may start."""

    pairs: tuple[int, ...]
    """Numbers of one or two digits with a slash, a hyphen or a point behind them."""
    days: tuple[int, ...]
    """All numbers of one or two digits."""
    ordinals: tuple[int, ...]
    """Those with a letter behind them."""
    alone: tuple[int, ...]
    """Those of two digits with neither a letter nor a separator behind them, except a stop."""
    romans: tuple[int, ...]
    """Those with a separator and a Roman numeral behind them."""
    years: tuple[int, ...]
    """Numbers of four digits that begin with 19 or 20."""
    long: tuple[int, ...]
    """Numbers of eight digits."""
    six: tuple[int, ...]
    """Numbers of six digits."""
    months: tuple[int, ...]
    """Words that begin like the name of a month."""


@lru_cache(16)
def scan_text(text: str) -> DateScan:
    """Scan a text for the places where dates may start."""
    lists: list[list[int]] = [[] for _ in range(8)]
    pairs, days, ordinals, alone, romans, years, long, six = lists
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if end - start <= 2:
            days.append(start)
            behind = text[end : end + 1]
            if behind in _SEPARATORS or text[end : end + 2] == " /":
                pairs.append(start)
                if text[end + 1 : end + 2] in _ROMAN:
                    romans.append(start)
            if behind.isalpha():
                ordinals.append(start)
            elif end - start == 2 and (behind not in _SEPARATORS or behind == "."):
                alone.append(start)
        elif end - start == 4 and text[start : start + 2] in ("19", "20"):
            years.append(start)
        elif end - start == 8:
            long.append(start)
        elif end - start == 6:
            six.append(start)
    months = [
        match.start() for match in _MONTH.finditer(text) if match.group().casefold() in _MONTHS
    ]
    # "3_May" and "14MAR08" have no word boundary before the month; the day before it is found.
    return DateScan(*map(tuple, (pairs, days, ordinals, alone, romans, years, long, six, months)))


def match_at(regex: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern at some offsets, without overlaps."""
    end = -1
    for start in starts:
        match = regex.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match
