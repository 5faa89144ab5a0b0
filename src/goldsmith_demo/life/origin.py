"""Who the patient is: name, age, work, family, the doctors, and what else they suffer from."""

from __future__ import annotations

import math
from random import Random

import msgspec

from goldsmith_demo.life import people
from goldsmith_demo.life.cancers.plan import Cancer
from goldsmith_demo.life.chance import later, one_of, whole
from goldsmith_demo.life.comorbid import (
    ALLERGENS,
    ANYBODY,
    FAMILY,
    ILLNESSES,
    KIN,
    KIN_SEX,
    Illness,
)
from goldsmith_demo.life.events.trouble import prescribe
from goldsmith_demo.life.model import Date, Person
from goldsmith_demo.life.story import Story

_OTHERS = (
    ("radiologist", "Consultant Radiologist", "Attending Radiologist"),
    ("pathologist", "Consultant Histopathologist", "Attending Pathologist"),
    ("registrar", "Specialist Registrar", "Fellow"),
    ("nurse", "Clinical Nurse Specialist", "Oncology Nurse"),
    ("palliative", "Consultant in Palliative Medicine", "Palliative Care Physician"),
)


class Body(msgspec.Struct, frozen=True):
    """Height and weight and what doses are reckoned from."""

    height: int
    weight: float
    surface: float
    clearance: float


def body(rng: Random, sex: str, age: int) -> Body:
    """A body of ordinary measures; surface by Mosteller, clearance by Cockcroft and Gault."""
    tall, heavy, factor = (163, 69, 1.04) if sex == "female" else (176, 82, 1.23)
    height = round(min(max(rng.gauss(tall, 6.5), tall - 16), tall + 17))
    weight = round(min(max(rng.gauss(heavy, 12), heavy - 24), heavy + 40), 1)
    surface = math.sqrt(height * weight / 3600)
    clearance = (140 - age) * weight * factor / whole(rng, 65, 95)
    return Body(height, weight, surface, min(125.0, max(35.0, clearance)))


def first_name(rng: Random, sex: str, year: int) -> str:
    """A name such as girls or boys were given in that year."""
    return one_of(rng, people.generation(people.WOMEN if sex == "female" else people.MEN, year))


def title(rng: Random, sex: str, age: int) -> str:
    """How the patient is addressed."""
    if sex == "male":
        return "Mr"
    draw = rng.random()
    return "Mrs" if draw < (0.8 if age > 45 else 0.5) else "Miss" if draw < 0.88 else "Ms"


def smoker(rng: Random, cancer: Cancer, age: int) -> str:
    """What a note says about smoking."""
    if rng.random() > max(cancer.smoking, 0.4):
        return "never smoked"
    years = whole(rng, 5, max(6, min(55, age - 17)))
    if rng.random() < 0.4:
        return f"current smoker, {years} pack years"
    return f"ex-smoker, {years} pack years"


def relative(rng: Random, sex: str, last: str, married: bool, born: Date) -> Person:
    """Who comes along to the clinic."""
    if married and rng.random() < 0.75:
        other = "male" if sex == "female" else "female"
        role = "husband" if sex == "female" else "wife"
        name = first_name(rng, other, born.year)
        return Person(title="Mr" if other == "male" else "Mrs", first=name, last=last, role=role)
    old = born.year < 1968
    kin = ("daughter", "son") if old else ("mother", "father", "sister", "brother")
    role = one_of(rng, kin)
    other = "female" if role in ("daughter", "mother", "sister") else "male"
    year = born.year + (27 if old else -27 if role in ("mother", "father") else 2)
    called = "Ms" if other == "female" else "Mr"
    return Person(title=called, first=first_name(rng, other, year), last=last, role=role)


def clinician(rng: Random, role: str, called: str = "Dr", *, surgical: bool = False) -> Person:
    """A doctor or nurse; British surgeons are not called doctor."""
    sex = "female" if rng.random() < 0.45 else "male"
    year = whole(rng, 1950, 1982)
    first = first_name(rng, sex, year)
    if surgical:
        called = "Mr" if sex == "male" else "Miss" if year % 2 else "Ms"
    return Person(title=called, first=first, last=one_of(rng, people.SURNAMES), role=role)


def others(rng: Random, style: str) -> tuple[Person, ...]:
    """Those who sign reports."""
    names = []
    for role, british, american in _OTHERS:
        called = (
            "Sister" if role == "nurse" and style == "uk" else "Ms" if role == "nurse" else "Dr"
        )
        names.append(clinician(rng, british if style == "uk" else american, called))
    return tuple(names)


def occupation(rng: Random, sex: str, age: int, style: str) -> str:
    """What the patient does, or did."""
    wrong = people.MALE_JOBS if sex == "female" else people.FEMALE_JOBS
    job = one_of(rng, people.JOBS)
    while job in wrong:
        job = one_of(rng, people.JOBS)
    job = people.job(job, style)
    return f"retired {job}" if age >= 66 else job


def ill_anyway(story: Story, sex: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Keys of the chronic illnesses, and of the drugs taken for them."""
    illnesses: list[str] = []
    drugs: dict[str, str] = {}
    for illness in ILLNESSES:
        if not _affected(story, illness, sex):
            continue
        years = whole(story.rng, 1, max(1, min(25, story.age - illness.youngest + 2)))
        start = later(story.day, -365 * years - whole(story.rng, 0, 300))
        illnesses.append(story.have(illness.base, start))
        for drug, dose in one_of(story.rng, illness.drugs):
            if drug not in drugs:
                begun = later(start, whole(story.rng, 0, 200))
                key = prescribe(story, drug, begun, None, reason=illnesses[-1], dose=dose)
                drugs[drug] = key
    return tuple(illnesses), tuple(drugs.values())


def _affected(story: Story, illness: Illness, sex: str) -> bool:
    if illness.sex not in ("", sex) or illness.cancer not in ("", story.cancer.key):
        return False
    if illness.base == "bph" and story.cancer.key == "prostate":
        return False
    if story.age < illness.youngest:
        return False
    if illness.base == "obesity":
        return story.bmi >= 30
    share = min(1.3, max(0.25, (story.age - illness.youngest + 8) / 28))
    chance = illness.chance * (1 if illness.cancer else share)
    if illness.base == "copd" and story.cancer.key == "lung":
        chance *= 4
    return story.lucky(min(chance, 0.2 if illness.cancer else chance))


def allergies(story: Story) -> tuple[str, ...]:
    """Keys of what the patient is allergic to; the reaction stands in the details."""
    keys = []
    for chance, base, reaction in ALLERGENS:
        if story.lucky(chance):
            words = story.kit[reaction].names[0]
            key = f"allergy_{base}"
            story.things[key] = msgspec.structs.replace(
                story.kit[base], key=key, details={"reaction": words}
            )
            keys.append(key)
    return tuple(keys)


def family(story: Story) -> tuple[tuple[str, str], ...]:
    """(relative, key of the condition) pairs."""
    history: list[tuple[str, str]] = []
    for chance, base in (*FAMILY.get(story.cancer.key, ()), *ANYBODY):
        if story.lucky(chance):
            kin = one_of(story.rng, KIN_SEX.get(base, KIN))
            if all(kin != known for known, _ in history):
                history.append((kin, story.add(base)))
    return tuple(history)
