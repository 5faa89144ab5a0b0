"""Narratives: letters, case notes, discharge summaries, reports and audit forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldsmith_demo.life.model import Event, Person
from goldsmith_demo.writing.documents.narratives import parts
from goldsmith_demo.writing.documents.narratives.course import write_course
from goldsmith_demo.writing.documents.narratives.discharge import write_discharge
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.forms import write_audit, write_report
from goldsmith_demo.writing.documents.narratives.gather import gather
from goldsmith_demo.writing.documents.narratives.head import (
    write_patient_line,
    write_salutation,
    write_summary,
)
from goldsmith_demo.writing.documents.narratives.notes import write_case_note, write_to_patient
from goldsmith_demo.writing.documents.narratives.phrases import (
    load_letter,
    load_openings,
    load_plans,
    load_recipients,
    load_story,
)
from goldsmith_demo.writing.documents.narratives.recipients import choose_recipient
from goldsmith_demo.writing.documents.narratives.story import recall
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.page import Page

Writer = Callable[[Page, Event], None]


def write_to_gp(page: Page, event: Event) -> None:
    """Write a consultant's or registrar's letter to the patient's own doctor."""
    tell, facts = _begin(page, event)
    author = _choose_author(tell, facts)
    write_salutation(tell, facts.patient.gp)
    write_patient_line(tell)
    listed = event.kind != "death" and tell.maybe(0.5)
    if listed:
        write_summary(tell, facts)
    _write_body(tell, facts, listed=listed)
    parts.write_signature(tell, author)


def write_to_referrer(page: Page, event: Event) -> None:
    """Write an answer to the surgeon or general practitioner who sent the patient."""
    tell, facts = _begin(page, event)
    treated = event.kind in ("chemotherapy", "radiotherapy", "recurrence", "mdt", "palliative")
    reader = facts.patient.surgeon if treated and tell.maybe(0.7) else facts.patient.gp
    author = facts.patient.consultant if treated else facts.patient.surgeon
    write_salutation(tell, reader)
    write_patient_line(tell)
    tell.say(load_recipients().thanks)
    if tell.maybe(0.4):
        page.end_paragraph()
    openings = load_openings().events["presentation"] if event.kind == "referral" else ()
    _write_body(tell, facts, opening=tell.maybe(0.8), openings=openings)
    if tell.maybe(0.5):
        tell.say(load_recipients().replies)
    parts.write_signature(tell, author)


def write_to_consultant(page: Page, event: Event) -> None:
    """Write a request to another consultant."""
    tell, facts = _begin(page, event)
    early = event.kind in ("referral", "presentation")
    author = facts.patient.gp if early else facts.patient.surgeon
    reader = facts.patient.surgeon if early else facts.patient.consultant
    write_salutation(tell, reader)
    write_patient_line(tell)
    if not (early and tell.say(load_openings().events["referral"])):
        _write_opening(tell, facts)
    if tell.maybe(0.5) and event.kind not in ("diagnosis", "mdt"):
        parts.write_background(tell)
    tell.say(load_story().pathology)
    write_course(tell, facts)
    page.end_paragraph()
    _write_shuffled(tell, facts, 0.8)
    page.end_paragraph()
    tell.say(load_recipients().asks)
    tell.say(load_recipients().asks)
    parts.write_signature(tell, author)


def write_other_letter(page: Page, event: Event) -> None:
    """Write a letter to a hospice, dentist, physiotherapist, insurer or district nurse."""
    tell, facts = _begin(page, event)
    recipient = choose_recipient(tell, facts)
    page.write_line(recipient.greeting)
    page.end_paragraph()
    write_patient_line(tell)
    tell.say(recipient.why)
    if not parts.write_background(tell):
        _write_opening(tell, facts)
    write_course(tell, facts)
    page.end_paragraph()
    tell.say(load_letter().symptoms)
    parts.write_denials(tell, facts, 0.25)
    parts.write_investigations(tell, facts)
    tell.say([frame for frame in load_story().setback if not frame.startswith("You")])
    tell.say(load_story().after)
    parts.write_support(tell, facts, 0.5)
    parts.write_past(tell, facts, 0.75)
    page.end_paragraph()
    parts.write_examination(tell, facts, 1)
    tell.say(recipient.asks)
    tell.say(recipient.asks)
    if tell.maybe(0.5):
        tell.say(load_plans().next)
    parts.write_signature(tell, recipient.author)


