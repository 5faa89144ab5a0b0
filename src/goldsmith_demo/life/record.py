"""The structured record of a made-up patient, built from the same events as the documents."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.model import Date, Event, Patient, Person


class Demographics(msgspec.Struct, frozen=True, kw_only=True):
    """The demographic data of the patient."""

    patient: str
    number: str
    title: str
    first_name: str
    surname: str
    sex: str
    date_of_birth: Date
    died: Date | None
    phone: str
    hospital: str
    town: str
    gp: str
    occupation: str
    smoker: str


class Contact(msgspec.Struct, frozen=True):
    """A relative or a clinician of the patient; `role` is their relation to the patient."""

    patient: str
    name: str
    role: str


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """A condition with its code; `end` is None while it lasts."""

    patient: str
    key: str
    name: str
    icd10: str
    start: Date
    end: Date | None
    main: bool
    stage: str = ""
    tnm: str = ""


class Prescription(msgspec.Struct, frozen=True, kw_only=True):
    """A drug with its dose."""

    patient: str
    key: str
    drug: str
    dose: str
    route: str
    start: Date
    end: Date | None
    reason: str


class Appointment(msgspec.Struct, frozen=True):
    """A visit or meeting."""

    patient: str
    date: Date
    kind: str
    clinic: str
    clinician: str


class Lab(msgspec.Struct, frozen=True, kw_only=True):
    """A measured value."""

    patient: str
    key: str
    date: Date
    panel: str
    test: str
    value: str
    unit: str
    range: str
    flag: str


class Procedure(msgspec.Struct, frozen=True, kw_only=True):
    """An operation, a scan, a cycle of chemotherapy or a course of radiotherapy."""

    patient: str
    key: str
    kind: str
    name: str
    place: str
    side: str
    date: Date
    end: Date | None
    number: int


class Admission(msgspec.Struct, frozen=True):
    """A stay in hospital; `discharged` is the day of death for patients who died there."""

    patient: str
    admitted: Date
    discharged: Date
    reason: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The data in the hospital's systems about a patient, apart from the documents."""

    demographics: Demographics
    relatives: tuple[Contact, ...]
    clinicians: tuple[Contact, ...]
    diagnoses: tuple[Diagnosis, ...]
    prescriptions: tuple[Prescription, ...]
    appointments: tuple[Appointment, ...]
    labs: tuple[Lab, ...]
    procedures: tuple[Procedure, ...]
    admissions: tuple[Admission, ...]


load_icd10 = make_reader(__package__, "icd10", dict[str, str])
"""ICD-10 codes of conditions other than the cancer, from the tabular list of ICD-10-CM (2026)."""
_PROCEDURES = frozenset(("investigation", "operation", "chemotherapy", "radiotherapy"))


def build_record(patient: Patient) -> Record:
    """Build the structured record from a life."""
    clinicians = (patient.gp, patient.consultant, patient.surgeon, *patient.others)
    return Record(
        demographics=_build_demographics(patient),
        relatives=_list_contacts(patient, patient.relative),
        clinicians=_list_contacts(patient, *clinicians),
        diagnoses=tuple(_list_diagnoses(patient)),
        prescriptions=tuple(_list_prescriptions(patient)),
        appointments=tuple(_list_appointments(patient)),
        labs=tuple(_list_labs(patient)),
        procedures=tuple(_list_procedures(patient)),
        admissions=tuple(_list_admissions(patient)),
    )


def _build_demographics(patient: Patient) -> Demographics:
    return Demographics(
        patient=patient.id,
        number=patient.number,
        title=patient.title,
        first_name=patient.first,
        surname=patient.last,
        sex=patient.sex,
        date_of_birth=patient.born,
        died=patient.died,
        phone=patient.phone,
        hospital=patient.hospital,
        town=patient.town,
        gp=f"{patient.gp.title} {patient.gp.first[0]} {patient.gp.last}",
        occupation=patient.occupation,
        smoker=patient.smoker,
    )


def _list_contacts(patient: Patient, *people: Person) -> tuple[Contact, ...]:
    return tuple(
        Contact(patient.id, f"{person.title} {person.first} {person.last}", person.role)
        for person in people
    )


def _list_diagnoses(patient: Patient) -> Iterator[Diagnosis]:
    """Yield the cancer from the day of diagnosis, and every other condition with a code."""
    for key, thing in patient.things.items():
        main = key == patient.tumour
        code = patient.icd10 if main else load_icd10().get(thing.base, "")
        start = patient.diagnosed if main else thing.start
        if thing.kind == "Condition" and code and start:
            yield Diagnosis(
                patient=patient.id,
                key=key,
                name=thing.names[0],
                icd10=code,
                start=start,
                end=thing.end,
                main=main,
                stage=patient.stage if main else "",
                tnm=patient.tnm if main else "",
            )


def _list_prescriptions(patient: Patient) -> Iterator[Prescription]:
    things = patient.things
    for key, thing in things.items():
        if thing.kind == "Drug-or-device" and thing.start and "dose" in thing.details:
            yield Prescription(
                patient=patient.id,
                key=key,
                drug=thing.names[0],
                dose=thing.details["dose"],
                route=thing.details.get("route", ""),
                start=thing.start,
                end=thing.end,
                reason=things[thing.reason].names[0] if thing.reason else "",
            )


def _list_appointments(patient: Patient) -> Iterator[Appointment]:
    clinicians = dict.fromkeys(("diagnosis", "mdt"), patient.surgeon)
    clinicians |= dict.fromkeys(("follow_up", "recurrence"), patient.consultant)
    clinicians |= {"presentation": patient.gp, "palliative": patient.others[-1]}
    for event in patient.events:
        if clinician := clinicians.get(event.kind):
            yield Appointment(patient.id, event.date, event.kind, clinician.role, clinician.called)


def _list_labs(patient: Patient) -> Iterator[Lab]:
    things = patient.things
    for key, thing in things.items():
        if thing.kind == "Investigation" and thing.start and "value" in thing.details:
            yield Lab(
                patient=patient.id,
                key=key,
                date=thing.start,
                panel=things[thing.whole].names[0],
                test=thing.names[0],
                **thing.details,
            )


def _list_procedures(patient: Patient) -> Iterator[Procedure]:
    """Yield the procedures, except blood tests, which are among the laboratory results."""
    things = patient.things
    panels = {thing.whole for thing in things.values() if "value" in thing.details}
    for event in patient.events:
        if event.kind not in _PROCEDURES or event.what in panels:
            continue
        thing = things[event.what]
        yield Procedure(
            patient=patient.id,
            key=event.what,
            kind=event.kind,
            name=thing.names[0],
            place=things[thing.place].names[0] if thing.place else "",
            side=thing.side,
            date=event.date,
            end=event.end,
            number=event.number,
        )


def _list_admissions(patient: Patient) -> Iterator[Admission]:
    """Yield each admission with the discharge that follows it."""
    admitted: Event | None = None
    for event in patient.events:
        if event.kind == "admission":
            admitted = event
        elif event.kind in ("discharge", "death") and admitted:
            reason = patient.things[admitted.what].names[0]
            yield Admission(patient.id, admitted.date, event.date, reason)
            admitted = None
