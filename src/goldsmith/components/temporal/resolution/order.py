"""Whether 3/4 is in March or in April: found out from a document, a corpus, or set."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Final, Literal

from goldsmith.components.temporal.resolution.calendar import is_possible, to_date
from goldsmith.components.temporal.resolution.values import NumericDate, Point, TimeExpression

DateOrder = Literal["auto", "day-first", "month-first"]
#: Patterns of dates that are written day first, and month first.
_WRITTEN: Final = {"day-month-year": 1, "day-month": 1, "month-day-year": -1, "month-day": -1}


def read_date(date: NumericDate, *, day_first: bool) -> Point:
    """Return the point of a date in digits; the other order if the calendar has no such day."""
    day, month = (date.first, date.second) if day_first else (date.second, date.first)
    if month > 12:
        day, month = month, day
    return Point(int(date.year) if date.year else None, month, day)


def count_order(expressions: Iterable[TimeExpression]) -> int:
    """Return how many more dates can only be read day first, minus those month first.

    A number above twelve decides; dates with the month in words count as well.
    """
    votes = 0
    for expression in expressions:
        meaning = expression.meaning
        if isinstance(meaning, NumericDate):
            votes += 3 * ((meaning.first > 12) - (meaning.second > 12))
        else:
            votes += _WRITTEN.get(expression.pattern, 0)
    return votes


def compare_orders(expressions: Iterable[TimeExpression], document: Point) -> int:
    """Return how many more dates are read better day first, by the date of the document.

    A reading that gives the date of the document is better; a reading that lies after it is worse:
    notes tell mostly of the past.
    """
    anchor = to_date(document)
    if anchor is None:
        return 0
    return sum(
        _compare(expression.meaning, anchor)
        for expression in expressions
        if isinstance(expression.meaning, NumericDate) and expression.meaning.year
    )


def _compare(date: NumericDate, anchor: datetime.date) -> int:
    points = (read_date(date, day_first=True), read_date(date, day_first=False))
    days = [to_date(point) if is_possible(point) else None for point in points]
    first, second = days
    if first is None or second is None:
        return (first is not None) - (second is not None)
    if anchor in (first, second):
        return (first == anchor) - (second == anchor)
    return (second > anchor) - (first > anchor)
