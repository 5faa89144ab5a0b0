"""The last weeks: palliative care, late complications, and death."""

from __future__ import annotations

from goldsmith_demo.life.chance import add_days, choose, draw_int
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.treatment import end_symptoms
from goldsmith_demo.life.events.trouble import prescribe, recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_PAINS = (
    "abdominal_pain back_pain bone_pain chest_pain pelvic_pain headache epigastric_pain hip_pain"
).split()


def simulate_last_weeks(story: Story) -> None:
    """Simulate palliative care and death."""
    doomed = story.doomed or story.day
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
    symptoms = [story.develop(base, onset) for base in (story.cancer.late_pain, *more)]
    care = story.add("palliative_care", day, None, reason=story.tumour)
    pain = next((story.present[b] for b in _PAINS if b in story.present), symptoms[0])
    drugs = [prescribe(story, choose(story.rng, ("morphine", "fentanyl")), day, None, reason=pain)]
    if sick := story.present.get("nausea"):
        drug = choose(story.rng, ("haloperidol", "metoclopramide"))
        drugs.append(prescribe(story, drug, day, None, reason=sick))
    drugs.append(prescribe(story, choose(story.rng, ("senna", "movicol")), day, None))
    details = {"performance status": choose(story.rng, ("3", "3", "4"))}
    story.add_event("palliative", day, care, findings=symptoms, drugs=drugs, details=details)
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
        story.add_event("palliative", day, story.tumour, drugs=drugs)
        story.day = day
