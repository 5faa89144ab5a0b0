"""Write discharge summaries."""

from __future__ import annotations

from collections import defaultdict

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives import checks, parts
from goldsmith_demo.writing.documents.narratives.forms import start_section
from goldsmith_demo.writing.documents.narratives.history import write_course
from goldsmith_demo.writing.documents.narratives.story import start_note
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import number_item

_INFUSED = ("IV", "/m2", "mg/kg", "AUC", "over", "infus")


def write_discharge(page: Page, event: Event) -> None:
    """Write a discharge summary with medication and follow-up."""
    tell = start_note(page, event, page.chance.choice(("plain", "brisk", "brisk")))
    page.came = tell.event.date if event.kind == "discharge" else None
    _write_top(tell)
    start_section(tell, "diagnosis")
    ill = ("{what}",) if tell.what.kind == "Condition" else ()
    tell.say(("{c} of the @c[, {tnm}|]", "{c}, @c", "{c}[, {stage}|]", *ill), after="\n")
    sort = _classify_stay(tell)
    start_section(tell, "elective" if sort else "emergency", "course")
    tell.say(books.forms["reason"][sort], after="\n")
    _write_background(tell)
    _write_stay(tell)
    _write_medication(tell)
    start_section(tell, "followup")
    tell.say_some(books.forms.follow, 2, 3)
    author = (*tell.list_juniors(), tell.patient.surgeon)[0]
    parts.write_signature(tell, author, closing=False)


def _classify_stay(tell: Teller) -> str:
    """Return the purpose of the stay: an operation, another treatment, or neither."""
    if tell.event.kind == "chemotherapy":
        return "chemotherapy"
    if tell.what.kind != "Intervention":
        return ""
    if tell.is_operation:
        return "operation"
    return "transplant" if "transplant" in tell.what.base else "procedure"


def _write_top(tell: Teller) -> None:
    page, patient = tell.page, tell.patient
    titles = books.forms["titles"]["discharge"]
    wards = ("Ward 9", "Ward 4A", "Surgical unit", "Oncology ward", "Ward 12", patient.hospital)
    page.write_line(f"{tell.chance.choice(titles)} - {tell.chance.choice(wards)}")
    name = f"{patient.title} {patient.first} {patient.last.upper()}"
    page.write_line(f"{name}, {patient.get_age(page.date)} yrs")
    day = tell.write_today()
    came = tell.write_date(tell.event.date)
    ways = ("Discharged {left}", "Date of discharge: {left}")
    if tell.event.date < page.date:
        ways = ("Admitted {came}, discharged {left}", "Adm {came} - Disch {left}")
    tell.say(ways, after="\n", came=came, left=day)
    page.end_paragraph()


def _write_background(tell: Teller) -> None:
    if tell.common.get("k") and tell.maybe(0.8):
        start_section(tell, "comorbidities", "history", " ")
        tell.say(("%k",), after="\n")
    if tell.maybe(0.8):
        start_section(tell, "allergies", after=" ")
        if not tell.say(("%allergy",), after="\n"):
            tell.say(("NKDA", "None known"), after="\n")
    tell.page.end_paragraph()


def _write_stay(tell: Teller) -> None:
    start_section(tell, "course")
    is_long = (tell.date - (tell.what.start or tell.date)).days >= 4
    frames = books.forms["course"][_classify_stay(tell)]
    frames = tuple(frame for frame in frames if is_long or " day " not in frame)
    if not write_course(tell, 2):
        parts.write_background(tell)
    tell.say_some(frames, 3, 4, 5)
    checks.write_examination(tell, tell.chance.choice((0, 1, 1, 2)))
    parts.write_investigations(tell, 1)
    tell.say(books.story.response)
    checks.write_bloods(tell)
    denials = [frame for frame in books.letter.denies if "wrote" not in frame]
    parts.write_denials(tell, 0.15, denials)
    tell.page.end_paragraph()


def _write_medication(tell: Teller) -> None:
    start_section(tell, "medications", after="\n")
    mark = tell.chance.choice(("1", "-", ""))
    drugs = tell.list_regular_drugs()[:3]
    for drug in tell.find_things(tell.event.drugs)[:2]:
        if not any(word in drug.details["dose"] for word in _INFUSED):  # these end with the stay
            drugs.append(drug)
    for number, drug in enumerate(drugs, 1):
        why = tell.things.get(drug.reason)
        dose, lead = drug.details["dose"], number_item(mark, number)
        tell.say(books.forms.tablets, lead=lead, after="\n", again=True, m=drug, dose=dose, why=why)
    extras: dict[str, list[str]] = defaultdict(list)
    for frame in _list_extras(tell, drugs):
        extras[frame.split()[0]].append(frame)
    names = tell.chance.sample(list(extras), min(len(extras), 2 if len(drugs) < 3 else 1))
    for number, name in enumerate(names, len(drugs) + 1):
        tell.say(extras[name], lead=number_item(mark, number), after="\n")
    tell.page.end_paragraph()


def _list_extras(tell: Teller, drugs: list[Thing]) -> list[str]:
    """Return the usual extra drugs that fit the patient's other drugs and allergies."""
    listed_drugs = tell.find_things((*tell.patient.medication, *tell.patient.allergies))
    names = " ".join(name.lower() for drug in (*listed_drugs, *drugs) for name in drug.names)
    clashes = books.forms.get_words("clashes").items()
    barred = [word for word, stems in clashes if any(stem in names for stem in stems.split())]
    if _classify_stay(tell) != "operation":
        barred += ["dalteparin", "codeine"]
    extras = books.forms.extras
    return [frame for frame in extras if not any(word in frame.lower() for word in barred)]
