"""The facts about a made-up patient: who they are, and what happened to them, with dates.

Documents are written from these facts alone, so everything that a document states can be checked
against the life. Facts are `Thing`s: a tumour, a scan, a drug, a part of the body. The same thing
mentioned in two letters is one thing.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import msgspec

Date = datetime.date


class Thing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A thing that notes mention. Two mentions of a thing co-refer.

    `names` are what clinicians call it, the fullest first; all of them mean the same. `generic`
    are looser words that refer back to it ("the tumour", "this lesion" without determiner: tumour,
    lesion). `kind` is its CLEF type, or Person.
    """

    key: str
    """Unique within the patient."""
    kind: str
    names: tuple[str, ...]
    generic: tuple[str, ...] = ()
    start: Date | None = None
    """When it began or was done; None for places and people."""
    end: Date | None = None
    """When it ended: the same day as `start` for what takes a day; None if it continues."""
    place: str = ""
    """Key of the Locus where it is, or at which it was aimed."""
    side: str = ""
    """left, right, both or empty."""
    whole: str = ""
    """Key of the thing of which it is a part."""
    among: str = ""
    """Key of the set of things to which it belongs."""
    is_disorder: bool = False
    """Whether it is a disorder in the sense of Mayo and ShARe."""
    is_symptom: bool = False
    details: Mapping[str, str] = {}
    """Figures that reports print: size, grade, stage, dose, value, unit …"""
    base: str = ""
    """Its entry in the catalogue: two scans of one patient have two keys and one base."""
    reason: str = ""
    """Key of the condition for which it was done or given."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A day in the course of an illness, by the keys of the things that belong to it.

    kind: presentation, referral, investigation, diagnosis, mdt, operation, chemotherapy (a cycle),
    radiotherapy (a course), complication, admission, discharge, follow_up, recurrence, palliative,
    death.
    """

    kind: str
    date: Date
    end: Date | None = None
    what: str = ""
    """Key of the investigation, intervention or condition of the event."""
    findings: tuple[str, ...] = ()
    """Keys of conditions that were found, newly or again."""
    excluded: tuple[str, ...] = ()
    """Keys of conditions that were looked for and not found."""
    drugs: tuple[str, ...] = ()
    number: int = 0
    """The number of the cycle or visit."""
    details: Mapping[str, str] = {}


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A clinician or a relative."""

    title: str
    first: str
    last: str
    role: str = ""


class Patient(msgspec.Struct, frozen=True, kw_only=True):
    """A made-up patient with the whole course of the illness."""

    id: str
    sex: str
    """female or male."""
    title: str
    first: str
    last: str
    born: Date
    died: Date | None
    style: str
    """uk or us: spelling, dates, drug names."""
    hospital: str
    town: str
    number: str
    """The hospital number, invented."""
    phone: str
    occupation: str
    smoker: str
    """never, ex or current, with pack years, in the words of a note."""
    relative: Person
    """The relative who comes along: husband, wife, daughter …"""
    gp: Person
    consultant: Person
    surgeon: Person
    others: tuple[Person, ...]
    """Radiologist, pathologist, registrar and nurse specialist, who sign reports."""
    cancer: str
    """breast, colorectal, lung, ovary, prostate, lymphoma …"""
    icd10: str
    tumour: str
    """Key of the primary tumour."""
    stage: str
    tnm: str
    things: Mapping[str, Thing]
    """Key -> thing: everything that documents may mention."""
    comorbidities: tuple[str, ...]
    medication: tuple[str, ...]
    """Keys of the drugs taken all along, whatever the cancer."""
    allergies: tuple[str, ...]
    family: tuple[tuple[str, str], ...]
    """Pairs of a relative and the key of the condition they had."""
    events: tuple[Event, ...]
    """In the order of their dates."""
    height: int = 0
    """In centimetres."""
    weight: float = 0.0
    """In kilograms, at the time of the diagnosis."""

    def hide_stage(self, day: Date) -> Patient:
        """Return the patient as known on a day: before the staging is complete, without a stage."""
        staged = (event.date for event in self.events if event.details.get("stage"))
        if next(staged, day) <= day:
            return self
        return msgspec.structs.replace(self, stage="", tnm="")

    def get_age(self, day: Date) -> int:
        """Return the patient's age on a day."""
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))
