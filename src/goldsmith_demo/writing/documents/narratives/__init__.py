"""Write narratives: letters, case notes, discharge summaries, reports and audit forms."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.narratives import checks, parts
from goldsmith_demo.writing.documents.narratives.discharge import write_discharge
from goldsmith_demo.writing.documents.narratives.forms import write_audit, write_report
from goldsmith_demo.writing.documents.narratives.history import write_course
from goldsmith_demo.writing.documents.narratives.notes import write_case_note, write_to_patient
from goldsmith_demo.writing.documents.narratives.story import start_note
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.page import Page


def write_to_gp(page: Page, event: Event) -> None:
    """Write a consultant's or registrar's letter to the patient's own doctor."""
    tell = start_note(page, event)
    patient = tell.patient
    is_surgical = event.kind in ("presentation", "diagnosis", "operation")
    chief = patient.surgeon if is_surgical else patient.consultant
    author = tell.chance.choice((chief, chief, *tell.list_juniors()))
    parts.write_head(tell, patient.gp)
    listed = event.kind != "death" and tell.maybe(0.5)
    if listed:
        parts.write_summary(tell)
    _write_opening(tell, event.kind)
    _write_body(tell, listed=listed)
    parts.write_signature(tell, author)


def write_to_referrer(page: Page, event: Event) -> None:
    """Write a reply to the surgeon or general practitioner who referred the patient."""
    tell = start_note(page, event)
    is_decided = event.kind == "mdt"
    reader = tell.patient.surgeon if is_decided and tell.maybe(0.7) else tell.patient.gp
    author = tell.patient.consultant if is_decided else tell.patient.surgeon
    parts.write_head(tell, reader)
    tell.say(books.recipients.thanks)
    if tell.maybe(0.4):
        page.end_paragraph()
    if tell.maybe(0.8):
        _write_opening(tell, "presentation" if event.kind == "referral" else event.kind)
    _write_body(tell)
    tell.say(books.recipients.replies, share=0.5)
    parts.write_signature(tell, author)


def write_to_consultant(page: Page, event: Event) -> None:
    """Write a request to another consultant."""
    tell = start_note(page, event)
    early = event.kind in ("referral", "presentation")
    author = tell.patient.gp if early else tell.patient.surgeon
    reader = tell.patient.surgeon if early else tell.patient.consultant
    parts.write_head(tell, reader)
    _write_opening(tell, "referral" if early else event.kind)
    if tell.maybe(0.5):
        parts.write_background(tell)
    tell.say(books.story.pathology)
    write_course(tell)
    page.end_paragraph()
    _write_shuffled(tell, 0.8)
    page.end_paragraph()
    tell.say(books.recipients.asks)
    tell.say(books.recipients.asks)
    parts.write_signature(tell, author)


def write_other_letter(page: Page, event: Event) -> None:
    """Write a letter to a hospice, dentist, physiotherapist, insurer or district nurse."""
    tell = start_note(page, event)
    reader = tell.chance.choice(books.recipients.find("readers", event.kind, ""))
    page.write_line(tell.chance.choice(books.recipients["greetings"][reader]))
    page.end_paragraph()
    parts.write_patient_line(tell)
    tell.say(books.recipients["why"][reader])
    parts.write_background(tell)
    write_course(tell)
    page.end_paragraph()
    tell.say(books.letter.symptoms)
    parts.write_denials(tell, 0.25)
    parts.write_investigations(tell)
    tell.say([frame for frame in books.story.setback if not frame.startswith("You")])
    tell.say(books.story.after)
    parts.write_support(tell, 0.5)
    parts.write_past(tell, 0.75)
    page.end_paragraph()
    checks.write_examination(tell, 1)
    for _ in range(2):
        tell.say(books.recipients["requests"][reader])
    tell.say(books.plans.next, share=0.5)
    parts.write_signature(tell, tell.patient.consultant)


def _write_opening(tell: Teller, kind: str) -> None:
    """Write the subject of a letter, as letters about this kind of event do."""
    frames = books.openings.find("events", kind, "follow_up")
    if kind == "operation" and not tell.is_operation:
        frames = books.openings.procedure
    tell.say(frames)


def _write_body(tell: Teller, *, listed: bool = False) -> None:
    page = tell.page
    if tell.event.kind not in ("diagnosis", "mdt", "death") and tell.maybe(0.8):
        parts.write_background(tell)
    tell.say(books.story.pathology, share=0.7)
    if tell.event.kind != "death" and not listed:
        write_course(tell, tell.chance.choice((2, 3, 4)))
    page.end_paragraph()
    if tell.event.kind == "death":
        _write_farewell(tell)
        return
    _write_shuffled(tell)
    page.end_paragraph()
    parts.write_plan(tell)


def _write_shuffled(tell: Teller, likelihood: float = 0.0) -> None:
    """Write history, findings and background in one of several orders."""
    steps: list[Callable[[], None]] = [
        lambda: parts.write_history(tell),
        lambda: parts.write_past(tell, likelihood or tell.chance.choice((0.3, 0.6, 0.8))),
        lambda: checks.write_examination(tell, tell.chance.choice((1, 1, 2, 2))),
        lambda: _write_results(tell),
    ]
    order = tell.chance.choice(((0, 1, 2, 3), (0, 2, 3, 1), (1, 0, 2, 3), (0, 3, 2), (3, 0, 2, 1)))
    for number, step in enumerate(order):
        steps[step]()
        if number % 2 or tell.maybe(0.3):
            tell.page.end_paragraph()


def _write_results(tell: Teller) -> None:
    parts.write_investigations(tell, tell.chance.choice((1, 1, 2)))
    tell.say(books.story.response)
    if tell.maybe(0.5):
        checks.write_bloods(tell)


def _write_farewell(tell: Teller) -> None:
    tell.say(books.story.life)
    if not write_course(tell):
        tell.say(books.story.life)
    tell.say(books.story.setback)
    parts.write_investigations(tell)
    tell.say(books.letter.symptoms_before)
    tell.page.end_paragraph()
    for _ in range(4):
        tell.say(books.plans.grief)


WRITERS: Writers = {
    ("narrative", "to GP"): write_to_gp,
    ("narrative", "discharge"): write_discharge,
    ("narrative", "case note"): write_case_note,
    ("narrative", "other letter"): write_other_letter,
    ("narrative", "to consultant"): write_to_consultant,
    ("narrative", "to referrer"): write_to_referrer,
    ("narrative", "to patient"): write_to_patient,
    ("narrative", "report"): write_report,
    ("narrative", "audit"): write_audit,
}
