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
_DOSES = ("20 mg od", "10 mg od", "500 mg bd", "5 mg od", "40 mg nocte", "75 mg od", "100 mg bd")


def write_discharge(page: Page, event: Event) -> None:
    """Write a discharge summary with medication and follow-up."""
    tell = start_note(page, event, page.chance.choice(("plain", "brisk", "brisk")))
    page.came = tell.event.date if event.kind == "discharge" else None
    tell.common["gp"] = tell.patient.gp.called
    _write_top(tell)
    start_section(tell, ("Diagnosis:", "DIAGNOSIS:", "Primary diagnosis:"), "diagnosis")
    ill = ("{what}",) if tell.what.kind == "Condition" else ()
    tell.say(("{c} of the @c[, {tnm}|]", "{c}, @c", "{c}[, {stage}|]", *ill), after="\n")
    sort = _classify_stay(tell)
    titles = ("Reason for admission:", "Admission:", "ADMISSION:" if sort else "ADMITTED WITH:")
    start_section(tell, titles, "course")
    tell.say(books.forms["reason"][sort], after="\n")
    _write_background(tell)
    _write_stay(tell)
    _write_medication(tell)
    start_section(tell, ("Follow up:", "Follow-up:", "FOLLOW-UP", "Plan:"), "followup")
    for _ in range(tell.chance.choice((2, 3))):
        tell.say(books.forms.follow)
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
        start_section(tell, ("Comorbidities:", "Other diagnoses:"), "history", " ")
        tell.say(("%k",), after="\n")
    if tell.maybe(0.8):
        start_section(tell, ("Allergies:", "ALLERGIES:"), "allergies", " ")
        if not tell.say(("%allergy",), after="\n"):
            tell.say(("NKDA", "None known"), after="\n")
    tell.page.end_paragraph()


def _write_stay(tell: Teller) -> None:
    titles = ("Clinical summary:", "Hospital course:", "Summary:", "HOSPITAL COURSE")
    start_section(tell, titles, "course")
    begun = tell.what.start or tell.event.date
    is_long = (tell.date - min(begun, tell.event.date)).days >= 4
    frames = books.forms["course"][_classify_stay(tell)]
    frames = tuple(frame for frame in frames if is_long or " day " not in frame)
    if not write_course(tell, 2):
        parts.write_background(tell)
    for _ in range(tell.chance.choice((3, 4, 5))):
        tell.say(frames)
    checks.write_examination(tell, tell.chance.choice((0, 1, 1, 2)))
    parts.write_investigations(tell, 1)
    tell.say(books.story.response)
    checks.write_bloods(tell)
    denials = [frame for frame in books.letter.denies if "wrote" not in frame]
    parts.write_denials(tell, 0.15, denials)
    tell.page.end_paragraph()


def _write_medication(tell: Teller) -> None:
    titles = ("Medication on discharge:", "TTOs:", "Discharge medication:", "DISCHARGE MEDICATIONS")
    start_section(tell, titles, "medications", "\n")
    mark = tell.chance.choice(("1", "-", ""))
    drugs = tell.list_regular_drugs(tell.date)[:3]
    drugs += [item for item in tell.find_things(tell.event.drugs)[:2] if _is_taken_home(item)]
    lines = 0
    for drug in {item.key: item for item in drugs}.values():
        why = tell.find_thing(drug.reason)
        lines += 1
        dose = drug.details.get("dose") or tell.chance.choice(_DOSES)
        lead = number_item(mark, lines)
        tell.say(books.forms.tablets, lead=lead, after="\n", again=True, m=drug, dose=dose, why=why)
    extras: dict[str, list[str]] = defaultdict(list)
    for frame in _list_extras(tell, drugs):
        extras[frame.split()[0]].append(frame)
    for drug_name in tell.chance.sample(list(extras), min(len(extras), 2 if lines < 3 else 1)):
        lines += 1
        tell.say(extras[drug_name], lead=number_item(mark, lines), after="\n")
    tell.page.end_paragraph()


def _is_taken_home(drug: Thing) -> bool:
    """Return whether a drug of the stay continues at home: infusions do not."""
    amount = drug.details.get("dose", "")
    return drug.kind == "Drug-or-device" and not any(word in amount for word in _INFUSED)


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
