"""Small chronicles for query tests, and chronicles converted from made-up lives."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from goldsmith.chronicle.model import (
    Assertion,
    Bounds,
    Chronicle,
    Event,
    EventLink,
    Evidence,
    Extent,
    Kind,
    Person,
    StatusChange,
)
from goldsmith.chronicle.tables import TableWriter, encode_tables
from goldsmith.core import Code, Span
from goldsmith_demo.life.model import Patient, Thing

KINDS: dict[str, Kind] = {
    "Condition": "problem",
    "Intervention": "procedure",
    "Investigation": "investigation",
    "Drug-or-device": "drug",
    "Locus": "locus",
}


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def bounds(text: str) -> Bounds:
    """Parse a day, or an interval such as `2010-01-01/2010-02-01`, of which an end may be empty."""
    if not text:
        return Bounds()
    first, slash, last = text.partition("/")
    if not slash:
        last = first
    return Bounds(day(first) if first else None, day(last) if last else None)


def event(
    kind: Kind,
    name: str,
    start: str = "",
    end: str | None = None,
    *,
    codes: str = "",
    assertion: Assertion = "affirmed",
    statuses: Iterable[tuple[Any, str]] = (),
    id: str = "",
    **details: str,
) -> Event:
    """Make an event; without an end it ends on the day it starts."""
    return Event(
        id=id or f"{name}-{start}",
        kind=kind,
        name=name,
        codes=tuple(Code(key.split(":")[1], key.split(":")[0]) for key in codes.split()),
        assertion=assertion,
        extent=Extent(bounds(start), bounds(start if end is None else end)),
        statuses=tuple(StatusChange(status, bounds(since), 0) for status, since in statuses),
        details=details,
        evidence=(
            Evidence(document=f"note-{name}", set="gold", mention="m1", spans=(Span(4, 9),)),
        ),
    )


def chronicle(
    patient: str,
    *events: Event,
    sex: Any = "female",
    born: str = "1950-06-15",
    died: str = "",
    last: str = "2020-12-31",
    links: Iterable[tuple[str, str, str]] = (),
) -> Chronicle:
    return Chronicle(
        patient=Person(patient, sex, bounds(born), bounds(died)),
        events=events,
        links=tuple(EventLink(*link) for link in links),
        last_day=day(last) if last else None,
    )


def write_tables(folder: Path, chronicles: Iterable[Chronicle]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with TableWriter(folder) as writer:
        writer.write(encode_tables(chronicles))
    return folder


# Lives


def convert_life(patient: Patient) -> Chronicle:
    """Convert a life into a chronicle that states exactly what happened."""
    last = max(happening.date for happening in patient.events)
    relatives = {key for _, key in patient.family}
    events = [
        _convert_thing(patient, key, thing, last, relatives)
        for key, thing in patient.things.items()
        if thing.kind in KINDS
    ]
    died = Bounds(patient.died, patient.died)
    person = Person(patient.id, patient.sex, Bounds(patient.born, patient.born), died)  # type: ignore[arg-type]
    return Chronicle(patient=person, events=tuple(events), last_day=last)


def _convert_thing(
    patient: Patient, key: str, thing: Thing, last: datetime.date, relatives: set[str]
) -> Event:
    details = dict(thing.details)
    if key == patient.tumour:
        details |= {"stage": patient.stage, "tnm": patient.tnm}
    assertion: Assertion = "family" if key in relatives else "affirmed"
    if key.startswith("no_"):
        assertion = "negated"
    start = Bounds(thing.start, thing.start)
    lasts = Bounds(max(last, thing.start)) if thing.start else Bounds()
    return Event(
        id=key,
        kind=KINDS[thing.kind],
        name=thing.names[0],
        assertion=assertion,
        extent=Extent(start, Bounds(thing.end, thing.end) if thing.end else lasts),
        details=details,
        evidence=(Evidence(document=f"{patient.id}-001", set="gold", mention=key),),
    )
