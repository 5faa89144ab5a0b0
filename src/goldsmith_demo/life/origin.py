"""The patient's background: name, age, occupation, family, doctors and other illnesses."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.chance import add_days, choose, draw_int
from goldsmith_demo.life.events.trouble import choose_drug, prescribe
from goldsmith_demo.life.model import Body, Date, Person
from goldsmith_demo.life.story import Story

Names = tuple[tuple[int, tuple[str, ...]], ...]
"""First names, by the first year in which they were common."""


class People(DataFile, frozen=True):
    """Names, occupations and places."""

    surnames: tuple[str, ...]
    women: Names
    men: Names
    jobs: tuple[str, ...]
    male_jobs: tuple[str, ...]
    """Occupations that only men have."""
    female_jobs: tuple[str, ...]
    american_jobs: dict[str, str]
    """British -> American name of an occupation."""
    places: dict[str, tuple[tuple[str, str], ...]]
    """Style -> towns with their hospitals."""
    staff: dict[str, tuple[tuple[str, str], ...]]
    """Style -> posts of the staff who sign reports, with their titles."""


class Illness(msgspec.Struct, frozen=True):
    """A chronic illness: its prevalence at age 70, the minimum age, and the drugs for it."""

    base: str
    chance: float
    youngest: int
    drugs: tuple[tuple[tuple[str, str], ...], ...]
    """Alternative treatments, each a set of drugs with doses."""
    sex: str = ""
    cancer: str = ""
    """The only cancer with which it occurs; empty if it occurs with any."""


class Comorbidities(DataFile, frozen=True):
    """Illnesses, allergies and family history."""

    illnesses: tuple[Illness, ...]
    allergens: tuple[tuple[float, str, str], ...]
    """Probability, substance and reaction."""
    family: dict[str, tuple[tuple[float, str], ...]]
    """Cancer -> probabilities of conditions in relatives."""
    anybody: tuple[tuple[float, str], ...]
    """Probabilities of conditions in relatives, whatever the cancer."""
    kin: dict[str, tuple[str, ...]]
    """Sex -> relatives; those under "any" can have all other conditions."""
    kin_sex: dict[str, str]
    """Condition -> sex of the relatives that can have it."""


load_people = make_reader(__package__, "people", People)
load_comorbidities = make_reader(__package__, "comorbid", Comorbidities)


def draw_body(rng: Random, sex: str, age: int) -> Body:
    """Draw typical measurements; surface area by Mosteller, clearance by Cockcroft and Gault."""
    tall, heavy, factor = (163, 69, 1.04) if sex == "female" else (176, 82, 1.23)
    height = round(min(max(rng.gauss(tall, 6.5), tall - 16), tall + 17))
    weight = round(min(max(rng.gauss(heavy, 12), heavy - 24), heavy + 40), 1)
    surface = math.sqrt(height * weight / 3600)
    clearance = (140 - age) * weight * factor / draw_int(rng, 65, 95)
    return Body(height, weight, surface, min(125.0, max(35.0, clearance)))


def draw_first_name(rng: Random, sex: str, year: int) -> str:
    """Draw a first name that was given to girls or boys in a year."""
    names = load_people().women if sex == "female" else load_people().men
    return choose(rng, [generation for start, generation in names if start <= year][-1])


def draw_title(rng: Random, sex: str, age: int) -> str:
    """Draw the title of the patient."""
    if sex == "male":
        return "Mr"
    draw = rng.random()
    return "Mrs" if draw < (0.8 if age > 45 else 0.5) else "Miss" if draw < 0.88 else "Ms"


def draw_smoking(rng: Random, smokers: float, age: int) -> str:
    """Draw the smoking history as a note states it."""
    if rng.random() > max(smokers, 0.4):
        return "never smoked"
    years = draw_int(rng, 5, max(6, min(55, age - 17)))
    return f"{'current smoker' if rng.random() < 0.4 else 'ex-smoker'}, {years} pack years"


def draw_relative(rng: Random, sex: str, last: str, married: bool, born: Date) -> Person:
    """Draw the relative who accompanies the patient to the clinic."""
    if married and rng.random() < 0.75:
        called, role = ("Mr", "husband") if sex == "female" else ("Mrs", "wife")
        year = born.year
    else:
        old = born.year < 1968
        kin = ("daughter", "son") if old else ("mother", "father", "sister", "brother")
        role = choose(rng, kin)
        year = born.year + (27 if old else -27 if role in ("mother", "father") else 2)
        called = "Ms" if role in ("daughter", "mother", "sister") else "Mr"
    first = draw_first_name(rng, "male" if called == "Mr" else "female", year)
    return Person(title=called, first=first, last=last, role=role)


def draw_clinician(rng: Random, role: str, called: str = "Dr", *, surgical: bool = False) -> Person:
    """Draw a doctor or nurse; British surgeons are not called doctor."""
    sex = "female" if rng.random() < 0.45 else "male"
    year = draw_int(rng, 1950, 1982)
    first = draw_first_name(rng, sex, year)
    if surgical:
        called = "Mr" if sex == "male" else "Miss" if year % 2 else "Ms"
    return Person(title=called, first=first, last=choose(rng, load_people().surnames), role=role)


def draw_occupation(rng: Random, sex: str, age: int, style: str) -> str:
    """Draw the present or former occupation of the patient."""
    people = load_people()
    wrong = people.male_jobs if sex == "female" else people.female_jobs
    while (job := choose(rng, people.jobs)) in wrong:
        pass
    job = people.american_jobs.get(job, job) if style == "us" else job
    return f"retired {job}" if age >= 66 else job


def add_past(story: Story) -> dict[str, Any]:
    """Add other illnesses, allergies and the family history; return them as fields of `Patient`."""
    illnesses, plans = _add_comorbidities(story)
    allergies, family = _add_allergies(story), _add_family_history(story)
    drugs = tuple(
        prescribe(story, drug, start, None, reason=reason, dose=dose)
        for drug, (start, reason, dose) in plans.items()
        if choose_drug(story, drug) == drug
    )
    past = {"comorbidities": illnesses, "medication": drugs}
    return {**past, "allergies": allergies, "family": family}


def _add_comorbidities(story: Story) -> tuple[tuple[str, ...], dict[str, tuple[Date, str, str]]]:
    """Add chronic illnesses; return their keys, and the start, reason and dose of their drugs."""
    illnesses: list[str] = []
    drugs: dict[str, tuple[Date, str, str]] = {}
    for illness in load_comorbidities().illnesses:
        if not _is_affected(story, illness):
            continue
        years = draw_int(story.rng, 1, max(1, min(25, story.age - illness.youngest + 2)))
        start = add_days(story.day, -365 * years - draw_int(story.rng, 0, 300))
        illnesses.append(story.develop(illness.base, start))
        for drug, dose in choose(story.rng, illness.drugs):
            if drug not in drugs:
                drug_start = add_days(start, draw_int(story.rng, 0, 200))
                drugs[drug] = drug_start, illnesses[-1], dose
    return tuple(illnesses), drugs


def _is_affected(story: Story, illness: Illness) -> bool:
    if illness.sex not in ("", story.sex) or illness.cancer not in ("", story.cancer.key):
        return False
    if illness.base == "bph" and story.cancer.key == "prostate":
        return False
    if story.age < illness.youngest:
        return False
    if illness.base == "obesity":
        return story.body.weight / (story.body.height / 100) ** 2 >= 30
    share = min(1.3, max(0.25, (story.age - illness.youngest + 8) / 28))
    chance = illness.chance * (1 if illness.cancer else share)
    if illness.base == "copd" and story.cancer.key == "lung":
        chance *= 4
    return story.happens(min(chance, 0.2 if illness.cancer else chance))


def _add_allergies(story: Story) -> tuple[str, ...]:
    """Add allergies with their reactions in `details`, and return their keys."""
    keys = []
    for chance, base, reaction in load_comorbidities().allergens:
        if story.happens(chance):
            details = {"reaction": story.kit[reaction].names[0]}
            keys.append(story.add(base, key=f"allergy_{base}", details=details))
    return tuple(keys)


def _add_family_history(story: Story) -> tuple[tuple[str, str], ...]:
    """Add conditions of relatives, and return pairs of a relative and a key."""
    history: dict[str, str] = {}
    tables = load_comorbidities()
    for chance, base in (*tables.family.get(story.cancer.key, ()), *tables.anybody):
        if story.happens(chance):
            kin = choose(story.rng, tables.kin[tables.kin_sex.get(base, "any")])
            if kin not in history:
                history[kin] = story.add(base)
    return tuple(history.items())
