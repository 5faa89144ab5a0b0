"""Discharge summaries, reports and audit forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith_demo.data_files import Rows
from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.narratives import checks, investigations, parts
from goldsmith_demo.writing.documents.narratives.course import list_treatments, write_course
from goldsmith_demo.writing.documents.narratives.facts import Fact
from goldsmith_demo.writing.documents.narratives.phrases import books
from goldsmith_demo.writing.documents.narratives.story import start_note
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
    tell = start_note(page, event, page.chance.choice(("plain", "brisk")))
    beam = tell.find_thing(event.what) if event.kind == "radiotherapy" else None
    if beam is not None:
        tell.common["rx"] = beam
        tell.common["dose"] = (
            tell.make_thing("Result", beam.details["dose"]) if ("dose" in beam.details) else None
        )
        _write_radiotherapy(tell)
    elif event.kind in ("mdt", "diagnosis", "recurrence", "operation"):
        _write_meeting(tell)
    else:
        _write_nurse_visit(tell)


def _write_title(tell: Teller, kind: str) -> None:
    page, patient = tell.page, tell.patient
    page.write_one_of(*books.forms["titles"][kind])
    page.write_one_of(
        f"{patient.title} {patient.first} {patient.last}, {patient.number}",
        f"Patient: {patient.first} {patient.last.upper()}",
        f"Re {patient.title} {patient.last}, {patient.hospital}",
    )
    parts.write_date_line(tell)
    page.end_paragraph()


def _write_meeting(tell: Teller) -> None:
    page = tell.page
    _write_title(tell, "meeting")
    start_section(tell, ("Case summary:", "Clinical details:", "Summary:"), "history")
    tell.say(books.forms.discussed)
    tell.say(books.forms.discussed)
    write_course(tell)
    tell.say(books.letter.past)
    if tell.maybe(0.6):
        parts.write_drugs(tell)
    parts.write_denials(tell, 0.3)
    page.end_paragraph()
    start_section(tell, ("Imaging and pathology:", "Reviewed:", "Findings:"), "findings")
    tell.say(books.story.pathology)
    parts.write_investigations(tell, 3)
    checks.write_bloods(tell)
    page.end_paragraph()
    start_section(tell, ("Outcome:", "Decision:", "Recommendation:", "Consensus:"), "plan")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(books.forms.consensus)
    parts.write_signature(tell, tell.patient.surgeon, closing=False)


def _write_nurse_visit(tell: Teller) -> None:
    page = tell.page
    _write_title(tell, "nurse")
    parts.write_background(tell)
    write_course(tell)
    tell.say(books.story.after)
    page.end_paragraph()
    for _ in range(tell.chance.choice((5, 6, 7))):
        tell.say(books.forms.nursed)
    parts.write_denials(tell, 0.3)
    checks.write_examination(tell, 1)
    page.end_paragraph()
    parts.write_investigations(tell, 2)
    tell.say(books.story.response)
    tell.say(books.letter.past)
    checks.write_bloods(tell)
    page.end_paragraph()
    for _ in range(2):
        tell.say(books.forms.follow)
    nurse = next((person for person in tell.patient.others if "nurse" in person.role.lower()), None)
    parts.write_signature(tell, nurse or tell.patient.consultant, closing=False)


def _write_radiotherapy(tell: Teller) -> None:
    _write_title(tell, "radiotherapy")
    tell.say(books.forms.beamed[:1])
    frames = list(books.forms.beamed[1:])
    for number in range(8):
        tell.say(frames)
        if number == 3:
            tell.page.end_paragraph()
    checks.write_examination(tell, 1)
    checks.write_bloods(tell)
    tell.say(books.letter.past)
    parts.write_denials(tell, 0.3)
    parts.write_signature(tell, tell.patient.consultant, closing=False)


def write_audit(page: Page, event: Event) -> None:
    """Write a form for an audit."""
    tell = start_note(page, event, "brisk")
    _write_title(tell, "audit")
    numbered, mark = tell.maybe(0.4), tell.chance.choice((": ", " - ", ": ", "? "))
    count, shown = 0, next(investigations.list_investigations(tell), {})

    def write_row(labels: Sequence[str], frames: Sequence[str], also: Mapping[str, Fact]) -> bool:
        lead = tell.chance.choice(labels) + mark
        lead = f"{count + 1}. {lead}" if numbered else lead
        return tell.say(frames, also, lead=lead, after="\n", again=True)

    for labels, frames in books.forms.read("rows", tuple[Rows, ...]):
        if tell.maybe(0.8):
            count += write_row(labels, frames, shown)
    for kind, thing, values in list_treatments(tell)[-4:]:
        count += write_row(_LABELS[kind], books.course["listed"][kind], {**values, "o": thing})
    page.end_paragraph()
    start_section(tell, ("Comments:", "Auditor's comments:", "Free text:"), "comment")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(books.forms.comments)
    parts.write_investigations(tell, 2)
    tell.say(books.story.response)
    page.end_paragraph()
    page.write_one_of("Completed by audit office", "Data clerk: BW", "Form checked")
