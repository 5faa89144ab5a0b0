"""Write the impression and plan, teaching, instructions and the next visit."""

from __future__ import annotations

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.chart_facts import list_group
from goldsmith_demo.writing.documents.outpatient.history import find_regimen
from goldsmith_demo.writing.documents.phrases import outpatient as books
from goldsmith_demo.writing.template import number_item

_CURED_BY_DRUGS = ("hodgkin", "dlbcl", "testis")
_DUE = 60
"""The number of days within which treatment is due."""


def write_assessment(chart: Chart, mark: str) -> None:
    """Write numbered problems, the cancer first."""
    count = 0
    if chart.tumour:
        count = 1
        _write_cancer(chart, chart.tumour, number_item(mark, count))
    problems = [*chart.problems, *chart.list_unexplained()][:4]
    anaemia = [thing for thing in chart.list_active() if thing.base == "anaemia"]
    for thing in {row.key: row for row in (*problems, *anaemia[-1:])}.values():
        if not _is_spread(thing) and (chart.tumour or count == 0):
            count += 1
            _write_problem(chart, thing, number_item(mark, count))
    for thing in chart.sample(chart.comorbidities, chart.chance.randint(0, 2)):
        count += 1
        lead, drug = number_item(mark, count), chart.find_drug_for(thing)
        chart.say(books.plan.chronic, lead=lead, c=thing, x=drug, after="\n")


def _is_spread(thing: Thing) -> bool:
    """Return whether a condition is a metastasis, a recurrence or progression."""
    signs = ("metast", "recurr", "relapse", "progress", "deposit")
    return any(word in thing.base for word in signs)


def _list_spread(chart: Chart) -> list[Thing]:
    """Return known metastases and recurrences."""
    return [
        thing
        for thing in chart.list_known()
        if _is_spread(thing)
        and thing.base not in ("nodal_metastases", "disease_progression")
        and not thing.among
    ]


def _is_free(chart: Chart) -> bool:
    """Return whether the cancer has been treated and there is no sign of recurrence."""
    curable = chart.patient.cancer in _CURED_BY_DRUGS
    kinds = ["operation", "radiotherapy", *["chemotherapy"] * curable]
    treated = chart.list_events(*kinds) and (curable or not chart.patient.stage.startswith("IV"))
    has_returned = chart.list_events("recurrence", "palliative") or _list_spread(chart)
    later = (e for e in chart.patient.events if 0 < (e.date - chart.page.date).days <= _DUE)
    is_due = any(event.kind in ("operation", "chemotherapy", "radiotherapy") for event in later)
    is_visit = chart.event.kind == "follow_up" and not is_due
    return bool(treated) and not has_returned and is_visit


def _write_cancer(chart: Chart, tumour: Thing, head: str) -> None:
    site = chart.describe_condition("c", tumour)
    if chart.event.kind == "chemotherapy":
        number, treatment = chart.event.number, find_regimen(chart, chart.event)
        ways = [way for way in books.plan.cycle if number > 1 or "Tolerating" not in way]
        chart.say(ways, site, lead=head, k=str(number), x=treatment, after="\n")
    elif metastases := _list_spread(chart):
        chart.say(books.plan.spread, site, lead=head, m=metastases[-1], after="\n")
    elif _is_free(chart):
        chart.say(books.plan.free, site, lead=head, after="\n")
    else:
        stage = chart.patient.stage or None
        chart.say(books.plan.standing, site, lead=head, stage=stage, after="\n")


def _write_problem(chart: Chart, problem: Thing, head: str) -> None:
    site = chart.describe_condition("c", problem)
    ways = books.plan.look_into if problem.base in list_group("alarming") else books.plan.untreated
    if problem.base == "anaemia":
        ways = books.plan.anaemic
    if chart.tumour is None:
        ways = books.plan.suspected
        if problem.is_symptom:
            site = chart.list_things("c", chart.complaints[:2])
    chart.say(ways, site, lead=head, after="\n")


def write_teaching(chart: Chart) -> None:
    """Write general advice that fits the visit, the cancer, the drugs or the patient."""
    facts = {chart.event.kind, chart.patient.sex, chart.patient.smoker.partition(" ")[0]}
    operations = [thing for _, thing in chart.list_operations()]
    facts |= {thing.base for thing in [*chart.list_regular_drugs(), *operations]}
    facts |= {"diagnosed" if chart.tumour else "", "free" if _is_free(chart) else ""}
    rows = books.plan.get_rows("teach")
    ways = [way for way, fits in rows if not fits or facts & set(fits.split())]
    for way in chart.chance.sample(ways, chart.chance.randint(1, 2)):
        chart.say(way)


def write_instructions(chart: Chart) -> None:
    """Write when to call and when to return."""
    far, near = ((3, "M"), (4, "M"), (6, "M"), (6, "W")), ((1, "W"), (2, "W"), (3, "W"))
    count, unit = chart.chance.choice(far if _is_free(chart) else near)
    length = times.write_duration(count, unit, chart.style, chart.chance)
    if chart.maybe(0.75):
        chart.say(books.plan.call)
    chart.say(books.plan.return_visit, d=length)
