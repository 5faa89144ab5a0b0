"""The facts about a made-up patient: identity, and the dated course of the illness.

Documents are written from these facts alone, so everything that a document states can be checked
against the life. Facts are `Thing`s: a tumour, a scan, a drug, a part of the body. A thing
mentioned in two letters is one object.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

import msgspec

Date = datetime.date


class Thing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An entity that notes mention. Two mentions of the same thing co-refer.

    `names` are synonyms that clinicians use, the fullest first. `generic` are more general nouns
    that refer back to it, without determiner: "tumour" for "the tumour", "lesion" for "this
    lesion". `kind` is its CLEF type, or Person.
    """

    key: str
    """Unique within the patient."""
    kind: str
    names: tuple[str, ...]
    generic: tuple[str, ...] = ()
    start: Date | None = None
    """The day on which it began or was done; None for places and people."""
    end: Date | None = None
    """The day on which it ended; equal to `start` for one-day events, None if it continues."""
    place: str = ""
    """Key of the Locus where it is located, or that it targets."""
    side: str = ""
    """left, right, both or empty."""
    whole: str = ""
    """Key of the thing that it is part of."""
    among: str = ""
    """Key of the set of things that it belongs to."""
    is_disorder: bool = False
    """Whether it is a disorder as Mayo and ShARe define it."""
    is_symptom: bool = False
    details: Mapping[str, str] = {}
    """Figures that reports print: size, grade, stage, dose, value, unit …"""
    base: str = ""
    """Its entry in the catalogue: two CT scans of a patient have two keys but one base."""
    reason: str = ""
    """Key of the condition that it was done or given for."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """An event in the course of an illness, with the keys of the things involved.

    kind: presentation, referral, investigation, diagnosis, mdt, operation, chemotherapy (a cycle),
    radiotherapy (a course), complication, admission, discharge, follow_up, recurrence, palliative,
    death.
    """

    kind: str
    date: Date
    what: str = ""
    """Key of the investigation, intervention or condition of the event."""
    end: Date | None = None
    findings: tuple[str, ...] = ()
    """Keys of conditions that were found, for the first time or again."""
    excluded: tuple[str, ...] = ()
    """Keys of conditions that were looked for and not found."""
    drugs: tuple[str, ...] = ()
    number: int = 0
    """The number of the cycle or visit."""
    details: Mapping[str, str] = {}


class Body(msgspec.Struct, frozen=True):
    """Height and weight, and the figures used to calculate doses."""

    height: int
    weight: float
    surface: float
    clearance: float
    """Creatinine clearance in millilitres per minute."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A clinician or a relative."""

    title: str
    first: str
    last: str
    role: str = ""

    @property
    def called(self) -> str:
        """The title and surname: Dr Ray."""
        return f"{self.title} {self.last}"


class Patient(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A made-up patient with the complete course of the illness."""

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
    """The invented hospital number."""
    phone: str
    occupation: str
    smoker: str
    """Smoking status (never, ex or current) and pack years, worded as in a note."""
    relative: Person
    """The relative who accompanies the patient: husband, wife, daughter …"""
    gp: Person
    consultant: Person
    surgeon: Person
    others: tuple[Person, ...]
    """Radiologist, pathologist, registrar and nurse specialist, who sign reports."""
    cancer: str
    """Key of the cancer: breast, colon, lung, ovary, prostate, dlbcl …"""
    icd10: str
    tumour: str
    """Key of the primary tumour."""
    stage: str
    tnm: str
    things: Mapping[str, Thing]
    """Key -> thing, for everything that documents may mention."""
    comorbidities: tuple[str, ...]
    medication: tuple[str, ...]
    """Keys of the regular drugs for other illnesses than the cancer."""
    allergies: tuple[str, ...]
    family: tuple[tuple[str, str], ...]
    """Pairs of a relative and the key of the condition they had."""
    events: tuple[Event, ...]
    """Events in chronological order."""
    height: int = 0
    """In centimetres."""
    weight: float = 0.0
    """In kilograms, at the time of the diagnosis."""

    @property
    def called(self) -> str:
        """The title and surname: Mrs Ray."""
        return f"{self.title} {self.last}"

    @cached_property
    def diagnosed(self) -> Date | None:
        """The day of the diagnosis."""
        return next((event.date for event in self.events if event.kind == "diagnosis"), None)

    @cached_property
    def conditions(self) -> list[tuple[Date, Thing]]:
        """The patient's own conditions with the days on which they began."""
        things = self.things.values()
        return [(row.start, row) for row in things if row.start and row.kind == "Condition"]

    @cached_property
    def measurements(self) -> dict[str, list[tuple[Date, Thing]]]:
        """The values of each analyte with their days."""
        rows: dict[str, list[tuple[Date, Thing]]] = defaultdict(list)
        for thing in self.things.values():
            if thing.start is not None and "value" in thing.details:
                rows[thing.base].append((thing.start, thing))
        return rows

    def hide_stage(self, day: Date) -> Patient:
        """Return the patient as known on a day: no stage before staging or after a relapse."""
        staged = (event.date for event in self.events if event.details.get("stage"))
        relapsed = any(e.kind == "recurrence" and e.date <= day for e in self.events)
        is_outdated = relapsed and not self.stage.startswith(("IV", "extensive"))
        if next(staged, day) <= day and not is_outdated:
            return self
        return msgspec.structs.replace(self, stage="", tnm="")

    def get_age(self, day: Date) -> int:
        """Return the patient's age on a day."""
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))
