"""Discharge summaries, reports and audit forms."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Person, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives import blanks, letter, parts
from goldsmith_demo.writing.documents.narratives.course import LISTED, course, treatments
from goldsmith_demo.writing.documents.narratives.facts import Facts, gather
from goldsmith_demo.writing.documents.narratives.facts import looked as shown_by
from goldsmith_demo.writing.documents.narratives.parts import (
    background,
    bloods,
    dated,
    denies,
    examination,
    looked,
    signature,
)
from goldsmith_demo.writing.documents.narratives.story import AFTER, PATHOLOGY, RESPONSE, recall
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.page import Page

_LABELS = {
    "operation": ("Definitive surgery", "Operation", "Procedure"),
    "chemotherapy": ("Chemotherapy", "Systemic treatment", "Regimen"),
    "radiotherapy": ("Radiotherapy", "RT", "Irradiation"),
}
_DOSES = ("20 mg od", "10 mg od", "500 mg bd", "5 mg od", "40 mg nocte", "75 mg od", "100 mg bd")


def discharge(page: Page, event: Event) -> None:
    """A discharge summary with medication and follow-up."""
    tell = Teller(page, event, page.chance.choice(("plain", "brisk", "brisk")))
    facts = gather(tell)
    recall(tell, facts)
    tell.common["gp"] = f"{facts.patient.gp.title} {facts.patient.gp.last}"
    _top(tell, facts)
    _heading(tell, ("Diagnosis:", "DIAGNOSIS:", "Primary diagnosis:"), "diagnosis")
    main = facts.thing(event.what)
    ill = ("{what}",) if main is None or main.kind == "Condition" else ()
    tell.say(("{c} of the @c[, {tnm}|]", "{c}, @c", "{c}[, {stage}|]", *ill), after="\n")
    sort = _sort(facts)
    titles = ("Reason for admission:", "Admission:", "ADMISSION:" if sort else "ADMITTED WITH:")
    _heading(tell, titles, "course")
    tell.say(blanks.REASON[sort], after="\n")
    _before(tell)
    _stay(tell, facts)
    _medication(tell, facts)
    _follow(tell)
    signature(tell, _junior(facts), closing=False)


def _sort(facts: Facts) -> str:
    """What the stay was for: an operation, another treatment, or nothing of the kind."""
    main = facts.thing(facts.event.what)
    if facts.event.kind == "chemotherapy":
        return "chemotherapy"
    if main is None or main.kind != "Intervention":
        return ""
    if "operation" in main.generic:
        return "operation"
    return "transplant" if "transplant" in main.base else "procedure"


def _top(tell: Teller, facts: Facts) -> None:
    page, patient = tell.page, facts.patient
    titles = (
        "DISCHARGE SUMMARY",
        "Discharge summary",
        "DISCHARGE LETTER",
        "Interim discharge letter",
    )
    wards = ("Ward 9", "Ward 4A", "Surgical unit", "Oncology ward", "Ward 12", patient.hospital)
    page.line(f"{tell.chance.choice(titles)} - {tell.chance.choice(wards)}")
    page.line(
        f"{patient.title} {patient.first} {patient.last.upper()}, {patient.age(page.date)} yrs"
    )
    day = times.written(page.date, patient.style, tell.chance, creation=True)
    came = times.written(facts.event.date, patient.style, tell.chance)
    if facts.event.date < page.date:
        tell.say(
            ("Admitted {came}, discharged {left}", "Adm {came} - Disch {left}"),
            after="\n",
            came=came,
            left=day,
        )
    else:
        tell.say(("Discharged {left}", "Date of discharge: {left}"), after="\n", left=day)
    page.paragraph()


def _heading(tell: Teller, titles: tuple[str, ...], kind: str, after: str = "") -> None:
    tell.page.heading(tell.chance.choice(titles), kind, after or tell.chance.choice((" ", "\n")))


def _before(tell: Teller) -> None:
    if tell.common.get("k") and tell.maybe(0.8):
        _heading(tell, ("PMH:", "Past history:", "Other diagnoses:"), "history", " ")
        tell.say(("%k",), after="\n")
    if tell.maybe(0.8):
        _heading(tell, ("Allergies:", "ALLERGIES:"), "allergies", " ")
        if not tell.say(("%allergy",), after="\n"):
            tell.say(("NKDA", "None known"), after="\n")
    tell.page.paragraph()


def _stay(tell: Teller, facts: Facts) -> None:
    _heading(
        tell, ("Clinical summary:", "Hospital course:", "Summary:", "HOSPITAL COURSE"), "course"
    )
    said = [one for one in blanks.COURSE[_sort(facts)] if facts.stayed(4) or " day " not in one]
    if not course(tell, facts, 2):
        background(tell)
    for _ in range(tell.chance.choice((3, 4, 5))):
        tell.say(said)
    examination(tell, facts, tell.chance.choice((0, 1, 1, 2)))
    looked(tell, facts, 1)
    tell.say(RESPONSE)
    bloods(tell, facts)
    denies(tell, facts, 0.15, [one for one in letter.DENIES if "wrote" not in one])
    tell.page.paragraph()


def _medication(tell: Teller, facts: Facts) -> None:
    titles = ("Medication on discharge:", "TTOs:", "Discharge medication:", "DISCHARGE MEDICATIONS")
    _heading(tell, titles, "medications", "\n")
    bullets = tell.chance.choice(
        (("1. ", "2. ", "3. ", "4. ", "5. ", "6. "), ("- ",) * 6, ("",) * 6)
    )
    drugs = facts.things(facts.patient.medication, 3)
    drugs += [one for one in facts.things(facts.event.drugs, 2) if _taken_home(one)]
    lines = 0
    for drug in {one.key: one for one in drugs}.values():
        why = facts.thing(drug.reason)
        tell.item(blanks.TABLETS, lead=bullets[lines], m=drug, dose=_dose(tell, drug), why=why)
        lines += 1
    extras = _extras(facts, drugs)
    for _ in range(2 if lines < 3 else 1):
        tell.say(extras, lead=bullets[lines], after="\n")
        lines += 1
    tell.page.paragraph()


def _taken_home(drug: Thing) -> bool:
    """Whether a drug of the stay goes on at home: not what is infused."""
    amount = drug.details.get("dose", "")
    return drug.kind == "Drug-or-device" and not any(
        word in amount for word in ("IV", "/m2", "mg/kg", "AUC", "over", "infus")
    )


_THINNERS = ("warfarin", "parin", "rivarox", "clopid")
_STOMACH = ("prazole",)
_OPIOIDS = ("code", "morph", "tramadol", "oxycod", "paracet", "acetamin", "cocod", "co-cod")


def _extras(facts: Facts, drugs: list[Thing]) -> list[str]:
    """What goes with anybody, less what clashes with the patient's own drugs and allergies."""
    known = [
        *facts.things(facts.patient.medication),
        *facts.things(facts.patient.allergies),
        *drugs,
    ]
    names = " ".join(name.lower() for one in known for name in one.names)
    kept = []
    for frame in blanks.EXTRAS:
        low = frame.lower()
        clash = (
            (_sort(facts) != "operation" and ("dalteparin" in low or "codeine" in low))
            or ("dalteparin" in low and any(stem in names for stem in _THINNERS))
            or ("omeprazole" in low and any(stem in names for stem in _STOMACH))
            or (any(s in low for s in ("paracet", "codeine")) and any(s in names for s in _OPIOIDS))
            or any(word in names for word in ("lactulose", "ondans", "metoclop") if word in low)
        )
        if not clash:
            kept.append(frame)
    return kept


