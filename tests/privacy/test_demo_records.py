"""The record of a made-up patient is one that pseudonymisation can use, and it is scored by it."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from goldsmith.errors import InputError
from goldsmith.privacy import read_records
from goldsmith_demo.life.course import live
from goldsmith_demo.life.record import record

ROOT = Path(__file__).parent.parent.parent


def benchmark() -> ModuleType:
    path = ROOT / "benchmarks/pseudonymisation.py"
    spec = importlib.util.spec_from_file_location("pseudonymisation", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_record_of_a_life_is_read(tmp_path: Path) -> None:
    life = live(3, seed=7)
    path = tmp_path / "records.jsonl"
    path.write_bytes(msgspec.json.encode(record(life)) + b"\n")
    (one,) = read_records(path).values()
    assert one.patient == life.id
    assert (one.people[0].first, one.people[0].surname) == ((life.first,), life.last)
    assert one.people[0].sex == life.sex[0]
    around = (life.relative, life.gp, life.consultant, life.surgeon, *life.others)
    named = {(who.first, who.surname) for who in one.people}
    assert {((who.first,), who.last) for who in around} <= named
    assert one.born == life.born.isoformat()
    assert one.numbers == (life.number,), "the number of a cycle is no number of the patient"
    assert one.contacts == (life.phone,)
    assert one.institutions == (life.hospital,) and one.places == (life.town,)


def lines(path: Path, **values: object) -> Path:
    path.write_text(json.dumps(values) + "\n", "utf-8")
    return path


def test_columns_of_tables_are_checked_too(tmp_path: Path) -> None:
    path = lines(tmp_path / "r", demographics={"patient": "1", "surnme": "Tarrow"})
    with pytest.raises(InputError, match="unknown columns: surnme"):
        read_records(path)
    path = lines(tmp_path / "r", demographics={"patient": "1"}, visitors=[{"name": "Joan"}])
    with pytest.raises(InputError, match="unknown columns: visitors"):
        read_records(path)


def test_who_was_seen_comes_from_the_appointments(tmp_path: Path) -> None:
    seen = [{"patient": "1", "clinic": "Ward 4", "clinician": "Dr Wray", "kind": "visit"}] * 2
    path = lines(tmp_path / "r", patient="1", surname="Tarrow", appointments=seen, labs=[{"x": 1}])
    (one,) = read_records(path).values()
    assert [who.surname for who in one.people] == ["Tarrow", "Wray"]


def test_the_identifiers_of_demo_notes_are_known_and_found() -> None:
    module = benchmark()
    docs, records = module.demo(3, seed=11)
    lives = {life.id: life for life in (live(number, seed=11) for number in range(3))}
    for doc in docs:
        marked = {doc.covered(one) for one in doc.sets["gold"].mentions if one.type == "NAME"}
        last = lives[doc.metadata.patient].last
        assert any(last in one for one in marked) == (last in doc.text)
    counts, wrong = module.counted(docs, records)
    for kind in ("NAME", "DATE", "PLACE", "NUMBER"):
        one = counts[kind]
        assert one["identifiers"] > 0, f"no {kind} among the identifiers"
        assert one["found"] >= 0.98 * one["identifiers"], wrong
        assert one["right"] >= 0.98 * one["replaced"], wrong
