"""The way to the diagnosis: the family doctor, the referral, the investigations, the news."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Step
from goldsmith_demo.life.chance import later, one_of, whole, workday
from goldsmith_demo.life.events.findings import look
from goldsmith_demo.life.events.onset import LUMPS
from goldsmith_demo.life.labs import PANELS
from goldsmith_demo.life.story import Story

_TALK = frozenset(
    "examination breast_examination rectal_examination pelvic_examination tumour_markers".split()
)
_SHOWN_BY = {
    "brain_metastases": ("mri", "brain"),
    "bone_metastases": ("bone_scan", "skeleton"),
    "liver_metastases": ("ct", "abdomen"),
    "lung_metastases": ("ct", "chest"),
    "peritoneal_metastases": ("ct", "abdomen"),
    "adrenal_metastasis": ("ct", "abdomen"),
    "pleural_effusion": ("ct", "chest"),
}
"""Metastases -> the scan that shows them, of what."""


def present(story: Story) -> None:
    """The visit to the family doctor and the referral."""
    symptoms = _complaints(story)
    story.day = workday(story.day)
    asked = [base for base in story.cancer.denied if base not in story.present]
    denied = [story.absent(base) for base in asked[:3]]
    story.tell("presentation", story.day, symptoms[0], findings=symptoms, excluded=denied)
    day = story.clinic(0, 6)
    details = {"to": story.cancer.clinic, "urgency": one_of(story.rng, ("urgent", "two week wait"))}
    story.tell("referral", day, symptoms[0], findings=symptoms, details=details)
    story.day = workday(later(day, whole(story.rng, 5, 14)))


def _complaints(story: Story) -> list[str]:
    """Keys of what the patient complains of."""
    bases = {base for _, base in story.cancer.symptoms} | set(LUMPS.values())
    bases |= {"postmenopausal_bleeding", "intermenstrual_bleeding"}
    return [key for base, key in story.present.items() if base in bases]


def work_up(story: Story) -> None:
    """Goes through the investigations in order; the diagnosis comes with the tissue."""
    if story.cancer.key == "pancreas" and "jaundice" in story.present:
        story.have("biliary_dilatation", story.things[story.tumour].start or story.day)
    for step in story.cancer.steps:
        if story.fits(step.guard) and story.lucky(step.chance):
            _take_step(story, step)
    _search(story)


def _search(story: Story) -> None:
    """Finds the metastases that the usual scans have missed, so that the stage has its grounds."""
    seen = {key for event in story.events for key in event.findings}
    for base, (scan, place) in _SHOWN_BY.items():
        if base in story.present and story.present[base] not in seen:
            look(story, scan, story.clinic(2, 7), place=story.locus(place), seeks=(base,))


def _take_step(story: Story, step: Step) -> None:
    if not step.at_once and step.what not in PANELS and step.what not in _TALK:
        story.clinic(1, 8)
    place = story.site if step.place == "site" else story.locus(step.place) if step.place else ""
    look(story, step.what, story.day, place=place, seeks=step.seeks, details=_report(story, step))
    if step.proves and not story.diagnosed:
        story.clinic(4, 9)
        diagnose(story)


def _report(story: Story, step: Step) -> dict[str, str]:
    """What the report prints besides the findings."""
    details = story.things[story.tumour].details
    wanted: tuple[str, ...] = ()
    if step.proves and step.what != "fna":
        wanted = ("grade", "ER", "PR", "HER2", "gleason")
    elif step.what in ("egfr_test", "immunohistochemistry"):
        wanted = ("EGFR", "Ki67", "CD30")
    figures = {name: details[name] for name in wanted if name in details}
    if step.what == "echocardiogram":
        figures["ejection fraction"] = f"{whole(story.rng, 55, 70)}%"
    elif step.what == "spirometry":
        figures["FEV1"] = f"{1.2 + 2.2 * story.rng.random():.1f} litres"
    return figures


def diagnose(story: Story) -> None:
    """Tells the patient what it is."""
    story.diagnosed = True
    details = story.things[story.tumour].details
    figures = {name: details[name] for name in ("grade", "gleason") if name in details}
    story.tell("diagnosis", story.day, story.tumour, findings=(story.tumour,), details=figures)