def _dose(tell: Teller, drug: Thing) -> str:
    return drug.details.get("dose") or tell.chance.choice(_DOSES)


def _follow(tell: Teller) -> None:
    _heading(tell, ("Follow up:", "Follow-up:", "FOLLOW-UP", "Plan:"), "followup")
    for _ in range(tell.chance.choice((2, 3))):
        tell.say(blanks.FOLLOW)


def _junior(facts: Facts) -> Person:
    return next(
        (one for one in facts.patient.others if "regist" in one.role.lower()), facts.patient.surgeon
    )


def report(page: Page, event: Event) -> None:
    """A report: outcome of a meeting, a nurse's visit, or a course of radiotherapy."""
    tell = Teller(page, event, page.chance.choice(("plain", "brisk")))
    facts = gather(tell)
    recall(tell, facts)
    beam = facts.thing(event.what) if event.kind == "radiotherapy" else None
    if beam is not None:
        tell.common["rx"] = beam
        tell.common["dose"] = (
            tell.words("Result", beam.details["dose"]) if ("dose" in beam.details) else None
        )
        _beamed(tell, facts)
    elif event.kind in ("mdt", "diagnosis", "recurrence", "operation"):
        _met(tell, facts)
    else:
        _nursed(tell, facts)


def _title(tell: Teller, titles: tuple[str, ...]) -> None:
    page, patient = tell.page, tell.patient
    page.line(tell.chance.choice(titles))
    page.line(
        tell.chance.choice(
            (
                f"{patient.title} {patient.first} {patient.last}, {patient.number}",
                f"Patient: {patient.first} {patient.last.upper()}",
                f"Re {patient.title} {patient.last}, {patient.hospital}",
            )
        )
    )
    dated(tell)
    page.paragraph()


