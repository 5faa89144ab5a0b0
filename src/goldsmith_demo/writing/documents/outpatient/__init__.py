"""Outpatient notes in sections, as American clinics write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.outpatient.background import (
    allergies,
    family,
    medication,
    past,
    review,
    social,
)
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.exam import examination, laboratory, scans
from goldsmith_demo.writing.documents.outpatient.history import (
    complications,
    denial,
    identity,
    interval,
    news,
    noun,
    plain,
    regimen,
    treatments,
)
from goldsmith_demo.writing.documents.outpatient.measures import observations, vitals
from goldsmith_demo.writing.documents.outpatient.plan import assessment, instructions, teaching
from goldsmith_demo.writing.page import Page


class Author(msgspec.Struct, frozen=True):
    """How one author lays out a note."""

    titles: Mapping[str, tuple[str, ...]]
    """Section -> what its heading may be."""
    after: str
    """What follows a heading."""
    terse: bool
    lists: str
    """What stands before the items of lists: 1, - or #; nothing for sentences."""
    rows: bool
    """Whether the examination is one region to a line."""
    order: tuple[str, ...]


_CLINIC = Author(
    {
        "chief_complaint": ("Chief Complaint/Reason for Visit",),
        "history": ("History of Present Illness",),
        "past_history": ("Past Medical/Surgical History",),
        "medications": ("Current Medications",),
        "allergies": ("Allergies",),
        "social": ("Social History",),
        "family": ("Family History",),
        "review": ("Review of Systems", "Systems Review"),
        "vitals": ("Vital Signs",),
        "examination": ("Physical Examination",),
        "results": ("Results", "Test Results"),
        "assessment": ("Impression/Report/Plan",),
        "education": ("Patient Education",),
        "follow_up": ("Instructions", "Instructions for Continuing Care"),
    },
    "\n", False, "#", False,
    ("chief_complaint", "history", "past_history", "medications", "allergies", "social", "family",
     "review", "vitals", "examination", "results", "assessment", "education", "follow_up"),
)  # fmt: skip
_DICTATED = Author(
    {
        "chief_complaint": ("CHIEF COMPLAINT:", "REASON FOR VISIT:"),
        "history": ("HISTORY OF PRESENT ILLNESS:", "INTERVAL HISTORY:"),
        "past_history": ("PAST MEDICAL HISTORY:", "PMH/PSH:"),
        "medications": ("CURRENT MEDICATIONS:", "MEDICATIONS:"),
        "allergies": ("ALLERGIES:",),
        "social": ("SOCIAL HISTORY:", "HABITS:"),
        "family": ("FAMILY HISTORY:",),
        "review": ("REVIEW OF SYSTEMS:",),
        "vitals": ("VITAL SIGNS:", "VITALS:"),
        "examination": ("PHYSICAL EXAMINATION:", "EXAM:"),
        "results": ("LABORATORY DATA:", "DATA:", "LABS AND IMAGING:"),
        "assessment": ("ASSESSMENT AND PLAN:", "IMPRESSION:"),
        "education": ("PATIENT EDUCATION:", "COUNSELING:"),
        "follow_up": ("FOLLOWUP:", "DISPOSITION:"),
    },
    " ", False, "", False,
    ("chief_complaint", "history", "review", "past_history", "family", "social", "medications",
     "allergies", "vitals", "examination", "results", "assessment", "follow_up", "education"),
)  # fmt: skip
_BRIEF = Author(
    {
        "chief_complaint": ("CC:",),
        "history": ("HPI:", "Interval hx:", "S:"),
        "past_history": ("PMH:", "PMHx:"),
        "medications": ("Meds:", "Current meds:"),
        "allergies": ("All:", "Allergies:"),
        "social": ("SH:", "Soc hx:"),
        "family": ("FH:", "FHx:"),
        "review": ("ROS:",),
        "vitals": ("VS:", "Vitals:"),
        "examination": ("PE:", "Exam:", "O:"),
        "results": ("Labs:", "Data:"),
        "assessment": ("A/P:", "Imp/Plan:"),
        "education": ("Pt ed:", "Education:"),
        "follow_up": ("F/U:", "Dispo:"),
    },
    " ", True, "-", True,
    ("chief_complaint", "history", "past_history", "medications", "allergies", "family", "social",
     "review", "vitals", "examination", "results", "assessment", "education", "follow_up"),
)  # fmt: skip
_ELECTRONIC = Author(
    {
        "chief_complaint": ("Reason for visit", "Chief complaint"),
        "history": ("Subjective", "Interval History", "History of Present Illness"),
        "past_history": ("Past Medical History", "Problem List"),
        "medications": ("Medications", "Outpatient Medications"),
        "allergies": ("Allergies and Intolerances", "Allergies"),
        "social": ("Social History",),
        "family": ("Family History",),
        "review": ("Review of Systems", "ROS"),
        "vitals": ("Vitals", "Objective"),
        "examination": ("Physical Exam", "Examination"),
        "results": ("Lab Results", "Labs/Imaging"),
        "assessment": ("Assessment & Plan", "Assessment/Plan"),
        "education": ("Patient Instructions", "Education"),
        "follow_up": ("Follow-up", "Return to Clinic"),
    },
    "\n", False, "1", True,
    ("chief_complaint", "history", "past_history", "family", "social", "allergies", "medications",
     "vitals", "review", "examination", "results", "assessment", "follow_up", "education"),
)  # fmt: skip
_AUTHORS = (_CLINIC, _CLINIC, _DICTATED, _BRIEF, _ELECTRONIC)
_NEEDED = ("chief_complaint", "history", "examination", "assessment")

