"""Follow-up: visits after treatment meant to cure, and check-ups of those who live with it."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Step
from goldsmith_demo.life.chance import later, one_of, whole, workday
from goldsmith_demo.life.events.findings import bloods, look
from goldsmith_demo.life.events.trouble import recover
from goldsmith_demo.life.labs import PANELS
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_FIRST_VISIT = 90
_LASTING = frozenset(("erectile_dysfunction", "lymphoedema", "neuropathy", "vaginal_dryness"))


def visits(story: Story, end: Date) -> None:
    """Follow-up: every three months for two years, then twice a year."""
    number, begun = 0, story.day
    due = later(story.day, whole(story.rng, 40, _FIRST_VISIT))
    while workday(due) < end and number < 14:
        number += 1
        story.day = workday(due)
        recover(story, story.day)
        _visit(story, number)
        months = (story.day - begun).days / 30
        due = later(story.day, whole(story.rng, 84, 98) if months < 22 else 182)
    story.day = max(story.day, min(end, due))


def _visit(story: Story, number: int) -> None:
    for panel in story.cancer.visit_tests:
        if panel in PANELS or panel == "tumour_markers":
            bloods(story, panel, story.day)
        else:
            look(story, panel, story.day, seeks=("new_lesion",))
    for step in story.cancer.follow_up if number % 4 == 0 else ():
        _scan(story, step)
    found, denied = _asked(story, early=number < 7)
    details = {
        "performance status": "0" if not found else "1",
        "weight": _weighed(story, -1.0, 1.2),
    }
    absent = [*denied, story.absent("new_lesion")]
    story.tell(
        "follow_up",
        story.day,
        story.tumour,
        findings=found,
        excluded=absent,
        number=number,
        details=details,
    )


def _weighed(story: Story, least: float, most: float) -> str:
    """The weight, which changes little from visit to visit."""
    story.weight = max(38.0, story.weight + story.rng.uniform(least, most))
    return f"{story.weight:.1f} kg"


def _scan(story: Story, step: Step) -> None:
    if story.lucky(step.chance):
        place = story.locus(step.place) if step.place else ""
        look(
            story,
            step.what,
            later(story.day, -whole(story.rng, 3, 12)),
            place=place,
            seeks=step.seeks,
        )


def _asked(story: Story, *, early: bool = True) -> tuple[list[str], list[str]]:
    """Keys of the late effects that the patient has, and of the symptoms that are denied."""
    found = []
    for chance, base in story.cancer.late:
        if base not in story.present and early and story.lucky(chance * 0.35):
            lasts = None if base in _LASTING else later(story.day, whole(story.rng, 60, 400))
            onset = later(story.day, -whole(story.rng, 5, 30))
            story.have(base, onset, lasts, place=_arm(story, base))
        if base in story.present:
            found.append(story.present[base])
    denied = [base for base in story.cancer.denied if base not in story.present]
    return found, [story.absent(base) for base in denied[: whole(story.rng, 1, 3)]]


def _arm(story: Story, base: str) -> str:
    return story.locus("arm") if base == "lymphoedema" else ""


def check_ups(story: Story, end: Date) -> None:
    number = 0
    while number < 12 and not story.died:
        due = workday(later(story.day, whole(story.rng, 42, 84)))
        if due >= end:
            return
        number += 1
        story.day = due
        recover(story, due)
        _check_up(story, number)


def _check_up(story: Story, number: int) -> None:
    for panel in story.cancer.visit_tests:
        if panel in PANELS or panel == "tumour_markers":
            bloods(story, panel, story.day)
    found, denied = _asked(story)
    details = {
        "performance status": one_of(story.rng, ("1", "1", "2")),
        "weight": _weighed(story, -2.2, 0.4),
    }
    story.tell(
        "follow_up",
        story.day,
        story.tumour,
        findings=found,
        excluded=denied,
        number=number,
        details=details,
    )
