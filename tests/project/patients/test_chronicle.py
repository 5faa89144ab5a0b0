"""Chronicles of a corpus: outputs, order, workers, and bad input."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from tests.chronicle.histories import write_note

from goldsmith.chronicle.model import Chronicle
from goldsmith.chronicle.tables import read_chronicles
from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import PatientRecord
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.patients.chronicle import (
    ChronicleOptions,
    ChronicleRun,
    build_chronicles,
    make_chronicles,
)
from goldsmith_demo.corpus import list_records
from goldsmith_demo.make import make_documents

SETS = ("clef", "clef-temporal", "share-2014", "mayo-disorder")


class Notes(DocumentNotes):
    """Notes with records."""

    def __init__(self, docs: Iterable[Document], records: Iterable[PatientRecord] = ()) -> None:
        super().__init__(docs)
        self.records = records

    def read_records(self) -> Iterator[PatientRecord]:
        return iter(self.records)


@pytest.fixture(scope="module")
def docs() -> list[Document]:
    return list(make_documents(3, seed=5, schemas=SETS))


@pytest.fixture(scope="module")
def records() -> list[PatientRecord]:
    return list(list_records(3, seed=5))


def run(docs: Iterable[Document], out: Path, **options: object) -> ChronicleRun:
    return make_chronicles(
        Notes(docs, list_records(3, seed=5)),
        out,
        ChronicleOptions(**options),  # type: ignore[arg-type]
    )


def read_lines(folder: Path) -> list[Chronicle]:
    lines = (folder / "chronicles.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Chronicle) for line in lines]


def test_lines_and_tables_contain_the_same_chronicles(docs: list[Document], tmp_path: Path) -> None:
    result = run(docs, tmp_path / "out", html=True, summary="short")
    chronicles = read_lines(tmp_path / "out")
    assert list(read_chronicles(tmp_path / "out")) == chronicles
    assert result.patients == len(chronicles) == 3
    assert result.documents == len(docs) == sum(len(entry.documents) for entry in chronicles)
    assert result.events == sum(len(entry.events) for entry in chronicles)
    assert len(list((tmp_path / "out" / "timelines").iterdir())) == 3
    summary = next((tmp_path / "out" / "summaries").iterdir()).read_text()
    assert "born on" in summary and "record: " in summary
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_result_does_not_depend_on_order_or_workers(docs: list[Document], tmp_path: Path) -> None:
    run(docs, tmp_path / "one")
    mixed = docs[:]
    random.Random(1).shuffle(mixed)
    run(mixed, tmp_path / "two", workers=2)
    first = {entry.patient.id: entry for entry in read_lines(tmp_path / "one")}
    second = {entry.patient.id: entry for entry in read_lines(tmp_path / "two")}
    assert msgspec.json.encode(sorted(first)) == msgspec.json.encode(sorted(second))
    for patient, chronicle in first.items():
        assert chronicle.events == second[patient].events
        assert set(chronicle.links) == set(second[patient].links)


def test_chronicle_of_a_single_patient(docs: list[Document], tmp_path: Path) -> None:
    patient = docs[-1].metadata.patient
    run(docs, tmp_path / "out.jsonl", patients=frozenset((patient,)))
    [line] = (tmp_path / "out.jsonl").read_bytes().splitlines()
    assert msgspec.json.decode(line, type=Chronicle).patient.id == patient
    with pytest.raises(UnknownName, match="patient"):
        run(docs, tmp_path / "none", patients=frozenset(("nobody",)))
    assert not (tmp_path / "none").exists()


def test_every_event_has_evidence_in_the_notes(docs: list[Document]) -> None:
    texts = {doc.id: doc for doc in docs}
    for chronicle in build_chronicles(docs):
        for event in chronicle.events:
            assert event.evidence
            for entry in event.evidence:
                mentions = texts[entry.document].sets[entry.set].mentions_by_id()
                assert mentions[entry.mention].spans == entry.spans


def test_earliest_bounds_never_follow_latest_bounds(docs: list[Document]) -> None:
    for chronicle in build_chronicles(docs):
        for event in chronicle.events:
            for bounds in (event.extent.start, event.extent.end):
                if bounds.earliest and bounds.latest:
                    assert bounds.earliest <= bounds.latest
            start, end = event.extent.start.earliest, event.extent.end.latest
            assert not (start and end) or start <= end


def test_notes_without_a_patient_are_left_out_and_counted(tmp_path: Path) -> None:
    docs = [
        write_note("d1", "2010-01-01", "[gout|Condition]"),
        write_note("d2", "2010-01-01", "[gout|Condition]", patient=""),
    ]
    result = make_chronicles(Notes(docs), tmp_path / "out", ChronicleOptions())
    assert (result.patients, result.documents, result.without_patient) == (1, 1, 1)


def test_future_dates_are_reported(tmp_path: Path) -> None:
    docs = [write_note("d1", "2030-01-01", "[gout|Condition]")]
    options = ChronicleOptions(today=datetime.date(2026, 1, 1))
    assert make_chronicles(Notes(docs), tmp_path / "out", options).conflicts == {"future": 1}


def test_unknown_ambiguous_and_missing_sets_are_refused(tmp_path: Path) -> None:
    doc = write_note("d1", "2010-01-01", "[gout|Condition]")
    with pytest.raises(UnknownName, match="gold"):
        make_chronicles(Notes([doc]), tmp_path / "out", ChronicleOptions(sets=("gold",)))
    rival = msgspec.structs.replace(doc.sets["clef"], name="other")
    with pytest.raises(InputError, match="clef, other"):
        make_chronicles(Notes([doc.with_set(rival)]), tmp_path / "out", ChronicleOptions())
    plain = msgspec.structs.replace(doc, sets={"x": msgspec.structs.replace(rival, schema="own")})
    with pytest.raises(InputError, match="no annotation set"):
        make_chronicles(Notes([plain]), tmp_path / "out", ChronicleOptions())
    assert not list(tmp_path.iterdir())


def test_schema_map_for_a_custom_schema(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'schema = "own"\n[mentions.Condition]\nkinds = ["problem"]\n'
    )
    doc = write_note("d1", "2010-01-01", "[gout|Condition]")
    own = msgspec.structs.replace(doc.sets["clef"], name="x", schema="own")
    options = ChronicleOptions(schema_maps=(str(tmp_path / "own.toml"),))
    [chronicle] = build_chronicles([msgspec.structs.replace(doc, sets={"x": own})], options=options)
    assert [event.name for event in chronicle.events] == ["gout"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("schema = 1", "settings are not valid"),
        ("schema = ", "not TOML"),
        ('schema = "own"\n[mentions.A]\nkind = "problem"', "unknown field"),
        ('schema = "own"\n[relations.T.times.x]\nend_latest = "second"', "a bound of a time"),
    ],
)
def test_invalid_schema_maps_are_reported(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(content)
    options = ChronicleOptions(schema_maps=(str(path),))
    with pytest.raises(InputError, match=message) as caught:
        make_chronicles(Notes([]), tmp_path / "out", options)
    assert caught.value.where == str(path)


def test_pages_need_a_folder(docs: list[Document], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written to a single file"):
        run(docs, tmp_path / "out.jsonl", html=True)
