"""The types of a chronicle: events on one time axis, and the places each statement rests on.

One document flows through them like this: each mention of a document becomes an `Observation`
(kind, wording, codes, assertion, the time the note gives it); observations of all documents and of
the record that are about the same thing merge into an `Event`; what they say about time narrows the
event's `Extent`; what cannot be true together becomes a `Conflict`.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

import msgspec

from goldsmith.core import Code, Span

Date = datetime.date
Kind = Literal["problem", "drug", "procedure", "investigation", "locus"]
#: negated, hypothetical and family events are kept apart from those that happened to the patient.
Assertion = Literal["affirmed", "negated", "uncertain", "hypothetical", "family"]
Status = Literal["active", "resolved", "recurrent"]


class Bounds(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A day that is known to lie between two days, both included; None is open."""

    earliest: Date | None = None
    latest: Date | None = None

    @property
    def is_exact(self) -> bool:
        return self.earliest is not None and self.earliest == self.latest


class Extent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """When something began and when it ended, each within bounds."""

    start: Bounds = Bounds()
    end: Bounds = Bounds()


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place that a statement rests on: words of a document, or a row of the record."""

    document: str = ""
    set: str = ""
    mention: str = ""
    spans: tuple[Span, ...] = ()
    #: A row of the record: the name of its table and its position there.
    table: str = ""
    row: int = -1
    #: The day of the document or of the row.
    date: Date | None = None
    #: What this place says of the event, alone.
    assertion: Assertion = "affirmed"
    extent: Extent = Extent()
    #: How the time was derived: link (a temporal link), record, value (a time expression in the
    #: sentence), document (the day of the note), none.
    basis: Literal["link", "record", "value", "document", "none"] = "none"
    confidence: float = 1.0


class StatusChange(msgspec.Struct, frozen=True, gc=False):
    """From when a status holds, and the position of the evidence that says so."""

    status: Status
    since: Bounds
    evidence: int


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something in a patient's history, with every place that mentions it."""

    id: str
    kind: Kind
    name: str
    codes: tuple[Code, ...] = ()
    assertion: Assertion = "affirmed"
    extent: Extent = Extent()
    statuses: tuple[StatusChange, ...] = ()
    #: stage, tnm, grade, side, dose, route, value, unit …
    details: Mapping[str, str] = {}
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 1.0


class EventLink(msgspec.Struct, frozen=True, gc=False):
    """How two events of a chronicle belong together."""

    #: located_at, treats, investigates, shows, caused_by, part_of.
    type: str
    first: str
    second: str


class Conflict(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Statements that cannot be true together, or input that cannot be right.

    `kind` is a code: dates, assertion, value, record, future, undated, after_death, other_patient.
    """

    kind: str
    message: str
    events: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


class Person(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The patient, as far as record and notes tell."""

    id: str
    sex: Literal["", "female", "male", "other"] = ""
    born: Bounds = Bounds()
    died: Bounds = Bounds()


class Chronicle(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One patient's history: events in the order of their earliest start, undated ones last."""

    patient: Person
    events: tuple[Event, ...] = ()
    links: tuple[EventLink, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    #: Document -> its day; None if it has no date.
    documents: Mapping[str, Date | None] = {}
    #: The last day that record or notes know of: what an ongoing event is measured against.
    last_day: Date | None = None
