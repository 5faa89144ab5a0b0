"""The last weeks: palliative care, late complications, and death."""

from __future__ import annotations

from goldsmith_demo.life.chance import add_days, choose, draw_int
from goldsmith_demo.life.events.treatment import end_symptoms
from goldsmith_demo.life.events.trouble import prescribe, recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_LATE_HARMS = {
    "bone_metastases": ("hypercalcaemia", "cord_compression"),
    "peritoneal_metastases": ("bowel_obstruction",),
    "liver_metastases": ("pneumonia",),
}


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
    symptoms = [story.develop(base, onset) for base in _choose_symptoms(story)]
    care = story.add("palliative_care", day, None, reason=story.tumour)
    pain = next((story.present[b] for b in _PAINS if b in story.present), symptoms[0])
    drugs = [prescribe(story, choose(story.rng, ("morphine", "fentanyl")), day, None, reason=pain)]
    if sick := story.present.get("nausea"):
        drug = choose(story.rng, ("haloperidol", "metoclopramide"))
        drugs.append(prescribe(story, drug, day, None, reason=sick))
    drugs.append(prescribe(story, choose(story.rng, ("senna", "movicol")), day, None))
    story.add_event(
        "palliative",
        day,
        care,
        findings=symptoms,
        drugs=drugs,
        details={"performance status": choose(story.rng, ("3", "3", "4"))},
    )
    story.day = day


_PAINS = (
    "abdominal_pain back_pain bone_pain chest_pain pelvic_pain headache epigastric_pain hip_pain"
).split()
_PAIN_OF = {
    "lung": "chest_pain",
    "breast": "bone_pain",
    "prostate": "bone_pain",
    "myeloma": "bone_pain",
    "cervix": "pelvic_pain",
}


def _choose_symptoms(story: Story) -> list[str]:
    pain = _PAIN_OF.get(story.cancer.key, "abdominal_pain")
    return [pain, *(b for b in ("nausea", "fatigue", "anorexia") if story.happens(0.6))]


def _add_late_harms(story: Story, doomed: Date) -> None:
    remaining = (doomed - story.day).days
    for base, harms in _LATE_HARMS.items():
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
