"""Case notes, and letters to patients."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives import plain, terse
from goldsmith_demo.writing.documents.narratives.course import course
from goldsmith_demo.writing.documents.narratives.facts import Facts, gather
from goldsmith_demo.writing.documents.narratives.parts import (
    counts,
    denies,
    drugs,
    fresh,
    looked,
    signature,
    support,
    weight,
)
from goldsmith_demo.writing.documents.narratives.story import AFTER, recall
from goldsmith_demo.writing.documents.narratives.teller import Given, Teller
from goldsmith_demo.writing.page import Page

_WHO = {
    "uk": ("Onc SpR", "WR Cons", "CNS", "FY1", "SHO", "SpR R/V", "Day unit", "OPD", "Ward round"),
    "us": ("Onc fellow", "Attending", "RN", "PGY-2", "Progress note", "Clinic", "NP note"),
}

_SIGNED = {"uk": ("", ", bleep 2214", " (SpR)"), "us": ("", ", MD", ", pager 2214")}


def case_note(page: Page, event: Event) -> None:
    """A note in the hospital record."""
    tell = Teller(page, event, "terse")
    facts = gather(tell)
    recall(tell, facts)
    tell.common["mf"] = "F" if facts.patient.sex == "female" else "M"
    _stamp(tell)
    tell.say(terse.WHO)
    tell.say(terse.WHY.get(_ill(facts), terse.WHY[""]))
    course(tell, facts, tell.chance.choice((0, 1, 2)))
    tell.say([one for one in AFTER if one.startswith("~")])
    if tell.maybe(0.6):
        tell.say(terse.SETBACK)
    support(tell, facts, 0.4)
    page.paragraph()
    _told(tell, facts)
    _seen(tell, facts)
    _numbers(tell, facts)
    _concluded(tell, facts)
    if tell.maybe(0.6):
        page.paragraph()
        who = tell.chance.choice([*facts.patient.others, facts.patient.consultant])
        page.line(f"{who.first[:1]} {who.last}{tell.chance.choice(_SIGNED[facts.patient.style])}")


def _ill(facts: Facts) -> str:
    """The kind of the event; an admission for an illness is like the complication itself."""
    main = facts.thing(facts.event.what)
    if facts.event.kind != "admission" or main is None or main.kind != "Condition":
        return facts.event.kind
    return "complication" if main.key != facts.patient.tumour else "admission"


def _stamp(tell: Teller) -> None:
    day = times.written(tell.page.date, tell.patient.style, tell.chance, creation=True)
    who = tell.chance.choice(_WHO[tell.patient.style if tell.patient.style in _WHO else "uk"])
    hour, minute = tell.chance.randint(8, 18), tell.chance.randint(0, 59)
    clock = f"{hour:02d}{tell.chance.choice('.:')}{minute:02d}"
    frames = (
        f"{{t}} {clock} {who}",
        f"{who} {{t}}",
        f"{{t}} - {who}",
        f"{{t}} {who} {clock}",
        "{t}",
    )
    tell.say(frames, after="\n", t=day)
    if tell.maybe(0.5):
        tell.page.paragraph()


def _told(tell: Teller, facts: Facts) -> None:
    said = tell.say(terse.COMPLAINT)
    if not said or tell.maybe(0.2):
        tell.say(terse.FINE)
    denies(tell, facts, 0.3, terse.DENIES)
    for part in (terse.PAST, terse.ALLERGY, terse.FAMILY):
        if tell.maybe(0.65):
            tell.say(part)
    if tell.maybe(0.7):
        drugs(tell, facts, terse.DRUGS)
    if not facts.patient.allergies and tell.maybe(0.5):
        tell.say(terse.NO_ALLERGY)
    tell.page.paragraph()


def _seen(tell: Teller, facts: Facts) -> None:
    lead = tell.chance.choice(("O/E", "O/E:", "Exam:", "o/e"))
    tell.page.heading("", "examination", "")
    tell.say((f"{{e=Investigation:{lead.rstrip(':')}}}{':' * lead.endswith(':')}",))
    if facts.feverish():
        tell.say(
            [one for one in terse.EXAM if "{t}" in one and "well" not in one],
            _observed(tell, facts),
        )
    elif tell.maybe(0.7):
        tell.say(terse.EXAM, _observed(tell, facts))
    pieces = [words for words, stems in terse.PIECES if facts.free_of(*stems)]
    for words in tell.chance.sample(pieces, min(len(pieces), tell.chance.choice((1, 2, 2, 3)))):
        tell.say((words,))
    tell.page.paragraph()


def _observed(tell: Teller, facts: Facts) -> dict[str, Given]:
    chance, septic = tell.chance, facts.feverish()
    us = facts.patient.style == "us"
    degrees = chance.uniform(38.1, 39.2) if septic else chance.uniform(36.1, 37.1)
    degrees = degrees * 9 / 5 + 32 if us else degrees
    said = {
        "t": ("Investigation", chance.choice(("T", "temp"))),
        "tr": ("Result", f"{degrees:.1f}"),
        "h": ("Investigation", chance.choice(("HR", "P", "pulse"))),
        "hr": ("Result", str(chance.randint(98, 122) if septic else chance.randint(60, 88))),
        "b": ("Investigation", "BP"),
        "br": ("Result", f"{chance.randint(104, 148)}/{chance.randint(60, 88)}"),
        "s": ("Investigation", chance.choice(("sats", "SpO2"))),
        "sr": ("Result", f"{chance.randint(95, 99)}%"),
        "w": ("Investigation", "wt"),
        "wr": ("Result", weight(tell)),
    }
    return {key: tell.words(*value) for key, value in said.items()}


def _numbers(tell: Teller, facts: Facts) -> None:
    page = tell.page
    if facts.event.kind in ("presentation", "death") and tell.maybe(0.7):
        return
    page.heading("", "results", "")
    count = counts(tell, facts)
    if count and tell.maybe(0.5):
        tell.say(("{b=Investigation:Bloods}:", "{b=Investigation:FBC}:", "{b=Investigation:Labs}:"))
    tell.say(terse.COUNTS, count, after="\n")
    looked(tell, facts, tell.chance.choice((1, 2)), terse.LOOKED, "\n")
    page.paragraph()


def _concluded(tell: Teller, facts: Facts) -> None:
    page, chance = tell.page, tell.chance
    page.heading(chance.choice(("Imp:", "Impression:", "Imp -", "A:")), "impression", " ")
    said = terse.IMPRESSION.get(_ill(facts), terse.IMPRESSION[""])
    if not tell.say(said, after="\n"):
        tell.say(terse.IMPRESSION[""], after="\n")
    if facts.event.kind == "death":
        return
    numbered = chance.choice(("1", "-", "-", ""))
    page.heading(chance.choice(("Plan:", "Plan", "P:")), "plan")
    if _ill(facts) == "complication":
        tell.say(terse.TREATED, lead="- " if numbered else "", after="\n")
        numbered = "-" if numbered else ""
    frames = [terse.PLAN, terse.PLAN, terse.PLAN_ALWAYS, terse.PLAN, terse.PLAN_ALWAYS]
    for number, part in enumerate(frames[: chance.choice((3, 4, 5))], 1):
        bullet = f"{number}. " if numbered == "1" else f"{numbered} " if numbered else ""
        tell.say(part, lead=bullet, after="\n")


def to_patient(page: Page, event: Event) -> None:
    """A letter to the patient, in plain words."""
    tell = Teller(page, event, "lay")
    facts = gather(tell)
    recall(tell, facts)
    patient = facts.patient
    tumour = facts.thing(patient.tumour)
    if tumour is not None and facts.diagnosed:
        tell.common["long"] = msgspec.structs.replace(tumour, names=tumour.names[:1])
    tell.common["phone"] = patient.phone
    tell.common["gp"] = f"{patient.gp.title} {patient.gp.last}"
    page.line(f"Dear {patient.title} {patient.last}{':' if patient.style == 'us' else ''}")
    page.paragraph()
    tell.say(plain.OPENING)
    tell.say(plain.NEWS.get(event.kind, plain.NEWS[""]))
    page.paragraph()
    _explained(tell, facts)
    page.paragraph()
    _ahead(tell, facts)
    page.paragraph()
    tell.say(plain.ENDING)
    if tell.maybe(0.5):
        tell.say(plain.ENDING)
    signature(tell, patient.consultant)


def _explained(tell: Teller, facts: Facts) -> None:
    new = facts.event.kind in ("diagnosis", "mdt")
    tell.say(plain.DIAGNOSED if new else plain.DISEASE)
    if not new or tell.maybe(0.5):
        tell.say(plain.DISEASE[3:])
    for _ in range(2):
        tell.say(plain.TREATED, fresh(tell))
    looked(tell, facts, tell.chance.choice((1, 2)), plain.FOUND)
    tell.page.paragraph()
    if not tell.spoken["%s"]:
        tell.say(plain.FEELINGS)
    denies(tell, facts, 0.5, plain.DENIED)
    tell.say(plain.CHECKED)
    if tell.maybe(0.4):
        tell.say(plain.CHECKED)


def _ahead(tell: Teller, facts: Facts) -> None:
    tell.say(plain.AHEAD)
    if tell.maybe(0.4):
        tell.say(plain.AHEAD)
    chemo = {"reg", "nreg"} & set(tell.common)
    said = (
        plain.WARN["chemotherapy" if chemo else facts.event.kind]
        if (chemo or facts.event.kind in plain.WARN)
        else plain.WARN[""]
    )
    tell.say(said)
    tell.say(said if tell.maybe(0.6) else plain.WARN[""])
    for part in (plain.FAMILY, plain.TABLETS, plain.HEALTH):
        if tell.maybe(0.45):
            tell.say(part)
