"""Find the time expressions in the plain words of a page, and compute their values.

Writers pass dates to the page as `Time` objects. All other time expressions ("today", "bd", "for
six weeks") are plain words in their phrases. This module finds them, so that phrases need no marks
for them and none can be missed.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from goldsmith.core import Span
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.model import Date
from goldsmith_demo.writing.times import Time

_CLASS = re.compile(r"(?<!\?P)<([a-z]+)>")
_GROUP = re.compile(r"\(\?P<[a-z]+>")
_DATE = re.compile(r"(\d+)[./](\d+)[./](\d+)")
_START = re.compile(r"(?<![\w/.])(?:[a-z]{1,3}|\w)")
_NEVER_FIRST = frozenset("and no to on or as i s".split())
"""Frequent words with which no time begins."""
_LETTERS = re.compile(r"[a-z]+")
_FIGURE = re.compile(r"\d|\\d")
_ESCAPE = re.compile(r"\\.|\(\?[<:=!]*")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Patterns with the same meaning; without a type, they are not times."""

    words: tuple[str, ...]
    type: str = ""
    value: str = ""


class Grammar(DataFile, frozen=True):
    """Word classes, patterns, and the values of their words."""

    days: dict[str, int]
    steps: dict[str, int]
    parts: dict[str, str]
    seasons: dict[str, tuple[str, int]]
    numbers: dict[str, int]
    units: dict[str, tuple[str, ...]]
    classes: dict[str, str]
    rule: tuple[Rule, ...]


class Setting(msgspec.Struct, frozen=True):
    """The dates and the style from which the values of a note's time expressions are computed."""

    day: Date
    style: str
    came: Date | None = None
    """The day of admission, if the note covers a whole stay."""
    operated: Date | None = None
    """The day of the last operation."""


load_grammar = make_reader(__package__, "times", Grammar)


class _Pattern(NamedTuple):
    """A pattern: in lower case for a quick test, compiled with named groups, and its rule."""

    quick: str
    own: re.Pattern[str]
    rule: Rule


@cache
def _list_patterns() -> tuple[_Pattern, ...]:
    classes = load_grammar().classes
    rows = [(row, words) for row in load_grammar().rule for words in row.words]
    full = [(rule, _CLASS.sub(lambda match: classes[match[1]], words)) for rule, words in rows]
    return tuple(
        _Pattern(
            _GROUP.sub("(?:", words).lower(),
            re.compile(rf"(?:{words})(?!\w)", re.IGNORECASE),
            rule,
        )
        for rule, words in full
    )


@cache
def _index_patterns() -> dict[str, set[int]]:
    """Index the patterns by the strings of letters they contain; the empty key is for digits."""
    index: dict[str, set[int]] = defaultdict(set)
    for number, pattern in enumerate(_list_patterns()):
        if _FIGURE.search(pattern.quick):
            index[""].add(number)
        for letters in _LETTERS.findall(_ESCAPE.sub(" ", pattern.quick)):
            index[letters].add(number)
    return index


@cache
def _choose_rules(first: str) -> tuple[re.Pattern[str], tuple[_Pattern, ...]] | None:
    """Return the patterns that may begin with these letters or a digit, or None."""
    if first in _NEVER_FIRST:
        return None
    first = first if first.isalpha() else ""
    numbers = {
        number
        for letters, rows in _index_patterns().items()
        if first == letters or _may_begin(first, letters)
        for number in rows
    }
    return _compile_together(tuple(sorted(numbers))) if numbers else None


@cache
def _compile_together(numbers: tuple[int, ...]) -> tuple[re.Pattern[str], tuple[_Pattern, ...]]:
    """Combine several quick patterns into one, each followed by an empty group of its own.

    An alternative that begins with a group would be tried even if its first letter differs.
    """
    patterns = tuple(_list_patterns()[number] for number in numbers)
    every = "|".join(f"(?:{row.quick})()" for row in patterns)
    return re.compile(rf"(?:{every})(?!\w)"), patterns


def _may_begin(first: str, letters: str) -> bool:
    """Return whether the letters of a pattern start with those of a word, or vice versa."""
    is_long = bool(first) and len(letters) > 1
    return is_long and (letters.startswith(first) or first.startswith(letters))


def find_times(text: str, note: Setting) -> Iterator[tuple[Span, Time]]:
    """Yield the time expressions of a note, in text order."""
    low, end = text.lower(), 0
    for word in _START.finditer(low):
        rules, start = _choose_rules(word[0]), word.start()
        hit = rules[0].match(low, start) if rules and start >= end else None
        if rules is None or hit is None:
            continue
        end = hit.end()
        assert hit.lastindex is not None
        _, own, rule = rules[1][hit.lastindex - 1]
        match = own.match(text, start)
        if match is not None and rule.type:
            groups = {name: word.lower() for name, word in match.groupdict().items()}
            start = match.end("out") if "out" in groups else match.start()
            words = text[start : match.end()]
            time = _RECKONINGS.get(rule.value, _take_value)(words, _Now(rule, note, groups))
            yield Span(start, match.end()), time


