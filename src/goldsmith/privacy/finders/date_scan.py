"""Find the offsets where dates may start in a text: at numbers and at names of months.

Patterns are matched only there, because searching the text with each of them takes many times as
long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

_NUMBER = re.compile(r"\d+")
_MONTH = re.compile(r"[JFMASONDjfmasondſ][AEPUCOaepuco][NBRYLGPTVCnbrylgptvc]")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_SEPARATORS = frozenset("/-.–")
_ROMAN = frozenset("ivxIVX")
_ORDINAL = frozenset("snrt")
#: How far after a day its month may begin: "23rd through 25th of May".
_MONTH_REACH = 21


class DateScan:
    """The offsets of a text where dates may start; each kind is computed on first use.

    Args:
        text: The text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [match.span() for match in _NUMBER.finditer(text)]
        self._short = [
            (start, text[end : end + 1], text[end + 1 : end + 2])
            for start, end in self._spans
            if end - start <= 2
        ]
        self.pairs = tuple(start for start, sign, after in self._short if _is_paired(sign, after))
        """Numbers of one or two digits followed by a slash, a hyphen or a point and a number."""
        self._paired = [
            item for item in self._short if item[1] in _SEPARATORS and _is_paired(item[1], item[2])
        ]

    @cached_property
    def slashed(self) -> tuple[int, ...]:
        """Pairs with a slash right after the number."""
        return tuple(start for start, sign, _ in self._paired if sign == "/")

    @cached_property
    def joined(self) -> tuple[int, ...]:
        """Pairs with a slash or a hyphen right after the number."""
        return tuple(start for start, sign, _ in self._paired if sign != ".")

    @cached_property
    def dotted(self) -> tuple[int, ...]:
        """Pairs with a point right after the number."""
        return tuple(start for start, sign, _ in self._paired if sign == ".")

    @cached_property
    def days(self) -> tuple[int, ...]:
        """All numbers of one or two digits."""
        return tuple(start for start, _, _ in self._short)

    @cached_property
    def named(self) -> tuple[int, ...]:
        """Numbers of one or two digits shortly before the name of a month."""
        return tuple(_select_near(self.days, self._month_starts))

    @cached_property
    def ordinals(self) -> tuple[int, ...]:
        """Numbers of one or two digits followed by the first letter of st, nd, rd or th."""
        return tuple(start for start, sign, _ in self._short if sign.casefold() in _ORDINAL)

    @cached_property
    def alone(self) -> tuple[int, ...]:
        """Numbers of two digits followed by neither a letter nor a separator other than a stop."""
        return tuple(
            start
            for start, end in self._spans
            if end - start == 2 and _is_alone(self._text[end : end + 1])
        )

    @cached_property
    def romans(self) -> tuple[int, ...]:
        """Numbers of one or two digits followed by a separator and a Roman numeral."""
        return tuple(
            start for start, sign, after in self._short if sign in _SEPARATORS and after in _ROMAN
        )

    @cached_property
    def years(self) -> tuple[int, ...]:
        """Numbers of four digits that begin with 19 or 20."""
        return tuple(
            start for start in self._list_long(4) if self._text[start : start + 2] in ("19", "20")
        )

    @cached_property
    def long(self) -> tuple[int, ...]:
        """Numbers of eight digits."""
        return self._list_long(8)

    @cached_property
    def six(self) -> tuple[int, ...]:
        """Numbers of six digits."""
        return self._list_long(6)

    def _list_long(self, digits: int) -> tuple[int, ...]:
        return tuple(start for start, end in self._spans if end - start == digits)

    @cached_property
    def _month_starts(self) -> list[int]:
        # "3_May" and "14MAR08" have no word boundary before the month; the day before it is found.
        return [
            match.start()
            for match in _MONTH.finditer(self._text)
            if match.group().casefold() in _MONTHS
        ]

    @cached_property
    def months(self) -> tuple[int, ...]:
        """Words that begin like the name of a month."""
        return tuple(start for start in self._month_starts if _starts_word(self._text, start))


@lru_cache(16)
def scan_text(text: str) -> DateScan:
    """Scan a text for the places where dates may start."""
    return DateScan(text)


def _is_paired(sign: str, after: str) -> bool:
    """Return whether a number may follow a separator, even with spaces around a slash."""
    if sign == " ":
        return after == "/"
    return sign == "/" or (sign in _SEPARATORS and after.isdigit())


def _is_alone(sign: str) -> bool:
    """Return whether the character after a number neither continues it nor joins it to another."""
    return sign == "." or not (sign in _SEPARATORS or sign.isalpha())


def _starts_word(text: str, start: int) -> bool:
    before = text[start - 1] if start else " "
    return not (before.isalnum() or before == "_")


def _select_near(days: Sequence[int], months: Sequence[int]) -> list[int]:
    """Select the days that are followed closely enough by the beginning of a month name."""
    if not months:
        return []
    last = len(months)
    return [
        day
        for day in days
        if (place := bisect_right(months, day)) < last and months[place] <= day + _MONTH_REACH
    ]


def list_matches(
    regex: re.Pattern[str], text: str, starts: tuple[int, ...]
) -> tuple[re.Match[str], ...]:
    """List the matches of `match_at`, for patterns that several functions apply to a text."""
    return _list_matches(regex, text, starts) if starts else ()


@lru_cache(128)
def _list_matches(
    regex: re.Pattern[str], text: str, starts: tuple[int, ...]
) -> tuple[re.Match[str], ...]:
    return tuple(match_at(regex, text, starts))


def match_at(regex: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern at some offsets, without overlaps."""
    end = -1
    for start in starts:
        match = regex.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match
