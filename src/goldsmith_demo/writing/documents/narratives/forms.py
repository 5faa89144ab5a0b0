"""Discharge summaries, reports and audit forms."""

from __future__ import annotations

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.narratives import parts
from goldsmith_demo.writing.documents.narratives.course import list_treatments, write_course
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.gather import gather
from goldsmith_demo.writing.documents.narratives.investigations import (
    list_investigations as shown_by,
)
from goldsmith_demo.writing.documents.narratives.parts import (
    write_background,
    write_bloods,
    write_date_line,
    write_denials,
    write_examination,
    write_investigations,
    write_signature,
)
from goldsmith_demo.writing.documents.narratives.phrases import (
    load_course,
    load_forms,
    load_letter,
    load_story,
)
from goldsmith_demo.writing.documents.narratives.story import recall
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.page import Page

_LABELS = {
    "operation": ("Done", "Carried out", "Managed by"),
    "chemotherapy": ("Regimen", "Given"),
    "radiotherapy": ("Given", "Fields and dose"),
}


def start_section(tell: Teller, titles: tuple[str, ...], kind: str, after: str = "") -> None:
    """Start a section with one of several headings."""
    tell.page.start_section(
        tell.chance.choice(titles), kind, after or tell.chance.choice((" ", "\n"))
    )


def write_report(page: Page, event: Event) -> None:
    """Write a report: outcome of a meeting, a nurse's visit, or a course of radiotherapy."""
    tell = Teller(page, event, page.chance.choice(("plain", "brisk")))
    facts = gather(tell)
    recall(tell, facts)
    beam = facts.find_thing(event.what) if event.kind == "radiotherapy" else None
    if beam is not None:
        tell.common["rx"] = beam
        tell.common["dose"] = (
            tell.make_thing("Result", beam.details["dose"]) if ("dose" in beam.details) else None
        )
        _write_radiotherapy(tell, facts)
    elif event.kind in ("mdt", "diagnosis", "recurrence", "operation"):
        _write_meeting(tell, facts)
    else:
        _write_nurse_visit(tell, facts)


def _write_title(tell: Teller, titles: tuple[str, ...]) -> None:
    page, patient = tell.page, tell.patient
    page.write_line(tell.chance.choice(titles))
    page.write_line(
        tell.chance.choice(
            (
                f"{patient.title} {patient.first} {patient.last}, {patient.number}",
                f"Patient: {patient.first} {patient.last.upper()}",
                f"Re {patient.title} {patient.last}, {patient.hospital}",
            )
        )
    )
    write_date_line(tell)
    page.end_paragraph()


def _write_meeting(tell: Teller, facts: Facts) -> None:
    page = tell.page
    _write_title(
        tell,
        (
            "MDT OUTCOME",
            "Report of multidisciplinary meeting",
            "MDM proforma",
            "Oncology board",
        ),
    )
    start_section(tell, ("Case summary:", "Clinical details:", "Summary:"), "history")
    tell.say(load_forms().discussed)
    tell.say(load_forms().discussed)
    write_course(tell, facts)
    tell.say(load_letter().past)
    if tell.maybe(0.6):
        parts.write_drugs(tell, facts)
    write_denials(tell, facts, 0.3)
    page.end_paragraph()
    start_section(tell, ("Imaging and pathology:", "Reviewed:", "Findings:"), "findings")
    tell.say(load_story().pathology)
    write_investigations(tell, facts, 3)
    write_bloods(tell, facts)
    page.end_paragraph()
    start_section(tell, ("Outcome:", "Decision:", "Recommendation:", "Consensus:"), "plan")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(load_forms().consensus)
    write_signature(tell, facts.patient.surgeon, closing=False)


def _write_nurse_visit(tell: Teller, facts: Facts) -> None:
    page = tell.page
    _write_title(
        tell,
        (
            "CLINICAL NURSE SPECIALIST REPORT",
            "Nurse-led review",
            "Report of home visit",
            "Holistic needs assessment",
        ),
    )
    write_background(tell)
    write_course(tell, facts)
    tell.say(load_story().after)
    page.end_paragraph()
    for _ in range(tell.chance.choice((5, 6, 7))):
        tell.say(load_forms().nursed)
    write_denials(tell, facts, 0.3)
    write_examination(tell, facts, 1)
    page.end_paragraph()
    write_investigations(tell, facts, 2)
    tell.say(load_story().response)
    tell.say(load_letter().past)
    write_bloods(tell, facts)
    page.end_paragraph()
    for _ in range(2):
        tell.say(load_forms().follow)
    nurse = next(
        (person for person in facts.patient.others if "nurse" in person.role.lower()), None
    )
    write_signature(tell, nurse or facts.patient.consultant, closing=False)


def _write_radiotherapy(tell: Teller, facts: Facts) -> None:
    _write_title(
        tell,
        (
            "RADIOTHERAPY COMPLETION REPORT",
            "Radiotherapy summary",
        ),
    )
    tell.say(load_forms().beamed[:1])
    frames = list(load_forms().beamed[1:])
    for number in range(8):
        tell.say(frames)
        if number == 3:
            tell.page.end_paragraph()
    write_examination(tell, facts, 1)
    write_bloods(tell, facts)
    tell.say(load_letter().past)
    write_denials(tell, facts, 0.3)
    write_signature(tell, facts.patient.consultant, closing=False)


def write_audit(page: Page, event: Event) -> None:
    """Write a form for an audit."""
    tell = Teller(page, event, "brisk")
    facts = gather(tell)
    recall(tell, facts)
    _write_title(
        tell,
        (
            "AUDIT PROFORMA",
            "Cancer audit data sheet",
            "Case note audit",
            "Clinical audit form",
            "Audit of cancer waiting times - case summary",
        ),
    )
    numbered, mark = tell.maybe(0.4), tell.chance.choice((": ", " - ", ": ", "? "))
    count, shown = 0, next(shown_by(facts), {})
    for labels, frames in load_forms().rows:
        if tell.maybe(0.8):
            label = tell.chance.choice(labels)
            lead = f"{count + 1}. {label}{mark}" if numbered else f"{label}{mark}"
            count += tell.say_item(frames, shown, lead=lead)
    for kind, thing, values in list_treatments(facts)[-4:]:
        label = tell.chance.choice(_LABELS[kind])
        lead = f"{count + 1}. {label}{mark}" if numbered else f"{label}{mark}"
        count += tell.say_item(load_course().listed[kind], values, lead=lead, o=thing)
    page.end_paragraph()
    start_section(tell, ("Comments:", "Auditor's comments:", "Free text:"), "comment")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(load_forms().comments)
    write_investigations(tell, facts, 2)
    tell.say(load_story().response)
    page.end_paragraph()
    page.write_line(
        tell.chance.choice(("Completed by audit office", "Data clerk: BW", "Form checked"))
    )
