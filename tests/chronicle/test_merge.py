"""Small worked histories: merged mentions, dates of events, and conflicts."""

from __future__ import annotations

import datetime
import json
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.chronicle.histories import build, list_events, write_note

from goldsmith.chronicle.merge import build_chronicle, load_merge_rules
from goldsmith.chronicle.merge.rules import Reference
from goldsmith.chronicle.model import Bounds, Person
from goldsmith.chronicle.observations import Collector, load_schema_maps
from goldsmith.chronicle.record import load_record_map, read_record
from goldsmith.core import AnnotationSet, Code, Mention, Span
from goldsmith.text.timex_days import parse_days

Day = datetime.date


def test_mentions_of_two_notes_become_one_event() -> None:
    chronicle = build(
        [
            write_note(
                "d1",
                "2010-03-05",
                "[Ductal carcinoma|Condition a] of the [breast|Locus b].",
                links=("has_location a b", "includes a 2010-03-05"),
            ),
            write_note(
                "d2",
                "2010-06-01",
                "Her [ductal carcinoma|Condition a].",
                links=("before a 2010-06-01",),
            ),
        ]
    )
    [event] = list_events(chronicle, "problem")
    assert event.name == "ductal carcinoma"
    assert event.extent.start == Bounds(None, Day(2010, 3, 5))
    assert event.extent.end == Bounds(Day(2010, 3, 5), Day(2010, 6, 1))
    assert [entry.document for entry in event.evidence] == ["d1", "d2"]
    assert [change.status for change in event.statuses] == ["active", "resolved"]
    assert event.statuses[1].evidence == 1
    assert [link.type for link in chronicle.links] == ["located_at"]


def test_a_coreference_chain_links_names_across_notes() -> None:
    docs = [
        write_note(
            "d1",
            "2010-03-05",
            "[Melanoma|Condition a] … the [malignant mole|Condition b]",
            links=("co_refers b a",),
        ),
        write_note("d2", "2010-04-05", "The [malignant mole|Condition a]."),
    ]
    [event] = list_events(build(docs), "problem")
    assert len(event.evidence) == 3


def test_scans_on_two_days_are_two_events_and_a_month_matches_the_right_one() -> None:
    docs = [
        write_note("d1", "2012-03-15", "[CT|Investigation a]", links=("is_included a 2012-03-15",)),
        write_note("d2", "2012-09-10", "[CT|Investigation a]", links=("is_included a 2012-09-10",)),
        write_note(
            "d3",
            "2012-12-01",
            "[CT scan|Investigation a] in March",
            links=("is_included a 2012-03",),
        ),
    ]
    first, second = list_events(build(docs), "investigation")
    assert first.extent.start == Bounds(Day(2012, 3, 15), Day(2012, 3, 15))
    assert [entry.document for entry in first.evidence] == ["d1", "d3"]
    assert [entry.document for entry in second.evidence] == ["d2"]


def test_left_and_right_are_separate_events() -> None:
    docs = [
        write_note(
            f"d{number}",
            "2012-03-15",
            f"[cyst|Condition a] [{side}|Laterality s] [kidney|Locus b]",
            links=("has_location a b", "laterality_modifies s b"),
        )
        for number, side in enumerate(("left", "right", "left"))
    ]
    events = list_events(build(docs), "problem")
    assert sorted((event.details["side"], len(event.evidence)) for event in events) == [
        ("left", 2),
        ("right", 1),
    ]


def test_negated_hypothetical_and_affirmed_mentions_are_separate_events() -> None:
    docs = [
        write_note(
            "d1",
            "2012-03-15",
            "[no|Negation n] [fever|Condition a]; if [fever|Condition b]; had [fever|Condition c]",
            links=("negation_modifies n a", "hypothetical b -", "before c 2012-03-15"),
        )
    ]
    chronicle = build(docs)
    assertions = [event.assertion for event in chronicle.events if event.kind == "problem"]
    assert sorted(assertions) == ["affirmed", "hypothetical", "negated"]
    [absent] = list_events(chronicle, "problem", "negated")
    assert absent.extent.start == Bounds()


