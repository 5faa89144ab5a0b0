"""Define the columns of the chronicle tables, and convert between model objects and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec
import pyarrow as pa

from goldsmith.chronicle.flat_column import FlatColumn
from goldsmith.chronicle.model import (
    Bounds,
    Conflict,
    Date,
    Event,
    EventLink,
    Evidence,
    Extent,
    Person,
    StatusChange,
)
from goldsmith.core import Code, Span
from goldsmith.formats.parquet.columns import (
    INTEGER,
    Column,
    LeafColumn,
    ListColumn,
    MapColumn,
    StructColumn,
    is_text,
)

#: Converts strings with `pyarrow.array`, which is twice as fast as the converter for documents. It
#: imports pandas, but the date columns do so anyway.
TEXT = LeafColumn(pa.string(), "", is_text)
DAY = LeafColumn(pa.date32(), None, pa.types.is_date32)
NUMBER = LeafColumn(pa.float64(), 1.0, pa.types.is_floating)
#: The event details that have their own column; the map `details` contains all of them.
DETAILS = ("stage", "tnm", "grade", "side", "dose", "route", "value", "unit")
_OPEN = Bounds()


def _make_texts(names: str) -> dict[str, Column]:
    return dict.fromkeys(names.split(), TEXT)


def _make_bounds(*names: str) -> dict[str, Column]:
    return {f"{name}_{end}": DAY for name in names for end in ("earliest", "latest")}


def _split_bounds(bounds: Sequence[Bounds]) -> Iterator[list[Date | None]]:
    yield [entry.earliest for entry in bounds]
    yield [entry.latest for entry in bounds]


def _split_extents(extents: Sequence[Extent]) -> Iterator[list[Date | None]]:
    yield from _split_bounds([extent.start for extent in extents])
    yield from _split_bounds([extent.end for extent in extents])


def _build_bounds(row: Mapping[str, Any], name: str) -> Bounds:
    earliest, latest = row[f"{name}_earliest"], row[f"{name}_latest"]
    return Bounds(earliest, latest) if earliest or latest else _OPEN


def _build_extent(row: Mapping[str, Any]) -> Extent:
    return Extent(_build_bounds(row, "start"), _build_bounds(row, "end"))


_CODES = ListColumn(StructColumn(Code, "code", _make_texts("code system name")))
_SPANS = ListColumn(StructColumn(Span, "start end", {"start": INTEGER, "end": INTEGER}))
_EXTENT = _make_bounds("start", "end")


def _build_patient(row: Mapping[str, Any]) -> tuple[Any, ...]:
    person = Person(
        row["patient"], row["sex"], _build_bounds(row, "born"), _build_bounds(row, "died")
    )
    return row["patient"], person, row["last_day"]


def _split_patients(
    patients: Sequence[str], people: Sequence[Person], last_days: Sequence[Date | None]
) -> Iterator[Sequence[Any]]:
    yield patients
    yield [person.sex for person in people]
    yield from _split_bounds([person.born for person in people])
    yield from _split_bounds([person.died for person in people])
    yield last_days


PATIENT = FlatColumn(
    {**_make_texts("patient sex"), **_make_bounds("born", "died"), "last_day": DAY},
    _split_patients,
    _build_patient,
)
DOCUMENT = FlatColumn(
    {**_make_texts("patient document"), "date": DAY},
    lambda *columns: columns,
    lambda row: (row["patient"], row["document"], row["date"]),
)


def _split_events(patients: Sequence[str], events: Sequence[Event]) -> Iterator[Sequence[Any]]:
    yield patients
    yield [event.id for event in events]
    yield [event.kind for event in events]
    yield [event.name for event in events]
    yield [event.assertion for event in events]
    codes = [event.codes for event in events]
    yield codes
    yield [_write_keys(entry) if entry else "" for entry in codes]
    yield from _split_extents([event.extent for event in events])
    yield [event.statuses[-1].status if event.statuses else "" for event in events]
    details = [event.details for event in events]
    for name in DETAILS:
        yield [values.get(name, "") if values else "" for values in details]
    yield details
    yield [event.confidence for event in events]


def _write_keys(codes: Sequence[Code]) -> str:
    return " ".join(sorted([f"{code.system}:{code.code}" for code in codes]))


def _build_event(row: Mapping[str, Any]) -> tuple[str, Event]:
    event = Event(
        id=row["event"],
        kind=row["kind"],
        name=row["name"],
        codes=row["codes"],
        assertion=row["assertion"],
        extent=_build_extent(row),
        details=row["details"],
        confidence=row["confidence"],
    )
    return row["patient"], event


#: `status` is the last status of the event, or "" if the event has no status.
#: `code_keys` contains SYSTEM:CODE for each code, sorted: queries can filter a flat column fast.
EVENT = FlatColumn(
    {
        **_make_texts("patient event kind name assertion"),
        "codes": _CODES,
        "code_keys": TEXT,
        **_EXTENT,
        "status": TEXT,
        **_make_texts(" ".join(DETAILS)),
        "details": MapColumn(),
        "confidence": NUMBER,
    },
    _split_events,
    _build_event,
)


def _split_evidence(places: Sequence[Evidence]) -> Iterator[Sequence[Any]]:
    # Written out because evidence is by far the largest table: twice as fast as `attrgetter`.
    yield [place.document for place in places]
    yield [place.set for place in places]
    yield [place.mention for place in places]
    yield [place.spans for place in places]
    yield [place.table for place in places]
    yield [place.row for place in places]
    yield [place.date for place in places]
    yield [place.assertion for place in places]
    yield from _split_extents([place.extent for place in places])
    yield [place.basis for place in places]
    yield [place.confidence for place in places]


def _build_evidence(row: Mapping[str, Any]) -> Evidence:
    return Evidence(
        document=row["document"],
        set=row["set"],
        mention=row["mention"],
        spans=row["spans"],
        table=row["table"],
        row=row["row"],
        date=row["date"],
        assertion=row["assertion"],
        extent=_build_extent(row),
        basis=row["basis"],
        confidence=row["confidence"],
    )


_EVIDENCE: dict[str, Column] = {
    **_make_texts("document set mention"),
    "spans": _SPANS,
    "table": TEXT,
    "row": INTEGER,
    "date": DAY,
    "assertion": TEXT,
    **_EXTENT,
    "basis": TEXT,
    "confidence": NUMBER,
}


def _split_places(
    patients: Sequence[str],
    events: Sequence[str],
    positions: Sequence[int],
    places: Sequence[Evidence],
) -> Iterator[Sequence[Any]]:
    yield from (patients, events, positions)
    yield from _split_evidence(places)


def _split_statuses(
    patients: Sequence[str], events: Sequence[str], changes: Sequence[StatusChange]
) -> Iterator[Sequence[Any]]:
    yield from (patients, events)
    yield [change.status for change in changes]
    yield from _split_bounds([change.since for change in changes])
    yield [change.evidence for change in changes]


def _split_fields(*names: str) -> Callable[..., Iterator[Sequence[Any]]]:
    """Return a function that splits patients and values into columns."""

    def split(patients: Sequence[str], values: Sequence[Any]) -> Iterator[Sequence[Any]]:
        yield patients
        for name in names:
            yield list(map(attrgetter(name), values))

    return split


#: `position` is the index of the evidence within its event, from 0.
EVIDENCE = FlatColumn(
    {**_make_texts("patient event"), "position": INTEGER, **_EVIDENCE},
    _split_places,
    lambda row: (row["patient"], row["event"], row["position"], _build_evidence(row)),
)
#: `position` is the index, within its event, of the evidence for the change.
STATUS = FlatColumn(
    {**_make_texts("patient event status"), **_make_bounds("since"), "position": INTEGER},
    _split_statuses,
    lambda row: (
        row["patient"],
        row["event"],
        StatusChange(row["status"], _build_bounds(row, "since"), row["position"]),
    ),
)
LINK = FlatColumn(
    _make_texts("patient type first second"),
    _split_fields("type", "first", "second"),
    lambda row: (row["patient"], EventLink(row["type"], row["first"], row["second"])),
)
CONFLICT = FlatColumn(
    {
        **_make_texts("patient kind message"),
        "events": ListColumn(TEXT),
        "evidence": ListColumn(FlatColumn(_EVIDENCE, _split_evidence, _build_evidence)),
    },
    _split_fields("kind", "message", "events", "evidence"),
    lambda row: (
        row["patient"],
        Conflict(row["kind"], row["message"], row["events"], row["evidence"]),
    ),
)


def place_evidence(
    event: Event, evidence: tuple[Evidence, ...], statuses: tuple[StatusChange, ...]
) -> Event:
    """Return a copy of an event with its evidence and statuses, which come from other tables."""
    return msgspec.structs.replace(event, evidence=evidence, statuses=statuses)
