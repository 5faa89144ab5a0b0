"""The years after treatment: cure, recurrence, another line of treatment, decline."""

from __future__ import annotations

from goldsmith_demo.life.chance import about, later, one_of, pick, whole, workday
from goldsmith_demo.life.events.ending import last_weeks
from goldsmith_demo.life.events.findings import bloods, look, spread
from goldsmith_demo.life.events.harms import STRAYS
from goldsmith_demo.life.events.treatment import fitting, meeting, treat
from goldsmith_demo.life.events.trouble import recover, suffer
from goldsmith_demo.life.events.visits import check_ups, visits
from goldsmith_demo.life.labs import PANELS
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_SIGNS = {
    "liver_metastases": (("abdominal_pain", "weight_loss", "fatigue"), "ct_cap", "abdomen"),
    "lung_metastases": (("cough", "dyspnoea"), "ct", "chest"),
    "bone_metastases": (("back_pain", "bone_pain", "hip_pain"), "bone_scan", "skeleton"),
    "brain_metastases": (("headache", "limb_weakness", "seizure", "confusion"), "mri", "brain"),
    "peritoneal_metastases": (("bloating", "abdominal_pain", "vomiting"), "ct_cap", "abdomen"),
    "pleural_effusion": (("dyspnoea", "cough"), "chest_xray", "chest"),
    "adrenal_metastasis": (("fatigue",), "ct_cap", "abdomen"),
    "local_recurrence": (("fatigue",), "ct_cap", "site"),
    "nodal_recurrence": (("back_pain", "leg_swelling"), "ct_cap", "abdomen"),
    "lymphoma_relapse": (("night_sweats", "weight_loss", "fatigue"), "pet_ct", "body"),
    "myeloma_relapse": (("back_pain", "fatigue"), "skeletal_survey", "skeleton"),
    "biochemical_recurrence": ((), "bone_scan", "skeleton"),
}
"""Recurrence -> what it feels like, which scan shows it, of what."""
_LOCAL = {
    "breast": ("breast_lump",),
    "colon": ("abdominal_pain",),
    "rectum": ("pelvic_pain",),
    "stomach": ("dysphagia", "epigastric_pain"),
    "pancreas": ("back_pain",),
    "lung": ("haemoptysis", "cough"),
    "cervix": ("vaginal_discharge", "pelvic_pain"),
    "endometrium": ("postmenopausal_bleeding", "pelvic_pain"),
}


def go_on(story: Story) -> None:
    """Whatever comes after the first treatment."""
    if story.died:
        return
    if story.stage.survival:
        _live_with_it(story)
        return
    relapse = _relapse_day(story)
    other = _other_death(story) if relapse is None else None
    end = min(day for day in (relapse, other, story.until) if day)
    visits(story, end)
    if relapse and relapse <= story.until:
        story.day = relapse
        _relapse(story)
    elif other and other <= story.until:
        story.die(max(other, story.day), _other_cause(story))


def _relapse_day(story: Story) -> Date | None:
    """When it comes back; not before some months after the treatment."""
    stage = story.stage
    if not story.lucky(stage.relapse):
        return None
    after = (story.day - _diagnosed_on(story)).days
    days = max(
        after + whole(story.rng, 100, 200), round(about(story.rng, stage.relapse_months) * 30)
    )
    return workday(later(_diagnosed_on(story), days))


def _diagnosed_on(story: Story) -> Date:
    return next(event.date for event in story.events if event.kind == "diagnosis")


def _other_death(story: Story) -> Date | None:
    """People die of other things, the old more often."""
    yearly = 0.004 if story.age < 60 else 0.012 if story.age < 75 else 0.035
    years = (story.until - story.day).days / 365
    if story.rng.random() > yearly * max(years, 0):
        return None
    return later(story.day, whole(story.rng, 60, max(61, (story.until - story.day).days)))


def _other_cause(story: Story) -> str:
    base = one_of(story.rng, ("myocardial_infarction", "stroke", "pneumonia"))
    return story.add(base, story.died or story.day, None)


