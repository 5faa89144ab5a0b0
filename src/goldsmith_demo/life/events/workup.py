"""The path to the diagnosis: family doctor, referral, investigations, disclosure."""

from __future__ import annotations

from goldsmith_demo.life.cancers import Step
from goldsmith_demo.life.chance import add_days, choose, draw_int, find_workday
from goldsmith_demo.life.events.findings import investigate, take_blood
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.labs import load_labs
from goldsmith_demo.life.story import Story

_MEASURED = {"anaemia": "fbc", "raised_psa": "tumour_markers"}
"""Presenting abnormality that is a measured value -> the panel that shows it."""


def present_symptoms(story: Story, symptoms: tuple[str, ...]) -> None:
    """Add the visit to the family doctor and the referral."""
    story.day = find_workday(story.day)
    candidates = [base for base in story.cancer.denied if base not in story.present]
    denied = tuple(story.add_absent(base) for base in candidates[:3])
    story.add_event("presentation", story.day, symptoms[0], findings=symptoms, excluded=denied)
    for base, panel in _MEASURED.items():
        key = story.present.get(base, "")
        if key in symptoms:
            take_blood(story, panel, story.day, reason=key, shows=(key,))
    day = story.wait_for_clinic(0, 6)
    details = {"to": story.cancer.clinic, "urgency": choose(story.rng, ("urgent", "two week wait"))}
    story.add_event("referral", day, symptoms[0], findings=symptoms, details=details)
    story.day = find_workday(add_days(day, draw_int(story.rng, 5, 14)))


def work_up(story: Story) -> None:
    """Carry out the investigations in order; the biopsy leads to the diagnosis."""
    if story.cancer.key == "pancreas" and "jaundice" in story.present:
        story.develop("biliary_dilatation", story.things[story.tumour].start or story.day)
    for step in story.cancer.steps:
        if story.matches(step.guard) and story.happens(step.chance):
            _investigate_step(story, step)
    _find_metastases(story)


def _find_metastases(story: Story) -> None:
    """Find the metastases that the usual scans missed, so that the stage is justified."""
    findings = {key for event in story.events for key in event.findings}
    for base, (scan, place) in load_harms().shown_by.items():
        if base in story.present and story.present[base] not in findings:
            day = story.wait_for_clinic(2, 7)
            investigate(story, scan, day, place=place, seeks=(base,))


def _investigate_step(story: Story, step: Step) -> None:
    at_visit = (*load_labs().panels, *load_harms().groups["at_visit"])
    if not step.at_once and step.what not in at_visit:
        story.wait_for_clinic(1, 8)
    place, figures = story.find_place(step.place), _describe_report(story, step)
    investigate(story, step.what, story.day, place=place, seeks=step.seeks, details=figures)
    if step.proves and not story.diagnosed:
        story.wait_for_clinic(4, 9)
        diagnose(story)


def _describe_report(story: Story, step: Step) -> dict[str, str]:
    """Return the details that a report prints besides the findings."""
    details = story.things[story.tumour].details
    names: tuple[str, ...] = ()
    if step.proves and step.what != "fna":
        names = ("grade", "ER", "PR", "HER2", "gleason")
    elif step.what in ("egfr_test", "immunohistochemistry"):
        names = ("EGFR", "Ki67", "CD30")
    figures = {name: details[name] for name in names if name in details}
    if step.what == "echocardiogram":
        figures["ejection fraction"] = f"{draw_int(story.rng, 55, 70)}%"
    elif step.what == "spirometry":
        figures["FEV1"] = f"{1.2 + 2.2 * story.rng.random():.1f} litres"
    return figures


def diagnose(story: Story) -> None:
    """Tell the patient the diagnosis."""
    story.diagnosed = True
    details = story.things[story.tumour].details
    figures = {name: details[name] for name in ("grade", "gleason") if name in details}
    story.add_event("diagnosis", story.day, story.tumour, findings=(story.tumour,), details=figures)
