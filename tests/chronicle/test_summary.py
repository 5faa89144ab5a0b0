"""Summaries claim no more than the chronicle knows."""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path

import pytest
from tests.chronicle.truth import judge_sentences

from goldsmith.chronicle.model import (
    Bounds,
    Chronicle,
    Conflict,
    Event,
    EventLink,
    Evidence,
    Extent,
    Person,
)
from goldsmith.chronicle.summary import format_summary, summarise
from goldsmith.chronicle.summary.times import write_when
from goldsmith.project.patients.chronicle import ChronicleOptions, build_chronicles
from goldsmith_demo.corpus import list_records
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.make import make_documents

Day = datetime.date
MAY, JUNE = Day(2010, 5, 3), Day(2010, 6, 7)
BY_MAY = Bounds(None, MAY)


def make_event(kind: str = "problem", **fields: object) -> Event:
    extent = fields.get("extent", Extent())
    places = tuple(
        Evidence(document=f"d{number}", date=MAY, basis="link", extent=extent)  # type: ignore[arg-type]
        for number in range(2)
    )
    values = {"id": "e1", "kind": kind, "name": "asthma", "evidence": places, **fields}
    return Event(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("extent", "words"),
    [
        (Extent(Bounds(MAY, MAY), Bounds(MAY, MAY)), "noted on 3 May 2010"),
        (Extent(Bounds(None, MAY)), "present by 3 May 2010"),
        (
            Extent(Bounds(MAY, MAY), Bounds(None, JUNE)),
            "present by 3 May 2010, over by 7 June 2010",
        ),
        (
            Extent(Bounds(None, MAY), Bounds(JUNE)),
            "present by 3 May 2010, last noted on 7 June 2010",
        ),
        (Extent(Bounds(MAY, JUNE)), "present by 7 June 2010"),
        (Extent(Bounds(None, JUNE), Bounds(MAY)), "present by 7 June 2010"),
        (Extent(), "at a time that is not known"),
    ],
)
def test_times_in_words(extent: Extent, words: str) -> None:
    assert write_when(make_event(extent=extent)) == words


def test_the_record_gives_the_exact_days_of_a_problem() -> None:
    extent = Extent(Bounds(MAY, MAY), Bounds(JUNE, JUNE))
    row = Evidence(table="diagnoses", row=0, basis="record", extent=extent)
    event = make_event(extent=extent, evidence=(row,))
    assert write_when(event) == "from 3 May 2010 until 7 June 2010"


def test_the_start_of_a_drug_may_lie_between_two_days() -> None:
    event = make_event("drug", extent=Extent(Bounds(MAY, JUNE)))
    assert write_when(event) == "begun between 3 May 2010 and 7 June 2010"


def test_a_mention_does_not_prove_presence() -> None:
    places = tuple(
        Evidence(document=f"d{day}", date=day, basis="document", extent=Extent(Bounds(None, day)))
        for day in (MAY, JUNE)
    )
    event = make_event("drug", extent=Extent(BY_MAY), evidence=places)
    assert write_when(event) == "mentioned from 3 May 2010 to 7 June 2010"


def test_a_start_known_only_in_retrospect_is_worded_as_reported() -> None:
    place = Evidence(document="d1", date=JUNE, basis="link", extent=Extent(BY_MAY, Bounds(JUNE)))
    event = make_event(extent=Extent(BY_MAY, Bounds(JUNE)), evidence=(place,))
    assert write_when(event) == "said to have been present by 3 May 2010, last noted on 7 June 2010"


def test_only_the_record_gives_the_exact_day_of_an_end() -> None:
    extent = Extent(BY_MAY, Bounds(JUNE, JUNE))
    place = Evidence(document="d1", date=JUNE, basis="value", extent=extent)
    assert write_when(make_event("drug", extent=extent, evidence=(place,))) == (
        "begun by 3 May 2010, over by 7 June 2010"
    )


def test_a_sentence_names_its_sources() -> None:
    chronicle = Chronicle(Person("P1", "female"), (make_event(extent=Extent(Bounds(None, MAY))),))
    lines = format_summary(summarise(chronicle)).splitlines()
    assert lines == [
        "The patient is a woman.",
        "Problem: asthma, present by 3 May 2010. [d0, d1]",
    ]


