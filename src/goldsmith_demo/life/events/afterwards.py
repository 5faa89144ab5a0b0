"""The years after treatment: cure, recurrence, another line of treatment, decline, death."""

from __future__ import annotations

from goldsmith_demo.life.chance import add_days, choose, draw_duration, draw_int, find_workday, pick
from goldsmith_demo.life.events import findings
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.treatment import end_symptoms, treat
from goldsmith_demo.life.events.trouble import prescribe, recover, suffer
from goldsmith_demo.life.events.visits import check_regularly, follow_up
from goldsmith_demo.life.labs import is_panel
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story


def follow_treatment(story: Story) -> None:
    """Simulate the years after the first treatment."""
    if story.stage.survival:
        _decline(story, second_line=True)
        return
    relapse = _draw_relapse_day(story)
    death = _draw_unrelated_death(story) if relapse is None else None
    end = min(day for day in (relapse, death, story.until) if day)
    follow_up(story, end)
    if relapse and relapse <= story.until:
        story.day = relapse
        _relapse(story)
    elif death and death <= story.until:
        cause = choose(story.rng, ("myocardial_infarction", "stroke", "pneumonia"))
        story.die(max(death, story.day), story.add(cause, story.day))


def _draw_relapse_day(story: Story) -> Date | None:
    """Draw the day of recurrence, at least some months after treatment, or None."""
    stage = story.stage
    if not story.happens(stage.relapse):
        return None
    diagnosed = _find_diagnosis_day(story)
    soonest = (story.day - diagnosed).days + draw_int(story.rng, 100, 200)
    days = max(soonest, round(draw_duration(story.rng, stage.relapse_months) * 30))
    return find_workday(add_days(diagnosed, days))


def _find_diagnosis_day(story: Story) -> Date:
    return next(event.date for event in story.events if event.kind == "diagnosis")


def _draw_unrelated_death(story: Story) -> Date | None:
    """Draw the day of death from another cause, more often for old patients, or None."""
    yearly = 0.004 if story.age < 60 else 0.012 if story.age < 75 else 0.035
    years = (story.until - story.day).days / 365
    if story.rng.random() > yearly * max(years, 0):
        return None
    return add_days(story.day, draw_int(story.rng, 60, max(61, (story.until - story.day).days)))


def _relapse(story: Story) -> None:
    """Simulate a recurrence: symptoms, scan, discussion, treatment."""
    recover(story, story.day)
    story.active = True
    base = pick(story.rng, story.cancer.relapses)
    if (story.day - _find_diagnosis_day(story)).days > 400:
        story.tags.add("late")
    days = round(draw_duration(story.rng, story.cancer.relapse_survival) * 30)
    story.doomed = add_days(story.day, max(40, days))
    complaints, scan, place = load_harms().recurrences[base]
    complaints = story.cancer.local_signs if base == "local_recurrence" else complaints
    onset = add_days(story.day, -draw_int(story.rng, 7, 40))
    symptoms = (story.develop(choose(story.rng, complaints), onset),) if complaints else ()
    key = findings.add_metastases(story, base, onset)
    if base == "peritoneal_metastases" and story.happens(0.6):
        story.develop("ascites", onset)
    details = {"about": key}
    story.add_event("follow_up", story.day, story.tumour, findings=symptoms, details=details)
    _confirm_relapse(story, base, scan, place)
    story.wait_for_clinic(3, 9)
    story.add_event("recurrence", story.day, key, findings=(key, *symptoms))
    treat(story, story.cancer.relapse_plan, key)
    _decline(story)


def _confirm_relapse(story: Story, base: str, scan: str, place: str) -> None:
    day = story.wait_for_clinic(2, 9)
    for panel in filter(is_panel, story.cancer.visit_tests):
        # Of the recurrences, only a biochemical one is a measured value.
        key = story.present.get("biochemical_recurrence", "")
        shows = [key] if key and panel == "tumour_markers" else []
        findings.take_blood(story, panel, day, shows=shows)
    if base == "local_recurrence" and story.cancer.key == "breast":
        removed = "mastectomy" in story.tags
        scan, place = ("ct_cap", "chest") if removed else ("mammogram", "breasts")
    seeks = ["bone_metastases" if base == "biochemical_recurrence" else base]
    findings.investigate(story, scan, day, place=place, seeks=seeks)


