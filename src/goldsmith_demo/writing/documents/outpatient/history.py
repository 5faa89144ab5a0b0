"""Write the history in sectioned notes: the patient, earlier treatment, and today's state."""

from __future__ import annotations

from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.phrases import outpatient as books

_RECENT = 60
"""Days after an operation or an illness during which no patient travels."""
_OTHERS = ("back_pain", "bone_pain", "dysphagia", "jaundice")
"""Symptoms that patients deny, besides those of the first systems."""


def write_age(chart: Chart) -> str:
    """Write the age of the patient."""
    years = chart.patient.get_age(chart.date)
    return chart.chance.choice([f"{years}-year-old"] * 3 + [f"{years} year old"])


def write_short(chart: Chart) -> str:
    """Write the age and sex in abbreviated form: 61F, 61 y/o man."""
    years = chart.patient.get_age(chart.date)
    letter, noun = ("F", "woman") if chart.patient.sex == "female" else ("M", "man")
    spelt = f"{years} yo {noun}", f"{years} y.o. {noun}"
    return chart.pick(f"{years}{letter}", f"{years} y/o {letter}", *spelt, f"{years}yo {letter}")


def choose_noun(chart: Chart) -> str:
    """Choose a noun for the patient."""
    women, men = ("woman", "lady", "female"), ("man", "gentleman", "male")
    return chart.pick(*(women if chart.patient.sex == "female" else men))


def write_identity(chart: Chart, aim: str, *, terse: bool) -> None:
    """Write who the patient is, with the cancer if it has been diagnosed."""
    words = {
        "name": chart.name,
        "age": write_age(chart),
        "years": str(chart.patient.get_age(chart.date)),
        "noun": choose_noun(chart),
        "work": chart.patient.occupation.lower() if chart.maybe(0.7) else choose_noun(chart),
        "short": write_short(chart),
        "aim": aim,
    }
    tumour = chart.tumour
    if tumour is None:
        listed = chart.list_things("f", chart.list_reasons(3), articles=True)
        chart.say(books.history.unknown, listed, **words)
        return
    stage = f"{{g=Result:stage {chart.patient.stage}}}" if chart.patient.stage else ""
    words["stage"] = f"{stage} " if stage and chart.maybe(0.6) else ""
    words["stage0"] = f"{stage}, " if stage else ""
    ways = books.history.terse_identity if terse else books.history.identity
    site = chart.describe_condition("c", tumour)
    when, tnm = chart.mention_day(find_diagnosis_day(chart)), chart.patient.tnm or None
    chart.say(ways, site, **words, tnm=tnm, t=when)


def find_diagnosis_day(chart: Chart) -> Date:
    """Return the day of the diagnosis, or of the first event if none is recorded."""
    return [*chart.list_events("diagnosis"), *chart.list_events(), chart.event][0].date


def write_treatments(chart: Chart, most: int) -> None:
    """Write the last treatments in order; radiotherapy is told with what came before it."""
    operations = [(event, thing, 0) for event, thing in chart.list_operations()]
    rows = sorted(operations + _list_courses(chart), key=lambda row: row[0].date)
    first = max(len(rows) - most, 0)
    while first and rows[first][0].kind == "radiotherapy":
        first -= 1
    for number, (event, thing, cycles) in enumerate(rows[first:]):
        if number and chart.maybe(0.3):
            operation = chart.describe_operation(thing)
            chart.say(books.history.then, operation, t=chart.mention_day(event.date))
        else:
            _write_treatment(chart, thing, event, cycles)


def _list_courses(chart: Chart) -> list[tuple[Event, Thing, int]]:
    """Return each regimen once, with its first event and the number of its cycles so far."""
    rows: dict[str, tuple[Event, Thing, int]] = {}
    for event in chart.list_events("chemotherapy", "radiotherapy"):
        thing = find_regimen(chart, event)
        first, _, cycles = rows.get(thing.key, (event, thing, 0))
        rows[thing.key] = (first, thing, cycles + (event.kind == "chemotherapy"))
    return list(rows.values())


def find_regimen(chart: Chart, event: Event) -> Thing:
    """Return the treatment given on the day: the named regimen, or else the course."""
    return chart.things[event.details.get("regimen", event.what)]


def _write_treatment(chart: Chart, thing: Thing, event: Event, cycles: int) -> None:
    when = chart.mention_day(event.date)
    if event.kind == "operation":
        operation, surgeon = chart.describe_operation(thing), chart.patient.surgeon.called
        chart.say(books.history.operated, operation, surgeon=surgeon, t=when)
    elif event.kind == "radiotherapy":
        chart.say(books.history.irradiated, x=thing, t=when)
    else:
        many = chart.pick(times.spell_number(cycles), str(cycles))
        count = "one cycle" if cycles == 1 else f"{many} cycles"
        chart.say(books.history.treated, k=count, x=thing, t=when)


def write_complications(chart: Chart) -> None:
    """Write about the last resolved complication."""
    rows = [
        (event, thing)
        for event in chart.list_events("complication")
        if (thing := chart.things[event.what]).end and thing.end < chart.date
    ]
    for event, thing in rows[-1:]:
        chart.say(books.history.happened, k=thing, t=chart.mention_day(event.date))


def write_interval(chart: Chart) -> None:
    """Write how the patient is today."""
    complaints = chart.complaints
    if complaints:
        chart.say(books.history.complains, chart.list_things("f", complaints[:3], articles=True))
    else:
        ill = chart.list_events("operation", "admission", "complication")[-1:]
        busy = any((chart.date - event.date).days < _RECENT for event in ill)
        ways = books.history.nothing
        chart.say([way for way in ways if not busy or "trip|" not in way])
    write_denial(chart)


def write_denial(chart: Chart, count: int = 0) -> None:
    """Write the symptoms that the patient denies."""
    count, present = count or chart.chance.randint(1, 3), chart.present
    excluded = chart.find_things(chart.event.excluded)
    first = [row for row in excluded if row.is_symptom and row.base not in present][:count]
    *systems, _ = books.background.get_words("systems").values()
    bases, ways, signal = " ".join((*systems, *_OTHERS)), books.history.has_not, "no"
    if chart.maybe(0.65):
        ways = books.history.denies
        signal = chart.pick("denies", "denies", "denies any", "has not had", "has had no")
    chart.say(ways, chart.deny(bases, count, signal, first=first))
