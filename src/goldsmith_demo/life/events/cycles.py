"""Chemotherapy and radiotherapy: cycles and fractions, doses, toxicity and response."""

from __future__ import annotations

from goldsmith_demo.life.cancers import Do
from goldsmith_demo.life.chance import add_days, choose, draw_int, find_workday
from goldsmith_demo.life.events.findings import list_resections, take_blood
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.trouble import recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import Beam, Dose, Regimen, load_regimens, load_treatments
from goldsmith_demo.life.story import Story

_DELAYING = frozenset(
    "neutropenic_sepsis neutropenia thrombocytopenia renal_impairment pneumonia line_infection "
    "pulmonary_embolism".split()
)
_SPREAD = (
    "nodal_metastases liver_metastases lung_metastases bone_metastases brain_metastases "
    "peritoneal_metastases pleural_effusion local_recurrence nodal_recurrence lymphoma_relapse"
).split()
_REMITTING = (
    "lymphadenopathy splenomegaly marrow lymphoma_relapse nodal_metastases lung_metastases "
    "lung_deposit nodal_recurrence anaemia"
).split()
"""Conditions that end with a remission."""
_COURSES = {"": "chemotherapy", "antibody": "antibody_treatment"}
_GENTLE = frozenset(("trastuzumab_3w",))


def infuse(story: Story, do: Do) -> None:
    """Give a course of chemotherapy, then assess the response unless the next one follows on."""
    regimen = load_regimens()[do.what]
    day = story.day if story.straight else story.wait_for_clinic(10, 24)
    key = _find_course(story, _COURSES.get(do.intent, f"{do.intent}_chemotherapy"), day)
    drugs = add_doses(story, do.what, regimen, day)
    if not story.straight:
        visit = find_workday(add_days(day, -draw_int(story.rng, 4, 8)))
        story.add_event("follow_up", visit, story.tumour, details={"about": key})
    last = _give_cycles(story, do, regimen, day, key, drugs)
    for name in (key, *drugs, story.things[drugs[0]].whole):
        story.close(name, last)
    story.tags.add(do.intent or "curative")
    after = story.ahead[0] if story.ahead else None
    story.straight = bool(after and after.kind == "chemo" and after.intent == do.intent)
    if not story.died and not story.straight:
        _assess_response(story, do)


def _find_course(story: Story, base: str, day: Date) -> str:
    """Return the key of the course; continue a recent course with the same aim."""
    for key in reversed(story.things):
        thing = story.things[key]
        if thing.base == base and thing.end and (day - thing.end).days < 45:
            return key
    return story.add(base, day, None, reason=story.tumour)


def add_doses(story: Story, name: str, regimen: Regimen, day: Date) -> tuple[str, ...]:
    """Add the drugs of a regimen, dosed for the patient, and return their keys."""
    details = {"interval": f"{regimen.interval} days"}
    whole = story.add(name, day, None, reason=story.tumour, details=details)
    doses = ((dose.drug, _calculate_dose(story, dose)) for dose in regimen.doses)
    return tuple(
        story.add(drug, day, reason=story.tumour, whole=whole, details=dose) for drug, dose in doses
    )


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
        "total": f"{round(total / step) * step:g} {unit}" if total < 1e6 else printed,
        "days": dose.days,
        "route": dose.route,
    }


def _give_cycles(
    story: Story, do: Do, regimen: Regimen, day: Date, key: str, drugs: tuple[str, ...]
) -> Date:
    """Give the cycles, and return the day of the last one."""
    last, delay, dose = day, 0, ""
    for number in range(1, do.cycles + 1):
        story.day = last = day
        if do.what not in _GENTLE:
            take_blood(story, "fbc", add_days(day, -1), odd="chemotherapy" if number > 1 else "")
        details = _describe_cycle(do, delay, dose)
        details["regimen"] = story.things[drugs[0]].whole
        story.add_event(
            "chemotherapy", day, key, drugs=tuple(drugs), number=number, details=details
        )
        worst = _draw_toxicity(story, regimen, day)
        if story.died:
            break
        delay = 7 if worst in _DELAYING else 0
        dose = "80%" if worst in ("neutropenic_sepsis", "neuropathy") else dose
        day = add_days(day, regimen.interval + delay)
        story.day = day
        if not story.has_time(14 if story.doomed is None else 35):
            story.day = last
            break
        recover(story, day)
    return last


