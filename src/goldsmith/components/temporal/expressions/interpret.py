"""Interprets matches as time expressions, from the meanings of the words of each role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from goldsmith.components.temporal.expressions.amounts import parse_amount
from goldsmith.components.temporal.expressions.grammar import Grammar
from goldsmith.components.temporal.expressions.matcher import Match
from goldsmith.components.temporal.expressions.shapes import Shape, find_meaning
from goldsmith.components.temporal.resolution.values import (
    Anchor,
    Duration,
    EventDay,
    Life,
    Meaning,
    Neighbour,
    NumericDate,
    Point,
    Reference,
    Repetition,
    SameUnit,
    Shift,
    TimeExpression,
)

_NUMBERS: Final = "number"
_SIGNS: Final = {"+": 1, "-": -1, "0": 0, "": 0}
_MORNING_HOURS: Final = 12
#: The digits of a time of day without a separator: 0830.
_CLOCK_DIGITS: Final = 4
#: Units that a duration may combine, coarse to fine.
_UNITS: Final = ("Y", "M", "W", "D", "TH", "TM", "TS")
#: The most years after the document that a two-digit year may lie.
_AHEAD: Final = 10


class Words:
    """The words of a match by role."""

    def __init__(self, match: Match, grammar: Grammar, pivot: int) -> None:
        self.match, self.pattern = match, match.pattern
        self._classes, self._pivot = grammar.classes, pivot

    def has(self, role: str) -> bool:
        """Return whether the match has a role."""
        return role in self.match.roles

    def get(self, role: str, default: str = "") -> str:
        """Return the meaning of the word of a role."""
        if role not in self.match.roles:
            return default
        source, tokens = self.match.roles[role]
        item = self._classes.get(source)
        words = [token for token in tokens if not token.isspace()]
        return find_meaning(item, words[0]) if item and words else "".join(words).lower()

    def get_number(self, role: str) -> int | None:
        """Return the number of a role, or None."""
        if role not in self.match.roles:
            return None
        text = self.get(role)
        if text.isdigit():
            return int(text)
        amount = parse_amount(self.match.roles[role].tokens, self._get_numbers())
        return None if amount is None else int(amount)

    def get_amount(self, role: str = "amount") -> float | None:
        """Return the amount of a role; by default the pattern's amount, or 1."""
        if role in self.match.roles:
            return parse_amount(self.match.roles[role].tokens, self._get_numbers())
        default = self.pattern.amount or "1"
        return None if default == "X" else float(default)

    def get_unit(self) -> str:
        """Return the unit, from the words or from the pattern."""
        return self.get("unit", self.pattern.unit)

    def get_sign(self) -> int:
        """Return the direction, from the words (role `step`) or from the pattern."""
        if self.has("step"):
            return int(self.get("step"))
        return _SIGNS[self.pattern.sign]

    def get_anchor(self, default: Anchor) -> Anchor:
        """Return the anchor that the time is relative to."""
        return cast(Anchor, self.get("anchor", self.pattern.anchor) or default)

    def get_year(self) -> int | None:
        """Return the year; expand two digits to a year at most ten years after the document."""
        text = self.get("year").lstrip("'’")
        if not text.isdigit():
            return None
        if len(text) > 2:
            return int(text)
        year = self._pivot - self._pivot % 100 + int(text)
        return year - 100 if year > self._pivot + _AHEAD else year

    def _get_numbers(self) -> Mapping[str, str]:
        return self._classes[_NUMBERS].meanings if _NUMBERS in self._classes else {}


def interpret(match: Match, shape: Shape, grammar: Grammar, pivot: int) -> TimeExpression | None:
    """Return the time expression of a match; None if its numbers are not a valid time.

    Args:
        match: The match.
        shape: The shape of the text.
        grammar: The grammar of the match.
        pivot: The year of the document, to expand two-digit years.
    """
    words = Words(match, grammar, pivot)
    meaning = _MAKERS[match.pattern.make](words)
    if meaning is None:
        return None
    return TimeExpression(
        shape.get_start(match.first),
        shape.ends[match.end - 1],
        match.first,
        match.end,
        match.pattern.type,
        meaning,
        match.pattern.name,
        match.pattern.category,
        words.get("mod", match.pattern.mod),
    )


