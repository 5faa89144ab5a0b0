"""Test the kinds of document beyond CLEF: ECG, echo, inpatient notes and American reports."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from goldsmith.core import Document, load_builtin_schema, validate
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.make import make_documents

SEED = 11
PATIENTS = 40
#: Minimum and maximum number of words in a document.
LENGTHS = {
    "ECG": (25, 110),
    "echocardiogram": (55, 140),
    "inpatient": (60, 200),
    "surgical pathology": (50, 260),
    "radiology": (35, 260),
}
LEFTOVER = re.compile(r"[{}\[\]<>|]|\ba\(n\)| {2}| [.,;](?!\d)|\.\.|Indication: Indication")
ARTICLE = re.compile(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]\w")


@pytest.fixture(scope="module")
def everything() -> list[Document]:
    return list(make_documents(PATIENTS, seed=SEED, more_kinds=True, typos=0))


@pytest.fixture(scope="module")
def notes(everything: list[Document]) -> list[Document]:
    return [doc for doc in everything if doc.metadata.type in LENGTHS]


def test_every_kind_is_written(everything: list[Document], notes: list[Document]) -> None:
    counts = Counter(doc.metadata.type for doc in notes)
    assert set(counts) == set(LENGTHS) and min(counts.values()) >= 3
    audits = [doc for doc in everything if doc.metadata.subtype == "audit"]
    assert any("-x" in doc.id for doc in audits)


def test_text_is_clean_and_of_usual_length(notes: list[Document]) -> None:
    for doc in notes:
        assert not LEFTOVER.search(doc.text), doc.text
        assert not ARTICLE.search(doc.text), doc.text
        fewest, most = LENGTHS[doc.metadata.type]
        assert fewest <= len(doc.text.split()) <= most, doc.text
        assert len(doc.sections) >= 3


def test_gold_is_valid_in_all_six_schemas(notes: list[Document]) -> None:
    problems = [
        (doc.id, str(problem))
        for doc in notes
        for name, annotation_set in doc.sets.items()
        for problem in validate(doc, annotation_set, load_builtin_schema(name))
    ]
    assert problems == [] and {len(doc.sets) for doc in notes} == {6}


def test_reports_contain_the_mention_types_of_their_kind(notes: list[Document]) -> None:
    expected = {
        "ECG": {"Investigation", "Result", "Negation", "Condition"},
        "echocardiogram": {"Investigation", "Result", "Locus", "Negation", "Condition"},
        "inpatient": {"Condition", "Negation", "Investigation", "Result", "Drug-or-device"},
        "surgical pathology": {"Condition", "Locus", "Result"},
        "radiology": {"Condition", "Locus", "Negation"},
    }
    for kind, types in expected.items():
        of_kind = [doc for doc in notes if doc.metadata.type == kind]
        made = {mention.type for doc in of_kind for mention in doc.sets["clef"].mentions}
        assert types <= made, kind
        relations = {rel.type for doc in of_kind for rel in doc.sets["clef"].relations}
        assert relations, kind


def test_other_documents_remain_unchanged(everything: list[Document]) -> None:
    before = {doc.id: doc for doc in make_documents(10, seed=SEED, typos=0)}
    patients = {doc.metadata.patient for doc in before.values()}
    after = {doc.id: doc for doc in everything if doc.metadata.patient in patients}
    for name, doc in after.items():
        if "-x" not in name and doc.metadata.type not in LENGTHS:
            assert doc == before[name]
    assert {name for name in after if "-x" not in name} == set(before)


def test_only_american_patients_have_american_kinds_of_report(everything: list[Document]) -> None:
    styles = {
        patient.id: patient.style
        for patient in (make_patient(number, seed=SEED) for number in range(PATIENTS))
    }
    for doc in everything:
        if doc.metadata.type in ("radiology", "surgical pathology"):
            assert styles[doc.metadata.patient] == "us"
        if doc.metadata.type in ("imaging", "histopathology"):
            assert styles[doc.metadata.patient] == "uk"


def test_echo_states_the_ejection_fraction_of_the_life(notes: list[Document]) -> None:
    for doc in notes:
        if doc.metadata.type != "echocardiogram":
            continue
        patient = make_patient(int(doc.metadata.patient.rpartition("-")[2]), seed=SEED)
        days = [
            event.details["ejection fraction"]
            for event in patient.events
            if event.what.startswith("echo") and event.date.isoformat() == doc.metadata.date
        ]
        assert days and days[0] in doc.text


def test_fibrillation_is_not_called_sinus_rhythm(notes: list[Document]) -> None:
    fibrillating = [
        doc for doc in notes if doc.metadata.type == "ECG" and "atrial fibrillation" in doc.text
    ]
    assert fibrillating
    assert not [doc.id for doc in fibrillating if "sinus" in doc.text.lower()]
