"""Parse points and periods of time: `within 30 days after start of drug tamoxifen`."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable
from typing import Literal

from goldsmith.chronicle.query.model import (
    Day,
    Duration,
    Edge,
    EventPhrase,
    Landmark,
    Limit,
    Point,
    Shift,
    Window,
)
from goldsmith.chronicle.query.nouns import is_detail_next, parse_noun
from goldsmith.chronicle.query.stream import TokenStream
from goldsmith.chronicle.query.tokens import Token

#: The first and last day of a time; they differ for months and years.
Period = tuple[Point, Point]
ParseEvent = Callable[[TokenStream], EventPhrase]

_POINT = (
    "a time: a date, birth, death, end of record, start of or end of an event, or a duration "
    "after one of them"
)
_YEAR = re.compile(r"(1[89]|2[01])\d\d")


class TimeParser:
    """Parses times.

    Args:
        stream: The tokens.
        parse_event: Parses an event with its own times, which must be in parentheses.
    """

    def __init__(self, stream: TokenStream, parse_event: ParseEvent) -> None:
        self.stream, self._parse_event = stream, parse_event

    # Windows

    def parse_window(self) -> Window | None:
        """Parse a window, or return None if no time comes next."""
        stream = self.stream
        if is_detail_next(stream):
            return None
        if self._is_duration_next():
            return _enclose(self._parse_shift())
        for phrase, parse in self._list_relations():
            if stream.accept(phrase):
                return parse()
        return None

    def _list_relations(self) -> tuple[tuple[str, Callable[[], Window]], ...]:
        return (
            ("before", lambda: Window(high=Limit(self.parse_point()[0], False))),
            ("after", lambda: Window(low=Limit(self.parse_point()[1], False))),
            ("since", lambda: Window(low=Limit(self.parse_point()[0]))),
            ("until", lambda: Window(high=Limit(self.parse_point()[1]))),
            ("by", lambda: Window(high=Limit(self.parse_point()[1]))),
            ("at least", lambda: self._parse_distance(inclusive=True)),
            ("more than", lambda: self._parse_distance(inclusive=False)),
            ("at", lambda: _enclose(self.parse_point())),
            ("on", lambda: _enclose(self.parse_point())),
            ("in", lambda: _enclose(self.parse_point())),
            ("during", self.parse_period),
            ("within", self._parse_within),
            ("between", self._parse_between),
        )

    def _parse_distance(self, *, inclusive: bool) -> Window:
        """Parse `at least 5 years after P` as a window from then on; for `before`, up to then."""
        first, last = self._parse_shift()
        if isinstance(first, Shift) and first.sign < 0:
            return Window(high=Limit(first, inclusive))
        return Window(low=Limit(last, inclusive))

    def parse_period(self) -> Window:
        """Parse a date or an event as the window from its first to its last day."""
        if self._is_date_next():
            return _enclose(self.parse_point())
        event = self.parse_reference()
        return Window(Limit(Edge("start", event)), Limit(Edge("end", event)))

    def _parse_within(self) -> Window:
        duration = self.parse_duration()
        relation = self.stream.accept("after", "before", "of", "from", "since")
        first, last = self.parse_point() if relation else _repeat(self._imply_point())
        low: Point = Shift(first, duration, -1) if relation in ("of", "before") else first
        high: Point = last if relation == "before" else Shift(last, duration)
        return Window(Limit(low), Limit(high))

    def _parse_between(self) -> Window:
        first, _ = self.parse_point()
        self.stream.expect("and", "and, then the second time")
        return Window(Limit(first), Limit(self.parse_point()[1]))

    def parse_span(self) -> Window:
        """Parse `5 years from P` after `for`, as the window that begins at P."""
        duration = self.parse_duration()
        relation = self.stream.accept("after", "from", "since", "of")
        first, last = self.parse_point() if relation else _repeat(self._imply_point())
        return Window(Limit(first), Limit(Shift(last, duration)))

    # Points

    def parse_point(self) -> Period:
        """Parse a point in time as its first and last day."""
        stream = self.stream
        if self._is_duration_next():
            return self._parse_shift()
        if self._is_date_next():
            return self._parse_date()
        stream.accept("the")
        if stream.accept("birth"):
            return _repeat(Landmark("birth"))
        if stream.accept("death"):
            return _repeat(Landmark("death"))
        if stream.accept("end of record", "end of the record"):
            return _repeat(Landmark("end of record"))
        return _repeat(self._parse_edge())

    def _parse_edge(self) -> Edge:
        """Parse `[first | last] [start of | end of] EVENT`; an event alone means its start."""
        stream = self.stream
        pick: Literal["", "first", "last"] = (
            "first" if stream.accept("first") else "last" if stream.accept("last") else ""
        )
        edge: Literal["start", "end"] = "start"
        if stream.peek(1).text == "of" and stream.peek().text in stream.words.edges:
            edge = stream.words.edges[stream.take().text]
            stream.skip()
        elif stream.peek().kind in ("end", "symbol", "number") and not stream.is_next("("):
            raise stream.make_error(_POINT)
        return Edge(edge, self.parse_reference(), pick)

    def parse_reference(self) -> EventPhrase:
        """Parse an event that a time refers to; one with its own times is in parentheses."""
        stream = self.stream
        if not stream.accept("("):
            return parse_noun(stream).event
        event = self._parse_event(stream)
        stream.expect(")", "a closing parenthesis")
        return event

    def _parse_shift(self) -> Period:
        """Parse `5 years after P`; without P, count from the event described last."""
        duration = self.parse_duration()
        relation = self.stream.accept("after", "before", "from", "since", "of")
        first, last = self.parse_point() if relation else _repeat(self._imply_point())
        sign: Literal[1, -1] = -1 if relation == "before" else 1
        return Shift(first, duration, sign), Shift(last, duration, sign)

    def _imply_point(self) -> Edge:
        event = self.stream.last_event
        if event is None:
            raise self.stream.make_error(
                "from and a time to count from, such as: from start of drug tamoxifen"
            )
        return Edge("start", event, "first")

    # Durations and dates

    def _is_duration_next(self) -> bool:
        number, unit = self.stream.peek(), self.stream.peek(1)
        is_number = number.kind == "number" or number.text in self.stream.words.numbers
        return is_number and unit.kind == "word" and unit.text in self.stream.words.units

    def is_duration_next(self) -> bool:
        """Return whether a duration comes next, such as `5 years` or `at least 5 years`."""
        saved = self.stream.save()
        self.stream.accept("at least", "more than", "at most")
        is_next = self._is_duration_next()
        self.stream.restore(saved)
        return is_next

    def parse_duration(self) -> Duration:
        """Parse a number and a unit."""
        stream = self.stream
        if not self._is_duration_next():
            raise stream.make_error("a duration, such as 5 years, six months, 30 days")
        count = parse_whole_number(stream)
        return Duration(count, stream.words.units[stream.take().text])

    def _is_date_next(self) -> bool:
        token, then = self.stream.peek(), self.stream.peek(1)
        months = _list_months(self.stream)
        if token.kind == "date" or (token.kind == "number" and _YEAR.fullmatch(token.text)):
            return True
        if token.kind == "number":
            return then.text in months
        return token.text in months and then.kind == "number"

    def _parse_date(self) -> Period:
        """Parse 2010, 2010-05, 2010-05-03, May 2010 or 3 May 2010."""
        first = self.stream.take()
        months = _list_months(self.stream)
        parts = first.text.split("-")
        if first.text in months:
            parts = [self._take_year(), str(months[first.text])]
        elif first.kind == "number" and self.stream.peek().text in months:
            month = months[self.stream.take().text]
            parts = [self._take_year(), str(month), first.text]
        try:
            return _make_period([int(part) for part in parts])
        except ValueError:
            raise self.stream.locate(
                "there is no such day", first.place, expected="a day of the calendar"
            ) from None

    def _take_year(self) -> str:
        token = self.stream.peek()
        if not _YEAR.fullmatch(token.text):
            raise self.stream.make_error("a year, such as 2010")
        return self.stream.take().text


def parse_whole_number(stream: TokenStream) -> int:
    """Parse a whole number in digits, or in words up to twelve."""
    token: Token = stream.peek()
    number = stream.words.numbers.get(token.text)
    if number is None and (token.kind != "number" or not token.text.isdigit()):
        raise stream.make_error("a whole number")
    stream.skip()
    return int(token.text) if number is None else number


def _list_months(stream: TokenStream) -> dict[str, int]:
    return {name.lower(): number for name, number in stream.words.months.items()}


def _make_period(parts: list[int]) -> tuple[Day, Day]:
    year, month, day = [*parts, 0, 0][:3]
    first = datetime.date(year, month or 1, day or 1)
    last_month = month or 12
    last_day = day or calendar.monthrange(year, last_month)[1]
    return Day(first), Day(datetime.date(year, last_month, last_day))


def _enclose(period: Period) -> Window:
    return Window(Limit(period[0]), Limit(period[1]))


def _repeat(point: Point) -> Period:
    return point, point
