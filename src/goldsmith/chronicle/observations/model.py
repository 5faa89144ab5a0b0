"""Define the statements of one source (a document, or the record) before they are merged.

Days are ordinals (`date.toordinal`), so that bounds can be compared as integers. An open bound is
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


#: The bounds of the start (earliest, latest) and of the end (earliest, latest), in days, all
#: inclusive. A plain tuple for speed: every mention creates several.
Limits = tuple[int, int, int, int]
ANY_TIME: Final[Limits] = (OPEN_START, OPEN_END, OPEN_START, OPEN_END)


class Observation(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A mention or a row of the record, with the information from this source alone."""

    kind: Kind
    name: str
    assertion: Assertion = "affirmed"
    limits: Limits = ANY_TIME
    basis: Basis = "none"
    set: str = ""
    mention: str = ""
    spans: tuple[Span, ...] = ()
    #: Observations of a source with the same number corefer; -1 if it is in no chain.
    chain: int = -1
    codes: tuple[Code, ...] = ()
    details: Mapping[str, str] = {}
    confidence: float = 1.0
    table: str = ""
    row: int = -1
    #: The day of a row of the record; 0 for mentions, which have the day of their document.
    day: int = 0
    #: Whether notes keep naming it after its end, so that later mentions do not contradict the end.
    named_after_end: bool = False


class Link(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A relation between two observations of a source, by their positions."""

    type: str
    first: int
    second: int


class Statement(msgspec.Struct, frozen=True, array_like=True):
    """Everything that one source says about a patient."""

    #: "" for the record.
    document: str
    #: The day of the document; 0 if it is undated.
    day: int = 0
    observations: tuple[Observation, ...] = ()
    links: tuple[Link, ...] = ()
    #: The possible dates of birth in the text.
    births: tuple[int, ...] = ()
