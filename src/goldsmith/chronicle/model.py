"""Define the types of a chronicle: events on one time axis, with the evidence for each.

Each mention in a document becomes an `Observation` (kind, wording, codes, assertion, and the time
that the note gives). Observations from all documents and from the record that refer to the same
thing merge into an `Event`. Their times narrow the event's `Extent`, and statements that cannot be
true together become a `Conflict`.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

import msgspec

from goldsmith.core import Code, Span

Date = datetime.date
Kind = Literal["problem", "drug", "procedure", "investigation", "locus"]
#: Negated, hypothetical and family events never merge with events that happened to the patient.
Assertion = Literal["affirmed", "negated", "uncertain", "hypothetical", "family"]
Status = Literal["active", "resolved", "recurrent"]


class Bounds(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A day known to lie between two days, both inclusive; None is an open bound."""

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
    """The source of a statement: words in a document, or a row of the record."""

    document: str = ""
    set: str = ""
    mention: str = ""
    spans: tuple[Span, ...] = ()
    #: For a row of the record: the name of its table, and its index in that table.
    table: str = ""
    row: int = -1
    #: The day of the document or of the row.
    date: Date | None = None
    #: The assertion and extent according to this source alone.
    assertion: Assertion = "affirmed"
    extent: Extent = Extent()
    #: How the time was derived: link (a temporal link), record, value (a time expression in the
    #: sentence), document (the day of the note), none.
    basis: Literal["link", "record", "value", "document", "none"] = "none"
    confidence: float = 1.0


class StatusChange(msgspec.Struct, frozen=True, gc=False):
    """The time from which a status holds, and the index of the evidence for it."""

    status: Status
    since: Bounds
    evidence: int


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something in a patient's history, with all the evidence for it."""

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
    """A typed link between two events of a chronicle."""

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
    """The patient, as far as known from the record and the notes."""

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
    #: Document -> its date; None if it is undated.
    documents: Mapping[str, Date | None] = {}
    #: The last day that the record or the notes cover: events that end no earlier are ongoing.
    last_day: Date | None = None
