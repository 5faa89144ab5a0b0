"""Test made-up notes: valid gold in six schemas, consistent with the life, varied, repeatable."""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from goldsmith.core import Document, derive_chains, load_builtin_schema, validate
from goldsmith.runners import count_cores
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.make import (
    _NARRATIVES,
    WRITERS,
    add_typos,
    choose_kinds,
    choose_workers,
    make_documents,
    open_stream,
)

SEED = 11
#: Values of TIMEX3: days and parts of days, weeks, months, seasons, years; durations; vague times.
_VALUE = re.compile(
    r"\d{4}(-\d\d(-\d\d(T(\d\d:\d\d|MO|AF|EV|NI))?)?|-W\d\d|-(SP|SU|FA|WI))?"
    r"|P(\d+|X)[DWMY]|PT(\d+|X)[HM]|(PRESENT|PAST|FUTURE)_REF"
)


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    return list(islice(make_documents(1000, seed=SEED), 400))


def test_gold_is_valid_in_all_six_schemas(notes: list[Document]) -> None:
    problems = [
        str(problem)
        for doc in notes
        for name, annotation_set in doc.sets.items()
        for problem in validate(doc, annotation_set, load_builtin_schema(name))
    ]
    assert problems == []
    assert {len(doc.sets) for doc in notes} == {6}


def test_no_notation_remains_in_the_text(notes: list[Document]) -> None:
    leftover = re.compile(r"[{}\[\]]|\ba\(n\)| \| |  | [.,;](?!\d)")
    assert [doc.id for doc in notes if leftover.search(doc.text)] == []


def test_all_kinds_of_document_are_written(notes: list[Document]) -> None:
    kinds = {(doc.metadata.type, doc.metadata.subtype) for doc in notes}
    assert {kind for kind, _ in kinds} == {
        "narrative",
        "imaging",
        "histopathology",
        "outpatient",
        "emergency",
        "discharge summary",
    }
    assert {subtype for kind, subtype in kinds if kind == "imaging"} == {
        "CT",
        "MRI",
        "X-ray",
        "mammogram",
        "ultrasound",
    }


def test_all_nine_kinds_of_narrative_are_used() -> None:
    called = {subtype for weights in _NARRATIVES.values() for subtype in weights}
    assert called == {subtype for kind, subtype in WRITERS if kind == "narrative"}
    assert len(called) == 9


class Always(Random):
    """A random source that makes every possible event happen."""

    def random(self) -> float:
        return 0.0


def test_ward_patients_do_not_come_to_the_emergency_department() -> None:
    counts: Counter[bool] = Counter()
    for patient in (make_patient(number, seed=SEED) for number in range(150)):
        for event in patient.events:
            kinds = list(choose_kinds(event, patient, Always()))
            if ("discharge summary", "ICU") not in kinds:
                continue
            earlier = [
                operation.date
                for operation in patient.events
                if operation.kind == "operation" and event.what not in operation.findings
            ]
            recent = any(0 <= (event.date - day).days <= 7 for day in earlier)
            assert (("emergency", "") in kinds) != recent
            counts[recent] += 1
    assert counts[True] > 5 and counts[False] > 30


def test_discharge_and_not_the_operation_has_the_discharge_summary() -> None:
    patient = next(
        candidate
        for candidate in (make_patient(number, seed=SEED) for number in range(50))
        if any(event.kind == "operation" for event in candidate.events)
    )
    for event in patient.events:
        if event.kind in ("operation", "discharge"):
            kinds = set(choose_kinds(event, patient, Always()))
            assert (("narrative", "discharge") in kinds) == (event.kind == "discharge")


def test_time_expressions_have_the_right_value(notes: list[Document]) -> None:
    full = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
    count = 0
    for doc in notes:
        for mention in doc.sets["clef-temporal"].mentions:
            if mention.type != "TIMEX3" or not mention.spans:
                continue
            words, value = doc.get_covered_text(mention), mention.attributes["value"]
            match = full.fullmatch(words)
            if match:
                year, *rest = value.split("-")
                assert year == match[3] and sorted(map(int, rest)) == sorted(
                    (int(match[1]), int(match[2]))
                )
                count += 1
            if words == "yesterday":
                assert value < doc.metadata.date
            assert _VALUE.fullmatch(value), value
    assert count > 50


