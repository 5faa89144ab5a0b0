"""Parse a query: `patients with stage 2 adenocarcinoma, treated with tamoxifen`.

A recursive-descent parser; docs/reference/query-language.md has the grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from goldsmith.chronicle.query.events import EventParser
from goldsmith.chronicle.query.model import (
    Age,
    Alive,
    All,
    Condition,
    Conflicting,
    Died,
    Either,
    EventPhrase,
    Followed,
    Has,
    Landmark,
    Limit,
    Name,
    Not,
    Place,
    Point,
    Query,
    Sex,
    Timing,
    Window,
)
from goldsmith.chronicle.query.nouns import FREE, parse_noun
from goldsmith.chronicle.query.stream import TokenStream
from goldsmith.chronicle.query.times import parse_whole_number

_CLAUSE = (
    "a clause: an event (problem, drug, procedure, investigation, a name), treated with, "
    "female, male, aged, died, alive, followed, NAME-free, not, or a parenthesis"
)


def parse_query(text: str) -> Query:
    """Parse a query.

    Raises:
        QueryError: The query is not valid; the error contains the position.

    Example:
        >>> parse_query("how many patients with drug tamoxifen").counts_only
        True
    """
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self._stream = TokenStream(text)
        self._events = EventParser(self._stream)
        self._times = self._events.times

    def parse(self) -> Query:
        """Parse the whole query."""
        stream = self._stream
        counts_only = bool(stream.accept(*stream.words.counts))
        if not counts_only:
            stream.accept(*stream.words.asks.split())
        stream.accept("the")
        sex = stream.accept_entry(stream.words.heads)
        if sex is None:
            raise stream.make_error("patients, women or men, then what they have")
        condition = self._parse_head_condition(sex)
        stream.accept("?", ".")
        if stream.peek().kind != "end":
            raise stream.make_error("and, or, a comma, a time, a detail, or the end of the query")
        return Query(condition, stream.query, counts_only)

    def _parse_head_condition(self, sex: Literal["", "female", "male"]) -> Condition:
        is_at_end = self._stream.peek().kind == "end" or self._stream.peek().text in ("?", ".")
        if not sex:
            return All(()) if is_at_end else self._parse_condition()
        condition = Sex(sex)
        return condition if is_at_end else All((condition, self._parse_condition()))

    # Connectives

    def _parse_condition(self) -> Condition:
        """Parse clauses that are either all joined by `and` or all joined by `or`."""
        conditions = [self._parse_term()]
        joints: dict[str, Place] = {}
        while joint := self._parse_joint():
            if joint != ",":
                joints.setdefault(joint, Place(self._stream.end, self._stream.end))
            if len(joints) > 1:
                raise self._stream.locate(
                    "and and or are mixed here",
                    Place(self._stream.end - len(joint), self._stream.end),
                    expected="parentheses that say which clauses belong together",
                )
            conditions.append(self._parse_term())
        if len(conditions) == 1:
            return conditions[0]
        return (Either if "or" in joints else All)(tuple(conditions))

    def _parse_joint(self) -> str:
        """Parse the connective between two clauses; a comma means the same as the others used."""
        stream = self._stream
        comma = stream.accept(",")
        joint = stream.accept("and", "or", "but")
        if joint:
            return "or" if joint == "or" else "and"
        if comma:
            return comma
        leads = stream.words.leads.words.split()
        return "and" if any(map(stream.is_next, (*leads, "without"))) else ""

    def _parse_term(self) -> Condition:
        stream = self._stream
        while stream.accept(*stream.words.leads.words.split()):
            pass
        if stream.accept("not"):
            return Not(self._parse_term())
        if stream.accept("("):
            condition = self._parse_condition()
            stream.expect(")", "a closing parenthesis, and, or")
            return condition
        return self._parse_clause()

    # Clauses

    def _parse_clause(self) -> Condition:
        stream = self._stream
        for phrase, parse in self._list_clauses():
            if stream.accept(phrase):
                return parse()
        if (sex := stream.accept_entry(stream.words.sexes)) is not None:
            return Sex(sex)
        if stream.peek().kind == "word" and stream.peek().text.endswith(FREE):
            return self._parse_free_word()
        if stream.peek().kind == "end":
            raise stream.make_error(_CLAUSE)
        return self._events.parse_clause()

    def _list_clauses(self) -> tuple[tuple[str, Callable[[], Condition]], ...]:
        return (
            ("aged", self._parse_age),
            ("age", self._parse_age),
            ("older than", lambda: self._end_age(Age(low=self._parse_number() + 1))),
            ("younger than", lambda: self._end_age(Age(high=self._parse_number() - 1))),
            ("died", lambda: Died(self._times.parse_window() or Window())),
            ("alive", lambda: Alive(self._parse_time() or Landmark("end of record"))),
            ("followed", self._parse_followed),
            ("free of", lambda: self._parse_free(parse_noun(self._stream).event)),
            ("conflicts", self._parse_conflict),
            ("conflict", self._parse_conflict),
        )

    def _parse_number(self) -> int:
        return parse_whole_number(self._stream)

    def _parse_age(self) -> Age:
        """Parse `50`, `50 to 60`, `50 or over`, `over 50`, `at least 50`."""
        stream = self._stream
        if stream.accept("over", "more than", "above"):
            return self._end_age(Age(low=self._parse_number() + 1))
        if stream.accept("under", "below", "fewer than"):
            return self._end_age(Age(high=self._parse_number() - 1))
        if stream.accept("at least"):
            return self._end_age(Age(low=self._parse_number()))
        if stream.accept("at most"):
            return self._end_age(Age(high=self._parse_number()))
        if stream.accept("between"):
            low = self._parse_number()
            stream.expect("and", "and, then the higher age")
            return self._end_age(Age(low, self._parse_number()))
        low = self._parse_number()
        if stream.accept("or over", "or more"):
            return self._end_age(Age(low=low))
        if stream.accept("or under"):
            return self._end_age(Age(high=low))
        return self._end_age(Age(low, self._parse_number() if stream.accept("to") else low))

    def _end_age(self, age: Age) -> Age:
        point = self._parse_time()
        return age if point is None else msgspec.structs.replace(age, at=point)

    def _parse_time(self) -> Point | None:
        """Parse an optional `at P`, `on P` or `5 years after P`."""
        return self._events.parse_optional_point()

    def _parse_followed(self) -> Followed:
        stream = self._stream
        if stream.accept("for"):
            return Followed(_get_end(self._times.parse_span()))
        if stream.accept("until", "to"):
            return Followed(self._times.parse_point()[1])
        raise stream.make_error("for and a duration, or until and a time")

    def _parse_conflict(self) -> Conflicting:
        token = self._stream.peek()
        if token.kind == "name" or (token.kind == "word" and not self._stream.is_reserved()):
            self._stream.skip()
            return Conflicting(token.text)
        return Conflicting()

    # Freedom from something

    def _parse_free_word(self) -> Condition:
        token = self._stream.take()
        word = token.raw[: -len(FREE)]
        kind = self._stream.words.kinds.get(word.lower())
        if kind is not None:
            return self._parse_free(EventPhrase(kinds=(kind,) if kind else ()), token.place)
        return self._parse_free(EventPhrase(names=(Name(word, place=token.place),)), token.place)

    def _parse_free(self, event: EventPhrase, place: Place | None = None) -> Condition:
        """Parse the times of `X-free`: no X in that period, and follow-up until its end."""
        start = place.start if place else self._stream.position
        windows = []
        while window := self._parse_free_window():
            windows.append(window)
        timings = tuple(Timing(window) for window in windows)
        event = msgspec.structs.replace(event, timings=timings)
        absent = Has(event, least=0, most=0, place=Place(start, self._stream.end))
        followed = tuple(Followed(_get_end(window)) for window in windows)
        return All((*followed, absent)) if followed else absent

    def _parse_free_window(self) -> Window | None:
        if self._stream.accept("for"):
            return self._times.parse_span()
        return self._times.parse_window()


def _get_end(window: Window) -> Point:
    """Return the point up to which a patient must be followed for a statement about a window."""
    limit: Limit | None = window.high or window.low
    assert limit is not None, "every window that is parsed has an end"
    return limit.point
