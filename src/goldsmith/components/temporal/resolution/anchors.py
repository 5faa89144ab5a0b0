"""Anchors of relative times: events with a date, and parts of a text under a date heading."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from goldsmith.components.temporal.expressions.shapes import BREAK, PARAGRAPH, Shape
from goldsmith.components.temporal.resolution.calendar import is_possible, to_date
from goldsmith.components.temporal.resolution.cues import CueFinder
from goldsmith.components.temporal.resolution.order import read_date
from goldsmith.components.temporal.resolution.values import (
    Neighbour,
    NumericDate,
    Point,
    Shift,
    TimeExpression,
    Timex,
)

_BIRTH: Final = "birth"
_EARLIEST: Final = datetime.date.min
_LINE_ENDS: Final = BREAK + PARAGRAPH
#: After the date of a heading: an optional time of day, then a colon, a dash or the end of line.
_AFTER: Final = re.compile(
    r"[ \t]*(?:at )?(?:\d{1,2}[:.]\d{2}(?: ?(?:am|pm|h|hrs|hours))?)?[ \t]*(:|[-–](?!\d)|\Z)"
)
#: A longer line is not a heading.
_MOST_WORDS: Final = 4


class _Event(NamedTuple):
    """An event with its date and the first token of that date."""

    name: str
    first: int
    point: Point


class EventDates:
    """The dates of anchor events: operations, admissions, the birth."""

    def __init__(self) -> None:
        self._events: list[_Event] = []

    def collect(self, shape: Shape, cues: CueFinder, timexes: Sequence[Timex]) -> None:
        """Collect the dates that are near a word for an event."""
        for timex in timexes:
            meaning, point = timex.expression.meaning, timex.point
            if point is None or not isinstance(meaning, Point | NumericDate | Shift | Neighbour):
                continue
            name = cues.find_anchor(shape, timex.expression)
            if name and point.year is not None and (point.day is not None or name == _BIRTH):
                self._events.append(_Event(name, timex.expression.first, point))

    def get(self, name: str, first: int) -> Point | None:
        """Return the date of the event that the expression at a token is relative to.

        Among the events mentioned before it, choose the latest: the second operation, not the
        first. If none is mentioned before it, choose the first after it. For a birth, always choose
        the first mention.
        """
        events = [event for event in self._events if event.name == name]
        before = [event for event in events if event.first < first and name != _BIRTH]
        if before:
            return max(before, key=lambda event: to_date(event.point) or _EARLIEST).point
        return events[0].point if events else None


class DatedPart(NamedTuple):
    """Tokens of a text under a date heading."""

    first: int
    end: int
    point: Point


def find_dated_parts(
    shape: Shape, expressions: Sequence[TimeExpression], *, day_first: bool
) -> list[DatedPart]:
    """Find the paragraphs under a heading with a full date, in text order.

    The entries of a running record are such paragraphs. A part ends with its paragraph or at the
    next heading; if a blank line follows the heading, the part is the next paragraph.
    """
    headings = list(_list_headings(shape, expressions, day_first=day_first))
    parts = []
    for number, (expression, point) in enumerate(headings):
        end = _find_end(shape, expression.last)
        if number + 1 < len(headings):
            end = min(end, headings[number + 1][0].first)
        parts.append(DatedPart(expression.first, end, point))
    return parts


def _list_headings(
    shape: Shape, expressions: Sequence[TimeExpression], *, day_first: bool
) -> Iterator[tuple[TimeExpression, Point]]:
    for expression in expressions:
        meaning = expression.meaning
        if isinstance(meaning, NumericDate):
            meaning = read_date(meaning, day_first=day_first)
        if not isinstance(meaning, Point) or meaning.year is None or meaning.day is None:
            continue
        if is_possible(meaning) and _is_heading(shape, expression):
            yield expression, Point(meaning.year, meaning.month, meaning.day)


def _is_heading(shape: Shape, expression: TimeExpression) -> bool:
    """Return whether a date heads an entry: it starts a line, or ends a line that is a title.

    "12 June 2008: febrile" and "Ward round 12 June 2008:" do; "CT 12 June 2008: normal" does not.
    """
    codes, tokens = shape.codes, shape.tokens
    first = expression.first
    while first and codes[first - 1] not in _LINE_ENDS:
        first -= 1
        if expression.first - first > 2 * _MOST_WORDS:
            return False
    last = expression.last
    while last < len(tokens) and codes[last] not in _LINE_ENDS:
        last += 1
    rest = "".join(tokens[expression.last : last])
    mark = _AFTER.match(rest)
    if mark is None or not any(token[0].isalnum() for token in tokens[first : expression.first]):
        return mark is not None
    return mark[1] == ":" and not rest[mark.end() :].strip()


def _find_end(shape: Shape, last: int) -> int:
    """Return the end of the paragraph under a heading that ends at a token."""
    end = shape.codes.find(PARAGRAPH, last)
    if end >= 0 and BREAK not in shape.codes[last:end] and not _has_words(shape, last, end):
        end = shape.codes.find(PARAGRAPH, end + 1)
    return end if end >= 0 else len(shape.codes)


def _has_words(shape: Shape, first: int, end: int) -> bool:
    return any(token[0].isalpha() for token in shape.tokens[first:end])