def _make_point(words: Words) -> Meaning | None:
    hour, minute = _get_hour(words), words.get_number("minute")
    if hour is not None and len(words.get("hour")) == _CLOCK_DIGITS:
        hour, minute = divmod(hour, 100)
        if hour > 24 or minute > 59:
            return None
    decade, century = words.get_number("decade"), words.get_number("century")
    point = Point(
        year=words.get_year(),
        month=words.get_number("month"),
        day=words.get_number("day"),
        weekday=words.get_number("weekday"),
        week=words.get_number("week"),
        quarter=words.get_number("quarter") or 0,
        half=words.get_number("half") or 0,
        season=words.get("season"),
        decade=_complete_decade(decade) if decade is not None else None,
        century=century - 1 if century is not None else None,
        part="" if hour is not None else words.get("part"),
        hour=hour,
        minute=minute,
        second=words.get_number("second"),
        zone=words.get("zone"),
    )
    if words.has("step"):
        return Neighbour(words.get_sign(), "Y", point, words.get_anchor("document"))
    return point


def _complete_decade(number: int) -> int:
    """Return the first three digits of a decade: 199 for both 1990 and 90."""
    return number // 10 if number > 99 else 190 + number // 10 if number >= 20 else 200


def _get_hour(words: Words) -> int | None:
    hour = words.get_number("hour")
    if hour is None:
        return None
    half, part = words.get("meridiem"), words.get("part")
    is_late = half == "pm" or (not half and part in ("AF", "EV", "NI"))
    if is_late and hour < _MORNING_HOURS and not (part == "NI" and hour < 5):
        return hour + _MORNING_HOURS
    return 0 if half == "am" and hour == _MORNING_HOURS else hour


def _make_numeric_date(words: Words) -> Meaning | None:
    first, second = words.get_number("first"), words.get_number("second")
    if first is None or second is None or (first > 12 and second > 12):
        return None
    year = words.get_year()
    return NumericDate(first, second, "" if year is None else str(year))


def _make_shift(words: Words) -> Meaning:
    amount, unit = words.get_amount(), words.get_unit()
    return Shift(amount, unit, words.get_sign(), words.get_anchor("document"))


def _make_neighbour(words: Words) -> Meaning:
    fits = Point(
        month=words.get_number("month"),
        day=words.get_number("day"),
        weekday=words.get_number("weekday"),
        quarter=words.get_number("quarter") or 0,
        half=words.get_number("half") or 0,
        season=words.get("season"),
        part=words.get("part"),
    )
    return Neighbour(words.get_sign(), words.get_unit(), fits, words.get_anchor("document"))


def _make_same(words: Words) -> Meaning:
    return SameUnit(words.get_unit() or "D", words.get("part"), words.get_anchor("previous"))


def _make_event_day(words: Words) -> Meaning:
    anchor = words.get_anchor("operation")
    return EventDay(
        words.get_number("number"), words.get_unit() or "D", anchor, from_one=anchor == "admission"
    )


def _make_life(words: Words) -> Meaning:
    unit = words.get_unit() or "Y"
    return Life(words.get_number("age"), is_decade=words.has("decade"), unit=unit)


def _make_duration(words: Words) -> Meaning | None:
    """Make a duration; if it has two units, the second must be finer than the first."""
    amounts = [(words.get_amount(), words.get_unit())]
    if words.has("unit2"):
        amounts.append((words.get_amount("amount2"), words.get("unit2")))
        ranks = [_UNITS.index(unit) for _, unit in amounts if unit in _UNITS]
        if len(ranks) < 2 or ranks[0] >= ranks[1]:
            return None
    return Duration(tuple(amounts))


def _make_set(words: Words) -> Meaning:
    pattern = words.pattern
    if words.has("frequency"):
        value, _, freq = words.get("frequency").partition(" ")
        return Repetition(Reference(value), freq, pattern.quant)
    freq = _format_times(words.get_amount("times")) if words.has("times") else pattern.freq
    if pattern.value:
        return Repetition(Reference(pattern.value), freq, pattern.quant)
    weekday, part = words.get_number("weekday"), words.get("part")
    month = words.get_number("month")
    if weekday is not None or part or month is not None:
        point = Point(weekday=weekday, part=part, month=month)
        return Repetition(point, freq, pattern.quant)
    period = Duration(((words.get_amount(), words.get_unit()),))
    return Repetition(period, freq, pattern.quant)


def _format_times(times: float | None) -> str:
    """Format a frequency: 2X, or X for an unknown number."""
    return "X" if times is None else f"{times:g}X"


def _make_reference(words: Words) -> Meaning:
    return Reference(words.pattern.value or words.get("reference"))


_MAKERS: Final[Mapping[str, Callable[[Words], Meaning | None]]] = {
    "point": _make_point,
    "numeric_date": _make_numeric_date,
    "shift": _make_shift,
    "neighbour": _make_neighbour,
    "same": _make_same,
    "event_day": _make_event_day,
    "life": _make_life,
    "duration": _make_duration,
    "set": _make_set,
    "reference": _make_reference,
    "none": lambda _: None,
}