_REASON = {
    "follow_up": ("Follow-up of <c>.", "[Surveillance visit|Routine follow-up], <c>.",
                  "Return visit for <c>.", "F/u <c>.", "<c>, [scheduled visit|recheck]."),
    "chemotherapy": ("<c>, here for [cycle <k>|C<k>] {x}. | x has_indication c",
                     "Cycle <k> of {x} for <c>. | x has_indication c",
                     "Pre-treatment evaluation, {x} [cycle <k>|#<k>].",
                     "[Toxicity check|Treatment visit], {x}."),
    "complaint": ("<f>.", "<f>, [acute visit|add-on visit|walk-in].", "Evaluation of <f>.",
                  "[Unscheduled visit for|Seen urgently for] <f>."),
    "result": ("[To discuss|Discussion of|Here to go over] [recent results|findings]: {f}.",
               "<c>, new {f}.", "<c> with {f}.", "{f}[ on recent imaging|, newly found]."),
    "other": ("<c>.", "[Discussion of|Visit regarding] <c>.", "Consultation, <c>."),
}  # fmt: skip
_AIMS = {
    "follow_up": "[for follow-up|for a scheduled visit|for surveillance|for routine follow-up]",
    "chemotherapy": "[for treatment|prior to chemotherapy|for {her} next cycle]",
    "complication": "[as an add-on|urgently|because of new symptoms|between scheduled visits]",
    "presentation": "[as a new patient|for evaluation|at the request of primary care]",
    "recurrence": "[to discuss results|to go over recent findings]",
}


def write(page: Page, event: Event) -> None:
    """One visit to the clinic."""
    chart = Chart(page, event)
    author = chart.chance.choice(_AUTHORS)
    _top(chart, author)
    for kind in _sections(chart, author):
        title = chart.chance.choice(author.titles[kind])
        listed = kind in ("medications", "past_history", "assessment") and author.lists
        page.heading(title, kind, "\n" if listed or author.after == "\n" else author.after)
        _PARTS[kind](chart, author)
        page.paragraph()
    _sign(chart)


def _sections(chart: Chart, author: Author) -> list[str]:
    """The sections of this note: those that every note needs, and some of the others."""
    there = {
        "medications": bool(chart.regular()),
        "family": bool(chart.patient.family) or chart.maybe(0.3),
    }
    free = [kind for kind in author.order if kind not in _NEEDED and there.get(kind, True)]
    keep = set(chart.some(free, chart.chance.randint(7, 9)))
    return [kind for kind in author.order if kind in _NEEDED or kind in keep]


def _top(chart: Chart, author: Author) -> None:
    patient, page = chart.patient, chart.page
    today = chart.written(chart.date)
    if author is _BRIEF:
        chart.say("{t} [Onc clinic|Oncology|Clinic note]", t=today, after="\n")
    elif author is _DICTATED:
        page.line(patient.hospital.upper())
        chart.say("DATE OF [VISIT|SERVICE]: {t}", t=today, after="\n")
    elif chart.maybe(0.7):
        chart.say("[Visit date|Service date|Date]: {t}", t=today, after="\n")
        if chart.maybe(0.5):
            page.line(f"Provider: {patient.consultant.title} {patient.consultant.last}")
    page.paragraph() if page.text else None