def test_a_symptom_that_returns_is_recurrent() -> None:
    docs = [
        write_note("d1", "2012-01-10", "[fatigue|Condition a]", links=("includes a 2012-01-10",)),
        write_note("d2", "2012-03-10", "[tiredness|Condition a]", links=("includes a 2012-03-10",)),
        write_note("d3", "2014-03-10", "[fatigue|Condition a]", links=("includes a 2014-03-10",)),
    ]
    first, second = list_events(build(docs), "problem")
    assert [entry.document for entry in first.evidence] == ["d1", "d2"]
    assert [change.status for change in first.statuses] == ["active", "resolved"]
    assert [change.status for change in second.statuses] == ["recurrent"]


RECORD: dict[str, object] = {
    "demographics": {"patient": "P1", "sex": "female", "date_of_birth": "1950-04-03"},
    "procedures": [
        {"patient": "P1", "kind": "operation", "name": "mastectomy", "date": "2010-05-10"}
    ],
    "theatre_lists": [{"patient": "P1"}],
}


def test_record_and_note_merge_and_unknown_tables_are_reported() -> None:
    docs = [
        write_note(
            "d1",
            "2010-06-01",
            "[mastectomy|Intervention a] in May",
            links=("is_included a 2010-05",),
        )
    ]
    [event] = list_events(build(docs, RECORD), "procedure")
    assert event.extent.start == Bounds(Day(2010, 5, 10), Day(2010, 5, 10))
    assert {entry.table for entry in event.evidence} == {"procedures", ""}
    reading = read_record("P1", json.dumps(RECORD), load_record_map())
    assert reading.unknown == ("theatre_lists",)
    assert reading.person.sex == "female"


def test_the_date_of_the_record_is_kept_and_a_contradicting_note_reported() -> None:
    docs = [
        write_note(
            "d1",
            "2010-06-01",
            "[mastectomy|Intervention a]",
            links=("is_included a 2010-05-14",),
        )
    ]
    chronicle = build(docs, RECORD)
    [event] = list_events(chronicle, "procedure")
    assert event.extent.start == Bounds(Day(2010, 5, 10), Day(2010, 5, 10))
    [conflict] = chronicle.conflicts
    assert conflict.kind == "record"
    assert conflict.events == (event.id,)
    assert "14 May 2010" in conflict.message and "10 May 2010" in conflict.message
    assert len(conflict.evidence) == 2


@pytest.mark.parametrize("link", ["is_included a 2010-05-11", "is_included a 2010-05"])
def test_a_note_that_is_a_day_off_or_less_precise_is_not_a_conflict(link: str) -> None:
    docs = [write_note("d1", "2010-06-01", "[mastectomy|Intervention a]", links=(link,))]
    chronicle = build(docs, RECORD)
    [event] = list_events(chronicle, "procedure")
    assert {entry.table for entry in event.evidence} == {"procedures", ""}
    assert not chronicle.conflicts


@pytest.mark.parametrize(("day", "kinds"), [("2010-06-22", []), ("2010-05-10", ["record"])])
def test_only_a_day_outside_a_course_is_a_conflict(day: str, kinds: list[str]) -> None:
    row = {"kind": "radiotherapy", "name": "radiotherapy"}
    record = {"procedures": [{**row, "date": "2010-06-01", "end": "2010-07-10"}]}
    note = write_note(
        "d1", "2012-11-20", "[Radiotherapy|Intervention a]", links=(f"is_included a {day}",)
    )
    assert [entry.kind for entry in build([note], record).conflicts] == kinds


def test_a_note_from_within_a_course_is_not_a_conflict() -> None:
    row = {"kind": "radiotherapy", "name": "radiotherapy"}
    record = {"procedures": [{**row, "date": "2010-06-01", "end": "2010-07-10"}]}
    docs = [
        write_note(
            "d1",
            "2010-06-20",
            "[Radiotherapy|Intervention a]",
            links=("is_included a 2010-06-20",),
        )
    ]
    chronicle = build(docs, record)
    [event] = list_events(chronicle, "procedure")
    assert event.extent.end.latest == Day(2010, 7, 10)
    assert not chronicle.conflicts


