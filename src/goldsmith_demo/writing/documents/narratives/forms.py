"""Write reports of meetings, and audit forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith_demo.data_files import Rows
from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.narratives import checks, history, parts
from goldsmith_demo.writing.documents.narratives.facts import Fact
from goldsmith_demo.writing.documents.narratives.history import list_treatments, write_course
from goldsmith_demo.writing.documents.narratives.story import start_note
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.page import Page


def start_section(tell: Teller, name: str, kind: str = "", after: str = "") -> None:
    """Start a section with one of its headings; its kind is its name unless given."""
    title = tell.chance.choice(books.forms["sections"][name])
    tell.page.start_section(title, kind or name, after or tell.chance.choice((" ", "\n")))


def _write_title(tell: Teller, kind: str) -> None:
    page, patient = tell.page, tell.patient
    page.write_one_of(*books.forms["titles"][kind])
    page.write_one_of(
        f"{patient.title} {patient.first} {patient.last}, {patient.number}",
        f"Patient: {patient.first} {patient.last.upper()}",
        f"Re {patient.called}, {patient.hospital}",
    )
    parts.write_date_line(tell)
    page.end_paragraph()


def write_report(page: Page, event: Event) -> None:
    """Write the outcome of a meeting."""
    tell = start_note(page, event, page.chance.choice(("plain", "brisk")))
    _write_title(tell, "meeting")
    start_section(tell, "history")
    tell.say(books.forms.discussed)
    tell.say(books.forms.discussed)
    write_course(tell)
    tell.say(books.letter.past)
    if tell.maybe(0.6):
        parts.write_drugs(tell, books.letter.drugs)
    parts.write_denials(tell, 0.3)
    page.end_paragraph()
    start_section(tell, "findings")
    tell.say(books.story.pathology)
    parts.write_investigations(tell, 3)
    checks.write_bloods(tell)
    page.end_paragraph()
    start_section(tell, "plan")
    tell.say_some(books.forms.consensus, 2, 3, 4)
    parts.write_signature(tell, tell.patient.surgeon, closing=False)


def write_audit(page: Page, event: Event) -> None:
    """Write an audit form."""
    tell = start_note(page, event, "brisk")
    _write_title(tell, "audit")
    numbered, mark = tell.maybe(0.4), tell.chance.choice((": ", " - ", ": ", "? "))
    count, shown = 0, next(history.list_investigations(tell), {})

    def write_row(labels: Sequence[str], frames: Sequence[str], also: Mapping[str, Fact]) -> bool:
        lead = tell.chance.choice(labels) + mark
        lead = f"{count + 1}. {lead}" if numbered else lead
        return tell.say(frames, also, lead=lead, after="\n", again=True)

    for labels, frames in books.forms.read("rows", tuple[Rows, ...]):
        if tell.maybe(0.8):
            count += write_row(labels, frames, shown)
    for kind, thing, values in list_treatments(tell)[-4:]:
        labels, frames = books.forms["treatments"][kind], books.course["listed"][kind]
        count += write_row(labels, frames, {**values, "o": thing})
    page.end_paragraph()
    start_section(tell, "comment")
    tell.say_some(books.forms.comments, 2, 3, 4)
    parts.write_investigations(tell, 2)
    tell.say(books.story.response)
    page.end_paragraph()
    page.write_one_of("Completed by audit office", "Data clerk: BW", "Form checked")
