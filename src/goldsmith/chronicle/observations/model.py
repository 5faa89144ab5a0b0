"""What one source (a document, or the record) says, before anything is merged.

Days are ordinals (`date.toordinal`), so that bounds are compared as integers. An open bound is
`OPEN_START` or `OPEN_END`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from goldsmith.chronicle.model import Assertion, Kind
from goldsmith.core import Code, Span

OPEN_START: Final = 0
OPEN_END: Final = 10_000_000
Basis = Literal["link", "record", "value", "document", "none"]


#: The bounds of a start (earliest, latest) and of an end (earliest, latest), in days; all four are
#: included. A plain tuple, because every mention makes several.
Limits = tuple[int, int, int, int]
ANY_TIME: Final[Limits] = (OPEN_START, OPEN_END, OPEN_START, OPEN_END)


class Observation(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A mention of something, or a row of the record, with what this place alone says of it."""

    kind: Kind
    name: str
    assertion: Assertion = "affirmed"
    limits: Limits = ANY_TIME
    basis: Basis = "none"
    set: str = ""
    mention: str = ""
    spans: tuple[Span, ...] = ()
    #: Observations of a source with the same number speak of the same thing; -1 is no chain.
    chain: int = -1
    codes: tuple[Code, ...] = ()
    details: Mapping[str, str] = {}
    confidence: float = 1.0
    table: str = ""
    row: int = -1
    #: The day of a row of the record; 0 for mentions, which have the day of their document.
    day: int = 0
    #: Whether notes go on naming it after its end, which then contradicts nothing.
    named_after_end: bool = False


class Link(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A relation between two observations of a source, by their positions."""

    type: str
    first: int
    second: int


class Statement(msgspec.Struct, frozen=True, array_like=True):
    """All that one source says of a patient."""

    #: "" for the record.
    document: str
    #: The day of the document; 0 if it has none.
    day: int = 0
    observations: tuple[Observation, ...] = ()
    links: tuple[Link, ...] = ()
    #: Days of birth that the text gives to the patient.
    births: tuple[int, ...] = ()
