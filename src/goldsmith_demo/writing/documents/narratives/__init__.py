"""Narratives: letters, case notes, discharge summaries, reports and audit forms.

`CALLED_BY` says which events call for which of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldsmith_demo.life.model import Event, Person
from goldsmith_demo.writing.documents.narratives import letter, openings, parts, plans
from goldsmith_demo.writing.documents.narratives.course import course
from goldsmith_demo.writing.documents.narratives.facts import Facts, gather
from goldsmith_demo.writing.documents.narratives.forms import audit, discharge, report
from goldsmith_demo.writing.documents.narratives.head import patient_line, salute, summary
from goldsmith_demo.writing.documents.narratives.notes import case_note, to_patient
from goldsmith_demo.writing.documents.narratives.recipients import (
    ASKS,
    REPLIES,
    THANKS,
    other_recipient,
)
from goldsmith_demo.writing.documents.narratives.story import (
    AFTER,
    LIFE,
    PATHOLOGY,
    RESPONSE,
    SETBACK,
    recall,
)
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.page import Page

Writer = Callable[[Page, Event], None]


def to_gp(page: Page, event: Event) -> None:
    """A consultant's or registrar's letter to the patient's own doctor."""
    tell, facts = _begin(page, event)
    author = _author(tell, facts)
    salute(tell, facts.patient.gp)
    patient_line(tell)
    listed = event.kind != "death" and tell.maybe(0.5)
    if listed:
        summary(tell, facts)
    _body(tell, facts, listed=listed)
    parts.signature(tell, author)


def to_referrer(page: Page, event: Event) -> None:
    """An answer to whoever sent the patient: surgeon or general practitioner."""
    tell, facts = _begin(page, event)
    treated = event.kind in ("chemotherapy", "radiotherapy", "recurrence", "mdt", "palliative")
    reader = facts.patient.surgeon if treated and tell.maybe(0.7) else facts.patient.gp
    author = facts.patient.consultant if treated else facts.patient.surgeon
    salute(tell, reader)
    patient_line(tell)
    tell.say(THANKS)
    if tell.maybe(0.4):
        page.paragraph()
    seen = openings.PRESENTATION if event.kind == "referral" else ()
    _body(tell, facts, opening=tell.maybe(0.8), seen=seen)
    if tell.maybe(0.5):
        tell.say(REPLIES)
    parts.signature(tell, author)


def to_consultant(page: Page, event: Event) -> None:
    """A request to another consultant."""
    tell, facts = _begin(page, event)
    early = event.kind in ("referral", "presentation")
    author = facts.patient.gp if early else facts.patient.surgeon
    reader = facts.patient.surgeon if early else facts.patient.consultant
    salute(tell, reader)
    patient_line(tell)
    if not (early and tell.say(openings.REFERRAL)):
        _opening(tell, facts)
    if tell.maybe(0.5) and event.kind not in ("diagnosis", "mdt"):
        parts.background(tell)
    tell.say(PATHOLOGY)
    course(tell, facts)
    page.paragraph()
    _shuffled(tell, facts, 0.8)
    page.paragraph()
    tell.say(ASKS)
    tell.say(ASKS)
    parts.signature(tell, author)


def other_letter(page: Page, event: Event) -> None:
    """A letter to somebody else: hospice, dentist, physiotherapist, insurer, district nurse."""
    tell, facts = _begin(page, event)
    recipient = other_recipient(tell, facts)
    page.line(recipient.greeting)
    page.paragraph()
    patient_line(tell)
    tell.say(recipient.why)
    if not parts.background(tell):
        _opening(tell, facts)
    course(tell, facts)
    page.paragraph()
    tell.say(letter.SYMPTOMS)
    parts.denies(tell, facts, 0.25)
    parts.looked(tell, facts)
    tell.say([one for one in SETBACK if not one.startswith("You")])
    tell.say(AFTER)
    parts.support(tell, facts, 0.5)
    parts.past(tell, facts, 0.75)
    page.paragraph()
    parts.examination(tell, facts, 1)
    tell.say(recipient.asks)
    tell.say(recipient.asks)
    if tell.maybe(0.5):
        tell.say(plans.NEXT)
    parts.signature(tell, recipient.author)


def _begin(page: Page, event: Event) -> tuple[Teller, Facts]:
    tell = Teller(page, event)
    facts = gather(tell)
    recall(tell, facts)
    return tell, facts