def _met(tell: Teller, facts: Facts) -> None:
    page = tell.page
    _title(
        tell,
        (
            "MDT OUTCOME",
            "Report of multidisciplinary meeting",
            "MDM proforma",
            "Tumour board" if facts.patient.style != "us" else "Tumor board",
        ),
    )
    _heading(tell, ("Case summary:", "Clinical details:", "Summary:"), "history")
    tell.say(blanks.DISCUSSED)
    tell.say(blanks.DISCUSSED)
    course(tell, facts)
    tell.say(letter.PAST)
    if tell.maybe(0.6):
        parts.drugs(tell, facts)
    denies(tell, facts, 0.3)
    page.paragraph()
    _heading(tell, ("Imaging and pathology:", "Reviewed:", "Findings:"), "findings")
    tell.say(PATHOLOGY)
    looked(tell, facts, 3)
    bloods(tell, facts)
    page.paragraph()
    _heading(tell, ("Outcome:", "Decision:", "Recommendation:", "Consensus:"), "plan")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(blanks.CONSENSUS)
    signature(tell, facts.patient.surgeon, closing=False)


def _nursed(tell: Teller, facts: Facts) -> None:
    page = tell.page
    _title(
        tell,
        (
            "CLINICAL NURSE SPECIALIST REPORT",
            "Nurse-led review",
            "Report of home visit",
            "Holistic needs assessment",
        ),
    )
    background(tell)
    course(tell, facts)
    tell.say(AFTER)
    page.paragraph()
    for _ in range(tell.chance.choice((5, 6, 7))):
        tell.say(blanks.NURSED)
    denies(tell, facts, 0.3)
    examination(tell, facts, 1)
    page.paragraph()
    looked(tell, facts, 2)
    tell.say(RESPONSE)
    tell.say(letter.PAST)
    bloods(tell, facts)
    page.paragraph()
    for _ in range(2):
        tell.say(blanks.FOLLOW)
    nurse = next((one for one in facts.patient.others if "nurse" in one.role.lower()), None)
    signature(tell, nurse or facts.patient.consultant, closing=False)


def _beamed(tell: Teller, facts: Facts) -> None:
    _title(
        tell,
        (
            "RADIOTHERAPY COMPLETION REPORT",
            "Radiotherapy treatment summary",
            "End of treatment report",
        ),
    )
    tell.say(blanks.BEAMED[:1])
    frames = list(blanks.BEAMED[1:])
    for number in range(8):
        tell.say(frames)
        if number == 3:
            tell.page.paragraph()
    examination(tell, facts, 1)
    bloods(tell, facts)
    tell.say(letter.PAST)
    denies(tell, facts, 0.3)
    signature(tell, facts.patient.consultant, closing=False)


def audit(page: Page, event: Event) -> None:
    """A form filled in for audit."""
    tell = Teller(page, event, "brisk")
    facts = gather(tell)
    recall(tell, facts)
    _title(
        tell,
        (
            "AUDIT PROFORMA",
            "Cancer audit data sheet",
            "Case note audit",
            "Clinical audit form",
            "Audit of cancer waiting times - case summary",
        ),
    )
    numbered, mark = tell.maybe(0.4), tell.chance.choice((": ", " - ", ": ", "? "))
    count, shown = 0, next(shown_by(facts), {})
    for labels, frames in blanks.ROWS:
        if tell.maybe(0.8):
            label = tell.chance.choice(labels)
            lead = f"{count + 1}. {label}{mark}" if numbered else f"{label}{mark}"
            count += tell.item(frames, shown, lead=lead)
    for kind, thing, given in treatments(facts)[-4:]:
        label = tell.chance.choice(_LABELS[kind])
        lead = f"{count + 1}. {label}{mark}" if numbered else f"{label}{mark}"
        count += tell.item(LISTED[kind], given, lead=lead, o=thing)
    page.paragraph()
    _heading(tell, ("Comments:", "Auditor's comments:", "Free text:"), "comment")
    for _ in range(tell.chance.choice((2, 3, 4))):
        tell.say(blanks.COMMENTS)
    looked(tell, facts, 2)
    tell.say(RESPONSE)
    page.paragraph()
    page.line(tell.chance.choice(("Completed by audit office", "Data clerk: BW", "Form checked")))