def test_a_test_with_a_different_value_some_days_later_is_a_separate_test() -> None:
    lab = {"test": "haemoglobin", "value": "10.2", "unit": "g/dl", "date": "2010-05-10"}
    docs = [
        write_note(
            "d1",
            "2010-05-14",
            "[Haemoglobin|Investigation a] [8.1 g/dl|Result r]",
            links=("is_included a 2010-05-14", "has_finding a r"),
        )
    ]
    chronicle = build(docs, {"labs": [lab]})
    assert [event.details["value"] for event in list_events(chronicle, "investigation")] == [
        "10.2",
        "8.1",
    ]
    assert not chronicle.conflicts


def test_cycles_of_a_treatment_in_the_record_are_not_a_conflict() -> None:
    rows = [
        {"kind": "chemotherapy", "name": "chemotherapy", "date": day, "number": number}
        for day, number in (("2010-03-01", "1"), ("2010-03-22", "2"), ("2010-05-03", "1"))
    ]
    chronicle = build([], {"procedures": rows})
    [event] = list_events(chronicle, "procedure")
    assert event.extent.start.latest == Day(2010, 3, 1)
    assert not chronicle.conflicts


def test_a_mistyped_side_is_not_a_conflict() -> None:
    docs = [
        write_note("d1", "2010-06-01", "[right|Laterality s] [lump|Condition a]", links=(link,))
        for link in ("laterality_modifies s a",)
    ] + [
        write_note(
            "d2",
            "2010-07-01",
            "[rihgt|Laterality s] [lump|Condition a]",
            links=("laterality_modifies s a",),
        )
    ]
    assert not build(docs).conflicts


@pytest.mark.parametrize("side", ["rihgt", "R", "right-sided", "rigth"])
def test_a_mistyped_or_abbreviated_side_is_not_another_side(side: str) -> None:
    docs = [
        write_note(
            f"d{number}",
            f"2010-06-0{number}",
            f"[{words}|Laterality s] [hydrocele|Condition a]",
            links=("laterality_modifies s a",),
        )
        for number, words in enumerate(("right", side, "left"), 1)
    ]
    right, left = list_events(build(docs), "problem")
    assert [entry.document for entry in right.evidence] == ["d1", "d2"]
    assert [entry.document for entry in left.evidence] == ["d3"]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("Condition", "raised BMI", "obesity"),
        ("Condition", "pulmonary mets", "lung metastases"),
        ("Condition", "local relapse", "a local recurrence"),
        ("Condition", "T2DM", "type 2 diabetes mellitus"),
        ("Intervention", "APR", "abdominoperineal resection"),
        ("Drug-or-device", "carbo", "carboplatin"),
        ("Drug-or-device", "Taxol", "paclitaxel"),
    ],
)
def test_abbreviations_and_synonyms_name_the_same_event(kind: str, first: str, second: str) -> None:
    docs = [
        write_note(f"d{number}", f"2010-06-0{number}", f"[{words}|{kind} a]")
        for number, words in enumerate((first, second), 1)
    ]
    [event] = build(docs).events
    assert len(event.evidence) == 2


@pytest.mark.parametrize(("test", "count"), [("histology", 1), ("LDH", 2)])
def test_only_a_test_that_is_done_once_is_quoted_years_later(test: str, count: int) -> None:
    docs = [
        write_note(
            f"d{number}",
            day,
            f"The [{test}|Investigation a] showed [11 mm|Result r].",
            links=("has_finding a r", *link),
        )
        for number, (day, link) in enumerate(
            [
                ("2010-06-01", ("is_included a 2010-06-01",)),
                ("2012-06-01", ("before a 2012-06-01",)),
            ]
        )
    ]
    assert len(list_events(build(docs), "investigation")) == count


