"""Test clinical plausibility: findings need an investigation, complications a plausible onset."""

from __future__ import annotations

import datetime
from itertools import combinations
from random import Random

import pytest

from goldsmith_demo.life import make_patient
from goldsmith_demo.life.cancers import load_cancers
from goldsmith_demo.life.events.findings import take_blood
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.onset import begin
from goldsmith_demo.life.events.trouble import prescribe
from goldsmith_demo.life.model import Event, Patient, Thing
from goldsmith_demo.life.origin import draw_body
from goldsmith_demo.life.story import Story

#: Condition -> investigations, one of which must show it before a note mentions it.
SHOWN_BY = {
    "hypercalcaemia": {"bone_profile"},
    "renal_impairment": {"u_and_e"},
    "neutropenia": {"fbc"},
    "thrombocytopenia": {"fbc"},
    "cord_compression": {"mri"},
    "pulmonary_embolism": {"ctpa"},
    "dvt": {"doppler"},
    "pelvic_collection": {"ct"},
    "anastomotic_leak": {"ct"},
    "lymphocele": {"ultrasound"},
    "pneumonitis": {"ct"},
    "biochemical_recurrence": {"tumour_markers"},
}
#: Presenting conditions -> the laboratory panel of the same day that measures them.
MEASURED = {"anaemia": "fbc", "raised_psa": "tumour_markers"}
#: Drugs of which nobody takes two at the same time.
ALONE = [
    {"atenolol", "bisoprolol"},
    {"simvastatin", "atorvastatin"},
    {"paracetamol"},
    {"clarithromycin", "doxycycline"},
    {"ramipril", "lisinopril", "losartan"},
    {"naproxen", "ibuprofen", "aspirin"},
    {"naproxen", "ibuprofen", "warfarin"},
    {"warfarin", "tinzaparin", "dalteparin"},
    {"morphine", "fentanyl", "diamorphine"},
]


@pytest.fixture(scope="module")
def patients() -> list[Patient]:
    return [make_patient(number, seed=31) for number in range(400)]


def list_investigations(patient: Patient) -> list[tuple[Event, str]]:
    return [
        (event, patient.things[event.what].base)
        for event in patient.events
        if event.kind == "investigation"
    ]


def test_no_finding_without_the_investigation_that_shows_it(patients: list[Patient]) -> None:
    checked = set()
    for patient in patients:
        tests = list_investigations(patient)
        for event in patient.events:
            for key in {event.what, *event.findings} - {""}:
                base = patient.things[key].base
                if event.kind in ("investigation", "death") or base not in SHOWN_BY:
                    continue
                checked.add(base)
                assert any(
                    key in test.findings and test.date <= event.date and name in SHOWN_BY[base]
                    for test, name in tests
                ), (patient.id, event.kind, base)
    assert len(checked) >= 8, checked


def test_no_woman_has_erectile_dysfunction(patients: list[Patient]) -> None:
    sexes = {
        patient.sex
        for patient in patients
        for thing in patient.things.values()
        if thing.base == "erectile_dysfunction"
    }
    assert sexes == {"male"}


def test_measurable_presenting_conditions_are_measured_the_same_day(
    patients: list[Patient],
) -> None:
    count = 0
    for patient in patients:
        visit = next(event for event in patient.events if event.kind == "presentation")
        for key in visit.findings:
            panel = MEASURED.get(patient.things[key].base)
            if panel:
                count += 1
                assert any(
                    key in test.findings and test.date == visit.date and name == panel
                    for test, name in list_investigations(patient)
                ), (patient.id, key)
    assert count > 20


def test_complications_of_operations_have_a_plausible_onset(patients: list[Patient]) -> None:
    gaps: dict[str, list[int]] = {"wound_infection": [], "seroma": [], "anastomotic_leak": []}
    for patient in patients:
        operations = [event for event in patient.events if event.kind == "operation"]
        for event in patient.events:
            base = patient.things[event.what].base if event.what else ""
            before = [
                operation.date
                for operation in operations
                if operation.date <= event.date and event.what not in operation.findings
            ]
            if event.kind == "complication" and base in gaps and before:
                gaps[base].append((event.date - before[-1]).days)
    for base, days in gaps.items():
        first = load_harms().harms[base].onset[0]
        assert days, base
        assert min(days) >= first, (base, sorted(days))


