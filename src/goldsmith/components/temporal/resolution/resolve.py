"""Resolves time expressions: finds the anchor of each, and computes its TIMEX3 value."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from goldsmith.components.temporal.expressions.shapes import Shape
from goldsmith.components.temporal.resolution.anchors import (
    DatedPart,
    EventDates,
    find_dated_parts,
)
from goldsmith.components.temporal.resolution.calendar import (
    find_near,
    shift,
    step_unit,
    to_date,
    truncate,
)
from goldsmith.components.temporal.resolution.cues import FUTURE, PAST, CueFinder
from goldsmith.components.temporal.resolution.order import read_date
from goldsmith.components.temporal.resolution.values import (
    Duration,
    EventDay,
    Life,
    Neighbour,
    NumericDate,
    Point,
    Reference,
    Repetition,
    SameUnit,
    Shift,
    TimeExpression,
    Timex,
    format_duration,
    format_point,
    format_repetition,
)

UNKNOWN_DAY: Final = "XXXX-XX-XX"
_REFERENCES: Final = {PAST: "PAST_REF", 0: "PRESENT_REF", FUTURE: "FUTURE_REF"}
#: A date without a year that is further away than this many days counts as far.
_LONG_AGO: Final = 270
#: Words that join two dates into a range or a list: from March to June 2008.
_CONNECTORS: Final = frozenset({"to", "and", "or", "-", "–", "until", "till", "through", "&", "/"})
_MOST_BETWEEN: Final = 3


class Setting(NamedTuple):
    """The facts known before the first expression of a text.

    Attributes:
        document: The date of the document; a point without a year if unknown.
        day_first: Whether the day comes first in numeric dates.
    """

    document: Point
    day_first: bool


class Resolver:
    """Resolves the expressions of one text in order."""

    def __init__(self, shape: Shape, cues: CueFinder, setting: Setting) -> None:
        self._shape, self._cues = shape, cues
        self._document, self._day_first = setting.document, setting.day_first
        self._previous: Point | None = None
        self._events = EventDates()
        self._parts: list[DatedPart] = []
        #: The first token of the current expression.
        self._first = 0

    def resolve(self, expressions: Sequence[TimeExpression]) -> list[Timex]:
        """Return the expressions with their values."""
        self._parts = find_dated_parts(self._shape, expressions, day_first=self._day_first)
        if any(isinstance(item.meaning, EventDay | Life) for item in expressions):
            self._events.collect(self._shape, self._cues, self._resolve_all(expressions))
        return self._resolve_all(expressions)

    def _resolve_all(self, expressions: Sequence[TimeExpression]) -> list[Timex]:
        """Resolve the expressions in order, relative to the known events."""
        self._previous = None
        results = []
        for index, expression in enumerate(expressions):
            following = expressions[index + 1] if index + 1 < len(expressions) else None
            self._first = expression.first
            results.append(self._resolve(expression, following))
        return results

    def _resolve(self, expression: TimeExpression, following: TimeExpression | None) -> Timex:
        meaning = expression.meaning
        if isinstance(meaning, Duration):
            return Timex(expression, format_duration(meaning))
        if isinstance(meaning, Repetition):
            return Timex(expression, format_repetition(meaning))
        if isinstance(meaning, Reference):
            return Timex(expression, meaning.value)
        if isinstance(meaning, Shift) and meaning.amount is None:
            return Timex(expression, _REFERENCES[meaning.sign])
        point = self._place(expression, following)
        if point is None or point == Point():
            return Timex(expression, self._describe_unknown(expression))
        if point.year is not None or point.decade is not None:
            self._previous = point
        if point.has_time and expression.type == "DATE":
            expression = replace(expression, type="TIME")
        return Timex(expression, format_point(point), point)

    def _describe_unknown(self, expression: TimeExpression) -> str:
        """Return the value of an expression that has no calendar point."""
        meaning = expression.meaning
        if isinstance(meaning, Life):
            return "XXXX"
        if isinstance(meaning, Neighbour) and meaning.anchor == "document":
            return _REFERENCES[(meaning.step > 0) - (meaning.step < 0)]
        if isinstance(meaning, Shift) and meaning.anchor == "document":
            return _REFERENCES[meaning.sign]
        return UNKNOWN_DAY

    def _place(self, expression: TimeExpression, following: TimeExpression | None) -> Point | None:
        """Return the point of an expression, or None if it cannot be determined."""
        meaning = expression.meaning
        if isinstance(meaning, NumericDate):
            meaning = read_date(meaning, day_first=self._day_first)
        if isinstance(meaning, Point):
            return self._complete(expression, meaning, following)
        if isinstance(meaning, Shift):
            base = self._get_anchor(meaning.anchor)
            return shift(base, meaning.sign * (meaning.amount or 0), meaning.unit) if base else None
        if isinstance(meaning, Neighbour):
            return self._place_neighbour(expression, meaning)
        if isinstance(meaning, SameUnit):
            base = self._get_anchor(meaning.anchor)
            if base is None:
                return None
            return replace(truncate(base, meaning.unit), part=meaning.part)
        if isinstance(meaning, EventDay):
            return self._place_event_day(meaning)
        if isinstance(meaning, Life):
            return self._place_life(meaning)
        return None

    def _get_anchor(self, name: str) -> Point | None:
        """Return the point that a time is relative to, or None if unknown."""
        if name == "document":
            return self._get_date()
        if name == "previous":
            return self._previous or self._get_date()
        return self._events.get(name, self._first)

    def _get_date(self) -> Point | None:
        """Return the heading date of this part of the text, or the document's date."""
        for part in self._parts:
            if part.first < self._first < part.end:
                return part.point
        return self._document if self._document.year is not None else None

    def _complete(
        self, expression: TimeExpression, point: Point, following: TimeExpression | None
    ) -> Point:
        """Complete a point: add the date if it has only a time, or a missing year or day."""
        if not point.has_date:
            base = self._get_anchor("previous")
            day = truncate(base, "D") if base is not None else Point()
            return replace(point, year=day.year, month=day.month, day=day.day)
        if point.day is not None and point.weekday is not None:
            point = replace(point, weekday=None)
        if point.year is not None or point.decade is not None or point.century is not None:
            return point
        year = self._borrow_year(expression, following)
        if year is not None and point.weekday is None:
            return replace(point, year=year)
        return self._find_nearest(expression, point)

    def _borrow_year(
        self, expression: TimeExpression, following: TimeExpression | None
    ) -> int | None:
        """Return the year of the next expression if the two are joined: from March to June 2008."""
        if following is None or following.first - expression.last > 2 * _MOST_BETWEEN:
            return None
        between = self._shape.tokens[expression.last : following.first]
        words = [token.lower() for token in between if not token.isspace()]
        meaning = following.meaning
        if not words or len(words) > _MOST_BETWEEN or not _CONNECTORS & set(words):
            return None
        if isinstance(meaning, Point) and meaning.month is not None:
            return meaning.year
        return None

    def _find_nearest(self, expression: TimeExpression, point: Point) -> Point:
        """Find the date that a point without a year means, before or after the document."""
        base = self._get_anchor("document") or self._previous
        day = to_date(base) if base is not None else None
        if day is None or base is None:
            return point
        if base.month is None and base.week is None:
            return replace(point, year=base.year) if point.weekday is None else point
        bare = replace(point, hour=None, minute=None, second=None, part="", zone="")
        near = self._choose_side(expression, bare, day)
        return replace(
            near, hour=point.hour, minute=point.minute, second=point.second, part=point.part,
            zone=point.zone,
        )  # fmt: skip

    def _choose_side(self, expression: TimeExpression, bare: Point, day: datetime.date) -> Point:
        """Choose the previous or the next matching date.

        A cue decides; without one, prefer the past. If that date is far away and no verb in the
        past tense follows, choose the other unless it is far too.
        """
        direction = self._cues.find_direction(self._shape, expression) or PAST
        near = find_near(day, bare, direction, include=direction == PAST or bool(bare.month))
        if not _is_far(near, day):
            return near
        if self._cues.is_over(self._shape, expression):
            return find_near(day, bare, PAST, include=True)
        opposite = find_near(day, bare, -direction, include=True)
        return near if _is_far(opposite, day) else opposite

    def _place_neighbour(self, expression: TimeExpression, meaning: Neighbour) -> Point | None:
        base = self._get_anchor(meaning.anchor)
        day = to_date(base) if base is not None else None
        if base is None or day is None:
            return None
        fits = replace(meaning.fits, part="")
        if meaning.unit:
            point = step_unit(base, meaning.step, meaning.unit)
            if point.year is not None and fits != Point():
                point = replace(fits, year=point.year)
        elif meaning.step:
            point = find_near(day, fits, meaning.step, include=False)
        else:
            point = self._choose_side(expression, fits, day)
        return replace(point, part=meaning.fits.part) if point.year or point.decade else None

    def _place_event_day(self, meaning: EventDay) -> Point | None:
        base = self._get_anchor(meaning.anchor)
        if base is None and meaning.anchor == "treatment":
            base = self._get_anchor("operation")
        if base is None or meaning.number is None:
            return None
        return shift(base, meaning.number - meaning.from_one, meaning.unit)

    def _place_life(self, meaning: Life) -> Point | None:
        birth = self._get_anchor("birth")
        if birth is None or birth.year is None or meaning.age is None or meaning.is_decade:
            return None
        if meaning.unit != "Y":
            return shift(birth, meaning.age, meaning.unit)
        return Point(birth.year + meaning.age)


def _is_far(point: Point, day: datetime.date) -> bool:
    first = to_date(point)
    return first is None or abs((day - first).days) > _LONG_AGO
