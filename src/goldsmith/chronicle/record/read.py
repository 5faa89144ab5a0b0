"""Read a patient's record: a JSON object in which each field is a table, a list of rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from goldsmith.chronicle.merge.extents import make_bounds
from goldsmith.chronicle.model import Conflict, Evidence, Kind, Person
from goldsmith.chronicle.observations.model import (
    ANY_TIME,
    OPEN_END,
    OPEN_START,
    Limits,
    Observation,
    Statement,
)
from goldsmith.chronicle.observations.times import close_limits
from goldsmith.chronicle.record.table_map import RecordMap, TableMap
from goldsmith.core import Code
from goldsmith.formats.patient_records import PATIENT_FIELDS
from goldsmith.text.timex_days import Days, parse_days

Row = Mapping[str, Any]
_SEXES: Mapping[str, Literal["female", "male", "other"]] = {
    "female": "female",
    "f": "female",
    "woman": "female",
    "male": "male",
    "m": "male",
    "man": "male",
    "other": "other",
}


class RecordReading(msgspec.Struct, frozen=True):
    """The contents of a record: the patient, the statement, unknown tables, and conflicts."""

    person: Person
    statement: Statement
    #: Tables that are not in the map.
    unknown: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


def read_record(patient: str, line: str, record_map: RecordMap) -> RecordReading:
    """Read the record of a patient.

    Args:
        patient: The patient whose record it is.
        line: The record as a JSON object.
        record_map: What its tables and fields mean.
    """
    content: dict[str, Any] = json.loads(line)
    tables = {name: _list_rows(value) for name, value in content.items()}
    reader = _Reader(patient, record_map)
    observations = [
        observation
        for name, table in record_map.tables.items()
        for number, row in enumerate(tables.get(name, ()))
        if (observation := reader.read_row(name, table, number, row)) is not None
    ]
    about = record_map.person
    mapped = {about.table, *about.ignore, *record_map.tables}
    unknown = [name for name, rows in tables.items() if name not in mapped and rows]
    person = _read_person(patient, next(iter(tables.get(about.table, ())), {}), record_map)
    statement = Statement("", 0, tuple(observations))
    return RecordReading(person, statement, tuple(unknown), tuple(reader.conflicts))


def _list_rows(value: object) -> list[Row]:
    if isinstance(value, dict):
        return [value]
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _read_person(patient: str, row: Row, record_map: RecordMap) -> Person:
    fields = record_map.person
    born, died = _read_days(row, fields.born), _read_days(row, fields.died)
    return Person(
        patient,
        _SEXES.get(_read_text(row, fields.sex).casefold(), ""),
        make_bounds(*born) if born else make_bounds(OPEN_START, OPEN_END),
        make_bounds(*died) if died else make_bounds(OPEN_START, OPEN_END),
    )


class _Reader:
    def __init__(self, patient: str, record_map: RecordMap) -> None:
        self._patient, self._map = patient, record_map
        self.conflicts: list[Conflict] = []

    def read_row(self, name: str, table: TableMap, number: int, row: Row) -> Observation | None:
        """Return the observation in a row; None without a name or kind, or for another patient."""
        wording = _read_text(row, table.name)
        kind = table.kinds.get(_read_text(row, table.kind_by)) if table.kind_by else table.kind
        if not wording or kind is None:
            return None
        owner = next((_read_text(row, field) for field in PATIENT_FIELDS if row.get(field)), "")
        if owner and owner != self._patient:
            self._report_owner(name, number)
            return None
        days = _read_days(row, table.start)
        return Observation(
            kind,
            wording,
            limits=self._limit(table, row, days, kind, name, number),
            basis="record" if days else "none",
            codes=tuple(_read_codes(table, row)),
            details={
                detail: value
                for detail, field in table.details.items()
                if (value := _read_text(row, field))
            },
            table=name,
            row=number,
            day=days[0] if days else 0,
            named_after_end=_has_values(row, table.named_after_end),
        )

    def _limit(
        self, table: TableMap, row: Row, days: Days | None, kind: Kind, name: str, number: int
    ) -> Limits:
        if days is None:
            return ANY_TIME
        first, last = days
        end = _read_days(row, table.end)
        course = table.course
        if course and _read_text(row, course.field) in course.values:
            is_first = _read_text(row, course.number) == "1"
            return (first if is_first else OPEN_START, last, last, OPEN_END)
        if _has_values(row, table.known_by):
            first = OPEN_START
        if end is None:
            one_day = not table.end or kind in ("procedure", "investigation")
            return (first, last, *((days) if one_day else (last, OPEN_END)))
        if end[1] < days[0]:
            self._report_order(name, number)
            return (first, last, last, OPEN_END)
        return close_limits((first, last, *end))

    def _report_owner(self, table: str, row: int) -> None:
        message = f"row {row + 1} of {table} in the record is about another patient"
        self.conflicts.append(
            Conflict("other_patient", message, (), (Evidence(table=table, row=row),))
        )

    def _report_order(self, table: str, row: int) -> None:
        message = f"row {row + 1} of {table} in the record ends before it starts"
        self.conflicts.append(Conflict("dates", message, (), (Evidence(table=table, row=row),)))


def _read_text(row: Row, field: str) -> str:
    value = row.get(field) if field else None
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _has_values(row: Row, values: Mapping[str, str]) -> bool:
    """Return whether the fields of a row have all these values; False if there are none."""
    return bool(values) and all(_read_text(row, field) == value for field, value in values.items())


def _read_days(row: Row, field: str) -> Days | None:
    return parse_days(_read_text(row, field)[:10])


def _read_codes(table: TableMap, row: Row) -> Iterator[Code]:
    for system, field in table.codes.items():
        if value := _read_text(row, field):
            yield Code(value, system)
