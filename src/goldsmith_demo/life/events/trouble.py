"""The course of complications: diagnosis, treatment in clinic or on the ward, recovery."""

from __future__ import annotations

from goldsmith_demo.life.chance import add_days, draw_int
from goldsmith_demo.life.events.findings import investigate, take_blood
from goldsmith_demo.life.events.harms import Harm, load_harms
from goldsmith_demo.life.labs import load_labs
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import load_treatments
from goldsmith_demo.life.story import Story

_LONG = frozenset(("tinzaparin", "dalteparin", "warfarin", "gabapentin", "ramipril"))
_SEVERITY = ("grade 1", "grade 1", "grade 2", "grade 2", "grade 3")


def suffer(story: Story, base: str, day: Date, *, inpatient: bool = False) -> Date:
    """Add a complication, and return the day on which the worst is over."""
    harm = load_harms().harms[base]
    if base in story.present:
        return day
    over = add_days(day, draw_int(story.rng, *harm.days))
    stays = harm.stay[1] > 0 and not inpatient
    out = add_days(day, draw_int(story.rng, *harm.stay))
    over = max(over, out)
    key = story.add(base, day, over)
    story.present[base] = key
    symptoms = tuple(_add_symptom(story, name, day, over) for name in harm.symptoms)
    if stays:
        story.add_event("admission", day, key, findings=symptoms)
    _run_tests(story, harm, base, day, key)
    safe = dict.fromkeys(choose_drug(story, drug) for drug in harm.drugs)
    stops = {drug: add_days(over, 60) if drug in _LONG else over for drug in safe if drug}
    drugs = tuple(prescribe(story, drug, day, stop, reason=key) for drug, stop in stops.items())
    details = {} if harm.stay[1] else {"severity": _SEVERITY[draw_int(story.rng, 0, 4)]}
    story.add_event("complication", day, key, findings=symptoms, drugs=drugs, details=details)
    if harm.procedure:
        _add_procedure(story, harm.procedure, day, key)
    return _draw_outcome(story, harm, key, out, stays)


def choose_drug(story: Story, drug: str) -> str:
    """Return the drug, or its substitute if something rules it out; empty if none is left."""
    bars, substitute = load_harms().instead.get(drug, ("", ""))
    if story.things.keys().isdisjoint(bars.split()) and story.style not in bars.split():
        return drug
    return choose_drug(story, substitute)


def _add_symptom(story: Story, name: str, day: Date, over: Date) -> str:
    """Add a symptom of the complication, unless the patient already has it."""
    if key := story.present.get(name):
        story.prolong(key, day)
        return key
    return story.add(name, day, over)


def _run_tests(story: Story, harm: Harm, base: str, day: Date, key: str) -> None:
    for test in harm.tests:
        if test in load_labs().panels:
            shows = (key,) if test in harm.measured else ()
            take_blood(story, test, day, odd=harm.odd, reason=key, shows=shows)
        elif test == "blood_cultures":
            growth = "no growth" if story.happens(0.7) else "Escherichia coli"
            investigate(story, test, day, reason=key, details={"result": growth})
        else:
            place = story.things[key].place if not story.kit[test].place else ""
            seeks = (base,) if base != "neutropenic_sepsis" else ("pneumonia",)
            investigate(story, test, day, place=place, seeks=seeks, reason=key)


def _add_procedure(story: Story, what: str, day: Date, key: str) -> None:
    place = "" if story.kit[what].place else story.things[key].place
    done = story.add(what, day, day, place=place, reason=key)
    story.add_event("operation", day, done, findings=(key,))


def _draw_outcome(story: Story, harm: Harm, key: str, out: Date, stays: bool) -> Date:
    if story.happens(harm.deadly):
        story.die(out, key)
    elif stays:
        story.add_event("discharge", out, key)
    return out


def prescribe(
    story: Story, drug: str, start: Date, end: Date | None, *, reason: str = "", dose: str = ""
) -> str:
    """Add a drug taken from a given day, end those that it replaces, and return its key."""
    replaced = next((row for row in load_treatments().alone if drug in row), ())
    for key, thing in story.things.items():
        if thing.base in replaced and thing.start and (thing.end is None or thing.end > start):
            story.close(key, max(start, thing.start))
    details = {"dose": dose or load_treatments().home[drug]}
    return story.add(drug, start, end, reason=reason, details=details)


def recover(story: Story, day: Date) -> None:
    """Remove conditions that ended before a day from the current ones."""
    for base, key in tuple(story.present.items()):
        end = story.things[key].end
        if end is not None and end < day:
            del story.present[base]
