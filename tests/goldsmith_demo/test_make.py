"""Made-up notes: valid gold in six schemas, true to the life, varied, the same each time."""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from goldsmith.core import Document, builtin, chains, validate
from goldsmith_demo.life.course import live
from goldsmith_demo.make import _NARRATIVES, WRITERS, called_for, documents, mistyped, stream

SEED = 11


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    return list(islice(documents(1000, seed=SEED), 400))


def test_gold_is_valid_in_all_six_schemas(notes: list[Document]) -> None:
    problems = [
        str(problem)
        for doc in notes
        for name, one in doc.sets.items()
        for problem in validate(doc, one, builtin(name))
    ]
    assert problems == []
    assert {len(doc.sets) for doc in notes} == {6}


def test_nothing_of_the_notation_is_left_in_the_text(notes: list[Document]) -> None:
    left = re.compile(r"[{}\[\]]|\ba\(n\)| \| |  | [.,;](?!\d)")
    assert [doc.id for doc in notes if left.search(doc.text)] == []


def test_all_kinds_of_document_come_about() -> None:
    kinds = {(doc.metadata.type, doc.metadata.subtype) for doc in documents(40, seed=SEED)}
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


def test_all_nine_narratives_are_called_for() -> None:
    called = {subtype for weights in _NARRATIVES.values() for subtype in weights}
    assert called == {subtype for kind, subtype in WRITERS if kind == "narrative"}
    assert len(called) == 9


class Always(Random):
    """Chance by which everything happens that can."""

    def random(self) -> float:
        return 0.0


def test_nobody_on_a_ward_after_an_operation_comes_to_the_emergency_department() -> None:
    seen: Counter[bool] = Counter()
    for patient in (live(number, seed=SEED) for number in range(150)):
        for event in patient.events:
            kinds = list(called_for(event, patient, Always()))
            if ("discharge summary", "ICU") not in kinds:
                continue
            earlier = [
                other.date
                for other in patient.events
                if other.kind == "operation" and event.what not in other.findings
            ]
            recent = any(0 <= (event.date - day).days <= 7 for day in earlier)
            assert (("emergency", "") in kinds) != recent
            seen[recent] += 1
    assert seen[True] > 5 and seen[False] > 30


def test_operations_leave_their_summary_to_the_discharge() -> None:
    patient = next(
        one
        for one in (live(number, seed=SEED) for number in range(50))
        if any(event.kind == "operation" for event in one.events)
    )
    for event in patient.events:
        if event.kind in ("operation", "discharge"):
            kinds = set(called_for(event, patient, Always()))
            assert (("narrative", "discharge") in kinds) == (event.kind == "discharge")


def test_time_expressions_mean_what_they_say(notes: list[Document]) -> None:
    full = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
    seen = 0
    for doc in notes:
        for mention in doc.sets["clef-temporal"].mentions:
            if mention.type != "TIMEX3" or not mention.spans:
                continue
            words, value = doc.covered(mention), mention.attributes["value"]
            found = full.fullmatch(words)
            if found:
                year, *rest = value.split("-")
                assert year == found[3] and sorted(map(int, rest)) == sorted(
                    (int(found[1]), int(found[2]))
                )
                seen += 1
            if words == "yesterday":
                assert value < doc.metadata.date
            assert re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?|P\d+[DWMY]", value)
    assert seen > 50


def test_links_are_true_in_the_life(notes: list[Document]) -> None:
    """Before the day of the note means that it was over by then, after that it had not begun."""
    checked: Counter[str] = Counter()
    for doc in notes:
        patient = live(int(doc.metadata.patient.removeprefix("P")), seed=SEED)
        one = doc.sets["clef-temporal"]
        mentions = one.by_id()
        for rel in one.relations:
            thing = patient.things.get(mentions[rel.arg1].attributes.get("demo:thing", ""))
            if rel.attributes["task"] != "A" or thing is None or thing.start is None:
                continue
            kind, day = rel.attributes["type"], doc.metadata.date
            over = thing.end is not None and thing.end.isoformat() < day
            assert (kind == "before") == over
            assert (kind == "after") == (thing.start.isoformat() > day)
            checked[kind] += 1
    assert checked["before"] > 100 and checked["includes"] > 100


def test_chains_are_of_one_thing(notes: list[Document]) -> None:
    for doc in notes:
        one = doc.sets["clef"]
        about = {m.id: m.attributes.get("demo:thing") for m in one.mentions}
        for chain in chains(one, builtin("clef")):
            assert len({about[member] for member in chain.members}) == 1


def test_sentences_are_varied(notes: list[Document]) -> None:
    """The floor: of a thousand sentences, so many are unlike all others, figures left out."""
    sentences = [
        re.sub(r"\d[\d./]*", "#", one.strip())
        for doc in notes
        for one in re.split(r"(?<=[.?!])\s+|\n+", doc.text)
        if len(one.split()) > 3
    ]
    assert 1000 * len(set(sentences)) / len(sentences) > 725


def test_any_patient_can_be_made_alone() -> None:
    together = [doc for doc in documents(4, seed=SEED) if doc.metadata.patient == "P0000003"]
    assert together == list(documents(1, seed=SEED, first=3))
    assert together != list(documents(1, seed=SEED + 1, first=3))


def test_chosen_layers_only() -> None:
    doc = next(documents(1, seed=SEED, schemas=["odie", "clef"]))
    assert sorted(doc.sets) == ["clef", "odie"]


def test_typos_keep_every_offset() -> None:
    text = "The patient complained of breathlessness on exertion."
    wrong = mistyped(text, 0.1, stream(1, "x"))
    assert wrong != text and len(wrong) == len(text)
    assert sorted(wrong) == sorted(text)