def _decline(story: Story, *, second_line: bool = False) -> None:
    """Simulate visits until progression, another line of treatment, palliative care and death."""
    if story.died:
        return
    for chance, base in load_harms().strays:
        if story.happens(chance) and story.has_time(30) and not story.died:
            day = story.wait(3, 20)
            story.day = max(story.day, suffer(story, base, day))
    worse = _draw_progression_day(story) if second_line else None
    end = _draw_care_start(story)
    check_regularly(story, min(worse or end, end))
    if worse and worse < end and not story.died and story.day < end:
        story.day = max(story.day, worse)
        _progress(story)
        check_regularly(story, _draw_care_start(story))
    if story.doomed <= story.until and not story.died:
        simulate_last_weeks(story)


def _draw_progression_day(story: Story) -> Date | None:
    """Draw the day on which the first treatment stops working, or None."""
    remaining = (story.doomed - story.day).days
    if remaining <= 90:
        return None
    return find_workday(add_days(story.day, round(remaining * (0.3 + 0.3 * story.rng.random()))))


def _draw_care_start(story: Story) -> Date:
    """Draw the day on which the last phase begins, or return the end of the record."""
    if story.doomed > story.until:
        return story.until
    return max(story.day, add_days(story.doomed, -draw_int(story.rng, 14, 70)))


def _progress(story: Story) -> None:
    """Simulate the scan that shows progression, and the next treatment."""
    growing = [base for base in load_harms().recurrences if base in story.present]
    base = pick(story.rng, story.cancer.relapses)
    if base not in growing and base.endswith("metastases"):
        findings.add_metastases(story, base, add_days(story.day, -20))
        growing.append(base)
    site = findings.find_recurrence_site(story)
    key = story.develop("disease_progression", add_days(story.day, -10), place=site)
    scan, place = ("ct_cap", "abdomen") if story.cancer.key != "prostate" else ("bone_scan", "")
    seeks = ("disease_progression", *growing)
    findings.investigate(story, scan, story.day, place=place, seeks=seeks)
    story.wait_for_clinic(3, 8)
    story.add_event(
        "recurrence", story.day, key, findings=tuple(story.present[b] for b in growing) or (key,)
    )
    treat(story, story.cancer.relapse_plan, key)


def simulate_last_weeks(story: Story) -> None:
    """Simulate palliative care and death."""
    doomed = story.doomed
    days = (doomed - story.day).days
    recover(story, story.day)
    if days > 10:
        day = story.wait_for_clinic(1, max(1, min(6, days - 8)))
        _give_palliative_care(story, day)
    _add_late_harms(story, doomed)
    if not story.died:
        _admit(story, doomed)
        story.die(max(doomed, story.day), story.tumour)


def _give_palliative_care(story: Story, day: Date) -> None:
    end_symptoms(story, add_days(day, -1))
    onset = add_days(day, -draw_int(story.rng, 5, 21))
    more = [base for base in ("nausea", "fatigue", "anorexia") if story.happens(0.6)]
    symptoms = tuple(story.develop(base, onset) for base in (story.cancer.late_pain, *more))
    care = story.add("palliative_care", day, reason=story.tumour)
    pains = (base for base in load_harms().groups["pains"] if base in story.present)
    pain = story.present[next(pains, story.cancer.late_pain)]
    drugs = [prescribe(story, choose(story.rng, ("morphine", "fentanyl")), day, None, reason=pain)]
    if sick := story.present.get("nausea"):
        drug = choose(story.rng, ("haloperidol", "metoclopramide"))
        drugs.append(prescribe(story, drug, day, None, reason=sick))
    drugs.append(prescribe(story, choose(story.rng, ("senna", "movicol")), day, None))
    details = {"performance status": choose(story.rng, ("3", "3", "4"))}
    story.add_event(
        "palliative", day, care, findings=tuple(symptoms), drugs=tuple(drugs), details=details
    )
    story.day = day


def _add_late_harms(story: Story, doomed: Date) -> None:
    remaining = (doomed - story.day).days
    for base, harms in load_harms().late.items():
        if base in story.present and remaining > 18 and story.happens(0.4) and not story.died:
            story.day = suffer(story, choose(story.rng, harms), add_days(story.day, 3))
            remaining = (doomed - story.day).days


def _admit(story: Story, doomed: Date) -> None:
    """Admit half of the patients, who then die on the ward."""
    if (doomed - story.day).days > 5 and story.happens(0.5):
        day = add_days(doomed, -draw_int(story.rng, 1, 4))
        story.add_event("admission", day, story.tumour)
        drugs = [prescribe(story, drug, day, doomed) for drug in ("diamorphine", "midazolam")]
        story.add_event("palliative", day, story.tumour, drugs=tuple(drugs))
        story.day = day
