"""Conflicts between notes and the record, ends of events, and dates that bound a start."""

from __future__ import annotations

import datetime

import pytest
from tests.chronicle.histories import build, list_events, write_note

from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.model import Bounds
from goldsmith.chronicle.summary import summarise
from goldsmith.core import Document

Day = datetime.date


def write_clinic(name: str, date: str, marked: str) -> Document:
    """Write a note that states what is present on its date."""
    return write_note(name, date, marked, links=(f"includes a {date}",))


def test_later_mentions_of_a_removed_main_tumour_are_not_a_recurrence() -> None:
    note = write_clinic("d1", "2012-03-01", "Known [breast carcinoma|Condition a].")
    row = {"name": "breast carcinoma", "start": "2010-01-05", "end": "2010-02-01"}
    chronicle = build([note], {"diagnoses": [{**row, "main": True}]})
    [event] = list_events(chronicle, "problem")
    assert event.statuses[-1].status == "resolved"
    assert chronicle.conflicts == ()
    _, again = list_events(build([note], {"diagnoses": [row]}), "problem")
    assert again.statuses[-1].status == "recurrent"


def test_a_symptom_that_begins_again_is_not_a_conflict() -> None:
    docs = [
        write_clinic("d1", "2012-01-05", "She has [nausea|Condition a]."),
        write_clinic("d2", "2012-04-05", "Still [nausea|Condition a]."),
        write_note(
            "d3", "2012-08-01", "[Nausea|Condition a] for a week.", links=("begun_by a 2012-07-25",)
        ),
    ]
    assert build(docs).conflicts == ()


def test_a_tumour_denied_elsewhere_is_not_a_conflict() -> None:
    note = write_note(
        "d1",
        "2012-03-01",
        "[Tumour|Condition a] of the [breast|Locus b]. [Nodes|Locus c] [free of|Negation n] "
        "[tumour|Condition d].",
        links=(
            "has_location a b",
            "has_location d c",
            "negation_modifies n d",
            "includes a 2012-03-01",
            "co_refers a d",
        ),
    )
    assert build([note]).conflicts == ()


def test_a_note_that_quotes_an_earlier_result_is_not_a_conflict() -> None:
    row = {"test": "haemoglobin", "date": "2012-03-01", "value": "125"}
    note = write_note(
        "d1",
        "2012-03-07",
        "[Hb|Investigation a] [125|Result r].",
        links=("has_finding a r", "is_included a 2012-03-07"),
    )
    chronicle = build([note], {"labs": [row]})
    assert len(list_events(chronicle, "investigation")) == 1
    assert chronicle.conflicts == ()


def test_a_dated_mention_joins_the_course_that_its_date_fits() -> None:
    rows = [
        {"drug": "capecitabine", "start": "2010-11-24", "end": "2011-03-08"},
        {"drug": "capecitabine", "start": "2012-10-25", "end": "2012-12-27"},
    ]
    note = write_note(
        "d1",
        "2012-11-20",
        "[Capecitabine|Drug-or-device a] began in November 2010.",
        times={"November 2010": "2010-11"},
    )
    chronicle = build([note], {"prescriptions": rows})
    first, second = list_events(chronicle, "drug")
    assert [len(first.evidence), len(second.evidence)] == [2, 1]
    assert chronicle.conflicts == ()


def test_the_date_that_most_notes_give_a_procedure_wins() -> None:
    docs = [
        write_note(
            f"d{number}",
            "2014-06-01",
            "[Radiotherapy|Intervention a].",
            links=(f"begun_by a {day}",),
        )
        for number, day in enumerate(("2013-07-05", "2014-01-06", "2014-01-06"))
    ]
    starts = [event.extent.start for event in list_events(build(docs), "procedure")]
    assert Bounds(Day(2014, 1, 6), Day(2014, 1, 6)) in starts


@pytest.mark.parametrize(("last", "status"), [("2012-02-10", "active"), ("2012-12-10", "resolved")])
def test_a_drug_that_is_no_longer_mentioned_is_resolved(last: str, status: str) -> None:
    docs = [
        write_note("d1", "2012-01-10", "She takes [codeine|Drug-or-device a]."),
        write_note("d2", last, "She takes [senna|Drug-or-device a]."),
    ]
    [codeine] = [event for event in build(docs).events if event.name == "codeine"]
    assert codeine.statuses[-1].status == status


def test_a_drug_of_the_record_stays_active_until_the_record_ends_it() -> None:
    docs = [write_note("d1", "2014-01-10", "She is well.")]
    rows = [{"drug": "amlodipine", "start": "2010-01-01"}]
    [event] = build(docs, {"prescriptions": rows}).events
    assert event.statuses[-1].status == "active"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("[ABVD|Drug-or-device a], finishing in May 2011.", Day(2011, 5, 31)),
        ("[ABVD|Drug-or-device a], last given in May 2011.", Day(2011, 5, 31)),
        ("[ABVD|Drug-or-device a] since May 2011.", None),
    ],
)
def test_words_distinguish_an_end_from_a_start(text: str, end: Day | None) -> None:
    note = write_note("d1", "2012-01-10", text, times={"May 2011": "2011-05"})
    [event] = build([note]).events
    assert event.extent.end.latest == end


def test_a_drug_last_given_shortly_before_the_note_has_an_open_end() -> None:
    note = write_note(
        "d1",
        "2011-06-10",
        "On [ABVD|Drug-or-device a], last given in May 2011.",
        times={"May 2011": "2011-05"},
    )
    [event] = build([note]).events
    assert event.extent.end.latest is None


@pytest.mark.parametrize(
    ("text", "earliest"),
    [
        ("He was diagnosed with [myeloma|Condition a] then.", None),
        ("The [myeloma|Condition a] was found and diagnosed.", None),
        ("The [myeloma|Condition a] began.", Day(2010, 2, 1)),
    ],
)
def test_a_problem_may_have_begun_before_it_was_diagnosed(text: str, earliest: Day | None) -> None:
    note = write_note("d1", "2012-01-10", text, links=("begun_by a 2010-02",))
    [event] = build([note]).events
    assert event.extent.start == Bounds(earliest, Day(2010, 2, 28))


def test_the_receptor_her2_is_not_read_as_a_pronoun() -> None:
    assert normalise_name("HER2", "investigation").key == "her 2"
    assert normalise_name("her CT", "investigation").key == "ct"


def test_a_note_with_a_future_date_does_not_date_events() -> None:
    docs = [
        write_clinic("d1", "2012-01-05", "She has [gout|Condition a]."),
        write_clinic("d2", "2099-01-05", "She has [gout|Condition a]."),
    ]
    chronicle = build(docs, today=Day(2020, 1, 1))
    [event] = chronicle.events
    assert event.extent.end == Bounds(Day(2012, 1, 5))
    assert [entry.document for entry in event.evidence] == ["d1", "d2"]
    assert [conflict.kind for conflict in chronicle.conflicts] == ["future"]
    assert "from 5 January 2012 to 5 January 2012" in summarise(chronicle)[0].text