def test_negated_and_family_events_are_labelled_and_hypothetical_ones_left_out() -> None:
    chronicle = Chronicle(
        Person("P1"),
        (
            make_event(assertion="negated"),
            make_event(id="e2", assertion="family"),
            make_event(id="e3", assertion="hypothetical"),
        ),
    )
    texts = [sentence.text for sentence in summarise(chronicle, "long")]
    assert texts == ["Family history: asthma.", "Looked for and not found: asthma (3 May 2010)."]


def test_short_and_long_summaries_report_conflicts() -> None:
    chronicle = Chronicle(Person("P1"), conflicts=(Conflict("dates", "they differ"),))
    assert "1 contradiction" in summarise(chronicle)[-1].text
    assert "they differ" in summarise(chronicle, "long")[-1].text


def test_an_empty_history_is_stated() -> None:
    assert (
        summarise(Chronicle(Person("P1")))[0].text == "Nothing is known of the patient's history."
    )


def test_every_sentence_about_the_family_is_true_of_the_life() -> None:
    sets = ("clef", "clef-temporal", "mayo-disorder")
    for number in range(4):
        patient = make_patient(number, seed=31)
        names = {name.casefold() for _, key in patient.family for name in patient.things[key].names}
        docs = make_documents(1, seed=31, first=number, schemas=sets, typos=0)
        [chronicle] = build_chronicles(docs)
        for sentence in summarise(chronicle, "long"):
            if sentence.part == "Family":
                name = sentence.text.removeprefix("Family history: ").rstrip(".")
                assert name.casefold() in names


def test_every_dated_sentence_is_true_of_the_life(tmp_path: Path) -> None:
    sets = ("clef", "clef-temporal", "share-2014", "mayo-disorder")
    verdicts: Counter[str] = Counter()
    wrong = []
    for number, line in enumerate(list_records(10, seed=31)):
        record = tmp_path / "record.jsonl"
        record.write_text(f"{line.line}\n")
        docs = list(make_documents(1, seed=31, first=number, schemas=sets, typos=0))
        options = ChronicleOptions(sets=sets)
        [chronicle] = build_chronicles(docs, options=options, record=record)
        for sentence, verdict in judge_sentences(chronicle, make_patient(number, seed=31), docs):
            verdicts[verdict] += 1
            wrong += [sentence.text] * (verdict == "false")
    assert verdicts["true"] > 200 and not verdicts["untold"]
    assert wrong == []


def test_place_and_details_share_brackets() -> None:
    tumour = make_event(
        name="carcinoma", details={"place": "breast", "side": "left", "stage": "II"}
    )
    nodes = make_event(id="e2", name="enlarged", details={"place": "para-aortic nodes"})
    scan = make_event("investigation", id="e3", name="CT", details={"value": "61", "unit": "mm"})
    chronicle = Chronicle(Person("P1"), (tumour, nodes, scan))
    texts = [sentence.text.partition(", at")[0] for sentence in summarise(chronicle, "long")]
    assert texts == [
        "Problem: carcinoma (left breast, stage II)",
        "Problem: enlarged para-aortic nodes",
        "Investigation: CT",
    ]


def test_a_short_summary_prefers_metastases_to_minor_problems() -> None:
    minor = [make_event(id=f"e{n}", name=name) for n, name in enumerate(("gout", "rash", "acne"))]
    chronicle = Chronicle(Person("P1"), (*minor, make_event(id="e9", name="liver metastases")))
    texts = [sentence.text for sentence in summarise(chronicle)]
    assert any("liver metastases" in text for text in texts) and len(texts) == 3


def test_a_short_summary_prefers_the_treatment_of_a_tumour() -> None:
    tumour = make_event(id="e1", name="carcinoma", details={"stage": "II"})
    names = ("ramipril", "aspirin", "senna", "tamoxifen")
    drugs = [make_event("drug", id=f"d{n}", name=name) for n, name in enumerate(names)]
    links = (EventLink("treats", "d3", "e1"),)
    texts = [
        sentence.text for sentence in summarise(Chronicle(Person("P1"), (tumour, *drugs), links))
    ]
    assert any("tamoxifen" in text for text in texts) and not any("senna" in text for text in texts)