def _reason(chart: Chart, _: Author) -> None:
    event = chart.event
    tumour = chart.tumour
    given = regimen(chart, event) if event.kind == "chemotherapy" else None
    number = plain("k", str(event.number or 1))
    if given and tumour:
        chart.say(_REASON["chemotherapy"], chart.sited("c", tumour), number, x=given)
    elif event.kind == "follow_up" and tumour:
        chart.say(_REASON["follow_up"], chart.sited("c", tumour))
    elif event.kind == "recurrence" and tumour and chart.problems():
        chart.say(_REASON["result"], chart.sited("c", tumour), f=chart.problems()[0])
    elif found := (chart.complaints() or chart.found()):
        chart.say(_REASON["complaint"], chart.several("f", found[:2]))
    elif tumour:
        chart.say(_REASON["other"], chart.sited("c", tumour))
    else:
        chart.say(["New patient evaluation.", "Consultation."])


def _history(chart: Chart, author: Author) -> None:
    kind = chart.event.kind
    identity(chart, _AIMS.get(kind, "for [review|a visit]"), terse=author.terse)
    if chart.tumour:
        treatments(chart, chart.chance.randint(1, 3))
        if chart.maybe(0.6):
            complications(chart)
    if chart.maybe(0.3) and not author.terse:
        chart.page.paragraph()
    if kind == "recurrence":
        news(chart)
    if chart.tumour or not chart.complaints():
        interval(chart)
    else:
        _since_when(chart)


def _since_when(chart: Chart) -> None:
    first = chart.complaints()[0]
    several = len(chart.complaints()) > 1
    chart.say(
        [
            "Onset was [gradual|insidious].",
            "[This began|It began|Began] [gradually|a few weeks back|some weeks ago].",
            "There was no obvious trigger.",
        ]
        if several
        else [
            "{f!the} has been [present|there] [for some weeks|for a while] and is [no "
            "better|unchanged].",
            "{She} first [noticed|became aware of] {f!it} [a few weeks back|recently].",
            "{f!the} came on [gradually|without any obvious trigger].",
            "Onset was [gradual|insidious].",
        ],
        f=first,
    )
    denial(chart)


def _medications(chart: Chart, author: Author) -> None:
    medication(chart, chart.regular(), author.lists if author.lists in ("1", "-") else "1")


def _past(chart: Chart, author: Author) -> None:
    past(chart, author.lists)


def _vitals(chart: Chart, author: Author) -> None:
    which = chart.pick("thbrs", "bhtw", "bhw", "tbhrsw", "thb", "wbh")
    mark = chart.pick(" ", " ", ": ") if not author.terse else " "
    chart.say("<v>.", observations(chart, "v", which, vitals(chart), mark))


def _examined(chart: Chart, author: Author) -> None:
    ill = chart.event.kind == "complication" and bool(chart.found())
    examination(chart, noun(chart), ill=ill, rows=author.rows)


def _results(chart: Chart, _: Author) -> None:
    first = chart.maybe(0.5)
    if first:
        laboratory(chart)
    shown = scans(chart, chart.chance.randint(1, 2))
    if not first and (not shown or chart.maybe(0.5)):
        laboratory(chart)


def _assessed(chart: Chart, author: Author) -> None:
    assessment(chart, author.lists or chart.pick("1", "#", "("))


def _sign(chart: Chart) -> None:
    who = chart.patient.consultant
    name = f"{who.first} {who.last}" if who.first else f"{who.title} {who.last}"
    if chart.maybe(0.6):
        tail = chart.pick(", M.D.", ", MD", "") if chart.us else ""
        chart.page.line(f"{chart.pick('', '', 'Electronically signed by ')}{name}{tail}")


_PARTS: dict[str, Callable[[Chart, Author], None]] = {
    "chief_complaint": _reason,
    "history": _history,
    "past_history": _past,
    "medications": _medications,
    "allergies": lambda chart, _: allergies(chart),
    "social": lambda chart, _: social(chart),
    "family": lambda chart, _: family(chart),
    "review": lambda chart, author: review(chart, terse=author.terse),
    "vitals": _vitals,
    "examination": _examined,
    "results": _results,
    "assessment": _assessed,
    "education": lambda chart, _: teaching(chart),
    "follow_up": lambda chart, _: instructions(chart),
}

WRITERS: dict[tuple[str, str], Callable[[Page, Event], None]] = {("outpatient", ""): write}
