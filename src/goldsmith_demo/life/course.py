"""A whole life with cancer, from the first symptom to the end of the record."""

from __future__ import annotations

import datetime
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from goldsmith_demo.life import origin
from goldsmith_demo.life.cancers import Cancer, load_cancers
from goldsmith_demo.life.chance import add_days, choose, draw_duration, draw_int, open_stream, pick
from goldsmith_demo.life.events.afterwards import follow_treatment
from goldsmith_demo.life.events.onset import begin
from goldsmith_demo.life.events.treatment import end_symptoms, treat
from goldsmith_demo.life.events.workup import present_symptoms, work_up
from goldsmith_demo.life.model import Date, Patient, Thing
from goldsmith_demo.life.story import Story
from goldsmith_demo.life.traits import add_asides, add_traits

_FIRST_DAY = datetime.date(2008, 1, 1)
_DAYS = 365 * 9
_BRITISH = 0.75
_PHYSICIANS = frozenset(("respiratory medicine", "haematology"))


def make_patient(number: int, *, seed: int) -> Patient:
    """Make one patient of the population of a seed, independently of all others."""
    rng = open_stream(seed, number)
    cancer = pick(rng, [(cancer.share, cancer) for cancer in load_cancers()])
    style = "uk" if rng.random() < _BRITISH else "us"
    presented = add_days(_FIRST_DAY, draw_int(rng, 0, _DAYS))
    sex = "female" if rng.random() < cancer.women else "male"
    age = _draw_age(rng, cancer)
    body = origin.draw_body(rng, sex, age)
    story = Story(rng, style, cancer, presented, sex, age, body)
    past = origin.add_past(story)
    _simulate(story)
    patient = _build_patient(story, f"P{seed}-{number:05d}", presented, past)
    secret = f"{seed}/{number}"
    add_asides(story, secret, presented)
    things = add_traits(_end_things(story), patient.tumour, patient.cancer, patient.tnm, secret)
    return replace(patient, things=things)


def _draw_age(rng: Random, cancer: Cancer) -> int:
    mean, deviation, youngest, oldest = cancer.age
    while not youngest <= (age := round(rng.gauss(mean, deviation))) <= oldest:
        pass
    return age


def _simulate(story: Story) -> None:
    present_symptoms(story, begin(story))
    work_up(story)
    story.until = add_days(story.day, round(365 * (1.5 + 5.5 * story.rng.random())))
    if story.stage.survival:
        days = max(35, round(draw_duration(story.rng, story.stage.survival) * 30))
        story.doomed = add_days(story.day, days)
    treat(story, story.cancer.treatments[pick(story.rng, story.stage.plans)], story.tumour)
    if not story.died:
        if story.stage.survival == 0:
            end_symptoms(story, story.day)
        follow_treatment(story)


def _build_patient(story: Story, key: str, presented: Date, past: dict[str, Any]) -> Patient:
    rng, style, sex = story.rng, story.style, story.sex
    born = add_days(presented, -round(story.age * 365.25) - draw_int(rng, 1, 364))
    people = origin.load_people()
    last = choose(rng, people.surnames)
    town, hospital = choose(rng, people.places[style])
    draw_person = partial(origin.draw_clinician, rng)
    called = origin.draw_title(rng, sex, story.age)
    operates = style == "uk" and story.cancer.clinic not in _PHYSICIANS
    return Patient(
        id=key,
        sex=sex,
        title=called,
        first=origin.draw_first_name(rng, sex, born.year),
        last=last,
        born=born,
        died=story.died,
        style=style,
        hospital=hospital,
        town=town,
        number=f"X{draw_int(rng, 100000, 999999)}",
        phone=_draw_phone(rng, style),
        occupation=origin.draw_occupation(rng, sex, story.age, style),
        smoker=origin.draw_smoking(rng, story.smoking, story.age),
        relative=origin.draw_relative(rng, sex, last, called in ("Mrs", "Mr"), born),
        gp=draw_person("General Practitioner" if style == "uk" else "Primary Care"),
        consultant=draw_person("Consultant Oncologist" if style == "uk" else "Oncologist"),
        surgeon=draw_person(story.cancer.clinic, surgical=operates),
        others=tuple(draw_person(role, title) for role, title in people.staff[style]),
        cancer=story.cancer.key,
        icd10=story.primary.icd10,
        tumour=story.tumour,
        stage=story.stage.name,
        tnm=" ".join(story.tnm.values()),
        things={},
        events=tuple(sorted(story.events, key=lambda event: event.date)),
        height=story.body.height,
        weight=story.body.weight,
        **past,
    )


def _draw_phone(rng: Random, style: str) -> str:
    """Draw a telephone number from a range reserved for fiction."""
    if style == "uk":
        return f"01632 960{draw_int(rng, 0, 999):03d}"
    return f"(555) 555-01{draw_int(rng, 0, 99):02d}"


def _end_things(story: Story) -> dict[str, Thing]:
    """Return the things, each ended by the patient's death at the latest."""
    died = story.died
    if died is None:
        return story.things
    return {
        key: replace(thing, end=min(thing.end or died, died)) if thing.start else thing
        for key, thing in story.things.items()
    }