class _Now(msgspec.Struct, frozen=True):
    """The rule that applies, the note, and the named parts of the expression."""

    rule: Rule
    note: Setting
    groups: Mapping[str, str]

    @property
    def today(self) -> Date:
        """The day of the note."""
        return self.note.day

    def make_time(self, words: str, value: str, first: Date | None = None, days: int = 0) -> Time:
        """Make a time that covers `days` days after the first, or no days if `first` is None."""
        last = first + datetime.timedelta(days=days) if first else None
        return Time(words, self.rule.type, value, first, last)


def _take_value(words: str, now: _Now) -> Time:
    """Use the rule's own value, which does not depend on the note's date."""
    present = now.today if now.rule.value == "PRESENT_REF" else None
    return now.make_time(words, now.rule.value, present)


def _reckon_date(words: str, now: _Now) -> Time:
    match = _DATE.fullmatch(words)
    assert match is not None
    day, month, year = (int(number) for number in match.groups())
    if now.note.style == "us" and "/" in words:
        day, month = month, day
    if year < 100:
        year += 2000 if year <= now.today.year % 100 else 1900
    date = Date(year, month, day)
    return now.make_time(words, date.isoformat(), date)


def _reckon_clock(words: str, now: _Now) -> Time:
    hours, minutes = int(words[:2]), words[3:5]
    if words[5:].upper() == "PM" and hours < 12:
        hours += 12
    return now.make_time(words, f"{now.today}T{hours:02}:{minutes}", now.today)


def _reckon_day(words: str, now: _Now) -> Time:
    return _shift(words, load_grammar().days.get(words.lower(), 0), "D", now)


def _reckon_count(words: str, now: _Now) -> Time:
    """Compute a numbered day: admission is day 1, the operation day 0; outside a stay, today."""
    count, note = int(now.groups["number"]), now.note
    if note.operated and (
        now.groups["count"] == "pod" or (note.came and now.groups["count"] == "day")
    ):
        day = note.operated + datetime.timedelta(days=count)
    else:
        day = note.came + datetime.timedelta(days=count - 1) if note.came else note.day
    return now.make_time(words, day.isoformat(), day)


def _reckon_calendar(words: str, now: _Now) -> Time:
    unit, step = _find_unit(now.groups["unit"]), load_grammar().steps[now.groups["step"]]
    if unit != "W":
        return _shift(words, step, unit, now)
    first = now.today + datetime.timedelta(days=7 * step - now.today.weekday())
    year, week, _ = first.isocalendar()
    return now.make_time(words, f"{year}-W{week:02}", first, 6)


def _reckon_season(words: str, now: _Now) -> Time:
    letters, month = load_grammar().seasons[words.lower()]
    year = now.today.year - (now.today.month < month)
    return now.make_time(words, f"{year}-{letters}", Date(year, month, 1), 91)


def _reckon_part(words: str, now: _Now) -> Time:
    grammar = load_grammar()
    day = now.today + datetime.timedelta(days=grammar.steps[now.groups["step"]])
    return now.make_time(words, f"{day}T{grammar.parts[now.groups['part']]}", day)


def _reckon_back(words: str, now: _Now) -> Time:
    return _shift(words, -_count(now.groups), _find_unit(now.groups["unit"]), now)


def _reckon_ahead(words: str, now: _Now) -> Time:
    return _shift(words, _count(now.groups), _find_unit(now.groups["unit"]), now)


def _reckon_length(words: str, now: _Now) -> Time:
    unit, count = _find_unit(now.groups["unit"]), str(_count(now.groups))
    if now.groups.get("number") == "half an":
        unit = "TM"
    if "number" not in now.groups and now.groups["unit"] != "fortnight":
        count = "X"
    return now.make_time(words, f"PT{count}{unit[1]}" if unit[0] == "T" else f"P{count}{unit}")


def _find_unit(word: str) -> str:
    """Return the TIMEX3 letter of a unit, with a T before it for units of the clock."""
    return next(letter for letter, words in load_grammar().units.items() if word in words)


def _count(groups: Mapping[str, str]) -> int:
    word = groups.get("number", groups["unit"])
    return int(word) if word.isdigit() else load_grammar().numbers.get(word, 1)


def _shift(words: str, count: int, unit: str, now: _Now) -> Time:
    """Return the day, month or year that is `count` units from now; for weeks, return a day."""
    if unit in ("D", "W"):
        day = now.today + datetime.timedelta(days=count * (7 if unit == "W" else 1))
        return now.make_time(words, day.isoformat(), day)
    months = now.today.year * 12 + now.today.month - 1 + count * (12 if unit == "Y" else 1)
    year, month = months // 12, months % 12 + 1
    if unit == "Y":
        return now.make_time(words, str(year), Date(year, 1, 1), 364)
    return now.make_time(
        words, f"{year}-{month:02}", Date(year, month, 1), calendar.monthrange(year, month)[1] - 1
    )


_RECKONINGS: dict[str, Callable[[str, _Now], Time]] = {
    "date": _reckon_date,
    "clock": _reckon_clock,
    "day": _reckon_day,
    "count": _reckon_count,
    "calendar": _reckon_calendar,
    "season": _reckon_season,
    "part": _reckon_part,
    "back": _reckon_back,
    "ahead": _reckon_ahead,
    "length": _reckon_length,
}