def _begin(page: Page, event: Event) -> tuple[Teller, Facts]:
    tell = Teller(page, event)
    facts = gather(tell)
    recall(tell, facts)
    return tell, facts


def _choose_author(tell: Teller, facts: Facts) -> Person:
    patient = facts.patient
    surgical = facts.event.kind in ("presentation", "diagnosis", "operation")
    chief = patient.surgeon if surgical else patient.consultant
    juniors = [person for person in patient.others if "regist" in person.role.lower()]
    return tell.chance.choice((chief, chief, *juniors))


def _write_opening(tell: Teller, facts: Facts, openings: Sequence[str] = ()) -> None:
    frames = openings or load_openings().events.get(
        facts.event.kind, load_openings().events["follow_up"]
    )
    main = facts.find_thing(facts.event.what)
    if facts.event.kind == "operation" and main is not None and "operation" not in main.generic:
        frames = load_openings().procedure
    if not tell.say(frames):
        tell.say(load_openings().events["follow_up"])


def _write_body(
    tell: Teller,
    facts: Facts,
    *,
    opening: bool = True,
    listed: bool = False,
    openings: Sequence[str] = (),
) -> None:
    page = tell.page
    if opening:
        _write_opening(tell, facts, openings)
    if facts.event.kind not in ("diagnosis", "mdt", "death") and tell.maybe(0.8):
        parts.write_background(tell)
    if tell.maybe(0.7):
        tell.say(load_story().pathology)
    if facts.event.kind != "death" and not listed:
        write_course(tell, facts, tell.chance.choice((2, 3, 4)))
    page.end_paragraph()
    if facts.event.kind == "death":
        _write_farewell(tell, facts)
        return
    _write_shuffled(tell, facts)
    page.end_paragraph()
    parts.write_plan(tell, facts)


def _write_shuffled(tell: Teller, facts: Facts, likelihood: float = 0.0) -> None:
    """Write history, findings and background, in one of several orders and paragraphs."""
    steps: list[Callable[[], None]] = [
        lambda: parts.write_history(tell, facts),
        lambda: parts.write_past(tell, facts, likelihood or tell.chance.choice((0.3, 0.6, 0.8))),
        lambda: parts.write_examination(tell, facts, tell.chance.choice((1, 1, 2, 2))),
        lambda: _write_results(tell, facts),
    ]
    order = tell.chance.choice(((0, 1, 2, 3), (0, 2, 3, 1), (1, 0, 2, 3), (0, 3, 2), (3, 0, 2, 1)))
    for number, step in enumerate(order):
        steps[step]()
        if number % 2 or tell.maybe(0.3):
            tell.page.end_paragraph()


def _write_results(tell: Teller, facts: Facts) -> None:
    parts.write_investigations(tell, facts, tell.chance.choice((1, 1, 2)))
    tell.say(load_story().response)
    if tell.maybe(0.5):
        parts.write_bloods(tell, facts)


def _write_farewell(tell: Teller, facts: Facts) -> None:
    tell.say(load_story().life)
    if not write_course(tell, facts):
        tell.say(load_story().life)
    tell.say(load_story().setback)
    parts.write_investigations(tell, facts)
    tell.say(load_letter().symptoms_before)
    tell.page.end_paragraph()
    for _ in range(4):
        tell.say(load_plans().grief)


WRITERS: dict[tuple[str, str], Writer] = {
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