def test_surgery_refers_to_the_latest_operation_before_its_note() -> None:
    docs = [
        write_note("d1", "2010-06-01", "[Hysterectomy|Intervention a] in [2001|T t]."),
        write_note("d2", "2010-06-08", "[Mastectomy|Intervention a]."),
        write_note("d3", "2010-07-01", "Well after [surgery|Intervention a]."),
        write_note("d4", "2010-08-01", "[Colectomy|Intervention a] today."),
    ]
    events = {event.name.lower(): event for event in list_events(build(docs), "procedure")}
    assert set(events) == {"hysterectomy", "mastectomy", "colectomy"}
    assert [row.document for row in events["mastectomy"].evidence] == ["d2", "d3"]


@pytest.mark.parametrize(
    ("side", "place", "count"),
    [("left", "breast", 1), ("right", "breast", 2), ("left", "kidney", 2), ("", "", 2)],
)
def test_a_mass_is_the_tumour_found_soon_after_at_the_same_site(
    side: str, place: str, count: int
) -> None:
    words = f" in the [{side}|Laterality s] [{place}|Locus b]" if place else ""
    links = ("has_location a b", "laterality_modifies s b") if place else ()
    docs = [
        write_note("d1", "2010-06-01", f"A [mass|Condition a]{words}.", links=links),
        write_note(
            "d2",
            "2010-06-20",
            "[Carcinoma|Condition a] of the [left|Laterality s] [breast|Locus b].",
            links=("has_location a b", "laterality_modifies s b"),
        ),
    ]
    assert len(list_events(build(docs), "problem")) == count


def test_general_names_do_not_refer_to_each_other() -> None:
    """Check rules under which each of two masses could refer to the other one."""
    docs = [
        write_note(
            f"d{number}",
            f"201{number}-06-01",
            f"A [mass|Condition a] in the [{place}|Locus b].",
            links=("has_location a b",),
        )
        for number, place in enumerate(("breast skin", "breast duct"))
    ]
    statements = [Collector(load_schema_maps()).collect(doc) for doc in docs]
    masses = Reference(
        "problem", frozenset(("mass",)), ("mass",), same_place=True, named_later=1000
    )
    rules = replace(load_merge_rules(), references=(masses, masses))
    events = list_events(build_chronicle(Person("P1"), statements, rules), "problem")
    assert [[row.document for row in event.evidence] for event in events] == [["d0"], ["d1"]]


def test_rules_need_no_references(tmp_path: Path) -> None:
    text = files("goldsmith.chronicle.merge").joinpath("rules.toml").read_text("utf-8")
    start, end = text.index("[[references]]"), text.index("[confidence]")
    own = tmp_path / "rules.toml"
    own.write_text(text[:start] + text[end:], "utf-8")
    assert load_merge_rules(str(own)).references == ()


def test_different_stages_in_record_and_note_are_a_conflict() -> None:
    record = {
        "diagnoses": [{"patient": "P1", "name": "carcinoma", "start": "2010-05-10", "stage": "IIB"}]
    }
    docs = [write_note("d1", "2010-06-01", "Stage III [carcinoma|Condition a]")]
    chronicle = build(docs, record)
    [event] = list_events(chronicle, "problem")
    assert event.details["stage"] == "IIB"
    assert [conflict.kind for conflict in chronicle.conflicts] == ["record"]


def test_the_same_stage_in_arabic_numerals_is_not_a_conflict() -> None:
    record = {"diagnoses": [{"patient": "P1", "name": "carcinoma", "stage": "IIIC"}]}
    docs = [write_note("d1", "2010-06-01", "Stage 3C [carcinoma|Condition a]")]
    assert not build(docs, record).conflicts


@pytest.mark.parametrize(
    ("date", "kind"), [("", "undated"), ("2031-01-01", "future"), ("1949-01-01", "dates")]
)
def test_notes_with_missing_or_impossible_dates_are_reported(date: str, kind: str) -> None:
    docs = [write_note("d1", date, "[asthma|Condition a]")]
    chronicle = build(docs, RECORD, today=Day(2026, 1, 1))
    assert kind in [conflict.kind for conflict in chronicle.conflicts]
    assert list_events(chronicle, "problem")