def _relapse(story: Story) -> None:
    """It comes back: felt, looked for, found, talked about, treated."""
    recover(story, story.day)
    story.active = True
    base = pick(story.rng, story.cancer.relapses)
    if (story.day - _diagnosed_on(story)).days > 400:
        story.tags.add("late")
    story.doomed = later(
        story.day, max(40, round(about(story.rng, story.cancer.relapse_survival) * 30))
    )
    felt, scan, place = _SIGNS[base]
    felt = _LOCAL.get(story.cancer.key, felt) if base == "local_recurrence" else felt
    onset = later(story.day, -whole(story.rng, 7, 40))
    symptoms = [story.have(one_of(story.rng, felt), onset)] if felt else []
    key = spread(story, base, onset)
    if base == "peritoneal_metastases" and story.lucky(0.6):
        story.have("ascites", onset)
    story.tell("follow_up", story.day, story.tumour, findings=symptoms, details={"about": key})
    _proven(story, base, scan, place)
    story.clinic(3, 9)
    story.tell("recurrence", story.day, key, findings=(key, *symptoms))
    plan = fitting(story, story.cancer.relapse_plan)
    meeting(story, plan, key)
    treat(story, plan)
    _decline(story)


def _proven(story: Story, base: str, scan: str, place: str) -> None:
    day = story.clinic(2, 9)
    for panel in story.cancer.visit_tests:
        if panel in PANELS or panel == "tumour_markers":
            bloods(story, panel, day)
    if base == "local_recurrence" and story.cancer.key == "breast":
        scan, place = (
            ("ct_cap", "chest") if "mastectomy" in story.tags else ("mammogram", "breasts")
        )
    where = story.site if place == "site" else story.locus(place)
    found = () if base == "biochemical_recurrence" else (base,)
    others = ("brain_metastases",) if scan == "mri" and base != "brain_metastases" else ()
    if base == "biochemical_recurrence":
        others = ("bone_metastases",)
    look(story, scan, day, place=where, seeks=(*found, *others))


def _live_with_it(story: Story) -> None:
    """The course of a cancer that was not going to be cured."""
    _decline(story, second_line=True)


def _decline(story: Story, *, second_line: bool = False) -> None:
    """Visits until it gets worse, another line of treatment, then care, then the end."""
    if story.died:
        return
    _strays(story)
    worse = _worse_on(story) if second_line else None
    end = _care_from(story)
    check_ups(story, min(worse or end, end))
    if worse and worse < end and not story.died and story.day < end:
        story.day = max(story.day, worse)
        _progress(story)
        check_ups(story, _care_from(story))
    if story.doomed and story.doomed <= story.until and not story.died:
        last_weeks(story)


def _strays(story: Story) -> None:
    for chance, base in STRAYS:
        if story.lucky(chance) and story.room(30) and not story.died:
            day = story.wait(3, 20)
            story.day = max(story.day, suffer(story, base, day))


def _worse_on(story: Story) -> Date | None:
    """When the first treatment stops working."""
    end = story.doomed or story.until
    left = (end - story.day).days
    return (
        workday(later(story.day, round(left * (0.3 + 0.3 * story.rng.random()))))
        if (left > 90)
        else None
    )


def _care_from(story: Story) -> Date:
    """When the last phase begins, or the record ends."""
    if story.doomed is None or story.doomed > story.until:
        return story.until
    return max(story.day, later(story.doomed, -whole(story.rng, 14, 70)))


def _progress(story: Story) -> None:
    """The scan that shows growth, and what is done about it."""
    seen = [base for base in _SIGNS if base in story.present]
    base = pick(story.rng, story.cancer.relapses)
    if base not in seen and story.cancer.metastases and base.endswith("metastases"):
        spread(story, base, later(story.day, -20))
        seen.append(base)
    key = story.have("disease_progression", later(story.day, -10), place=story.site)
    scan = "ct_cap" if story.cancer.key != "prostate" else "bone_scan"
    place = story.locus("abdomen") if scan == "ct_cap" else ""
    look(story, scan, story.day, place=place, seeks=("disease_progression", *seen))
    story.clinic(3, 8)
    story.tell("recurrence", story.day, key, findings=[story.present[b] for b in seen] or [key])
    plan = fitting(story, story.cancer.relapse_plan)
    meeting(story, plan, key)
    treat(story, plan)
