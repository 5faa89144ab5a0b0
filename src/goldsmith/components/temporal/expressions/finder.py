"""Finds the time expressions of a text and resolves them, by grammar, cues and date order."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from goldsmith.components.temporal.expressions.compiler import CompiledGrammar
from goldsmith.components.temporal.expressions.interpret import interpret
from goldsmith.components.temporal.expressions.matcher import Matcher
from goldsmith.components.temporal.expressions.shapes import Shape
from goldsmith.components.temporal.resolution.calendar import is_possible, parse_date
from goldsmith.components.temporal.resolution.cues import CueFinder
from goldsmith.components.temporal.resolution.joining import join_neighbours
from goldsmith.components.temporal.resolution.order import (
    DateOrder,
    compare_orders,
    count_order,
    read_date,
)
from goldsmith.components.temporal.resolution.resolve import Resolver, Setting
from goldsmith.components.temporal.resolution.values import (
    NumericDate,
    Point,
    TimeExpression,
    Timex,
)

#: The reference year for two-digit years if the date of the document is unknown.
_PIVOT: Final = 2030
#: The number of tokens within which a date may still be in the heading of a letter.
_HEAD: Final = 120


class Result(NamedTuple):
    """The time expressions of a text, and the date they are relative to."""

    timexes: list[Timex]
    document: Point


class TimexFinder:
    """Finds and resolves time expressions by a grammar."""

    def __init__(
        self,
        grammar: CompiledGrammar,
        *,
        order: DateOrder = "auto",
        default_day_first: bool = True,
        skip: Collection[str] = ("age", "gestation"),
    ) -> None:
        """Prepare the grammar.

        Args:
            grammar: The grammar.
            order: The order of day and month in numeric dates.
            default_day_first: The order to assume without evidence.
            skip: Categories of patterns that are not times.
        """
        self._grammar, self._matcher = grammar, Matcher(grammar)
        self._cues = CueFinder(grammar.grammar.cues)
        self._order, self.default_day_first = order, default_day_first
        self._skip = frozenset(skip)

    def find_expressions(self, shape: Shape, pivot: int = _PIVOT) -> list[TimeExpression]:
        """Find the expressions without resolving them."""
        expressions = []
        for match in self._matcher.find(shape):
            if match.pattern.category in self._skip:
                continue
            expression = interpret(match, shape, self._grammar.grammar, pivot)
            if expression is not None and _is_sensible(expression):
                expressions.append(expression)
        return expressions

    def find(self, text: str, date: str = "") -> Result:
        """Find and resolve the time expressions of a text.

        Args:
            text: The text.
            date: The full or partial date of the document; "" to search the text for it.
        """
        shape = self._grammar.table.make_shape(text)
        document = parse_date(date) or Point()
        expressions = self.find_expressions(shape, document.year or _PIVOT)
        if not expressions:
            return Result([], document)
        day_first = self._decide_order(shape, expressions, document)
        if document.year is None:
            document = _find_heading_date(expressions, day_first=day_first)
        resolver = Resolver(shape, self._cues, Setting(document, day_first))
        return Result(join_neighbours(resolver.resolve(expressions), shape), document)

    def _decide_order(
        self, shape: Shape, expressions: list[TimeExpression], document: Point
    ) -> bool:
        """Return whether the day comes first, by the strongest available evidence."""
        if self._order != "auto":
            return self._order == "day-first"
        if not any(isinstance(item.meaning, NumericDate) for item in expressions):
            return self.default_day_first
        votes = (
            count_order(expressions)
            or compare_orders(expressions, document)
            or self._cues.count_spellings(shape)
        )
        return votes > 0 if votes else self.default_day_first

    def count_order(self, text: str) -> int:
        """Return the votes of a text for day first, minus its votes for month first."""
        return count_order(self.find_expressions(self._grammar.table.make_shape(text)))


def _is_sensible(expression: TimeExpression) -> bool:
    meaning = expression.meaning
    if isinstance(meaning, NumericDate):
        return is_possible(read_date(meaning, day_first=True)) or is_possible(
            read_date(meaning, day_first=False)
        )
    return not isinstance(meaning, Point) or is_possible(meaning)


def _find_heading_date(expressions: list[TimeExpression], *, day_first: bool) -> Point:
    """Find the first full date at the head of a text; else return a point without a year."""
    for expression in expressions:
        meaning = expression.meaning
        if expression.first > _HEAD:
            break
        if isinstance(meaning, NumericDate):
            meaning = read_date(meaning, day_first=day_first)
        if isinstance(meaning, Point) and meaning.year is not None and meaning.day is not None:
            return Point(meaning.year, meaning.month, meaning.day)
    return Point()
