"""Where dates may start in a text: at its numbers and at the names of months.

Patterns are tried only there, because to search a text with each of them takes many times as long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

_NUMBER = re.compile(r"\d+")
_MONTH = re.compile(r"[JFMASONDjfmasondſ][AEPUCOaepuco][NBRYLGPTVCnbrylgptvc]")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_SEPARATORS = frozenset("/-.–")
_ROMAN = frozenset("ivxIVX")
_ORDINAL = frozenset("snrt")
#: How far behind a day its month may begin: "23rd through 25th of May".
_MONTH_REACH = 21


class DateScan(msgspec.Struct, frozen=True):
    """The offsets of a text where dates may start."""

    pairs: tuple[int, ...]
    """Numbers of one or two digits with a slash, a hyphen or a point and a number behind them."""
    slashed: tuple[int, ...]
    """Those with a slash right behind them."""
    joined: tuple[int, ...]
    """Those with a slash or a hyphen right behind them."""
    dotted: tuple[int, ...]
    """Those with a point."""
    days: tuple[int, ...]
    """All numbers of one or two digits."""
    named: tuple[int, ...]
    """Those with the name of a month near behind them."""
    ordinals: tuple[int, ...]
    """Those with a letter behind them that begins st, nd, rd or th."""
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
    spans = [match.span() for match in _NUMBER.finditer(text)]
    short = [
        (start, text[end : end + 1], text[end + 1 : end + 2])
        for start, end in spans
        if end - start <= 2
    ]
    separated = [item for item in short if item[1] in _SEPARATORS]
    paired = [(start, sign) for start, sign, behind in separated if _is_paired(sign, behind)]
    days = [start for start, _, _ in short]
    # "3_May" and "14MAR08" have no word boundary before the month; the day before it is found.
    months = [
        match.start() for match in _MONTH.finditer(text) if match.group().casefold() in _MONTHS
    ]
    return DateScan(
        pairs=tuple(start for start, sign, behind in short if _is_paired(sign, behind)),
        slashed=tuple(start for start, sign in paired if sign == "/"),
        joined=tuple(start for start, sign in paired if sign != "."),
        dotted=tuple(start for start, sign in paired if sign == "."),
        days=tuple(days),
        named=tuple(_select_near(days, months)),
        ordinals=tuple(start for start, sign, _ in short if sign.casefold() in _ORDINAL),
        alone=tuple(
            start for start, end in spans if end - start == 2 and _is_alone(text[end : end + 1])
        ),
        romans=tuple(start for start, _, behind in separated if behind in _ROMAN),
        years=tuple(
            start
            for start, end in spans
            if end - start == 4 and text[start : start + 2] in ("19", "20")
        ),
        long=tuple(start for start, end in spans if end - start == 8),
        six=tuple(start for start, end in spans if end - start == 6),
        months=tuple(start for start in months if _starts_word(text, start)),
    )


def _is_paired(sign: str, behind: str) -> bool:
    """Return whether a number may follow a sign, also with spaces around a slash."""
    if sign == " ":
        return behind == "/"
    return sign == "/" or (sign in _SEPARATORS and behind.isdigit())


def _is_alone(sign: str) -> bool:
    """Return whether a sign behind a number neither continues it nor joins it to another."""
    return sign == "." or not (sign in _SEPARATORS or sign.isalpha())


def _starts_word(text: str, start: int) -> bool:
    before = text[start - 1] if start else " "
    return not (before.isalnum() or before == "_")


def _select_near(days: list[int], months: list[int]) -> list[int]:
    """Select the days with the beginning of a month behind them that is not too far."""
    if not months:
        return []
    last = len(months)
    return [
        day
        for day in days
        if (place := bisect_right(months, day)) < last and months[place] <= day + _MONTH_REACH
    ]


@lru_cache(128)
def list_matches(
    regex: re.Pattern[str], text: str, starts: tuple[int, ...]
) -> tuple[re.Match[str], ...]:
    """List the matches of `match_at`, for patterns that several functions apply to a text."""
    return tuple(match_at(regex, text, starts))


def match_at(regex: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern at some offsets, without overlaps."""
    end = -1
    for start in starts:
        match = regex.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match
