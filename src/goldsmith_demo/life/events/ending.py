"""The last weeks: palliative care, what still goes wrong, and death."""

from __future__ import annotations

from goldsmith_demo.life.chance import later, one_of, whole
from goldsmith_demo.life.events.treatment import settle
from goldsmith_demo.life.events.trouble import prescribe, recover, suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

_LATE_HARMS = {
    "bone_metastases": ("hypercalcaemia", "cord_compression"),
    "peritoneal_metastases": ("bowel_obstruction",),
    "liver_metastases": ("pneumonia",),
}


def last_weeks(story: Story) -> None:
    """Palliative care, and death."""
    doomed = story.doomed or story.day
    days = (doomed - story.day).days
    recover(story, story.day)
    if days > 10:
        day = story.clinic(1, max(1, min(6, days - 8)))
        _palliative(story, day)
    _late_harm(story, doomed)
    if not story.died:
        _admit(story, doomed)
        story.die(max(doomed, story.day), story.tumour)


def _palliative(story: Story, day: Date) -> None:
    settle(story, later(day, -1))
    onset = later(day, -whole(story.rng, 5, 21))
    felt = [story.have(base, onset) for base in _last_symptoms(story)]
    care = story.add("palliative_care", day, None, reason=story.tumour)
    pain = next((story.present[b] for b in _PAINS if b in story.present), felt[0])
    sick = story.present.get("nausea") or story.tumour
    drugs = [prescribe(story, one_of(story.rng, ("morphine", "fentanyl")), day, None, reason=pain)]
    drugs.append(
        prescribe(
            story, one_of(story.rng, ("haloperidol", "metoclopramide")), day, None, reason=sick
        )
    )
    drugs.append(prescribe(story, one_of(story.rng, ("senna", "movicol")), day, None))
    story.tell(
        "palliative",
        day,
        care,
        findings=felt,
        drugs=drugs,
        details={"performance status": one_of(story.rng, ("3", "3", "4"))},
    )
    story.day = day


_PAINS = (
    "abdominal_pain",
    "back_pain",
    "bone_pain",
    "chest_pain",
    "pelvic_pain",
    "headache",
    "epigastric_pain",
    "hip_pain",
)
_PAIN_OF = {
    "lung": "chest_pain",
    "breast": "bone_pain",
    "prostate": "bone_pain",
    "myeloma": "bone_pain",
    "cervix": "pelvic_pain",
}


def _last_symptoms(story: Story) -> list[str]:
    pain = _PAIN_OF.get(story.cancer.key, "abdominal_pain")
    return [pain, *(b for b in ("nausea", "fatigue", "anorexia") if story.lucky(0.6))]


def _late_harm(story: Story, doomed: Date) -> None:
    left = (doomed - story.day).days
    for base, harms in _LATE_HARMS.items():
        if base in story.present and left > 18 and story.lucky(0.4) and not story.died:
            story.day = suffer(story, one_of(story.rng, harms), later(story.day, 3))
            left = (doomed - story.day).days


def _admit(story: Story, doomed: Date) -> None:
    """Half of them die on a ward."""
    if (doomed - story.day).days > 5 and story.lucky(0.5):
        day = later(doomed, -whole(story.rng, 1, 4))
        story.tell("admission", day, story.tumour)
        drugs = [prescribe(story, drug, day, doomed) for drug in ("diamorphine", "midazolam")]
        story.tell("palliative", day, story.tumour, drugs=drugs)
        story.day = day
