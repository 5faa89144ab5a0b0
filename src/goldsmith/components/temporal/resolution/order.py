"""Decides whether 3/4 is in March or in April, from the dates of a document."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Final, Literal

from goldsmith.components.temporal.resolution.calendar import is_possible, to_date
from goldsmith.components.temporal.resolution.values import NumericDate, Point, TimeExpression

DateOrder = Literal["auto", "day-first", "month-first"]
#: Patterns of dates in words -> their vote: 1 for day first, -1 for month first.
_WRITTEN: Final = {"day-month-year": 1, "day-month": 1, "month-day-year": -1, "month-day": -1}


def read_date(date: NumericDate, *, day_first: bool) -> Point:
    """Return the point of a numeric date; swap day and month if the month is above twelve."""
    day, month = (date.first, date.second) if day_first else (date.second, date.first)
    if month > 12:
        day, month = month, day
    return Point(int(date.year) if date.year else None, month, day)


def count_order(expressions: Iterable[TimeExpression]) -> int:
    """Return the votes of unambiguous dates for day first, minus those for month first.

    A numeric date with a number above twelve has three votes, a date with the month in words one.
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
    """Return how many more dates fit the document's date better day first than month first.

    A reading equal to the document's date is better; a reading after it is worse, since notes
    mostly describe the past.
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
