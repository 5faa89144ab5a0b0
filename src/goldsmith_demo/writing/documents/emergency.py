"""Notes of the emergency department, dictated or typed between two patients."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.outpatient.background import (
    allergies,
    dose,
    family,
    medication,
    past,
    review,
    social,
)
from goldsmith_demo.writing.documents.outpatient.chart import Phrase, given
from goldsmith_demo.writing.documents.outpatient.exam import examination
from goldsmith_demo.writing.documents.outpatient.history import (
    age,
    denial,
    noun,
    plain,
    short,
    treatments,
)
from goldsmith_demo.writing.documents.outpatient.measures import bloods, observations, panel, vitals
from goldsmith_demo.writing.page import Page


class Hand(msgspec.Struct, frozen=True):
    """How one emergency physician writes."""

    titles: Mapping[str, str]
    after: str
    terse: bool


_DICTATED = Hand(
    {
        "chief_complaint": "CHIEF COMPLAINT:",
        "history": "HISTORY OF PRESENT ILLNESS:",
        "review": "REVIEW OF SYSTEMS:",
        "past_history": "PAST MEDICAL HISTORY:",
        "medications": "MEDICATIONS:",
        "allergies": "ALLERGIES:",
        "social": "SOCIAL HISTORY:",
        "family": "FAMILY HISTORY:",
        "examination": "PHYSICAL EXAMINATION:",
        "results": "DIAGNOSTIC STUDIES:",
        "course": "EMERGENCY DEPARTMENT COURSE:",
        "assessment": "FINAL DIAGNOSES:",
        "plan": "DISPOSITION:",
    },
    " ",
    False,
)
_TYPED = Hand(
    {
        "chief_complaint": "CC",
        "history": "HPI",
        "review": "ROS",
        "past_history": "PMH/PSH",
        "medications": "Meds",
        "allergies": "Allergies",
        "social": "Social",
        "family": "FHx",
        "examination": "Exam",
        "results": "Labs/Imaging",
        "course": "MDM / ED Course",
        "assessment": "Impression",
        "plan": "Plan",
    },
    "\n",
    True,
)
_ATTENDING = Hand(
    {
        "chief_complaint": "Chief complaint:",
        "history": "History:",
        "review": "Review of systems:",
        "past_history": "Past history:",
        "medications": "Medications:",
        "allergies": "Allergies:",
        "social": "Social history:",
        "family": "Family history:",
        "examination": "Physical exam:",
        "results": "Laboratory and radiology:",
        "course": "ED course and medical decision making:",
        "assessment": "Clinical impression:",
        "plan": "Disposition and plan:",
    },
    " ",
    False,
)
_HANDS = (_DICTATED, _DICTATED, _TYPED, _ATTENDING)
_NEEDED = frozenset(("chief_complaint", "history", "examination", "course", "assessment", "plan"))
_ATTEST = (
    "I saw and evaluated {patient:the patient}, and I agree with the resident's findings and "
    "plan as "
    "documented.",
    "This is an attending note. {patient:The patient} was seen with the resident and I have "
    "reviewed "
    "the history.",
    "I have personally examined {patient:<name>}.",
)
_COMES = (
    "This is a(n) <age> <noun> [who presents to|who comes to|brought to] the emergency department "
    "[with|complaining of|with a chief complaint of] <f>.",
    "{patient:<name>} is a(n) <age> <noun> [presenting with|who presents with|here with] <f>.",
    "The patient is a(n) <age> <noun> [who states {she} has had|with] <f> [since yesterday|"
    "since last night|for the last day or so].",
    "<age> <noun> [sent in by oncology|referred by {her} physician|brought in by {her} <rel>] "
    "with <f>.",
    "{patient:<name>} [arrived by ambulance|walked in|was brought in by {her} <rel>] [because "
    "of|with] "
    "<f>.",
)
_COMES_TERSE = (
    "<short> c/o <f>.", "<short> p/w <f> [x 1d|x 2d|since last noc].", "<short> BIBEMS w/ <f>.",
    "<short> BIB <rel> for <f>.", "<short>, <f>[, worse today|].",
)  # fmt: skip
_KNOWN = (
    "{She} has a history of <c!hist>.",
    "{Her} history is [significant|remarkable] for <c>[, {g=Result:stage <stage>}|].",
    "Of note, {she} [is being treated for|carries a diagnosis of] <c>.",
    "Known <c>, [followed by|under the care of] Dr. <onc>.",
    "Onc hx: <c>.",
    "{She} is a patient of Dr. <onc> with <c>.",
)
_DETAIL = (
    "{f!the} came on [suddenly|gradually] [this morning|last evening|overnight].",
    "[Nothing makes|Rest does not make] {f!it} better.",
    "{She} [called|spoke with] the on-call nurse and was told to come in.",
    "{She} took {d=Drug-or-device:[paracetamol|ibuprofen]} at home [without relief|with little "
    "effect].",
    "{She} has [not had|never had] [anything like this|similar symptoms] before.",
    "{Her} <rel> [drove|came with] {her:<obj>}[ and gives some of the history|].",
    "{She} had been [well|{her} usual self] until then.",
    "[Has been|Was] [drinking|eating] [little|less than usual].",
    "No [known|] sick contacts.",
)
_SCORED = "{She} [scores|rates] the pain [as moderate|6/10|5 out of 10|at 7]."
_BLOODS = (
    "<b>.", "Labs show <b>.", "Laboratory studies [were remarkable for|revealed] <b>.", "CBC: <b>.",
)  # fmt: skip
_FILMS = (
    ("{x=Investigation:Chest X-ray}, [read by me|as interpreted by radiology], shows "
     "{n=Negation:no} "
     "[acute|focal] {k=Condition!neg!d:infiltrate}.",
     "pneumonia pleural_effusion consolidation lung_metastases"),
    ("{x=Investigation:ECG}: {r=Result:sinus [rhythm|tachycardia]}, {n=Negation:no} "
     "{k=Condition!neg!d:ST elevation}. | x has_finding r", "atrial_fibrillation"),
    ("{x=Investigation:Urinalysis} {r=Result:negative}. | x has_finding r", "uti"),
    ("{x=Investigation:Troponin} {r=Result:< 0.01}. | x has_finding r", "myocardial_infarction"),
)  # fmt: skip
_CONSIDERED = (
    ("{n=Negation:Differential includes} {k=Condition!poss!d:[sepsis|pneumonia]} and "
     "{j=Condition!poss!d:[pulmonary embolism|PE]}. | n negation_modifies k, n negation_modifies j",
     "fever dyspnoea cough chest_pain rigors", "pulmonary_embolism pneumonia neutropenic_sepsis"),
    ("I considered {n=Negation:possible} {k=Condition!poss!d:[ACS|acute coronary syndrome]}, "
     "[less likely given|unlikely with] the history.",
     "chest_pain dyspnoea epigastric_pain dizziness fatigue", "myocardial_infarction angina"),
    ("{n=Negation:Low suspicion for} {k=Condition!poss!d:[PE|pulmonary embolism]}.",
     "chest_pain cough haemoptysis fever leg_swelling dizziness fatigue",
     "pulmonary_embolism dyspnoea"),
    ("{n=Negation:Doubt} {k=Condition!poss!d:meningitis}, {l=Locus:neck} supple.",
     "headache confusion seizure fever", "brain_metastases"),
    ("{n=Negation:Doubt} {k=Condition!poss!d:[stroke|CVA]}, exam nonfocal.",
     "headache confusion seizure dizziness", "brain_metastases stroke"),
    ("{x=Investigation:Bedside ultrasound} [showed|with] {n=Negation:no} "
     "{k=Condition!neg!d:pericardial effusion}.", "dyspnoea chest_pain dizziness fever", ""),
    ("{n=Negation:Cannot exclude} {k=Condition!poss!d:[infection|occult infection]} at this point.",
     "fever abdominal_pain diarrhoea vomiting fatigue nausea cough",
     "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis"),
    ("{n=Negation:No evidence of} {k=Condition!neg!d:[acute abdomen|peritonitis]}.",
     "abdominal_pain vomiting nausea constipation diarrhoea rectal_bleeding altered_bowel_habit",
     "anastomotic_leak"),
    ("{n=Negation:No sign of} {k=Condition!neg!d:sepsis}[ at this time|].",
     "abdominal_pain vomiting diarrhoea cough dyspnoea dizziness",
     "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis fever rigors"),
    ("{n=Negation:No evidence of} {k=Condition!neg!d:bowel obstruction} [on exam|clinically].",
     "abdominal_pain vomiting nausea constipation", "bowel_obstruction ileus anastomotic_leak"),
    ("{n=Negation:Low suspicion for} {k=Condition!poss!d:pneumonia}[, lungs clear|].",
     "cough fever rigors", "pneumonia dyspnoea pleural_effusion consolidation"),
    ("{n=Negation:Doubt} {k=Condition!poss!d:DVT}, calves equal.",
     "dyspnoea chest_pain", "dvt leg_swelling pulmonary_embolism"),
    ("{n=Negation:Worrisome for} {k=Condition!poss!d:[neoplasm|malignancy]}[ for now|].",
     "", ""),
)  # fmt: skip
_ROOM = (
    "[Nursing notes reviewed.|Old records reviewed.|Triage note reviewed.]",
    "[Seen promptly|Seen on arrival|Evaluated] in room [4|7|12|16].",
    "{She} [remained stable|was reassessed and felt better|rested comfortably] [here|in the "
    "department].",
    "[Reassessed|Rechecked] [twice|after an hour], [comfortable|no worse].",
    "[Findings explained|Plan discussed] with {her:<obj>} and the family.",
)
_SICK_ROOM = (
    *_ROOM,
    "[The patient|{patient}] was placed on a monitor and {i=Drug-or-device:IV} access obtained.",
    "{x=Investigation:Blood cultures} were [sent|drawn] x2.",
    "[Discussed with|D/w] Dr. <onc>, who [agrees|is aware].",
    "{i=Drug-or-device:IV fluids} [running|given], [1 L|500 cc] so far.",
    "[Labs drawn|Bloods sent] and {i=Drug-or-device:line} placed on arrival.",
)
_FEVERISH = frozenset(
    "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis fever "
    "pelvic_collection anastomotic_leak bowel_obstruction ileus renal_impairment "
    "hypercalcaemia".split()
)
_GAVE = (
    "{She} was [given|started on] {x}<d> for {c!the}. | x has_indication c",
    "{x}<d> [given|started|ordered] for {c}. | x has_indication c",
    "[Treated|Covered] with {x}. | x has_indication c",
    "We [gave|began] {x} [here|in the ED] for {c}. | x has_indication c",
)
_ADMIT = (
    "Admitted to [medicine|oncology|the floor] in [stable|guarded] condition.",
    "[Admit|Admission] to Dr. <onc>'s service.",
    "The patient will be admitted for further management of {c!the}.",
    "Admit. If {a=Condition!hyp!s:[hypotension|hypoxia]} develops, [ICU|step-down] evaluation.",
    "{She} is being admitted; [{her} <rel> is|family is] aware.",
)
_HOME = (
    "Discharged home[ in good condition|]. Return for {a=Condition!hyp!s:fever}, "
    "{b=Condition!hyp!s:vomiting} or {k=Condition!hyp!s:worsening pain}.",
    "Home with close follow-up. If {a=Condition!hyp!s:[bleeding|the bleeding]} or "
    "{b=Condition!hyp!s:chest pain} [recurs|occurs], come back at once.",
    "D/c home, f/u [PCP|Dr. <gp>] [1-2 days|this week] for further {x=Investigation!hyp:[work-up|"
    "imaging]}. ED precautions given.",
    "The patient will follow up with Dr. <gp>[ for outpatient {x=Investigation!hyp:evaluation}|]. "
    "[Stable at discharge.|Verbalized understanding.]",
)
_LEAFLET = (
    "[General|Printed] advice on {a=Condition!unrel!d:influenza} season handed out to everyone.",
    "Waiting room flyer on {a=Condition!unrel!d:stroke} and {b=Condition!unrel!d:heart attack} "
    "signs "
    "given [to family|].",
)


def write(page: Page, event: Event) -> None:
    """One visit to the emergency department."""
    ward = Ward(page, event)
    hand = ward.chance.choice(_HANDS)
    _top(ward, hand)
    for kind in _sections(ward, hand):
        listed = kind in ("medications", "past_history", "assessment") and hand is not _DICTATED
        page.heading(hand.titles[kind], kind, "\n" if listed else hand.after)
        _PARTS[kind](ward, hand)
        page.paragraph()
    _end(ward, hand)


def _sections(ward: Ward, hand: Hand) -> list[str]:
    gone = set() if ward.regular() else {"medications"}
    free = [kind for kind in hand.titles if kind not in _NEEDED | gone]
    keep = _NEEDED | set(ward.some(free, ward.chance.randint(5, 7)))
    return [kind for kind in hand.titles if kind in keep]


def _top(ward: Ward, hand: Hand) -> None:
    hour = f"{ward.chance.randint(0, 23):02}{ward.pick(':', '')}{ward.chance.randint(10, 59)}"
    if hand is _DICTATED:
        ward.page.line(f"{ward.patient.hospital.upper()} EMERGENCY DEPARTMENT")
        ward.say("DATE OF SERVICE: {t}", t=ward.written(ward.came), after="\n")
    else:
        ward.say(f"[ED note|Emergency Dept|ED] {{t}} {hour}", t=ward.written(ward.came), after="\n")
    ward.page.paragraph()
    if hand is _ATTENDING:
        ward.say(_ATTEST, plain("name", ward.name))
        ward.page.paragraph()


def _first(ward: Ward) -> list[Thing]:
    return ward.complaints()[:3] or ward.found()[:1]


def _complaint(ward: Ward, hand: Hand) -> None:
    found = _first(ward)[:2]
    if found:
        ward.say(["<f>.", "<f>"] if not hand.terse else ["<f>"], ward.several("f", found))
    else:
        ward.say("Referred for evaluation.")


def _history(ward: Ward, hand: Hand) -> None:
    words = _words(ward)
    found = _first(ward)
    ways = _COMES_TERSE if hand.terse else _COMES
    if found:
        ward.say(ways, *words, ward.several("f", found, articles=not hand.terse))
    if ward.tumour:
        known = [way for way in _KNOWN if ward.patient.stage or "<stage>" not in way]
        ward.say(known, *words, ward.sited("c", ward.tumour))
        if ward.maybe(0.7):
            treatments(ward, ward.chance.randint(1, 2))
    _details(ward, found, words)
    denial(ward, count=ward.chance.randint(2, 5))


def _details(ward: Ward, found: list[Thing], words: list[Phrase]) -> None:
    one = len(found) == 1 and bool(ward.problems())
    ways = _DETAIL if one else _DETAIL[3:]
    if any("pain" in thing.base or thing.base == "headache" for thing in found):
        ways = (*ways, _SCORED)
    about = given(f=found[0]) if one else given()
    for way in ward.some(ways, ward.chance.randint(1, 3)):
        ward.say(way, *words, about)


def _words(ward: Ward) -> list[Phrase]:
    patient = ward.patient
    facts = {
        "name": ward.name,
        "age": age(ward),
        "noun": noun(ward),
        "short": short(ward),
        "rel": patient.relative.role or "family",
        "onc": patient.consultant.last,
        "gp": patient.gp.last,
        "obj": "her" if patient.sex == "female" else "him",
        "stage": patient.stage,
    }
    return [plain(name, text) for name, text in facts.items()]


def _exam(ward: Ward, hand: Hand) -> None:
    which = ward.pick("thbrs", "tbhrs", "thb", "bhrs")
    lead = (
        ward.pick("VITAL SIGNS: ", "Vital signs: ", "") if not hand.terse else ward.pick("VS ", "")
    )
    phrase = observations(ward, "v", which, vitals(ward, ill=_stays(ward)))
    ward.say(f"{lead}<v>.", phrase, after="\n" if hand.terse else " ")
    ill = any(one.is_disorder for one in ward.problems())
    examination(ward, noun(ward), ill=ill, rows=hand.terse)


def _results(ward: Ward, _: Hand) -> None:
    ward.say(_BLOODS, bloods(ward, "b", panel("fbc")))
    if ward.maybe(0.6):
        ward.say("<b>.", bloods(ward, "b", panel("u_and_e")))
    ways = [way for way, bases in _FILMS if not ward.has() & set(bases.split())]
    for way in ward.some(ways, ward.chance.randint(1, 2)):
        ward.say(way)


def _course(ward: Ward, _: Hand) -> None:
    words = _words(ward)
    has, acute = ward.has(), ward.acute()
    ways = [
        way
        for way, needed, bases in _CONSIDERED
        if not has & set(bases.split()) and (not needed or acute & set(needed.split()))
    ]
    ways = [way for way in ways if not ward.tumour or "Worrisome" not in way]
    ill = any(one.is_disorder for one in ward.problems())
    infected = bool(has & _FEVERISH)
    room = [one for one in _SICK_ROOM if infected or not ("cultures" in one or "IV fluids" in one)]
    for way in ward.some(room if ill else _ROOM, ward.chance.randint(1, 3)):
        ward.say(way, *words)
    for way in ward.some(ways, ward.chance.randint(1, 2)):
        ward.say(way)
    about = (ward.problems() or _first(ward))[:1]
    for drug in ward.drugs()[:2] if about and ward.event.kind != "chemotherapy" else []:
        amount = dose(ward, drug)
        gave = _GAVE if drug.reason in (about[0].key, "") else ("[Also given|Also]: {x}<d>.",)
        ward.say(gave, plain("d", f" {amount}" if amount else ""), x=drug, c=about[0])


def _impression(ward: Ward, _: Hand) -> None:
    rows = [*ward.problems(), *ward.unexplained()][:3]
    if ward.tumour:
        rows.append(ward.tumour)
    for number, one in enumerate(rows, 1):
        ways = ["<c>.", "<c>"] if number > 1 or ward.problems() else [
            "<c>.", "<c>, [etiology unclear|cause undetermined].",
            "<c>, {n=Negation:rule out} {k=Condition!poss!d:[malignancy|infection|neoplasm]}.",
        ]  # fmt: skip
        ward.say([f"{number}. {way}" for way in ways], ward.sited("c", one), after="\n")


def _stays(ward: Ward) -> bool:
    """Whether the patient is ill enough to be admitted."""
    about = ward.problems()[:1]
    return bool(about and about[0].is_disorder) or ward.event.kind == "admission"


def _plan(ward: Ward, _: Hand) -> None:
    about, stays = ward.problems()[:1], _stays(ward)
    ways = [way for way in (_ADMIT if stays else _HOME) if about or "{c!" not in way]
    which = given(c=about[0]) if about else given()
    ward.say(ways, *_words(ward), which)
    if not stays and ward.maybe(0.3):
        ward.say(_LEAFLET)


def _end(ward: Ward, hand: Hand) -> None:
    if hand is _DICTATED and ward.maybe(0.5):
        ward.page.line(f"Dictated but not read. cc: Dr. {ward.patient.gp.last}")


_PARTS: dict[str, Callable[[Ward, Hand], None]] = {
    "chief_complaint": _complaint,
    "history": _history,
    "review": lambda ward, hand: review(ward, terse=hand.terse),
    "past_history": lambda ward, hand: past(ward, "-" if hand.terse else ""),
    "medications": lambda ward, hand: medication(ward, ward.regular(), "-" if hand.terse else "1"),
    "allergies": lambda ward, _: allergies(ward),
    "social": lambda ward, _: social(ward),
    "family": lambda ward, _: family(ward),
    "examination": _exam,
    "results": _results,
    "course": _course,
    "assessment": _impression,
    "plan": _plan,
}

WRITERS: dict[tuple[str, str], Callable[[Page, Event], None]] = {("emergency", ""): write}
