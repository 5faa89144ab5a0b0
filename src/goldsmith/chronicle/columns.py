"""The columns of the tables of chronicles: names and types, and rows from the model and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

import msgspec
import pyarrow as pa

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
    TEXT,
    Column,
    LeafColumn,
    ListColumn,
    MapColumn,
    StructColumn,
)

DAY = LeafColumn(pa.date32(), None, pa.types.is_date32)
NUMBER = LeafColumn(pa.float64(), 1.0, pa.types.is_floating)
#: The details of an event that have a column of their own; the map `details` has all of them.
DETAILS = ("stage", "tnm", "grade", "side", "dose", "route", "value", "unit")
_NO_DETAILS = ("",) * len(DETAILS)
_OPEN = Bounds()


class FlatColumn(Column):
    """Values as rows of flat columns: `flatten` makes a row of a value, `build` the reverse."""

    def __init__(
        self,
        columns: Mapping[str, Column],
        flatten: Callable[[Any], Sequence[Any]],
        build: Callable[[Mapping[str, Any]], Any],
    ) -> None:
        self.columns, self._flatten, self._build = dict(columns), flatten, build
        self.fields = [pa.field(name, column.type) for name, column in columns.items()]
        self.type, self.default = pa.struct(self.fields), None

    def encode(self, values: Sequence[Any]) -> pa.Array:
        """Convert values to an array."""
        cells: Iterable[Sequence[Any]] = zip(*map(self._flatten, values), strict=True)
        if not values:
            cells = repeat((), len(self.columns))
        arrays = [
            column.encode(column_values)
            for column, column_values in zip(self.columns.values(), cells, strict=False)
        ]
        return pa.StructArray.from_arrays(arrays, fields=self.fields)

    def decode(self, array: pa.Array) -> list[Any]:
        """Convert an array to values."""
        names = [field.name for field in array.type]
        arrays = dict(zip(names, array.flatten(), strict=True))
        columns = [column.decode(arrays[name]) for name, column in self.columns.items()]
        return [
            self._build(dict(zip(self.columns, row, strict=True)))
            for row in zip(*columns, strict=True)
        ]

    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        """Yield columns that are missing or of another type."""
        types = {field.name: field.type for field in actual}
        for name, column in self.columns.items():
            if name not in types:
                yield f"{name} is missing"
            else:
                yield from column.find_problems(types[name], name)


def _make_texts(names: str) -> dict[str, Column]:
    return dict.fromkeys(names.split(), TEXT)


def _make_bounds(*names: str) -> dict[str, Column]:
    return {f"{name}_{end}": DAY for name in names for end in ("earliest", "latest")}


def _flatten_extent(extent: Extent) -> tuple[Date | None, ...]:
    start, end = extent.start, extent.end
    return start.earliest, start.latest, end.earliest, end.latest


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


PATIENT = FlatColumn(
    {**_make_texts("patient sex"), **_make_bounds("born", "died"), "last_day": DAY},
    lambda row: (
        row[0],
        row[1].sex,
        *_flatten_extent(Extent(row[1].born, row[1].died)),
        row[2],
    ),
    _build_patient,
)
DOCUMENT = FlatColumn(
    {**_make_texts("patient document"), "date": DAY},
    lambda row: row,
    lambda row: (row["patient"], row["document"], row["date"]),
)


def _flatten_event(row: tuple[str, Event]) -> tuple[Any, ...]:
    patient, event = row
    details, codes = event.details, event.codes
    return (
        patient,
        event.id,
        event.kind,
        event.name,
        event.assertion,
        codes,
        " ".join(sorted([f"{code.system}:{code.code}" for code in codes])) if codes else "",
        *_flatten_extent(event.extent),
        event.statuses[-1].status if event.statuses else "",
        *([details.get(name, "") for name in DETAILS] if details else _NO_DETAILS),
        details,
        event.confidence,
    )


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


#: `status` is the last status of the event, "" if none is stated.
#: `code_keys` holds SYSTEM:CODE of each code, sorted: a flat column that queries filter fast.
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
    _flatten_event,
    _build_event,
)


def _flatten_evidence(evidence: Evidence) -> tuple[Any, ...]:
    return (
        evidence.document,
        evidence.set,
        evidence.mention,
        evidence.spans,
        evidence.table,
        evidence.row,
        evidence.date,
        evidence.assertion,
        *_flatten_extent(evidence.extent),
        evidence.basis,
        evidence.confidence,
    )


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
#: `position` is the place of the evidence in its event, from 0.
EVIDENCE = FlatColumn(
    {**_make_texts("patient event"), "position": INTEGER, **_EVIDENCE},
    lambda row: (*row[:3], *_flatten_evidence(row[3])),
    lambda row: (row["patient"], row["event"], row["position"], _build_evidence(row)),
)
#: `position` is the place of the evidence that states the change, in its event.
STATUS = FlatColumn(
    {**_make_texts("patient event status"), **_make_bounds("since"), "position": INTEGER},
    lambda row: (
        row[0],
        row[1],
        row[2].status,
        row[2].since.earliest,
        row[2].since.latest,
        row[2].evidence,
    ),
    lambda row: (
        row["patient"],
        row["event"],
        StatusChange(row["status"], _build_bounds(row, "since"), row["position"]),
    ),
)
LINK = FlatColumn(
    _make_texts("patient type first second"),
    lambda row: (row[0], row[1].type, row[1].first, row[1].second),
    lambda row: (row["patient"], EventLink(row["type"], row["first"], row["second"])),
)
CONFLICT = FlatColumn(
    {
        **_make_texts("patient kind message"),
        "events": ListColumn(TEXT),
        "evidence": ListColumn(FlatColumn(_EVIDENCE, _flatten_evidence, _build_evidence)),
    },
    lambda row: (row[0], row[1].kind, row[1].message, row[1].events, row[1].evidence),
    lambda row: (
        row["patient"],
        Conflict(row["kind"], row["message"], row["events"], row["evidence"]),
    ),
)


def place_evidence(
    event: Event, evidence: tuple[Evidence, ...], statuses: tuple[StatusChange, ...]
) -> Event:
    """Return an event with its evidence and statuses, which have tables of their own."""
    return msgspec.structs.replace(event, evidence=evidence, statuses=statuses)
