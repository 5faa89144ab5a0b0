"""The records of demo patients: pseudonymisation reads them and finds their identifiers."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from goldsmith.errors import InputError
from goldsmith.privacy import read_records
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.record import build_record

ROOT = Path(__file__).parent.parent.parent


def load_benchmark() -> ModuleType:
    path = ROOT / "benchmarks/pseudonymisation.py"
    spec = importlib.util.spec_from_file_location("pseudonymisation", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_record_of_a_demo_patient_is_read(tmp_path: Path) -> None:
    life = make_patient(3, seed=7)
    path = tmp_path / "records.jsonl"
    path.write_bytes(msgspec.json.encode(build_record(life)) + b"\n")
    (record,) = read_records(path).values()
    assert record.patient == life.id
    assert (record.people[0].first, record.people[0].surname) == ((life.first,), life.last)
    assert record.people[0].sex == life.sex[0]
    people = (life.relative, life.gp, life.consultant, life.surgeon, *life.others)
    names = {(person.first, person.surname) for person in record.people}
    assert {((person.first,), person.last) for person in people} <= names
    assert record.born == life.born.isoformat()
    assert record.numbers == (life.number,), "the number of a cycle does not identify the patient"
    assert record.contacts == (life.phone,)
    assert record.institutions == (life.hospital,) and record.places == (life.town,)


def write_line(path: Path, **values: object) -> Path:
    path.write_text(json.dumps(values) + "\n", "utf-8")
    return path


def test_unknown_columns_of_tables_are_rejected(tmp_path: Path) -> None:
    path = write_line(tmp_path / "r", demographics={"patient": "1", "surnme": "Tarrow"})
    with pytest.raises(InputError, match="unknown columns: surnme"):
        read_records(path)
    path = write_line(tmp_path / "r", demographics={"patient": "1"}, visitors=[{"name": "Joan"}])
    with pytest.raises(InputError, match="unknown columns: visitors"):
        read_records(path)


def test_clinicians_are_read_from_the_appointments(tmp_path: Path) -> None:
    appointments = [
        {"patient": "1", "clinic": "Ward 4", "clinician": "Dr Wray", "kind": "visit"}
    ] * 2
    path = write_line(
        tmp_path / "r", patient="1", surname="Tarrow", appointments=appointments, labs=[{"x": 1}]
    )
    (record,) = read_records(path).values()
    assert [person.surname for person in record.people] == ["Tarrow", "Wray"]


@pytest.mark.xfail(
    reason="precision of places on demo notes is below 98 % at the default recall", strict=True
)
def test_identifiers_of_demo_notes_are_found() -> None:
    module = load_benchmark()
    docs, records = module.make_demo(3, seed=11)
    lives = {life.id: life for life in (make_patient(number, seed=11) for number in range(3))}
    for doc in docs:
        mentions = [mention for mention in doc.sets["gold"].mentions if mention.type == "NAME"]
        names = {doc.get_covered_text(mention) for mention in mentions}
        last = lives[doc.metadata.patient].last
        assert any(last in name for name in names) == (last in doc.text)
    counts, errors = module.measure(docs, records)
    for kind in ("NAME", "DATE", "PLACE", "NUMBER"):
        count = counts[kind]
        assert count["identifiers"] > 0, f"no {kind} among the identifiers"
        assert count["found"] >= 0.98 * count["identifiers"], errors
        assert count["right"] >= 0.98 * count["replaced"], errors
