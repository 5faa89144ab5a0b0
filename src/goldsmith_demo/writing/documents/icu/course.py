"""Write the hospital course: reason for admission and treatment, problem by problem."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.outpatient.background import write_dose
from goldsmith_demo.writing.documents.outpatient.chart_facts import list_group
from goldsmith_demo.writing.documents.phrases import icu as books

_TEST = re.compile(r"=Investigation:(\w+)")


def write_course(ward: Ward, mark: str) -> None:
    """Write one line for each problem, with `mark` as its lead."""
    problem, routine = ward.what, books.course.routine
    _write_problem(ward, problem, _build_head(mark, 1, problem))
    _write_cancer(ward, "Onc: " if mark == "sys" else _build_head(mark, 2))
    chronic = ward.sample(ward.comorbidities, 2)
    for number, illness in enumerate(chronic, 3):
        head, drug = _build_head(mark, number, illness), ward.find_drug_for(illness)
        ward.say(books.course.chronic, lead=head, x=drug, c=illness, after="\n")
    ways = ward.sample(routine, ward.chance.randint(1, 3))
    for number, way in enumerate(ways, len(chronic) + 3):
        ward.say(_build_head(mark, number) + way, rel=ward.patient.relative.role, after="\n")


def _build_head(mark: str, number: int, thing: Thing | None = None) -> str:
    """Return the lead of an item: the mark, or the organ system if the mark is sys."""
    if mark == "sys":
        systems = books.course.get_words("systems").items()
        named = [name for name, bases in systems if thing and thing.base in bases.split()]
        return f"{named[0]}: " if named else ""
    return {"#": "# ", "1": f"{number}. ", "": "", "-": "- "}[mark]


def _write_problem(ward: Ward, problem: Thing, head: str) -> None:
    infected = problem.base in list_group("cultured")
    if ward.maybe(0.6):
        facts = {"ward" if ward.days_since_operation else "outside", *ward.recent_treatments}
        if ward.acute & (list_group("infected") | list_group("short_of_air")):
            facts.add("ill")
        rows = books.course.get_rows("arrived")
        ways = [way for way, needs in rows if facts.issuperset(needs.split())]
        site = ward.describe_condition("c", problem)
        ward.say(ways, site, lead=f"{head}{{k}}: ", k=problem)
        head = ""
    else:
        head += "{c}: "
    _write_drugs(ward, problem, head)
    steps = [books.course.cultured] if infected else []
    steps += [books.course.oxygen] if ward.acute & list_group("short_of_air") else []
    rules = [_choose_rules(ward)] if ward.acute & list_group("doubtful") else []
    support = books.course.support
    for step in [*steps, *ward.sample([*rules, support, support], 3 - len(steps))]:
        ward.say(step)
    over = problem.end is not None and problem.end <= ward.date
    fitting = [way for way in books.course.better if infected or "course" not in way]
    ward.say(books.course.resolved if over else fitting, c=problem)
    ward.page.text = ward.page.text.rstrip(" ") + "\n"


def _write_drugs(ward: Ward, problem: Thing, head: str) -> None:
    for drug in ward.drugs[:2]:
        dose = write_dose(ward, drug)
        ways: Sequence[str] = books.course.treatment
        if head:
            ways = [f"{head}{way} | x has_indication c" for way in ways]
        elif ward.maybe(0.3):
            dry = [way.removesuffix(".") for way in ways]
            ways = [f"{way} for {{c!the}}. | x has_indication c" for way in dry]
        ward.say(ways, d=dose, x=drug, c=problem)
        head = ""
    if head:
        state = ward.pick("managed supportively.", "[resolving|stable] on arrival.")
        ward.say(head + state, c=problem)


def _choose_rules(ward: Ward) -> Sequence[str]:
    """Return phrases about tests that rule something out, except tests already mentioned."""
    tests = {*re.findall(r"\w+", ward.page.text)}
    ways = ward.select_fitting(books.course.get_rows("ruled_out"))
    return [way for way in ways if tests.isdisjoint(_TEST.findall(way))] or books.course.support


def _write_cancer(ward: Ward, head: str) -> None:
    done = ward.find_things(event.what for event in ward.list_events("operation"))
    ways = [way if done else way.replace("[, s/p {x}|]", "") for way in books.course.cancer]
    onc, last = ward.patient.consultant.last, done[-1] if done else None
    site = ward.describe_condition("c", ward.primary)
    ward.say(ways, site, lead=head, onc=onc, x=last, after="\n")
