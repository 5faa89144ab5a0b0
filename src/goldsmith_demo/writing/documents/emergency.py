"""Write notes of the emergency department, dictated or typed between two patients."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.outpatient import background, exam, history, measures
from goldsmith_demo.writing.documents.outpatient.chart_facts import list_group
from goldsmith_demo.writing.documents.outpatient.sections import Author, write_sections
from goldsmith_demo.writing.documents.phrases import books
from goldsmith_demo.writing.page import Page

load_authors = make_reader(__package__, "emergency_authors", dict[str, Author])
_AUTHORS = ("dictated", "dictated", "typed", "attending")
_REQUIRED = frozenset(
    ("chief_complaint", "history", "examination", "results", "course", "assessment", "plan")
)
_PAIN_SCORE = "{She} [scores|rates] {p:the pain} {r=Result:[5|6|7]/10}."
_FAST = 100
"""The pulse above which the rhythm counts as tachycardia."""


def write(page: Page, event: Event) -> None:
    """Write the note of a visit to the emergency department."""
    ward = Ward(page, event)
    author = load_authors()[ward.chance.choice(_AUTHORS)]
    _write_top(ward, author)
    missing = set() if ward.list_regular_drugs() else {"medications"}
    write_sections(ward, author, _PARTS, _REQUIRED, missing, range(5, 8))
    if author is load_authors()["dictated"] and ward.maybe(0.5):
        page.write_line(f"Dictated but not read. cc: Dr. {ward.patient.gp.last}")


def _write_top(ward: Ward, author: Author) -> None:
    hour = f"{ward.chance.randint(0, 23):02}:{ward.chance.randint(10, 59)}"
    if author is load_authors()["dictated"]:
        ward.page.write_line(f"{ward.patient.hospital.upper()} EMERGENCY DEPARTMENT")
        ward.say("DATE OF SERVICE: {t}", t=ward.write_today(), after="\n")
    else:
        ward.say(f"[ED note|Emergency Dept|ED] {{t}} {hour}", t=ward.write_today(), after="\n")
    ward.page.end_paragraph()
    if author is load_authors()["attending"]:
        ward.say(books.emergency.attest, name=ward.name)
        ward.page.end_paragraph()


def _write_complaint(ward: Ward, author: Author) -> None:
    listed = ward.list_things("f", ward.list_reasons(2))
    ward.say(["<f>"] if author.terse else ["<f>.", "<f>"], listed)


def _write_history(ward: Ward, author: Author) -> None:
    words = _build_words(ward)
    complaints = ward.list_reasons(3)
    ways = books.emergency.comes_terse if author.terse else books.emergency.comes
    ward.say(ways, ward.list_things("f", complaints, articles=not author.terse), **words)
    if ward.tumour:
        site, stage = ward.describe_condition("c", ward.tumour), ward.patient.stage or None
        ward.say(books.emergency.history, site, **words, stage=stage)
        if ward.maybe(0.7) or ward.recent_treatments:
            history.write_treatments(ward, ward.chance.randint(1, 2))
    _write_details(ward, complaints, words)
    history.write_denial(ward, count=ward.chance.randint(2, 5))


def _write_details(ward: Ward, complaints: list[Thing], words: dict[str, str]) -> None:
    is_single = len(complaints) == 1 and bool(ward.problems)
    ways = books.emergency.detail if is_single else books.emergency.detail[3:]
    first = complaints[0] if is_single else None
    pains = [thing for thing in complaints if "pain" in thing.base]
    pain = pains[0] if len(pains) == 1 else None
    fresh = [way for way in ways if "<rel>" not in way or words["rel"] not in ward.page.text]
    ward.say_some([*fresh, _PAIN_SCORE] if pain else fresh, 1, 3, **words, f=first, p=pain)


def _build_words(ward: Ward) -> dict[str, str]:
    patient = ward.patient
    return {
        "name": ward.name,
        "age": history.write_age(ward),
        "noun": history.choose_noun(ward),
        "short": history.write_short(ward),
        "rel": patient.relative.role,
        "onc": patient.consultant.last,
        "gp": patient.gp.last,
    }


def _write_exam(ward: Ward, author: Author) -> None:
    which = ward.pick("thbrs", "tbhrs", "thb", "bhrs")
    heads = ("{x=Investigation:VITAL SIGNS}: ", "{x=Investigation:Vital signs}: ", "")
    lead = ward.pick(*(("{x=Investigation:VS} ", "") if author.terse else heads))
    vitals = measures.draw_vitals(ward, ill=ward.is_ill)
    ward.is_fast = int(vitals["h"]) > _FAST
    phrase = measures.write_observations(ward, which, vitals)
    ward.say(f"{lead}<v>.", phrase, after="\n" if author.terse else " ")
    noun = history.choose_noun(ward)
    exam.write_examination(ward, noun, ill=ward.is_ill, rows=author.terse)


def _write_results(ward: Ward, _: Author) -> None:
    ward.say(books.emergency.bloods, measures.write_bloods(ward, measures.list_panel("fbc")))
    if ward.maybe(0.6) or ward.acute & list_group("infected"):
        ward.say("<b>.", measures.write_bloods(ward, measures.list_panel("u_and_e")))
    ward.write_shown()
    for way in ward.select_fitting(books.emergency.get_rows("required")):
        ward.say(way)
    rhythm = books.emergency.rhythms[ward.is_fast]
    ways = ward.select_fitting(books.emergency.get_rows("films"))
    ward.say_some([way.replace("@rhythm", rhythm) for way in ways], 1, 2)


def _write_course(ward: Ward, _: Author) -> None:
    words = _build_words(ward)
    ways = ward.select_fitting(books.emergency.get_rows("considered"))
    room = ward.select_fitting(books.emergency.get_rows("sick_room"))
    ward.say_some(room if ward.is_ill else books.emergency.room, 1, 3, **words)
    if ward.is_ill and ward.acute & list_group("short_of_air"):
        ward.say(books.emergency.oxygen)
    ward.say_some(ways, 1, 2)
    gave, about = books.emergency.gave, (ward.problems or ward.complaints)[0]
    for number, drug in enumerate(ward.drugs[:2]):
        dose = background.write_dose(ward, drug)
        ward.say([way for way in gave if number or "{c" in way], d=dose, x=drug, c=about)


def _write_impression(ward: Ward, _: Author) -> None:
    rows = [*ward.problems, *ward.list_unexplained()][:3]
    if ward.tumour:
        rows.append(ward.tumour)
    for number, thing in enumerate(rows, 1):
        certain = number > 1 or ward.problems
        ways = books.emergency.impression if certain else books.emergency.impression_doubtful
        site = ward.describe_condition("c", thing)
        ward.say(ways, site, lead=f"{number}. ", after="\n")


def _write_plan(ward: Ward, _: Author) -> None:
    rows = books.emergency.get_rows("admit" if ward.is_ill else "home")
    about = next(iter(ward.problems), None)
    ward.say(ward.select_fitting(rows), **_build_words(ward), c=about)
    if not ward.is_ill and ward.maybe(0.3):
        ward.say(books.emergency.leaflet)


_PARTS: dict[str, Callable[[Ward, Author], None]] = {
    "chief_complaint": _write_complaint,
    "history": _write_history,
    "review": lambda ward, author: background.write_review(ward, terse=author.terse),
    "past_history": lambda ward, author: background.write_past(ward, "-" if author.terse else ""),
    "medications": lambda ward, author: background.write_medication(
        ward, ward.list_regular_drugs(), "-" if author.terse else "1"
    ),
    "allergies": lambda ward, _: background.write_allergies(ward),
    "social": lambda ward, _: background.write_social(ward),
    "family": lambda ward, _: background.write_family(ward),
    "examination": _write_exam,
    "results": _write_results,
    "course": _write_course,
    "assessment": _write_impression,
    "plan": _write_plan,
}

WRITERS: Writers = {("emergency", ""): write}