def _describe_cycle(do: Do, delay: int, dose: str) -> dict[str, str]:
    details = {"of": str(do.cycles)}
    if delay:
        details["delayed"] = f"{delay} days"
    if dose:
        details["dose"] = dose
    return details


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
    if do.intent in ("adjuvant", "antibody"):
        return
    scan = "pet_ct" if story.cancer.staging == "Ann Arbor" else "ct_cap"
    if story.cancer.key == "breast" and do.intent == "neoadjuvant":
        scan = "mri"
    if story.cancer.key == "myeloma":
        _start_remission(story, "")
        return
    story.day = find_workday(add_days(story.day, draw_int(story.rng, 18, 30)))
    if not story.has_time(20):
        return
    blood = story.cancer.staging == "Ann Arbor" or story.cancer.key == "testis"
    response = "complete response" if blood and do.intent != "palliative" else _draw_response(story)
    findings, absent = _list_remaining(story, response)
    place = (
        "" if story.kit[scan].place else story.site if scan == "mri" else story.add_locus("abdomen")
    )
    key = story.add(scan, story.day, story.day, place=place, reason=story.tumour)
    details = {"response": response}
    if blood:
        _start_remission(story, response)
    story.add_event(
        "investigation",
        story.day,
        key,
        findings=tuple(findings),
        excluded=tuple(absent),
        details=details,
    )


def _draw_response(story: Story) -> str:
    draw = story.rng.random()
    if draw < 0.6:
        return "partial response"
    return "stable disease" if draw < 0.93 else "good partial response"


def _list_remaining(story: Story, response: str) -> tuple[list[str], list[str]]:
    """Return the keys of conditions that a scan still shows, and of those it rules out."""
    if response == "complete response":
        return [], [story.add_absent("residual_disease")]
    keys = (story.present.get(base, "") for base in _SPREAD)
    findings = [key for key in keys if key]
    if story.things[story.tumour].end is None and not list_resections(story):
        findings.insert(0, story.tumour)
    return findings, [story.add_absent("new_lesion")]


def _start_remission(story: Story, response: str) -> None:
    """End the disease, at least for now."""
    story.active = False
    for base in _REMITTING:
        story.end_condition(base, story.day)
    if response and story.things[story.tumour].end is None:
        story.close(story.tumour, story.day)


_BONES = ("lumbar_spine", "thoracic_spine", "pelvic_bones", "sacrum", "ribs")


def irradiate(story: Story, do: Do) -> None:
    """Give a course of radiotherapy with its side effects."""
    name, _, drug = do.what.partition("+")
    beam = load_treatments().beams[name]
    palliative = beam.base.startswith(("palliative", "whole_brain"))
    soon = palliative or beam.base == "brachytherapy"
    day = story.wait_for_clinic(*((2, 8) if soon else (16, 32)))
    last = _find_last_day(day, beam)
    key = _add_course(story, beam, day, last)
    details = story.things[key].details
    story.add_event("radiotherapy", day, key, end=last, details=details)
    if drug:
        _add_chemotherapy(story, drug, day, last)
    for chance, base in beam.harm:
        if story.happens(chance):
            suffer(story, base, add_days(day, max(1, (last - day).days * 3 // 4)))
    story.day = add_days(last, draw_int(story.rng, 3, 12))
    story.tags.add("irradiated")
    if beam.base == "radical_radiotherapy":
        _end_tumour(story)


def _add_course(story: Story, beam: Beam, day: Date, last: Date) -> str:
    place = {"site": story.site}.get(beam.place) or story.add_locus(
        choose(story.rng, _BONES) if beam.place == "bone" else beam.place
    )
    details = {"dose": f"{beam.gray:g} Gy", "fractions": str(beam.fractions)}
    reason = story.tumour
    for base in ("brain_metastases", "bone_metastases"):
        if base in story.present and beam.place == base.partition("_")[0]:
            reason = story.present[base]
    return story.add(beam.base, day, last, place=place, reason=reason, details=details)


def _find_last_day(day: Date, beam: Beam) -> Date:
    """Return the day of the last fraction, skipping weekends."""
    if beam.weekly == 1:
        return add_days(day, 7 * (beam.fractions - 1))
    weeks, rest = divmod(day.weekday() + beam.fractions - 1, 5)
    return add_days(day, weeks * 7 + rest - day.weekday())


def _add_chemotherapy(story: Story, drug: str, day: Date, last: Date) -> None:
    """Add weekly chemotherapy during the course."""
    regimen = load_regimens()[drug]
    count = min(5, (last - day).days // regimen.interval + 1)
    end = add_days(day, regimen.interval * (count - 1))
    key = story.add("concurrent_chemotherapy", day, end, reason=story.tumour)
    drugs = add_doses(story, drug, regimen, day)
    for number in range(count):
        infusion = add_days(day, regimen.interval * number)
        details = {"of": str(count), "regimen": story.things[drugs[0]].whole}
        story.add_event(
            "chemotherapy", infusion, key, drugs=tuple(drugs), number=number + 1, details=details
        )
    for name in (*drugs, story.things[drugs[0]].whole):
        story.close(name, end)


def _end_tumour(story: Story) -> None:
    """End the visible disease after radical treatment."""
    if story.stage.survival == 0:
        story.active = False
        for base in ("nodal_metastases", "parametrial_disease"):
            story.end_condition(base, story.day)
        if story.things[story.tumour].end is None:
            story.close(story.tumour, story.day)
