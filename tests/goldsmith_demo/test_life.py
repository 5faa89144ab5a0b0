"""Test made-up lives: consistent dates, keys, stages, doses and shares."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from goldsmith_demo.life import build_record, make_patient
from goldsmith_demo.life.cancers import load_cancers
from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.concepts import load_concepts
from goldsmith_demo.life.labs import load_analytes, load_labs
from goldsmith_demo.life.model import Event, Patient
from goldsmith_demo.life.record import load_icd10
from goldsmith_demo.life.regimens import load_regimens, load_treatments
from goldsmith_demo.life.traits import add_traits

SEED = 20
CANCERS = {cancer.key: cancer for cancer in load_cancers()}
TABLE_1 = {
    "Digestive": 26.2,
    "Breast": 23.4,
    "Haematological": 18.1,
    "Respiratory": 12.5,
    "Female genital": 11.9,
    "Male genital": 7.9,
}
KINDS = {
    "presentation", "referral", "investigation", "diagnosis", "mdt", "operation", "chemotherapy",
    "radiotherapy", "complication", "admission", "discharge", "follow_up", "recurrence",
    "palliative", "death",
}  # fmt: skip


@pytest.fixture(scope="module")
def patients() -> list[Patient]:
    return [make_patient(number, seed=SEED) for number in range(300)]


def list_keys(event: Event) -> list[str]:
    return [event.what, *event.findings, *event.excluded, *event.drugs]


def test_life_depends_only_on_seed_and_number(patients: list[Patient]) -> None:
    assert make_patient(299, seed=SEED) == patients[299]
    assert make_patient(7, seed=SEED + 1) != patients[7]
    assert make_patient(999_999, seed=SEED).id == "P20-999999"


def test_events_are_in_order_and_end_with_death(patients: list[Patient]) -> None:
    for patient in patients:
        dates = [event.date for event in patient.events]
        assert dates == sorted(dates)
        assert {event.kind for event in patient.events} <= KINDS
        assert [e.date for e in patient.events if e.kind == "death"] == (
            [patient.died] if patient.died else []
        )
        if patient.died:
            assert patient.events[-1].kind == "death"
            assert all((e.end or e.date) <= patient.died for e in patient.events)


def test_every_life_has_its_landmarks(patients: list[Patient]) -> None:
    for patient in patients:
        kinds = [event.kind for event in patient.events]
        assert kinds[0] == "presentation"
        assert set(kinds[1 : kinds.index("referral")]) <= {"investigation"}
        assert kinds.count("diagnosis") == 1 or patient.died
        assert "mdt" in kinds


def test_every_key_is_a_thing(patients: list[Patient]) -> None:
    for patient in patients:
        things = patient.things
        for event in patient.events:
            assert all(key in things for key in list_keys(event)), (patient.id, event)
        for key, thing in things.items():
            assert thing.key == key
            linked = (thing.place, thing.whole, thing.among, thing.reason)
            assert all(not link or link in things for link in linked), (
                patient.id,
                key,
            )
            assert not thing.place or things[thing.place].kind == "Locus"
            assert thing.names
        named = (*patient.comorbidities, *patient.medication, *patient.allergies, patient.tumour)
        assert all(key in things for key in (*named, *(key for _, key in patient.family)))


def test_things_agree_with_the_dates_of_their_events(patients: list[Patient]) -> None:
    for patient in patients:
        for thing in patient.things.values():
            if thing.start and thing.end:
                assert thing.start <= thing.end, (patient.id, thing.key)
            if thing.start and patient.died:
                assert thing.end and thing.end <= patient.died, (patient.id, thing.key)
        for event in patient.events:
            for key in (event.what, *event.findings, *event.drugs):
                start = patient.things[key].start
                assert start is None or start <= event.date, (patient.id, key, event)
            if "specimen" not in event.details:
                for key in event.findings:
                    end = patient.things[key].end
                    assert key == patient.tumour or not end or end >= event.date, (patient.id, key)


def test_excluded_conditions_have_no_time(patients: list[Patient]) -> None:
    for patient in patients:
        for event in patient.events:
            assert all(patient.things[key].start is None for key in event.excluded)
            assert not set(event.excluded) & set(event.findings)


def test_cancers_fit_sex_and_age(patients: list[Patient]) -> None:
    for patient in patients:
        cancer = CANCERS[patient.cancer]
        assert cancer.women < 1 or patient.sex == "female"
        assert cancer.women > 0 or patient.sex == "male"
        age = patient.get_age(patient.events[0].date)
        assert cancer.age[2] <= age <= cancer.age[3] + 1
        assert patient.icd10 in {site.icd10 for site in cancer.sites}
        assert patient.title in (("Mr",) if patient.sex == "male" else ("Mrs", "Miss", "Ms"))


FITTING = {
    "breast": {"I": "T1. N0", "IIA": "T1. N1|T2 N0", "IIB": "T2 N1|T3 N0",
               "IIIA": "T[12] N2|T3 N[12]", "IIIB": "T4. N[012]", "IV": ".*"},
    "colon": {"I": "T[12] N0", "IIA": "T3 N0", "IIB": "T4a N0", "IIIA": "T[12] N1",
              "IIIB": "T3 N1|T4a N1|T[23] N2a", "IIIC": "T4a N2.|T3 N2b", "IV": ".*"},
    "stomach": {"IB": "T2 N0|T1 N1", "IIA": "T3 N0|T2 N1", "IIB": "T4a N0|T3 N1|T2 N2",
                "IIIA": "T4a N1|T3 N2", "IV": ".*"},
    "pancreas": {"IB": "T2 N0", "IIA": "T3 N0", "IIB": "T[123] N1", "III": "T4 N.", "IV": ".*"},
    "lung": {"IA": "T1. N0", "IB": "T2a N0", "IIA": "T1. N1|T2a N1|T2b N0", "IIB": "T2b N1|T3 N0",
             "IIIA": "T[12]. N2|T3 N[12]", "IIIB": "T4 N2|.* N3", "IV": ".*", "limited": ".*",
             "extensive": ".*"},
    "ovary": {"IA": "T1a N0", "IC": "T1c N0", "IIB": "T2b N0", "IIIC": "T3c N[01]", "IV": ".*"},
    "cervix": {"IA1": "T1a1 N0", "IB1": "T1b1 N0", "IB2": "T1b2 N0", "IIB": "T2b N.",
               "IIIB": "T3b N.", "IVB": ".*"},
    "endometrium": {"IA": "T1a N0", "IB": "T1b N0", "II": "T2 N0", "IIIC1": "T1b N1|T2 N1",
                    "IVB": ".*"},
    "prostate": {"I": "T1c N0|T2a N0", "II": "T1c N0|T2[bc] N0", "III": "T3. N0", "IV": ".*"},
    "testis": {"I": "T[12] N0", "IIA": "T[12] N1", "IIB": "T[12] N2", "III": ".*"},
}  # fmt: skip
"""Stage -> T and N classes, by the seventh edition of TNM (written out again, not imported)."""
FITTING["rectum"] = FITTING["colon"]
FAR = {"IV", "IVB", "extensive"}


def test_tnm_fits_the_stage() -> None:
    for cancer in load_cancers():
        for stage in cancer.stages:
            for tnm in stage.tnm:
                if cancer.key not in FITTING:
                    assert tnm == ""
                    continue
                local, _, far = tnm.rpartition(" ")
                assert re.fullmatch(FITTING[cancer.key][stage.name], local), (cancer.key, tnm)
                spread = stage.name in FAR or (cancer.key, stage.name) == ("testis", "III")
                assert (far != "M0") == spread, (cancer.key, stage.name, tnm)


def test_node_counts_fit_the_stage(patients: list[Patient]) -> None:
    for patient in patients:
        involved = CANCERS[patient.cancer].involved
        n_class = patient.tnm.split()[1] if patient.tnm else ""
        for event in patient.events:
            if "nodes" in event.details and "specimen" in event.details:
                positive, examined = map(int, event.details["nodes"].split("/"))
                low, high = involved[n_class]
                assert low <= positive <= high
                assert positive <= examined


def test_cycles_keep_the_interval(patients: list[Patient]) -> None:
    courses = 0
    for patient in patients:
        cycles: dict[str, list[Event]] = {}
        for event in patient.events:
            if event.kind == "chemotherapy":
                cycles.setdefault(event.details["regimen"], []).append(event)
        for key, events in cycles.items():
            courses += 1
            regimen = load_regimens()[patient.things[key].base]
            assert [event.number for event in events] == list(range(1, len(events) + 1))
            for before, after in pairwise(events):
                late = int(after.details.get("delayed", "0 days").split()[0])
                assert (after.date - before.date).days == regimen.interval + late
    assert courses > 100


def test_doses_match_the_regimen(patients: list[Patient]) -> None:
    for patient in patients:
        for thing in patient.things.values():
            if thing.whole and thing.kind == "Drug-or-device":
                regimen = load_regimens()[patient.things[thing.whole].base]
                dose = next(dose for dose in regimen.doses if dose.drug == thing.base)
                assert f"{dose.amount:g}" in thing.details["dose"]
                total = float(thing.details["total"].split()[0])
                assert not dose.cap or total <= dose.cap
                if dose.unit == "mg/m2" and not dose.cap:
                    assert 1.2 * dose.amount < total < 2.8 * dose.amount
                if dose.unit == "AUC":
                    assert 280 <= total <= 1060


def test_lab_values_are_possible(patients: list[Patient]) -> None:
    for patient in patients:
        for row in build_record(patient).labs:
            assert float(row.value) >= 0
        for event in patient.events:
            values = {patient.things[key].base: text for key, text in event.details.items()
                      if key in patient.things}  # fmt: skip
            if "neutrophils" in values:
                white, neutrophils = (
                    float(values[n].split()[0]) for n in ("white_cells", "neutrophils")
                )
                assert neutrophils <= white


def test_diagnoses_have_the_shares_of_table_1() -> None:
    counts = Counter(CANCERS[make_patient(number, seed=3).cancer].column for number in range(2000))
    for column, share in TABLE_1.items():
        assert abs(counts[column] / 20 - share) < 4, column


def test_late_stages_die_sooner() -> None:
    dead: dict[str, list[bool]] = {"early": [], "late": []}
    for number in range(1500):
        patient = make_patient(number, seed=4)
        if patient.cancer in ("breast", "colon", "lung", "stomach"):
            late = patient.stage in FAR
            dead["late" if late else "early"].append(patient.died is not None)
    early, late_share = (sum(dead[name]) / len(dead[name]) for name in ("early", "late"))
    assert early < 0.4 < 0.8 < late_share


def test_codes_have_the_right_form() -> None:
    for key, concept in load_concepts().items():
        assert re.fullmatch(r"C\d{7}|", concept.cui), key
        assert re.fullmatch(r"\d{6,18}|", concept.snomed), key
        assert concept.cui or concept.snomed, key
        assert concept.source and ":" in concept.term
        assert concept.wordings
    assert all(re.fullmatch(r"[A-Z]\d\d(\.\d)?", code) for code in load_icd10().values())
    assert set(load_icd10()) <= set(load_catalogue("uk"))


def test_no_drug_that_the_patient_is_allergic_to() -> None:
    barred = {
        "allergy_penicillin": {"tazocin", "co_amoxiclav", "flucloxacillin", "amoxicillin"},
        "allergy_trimethoprim": {"trimethoprim"},
    }
    allergic = 0
    for patient in (make_patient(number, seed=SEED) for number in range(200)):
        drugs = {patient.things[key].base for event in patient.events for key in event.drugs}
        for allergy in patient.allergies:
            assert not drugs & barred.get(allergy, set()), (patient.id, allergy)
            allergic += allergy in barred and "meropenem" in drugs
    assert allergic > 0


def test_tables_name_entries_of_the_catalogue() -> None:
    kit = load_catalogue("uk")
    for name, regimen in load_regimens().items():
        assert name in kit
        assert all(dose.drug in kit for dose in regimen.doses)
        assert all(base in kit for _, base in regimen.harm)
    assert all(beam.base in kit for beam in load_treatments().beams.values())
    assert set(load_treatments().home) | set(load_labs().panels) | set(load_analytes()) <= set(kit)
    assert all(set(odd) <= set(load_analytes()) for odd in load_labs().odd.values())
    for thing in kit.values():
        assert all(not base or base in kit for base in (thing.place, thing.whole)), thing.key


def test_american_catalogue_uses_american_spelling() -> None:
    words = " ".join(" ".join(thing.names) for thing in load_catalogue("us").values())
    for british in ("oedema", "haem", "anaem", "tumour", "paracetamol", "oesoph", "rrhoea"):
        assert british not in words


def test_record_agrees_with_the_life(patients: list[Patient]) -> None:
    for patient in patients[:100]:
        record = build_record(patient)
        main = [diagnosis for diagnosis in record.diagnoses if diagnosis.main]
        assert [diagnosis.icd10 for diagnosis in main] == [patient.icd10]
        done = [e for e in patient.events if e.kind in ("operation", "chemotherapy")]
        procedures = [p for p in record.procedures if p.kind in ("operation", "chemotherapy")]
        assert [p.date for p in procedures] == [event.date for event in done]
        assert record.appointments
        for stay in record.admissions:
            assert stay.discharged is None or stay.admitted <= stay.discharged


def test_deposit_shares_the_details_of_its_metastases() -> None:
    count = 0
    for number in range(200):
        patient = make_patient(number, seed=SEED)
        for thing in patient.things.values():
            if thing.among:
                whole = patient.things[thing.among]
                shared = set(whole.details) & set(thing.details) & {"many"}
                assert all(whole.details[name] == thing.details[name] for name in shared)
                count += bool(shared)
    assert count > 20


def test_traits_keep_existing_details() -> None:
    patient = make_patient(3, seed=SEED)
    again = add_traits(patient.things, patient.tumour, patient.cancer, patient.tnm, "other")
    for key, thing in patient.things.items():
        assert again[key].details == thing.details


def test_harmless_findings_began_long_before_the_cancer(patients: list[Patient]) -> None:
    count = 0
    for patient in patients:
        for base in ("granuloma", "renal_cyst", "degenerative_change", "hiatus_hernia"):
            thing = patient.things.get(base)
            if thing is not None:
                assert thing.start and (patient.events[0].date - thing.start).days > 300
                count += 1
    assert 100 < count < 400


def test_british_surgeons_are_not_called_doctor(patients: list[Patient]) -> None:
    titles = Counter(
        (patient.style, patient.surgeon.title)
        for patient in patients
        if "surgery" in patient.surgeon.role
    )
    assert {title for style, title in titles if style == "uk"} == {"Mr", "Ms", "Miss"}
    assert {title for style, title in titles if style == "us"} == {"Dr"}
    for patient in patients:
        if patient.surgeon.role in ("haematology", "respiratory medicine"):
            assert patient.surgeon.title == "Dr"
        assert patient.gp.title == patient.consultant.title == "Dr"


def test_local_recurrence_after_mastectomy_is_in_the_chest_wall() -> None:
    patient = make_patient(92, seed=7)
    assert patient.things["local_recurrence"].place.startswith("chest_wall")
    assert "mastectomy-2" not in patient.things
