"""Write the progress notes of a hospital stay, as on a ward round."""

from __future__ import annotations

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.note import Writers
from goldsmith_demo.writing.documents.outpatient import background, exam, history, measures
from goldsmith_demo.writing.documents.phrases import books
from goldsmith_demo.writing.page import Page

_SECTIONS = ("Subjective:", "Objective:", "Assessment:", "Plan:")


def write(page: Page, event: Event) -> None:
    """Write the note of a ward round: subjective, objective, assessment, plan."""
    ward = Ward(page, event)
    ward.say(books.inpatient.titles, t=ward.write_today(), after="\n")
    days = max(1, (ward.date - ward.came).days + 1)  # the day of admission is day 1
    ward.say(books.inpatient.day, n=str(days), after="\n")
    page.end_paragraph()
    parts = (_write_subjective, _write_objective, _write_assessment, _write_plan)
    for title, write_part in zip(_SECTIONS, parts, strict=True):
        kind = title.rstrip(":").lower()
        with page.write_section(title, kind, "\n" if kind == "plan" else " "):
            write_part(ward)
    ward.page.write_line(f"{ward.patient.others[-1].first[0]} {ward.patient.others[-1].last}")


def _write_subjective(ward: Ward) -> None:
    ways = books.inpatient
    if ward.operation:
        ward.say(ways.after_operation[:1], i=ward.operation)
    elif complaints := ward.list_reasons(2):
        ward.say(ways.admitted, ward.list_things("f", complaints))
    feels = ways.feels_operated if ward.operation else ways.feels
    ward.say_some(feels, 1, 2)
    history.write_denial(ward, count=ward.chance.randint(2, 4))


def _write_objective(ward: Ward) -> None:
    ill = ward.is_ill
    which = ward.pick("thbrs", "tbhr")
    phrase = measures.write_observations(ward, which, measures.draw_vitals(ward, ill=ill))
    ward.say("[{x=Investigation:Obs}: |]<v>.", phrase)
    exam.write_examination(ward, history.choose_noun(ward), ill=ill)
    if ward.operation:
        ward.say(books.inpatient.after_operation[1:], i=ward.operation)
    ward.say(books.inpatient.bloods, measures.write_bloods(ward, measures.list_panel("fbc")))


def _write_assessment(ward: Ward) -> None:
    ways, problems = books.inpatient, ward.problems[:2]
    for problem in problems:
        ward.say(ways.course, c=problem)
    if not problems or ward.maybe(0.6):
        ward.say("[Known|Background of] <c>.", ward.describe_condition("c", ward.primary))
    about = {problem.key: problem for problem in problems}
    for drug in [drug for drug in ward.drugs if drug.reason in about][:2]:
        dose = background.write_dose(ward, drug)
        ward.say(ways.treated, d=dose, x=drug, c=about[drug.reason])


def _write_plan(ward: Ward) -> None:
    name = f"Dr {ward.patient.consultant.last}"
    ways = ward.select_fitting(books.inpatient.get_rows("plan"))
    for number, way in enumerate(ward.sample(ways, ward.chance.randint(3, 5)), 1):
        ward.say(f"{number}. {way}", onc=name, after="\n")


WRITERS: Writers = {("inpatient", ""): write}
