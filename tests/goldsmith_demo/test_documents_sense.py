"""Test the clinical sense of outpatient, emergency, intensive care and ward notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from goldsmith_demo.life import make_patient
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.make import choose_kinds, open_stream, write_page
from goldsmith_demo.writing.documents.outpatient.chart_facts import list_group
from goldsmith_demo.writing.documents.phrases import outpatient as books

SEED = 71
CLINIC, EMERGENCY, ICU = ("outpatient", ""), ("emergency", ""), ("discharge summary", "ICU")
#: Words for the organ that must be examined, by cancer, then by condition of the day.
ORGANS = {
    "breast": r"[Bb]reast",
    "lung": r"[Ll]ungs?\b|[Cc]hest|CTAB|Resp:|[Bb]ase\b",
    "colon": r"[Aa]bd|[Bb]elly|[Ll]iver|[Ss]pleen",
    "prostate": r"[Rr]ectal exam|DRE|[Pp]rostate",
    "testis": r"[Ss]crot|[Tt]estis",
    "dlbcl": r"[Nn]odes?\b|LN|LAD|adenopathy|[Nn]eck|axilla|groin|clavicle",
    "cervix": r"[Pp]elvic exam|Speculum",
}
ORGANS |= {"stomach": ORGANS["colon"], "pancreas": ORGANS["colon"], "hodgkin": ORGANS["dlbcl"]}
ACUTE = {
    "pulmonary_embolism": ORGANS["lung"],
    "pneumonia": ORGANS["lung"],
    "haemoptysis": ORGANS["lung"],
    "dyspnoea": ORGANS["lung"],
    "ileus": ORGANS["colon"],
    "bowel_obstruction": ORGANS["colon"],
    "breast_lump": ORGANS["breast"],
    "groin_lump": r"[Gg]roin",
    "dvt": r"[Cc]alf|[Ll]eg",
}


@cache
def list_patients() -> list[Patient]:
    return [make_patient(number, seed=SEED) for number in range(180)]


Note = tuple[Patient, Event, str, dict[str, str]]


@cache
def list_notes(kind: tuple[str, str]) -> list[Note]:
    """Return the notes of a kind: patient, event, text and the text of each section."""
    return list(_write_notes(kind))


def _write_notes(kind: tuple[str, str]) -> Iterator[Note]:
    for patient, turn in product(list_patients(), range(1 if kind == CLINIC else 6)):
        chance = open_stream(SEED, f"{patient.id}/{turn}")
        for number, event in enumerate(patient.events):
            if kind in choose_kinds(event, patient, chance):
                stream = open_stream(SEED, f"{patient.id}/{turn}/{number}")
                page = write_page(kind, event, patient, stream)
                page.finish()
                parts = {
                    part.kind: page.text[part.span.start : part.span.end] for part in page.sections
                }
                yield patient, event, page.text, parts


def list_conditions(patient: Patient, event: Event) -> set[str]:
    """Return the bases of the new conditions of an event."""
    return {patient.things[key].base for key in {event.what, *event.findings} - {""}}


def test_organ_of_the_cancer_is_examined_in_clinic() -> None:
    checked = set()
    for patient, event, text, parts in list_notes(CLINIC):
        if event.kind in ("follow_up", "chemotherapy") and patient.cancer in ORGANS:
            checked.add(patient.cancer)
            assert re.search(ORGANS[patient.cancer], parts["examination"]), text
    assert checked == ORGANS.keys()


@pytest.mark.parametrize("kind", [CLINIC, EMERGENCY, ICU])
def test_organ_of_the_complaint_is_examined(kind: tuple[str, str]) -> None:
    count = 0
    for patient, event, text, parts in list_notes(kind):
        for base in list_conditions(patient, event) & ACUTE.keys():
            if "examination" in parts:
                count += 1
                assert re.search(ACUTE[base], parts["examination"]), (base, text)
    assert count >= 5


def list_facts(patient: Patient, event: Event) -> set[str]:
    """Return what advice may depend on: drugs, operations and the diagnosis."""
    keys = [*patient.medication, *(done.what for done in patient.events if done.date < event.date)]
    facts = {patient.things[key].base for key in keys if key}
    diagnosed = patient.diagnosed is not None and patient.diagnosed <= event.date
    return facts | {patient.sex, patient.smoker.split()[0]} | ({"cancer"} if diagnosed else set())


#: Words of advice -> facts, one of which it requires.
ADVICE = {
    r"constipation on": {"co_codamol"},
    r"Bisphosphonates|Bone agents": {"alendronate"},
    r"With Cancer|After Cancer": {"cancer"},
    r"[Ll]ymphoe?dema": {"wide_local_excision", "mastectomy"},
    r"osteoporosis": {"female"},
    r"Smoking|Tobacco": {"current"},
}


def test_advice_fits_the_patient() -> None:
    checked = set()
    for patient, event, text, parts in list_notes(CLINIC):
        for advice, reasons in ADVICE.items():
            if re.search(advice, parts.get("education", "")):
                checked.add(advice)
                assert reasons & list_facts(patient, event), text
        if "After Cancer" in text:
            assert event.kind == "follow_up", text
    assert len(checked) >= 4, checked


def test_new_complaint_has_an_investigation() -> None:
    tests = re.compile(r"[Ii]maging|[Ss]can|CT|[Uu]ltrasound|tests|work-up")
    count = 0
    for _, event, text, parts in list_notes(CLINIC):
        if event.kind == "presentation":
            count += 1
            assert tests.search(parts["assessment"]), text
            assert not re.search(r"if (?:symptoms|complaints) (?:persist|worsen)", text), text
    assert count >= 20


def test_chemotherapy_is_given_on_full_counts() -> None:
    count = 0
    for _, event, text, parts in list_notes(CLINIC):
        if event.kind == "chemotherapy":
            count += 1
            assert re.search(r"[Pp]lt|plts|platelets", parts["results"]), text
    assert count >= 30


#: Condition of an emergency -> what its note must contain.
REQUIRED = {
    "haemoptysis": r"Chest X-ray|Chest film|CXR|CTPA|[Cc]hest radiograph",
    "dyspnoea": r"Chest X-ray|Chest film|CXR|CT|[Cc]hest radiograph|Plain film",
    "neutropenic_sepsis": r"(?s)(?i:creat|\bcr\b).*(?:[Cc]ultures|BCx)",
    "fever": r"\bT|Temp",
    "pulmonary_embolism": r"O2 |[Oo]xygen",
}


def test_emergency_has_the_tests_of_its_complaint() -> None:
    checked = set()
    for patient, event, text, _ in list_notes(EMERGENCY):
        for base in list_conditions(patient, event) & REQUIRED.keys():
            checked.add(base)
            assert re.search(REQUIRED[base], text), (base, text)
    assert checked == REQUIRED.keys()


@pytest.mark.parametrize("kind", [EMERGENCY, ICU])
def test_complication_of_treatment_names_the_treatment(kind: tuple[str, str]) -> None:
    count = 0
    for patient, event, text, parts in list_notes(kind):
        if "neutropenic_sepsis" in list_conditions(patient, event):
            count += 1
            cycle = [each for each in patient.events if each.kind == "chemotherapy"]
            last = [each for each in cycle if each.date < event.date][-1]
            names = patient.things[last.details["regimen"]].names
            words = " ".join(parts["history"].split()).lower()
            assert any(name.lower() in words for name in names), (names, text)
        if "POD#" in text:
            count += 1
            done = [each for each in patient.events if each.kind == "operation"]
            last = [each for each in done if each.date < event.date][-1]
            names = patient.things[last.what].names
            assert any(name.lower() in parts["history"].lower() for name in names), (names, text)
    assert count >= 5


@pytest.mark.parametrize("kind", [EMERGENCY, ICU, CLINIC])
def test_words_about_severity_agree_with_the_figures(kind: tuple[str, str]) -> None:
    for _, _, text, _ in list_notes(kind):
        breaths = re.findall(r"(?:RR|Resp|Respirations):? (\d+)", text)
        saturation = re.findall(r"(?:O2 sat|SpO2|Sats):? (\d+)", text)
        if any(int(figure) > 20 for figure in breaths):
            assert not re.search(r"distress|NAD", text), text
        if any(int(figure) < 90 for figure in saturation):
            assert re.search(r"O2 [^s]|[Oo]xygen|\bNC\b", text), text
            assert not re.search(r"stable condition|remained stable|comfortably", text), text
        assert "once stable" not in text
        assert "hypotension" not in text
        if "POD#" in text:
            assert not re.search(r"on arrival, (?:went|admitted)|to the ED with", text), text


def test_intensive_care_tests_have_a_reason() -> None:
    """Check tests for clots, which need a complaint of the chest or legs."""
    reasons = {"dyspnoea", "chest_pain", "cough", "pneumonia", "pulmonary_embolism", "leg_swelling"}
    reasons |= {"pleural_effusion", "pneumonitis", "atrial_fibrillation", "anaemia", "dvt"}
    for patient, event, text, _ in list_notes(ICU):
        bases = list_conditions(patient, event)
        if not bases & reasons:
            assert not re.search(r"LENIs|CTA negative", text), text
        if "neutropenic_sepsis" not in bases:
            assert "line infection" not in text, text
        assert len(re.findall(r"CBC|chem 7|U&E", text.partition("Follow")[2])) <= 1, text


def test_companion_and_occupation_are_mentioned_once() -> None:
    for patient, _, text, parts in list_notes(EMERGENCY) + list_notes(CLINIC):
        role, job = patient.relative.role or "family", patient.occupation.lower()
        assert len(re.findall(rf"\b(?:her|his|Her|His) {role}\b", parts["history"])) <= 1, text
        assert text.lower().count(job) <= 1 or len(job.split()) == 1, text


def test_every_sign_belongs_to_a_region_that_is_examined_for_it() -> None:
    exam = books.exam
    taken, regions = exam.get_words("taken"), exam["regions"] | exam["organs"]
    examined = {region for rows in exam.get_words("examined").values() for region in rows.split()}
    assert exam["signs"].keys() <= taken.keys()
    assert set(taken.values()) <= examined <= regions.keys()


def test_ward_round_chases_cultures_only_of_infections() -> None:
    count = 0
    for patient in list_patients():
        for event in patient.events:
            if event.kind in ("operation", "complication"):
                page = write_page(("inpatient", ""), event, patient, open_stream(SEED, patient.id))
                bases = list_conditions(patient, event)
                if "Chase cultures" in page.text:
                    count += 1
                    assert bases & {"fever", *list_group("infected")}, page.text
    assert count >= 5
