"""Write intensive-care discharge summaries with the shorthand and tables of American wards."""

from __future__ import annotations

import re
from collections.abc import Callable

from goldsmith_demo.life.labs import load_analytes
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.icu.course import write_course
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.outpatient import background, exam, history, measures
from goldsmith_demo.writing.documents.outpatient.sections import choose_sections
from goldsmith_demo.writing.documents.phrases import icu as books
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import number_item
from goldsmith_demo.writing.times import Time

_LISTS = frozenset(
    "past_history course admission_medications discharge_medications diagnosis results".split()
)
_REQUIRED = frozenset("chief_complaint history examination course diagnosis results".split())


def write(page: Page, event: Event) -> None:
    """Write the summary of a stay."""
    ward = Ward(page, event)
    page.came = ward.came
    _write_top(ward)
    plain_after, kinds = ward.maybe(0.6), books.summary.get_words("kinds")
    titles = books.summary["titles"]
    for name in choose_sections(ward, titles, _REQUIRED, _list_missing(ward), range(5, 9)):
        title = ward.chance.choice(titles[name])
        below = plain_after or name in _LISTS
        with page.write_section(title, kinds.get(name, name), "\n" if below else " "):
            _PARTS[name](ward)
    if ward.maybe(0.4):
        author = ward.pick("Attending", "Dictated by")
        page.write_line(f"{author}: Dr. {ward.patient.consultant.last}")


def _list_missing(ward: Ward) -> set[str]:
    """Return the sections for which there are no facts to write."""
    missing = set() if ward.list_regular_drugs(ward.came) else {"admission_medications"}
    if not ward.list_regular_drugs() and not ward.drugs:
        missing.add("discharge_medications")
    return missing


def _write_top(ward: Ward) -> None:
    between = ward.pick("\n", "\n", " ")
    came = ward.write_date(ward.came)
    ward.say("[Admission Date|ADMITTED|Admit date]: {t}", t=came, after=between)
    ward.say("[Discharge Date|Discharged]: {t}", t=ward.write_today(), after="\n")
    ward.page.write_line(f"Service: {ward.pick('MEDICINE', 'MICU', 'OMED', 'ICU')}")
    with ward.page.write_section("Allergies:", "allergies", ward.pick(" ", "\n")):
        background.write_allergies(ward)


def _write_complaint(ward: Ward) -> None:
    ward.say(["<f>", "<f>."], ward.list_things("f", ward.list_reasons(2), word=", "))


def _write_history(ward: Ward) -> None:
    words = {"short": history.write_short(ward), "age": history.write_age(ward)}
    words["noun"] = history.choose_noun(ward)
    listed = ward.list_things("f", ward.list_reasons(3))
    site = ward.describe_condition("c", ward.primary)
    when = ward.mention_day(history.find_diagnosis_day(ward))
    stage = f"stage {ward.patient.stage}" if ward.patient.stage else None
    ward.say(books.summary.opening, listed, site, **words, stage=stage, t=when)
    if ward.maybe(0.8) or ward.recent_treatments:
        history.write_treatments(ward, ward.chance.randint(1, 2))
    _write_story(ward)


def _write_story(ward: Ward) -> None:
    complaints = ward.complaints
    ways = books.summary.story if len(complaints) == 1 else books.summary.story[1:]
    about = complaints[0] if len(complaints) == 1 else None
    days = ward.days_since_operation
    if days:
        ward.say(books.summary.inpatient, pod=str(days))
    else:
        chosen = ward.sample(ways, ward.chance.randint(1, 3))
        with_relative = [way for way in chosen if "<rel>" in way]
        for way in [way for way in chosen if way not in with_relative[1:]]:
            ward.say(way, rel=ward.patient.relative.role, k=about)
    history.write_denial(ward, ward.chance.randint(2, 5))
    if ward.maybe(0.6) and not days:
        signs = measures.draw_vitals(ward, ill=True)
        which = ward.pick("thbrs", "thb", "bhs")
        ward.say(books.summary.in_ed, measures.write_observations(ward, which, signs))


def _write_exam(ward: Ward) -> None:
    which = ward.pick("thbrs", "tbhrs", "bhrs")
    phrase = measures.write_observations(ward, which, measures.draw_vitals(ward, ill=True))
    ward.say("{x=Investigation:[VS|Vitals]}[ on adm|]: <v>", phrase, after="\n")
    noun, ill = history.choose_noun(ward), bool(ward.findings)
    exam.write_examination(ward, noun, ill=ill, rows=ward.maybe(0.7))


