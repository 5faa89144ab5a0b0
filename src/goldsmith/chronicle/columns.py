"""The columns of the tables of chronicles: names and types, and rows from the model and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter
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
_OPEN = Bounds()


class FlatColumn(Column):
    """Values as rows of flat columns.

    Args:
        columns: The columns by name.
        split: Makes the columns of all values, in the order of `columns`. Column by column is
            several times faster than row by row.
        build: Makes a value of a row.
    """

    def __init__(
        self,
        columns: Mapping[str, Column],
        split: Callable[[Sequence[Any]], Iterable[Sequence[Any]]],
        build: Callable[[Mapping[str, Any]], Any],
    ) -> None:
        self.columns, self._split, self._build = dict(columns), split, build
        self.fields = [pa.field(name, column.type) for name, column in columns.items()]
        self.type, self.default = pa.struct(self.fields), None

    def encode(self, values: Sequence[Any]) -> pa.Array:
        """Convert values to an array."""
        cells = self._split(values) if values else repeat((), len(self.columns))
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


def _get_all(name: str, values: Iterable[Any]) -> list[Any]:
    """Return an attribute of each value."""
    return list(map(attrgetter(name), values))


def _transpose(rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return zip(*rows, strict=True)


def _split_bounds(bounds: Sequence[Bounds]) -> Iterator[list[Date | None]]:
    yield _get_all("earliest", bounds)
    yield _get_all("latest", bounds)


def _split_extents(extents: Sequence[Extent]) -> Iterator[list[Date | None]]:
    yield from _split_bounds(_get_all("start", extents))
    yield from _split_bounds(_get_all("end", extents))


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


def _split_patients(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[Any]]:
    patients, people, last_days = _transpose(rows)
    yield patients
    yield _get_all("sex", people)
    yield from _split_bounds(_get_all("born", people))
    yield from _split_bounds(_get_all("died", people))
    yield last_days


PATIENT = FlatColumn(
    {**_make_texts("patient sex"), **_make_bounds("born", "died"), "last_day": DAY},
    _split_patients,
    _build_patient,
)
DOCUMENT = FlatColumn(
    {**_make_texts("patient document"), "date": DAY},
    _transpose,
    lambda row: (row["patient"], row["document"], row["date"]),
)


def _split_events(rows: Sequence[tuple[str, Event]]) -> Iterator[Sequence[Any]]:
    patients, events = _transpose(rows)
    yield patients
    for field in ("id", "kind", "name", "assertion"):
        yield _get_all(field, events)
    codes = _get_all("codes", events)
    yield codes
    yield list(map(_write_keys, codes))
    yield from _split_extents(_get_all("extent", events))
    yield [event.statuses[-1].status if event.statuses else "" for event in events]
    details = _get_all("details", events)
    for name in DETAILS:
        yield [values.get(name, "") if values else "" for values in details]
    yield details
    yield _get_all("confidence", events)


def _write_keys(codes: Sequence[Code]) -> str:
    return " ".join(sorted([f"{code.system}:{code.code}" for code in codes])) if codes else ""


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
    _split_events,
    _build_event,
)


def _split_evidence(places: Sequence[Evidence]) -> Iterator[Sequence[Any]]:
    for field in ("document", "set", "mention", "spans", "table", "row", "date", "assertion"):
        yield _get_all(field, places)
    yield from _split_extents(_get_all("extent", places))
    yield _get_all("basis", places)
    yield _get_all("confidence", places)


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


def _split_evidence_rows(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[Any]]:
    *keys, places = _transpose(rows)
    yield from keys
    yield from _split_evidence(places)


def _split_statuses(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[Any]]:
    patients, events, changes = _transpose(rows)
    yield patients
    yield events
    yield _get_all("status", changes)
    yield from _split_bounds(_get_all("since", changes))
    yield _get_all("evidence", changes)


def _split_fields(*names: str) -> Callable[[Sequence[tuple[Any, ...]]], Iterator[Sequence[Any]]]:
    """Return a function that splits rows of a patient and a value into columns."""

    def split(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[Any]]:
        patients, values = _transpose(rows)
        yield patients
        for name in names:
            yield _get_all(name, values)

    return split


#: `position` is the place of the evidence in its event, from 0.
EVIDENCE = FlatColumn(
    {**_make_texts("patient event"), "position": INTEGER, **_EVIDENCE},
    _split_evidence_rows,
    lambda row: (row["patient"], row["event"], row["position"], _build_evidence(row)),
)
#: `position` is the place of the evidence that states the change, in its event.
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
    """Return an event with its evidence and statuses, which have tables of their own."""
    return msgspec.structs.replace(event, evidence=evidence, statuses=statuses)
