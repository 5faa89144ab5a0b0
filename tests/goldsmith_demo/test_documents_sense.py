"""Test the clinical sense of outpatient, emergency, intensive care and ward notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from goldsmith_demo.life import make_patient
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.make import choose_kinds, open_stream, write_page

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
    for patient in list_patients():
        chance = open_stream(SEED, patient.id)
        for number, event in enumerate(patient.events):
            if kind in choose_kinds(event, patient, chance):
                page = write_page(kind, event, patient, open_stream(SEED, f"{patient.id}/{number}"))
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
    for patient, event, text, parts in list_notes(CLINIC):
        if event.kind == "presentation":
            count += 1
            assert tests.search(parts["assessment"]), text
            assert not re.search(r"if (?:symptoms|complaints) (?:persist|worsen)", text), text
    assert count >= 20
