"""How letters are headed: salutation, the patient's line, and the summary in a list."""

from __future__ import annotations

from goldsmith_demo.life.model import Person
from goldsmith_demo.writing.documents.narratives.course import LISTED, treatments
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.parts import dated
from goldsmith_demo.writing.documents.narratives.teller import Teller

_DIAGNOSIS = (
    "{c} of the @c[, {ct}|]",
    "@c {c}[, {tnm}|]",
    "{c}, @c[ ({stage})|]",
    "{stage} {c} of the @c",
    "{c} @c, {grade}[, {tnm}|]",
    "{c}[, {tnm}|]",
)


def salute(tell: Teller, who: Person) -> None:
    """The first lines: date, clinic, greeting."""
    page, us = tell.page, tell.patient.style == "us"
    if tell.maybe(0.45):
        clinic = ("Dictated", "Clinic date", "Date seen") if us else ("Clinic", "Date of clinic")
        dated(tell, ("", *(f"{one}: " for one in clinic)))
        page.paragraph()
    page.line(f"Dear {who.title} {who.last}{':' if us else tell.chance.choice(('', '', ','))}")
    page.paragraph()


def patient_line(tell: Teller) -> None:
    """Who the letter is about."""
    patient, page = tell.patient, tell.page
    name = f"{patient.title} {patient.first} {patient.last.upper()}"
    age = patient.age(page.date)
    born = f"{patient.born:%m/%d/%Y}" if patient.style == "us" else f"{patient.born:%d.%m.%Y}"
    lines = (
        f"{name}, aged {age}",
        f"Re: {patient.title} {patient.first} {patient.last}, d.o.b. {born}",
        f"RE: {patient.last.upper()}, {patient.first} - Hosp no. {patient.number}",
        f"{patient.title} {patient.first} {patient.last} - DOB {born} - {patient.hospital}",
        f"{name} ({age} years)",
    )
    page.line(tell.chance.choice(lines))
    page.paragraph()


def summary(tell: Teller, facts: Facts) -> None:
    """Diagnosis and treatment in a list."""
    page, chance = tell.page, tell.chance
    if "c" not in tell.common:
        return
    bullet = chance.choice(("", "- ", "", "* "))
    page.heading(chance.choice(("Diagnosis:", "Diagnosis", "Dx:", "DIAGNOSIS:")), "diagnosis", " ")
    if page.text.endswith(("is ", "IS ")):
        page.text = page.text.rstrip() + "\n"
    tell.say(_DIAGNOSIS, after="\n") or tell.say(("{c}",), after="\n")
    items = treatments(facts)[-4:]
    if items:
        page.heading(chance.choice(("Treatment:", "Treatment to date:", "Rx:")), "treatment")
    for kind, thing, given in items:
        tell.item(LISTED[kind], given, lead=bullet, o=thing)
    page.paragraph()
