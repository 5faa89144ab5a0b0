"""Headings and the sections they begin."""

import re
import tomllib
from pathlib import Path

import pytest

import goldsmith.text
from goldsmith.text.sections import kinds, sections


def found(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.title) for one in sections(text)]


ONE = [
    ("Problem list:\nHypertension", "problem_list"),
    ("ACTIVE PROBLEMS: asthma", "problem_list"),
    ("CHIEF COMPLAINT\n\nCough.", "chief_complaint"),
    ("CC: cough", "chief_complaint"),
    ("PC: cough", "chief_complaint"),
    ("Presenting complaint: cough", "chief_complaint"),
    ("HISTORY OF PRESENT ILLNESS: Fell.", "history_present"),
    ("HPC: fell", "history_present"),
    ("Past Medical History:\n- asthma", "past_history"),
    ("PMHx: asthma", "past_history"),
    ("PMH asthma", "past_history"),
    ("PAST SURGICAL HISTORY: none", "surgical_history"),
    ("FHx: nil", "family_history"),
    ("Social history\nLives alone.", "social_history"),
    ("Drug history: nil", "medications"),
    ("MEDICATIONS ON ADMISSION: none", "medications"),
    ("TTOs:\naspirin", "medications"),
    ("ALLERGIES TO MEDICINES: none", "allergies"),
    ("ROS: negative", "review_of_systems"),
    ("O/E well", "physical_exam"),
    ("On examination: well", "physical_exam"),
    ("NEUROLOGICAL EXAMINATION: normal", "physical_exam"),
    ("Obs: stable", "vital_signs"),
    ("LABORATORY DATA: normal", "labs"),
    ("Bloods: normal", "labs"),
    ("CXR: clear", "imaging"),
    ("Ix: nil", "results"),
    ("FINDINGS AT THE TIME OF SURGERY: none", "findings"),
    ("Imp: viral", "impression"),
    ("ASSESSMENT/PLAN: viral", "impression"),
    ("Assessment & Plan:\nviral", "impression"),
    ("POSTOPERATIVE DIAGNOSES: same", "diagnosis"),
    ("DESCRIPTION OF PROCEDURE IN DETAIL: none", "procedure"),
    ("HOSPITAL COURSE: uneventful", "hospital_course"),
    ("Management plan:\nrest", "plan"),
    ("Follow-up: 2/52", "follow_up"),
    ("INDICATIONS FOR THIS PROCEDURE: pain", "indication"),
    ("Clinical details: pain", "indication"),
    ("Comparison: none", "comparison"),
    ("Specimen: colon", "specimen"),
    ("Macro: 10 mm", "macroscopy"),
    ("MICROSCOPIC DESCRIPTION\nTumour.", "microscopy"),
    ("Conclusion\nTumour.", "conclusion"),
    ("TOURNIQUET TIME: 20 minutes", "other"),
    ("RADIOTHERAPY AUDIT\nNothing", "other"),
    ("Consent Form Details:\nSigned", "other"),
]


@pytest.mark.parametrize(("text", "kind"), ONE)
def test_a_heading_and_its_kind(text: str, kind: str) -> None:
    title = re.split(r":|\n|(?<=^PMH) |(?<=^O/E) ", text)[0]
    assert found(text) == [(kind, title)]


@pytest.mark.parametrize(
    "text",
    [
        "The plan is to rest.",
        "Heart rate: 58 bpm",
        "Seen at 14:30 by the team",
        "Dear Dr Moor:",
        "Depression\nShe is doing well.",
        "• Integumentary: clear",
        "1. Bloods: normal",
        "HEENT: normal",
        "Abdomen: soft",
        "NAD",
        "",
    ],
)
def test_what_is_no_section(text: str) -> None:
    assert found(text) == []


def test_a_section_runs_to_the_next_heading() -> None:
    text = "Dear all\n\nPMH: asthma\nand gout\n\nPlan:\nrest \n"
    spans = [text[one.span.start : one.span.end] for one in sections(text)]
    assert spans == ["PMH: asthma\nand gout", "Plan:\nrest"]


def test_parts_of_an_examination_stay_within_it() -> None:
    text = "PHYSICAL EXAM: BP 120/80.\nHEENT: normal\nCHEST: clear\nEYES/EARS: normal\nPLAN: rest"
    assert [kind for kind, _ in found(text)] == ["physical_exam", "plan"]


def test_headings_within_a_line() -> None:
    text = "HISTORY: Fell. PMH: gout. IMPRESSION: fracture. Plan: cast. CXR: clear."
    text += "\nNext line."
    kinds_found = [kind for kind, _ in found(text)]
    assert kinds_found == ["history_present", "past_history", "impression", "plan"]


def test_lost_line_breaks() -> None:
    text = (
        "SUBJECTIVE:,  Sneezing.,MEDICATIONS: , Zyrtec.,OBJECTIVE:,Vitals:  Normal.,HEENT:  Clear.,"
        "PHYSICAL EXAMINATION,GENERAL:  Well.,TOURNIQUET TIME:  ,None.,ASSESSMENT:,  Rhinitis."
    )
    assert [kind for kind, _ in found(text)] == [
        "history_present",
        "medications",
        "physical_exam",
        "vital_signs",
        "physical_exam",
        "other",
        "impression",
    ]


def test_the_file_names_everything_once() -> None:
    file = Path(goldsmith.text.__file__).parent / "section_names.toml"
    held = tomllib.loads(file.read_text("utf-8"))
    seen: dict[str, str] = {}
    for kind, names in {**held["kinds"], "part": held["parts"]["names"]}.items():
        for name in names:
            assert name == " ".join(name.lower().split())
            assert seen.setdefault(name, kind) == kind, f"{name} is in {seen[name]} and {kind}"
    assert set(held["endings"].values()) <= {*kinds(), ""}
    assert kinds() == tuple(sorted(held["kinds"]))
