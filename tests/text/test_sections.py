"""Section detection: headings and their sections."""

import re
import tomllib
from pathlib import Path

import pytest

import goldsmith.text
from goldsmith.text.sections import find_sections, list_kinds


def list_sections(text: str) -> list[tuple[str, str]]:
    return [(section.kind, section.title) for section in find_sections(text)]


HEADINGS = [
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


@pytest.mark.parametrize(("text", "kind"), HEADINGS)
def test_kind_of_a_heading(text: str, kind: str) -> None:
    title = re.split(r":|\n|(?<=^PMH) |(?<=^O/E) ", text)[0]
    assert list_sections(text) == [(kind, title)]


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
def test_text_without_sections(text: str) -> None:
    assert list_sections(text) == []


def test_section_extends_to_the_next_heading() -> None:
    text = "Dear all\n\nPMH: asthma\nand gout\n\nPlan:\nrest \n"
    spans = [text[section.span.start : section.span.end] for section in find_sections(text)]
    assert spans == ["PMH: asthma\nand gout", "Plan:\nrest"]


def test_subdivisions_stay_within_an_examination() -> None:
    text = "PHYSICAL EXAM: BP 120/80.\nHEENT: normal\nCHEST: clear\nEYES/EARS: normal\nPLAN: rest"
    assert [kind for kind, _ in list_sections(text)] == ["physical_exam", "plan"]


def test_headings_within_a_line() -> None:
    text = "HISTORY: Fell. PMH: gout. IMPRESSION: fracture. Plan: cast. CXR: clear."
    text += "\nNext line."
    kinds = [kind for kind, _ in list_sections(text)]
    assert kinds == ["history_present", "past_history", "impression", "plan"]


def test_lost_line_breaks() -> None:
    text = (
        "SUBJECTIVE:,  Sneezing.,MEDICATIONS: , Zyrtec.,OBJECTIVE:,Vitals:  Normal.,HEENT:  Clear.,"
        "PHYSICAL EXAMINATION,GENERAL:  Well.,TOURNIQUET TIME:  ,None.,ASSESSMENT:,  Rhinitis."
    )
    assert [kind for kind, _ in list_sections(text)] == [
        "history_present",
        "medications",
        "physical_exam",
        "vital_signs",
        "physical_exam",
        "other",
        "impression",
    ]


def test_names_in_the_file_are_unique() -> None:
    file = Path(goldsmith.text.__file__).parent / "section_names.toml"
    content = tomllib.loads(file.read_text("utf-8"))
    kinds: dict[str, str] = {}
    for kind, names in {**content["kinds"], "part": content["parts"]["names"]}.items():
        for name in names:
            assert name == " ".join(name.lower().split())
            assert kinds.setdefault(name, kind) == kind, f"{name} is in {kinds[name]} and {kind}"
    assert set(content["endings"].values()) <= {*list_kinds(), ""}
    assert list_kinds() == tuple(sorted(content["kinds"]))
