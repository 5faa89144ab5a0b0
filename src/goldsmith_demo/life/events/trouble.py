"""Complications: found, treated in clinic or on the ward, over again or lasting."""

from __future__ import annotations

from goldsmith_demo.life.chance import later, whole
from goldsmith_demo.life.events.findings import bloods, look
from goldsmith_demo.life.events.harms import HARMS, Harm
from goldsmith_demo.life.labs import PANELS
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import HOME
from goldsmith_demo.life.story import Story

_SEVERITY = ("grade 1", "grade 1", "grade 2", "grade 2", "grade 3")
_LONG = frozenset(("tinzaparin", "dalteparin", "warfarin", "gabapentin", "ramipril"))

#: Drug -> whose allergy forbids it, and what is given instead.
_INSTEAD = {
    "tazocin": ("penicillin", "meropenem"),
    "co_amoxiclav": ("penicillin", "doxycycline"),
    "flucloxacillin": ("penicillin", "clarithromycin"),
    "trimethoprim": ("trimethoprim", "nitrofurantoin"),
}


def suffer(story: Story, base: str, day: Date, *, inpatient: bool = False) -> Date:
    """The day on which the patient is out of the worst of a complication."""
    harm = HARMS[base]
    if base in story.present:
        return day
    over = later(day, whole(story.rng, *harm.days))
    stays = harm.stay[1] > 0 and not inpatient
    out = later(day, whole(story.rng, *harm.stay))
    over = max(over, out)
    key = story.add(base, day, over)
    story.present[base] = key
    symptoms = [_felt(story, name, day, over) for name in harm.symptoms]
    if stays:
        story.tell("admission", day, key, findings=symptoms)
    _tests(story, harm, base, day, key)
    safe = dict.fromkeys(_tolerated(story, drug) for drug in harm.drugs)
    drugs = [prescribe(story, drug, day, _stop(drug, over), reason=key) for drug in safe]
    details = {} if harm.stay[1] else {"severity": _SEVERITY[whole(story.rng, 0, 4)]}
    story.tell("complication", day, key, findings=symptoms, drugs=drugs, details=details)
    if harm.procedure:
        _procedure(story, harm.procedure, day, key)
    return _outcome(story, harm, key, out, stays)


def _tolerated(story: Story, drug: str) -> str:
    """The drug, or another where the patient is allergic to it."""
    allergen, other = _INSTEAD.get(drug, ("", ""))
    return other if allergen and f"allergy_{allergen}" in story.things else drug


def _felt(story: Story, name: str, day: Date, over: Date) -> str:
    """A symptom of the complication: its own, unless the patient has it anyway."""
    if key := story.present.get(name):
        story.prolong(key, day)
        return key
    return story.add(name, day, over)


def _tests(story: Story, harm: Harm, base: str, day: Date, key: str) -> None:
    for test in harm.tests:
        if test in PANELS:
            bloods(story, test, day, odd=harm.odd, reason=key)
        elif test == "blood_cultures":
            growth = "no growth" if story.lucky(0.7) else "Escherichia coli"
            look(story, test, day, reason=key, details={"result": growth})
        else:
            place = story.things[key].place if not story.kit[test].place else ""
            seeks = (base,) if base != "neutropenic_sepsis" else ("pneumonia",)
            look(story, test, day, place=place, seeks=seeks, reason=key)


def _stop(drug: str, over: Date) -> Date:
    return later(over, 60) if drug in _LONG else over


def _procedure(story: Story, what: str, day: Date, key: str) -> None:
    place = "" if story.kit[what].place else story.things[key].place
    done = story.add(what, day, day, place=place, reason=key)
    story.tell("operation", day, done, findings=(key,))


def _outcome(story: Story, harm: Harm, key: str, out: Date, stays: bool) -> Date:
    if story.lucky(harm.deadly):
        story.die(out, key)
    elif stays:
        story.tell("discharge", out, key)
    return out


def prescribe(
    story: Story, drug: str, start: Date, end: Date | None, *, reason: str = "", dose: str = ""
) -> str:
    """The key of a drug taken from then on."""
    dose = dose or HOME.get(drug, "")
    details = {"dose": dose} if dose else {}
    return story.add(drug, start, end, reason=reason or story.tumour, details=details)


def recover(story: Story, day: Date) -> None:
    """Forgets the complications that are over by that day."""
    for base, key in tuple(story.present.items()):
        end = story.things[key].end
        if end is not None and end < day:
            del story.present[base]
