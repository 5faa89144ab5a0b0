"""Write the background: past history, drugs, allergies, family, habits, review of systems."""

from __future__ import annotations

from goldsmith_demo.life.model import Date, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.phrases import outpatient as books
from goldsmith_demo.writing.template import number_item

_UNTREATED = frozenset(("obesity", "osteoarthritis", "ckd", "stroke", "myocardial_infarction"))
"""Conditions that no note calls well controlled."""
Frequencies = dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""Style -> frequencies of doses, each with alternative notations."""


def write_dose(chart: Chart, drug: Thing) -> str:
    """Write the dose of a drug, if any, in the style of the note."""
    words = drug.details["dose"]
    for phrase, ways in books.background.read("frequency", Frequencies)[chart.style]:
        words = words.replace(phrase, chart.chance.choice(ways))
    return f" {words}"


def write_medication(chart: Chart, drugs: list[Thing], mark: str) -> None:
    """Write a list of drugs: numbered, with dashes, or inline."""
    for number, drug in enumerate(drugs, 1):
        words = f"{number_item(mark, number)}{{x}}{write_dose(chart, drug)}"
        if chart.maybe(0.5):
            tail = chart.pick(*books.background.purpose).replace("<c>", "{c}")
            words += f"{tail} | x has_indication c"
        chart.say(words, x=drug, c=chart.things[drug.reason], after="\n")


def write_past(chart: Chart, mark: str) -> None:
    """Write comorbidities and operations, as a list or as sentences."""
    own, after = chart.comorbidities, "\n" if mark else " "
    for number, illness in enumerate(own, 1):
        ways = books.background.bare if mark else books.background.long_standing
        if illness.base in _UNTREATED:
            ways = tuple(way for way in ways if "controlled" not in way)
        when = _mention_start(chart, illness.start or chart.date)
        lead = number_item(mark, number)
        chart.say(lead + chart.pick(*ways), c=illness, t=when, after=after)
    done = chart.list_operations()[-2:]
    for more, (event, thing) in enumerate(done, len(own) + 1):
        chart.say(
            number_item(mark, more) + chart.pick(*books.background.operation),
            chart.describe_operation(thing),
            t=_mention_start(chart, event.date),
            after=after,
        )
    if not own and not done:
        chart.say(books.background.healthy)


def _mention_start(chart: Chart, day: Date) -> times.Time:
    far = (chart.date - day).days > 500
    return times.write_year(day) if far else times.write_month(day, chart.date, chart.chance)


def write_allergies(chart: Chart) -> None:
    """Write the allergies, or that there are none."""
    own = chart.find_things(chart.patient.allergies)
    if not own:
        chart.say(books.background.no_allergy)
    for allergy in own:
        chart.say(books.background.reacted, r=allergy.details["reaction"], a=allergy)


def write_family(chart: Chart) -> None:
    """Write the family history."""
    for who, key in chart.patient.family[:3]:
        chart.say(books.background.family, who=who, Who=who, c=chart.things[key])
    had = " ".join(key for _, key in chart.patient.family)
    unmentioned = [word for word in books.background.unsaid if word.split()[0] not in had]
    if not had or chart.maybe(0.5):
        ways = books.background.family_not[: 3 if had else None]
        chart.say(ways, x=chart.chance.choice(unmentioned))


def write_social(chart: Chart) -> None:
    """Write habits, occupation and home."""
    smoker, job = chart.patient.smoker, chart.patient.occupation.lower()
    for habit, ways in books.background["tobacco"].items():
        if smoker.startswith(habit):
            chart.say(ways, much="".join(smoker.partition(",")[1:]))
    if chart.maybe(0.6) and job not in chart.page.text.lower():
        ways = books.background.retired if "retired" in job else books.background.working
        chart.say(ways, job=job)
    for way in chart.chance.sample(books.background.home, chart.chance.randint(1, 2)):
        chart.say(way, rel=chart.patient.relative.role)


def write_review(chart: Chart, *, terse: bool) -> None:
    """Write the review of systems: present symptoms, then denied ones."""
    systems = list(books.background.get_words("systems").items())
    complaints = chart.complaints
    if complaints:
        chart.say(books.background.positive, chart.list_things("f", complaints[:3]))
    for title, bases in chart.sample(systems, chart.chance.randint(1, 4)):
        signal = chart.pick("No", "Negative for", "Denies", "no", "no")
        head = f"{title}: " if not terse or chart.maybe(0.5) else ""
        chart.say(f"{head}<d>.", chart.deny(bases, chart.chance.randint(1, 3), signal))
    if chart.maybe(0.6):
        chart.say(books.background.otherwise)
