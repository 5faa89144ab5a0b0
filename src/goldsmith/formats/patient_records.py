"""Structured records of patients, stored with their documents: one JSON line per patient."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from goldsmith.errors import InputError

#: The name of the loss if a format cannot store records.
RECORDS = "records"
#: The names of the field that identifies the patient.
PATIENT_FIELDS = ("patient", "patient_id", "subject_id")


class PatientRecord(msgspec.Struct, frozen=True):
    """The structured data about a patient, apart from the documents.

    `line` is a JSON object. Its fields are defined by the user, so they are kept unchanged.
    """

    patient: str
    line: str


def parse_records(lines: Iterable[bytes | str], where: str) -> Iterator[PatientRecord]:
    """Read the records of patients.

    Args:
        lines: JSON objects. Each names its patient in one of `PATIENT_FIELDS`, either directly or
            in one of its tables, such as `{"demographics": {"patient": "P1"}}`.
        where: The name of the file in messages.

    Raises:
        InputError: A line is not an object, names no patient, or names the patient of another line.
    """
    patients: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        patient = _read_patient(line, where, number)
        text = line.decode() if isinstance(line, bytes) else line
        record = PatientRecord(patient, text.rstrip("\r\n"))
        if record.patient in patients:
            raise InputError(
                "the patient of this line has a record already",
                where=where,
                line=number,
                expected="one line for each patient",
            )
        patients.add(record.patient)
        yield record


def select_records(
    records: Iterable[PatientRecord], patients: Collection[str]
) -> Iterator[PatientRecord]:
    """Yield the records of some of the patients."""
    return (record for record in records if record.patient in patients)


def _read_patient(line: bytes | str, where: str, number: int) -> str:
    try:
        values = json.loads(line.decode() if isinstance(line, bytes) else line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise InputError(
            "the line is not a JSON object",
            where=where,
            line=number,
            expected="one object on each line",
        )
    patient = find_patient(values)
    if not patient:
        raise InputError(
            "the record names no patient",
            where=where,
            line=number,
            expected="one of the fields " + ", ".join(PATIENT_FIELDS),
        )
    return patient


def find_patient(values: Mapping[str, object]) -> str:
    """Return the patient of a record, or "" if it names none."""
    tables = [value for value in values.values() if isinstance(value, dict)]
    for table in (values, *tables):
        for name in PATIENT_FIELDS:
            value = table.get(name)
            if isinstance(value, str | int) and str(value).strip():
                return str(value).strip()
    return ""