def test_no_scan_shows_a_removed_primary(patients: list[Patient]) -> None:
    removing = set(load_harms().operations) - load_harms().sparing - {"lletz"}
    for patient in patients:
        cuts = [
            event.date
            for event in patient.events
            if event.kind == "operation" and patient.things[event.what].base in removing
        ]
        for event, name in list_investigations(patient):
            if cuts and event.date > cuts[0] and name != "histopathology":
                assert patient.tumour not in event.findings, (patient.id, name)


def list_prescriptions(patient: Patient) -> list[Thing]:
    return [
        thing
        for thing in patient.things.values()
        if thing.kind == "Drug-or-device" and "dose" in thing.details and not thing.whole
    ]


def test_no_two_drugs_of_a_class_at_the_same_time(patients: list[Patient]) -> None:
    for patient in patients:
        for first, second in combinations(list_prescriptions(patient), 2):
            if any({first.base, second.base} <= group for group in ALONE):
                begun = [drug.start for drug in (first, second) if drug.start]
                ended = [drug.end for drug in (first, second) if drug.end]
                assert ended, (patient.id, first.key, second.key)
                assert min(ended) <= max(begun), (patient.id, first.key, second.key)


def build_story() -> Story:
    rng, day = Random(1), datetime.date(2012, 1, 1)
    return Story(rng, "uk", load_cancers()[0], day, "female", 60, draw_body(rng, "female", 60))


def test_an_anticoagulant_ends_on_the_day_the_next_one_starts() -> None:
    story = build_story()
    warfarin = prescribe(story, "warfarin", datetime.date(2010, 5, 1), None)
    prescribe(story, "dalteparin", story.day, None)
    assert story.things[warfarin].end == story.day


def test_a_beta_blocker_is_not_for_asthma(patients: list[Patient]) -> None:
    airways = count = 0
    for patient in patients:
        bases = {patient.things[key].base for key in patient.comorbidities}
        drugs = {drug.base for drug in list_prescriptions(patient)}
        airways += bool(bases & {"asthma", "copd"})
        count += bool(drugs & {"atenolol", "bisoprolol"})
        assert not (bases & {"asthma", "copd"} and drugs & {"atenolol", "bisoprolol"}), patient.id
    assert min(airways, count) > 10


def test_infections_in_hospital_are_treated_intravenously(patients: list[Patient]) -> None:
    count = 0
    for patient in patients:
        for event in patient.events:
            base = patient.things[event.what].base if event.what else ""
            if event.kind == "complication" and base in ("pneumonia", "neutropenic_sepsis"):
                doses = [patient.things[key].details["dose"] for key in event.drugs]
                count += 1
                assert any("IV" in dose for dose in doses), (patient.id, doses)
    assert count > 20


@pytest.mark.parametrize(("odd", "low", "high"), [("infection", 0.74, 0.93), ("", 0.45, 0.76)])
def test_bacterial_infection_raises_the_share_of_neutrophils(
    odd: str, low: float, high: float
) -> None:
    story = build_story()
    begin(story)
    for _ in range(50):
        take_blood(story, "fbc", story.day, odd=odd)
        counts = {
            thing.base: float(thing.details["value"])
            for thing in story.things.values()
            if thing.whole == story.events[-1].what
        }
        assert low <= counts["neutrophils"] / counts["white_cells"] <= high


def test_squamous_and_small_cell_lung_cancers_are_those_of_smokers(patients: list[Patient]) -> None:
    smokers = [
        patient.smoker
        for patient in patients
        if patient.things[patient.tumour].base in ("lung_squamous", "lung_small_cell")
    ]
    assert len(smokers) > 10
    assert "never smoked" not in smokers


def test_first_stage_is_not_stated_after_a_relapse(patients: list[Patient]) -> None:
    count = 0
    for patient in patients:
        for event in patient.events:
            if event.kind == "recurrence" and patient.stage in ("I", "II", "IA", "IB", "IIA"):
                count += 1
                assert patient.hide_stage(event.date).stage == ""
    assert count > 10