def _author(tell: Teller, facts: Facts) -> Person:
    patient = facts.patient
    surgical = facts.event.kind in ("presentation", "diagnosis", "operation")
    chief = patient.surgeon if surgical else patient.consultant
    juniors = [one for one in patient.others if "regist" in one.role.lower()]
    return tell.chance.choice((chief, chief, *juniors))


def _opening(tell: Teller, facts: Facts, seen: Sequence[str] = ()) -> None:
    said = seen or openings.OPENINGS.get(facts.event.kind, openings.FOLLOW_UP)
    main = facts.thing(facts.event.what)
    if facts.event.kind == "operation" and main is not None and "operation" not in main.generic:
        said = openings.PROCEDURE
    if not tell.say(said):
        tell.say(openings.FOLLOW_UP)


def _body(
    tell: Teller,
    facts: Facts,
    *,
    opening: bool = True,
    listed: bool = False,
    seen: Sequence[str] = (),
) -> None:
    page = tell.page
    if opening:
        _opening(tell, facts, seen)
    if facts.event.kind not in ("diagnosis", "mdt", "death") and tell.maybe(0.8):
        parts.background(tell)
    if tell.maybe(0.7):
        tell.say(PATHOLOGY)
    if facts.event.kind != "death" and not listed:
        course(tell, facts, tell.chance.choice((2, 3, 4)))
    page.paragraph()
    if facts.event.kind == "death":
        _farewell(tell, facts)
        return
    _shuffled(tell, facts)
    page.paragraph()
    parts.plan(tell, facts)


def _shuffled(tell: Teller, facts: Facts, likelihood: float = 0.0) -> None:
    """History, findings and background, in one of several orders and paragraphs."""
    steps: list[Callable[[], None]] = [
        lambda: parts.history(tell, facts),
        lambda: parts.past(tell, facts, likelihood or tell.chance.choice((0.3, 0.6, 0.8))),
        lambda: parts.examination(tell, facts, tell.chance.choice((1, 1, 2, 2))),
        lambda: _results(tell, facts),
    ]
    order = tell.chance.choice(((0, 1, 2, 3), (0, 2, 3, 1), (1, 0, 2, 3), (0, 3, 2), (3, 0, 2, 1)))
    for number, step in enumerate(order):
        steps[step]()
        if number % 2 or tell.maybe(0.3):
            tell.page.paragraph()


def _results(tell: Teller, facts: Facts) -> None:
    parts.looked(tell, facts, tell.chance.choice((1, 1, 2)))
    tell.say(RESPONSE)
    if tell.maybe(0.5):
        parts.bloods(tell, facts)


def _farewell(tell: Teller, facts: Facts) -> None:
    tell.say(LIFE)
    if not course(tell, facts):
        tell.say(LIFE)
    tell.say(SETBACK)
    parts.looked(tell, facts)
    tell.say(letter.SYMPTOMS_BEFORE)
    tell.page.paragraph()
    for _ in range(4):
        tell.say(plans.GRIEF)


WRITERS: dict[tuple[str, str], Writer] = {
    ("narrative", "to GP"): to_gp,
    ("narrative", "discharge"): discharge,
    ("narrative", "case note"): case_note,
    ("narrative", "other letter"): other_letter,
    ("narrative", "to consultant"): to_consultant,
    ("narrative", "to referrer"): to_referrer,
    ("narrative", "to patient"): to_patient,
    ("narrative", "report"): report,
    ("narrative", "audit"): audit,
}

CALLED_BY: dict[str, tuple[str, ...]] = {
    "to GP": (
        "diagnosis",
        "operation",
        "chemotherapy",
        "radiotherapy",
        "complication",
        "follow_up",
        "recurrence",
        "palliative",
        "mdt",
        "death",
    ),
    "discharge": ("operation", "complication", "admission", "discharge"),
    "case note": (
        "presentation",
        "operation",
        "chemotherapy",
        "radiotherapy",
        "complication",
        "admission",
        "follow_up",
        "recurrence",
        "palliative",
        "death",
    ),
    "other letter": ("chemotherapy", "follow_up", "radiotherapy", "operation", "palliative"),
    "to consultant": ("referral", "presentation", "diagnosis", "mdt", "recurrence"),
    "to referrer": ("diagnosis", "mdt", "chemotherapy", "radiotherapy", "follow_up"),
    "to patient": ("diagnosis", "operation", "chemotherapy", "follow_up", "recurrence", "mdt"),
    "report": ("mdt", "radiotherapy", "follow_up", "palliative", "chemotherapy"),
    "audit": ("operation", "chemotherapy", "radiotherapy", "mdt", "complication", "death"),
}
"""Subtype -> kinds of event that call for it."""
