"""Define the answer to a query: patients, and the evidence for each clause."""

from __future__ import annotations

import msgspec

from goldsmith.chronicle.model import Bounds, Evidence, Extent


class Witness(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that satisfies a clause, with its evidence."""

    clause: int
    event: str
    kind: str
    name: str
    extent: Extent = Extent()
    details: dict[str, str] = {}
    evidence: tuple[Evidence, ...] = ()


class PatientAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A patient who satisfies the query, and the events that satisfy its clauses."""

    patient: str
    sex: str = ""
    witnesses: tuple[Witness, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a query.

    `clauses` are the clauses about events, as worded in the query; a witness refers to its clause
    by index. `patients` are the first of `count` patients; `total` is the number of chronicles.
    """

    query: str
    count: int
    total: int
    clauses: tuple[str, ...] = ()
    patients: tuple[PatientAnswer, ...] = ()
    seconds: float = 0.0


def describe_event(witness: Witness) -> str:
    """Return the name of an event, with its stage if it has one."""
    stage = witness.details.get("stage", "")
    return f"{witness.name}, stage {stage}" if stage else witness.name


def describe_bounds(bounds: Bounds) -> str:
    """Return the days between which something began or ended, such as "by 2009-05-28"."""
    if bounds.is_exact:
        return str(bounds.earliest)
    if bounds.earliest and bounds.latest:
        return f"{bounds.earliest}–{bounds.latest}"
    if bounds.earliest:
        return f"{bounds.earliest} or later"
    return f"by {bounds.latest}" if bounds.latest else ""