def test_links_agree_with_the_life(notes: list[Document]) -> None:
    """Check that `before` means ended by the day of the note, and `after` not yet begun.

    The cancer is never over, and a note may say more than the life: "the latest platelets".
    """
    checked: Counter[str] = Counter()
    patients = {
        patient.id: patient for patient in (make_patient(number, seed=SEED) for number in range(50))
    }
    for doc in notes:
        patient = patients[doc.metadata.patient]
        annotation_set = doc.sets["clef-temporal"]
        mentions = annotation_set.mentions_by_id()
        for rel in annotation_set.relations:
            thing = patient.things.get(mentions[rel.arg1].attributes.get("demo:thing", ""))
            if rel.attributes["task"] != "A" or thing is None or thing.start is None:
                continue
            if thing.key == patient.tumour:
                continue
            kind, day = rel.attributes["type"], doc.metadata.date
            over = thing.end is not None and thing.end.isoformat() < day
            assert (kind == "after") == (thing.start.isoformat() > day)
            checked[kind] += 1
            checked["untrue"] += (kind == "before") != over
    assert checked["before"] > 100 and checked["includes"] > 100
    assert checked["untrue"] < 0.05 * checked.total()


def test_mentions_of_a_chain_refer_to_one_thing(notes: list[Document]) -> None:
    for doc in notes:
        annotation_set = doc.sets["clef"]
        about = {m.id: m.attributes.get("demo:thing") for m in annotation_set.mentions}
        for chain in derive_chains(annotation_set, load_builtin_schema("clef")):
            things = {about[member] for member in chain.members}
            assert len(things - {None}) <= 1  # the life does not know every place


def test_sentences_are_varied(notes: list[Document]) -> None:
    """Check how many of a thousand sentences are unique, ignoring numbers."""
    sentences = [
        re.sub(r"\d[\d./]*", "#", sentence.strip())
        for doc in notes
        for sentence in re.split(r"(?<=[.?!])\s+|\n+", doc.text)
        if len(sentence.split()) > 3
    ]
    assert 1000 * len(set(sentences)) / len(sentences) > 725


def test_any_patient_can_be_made_alone() -> None:
    key = f"P{SEED}-00003"
    together = [doc for doc in make_documents(4, seed=SEED) if doc.metadata.patient == key]
    assert together == list(make_documents(1, seed=SEED, first=3))
    assert together != list(make_documents(1, seed=SEED + 1, first=3))


def test_batches_with_different_seeds_share_no_id() -> None:
    batches = [{doc.id for doc in make_documents(2, seed=seed)} for seed in (1, 11)]
    assert batches[0] and batches[0].isdisjoint(batches[1])


def test_only_requested_layers_are_made() -> None:
    doc = next(make_documents(1, seed=SEED, schemas=["odie", "clef"]))
    assert sorted(doc.sets) == ["clef", "odie"]


def test_typos_keep_every_offset() -> None:
    text = "The patient complained of breathlessness on exertion."
    wrong = add_typos(text, 0.1, open_stream(1, "x"))
    assert wrong != text and len(wrong) == len(text)
    assert sorted(wrong) == sorted(text)


def test_several_workers_write_the_same_documents() -> None:
    schemas = ("odie", "clef-temporal")
    one, two = (
        list(make_documents(3, seed=5, first=3, schemas=schemas, more_kinds=True, workers=workers))
        for workers in (1, 2)
    )
    assert one == two
    assert {doc.metadata.patient for doc in one} == {f"P5-{number:05}" for number in (3, 4, 5)}


def test_few_patients_need_one_process_and_many_use_all_cores() -> None:
    assert [choose_workers(patients) for patients in (0, 1, 19)] == [1, 1, 1]
    assert choose_workers(10_000) == count_cores()
