"""The structured record of a patient: the names, places and numbers to look for in the notes."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterable, Iterator
from io import StringIO
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.privacy import words
from goldsmith.privacy.people import Person, person

#: Column -> other names it goes by; the first is the one to use.
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
#: Tables of a whole record -> their columns that name somebody; None: every column must be known.
TABLES: dict[str, tuple[str, ...] | None] = {
    "demographics": None,
    "appointments": ("clinician",),
    "diagnoses": (),
    "prescriptions": (),
    "labs": (),
    "procedures": (),
    "admissions": (),
}
#: Columns beside the names that tell of the patient and are looked for nowhere.
PASSED_OVER = ("died", "occupation", "smoker")
_NAMED = {alias: name for name, others in COLUMNS.items() for alias in (name, *others)}


class Record(msgspec.Struct, frozen=True):
    """What the record says about one patient, as far as it identifies somebody."""

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
    """Patient -> record, from JSON lines or CSV; rows of one patient are put together."""
    text = path.read_text("utf-8-sig")
    rows = _json_rows(text, path) if text.lstrip().startswith("{") else _csv_rows(text, path)
    gathered: dict[str, Row] = {}
    for line, values in rows:
        row = _named(values, path, line, ignore)
        patient = " ".join(row.get("patient", []))
        if not patient:
            raise InputError("this row names no patient", where=str(path), line=line)
        kept = gathered.setdefault(patient, {})
        for name, found in row.items():
            kept.setdefault(name, []).extend(one for one in found if one not in kept[name])
    return {patient: _record(patient, row) for patient, row in gathered.items()}


def _json_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, list[str]]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            values = None
        if not isinstance(values, dict):
            raise InputError(
                "this line is not JSON", where=str(path), line=number, expected="one object a line"
            )
        yield number, _flat(values)


def _flat(values: dict[str, object]) -> Row:
    """The columns of a line; those of its tables stand beside its own."""
    row: Row = {}
    for name, value in values.items():
        if name not in TABLES:
            row.setdefault(str(name), []).extend(_strings(value))
            continue
        kept = TABLES[name]
        for entry in value if isinstance(value, list) else [value]:
            for column, cell in entry.items() if isinstance(entry, dict) else ():
                if column not in PASSED_OVER if kept is None else column in kept:
                    row.setdefault(str(column), []).extend(_strings(cell))
    return row


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):  # {"name": "Joan", "relation": "daughter"}: what matters is said
        return _strings(value.get("name"))
    if isinstance(value, list):
        return [text for one in value for text in _strings(one)]
    return [] if value is None or not str(value).strip() else [str(value).strip()]


def _csv_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, list[str]]]]:
    reader = csv.DictReader(StringIO(text))
    for row in reader:
        if None in row:
            raise InputError(
                "this row has more cells than there are columns",
                where=str(path),
                line=reader.line_num,
                expected="a cell for each column; several values in one cell go between ;",
            )
        yield (
            reader.line_num,
            {name: [part.strip() for part in (cell or "").split(";") if part.strip()]
             for name, cell in row.items()},
        )  # fmt: skip


def _named(values: Row, path: Path, line: int, ignore: Collection[str]) -> Row:
    """The values under the names we know; unknown columns are an error with the known ones."""
    row: Row = {}
    unknown = []
    for column, found in values.items():
        name = column.strip().casefold().replace(" ", "_").replace("-", "_")
        if column in ignore or name in ignore:
            continue
        if name not in _NAMED:
            unknown.append(column)
        else:
            row.setdefault(_NAMED[name], []).extend(found)
    if unknown:
        raise InputError(
            f"unknown columns: {', '.join(unknown)}",
            where=str(path),
            line=line,
            expected="some of " + ", ".join(_NAMED),
            remedy="Rename them, or pass over them with --ignore-column",
        )
    return row


def _record(patient: str, row: Row) -> Record:
    sex = _sex(row)
    first = [word for name in ("first_name", "middle_name") for word in _split(row.get(name, ()))]
    own = [Person(tuple(first), surname, sex) for surname in row.get("surname", [""])]
    own += [Person(tuple(first), surname, sex) for surname in row.get("previous_surname", ())]
    own += [Person((name,), "", sex) for name in _split(row.get("known_as", ()))]
    others = [person(name) for name in (*row.get("relatives", ()), *row.get("clinicians", ()))]
    return Record(
        patient,
        tuple(one for one in (*own, *others) if one.surname or one.first),
        (row.get("date_of_birth") or [""])[0],
        (*row.get("address", ()), *row.get("town", ())),
        tuple(row.get("postcode", ())),
        tuple(row.get("institution", ())),
        (*row.get("phone", ()), *row.get("email", ())),
        tuple(row.get("number", ())),
    )


def _split(values: Iterable[str]) -> list[str]:
    return [word for value in values for word in value.split()]


def _sex(row: Row) -> str:
    told = "".join(row.get("sex", [])[:1])[:1].casefold()
    return {"f": words.FEMALE, "w": words.FEMALE, "m": words.MALE}.get(told, "")
