"""Case notes, and letters to patients."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives.course import write_course
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.gather import gather
from goldsmith_demo.writing.documents.narratives.parts import (
    build_counts,
    select_fresh,
    write_denials,
    write_drugs,
    write_investigations,
    write_signature,
    write_support,
    write_weight,
)
from goldsmith_demo.writing.documents.narratives.phrases import (
    load_case_note,
    load_plain_letter,
    load_story,
)
from goldsmith_demo.writing.documents.narratives.story import recall
from goldsmith_demo.writing.documents.narratives.teller import Fact, Teller
from goldsmith_demo.writing.page import Page

_WHO = {
    "uk": ("Onc SpR", "WR Cons", "CNS", "SpR R/V", "Day unit", "OPD", "Ward round"),
    "us": ("Onc fellow", "Attending", "Progress note", "Clinic", "NP note"),
}

_SIGNED = {"uk": ("", ", bleep 2214", " (SpR)"), "us": ("", ", MD", ", pager 2214")}


def write_case_note(page: Page, event: Event) -> None:
    """Write a note in the hospital record."""
    tell = Teller(page, event, "terse")
    facts = gather(tell)
    recall(tell, facts)
    tell.common["mf"] = "F" if facts.patient.sex == "female" else "M"
    _write_stamp(tell)
    tell.say(load_case_note().who)
    tell.say(load_case_note().why.get(_classify_event(facts), load_case_note().why[""]))
    write_course(tell, facts, tell.chance.choice((0, 1, 2)))
    tell.say([frame for frame in load_story().after if frame.startswith("~")])
    if tell.maybe(0.6):
        tell.say(load_case_note().setback)
    write_support(tell, facts, 0.4)
    page.end_paragraph()
    _write_complaints(tell, facts)
    _write_examination(tell, facts)
    _write_numbers(tell, facts)
    _write_conclusion(tell, facts)
    if tell.maybe(0.6):
        page.end_paragraph()
        author = tell.chance.choice(facts.patient.others)
        page.write_line(
            f"{author.first[:1]} {author.last}{tell.chance.choice(_SIGNED[facts.patient.style])}"
        )


def _classify_event(facts: Facts) -> str:
    """Return the kind of the event; an admission for an illness counts as a complication."""
    main = facts.find_thing(facts.event.what)
    if facts.event.kind != "admission" or main is None or main.kind != "Condition":
        return facts.event.kind
    return "complication" if main.key != facts.patient.tumour else "admission"


def _write_stamp(tell: Teller) -> None:
    day = times.write_date(tell.page.date, tell.patient.style, tell.chance, creation=True)
    author = tell.chance.choice(_WHO[tell.patient.style if tell.patient.style in _WHO else "uk"])
    hour, minute = tell.chance.randint(8, 18), tell.chance.randint(0, 59)
    words = f"{hour:02d}{tell.chance.choice('.:')}{minute:02d}"
    today = tell.page.date
    clock = times.Time(words, "TIME", f"{today}T{hour:02d}:{minute:02d}", today, today)
    frames = (
        f"{{t}} {{clock}} {author}",
        f"{author} {{t}}",
        f"{{t}} - {author}",
        f"{{t}} {author} {{clock}}",
        "{t}",
    )
    tell.say(frames, after="\n", t=day, clock=clock)
    if tell.maybe(0.5):
        tell.page.end_paragraph()


def _write_complaints(tell: Teller, facts: Facts) -> None:
    if not tell.say(load_case_note().complaint):
        tell.say(load_case_note().fine)
    write_denials(tell, facts, 0.3, load_case_note().denies)
    for part in (load_case_note().past, load_case_note().allergy, load_case_note().family):
        if tell.maybe(0.65):
            tell.say(part)
    if tell.maybe(0.7):
        write_drugs(tell, facts, load_case_note().drugs)
    if not facts.patient.allergies and tell.maybe(0.5):
        tell.say(load_case_note().no_allergy)
    tell.page.end_paragraph()


def _write_examination(tell: Teller, facts: Facts) -> None:
    lead = tell.chance.choice(("O/E", "O/E:", "Exam:", "o/e"))
    tell.page.start_section("", "examination", "")
    tell.say((f"{{e=Investigation:{lead.rstrip(':')}}}{':' * lead.endswith(':')}",))
    if facts.has_fever():
        tell.say(
            [frame for frame in load_case_note().exam if "{t}" in frame and "well" not in frame],
            _draw_observations(tell, facts),
        )
    elif tell.maybe(0.7):
        tell.say(load_case_note().exam, _draw_observations(tell, facts))
    pieces = [words for words, stems in load_case_note().pieces if facts.is_free_of(*stems)]
    for words in tell.chance.sample(pieces, min(len(pieces), tell.chance.choice((1, 2, 2, 3)))):
        tell.say((words,))
    tell.page.end_paragraph()


def _draw_observations(tell: Teller, facts: Facts) -> dict[str, Fact]:
    chance, septic = tell.chance, facts.has_fever()
    us = facts.patient.style == "us"
    degrees = chance.uniform(38.1, 39.2) if septic else chance.uniform(36.1, 37.1)
    degrees = degrees * 9 / 5 + 32 if us else degrees
    values = {
        "t": ("Investigation", chance.choice(("T", "temp"))),
        "tr": ("Result", f"{degrees:.1f}"),
        "h": ("Investigation", chance.choice(("HR", "P", "pulse"))),
        "hr": ("Result", str(chance.randint(98, 122) if septic else chance.randint(60, 88))),
        "b": ("Investigation", "BP"),
        "br": ("Result", f"{chance.randint(104, 148)}/{chance.randint(60, 88)}"),
        "s": ("Investigation", chance.choice(("sats", "SpO2"))),
        "sr": ("Result", f"{chance.randint(95, 99)}%"),
        "w": ("Investigation", "wt"),
        "wr": ("Result", write_weight(tell)),
    }
    return {key: tell.make_thing(*value) for key, value in values.items()}


def _write_numbers(tell: Teller, facts: Facts) -> None:
    page = tell.page
    if facts.event.kind in ("presentation", "death") and tell.maybe(0.7):
        return
    page.start_section("", "results", "")
    count = build_counts(tell, facts)
    if count and tell.maybe(0.5):
        tell.say(("{b=Investigation:Bloods}:", "{b=Investigation:FBC}:", "{b=Investigation:Labs}:"))
    tell.say(load_case_note().counts, count, after="\n")
    write_investigations(tell, facts, tell.chance.choice((1, 2)), load_case_note().looked, "\n")
    page.end_paragraph()


def _write_conclusion(tell: Teller, facts: Facts) -> None:
    page, chance = tell.page, tell.chance
    page.start_section(chance.choice(("Imp:", "Impression:", "Imp -", "A:")), "impression", " ")
    impressions = load_case_note().impression.get(
        _classify_event(facts), load_case_note().impression[""]
    )
    if not tell.say(impressions, after="\n"):
        tell.say(load_case_note().impression[""], after="\n")
    if facts.event.kind == "death":
        return
    numbered = chance.choice(("1", "-", "-", ""))
    page.start_section(chance.choice(("Plan:", "Plan", "P:")), "plan")
    if _classify_event(facts) == "complication":
        tell.say(load_case_note().treated, lead="- " if numbered else "", after="\n")
        numbered = "-" if numbered else ""
    frames = [
        load_case_note().plan,
        load_case_note().plan,
        load_case_note().plan_always,
        load_case_note().plan,
        load_case_note().plan_always,
    ]
    for number, part in enumerate(frames[: chance.choice((3, 4, 5))], 1):
        bullet = f"{number}. " if numbered == "1" else f"{numbered} " if numbered else ""
        tell.say(part, lead=bullet, after="\n")


def write_to_patient(page: Page, event: Event) -> None:
    """Write a letter to the patient, in plain words."""
    tell = Teller(page, event, "lay")
    facts = gather(tell)
    recall(tell, facts)
    patient = facts.patient
    tumour = facts.find_thing(patient.tumour)
    if tumour is not None and facts.is_diagnosed:
        tell.common["long"] = msgspec.structs.replace(tumour, names=tumour.names[:1])
    tell.common["phone"] = patient.phone
    tell.common["gp"] = f"{patient.gp.title} {patient.gp.last}"
    page.write_line(f"Dear {patient.title} {patient.last}{':' if patient.style == 'us' else ''}")
    page.end_paragraph()
    tell.say(load_plain_letter().opening)
    tell.say(load_plain_letter().news.get(event.kind, load_plain_letter().news[""]))
    page.end_paragraph()
    _write_explanation(tell, facts)
    page.end_paragraph()
    _write_plan(tell, facts)
    page.end_paragraph()
    tell.say(load_plain_letter().ending)
    if tell.maybe(0.5):
        tell.say(load_plain_letter().ending)
    write_signature(tell, patient.consultant)


def _write_explanation(tell: Teller, facts: Facts) -> None:
    new = facts.event.kind in ("diagnosis", "mdt")
    tell.say(load_plain_letter().diagnosed if new else load_plain_letter().disease)
    if not new or tell.maybe(0.5):
        tell.say(load_plain_letter().disease[3:])
    for _ in range(2):
        tell.say(load_plain_letter().treated, select_fresh(tell))
    write_investigations(tell, facts, tell.chance.choice((1, 2)), load_plain_letter().findings)
    tell.page.end_paragraph()
    if not tell.spoken["%s"]:
        tell.say(load_plain_letter().feelings)
    write_denials(tell, facts, 0.5, load_plain_letter().denied)
    tell.say(load_plain_letter().checked)
    if tell.maybe(0.4):
        tell.say(load_plain_letter().checked)


def _write_plan(tell: Teller, facts: Facts) -> None:
    tell.say(load_plain_letter().ahead)
    if tell.maybe(0.4):
        tell.say(load_plain_letter().ahead)
    chemo = {"reg", "nreg"} & set(tell.common)
    warnings = (
        load_plain_letter().warn["chemotherapy" if chemo else facts.event.kind]
        if (chemo or facts.event.kind in load_plain_letter().warn)
        else load_plain_letter().warn[""]
    )
    tell.say(warnings)
    tell.say(warnings if tell.maybe(0.6) else load_plain_letter().warn[""])
    for part in (
        load_plain_letter().family,
        load_plain_letter().tablets,
        load_plain_letter().health,
    ):
        if tell.maybe(0.45):
            tell.say(part)
