"""Structured records of patients: the names, places and numbers to look for in the notes."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator
from io import StringIO
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.privacy import words
from goldsmith.privacy.people import Person, parse_person

#: Column -> its aliases.
COLUMNS: dict[str, tuple[str, ...]] = {
    "patient": ("patient_id", "subject_id"),
    "title": (),
    "first_name": ("forename", "given_name", "first_names", "forenames", "given_names"),
    "middle_name": ("middle_names",),
    "surname": ("last_name", "family_name"),
    "previous_surname": ("maiden_name", "previous_name", "birth_name"),
    "known_as": ("preferred_name", "nickname"),
    "sex": ("gender",),
    "date_of_birth": ("dob", "birth_date"),
    "address": ("street", "address_1", "address_2", "addresses"),
    "town": ("city", "village", "county"),
    "postcode": ("post_code", "zip", "zip_code"),
    "phone": ("telephone", "mobile", "fax", "phones"),
    "email": ("e_mail", "emails"),
    "number": ("numbers", "nhs_number", "hospital_number", "mrn", "chi", "ssn", "account"),
    "relatives": ("relative", "next_of_kin", "nok", "carer", "carers"),
    "clinicians": ("clinician", "gp", "consultant", "doctor", "doctors", "staff"),
    "institution": ("institutions", "hospital", "hospitals", "practice"),
}
#: Table of a whole record -> its columns with names; None: every column must be in COLUMNS.
TABLES: dict[str, tuple[str, ...] | None] = {
    "demographics": None,
    "appointments": ("clinician",),
    "diagnoses": (),
    "prescriptions": (),
    "labs": (),
    "procedures": (),
    "admissions": (),
}
#: Columns of the demographics that do not identify a patient.
IGNORED = ("died", "occupation", "smoker")
_COLUMN_OF = {alias: name for name, aliases in COLUMNS.items() for alias in (name, *aliases)}


class Record(msgspec.Struct, frozen=True):
    """The identifying data of a patient."""

    patient: str
    people: tuple[Person, ...] = ()
    """The patient first, then relatives and clinicians."""
    born: str = ""
    places: tuple[str, ...] = ()
    postcodes: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


Row = dict[str, list[str]]


def read_records(path: Path, *, ignore: Collection[str] = ()) -> dict[str, Record]:
    """Read records by patient from JSON lines or CSV; rows of the same patient are merged.

    Args:
        path: The file.
        ignore: Columns to ignore.

    Raises:
        InputError: A row is malformed, names no patient or has an unknown column.
    """
    text = path.read_text("utf-8-sig")
    rows = (
        _read_json_rows(text, path) if text.lstrip().startswith("{") else _read_csv_rows(text, path)
    )
    merged: dict[str, Row] = {}
    for line, cells in rows:
        row = _rename_columns(cells, path, line, ignore)
        patient = " ".join(row.get("patient", []))
        if not patient:
            raise InputError("the row names no patient", where=str(path), line=line)
        columns = merged.setdefault(patient, {})
        for name, values in row.items():
            column = columns.setdefault(name, [])
            column.extend(value for value in values if value not in column)
    return {patient: _make_record(patient, row) for patient, row in merged.items()}


def _read_json_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, list[str]]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            values = None
        if not isinstance(values, dict):
            raise InputError(
                "the line is not a JSON object",
                where=str(path),
                line=number,
                expected="one object on each line",
            )
        yield number, _flatten(values)


def _flatten(values: dict[str, object]) -> Row:
    """Merge the columns of the tables of a line with its other columns."""
    row: Row = {}
    for name, value in values.items():
        if name not in TABLES:
            row.setdefault(str(name), []).extend(_list_strings(value))
            continue
        columns = TABLES[name]
        for entry in value if isinstance(value, list) else [value]:
            for column, cell in entry.items() if isinstance(entry, dict) else ():
                if column not in IGNORED if columns is None else column in columns:
                    row.setdefault(str(column), []).extend(_list_strings(cell))
    return row


def _list_strings(value: object) -> list[str]:
    if isinstance(value, dict):  # {"name": "Joan", "relation": "daughter"}
        return _list_strings(value.get("name"))
    if isinstance(value, list):
        return [text for item in value for text in _list_strings(item)]
    return [] if value is None or not str(value).strip() else [str(value).strip()]


def _read_csv_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, list[str]]]]:
    reader = csv.DictReader(StringIO(text))
    for row in reader:
        if None in row:
            raise InputError(
                "the row has more cells than there are columns",
                where=str(path),
                line=reader.line_num,
                expected="a cell for each column; separate several values of a cell by ;",
            )
        yield reader.line_num, {name: _split_cell(cell) for name, cell in row.items()}


def _split_cell(cell: str | None) -> list[str]:
    return [part.strip() for part in (cell or "").split(";") if part.strip()]


def _rename_columns(cells: Row, path: Path, line: int, ignore: Collection[str]) -> Row:
    """Rename aliases to the names of their columns; raise InputError for unknown columns."""
    row: Row = {}
    unknown = []
    for column, values in cells.items():
        name = column.strip().casefold().replace(" ", "_").replace("-", "_")
        if column in ignore or name in ignore:
            continue
        if name not in _COLUMN_OF:
            unknown.append(column)
        else:
            row.setdefault(_COLUMN_OF[name], []).extend(values)
    if unknown:
        raise InputError(
            f"unknown columns: {', '.join(unknown)}",
            where=str(path),
            line=line,
            expected="some of " + ", ".join(_COLUMN_OF),
            remedy="Rename them, or ignore them with --ignore-column",
        )
    return row


def _make_record(patient: str, row: Row) -> Record:
    sex = _read_sex(row)
    first = [
        word for name in ("first_name", "middle_name") for word in _split_words(row.get(name, ()))
    ]
    own = [Person(tuple(first), surname, sex) for surname in row.get("surname", [""])]
    own += [Person(tuple(first), surname, sex) for surname in row.get("previous_surname", ())]
    own += [Person((name,), "", sex) for name in _split_words(row.get("known_as", ()))]
    related = [
        parse_person(name) for name in (*row.get("relatives", ()), *row.get("clinicians", ()))
    ]
    return Record(
        patient,
        tuple(person for person in (*own, *related) if person.surname or person.first),
        (row.get("date_of_birth") or [""])[0],
        (*row.get("address", ()), *row.get("town", ())),
        tuple(row.get("postcode", ())),
        tuple(row.get("institution", ())),
        (*row.get("phone", ()), *row.get("email", ())),
        tuple(row.get("number", ())),
    )


def _split_words(values: Iterable[str]) -> list[str]:
    return [word for value in values for word in value.split()]


def _read_sex(row: Row) -> str:
    letter = "".join(row.get("sex", [])[:1])[:1].casefold()
    return {"f": words.FEMALE, "w": words.FEMALE, "m": words.MALE}.get(letter, "")
