"""The structured record of a made-up patient, from the same events as the documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith_demo.life.icd10 import ICD10
from goldsmith_demo.life.model import Date, Event, Patient, Person, Thing


class Demographics(msgspec.Struct, frozen=True, kw_only=True):
    """Who it is."""

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


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A relative or a clinician of the patient; `role` is what they are to the patient."""

    patient: str
    name: str
    role: str


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """A condition with its code; `end` is nothing while it lasts."""

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


class Appointment(msgspec.Struct, frozen=True, kw_only=True):
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


class Admission(msgspec.Struct, frozen=True, kw_only=True):
    """A stay in hospital; `discharged` is the day of death for who died there."""

    patient: str
    admitted: Date
    discharged: Date | None
    reason: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the hospital's systems hold of a patient, besides the documents."""

    demographics: Demographics
    relatives: tuple[Named, ...]
    clinicians: tuple[Named, ...]
    diagnoses: tuple[Diagnosis, ...]
    prescriptions: tuple[Prescription, ...]
    appointments: tuple[Appointment, ...]
    labs: tuple[Lab, ...]
    procedures: tuple[Procedure, ...]
    admissions: tuple[Admission, ...]


Row = dict[str, str | int | bool | None]
_VISITS = frozenset(("presentation", "diagnosis", "mdt", "follow_up", "palliative", "recurrence"))
_DONE = frozenset(("investigation", "operation", "chemotherapy", "radiotherapy"))


def record(patient: Patient) -> Record:
    """The structured record, derived from the life."""
    return Record(
        demographics=_demographics(patient),
        relatives=(_named(patient, patient.relative),),
        clinicians=tuple(_named(patient, one) for one in _clinicians(patient)),
        diagnoses=tuple(_diagnoses(patient)),
        prescriptions=tuple(_prescriptions(patient)),
        appointments=tuple(_appointments(patient)),
        labs=tuple(_labs(patient)),
        procedures=tuple(_procedures(patient)),
        admissions=tuple(_admissions(patient)),
    )


def rows(whole: Record) -> Iterator[tuple[str, Row]]:
    """(table, row) pairs, ready for JSON lines or CSV; dates are ISO 8601."""
    for table in whole.__struct_fields__:
        entries = getattr(whole, table)
        for entry in entries if isinstance(entries, tuple) else (entries,):
            yield table, msgspec.to_builtins(entry)


def _demographics(patient: Patient) -> Demographics:
    gp = f"{patient.gp.title} {patient.gp.first[0]} {patient.gp.last}"
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
        gp=gp,
        occupation=patient.occupation,
        smoker=patient.smoker,
    )


def _named(patient: Patient, who: Person) -> Named:
    return Named(patient=patient.id, name=f"{who.title} {who.first} {who.last}", role=who.role)


def _clinicians(patient: Patient) -> tuple[Person, ...]:
    return (patient.gp, patient.consultant, patient.surgeon, *patient.others)


def _diagnoses(patient: Patient) -> Iterator[Diagnosis]:
    """The cancer from the day it was known, and every other condition that has a code."""
    known = next((event.date for event in patient.events if event.kind == "diagnosis"), None)
    relatives = {key for _, key in patient.family}
    for key, thing in patient.things.items():
        main = key == patient.tumour
        code = patient.icd10 if main else ICD10.get(thing.base, "")
        start = (known or thing.start) if main else thing.start
        if thing.kind == "Condition" and code and start and key not in relatives:
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


def _prescriptions(patient: Patient) -> Iterator[Prescription]:
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


def _appointments(patient: Patient) -> Iterator[Appointment]:
    for event in patient.events:
        if event.kind in _VISITS:
            who = _seen_by(patient, event)
            yield Appointment(
                patient=patient.id,
                date=event.date,
                kind=event.kind,
                clinic=who.role,
                clinician=f"{who.title} {who.last}",
            )


def _seen_by(patient: Patient, event: Event) -> Person:
    if event.kind == "presentation":
        return patient.gp
    if event.kind in ("diagnosis", "mdt"):
        return patient.surgeon
    return patient.others[-1] if event.kind == "palliative" else patient.consultant


def _labs(patient: Patient) -> Iterator[Lab]:
    things = patient.things
    for key, thing in things.items():
        if thing.kind == "Investigation" and thing.start and "value" in thing.details:
            details = thing.details
            yield Lab(
                patient=patient.id,
                key=key,
                date=thing.start,
                panel=things[thing.whole].names[0],
                test=thing.names[0],
                value=details["value"],
                unit=details["unit"],
                range=details["range"],
                flag=details["flag"],
            )


def _procedures(patient: Patient) -> Iterator[Procedure]:
    """What was done, blood tests apart: they are among the results."""
    things = patient.things
    panels = {thing.whole for thing in things.values() if "value" in thing.details}
    for event in patient.events:
        if event.kind not in _DONE or event.what in panels:
            continue
        thing = things[event.what]
        yield Procedure(
            patient=patient.id,
            key=event.what,
            kind=event.kind,
            name=thing.names[0],
            place=_place(things, thing),
            side=thing.side,
            date=event.date,
            end=event.end,
            number=event.number,
        )


def _place(things: Mapping[str, Thing], thing: Thing) -> str:
    return things[thing.place].names[0] if thing.place else ""


def _admissions(patient: Patient) -> Iterator[Admission]:
    """Each admission with the discharge that follows it."""
    open_since: Event | None = None
    for event in patient.events:
        if event.kind == "admission" and open_since is None:
            open_since = event
        elif event.kind in ("discharge", "death") and open_since:
            yield _stay(patient, open_since, event.date)
            open_since = None
    if open_since:
        yield _stay(patient, open_since, None)


def _stay(patient: Patient, event: Event, out: Date | None) -> Admission:
    return Admission(
        patient=patient.id,
        admitted=event.date,
        discharged=out,
        reason=patient.things[event.what].names[0],
    )