def _write_results(ward: Ward) -> None:
    way = ward.chance.randrange(3)
    stamp = ward.write_date(ward.came)
    panels = (("fbc", 4), ("u_and_e", 4), ("lft", 3))
    for name, most in panels[: ward.chance.randint(2, 3)]:
        _write_row(ward, measures.list_panel(name, most), way, stamp)
    ward.write_shown("\n")
    ward.say_some(ward.select_fitting(books.summary.get_rows("studies")), 1, 2, after="\n")
    if ward.maybe(0.4) and exam.write_scans(ward, 1):
        ward.page.write_line()


def _write_row(ward: Ward, bases: tuple[str, ...], way: int, stamp: Time) -> None:
    """Write a table row, with abnormal values starred."""
    rows, table = [], books.summary.get_words("table")
    for base in bases:
        value = measures.find_figure(ward, base)
        star = "*" if way == 0 and _is_abnormal(ward, base, value) else ""
        name = table[base] if ward.us else measures.choose_label(ward, base)
        rows.append((name, value, star))
    head, mark, glue = (("{t} ", "-", " "), ("{t}: ", " ", ", "), ("", " ", ", "))[way]
    ward.say(f"{head}<b>", measures.join_tests("b", rows, mark, glue), t=stamp, after="\n")


def _is_abnormal(ward: Ward, base: str, value: str) -> bool:
    analyte = load_analytes()[base]
    factor = analyte.factor if ward.us else 1.0
    return not analyte.low * factor <= float(value) <= analyte.high * factor


def _write_drugs(ward: Ward, drugs: list[Thing]) -> None:
    mark = ward.pick("1", "1", "")
    for number, drug in enumerate(drugs, 1):
        amount = background.write_dose(ward, drug)
        route = ward.pick("", "", "PO ") if " mg " in amount else ""
        words = f"{number_item(mark, number)}{{x}} {route}{amount.lstrip()}"
        if ward.maybe(0.3):
            words += " for {c} | x has_indication c"
        ward.say(words, x=drug, c=ward.things[drug.reason], after="\n")


def _write_discharge_drugs(ward: Ward) -> None:
    infused = re.compile("IV|over|once s")
    acute = [drug for drug in ward.drugs if not infused.search(drug.details.get("dose", ""))]
    drugs = [*ward.list_regular_drugs(), *acute]
    _write_drugs(ward, drugs)
    if not drugs:
        ward.say("[No new medications.|No change.]")


def _write_diagnosis(ward: Ward) -> None:
    problem = ward.describe_condition("c", ward.what)
    ward.say(["[Primary: |]<c>", "<c>"], problem, after="\n")
    tumour = ward.describe_condition("c", ward.primary)
    ward.say(["<c>", "[Secondary: |]<c>"], tumour, after="\n")
    for thing in ward.sample(ward.comorbidities, 2):
        ward.say("{c}", c=thing, after="\n")


_PARTS: dict[str, Callable[[Ward], None]] = {
    "chief_complaint": _write_complaint,
    "history": _write_history,
    "past_history": lambda ward: background.write_past(ward, ward.pick("1", "-", "", "-")),
    "social": background.write_social,
    "family": background.write_family,
    "examination": _write_exam,
    "results": _write_results,
    "course": lambda ward: write_course(ward, ward.pick("#", "#", "1", "-", "sys")),
    "admission_medications": lambda ward: _write_drugs(ward, ward.list_regular_drugs(ward.came)),
    "discharge_medications": _write_discharge_drugs,
    "disposition": lambda ward: ward.say(books.summary.disposition),
    "diagnosis": _write_diagnosis,
    "condition": lambda ward: ward.say(books.summary.condition),
    "instructions": lambda ward: ward.say(
        books.summary.return_if, k=next(iter(ward.findings), None)
    ),
    "follow_up": lambda ward: ward.say_some(
        books.summary.visits, 1, 2, "\n", onc=ward.patient.consultant.last, gp=ward.patient.gp.last
    ),
}

WRITERS: Writers = {("discharge summary", "ICU"): write}
