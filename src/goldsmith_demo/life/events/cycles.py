"""Chemotherapy and radiotherapy: cycles and fractions, doses, toxicity and response."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith_demo.life.cancers import Do
from goldsmith_demo.life.chance import add_days, choose, draw_int, find_workday, pick
from goldsmith_demo.life.events.findings import list_resections, take_blood
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.trouble import recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import Beam, Dose, Regimen, load_regimens, load_treatments
from goldsmith_demo.life.story import Story

_RESPONSES = ((0.6, "partial response"), (0.33, "stable disease"), (0.07, "good partial response"))
_IRRADIATED = ("nodal_metastases", "parametrial_disease")
_BONES = ("lumbar_spine", "thoracic_spine", "pelvic_bones", "sacrum", "ribs")
_COURSES = {"": "chemotherapy", "antibody": "antibody_treatment"}
_GENTLE = frozenset(("trastuzumab_3w",))


def infuse(story: Story, do: Do) -> None:
    """Give a course of chemotherapy, then assess the response unless the next one follows on."""
    day = story.day if story.straight else story.wait_for_clinic(10, 24)
    key = _find_course(story, _COURSES.get(do.intent, f"{do.intent}_chemotherapy"), day)
    whole, *drugs = _add_doses(story, do.what, day)
    if not story.straight:
        visit = find_workday(add_days(day, -draw_int(story.rng, 4, 8)))
        story.add_event("follow_up", visit, story.tumour, details={"about": key})
    last = _give_cycles(story, do, day, key, whole, tuple(drugs))
    for name in (key, whole, *drugs):
        story.close(name, last)
    story.tags.add(do.intent or "curative")
    after = story.ahead[0] if story.ahead else None
    story.straight = bool(after and after.kind == "chemo" and after.intent == do.intent)
    if not story.died and not story.straight and do.intent not in ("adjuvant", "antibody"):
        _assess_response(story, do)


def _find_course(story: Story, base: str, day: Date) -> str:
    """Return the key of the course; continue a recent course with the same aim."""
    for thing in reversed(story.things.values()):
        if thing.base == base and thing.end and (day - thing.end).days < 45:
            return thing.key
    return story.add(base, day, reason=story.tumour)


def _add_doses(story: Story, name: str, day: Date) -> tuple[str, ...]:
    """Add a regimen and its drugs, dosed for the patient; return their keys, the regimen first."""
    regimen = load_regimens()[name]
    details = {"interval": f"{regimen.interval} days"}
    whole = story.add(name, day, reason=story.tumour, details=details)
    keys = [whole]
    for dose in regimen.doses:
        details = _calculate_dose(story, dose)
        keys.append(story.add(dose.drug, day, reason=story.tumour, whole=whole, details=details))
    return tuple(keys)


def _calculate_dose(story: Story, dose: Dose) -> dict[str, str]:
    """Calculate the figures on a drug chart: dose by surface area or weight, and total."""
    if dose.unit == "AUC":
        total, printed = dose.amount * (story.body.clearance + 25), f"AUC {dose.amount:g}"
    else:
        per = story.body.surface if dose.unit.endswith("/m2") else 1.0
        per = story.weight if dose.unit.endswith("/kg") else per
        total, printed = dose.amount * per, f"{dose.amount:g} {dose.unit}"
    total = min(total, dose.cap) if dose.cap else total
    step = 10 if total >= 100 else 1 if total > 5 else 0.1
    unit = "units" if dose.unit.startswith("units") else "mg"
    return {
        "dose": printed,
        "total": f"{round(total / step) * step:g} {unit}",
        "days": dose.days,
        "route": dose.route,
    }


def _give_cycles(
    story: Story, do: Do, day: Date, key: str, whole: str, drugs: tuple[str, ...]
) -> Date:
    """Give the cycles, and return the day of the last one."""
    regimen = load_regimens()[do.what]
    last, delay, dose = day, 0, ""
    for number in range(1, do.cycles + 1):
        story.day = last = day
        if do.what not in _GENTLE:
            take_blood(story, "fbc", add_days(day, -1), odd="chemotherapy" if number > 1 else "")
        wait = f"{delay} days" if delay else ""
        details = {"of": str(do.cycles), "delayed": wait, "dose": dose, "regimen": whole}
        details = {name: words for name, words in details.items() if words}
        story.add_event("chemotherapy", day, key, drugs=drugs, number=number, details=details)
        worst = _draw_toxicity(story, regimen, day)
        if story.died:
            break
        delay = 7 if worst in load_harms().groups["delaying"] else 0
        dose = "80%" if worst in ("neutropenic_sepsis", "neuropathy") else dose
        day = story.day = add_days(day, regimen.interval + delay)
        if not story.has_time(14 if story.doomed == Date.max else 35):
            story.day = last
            break
        recover(story, day)
    return last


def _draw_toxicity(story: Story, regimen: Regimen, day: Date) -> str:
    """Draw the toxicity of a cycle: at most one new complication before the next cycle."""
    for chance, base in regimen.harm:
        if story.happens(chance) and base not in story.present:
            end = max(regimen.interval - 4, 0)
            delay = draw_int(story.rng, *(min(day, end) for day in load_harms().harms[base].onset))
            suffer(story, base, add_days(day, delay))
            return base
    return ""


def _assess_response(story: Story, do: Do) -> None:
    """Scan after a course that was meant to shrink the disease."""
    if story.cancer.key == "myeloma":
        story.end_disease(load_harms().groups["remitting"], story.day)
        return
    story.day = find_workday(add_days(story.day, draw_int(story.rng, 18, 30)))
    if not story.has_time(20):
        return
    is_lymphoma = story.cancer.staging == "Ann Arbor"
    remits = is_lymphoma or story.cancer.key == "testis"
    is_complete = remits and do.intent != "palliative"
    response = "complete response" if is_complete else pick(story.rng, _RESPONSES)
    findings = () if is_complete else tuple(_list_remaining(story))
    excluded = (story.add_absent("residual_disease" if is_complete else "new_lesion"),)
    scan, place = ("pet_ct", "") if is_lymphoma else ("ct_cap", "abdomen")
    if story.cancer.key == "breast" and do.intent == "neoadjuvant":
        scan, place = "mri", "site"
    key = story.add(scan, story.day, story.day, place=place, reason=story.tumour)
    if remits:
        story.end_disease(load_harms().groups["remitting"], story.day)
    details = {"response": response}
    story.add_event(
        "investigation", story.day, key, findings=findings, excluded=excluded, details=details
    )


def _list_remaining(story: Story) -> Iterator[str]:
    """Yield the keys of the conditions that a scan still shows."""
    if story.things[story.tumour].end is None and not list_resections(story):
        yield story.tumour
    spread = load_harms().groups["spread"]
    yield from (story.present[base] for base in spread if base in story.present)


def irradiate(story: Story, do: Do) -> None:
    """Give a course of radiotherapy with its side effects."""
    name, _, drug = do.what.partition("+")
    beam = load_treatments().beams[name]
    soon = beam.base.startswith(("palliative", "whole_brain", "brachytherapy"))
    day = story.wait_for_clinic(*((2, 8) if soon else (16, 32)))
    last = _find_last_day(day, beam)
    key = _add_course(story, beam, day, last)
    story.add_event("radiotherapy", day, key, end=last, details=story.things[key].details)
    if drug:
        _add_chemotherapy(story, drug, day, last)
    for chance, base in beam.harm:
        if story.happens(chance):
            suffer(story, base, add_days(day, max(1, (last - day).days * 3 // 4)))
    story.day = add_days(last, draw_int(story.rng, 3, 12))
    story.tags.add("irradiated")
    if beam.base == "radical_radiotherapy":
        story.end_disease(_IRRADIATED, story.day)


def _add_course(story: Story, beam: Beam, day: Date, last: Date) -> str:
    place = choose(story.rng, _BONES) if beam.place == "bone" else beam.place
    reason = story.present.get(f"{beam.place}_metastases", story.tumour)
    details = {"dose": f"{beam.gray:g} Gy", "fractions": str(beam.fractions)}
    return story.add(beam.base, day, last, place=place, reason=reason, details=details)


def _find_last_day(day: Date, beam: Beam) -> Date:
    """Return the day of the last fraction, skipping weekends."""
    if beam.weekly == 1:
        return add_days(day, 7 * (beam.fractions - 1))
    weeks, rest = divmod(day.weekday() + beam.fractions - 1, 5)
    return add_days(day, weeks * 7 + rest - day.weekday())


def _add_chemotherapy(story: Story, drug: str, day: Date, last: Date) -> None:
    """Add weekly chemotherapy during the course."""
    interval = load_regimens()[drug].interval
    count = min(5, (last - day).days // interval + 1)
    end = add_days(day, interval * (count - 1))
    key = story.add("concurrent_chemotherapy", day, end, reason=story.tumour)
    whole, *drugs = _add_doses(story, drug, day)
    fields = {"drugs": tuple(drugs), "details": {"of": str(count), "regimen": whole}}
    for number in range(count):
        infusion = add_days(day, interval * number)
        story.add_event("chemotherapy", infusion, key, number=number + 1, **fields)
    for name in (whole, *drugs):
        story.close(name, end)
