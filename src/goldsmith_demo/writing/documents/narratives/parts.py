"""Write the paragraphs of letters and notes; each function writes one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Person, Thing
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.narratives import history
from goldsmith_demo.writing.documents.narratives.facts import Fact
from goldsmith_demo.writing.documents.narratives.history import list_treatments
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.template import join_words

_UNTREATED = ("recurrence", "mdt", "presentation")
"""Events after which treatment is yet to be decided, as after a diagnosis."""


def _choose_denied(tell: Teller) -> list[Thing]:
    """Choose absent symptoms: those that the event excludes, or common ones."""
    denials = tell.common.get("d")
    if isinstance(denials, list) and denials:
        return denials
    symptoms = books.checks["symptoms"]
    bases = dict.fromkeys((*symptoms.get(tell.patient.cancer, ()), *symptoms[""][:4]))
    candidates = [load_catalogue(tell.style)[base] for base in bases]
    absent = [row for row in candidates if tell.is_free_of(*map(str.lower, row.names))]
    picked = tell.chance.sample(absent, min(len(absent), tell.chance.choice((1, 1, 2))))
    return [msgspec.structs.replace(symptom, key=f"loose-{symptom.base}") for symptom in picked]


def write_denials(tell: Teller, likelihood: float = 0.35, frames: Sequence[str] = ()) -> None:
    """Write, in some notes, the symptoms that the patient denies."""
    if tell.maybe(likelihood):
        tell.say(frames or books.letter.denies, d=_choose_denied(tell)[:2])


def write_history(tell: Teller) -> None:
    """Write how the patient is: symptoms, denials and treatment."""
    kind = tell.event.kind
    if not tell.spoken["%s"]:
        tell.say(books.letter.symptoms)
    if kind in ("referral", "presentation", "diagnosis", "recurrence"):
        tell.say(books.letter.onset)
    if kind in ("complication", "admission"):
        tell.say(books.letter.complication)
    elif kind == "palliative":
        _write_grouped(tell, tell.find_things(tell.event.drugs)[:4], books.letter.relieved)
    else:
        tell.say(books.story.setback)
    if not tell.spoken["%s"]:
        tell.say(books.letter.well if kind == "follow_up" else books.letter.bearing)
    tell.say(books.story.after)
    tell.say(books.story.doses, share=0.6)
    write_support(tell)
    write_denials(tell)


def write_support(tell: Teller, likelihood: float = 0.75) -> None:
    """Write the supportive care: drugs for side effects, lines, dressings."""
    kind = tell.event.kind
    if kind != "operation" or tell.is_operation:
        tell.say(books.story.find("support", kind, ""), share=likelihood)


def _write_grouped(tell: Teller, drugs: Sequence[Thing], ways: Sequence[str]) -> None:
    """Write drugs (`%g`), grouped by their indications."""
    rows: dict[str, list[Thing]] = defaultdict(list)
    for drug in drugs:
        rows[drug.reason].append(drug)
    parts, values = [], dict[str, Fact]()
    for number, (key, group) in enumerate(rows.items()):
        names = [f"m{number}x{count}" for count in range(len(group))]
        values.update(zip(names, group, strict=True))
        text = join_words([f"{{{name}}}" for name in names], "and")
        if key:
            values[f"w{number}"] = tell.things[key]
            text += f" for {{w{number}}}"
        parts.append(text)
    text = join_words(parts, "and")
    tell.say([way.replace("%g", text) for way in ways], values)


def write_drugs(tell: Teller, ways: Sequence[str]) -> None:
    """Write the regular drugs, sometimes with their indications."""
    own = tell.list_regular_drugs()[:4]
    if own and tell.maybe(0.75):
        _write_grouped(tell, own, ways)
    else:
        tell.say(ways)


def write_past(tell: Teller, likelihood: float) -> None:
    """Write other illnesses, drugs, allergies, family and home."""
    ways = books.letter
    steps = [ways.past, ways.drugs, ways.allergy, ways.family, ways.social]
    if tell.maybe(0.3):
        tell.chance.shuffle(steps)
    for step in steps:
        if tell.maybe(likelihood):
            if step is ways.drugs:
                write_drugs(tell, step)
            else:
                tell.say(step)


def select_fresh(tell: Teller) -> dict[str, Fact]:
    """Return the treatments so far, with None for those already mentioned."""
    treatments = {name: tell.common.get(name) for name in ("op", "oldreg", "rt", "reg")}
    mentioned = tell.list_mentioned()
    return {
        name: None if isinstance(value, Thing) and value.key in mentioned else value
        for name, value in treatments.items()
    }


def write_background(tell: Teller) -> bool:
    """Write the illness so far in a sentence, without treatments already mentioned."""
    return tell.say(books.letter.background, select_fresh(tell))


def write_investigations(
    tell: Teller, most: int = 1, frames: Sequence[str] = (), after: str = " "
) -> None:
    """Write the results of the last investigations, each once."""
    for shown in islice(history.list_investigations(tell), most):
        tell.say(frames or books.letter.looked, shown, after=after)


def write_plan(tell: Teller) -> None:
    """Write the plan, warnings, and requests to the reader."""
    kind = tell.event.kind
    if not tell.say(books.plans.next) and kind not in ("presentation", "diagnosis", "mdt"):
        tell.say(books.plans.stay)
        tell.say(books.plans.back, share=0.6)
    about = "diagnosis" if kind in _UNTREATED else kind
    about = "chemotherapy" if "nreg" in tell.common else about
    tell.say(books.plans.find("advice", about, ""), share=0.75)
    tell.say(books.plans.request, share=0.5)
    new = kind in ("diagnosis", "recurrence")
    tell.say(books.plans.news if new else books.plans.mood, share=0.3)


def write_signature(tell: Teller, author: Person, closing: bool = True) -> None:
    """Write the end of a letter."""
    page = tell.page
    page.end_paragraph()
    if closing:
        ends = books.plans.us_closings if tell.style == "us" else books.plans.closings
        page.write_line(tell.chance.choice(ends) + tell.chance.choice(("", "", ",")))
        page.end_paragraph()
    first = author.first if tell.maybe(0.5) else author.first[:1]
    page.write_one_of(f"{author.title} {first} {author.last}", f"{first} {author.last}")
    is_department = author.role.islower()  # posts are capitalised
    post = f"Department of {author.role.title()}" if is_department else author.role
    post = post.replace("Primary Care", "Family Physician")
    page.write_line(americanise(post) if tell.style == "us" else post)


def write_date_line(tell: Teller, lead: Sequence[str] = ("", "", "Date: ")) -> None:
    """Write the date of the document on its own line."""
    day = tell.write_today()
    tell.page.say(tell.chance.choice(lead) + "{day}", after="\n", day=day)


def write_head(tell: Teller, reader: Person) -> None:
    """Write the first lines of a letter: date, clinic, greeting, patient."""
    page, us = tell.page, tell.style == "us"
    if tell.maybe(0.45):
        clinic = ("Dictated", "Clinic date", "Date seen") if us else ("Clinic", "Date of clinic")
        write_date_line(tell, ("", *(f"{label}: " for label in clinic)))
        page.end_paragraph()
    page.write_line(f"Dear {reader.called}{':' if us else tell.chance.choice(('', '', ','))}")
    page.end_paragraph()
    write_patient_line(tell)


def write_patient_line(tell: Teller) -> None:
    """Write the line that identifies the patient."""
    patient, page = tell.patient, tell.page
    name = f"{patient.title} {patient.first} {patient.last.upper()}"
    age = patient.get_age(page.date)
    born = f"{patient.born:%m/%d/%Y}" if patient.style == "us" else f"{patient.born:%d.%m.%Y}"
    page.write_one_of(
        f"{name}, aged {age}",
        f"Re: {patient.title} {patient.first} {patient.last}, d.o.b. {born}",
        f"RE: {patient.last.upper()}, {patient.first} - Hosp no. {patient.number}",
        f"{patient.title} {patient.first} {patient.last} - DOB {born} - {patient.hospital}",
        f"{name} ({age} years)",
    )
    page.end_paragraph()


def write_summary(tell: Teller) -> None:
    """Write the diagnosis and treatment as a list."""
    page, chance = tell.page, tell.chance
    if "c" not in tell.common:
        return
    bullet = chance.choice(("", "- ", "", "* "))
    title = chance.choice(("Diagnosis:", "Diagnosis", "Dx:", "DIAGNOSIS:"))
    page.start_section(title, "diagnosis", " " if title.endswith(":") else "\n")
    tell.say(books.head.diagnosis, after="\n") or tell.say(("{c}",), after="\n")
    items = list_treatments(tell)[-4:]
    if items:
        page.start_section(chance.choice(("Treatment:", "Treatment to date:", "Rx:")), "treatment")
    for kind, thing, values in items:
        listed = books.course["listed"][kind]
        tell.say(listed, values, lead=bullet, after="\n", again=True, o=thing)
    page.end_paragraph()
