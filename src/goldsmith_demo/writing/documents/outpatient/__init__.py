"""Write sectioned outpatient notes, as American clinics do."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.outpatient import background, exam, history, measures, plan
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.sections import Author, write_sections
from goldsmith_demo.writing.documents.phrases import outpatient as books
from goldsmith_demo.writing.page import Page

load_authors = make_reader(__package__, "authors", dict[str, Author])
_AUTHORS = ("clinic", "clinic", "dictated", "brief", "electronic")
_REQUIRED = ("chief_complaint", "history", "examination", "assessment")


def write(page: Page, event: Event) -> None:
    """Write the note of a clinic visit."""
    chart = Chart(page, event)
    author = load_authors()[chart.chance.choice(_AUTHORS)]
    _write_top(chart, author)
    missing = set() if chart.list_regular_drugs() else {"medications"}
    if not chart.patient.family and not chart.maybe(0.3):
        missing.add("family")
    required = (*_REQUIRED, "results") if event.kind == "chemotherapy" else _REQUIRED
    write_sections(chart, author, _PARTS, required, missing, range(7, 10))
    _write_signature(chart)


def _write_top(chart: Chart, author: Author) -> None:
    patient, page = chart.patient, chart.page
    today = chart.write_today()
    if author is load_authors()["brief"]:
        chart.say("{t} [Onc clinic|Oncology|Clinic note]", t=today, after="\n")
    elif author is load_authors()["dictated"]:
        page.write_line(patient.hospital.upper())
        chart.say("DATE OF [VISIT|SERVICE]: {t}", t=today, after="\n")
    elif chart.maybe(0.7):
        chart.say("[Visit date|Service date|Date]: {t}", t=today, after="\n")
        if chart.maybe(0.5):
            page.write_line(f"Provider: {patient.consultant.called}")
    page.end_paragraph() if page.text else None


def _write_reason(chart: Chart, _: Author) -> None:
    event, tumour, reasons = chart.event, chart.tumour, books.visits["reason"]
    if tumour is None:
        chart.say(reasons["complaint"], chart.list_things("f", chart.list_reasons(2)))
    elif event.kind == "chemotherapy":
        regimen, number = history.find_regimen(chart, event), str(event.number)
        site = chart.describe_condition("c", tumour)
        chart.say(reasons["chemotherapy"], site, k=number, x=regimen)
    else:
        chart.say(reasons["follow_up"], chart.describe_condition("c", tumour))


def _write_history(chart: Chart, author: Author) -> None:
    aim = books.visits.get_words("aims").get(chart.event.kind, "for [review|a visit]")
    history.write_identity(chart, aim, terse=author.terse)
    if chart.tumour:
        history.write_treatments(chart, chart.chance.randint(1, 3))
        if chart.maybe(0.6):
            history.write_complications(chart)
    if chart.maybe(0.3) and not author.terse:
        chart.page.end_paragraph()
    if chart.tumour or not chart.complaints:
        history.write_interval(chart)
    else:
        first, *others = chart.complaints
        chart.say(books.visits.onset_of_several if others else books.visits.onset, f=first)
        history.write_denial(chart)


def _write_vitals(chart: Chart, author: Author) -> None:
    which = chart.pick("thbrs", "bhtw", "bhw", "tbhrsw", "thb", "wbh")
    mark = chart.pick(" ", " ", ": ") if not author.terse else " "
    vitals = measures.draw_vitals(chart)
    chart.say("<v>.", measures.write_observations(chart, which, vitals, mark))


def _write_results(chart: Chart, _: Author) -> None:
    first = chart.maybe(0.5) or chart.event.kind == "chemotherapy"
    if first:
        exam.write_laboratory(chart)
    shown = exam.write_scans(chart, chart.chance.randint(1, 2))
    if not first and (not shown or chart.maybe(0.5)):
        exam.write_laboratory(chart)


def _write_signature(chart: Chart) -> None:
    author = chart.patient.consultant
    name = f"{author.first} {author.last}" if author.first else author.called
    if chart.maybe(0.6):
        tail = chart.pick(", M.D.", ", MD", "") if chart.us else ""
        chart.page.write_line(f"{chart.pick('', '', 'Electronically signed by ')}{name}{tail}")


_PARTS: dict[str, Callable[[Chart, Author], None]] = {
    "chief_complaint": _write_reason,
    "history": _write_history,
    "past_history": lambda chart, author: background.write_past(chart, author.lists),
    "medications": lambda chart, author: background.write_medication(
        chart, chart.list_regular_drugs(), author.lists if author.lists in ("1", "-") else "1"
    ),
    "allergies": lambda chart, _: background.write_allergies(chart),
    "social": lambda chart, _: background.write_social(chart),
    "family": lambda chart, _: background.write_family(chart),
    "review": lambda chart, author: background.write_review(chart, terse=author.terse),
    "vitals": _write_vitals,
    "examination": lambda chart, author: exam.write_examination(
        chart, history.choose_noun(chart), rows=author.rows
    ),
    "results": _write_results,
    "assessment": lambda chart, author: plan.write_assessment(
        chart, author.lists or chart.pick("1", "#", "(")
    ),
    "education": lambda chart, _: plan.write_teaching(chart),
    "follow_up": lambda chart, _: plan.write_instructions(chart),
}

WRITERS: Writers = {("outpatient", ""): write}
