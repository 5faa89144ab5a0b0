"""Follow-up: visits after curative treatment, and check-ups of patients who live with cancer."""

from __future__ import annotations

from goldsmith_demo.life.chance import add_days, choose, draw_int, find_workday
from goldsmith_demo.life.events.findings import Keys, investigate, take_blood
from goldsmith_demo.life.events.trouble import recover
from goldsmith_demo.life.labs import is_panel
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_LASTING = frozenset(("erectile_dysfunction", "lymphoedema", "neuropathy", "vaginal_dryness"))


def follow_up(story: Story, end: Date) -> None:
    """Add follow-up visits, every three months for two years, then twice a year."""
    number, begun = 0, story.day
    due = add_days(story.day, draw_int(story.rng, 40, 90))
    while find_workday(due) < end and number < 14:
        number += 1
        story.day = find_workday(due)
        recover(story, story.day)
        _add_visit(story, number)
        months = (story.day - begun).days / 30
        due = add_days(story.day, draw_int(story.rng, 84, 98) if months < 22 else 182)
    story.day = max(story.day, min(end, due))


def _add_visit(story: Story, number: int) -> None:
    for test in story.cancer.visit_tests:
        investigate(story, test, story.day, seeks=("new_lesion",))
    for step in story.cancer.follow_up if number % 4 == 0 else ():
        if story.happens(step.chance):
            day = add_days(story.day, -draw_int(story.rng, 3, 12))
            investigate(story, step.what, day, place=step.place, seeks=step.seeks)
    findings, denied = _ask_symptoms(story, early=number < 7)
    excluded = (*denied, story.add_absent("new_lesion"))
    _record_visit(story, number, findings, excluded, "1" if findings else "0", -1.0, 1.2)


def _record_visit(
    story: Story, number: int, findings: Keys, excluded: Keys, status: str, low: float, high: float
) -> None:
    """Add a visit; the weight differs by `low` to `high` kilograms from that at the last visit."""
    story.weight = max(38.0, story.weight + story.rng.uniform(low, high))
    details = {"performance status": status, "weight": f"{story.weight:.1f} kg"}
    fields = {"findings": findings, "excluded": excluded, "details": details}
    story.add_event("follow_up", story.day, story.tumour, number=number, **fields)


def _ask_symptoms(story: Story, *, early: bool = True) -> tuple[Keys, Keys]:
    """Return the keys of current late effects and of denied symptoms."""
    effects = []
    for chance, base in story.cancer.late:
        if base == "erectile_dysfunction" and story.sex == "female":
            continue
        if base not in story.present and early and story.happens(chance * 0.35):
            lasts = None if base in _LASTING else add_days(story.day, draw_int(story.rng, 60, 400))
            onset = add_days(story.day, -draw_int(story.rng, 5, 30))
            story.develop(base, onset, lasts, place="arm" if base == "lymphoedema" else "")
        if base in story.present:
            effects.append(story.present[base])
    denied = [base for base in story.cancer.denied if base not in story.present]
    count = draw_int(story.rng, 1, 3)
    return tuple(effects), tuple(story.add_absent(base) for base in denied[:count])


def check_regularly(story: Story, end: Date) -> None:
    """Add check-ups every few weeks for a patient who lives with cancer."""
    number = 0
    while number < 12 and not story.died:
        due = find_workday(add_days(story.day, draw_int(story.rng, 42, 84)))
        if due >= end:
            return
        number += 1
        story.day = due
        recover(story, due)
        for panel in filter(is_panel, story.cancer.visit_tests):
            take_blood(story, panel, due)
        findings, denied = _ask_symptoms(story)
        status = choose(story.rng, ("1", "1", "2"))
        _record_visit(story, number, findings, denied, status, -2.2, 0.4)
