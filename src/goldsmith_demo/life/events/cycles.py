"""Chemotherapy: cycles at the regimen's interval, doses for this body, what they do to it."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Do
from goldsmith_demo.life.chance import later, whole, workday
from goldsmith_demo.life.events.findings import bloods
from goldsmith_demo.life.events.trouble import recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import REGIMENS, Dose, Regimen
from goldsmith_demo.life.story import Story

_DELAYING = frozenset(
    (
        "neutropenic_sepsis",
        "neutropenia",
        "thrombocytopenia",
        "renal_impairment",
        "pneumonia",
        "line_infection",
        "pulmonary_embolism",
    )
)
_COURSES = {"": "chemotherapy", "antibody": "antibody_treatment"}
_GENTLE = frozenset(("trastuzumab_3w",))


def infuse(story: Story, do: Do) -> None:
    """Gives the cycles, and scans where the result decides what comes next."""
    regimen = REGIMENS[do.what]
    day = story.day if story.straight else story.clinic(10, 24)
    key = _course(story, _COURSES.get(do.intent, f"{do.intent}_chemotherapy"), day)
    drugs = doses(story, do.what, regimen, day)
    if not story.straight:
        visit = workday(later(day, -whole(story.rng, 4, 8)))
        story.tell("follow_up", visit, story.tumour, details={"about": key})
    last = _cycles(story, do, regimen, day, key, drugs)
    for name in (key, *drugs, story.things[drugs[0]].whole):
        story.close(name, last)
    story.tags.add(do.intent or "curative")
    after = story.ahead[0] if story.ahead else None
    story.straight = bool(after and after.kind == "chemo" and after.intent == do.intent)
    if not story.died and not story.straight:
        _judge(story, do)


def _course(story: Story, base: str, day: Date) -> str:
    """The key of the course; one that has just ended with the same aim goes on."""
    for key in reversed(story.things):
        thing = story.things[key]
        if thing.base == base and thing.end and (day - thing.end).days < 45:
            return key
    return story.add(base, day, None, reason=story.tumour)


def doses(story: Story, name: str, regimen: Regimen, day: Date) -> tuple[str, ...]:
    """Keys of the drugs, each part of the regimen, dosed for the patient."""
    details = {"interval": f"{regimen.interval} days"}
    whole = story.add(name, day, None, reason=story.tumour, details=details)
    return tuple(
        story.add(
            dose.drug, day, None, reason=story.tumour, whole=whole, details=_amount(story, dose)
        )
        for dose in regimen.doses
    )


def _amount(story: Story, dose: Dose) -> dict[str, str]:
    """What the chart prints for a drug: the dose by surface or weight, and what that comes to."""
    if dose.unit == "AUC":
        total, printed = dose.amount * (story.clearance + 25), f"AUC {dose.amount:g}"
    else:
        per = story.surface if dose.unit.endswith("/m2") else 1.0
        per = story.weight if dose.unit.endswith("/kg") else per
        total, printed = dose.amount * per, f"{dose.amount:g} {dose.unit}"
    total = min(total, dose.cap) if dose.cap else total
    step = 10 if total >= 100 else 1 if total > 5 else 0.1
    unit = "units" if dose.unit.startswith("units") else "mg"
    return {
        "dose": printed,
        "total": f"{round(total / step) * step:g} {unit}" if total < 1e6 else printed,
        "days": dose.days,
        "route": dose.route,
    }


def _cycles(
    story: Story, do: Do, regimen: Regimen, day: Date, key: str, drugs: tuple[str, ...]
) -> Date:
    """The day of the last cycle given."""
    last, delay, dose = day, 0, ""
    for number in range(1, do.cycles + 1):
        story.day = last = day
        _counted(story, do, day, number)
        details = _chart(do, delay, dose)
        details["regimen"] = story.things[drugs[0]].whole
        story.tell("chemotherapy", day, key, drugs=drugs, number=number, details=details)
        worst = _toxic(story, regimen, day)
        if story.died:
            break
        delay = 7 if worst in _DELAYING else 0
        dose = "80%" if worst in ("neutropenic_sepsis", "neuropathy") else dose
        day = later(day, regimen.interval + delay)
        story.day = day
        if not story.room(14 if story.doomed is None else 35):
            story.day = last
            break
        recover(story, day)
    return last


def _counted(story: Story, do: Do, day: Date, number: int) -> None:
    if do.what not in _GENTLE:
        bloods(story, "fbc", later(day, -1), odd="chemotherapy" if number > 1 else "")


def _chart(do: Do, delay: int, dose: str) -> dict[str, str]:
    details = {"of": str(do.cycles)}
    if delay:
        details["delayed"] = f"{delay} days"
    if dose:
        details["dose"] = dose
    return details


def _toxic(story: Story, regimen: Regimen, day: Date) -> str:
    """What the cycle did; at most one new trouble between two cycles."""
    for chance, base in regimen.harm:
        if story.lucky(chance) and base not in story.present:
            suffer(story, base, later(day, _when(story, regimen, base)))
            return base
    return ""


def _when(story: Story, regimen: Regimen, base: str) -> int:
    """How many days after the infusion it comes."""
    if base == "allergic_reaction":
        return 0
    if base in ("nausea", "vomiting"):
        return whole(story.rng, 1, 3)
    if regimen.interval < 10:
        return whole(story.rng, 1, 3)
    return whole(story.rng, 6, 10)


_RESPONSES = (("complete response", 0.2), ("partial response", 0.45), ("stable disease", 0.35))


def _judge(story: Story, do: Do) -> None:
    """The scan after a course that was meant to shrink something."""
    if do.intent in ("adjuvant", "antibody"):
        return
    scan = "pet_ct" if story.cancer.staging == "Ann Arbor" else "ct_cap"
    if story.cancer.key == "breast" and do.intent == "neoadjuvant":
        scan = "mri"
    if story.cancer.key == "myeloma":
        _remission(story, "")
        return
    story.day = workday(later(story.day, whole(story.rng, 18, 30)))
    if not story.room(20):
        return
    blood = story.cancer.staging == "Ann Arbor" or story.cancer.key == "testis"
    response = "complete response" if blood and do.intent != "palliative" else _response(story)
    seen, absent = _left(story, response)
    place = "" if story.kit[scan].place else story.site if scan == "mri" else story.locus("abdomen")
    key = story.add(scan, story.day, story.day, place=place, reason=story.tumour)
    details = {"response": response}
    if blood:
        _remission(story, response)
    story.tell("investigation", story.day, key, findings=seen, excluded=absent, details=details)


def _response(story: Story) -> str:
    draw = story.rng.random()
    return (
        "partial response"
        if draw < 0.6
        else "stable disease"
        if draw < 0.93
        else ("good partial response")
    )


def _left(story: Story, response: str) -> tuple[list[str], list[str]]:
    """Keys of what the scan still shows, and of what it no longer does."""
    if response == "complete response":
        return [], [story.absent("residual_disease")]
    known = (story.present.get(base, "") for base in _SPREAD)
    seen = [key for key in known if key]
    if story.things[story.tumour].end is None:
        seen.insert(0, story.tumour)
    return seen, [story.absent("new_lesion")]


_SPREAD = (
    "nodal_metastases",
    "liver_metastases",
    "lung_metastases",
    "bone_metastases",
    "brain_metastases",
    "peritoneal_metastases",
    "pleural_effusion",
    "local_recurrence",
    "nodal_recurrence",
    "lymphoma_relapse",
)


def _remission(story: Story, response: str) -> None:
    """The disease is gone, or asleep."""
    story.active = False
    bases = (
        "lymphadenopathy",
        "splenomegaly",
        "marrow",
        "lymphoma_relapse",
        "nodal_metastases",
        "lung_metastases",
        "lung_deposit",
        "nodal_recurrence",
        "anaemia",
    )
    for base in bases:
        story.over(base, story.day)
    if response and story.things[story.tumour].end is None:
        story.close(story.tumour, story.day)