def test_a_note_about_another_patient_is_reported() -> None:
    docs = [
        write_note("d1", "2010-01-01", "Re: Mrs A, DOB 03/04/1950. [Asthma|Condition a]."),
        write_note("d2", "2010-02-01", "Re: Mrs B, DOB 12/11/1961. [Gout|Condition a]."),
    ]
    chronicle = build(docs, RECORD)
    [conflict] = chronicle.conflicts
    assert conflict.kind == "other_patient"
    assert conflict.evidence[0].document == "d2"
    assert len(list_events(chronicle, "problem")) == 2


def test_a_row_of_another_patient_and_an_end_before_its_start_are_reported() -> None:
    record = {
        "diagnoses": [
            {"patient": "P2", "name": "gout", "start": "2010-01-01"},
            {"patient": "P1", "name": "asthma", "start": "2010-01-01", "end": "2009-01-01"},
        ]
    }
    chronicle = build([], record)
    assert sorted(conflict.kind for conflict in chronicle.conflicts) == ["dates", "other_patient"]
    [event] = chronicle.events
    assert event.name == "asthma"


def test_a_note_contradicts_the_record_even_if_another_note_is_undated() -> None:
    row = {"patient": "P1", "kind": "operation", "name": "mastectomy", "date": "2010-03-09"}
    text, link = "[mastectomy|Intervention a]", "is_included a 2010-03-05"
    docs = [write_note("d1", "2010-03-05", text, links=(link,)), write_note("d2", "", text)]
    chronicle = build(docs, {"procedures": [row]})
    assert sorted(entry.kind for entry in chronicle.conflicts) == ["record", "undated"]
    [event] = chronicle.events
    assert len(event.evidence) == 3


def test_events_after_death_are_reported() -> None:
    record = {"demographics": {"patient": "P1", "died": "2011-01-01"}}
    docs = [
        write_note("d1", "2011-06-01", "[CT|Investigation a]", links=("is_included a 2011-06-01",))
    ]
    assert "after_death" in [entry.kind for entry in build(docs, record).conflicts]


def test_a_problem_present_and_absent_on_the_same_day_is_a_conflict() -> None:
    docs = [
        write_note("d1", "2012-01-10", "[cough|Condition a]", links=("includes a 2012-01-10",)),
        write_note(
            "d2",
            "2012-01-10",
            "[no|Negation n] [cough|Condition a]",
            links=("negation_modifies n a",),
        ),
    ]
    assert [entry.kind for entry in build(docs).conflicts] == ["assertion"]


def test_a_second_set_adds_codes_and_family_context() -> None:
    doc = write_note("d1", "2012-01-10", "Mother had [stroke|Condition a].")
    span = Span(11, 17)
    mayo = AnnotationSet(
        "mayo-disorder",
        (
            Mention(
                "D1",
                "disorder",
                (span,),
                {"context": "family history of", "status": "confirmed"},
                (Code("230690007", "SNOMED CT"),),
            ),
        ),
        schema="mayo-disorder",
    )
    [event] = build([doc.with_set(mayo)]).events
    assert event.assertion == "family"
    assert event.codes == (Code("230690007", "SNOMED CT"),)
    assert len(event.evidence) == 1


def test_times_in_the_sentence_date_events_without_a_link() -> None:
    doc = write_note(
        "d1",
        "2012-05-10",
        "He had a [TURP|Intervention a] in March 2012. [Haematuria|Condition b].",
        times={"March 2012": "2012-03"},
    )
    chronicle = build([doc])
    [operation] = list_events(chronicle, "procedure")
    assert operation.extent.start == Bounds(Day(2012, 3, 1), Day(2012, 3, 31))
    assert operation.evidence[0].basis == "value"
    [problem] = list_events(chronicle, "problem")
    assert problem.evidence[0].basis == "document"


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2009-05", "2009-05-01", "2009-05-31"),
        ("2009", "2009-01-01", "2009-12-31"),
        ("2009-02-28T10:00", "2009-02-28", "2009-02-28"),
        ("2009-W23", "2009-06-01", "2009-06-07"),
        ("2009-WI", "2009-12-01", "2010-02-28"),
        ("198X", "1980-01-01", "1989-12-31"),
    ],
)
def test_days_of_time_values(value: str, first: str, last: str) -> None:
    days = parse_days(value)
    assert days
    assert tuple(str(Day.fromordinal(day)) for day in days) == (first, last)


