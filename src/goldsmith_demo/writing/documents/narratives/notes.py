"""Write case notes, and letters to patients."""

from __future__ import annotations

from goldsmith_demo.life.model import Event
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives import checks, parts
from goldsmith_demo.writing.documents.narratives.facts import Fact
from goldsmith_demo.writing.documents.narratives.history import write_course
from goldsmith_demo.writing.documents.narratives.story import start_note
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import number_item

Pieces = tuple[tuple[str, tuple[str, ...]], ...]
"""Findings of an examination, with the stems of conditions that rule them out."""


def write_case_note(page: Page, event: Event) -> None:
    """Write a note in the hospital record."""
    tell = start_note(page, event, "terse")
    _write_stamp(tell)
    tell.say(books.case_note.who)
    tell.say(books.case_note.find("why", _classify_event(tell), ""))
    write_course(tell, tell.chance.choice((0, 1, 2)))
    tell.say([frame for frame in books.story.after if frame.startswith("~")])
    tell.say(books.case_note.setback, share=0.6)
    parts.write_support(tell, 0.4)
    page.end_paragraph()
    _write_complaints(tell)
    _write_examination(tell)
    _write_numbers(tell)
    _write_conclusion(tell)
    if tell.maybe(0.6):
        page.end_paragraph()
        author = tell.chance.choice(tell.patient.others)
        post = tell.chance.choice(books.case_note["posts"][tell.style])
        page.write_line(f"{author.first[:1]} {author.last}{post}")


def _classify_event(tell: Teller) -> str:
    """Return the kind of the event; an admission for an illness counts as a complication."""
    main = tell.what
    if tell.event.kind != "admission" or main.kind != "Condition":
        return tell.event.kind
    return "complication" if main.key != tell.patient.tumour else "admission"


def _write_stamp(tell: Teller) -> None:
    day = tell.write_today()
    author = tell.chance.choice(books.case_note["authors"][tell.style])
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


def _write_complaints(tell: Teller) -> None:
    if not tell.say(books.case_note.complaint):
        tell.say(books.case_note.fine)
    parts.write_denials(tell, 0.3, books.case_note.denies)
    for part in (books.case_note.past, books.case_note.allergy, books.case_note.family):
        tell.say(part, share=0.65)
    if tell.maybe(0.7):
        parts.write_drugs(tell, books.case_note.drugs)
    if not tell.patient.allergies and tell.maybe(0.5):
        tell.say(books.case_note.no_allergy)
    tell.page.end_paragraph()


def _write_examination(tell: Teller) -> None:
    lead = tell.chance.choice(("O/E", "O/E:", "o/e"))
    with tell.page.write_section("", "examination", ""):
        tell.say((f"{{e=Investigation:{lead.rstrip(':')}}}{':' * lead.endswith(':')}",))
        ways = books.case_note.exam
        is_septic = any(thing.base in books.case_note.septic for thing in tell.list_active())
        if is_septic or tell.maybe(0.7):
            ill = [way for way in ways if "{t}" in way and "well" not in way]
            tell.say(ill if is_septic else ways, _draw_observations(tell, septic=is_septic))
        rows = books.case_note.read("pieces", Pieces)
        pieces = [words for words, stems in rows if tell.is_free_of(*stems)]
        for words in tell.chance.sample(pieces, min(len(pieces), tell.chance.choice((1, 2, 2, 3)))):
            tell.say((words,))


def _draw_observations(tell: Teller, *, septic: bool) -> dict[str, Fact]:
    chance = tell.chance
    degrees = chance.uniform(38.1, 39.2) if septic else chance.uniform(36.1, 37.1)
    degrees = degrees * 9 / 5 + 32 if tell.style == "us" else degrees
    return tell.make_tests(
        t=(chance.choice(("T", "temp")), f"{degrees:.1f}"),
        h=(
            chance.choice(("HR", "P", "pulse")),
            str(chance.randint(98, 122) if septic else chance.randint(60, 88)),
        ),
        b=("BP", f"{chance.randint(104, 148)}/{chance.randint(60, 88)}"),
        s=(chance.choice(("sats", "SpO2")), f"{chance.randint(95, 99)}%"),
        w=("wt", checks.write_weight(tell)),
    )


def _write_numbers(tell: Teller) -> None:
    page = tell.page
    if tell.event.kind == "presentation" and tell.maybe(0.7):
        return
    with page.write_section("", "results", ""):
        count = checks.build_counts(tell)
        if count and tell.maybe(0.5):
            tell.say([f"{{b=Investigation:{name}}}:" for name in ("Bloods", "FBC")])
        tell.say(books.case_note.counts, count, after="\n")
        parts.write_investigations(tell, tell.chance.choice((1, 2)), books.case_note.looked, "\n")


def _write_conclusion(tell: Teller) -> None:
    page, chance = tell.page, tell.chance
    page.start_section(chance.choice(("Imp:", "Impression:", "Imp -", "A:")), "impression", " ")
    tell.say(books.case_note.find("impression", _classify_event(tell), ""), after="\n")
    numbered = chance.choice(("1", "-", "-", ""))
    page.start_section(chance.choice(("Plan:", "Plan", "P:")), "plan")
    if _classify_event(tell) == "complication":
        tell.say(books.case_note.treated, lead="- " if numbered else "", after="\n")
        numbered = "-" if numbered else ""
    plan, always = books.case_note.plan, books.case_note.plan_always
    steps = (plan, plan, always, plan, always)
    for number, step in enumerate(steps[: chance.choice((3, 4, 5))], 1):
        tell.say(step, lead=number_item(numbered, number), after="\n")


def write_to_patient(page: Page, event: Event) -> None:
    """Write a letter to the patient, in plain words."""
    tell = start_note(page, event, "lay")
    patient = tell.patient
    page.write_line(f"Dear {patient.called}{':' if patient.style == 'us' else ''}")
    page.end_paragraph()
    tell.say(books.plain_letter.opening)
    tell.say(books.plain_letter.find("news", event.kind, ""))
    page.end_paragraph()
    _write_explanation(tell)
    page.end_paragraph()
    _write_plan(tell)
    page.end_paragraph()
    tell.say(books.plain_letter.ending)
    tell.say(books.plain_letter.ending, share=0.5)
    parts.write_signature(tell, patient.consultant)


def _write_explanation(tell: Teller) -> None:
    new = tell.event.kind in ("diagnosis", "mdt")
    tell.say(books.plain_letter.diagnosed if new else books.plain_letter.disease)
    if not new or tell.maybe(0.5):
        tell.say(books.plain_letter.disease[3:])
    for _ in range(2):
        tell.say(books.plain_letter.treated, parts.select_fresh(tell))
    parts.write_investigations(tell, tell.chance.choice((1, 2)), books.plain_letter.findings)
    tell.page.end_paragraph()
    if not tell.spoken["%s"]:
        tell.say(books.plain_letter.feelings)
    parts.write_denials(tell, 0.5, books.plain_letter.denied)
    tell.say(books.plain_letter.checked)
    tell.say(books.plain_letter.checked, share=0.4)


def _write_plan(tell: Teller) -> None:
    tell.say(books.plain_letter.ahead)
    tell.say(books.plain_letter.ahead, share=0.4)
    chemo = {"reg", "nreg"} & set(tell.common)
    warnings = books.plain_letter.find("warn", "chemotherapy" if chemo else tell.event.kind, "")
    tell.say(warnings)
    tell.say(warnings if tell.maybe(0.6) else books.plain_letter["warn"][""])
    for part in (books.plain_letter.family, books.plain_letter.tablets, books.plain_letter.health):
        tell.say(part, share=0.45)
