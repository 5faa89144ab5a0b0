"""A whole life with cancer, from the first symptom to the end of the record."""

from __future__ import annotations

import datetime
from random import Random

import msgspec

from goldsmith_demo.life import origin, people
from goldsmith_demo.life.asides import come_across
from goldsmith_demo.life.cancers import CANCERS
from goldsmith_demo.life.cancers.plan import Cancer
from goldsmith_demo.life.chance import about, later, one_of, pick, stream, whole
from goldsmith_demo.life.events.afterwards import go_on
from goldsmith_demo.life.events.onset import begin
from goldsmith_demo.life.events.treatment import chosen, meeting, settle, treat
from goldsmith_demo.life.events.workup import present, work_up
from goldsmith_demo.life.model import Date, Event, Patient, Thing
from goldsmith_demo.life.story import Story
from goldsmith_demo.life.traits import settled

_SHARES = tuple((cancer.share, cancer) for cancer in CANCERS)
_FIRST_DAY = datetime.date(2008, 1, 1)
_DAYS = 365 * 9
_BRITISH = 0.75
_PHYSICIANS = frozenset(("respiratory medicine", "haematology"))


def live(number: int, *, seed: int) -> Patient:
    """Patient `number` of the population with that seed, made without the others."""
    rng = stream(seed, number)
    cancer = pick(rng, _SHARES)
    style = "uk" if rng.random() < _BRITISH else "us"
    story = Story(rng, style, cancer, later(_FIRST_DAY, whole(rng, 0, _DAYS)))
    sex = "female" if rng.random() < cancer.women else "male"
    story.age = _age(rng, cancer)
    frame = origin.body(rng, sex, story.age)
    story.surface, story.weight = frame.surface, frame.weight
    story.clearance, story.bmi = frame.clearance, frame.weight / (frame.height / 100) ** 2
    presented = story.day
    comorbidities, medication = origin.ill_anyway(story, sex)
    allergies, family = origin.allergies(story), origin.family(story)
    _course(story)
    made = _patient(
        story, number, sex, presented, frame, comorbidities, medication, allergies, family
    )
    return _furnished(story, made, f"{seed}/{number}", presented)


def _age(rng: Random, cancer: Cancer) -> int:
    mean, deviation, youngest, oldest = cancer.age
    while not youngest <= (age := round(rng.gauss(mean, deviation))) <= oldest:
        pass
    return age


def _course(story: Story) -> None:
    begin(story)
    present(story)
    work_up(story)
    story.until = later(story.day, round(365 * (1.5 + 5.5 * story.rng.random())))
    if story.stage.survival:
        days = max(35, round(about(story.rng, story.stage.survival) * 30))
        story.doomed = later(story.day, days)
    plan = chosen(story)
    meeting(story, plan, story.tumour)
    treat(story, plan)
    if not story.died:
        if story.stage.survival == 0:
            settle(story, story.day)
        go_on(story)


def _patient(
    story: Story,
    number: int,
    sex: str,
    presented: Date,
    frame: origin.Body,
    comorbidities: tuple[str, ...],
    medication: tuple[str, ...],
    allergies: tuple[str, ...],
    family: tuple[tuple[str, str], ...],
) -> Patient:
    rng, style = story.rng, story.style
    born = later(presented, -round(story.age * 365.25) - whole(rng, 1, 364))
    last = one_of(rng, people.SURNAMES)
    town, hospital = one_of(rng, people.PLACES[style])
    called = origin.title(rng, sex, story.age)
    operates = style == "uk" and story.cancer.clinic not in _PHYSICIANS
    return Patient(
        id=f"P{number:07d}",
        sex=sex,
        title=called,
        first=origin.first_name(rng, sex, born.year),
        last=last,
        born=born,
        died=story.died,
        style=style,
        hospital=hospital,
        town=town,
        number=f"X{whole(rng, 100000, 999999)}",
        phone=_phone(rng, style),
        occupation=origin.occupation(rng, sex, story.age, style),
        smoker=origin.smoker(rng, story.cancer, story.age),
        relative=origin.relative(rng, sex, last, called in ("Mrs", "Mr"), born),
        gp=origin.clinician(rng, "General Practitioner" if style == "uk" else "Primary Care"),
        consultant=origin.clinician(
            rng, "Consultant Oncologist" if style == "uk" else "Oncologist"
        ),
        surgeon=origin.clinician(rng, story.cancer.clinic, surgical=operates),
        others=origin.others(rng, style),
        cancer=story.cancer.key,
        icd10=story.icd10,
        tumour=story.tumour,
        stage=story.stage.name,
        tnm=" ".join(story.tnm.values()),
        things={},
        comorbidities=comorbidities,
        medication=medication,
        allergies=allergies,
        family=family,
        events=_events(story),
        height=frame.height,
        weight=frame.weight,
    )


def _furnished(story: Story, made: Patient, secret: str, presented: Date) -> Patient:
    """The patient with all that scans come across, and with the looks of everything."""
    come_across(story, secret, presented)
    things = settled(_things(story), made.tumour, made.cancer, made.tnm, secret)
    return msgspec.structs.replace(made, things=things)


def _phone(rng: Random, style: str) -> str:
    """A number from the ranges kept for drama, which ring nowhere."""
    if style == "uk":
        return f"01632 960{whole(rng, 0, 999):03d}"
    return f"(555) 555-01{whole(rng, 0, 99):02d}"


def _events(story: Story) -> tuple[Event, ...]:
    return tuple(sorted(story.events, key=lambda event: event.date))


def _things(story: Story) -> dict[str, Thing]:
    """The things; nothing outlasts the patient."""
    if story.died is None:
        return story.things
    died = story.died
    return {key: _ended(thing, died) for key, thing in story.things.items()}


def _ended(thing: Thing, died: Date) -> Thing:
    if thing.start is None or (thing.end is not None and thing.end <= died):
        return thing
    return msgspec.structs.replace(thing, end=died)
