"""Write the head of a letter: salutation, the patient's details, and a summary list."""

from __future__ import annotations

from goldsmith_demo.life.model import Person
from goldsmith_demo.writing.documents.narratives.course import list_treatments
from goldsmith_demo.writing.documents.narratives.parts import write_date_line
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books


def write_salutation(tell: Teller, reader: Person) -> None:
    """Write the first lines: date, clinic, greeting."""
    page, us = tell.page, tell.style == "us"
    if tell.maybe(0.45):
        clinic = ("Dictated", "Clinic date", "Date seen") if us else ("Clinic", "Date of clinic")
        write_date_line(tell, ("", *(f"{label}: " for label in clinic)))
        page.end_paragraph()
    page.write_line(f"Dear {reader.called}{':' if us else tell.chance.choice(('', '', ','))}")
    page.end_paragraph()


def write_patient_line(tell: Teller) -> None:
    """Write the line that identifies the patient."""
    patient, page = tell.patient, tell.page
    name = f"{patient.title} {patient.first} {patient.last.upper()}"
    age = patient.get_age(page.date)
    born = f"{patient.born:%m/%d/%Y}" if patient.style == "us" else f"{patient.born:%d.%m.%Y}"
    page.write_one_of(
        f"{name}, aged {age}",
        f"Re: {patient.title} {patient.first} {patient.last}, d.o.b. {born}",
        f"RE: {patient.last.upper()}, {patient.first} - Hosp no. {patient.number}",
        f"{patient.title} {patient.first} {patient.last} - DOB {born} - {patient.hospital}",
        f"{name} ({age} years)",
    )
    page.end_paragraph()


def write_summary(tell: Teller) -> None:
    """Write the diagnosis and treatment as a list."""
    page, chance = tell.page, tell.chance
    if "c" not in tell.common:
        return
    bullet = chance.choice(("", "- ", "", "* "))
    title = chance.choice(("Diagnosis:", "Diagnosis", "Dx:", "DIAGNOSIS:"))
    page.start_section(title, "diagnosis", " ")
    if page.text.endswith(("is ", "IS ")):
        page.text = page.text.rstrip() + "\n"
    tell.say(books.head.diagnosis, after="\n") or tell.say(("{c}",), after="\n")
    items = list_treatments(tell)[-4:]
    if items:
        page.start_section(chance.choice(("Treatment:", "Treatment to date:", "Rx:")), "treatment")
    for kind, thing, values in items:
        listed = books.course["listed"][kind]
        tell.say(listed, values, lead=bullet, after="\n", again=True, o=thing)
    page.end_paragraph()