@pytest.mark.parametrize("value", ["P6M", "PAST_REF", "2009-02-30", "", "XXXX-05"])
def test_values_that_do_not_denote_days(value: str) -> None:
    assert parse_days(value) is None


def test_events_are_sorted_by_their_start() -> None:
    docs = [
        write_note("d1", "2012-03-15", "[CT|Investigation a]", links=("is_included a 2012-03-15",)),
        write_note(
            "d2", "2011-03-15", "[MRI|Investigation a]", links=("is_included a 2011-03-15",)
        ),
        write_note("d3", "", "[gout|Condition a]"),
    ]
    assert [event.name for event in build(docs).events] == ["MRI", "CT", "gout"]


def test_an_undated_result_joins_a_recent_test_with_the_same_value() -> None:
    record = {
        "labs": [
            {"patient": "P1", "test": "haemoglobin", "date": "2010-03-01", "value": "101"},
            {"patient": "P1", "test": "haemoglobin", "date": "2010-03-08", "value": "94"},
        ]
    }
    docs = [
        write_note(name, date, "[Hb|Investigation a] [101|Result b]", links=("has_finding a b",))
        for name, date in (("d1", "2010-03-10"), ("d2", "2013-03-10"))
    ]
    events = list_events(build(docs, record), "investigation")
    documents = [[entry.document for entry in event.evidence] for event in events]
    assert documents == [["d1", ""], [""], ["d2"]]


@pytest.mark.parametrize(
    "text",
    [
        "We will start [FEC|Drug-or-device] as soon as the line is in.",
        "We have offered her [capecitabine|Drug-or-device].",
        "We talked about [nausea|Condition].",
    ],
)
def test_planned_and_possible_events_are_hypothetical(text: str) -> None:
    [event] = build([write_note("d1", "2010-03-05", text)]).events
    assert event.assertion == "hypothetical"


def test_continuing_a_drug_is_not_hypothetical() -> None:
    note = write_note("d1", "2010-03-05", "She will continue [letrozole|Drug-or-device].")
    [event] = build([note]).events
    assert event.assertion == "affirmed"


def test_a_test_dated_after_its_note_is_hypothetical() -> None:
    text = "The next [CT|Investigation a] is in May."
    [event] = build([write_note("d1", "2010-03-05", text, links=("is_included a 2010-05",))]).events
    assert event.assertion == "hypothetical"


def test_pain_at_two_sites_is_two_problems() -> None:
    notes = [
        write_note(
            f"d{number}",
            f"2010-03-0{number}",
            f"[Pain|Condition a] in the [{place}|Locus b].",
            links=("has_location a b", f"includes a 2010-03-0{number}"),
        )
        for number, place in enumerate(("back", "breast", "back"), 1)
    ]
    events = list_events(build(notes), "problem")
    assert [len(event.evidence) for event in events] == [2, 1]


def test_symptoms_years_apart_are_two_episodes() -> None:
    notes = [
        write_note("d1", "2010-03-05", "[Nausea|Condition a].", links=("includes a 2010-03-05",)),
        write_note(
            "d2", "2015-03-05", "[Nausea|Condition a].", links=("is_included a 2015-02-01",)
        ),
    ]
    assert len(list_events(build(notes), "problem")) == 2


def test_an_explicit_date_overrides_the_date_of_a_note() -> None:
    notes = [
        write_note("d1", "2010-03-05", "Going on with [FEC|Drug-or-device]."),
        write_note(
            "d2",
            "2010-06-01",
            "[FEC|Drug-or-device] since 1 April 2010.",
            times={"1 April 2010": "2010-04-01"},
        ),
    ]
    [event] = list_events(build(notes), "drug")
    assert event.extent.start.latest == Day(2010, 4, 1)
