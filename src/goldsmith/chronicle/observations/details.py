"""Find details next to mentions (stage, dose), and dates of birth in the header of a note."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal, Protocol

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.model import Kind

#: The number of characters to search for a date of birth: letters have it in their header.
_HEADER = 600
#: A line break, or a punctuation mark and a space. A pattern that begins with a character class is
#: faster than one with alternatives.
SENTENCE_END = re.compile(r"[.!?\n](?:(?<=\n)|\s)")
_DATE_FORMS = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%b %d, %Y",
)


class _Detail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kinds: tuple[Kind, ...]
    reach: int
    pattern: str
    side: Literal["both", "after"] = "both"


class _Birth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pattern: str


class _Details(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    detail: tuple[_Detail, ...]
    birth: _Birth


class Place(Protocol):
    """A mention in the text."""

    kind: Kind
    start: int
    end: int


class _Pattern:
    """A detail with its compiled pattern."""

    def __init__(self, detail: _Detail) -> None:
        self.name, self.kinds, self.reach = detail.name, frozenset(detail.kinds), detail.reach
        self.after_only = detail.side == "after"
        self.find = re.compile(detail.pattern).finditer


@cache
def _load() -> tuple[tuple[_Pattern, ...], re.Pattern[str]]:
    details = read_built_in("goldsmith.chronicle.observations", "details", _Details)
    patterns = tuple(map(_Pattern, details.detail))
    return patterns, re.compile(details.birth.pattern)


def find_details(text: str, places: Sequence[Place]) -> Iterator[tuple[int, str, str]]:
    """Yield, for each detail next to a mention, the mention's position, and its name and value."""
    patterns, _ = _load()
    kinds = {place.kind for place in places}
    for pattern in patterns:
        if kinds.isdisjoint(pattern.kinds):
            continue
        for match in pattern.find(text):
            position = _find_nearest(text, places, pattern, match.start(), match.end())
            if position >= 0:
                yield position, pattern.name, match[1]


def _find_nearest(
    text: str, places: Sequence[Place], pattern: _Pattern, start: int, end: int
) -> int:
    nearest, distance = -1, pattern.reach + 1
    for position, place in enumerate(places):
        if place.kind not in pattern.kinds:
            continue
        if place.end <= start:
            gap = start - place.end
        elif place.start >= end and not pattern.after_only:
            gap = place.start - end
        else:
            continue
        if gap < distance:
            nearest, distance = position, gap
    if nearest >= 0 and is_same_sentence(text, places[nearest], start, end):
        return nearest
    return -1


def is_same_sentence(text: str, place: Place, start: int, end: int) -> bool:
    """Return whether no sentence ends between a mention and a stretch of text."""
    first, last = (place.end, start) if place.end <= start else (end, place.start)
    return first >= last or SENTENCE_END.search(text, first, last) is None


def find_births(text: str) -> tuple[int, ...]:
    """Return the possible dates of birth in a text, as ordinals; 3/4/1950 may be two days."""
    match = _load()[1].search(text[:_HEADER].lower())
    return _read_births(match[1]) if match else ()


@lru_cache(maxsize=1 << 14)
def _read_births(words: str) -> tuple[int, ...]:
    days = set()
    for form in _DATE_FORMS:
        try:
            day = datetime.datetime.strptime(words.replace(".", "/").replace("-", "/"), form)
        except ValueError:
            continue
        days.add(_undo_century(day.date()).toordinal())
    return tuple(sorted(days))


def _undo_century(day: datetime.date) -> datetime.date:
    """Move a two-digit year that was read as a future year back by a century."""
    if day.year <= datetime.date.today().year:
        return day
    return day.replace(year=day.year - 100)
