"""Structured records of patients: the names, places and numbers to look for in the notes."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator
from io import StringIO
from pathlib import Path

import msgspec

from goldsmith.errors import InputError, Remedy
from goldsmith.formats.patient_records import PATIENT_FIELDS
from goldsmith.privacy import words
from goldsmith.privacy.people import Person, parse_person

#: Column -> its aliases.
COLUMNS: dict[str, tuple[str, ...]] = {
    "patient": PATIENT_FIELDS[1:],
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
#: Table of a whole record -> its columns with names; with None, every column must be in COLUMNS.
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
    return parse_records(path.read_text("utf-8-sig"), str(path), ignore=ignore)


def parse_records(text: str, where: str, *, ignore: Collection[str] = ()) -> dict[str, Record]:
    """Read records from the content of a file; see `read_records`."""
    rows = _read_json_rows(text, where) if is_json(text) else _read_csv_rows(text, where)
    merged: dict[str, Row] = {}
    for line, cells in rows:
        row = _rename_columns(cells, where, line, ignore)
        patient = " ".join(row.get("patient", []))
        if not patient:
            raise InputError("the row names no patient", where=where, line=line)
        columns = merged.setdefault(patient, {})
        for name, values in row.items():
            column = columns.setdefault(name, [])
            column.extend(value for value in values if value not in column)
    return {patient: _make_record(patient, row) for patient, row in merged.items()}


def is_json(text: str) -> bool:
    """Return whether records are JSON lines; otherwise they are CSV."""
    return text.lstrip().startswith("{")


def get_column(name: str) -> str:
    """Return the column for a name or an alias, or the normalised name itself."""
    name = name.strip().casefold().replace(" ", "_").replace("-", "_")
    return _COLUMN_OF.get(name, name)


def is_ignored(name: str, ignore: Collection[str]) -> bool:
    """Return whether a column is among those to ignore, in any spelling."""
    return name in ignore or name.strip().casefold().replace(" ", "_").replace("-", "_") in ignore


def read_objects(text: str, where: str) -> Iterator[tuple[int, dict[str, object]]]:
    """Read the objects of JSON lines with their line numbers.

    Raises:
        InputError: A line is not an object.
    """
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
                where=where,
                line=number,
                expected="one object on each line",
            )
        yield number, values


def _read_json_rows(text: str, where: str) -> Iterator[tuple[int, Row]]:
    for number, values in read_objects(text, where):
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


def read_csv(text: str, where: str) -> Iterator[tuple[int, list[str], dict[str, str | None]]]:
    """Read the rows of a CSV file, each with its line number and the names of all columns.

    Raises:
        InputError: A row has more cells than there are columns.
    """
    reader = csv.DictReader(StringIO(text))
    columns = list(reader.fieldnames or ())
    for row in reader:
        if None in row:
            raise InputError(
                "the row has more cells than there are columns",
                where=where,
                line=reader.line_num,
                expected="one cell for each column; separate several values of a cell with ;",
            )
        yield reader.line_num, columns, row


def _read_csv_rows(text: str, where: str) -> Iterator[tuple[int, Row]]:
    for number, _, row in read_csv(text, where):
        yield number, {name: _split_cell(cell) for name, cell in row.items()}


def _split_cell(cell: str | None) -> list[str]:
    return [part.strip() for part in (cell or "").split(";") if part.strip()]


def _rename_columns(cells: Row, where: str, line: int, ignore: Collection[str]) -> Row:
    """Rename aliases to the names of their columns; raise InputError for unknown columns."""
    row: Row = {}
    unknown = []
    for column, values in cells.items():
        name = get_column(column)
        if is_ignored(column, ignore):
            continue
        if name not in COLUMNS:
            unknown.append(column)
        else:
            row.setdefault(name, []).extend(values)
    if unknown:
        raise InputError(
            f"unknown columns: {', '.join(unknown)}",
            where=where,
            line=line,
            expected="some of " + ", ".join(_COLUMN_OF),
            remedy=Remedy.IGNORE_COLUMN,
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
