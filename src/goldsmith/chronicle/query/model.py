"""Define the syntax tree of a query: conditions on patients, with the position of each clause.

    Query
      condition     All | Either | Not | Has | Sex | Age | Died | Alive | Followed | Conflicting
        Has         how many events meet an EventPhrase
          EventPhrase   kinds, names, details, assertion, status, timings, links
            Timing      which part of the event lies in which Window
              Window    two Limits, each a Point
                Point   Day | Landmark | Edge (of an EventPhrase) | Shift (of a Point)

All times are windows: `before P` ends at P, `after P` begins there, `at P` does both.
"""

from __future__ import annotations

import datetime
from typing import Literal

import msgspec

from goldsmith.chronicle.model import Assertion, Kind, Status

Unit = Literal["day", "week", "month", "year"]
Comparison = Literal["is", "above", "below", "at least", "at most"]
#: any: some part of the event; all: the event covers the window.
Part = Literal["any", "start", "end", "all"]


class Place(msgspec.Struct, frozen=True):
    """A span in the text of the query, in characters, end exclusive."""

    start: int
    end: int


class Duration(msgspec.Struct, frozen=True):
    """A number of days, weeks, months or years."""

    count: int
    unit: Unit


class Name(msgspec.Struct, frozen=True):
    """A name of an event: words that its name contains, its whole name, or a code."""

    text: str
    match: Literal["words", "whole", "code"] = "words"
    #: Its position, which equality ignores.
    place: Place = Place(0, 0)

    def __eq__(self, value: object) -> bool:
        return isinstance(value, Name) and (self.text, self.match) == (value.text, value.match)

    def __hash__(self) -> int:
        return hash((self.text, self.match))


class Detail(msgspec.Struct, frozen=True):
    """A condition on a detail of an event: stage 2, value above 5."""

    key: str
    comparison: Comparison
    value: str


class Day(msgspec.Struct, frozen=True, tag=True):
    """A calendar day."""

    date: datetime.date


class Landmark(msgspec.Struct, frozen=True, tag=True):
    """A day that every patient may have: birth, death, or the end of the record."""

    name: Literal["birth", "death", "end of record"]


class Edge(msgspec.Struct, frozen=True, tag=True):
    """The start or end of an event; `pick` selects the first or last of several events."""

    edge: Literal["start", "end"]
    event: EventPhrase
    pick: Literal["", "first", "last"] = ""


class Shift(msgspec.Struct, frozen=True, tag=True):
    """A point at some distance after another point, or before it if `sign` is -1."""

    point: Point
    duration: Duration
    sign: Literal[1, -1] = 1


Point = Day | Landmark | Edge | Shift


class Limit(msgspec.Struct, frozen=True):
    """An end of a window."""

    point: Point
    inclusive: bool = True


class Window(msgspec.Struct, frozen=True):
    """A period of time; None is an open end."""

    low: Limit | None = None
    high: Limit | None = None


class Timing(msgspec.Struct, frozen=True):
    """Which part of an event lies in a window."""

    window: Window
    part: Part = "any"


class Length(msgspec.Struct, frozen=True):
    """How long an event lasts, at least or at most."""

    duration: Duration
    comparison: Literal["at least", "at most"] = "at least"


class Related(msgspec.Struct, frozen=True):
    """A link to another event: the problem that a drug treats, the locus of a problem."""

    type: str
    event: EventPhrase


class EventPhrase(msgspec.Struct, frozen=True):
    """A description of events; an empty field matches everything."""

    kinds: tuple[Kind, ...] = ()
    names: tuple[Name, ...] = ()
    details: tuple[Detail, ...] = ()
    assertion: Assertion = "affirmed"
    status: Status | None = None
    #: When it has the status; None is the end of the record.
    status_at: Point | None = None
    timings: tuple[Timing, ...] = ()
    lengths: tuple[Length, ...] = ()
    related: tuple[Related, ...] = ()
    #: Whether to include the descendants of a concept in a terminology.
    descendants: bool = True
    #: Whether times need only be possible, not certain.
    possibly: bool = False


class Has(msgspec.Struct, frozen=True, tag=True):
    """A number of events that match a description; there is no maximum if `most` is None."""

    event: EventPhrase
    least: int = 1
    most: int | None = None
    place: Place = Place(0, 0)


class Sex(msgspec.Struct, frozen=True, tag=True):
    """The sex of the patient."""

    sex: Literal["female", "male"]


class Age(msgspec.Struct, frozen=True, tag=True):
    """The age in completed years at a time, both limits inclusive."""

    low: int | None = None
    high: int | None = None
    at: Point = Landmark("end of record")


class Died(msgspec.Struct, frozen=True, tag=True):
    """The patient died, within a window."""

    window: Window = Window()


class Alive(msgspec.Struct, frozen=True, tag=True):
    """The patient is known to be alive at a time."""

    at: Point = Landmark("end of record")


class Followed(msgspec.Struct, frozen=True, tag=True):
    """The record and notes extend to a time."""

    until: Point


class Conflicting(msgspec.Struct, frozen=True, tag=True):
    """The chronicle has a conflict, of the given kind unless it is empty."""

    kind: str = ""


class Not(msgspec.Struct, frozen=True, tag=True):
    """The condition does not hold."""

    condition: Condition


class All(msgspec.Struct, frozen=True, tag=True):
    """Every condition holds."""

    conditions: tuple[Condition, ...]


class Either(msgspec.Struct, frozen=True, tag=True):
    """At least one condition holds."""

    conditions: tuple[Condition, ...]


Condition = Has | Sex | Age | Died | Alive | Followed | Conflicting | Not | All | Either


class Query(msgspec.Struct, frozen=True):
    """A parsed query; `text` is the query as the user wrote it."""

    condition: Condition
    text: str = ""
    #: Whether the query asks only for the number of patients.
    counts_only: bool = False
