"""Discharge summaries of intensive care, with the shorthand and the tables of American wards."""

from __future__ import annotations

from collections.abc import Callable

from goldsmith_demo.life.labs import ANALYTES
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.icu.course import course
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.outpatient.background import (
    allergies,
    dose,
    family,
    past,
    social,
)
from goldsmith_demo.writing.documents.outpatient.chart import Phrase, given
from goldsmith_demo.writing.documents.outpatient.exam import examination, scans
from goldsmith_demo.writing.documents.outpatient.history import (
    ASKED,
    age,
    denial,
    noun,
    plain,
    short,
    treatments,
)
from goldsmith_demo.writing.documents.outpatient.measures import (
    figure,
    label,
    observations,
    panel,
    vitals,
)
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.times import Time

_TITLES = {
    "chief_complaint": ("Chief Complaint:", "CC:"),
    "history": ("History of Present Illness:", "HPI:"),
    "past_history": ("Past Medical History:", "PMH:"),
    "social": ("Social History:", "SH:"),
    "family": ("Family History:", "FH:"),
    "examination": ("Physical Exam:", "PHYSICAL EXAM ON ADMISSION:", "PE:"),
    "results": ("Pertinent Results:", "Labs/Studies:"),
    "course": ("Brief Hospital Course:", "Hospital Course:", "HOSPITAL COURSE BY PROBLEM:"),
    "admission_medications": ("Medications on Admission:", "Home meds:"),
    "discharge_medications": ("Discharge Medications:", "Meds on discharge:"),
    "disposition": ("Discharge Disposition:", "Dispo:"),
    "diagnosis": ("Discharge Diagnosis:", "Discharge Diagnoses:"),
    "condition": ("Discharge Condition:",),
    "instructions": ("Discharge Instructions:",),
    "follow_up": ("Followup Instructions:", "Follow up:"),
}
_KINDS = {
    "admission_medications": "medications",
    "discharge_medications": "medications",
    "instructions": "plan",
}
_LISTS = frozenset(
    "past_history course admission_medications discharge_medications diagnosis results".split()
)
_NEEDED = frozenset(("chief_complaint", "history", "course", "diagnosis", "results"))
_OPENING = (
    "<short> [w/|with] <c>[ (dx {t})|] who [p/w|presents with|is transferred with] <f>.",
    "<short> with h/o <c!hist> p/w <f>.",
    "{patient:Pt} is a(n) <age> <noun> with <c> [admitted with|p/w|who presented to the ED with] "
    "<f>.",
    "<short>, <c>, now w/ <f>.",
    "This is a(n) <age> <noun> w/ <c>[, {g=Result:<stage>},|] [who presented w/|admitted for] <f>.",
)
_OPENING_UNKNOWN = (
    "<short> [p/w|who presents with|transferred w/] <f>.",
    "This is a(n) <age> <noun> [w/o significant PMH|] who [presented with|p/w] <f>.",
)
_STORY = (
    "[Was in USOH until|Had been well until] [the day prior to admission|1-2 days PTA], when {she} "
    "[noted|developed] {k!the}.",
    "Called [the on-call fellow|{her} oncologist] and was [told to come in|referred to the ED].",
    "Came to the ED with {her} <rel>.",
    "[Had|Reports] poor PO intake x [2|3] days.",
    "EMS was called by {her} <rel>.",
    "No sick contacts, no recent travel.",
    "{She} [lives with|was found by] {her} <rel>[, who noticed that {she} was not {herself}|].",
    "Symptoms [progressed|got worse] over [24|48] hours.",
    "{She} took {d=Drug-or-device:acetaminophen} without [much|] benefit.",
)
_INPATIENT = (
    "On POD#<pod> {she} [became unwell|was noted to be unwell] on the floor.",
    "[Transferred from|Moved from] the surgical floor on POD#<pod>.",
    "Had been doing well [after surgery|postop] until POD#<pod>.",
)
_IN_ED = (
    "In the ED, [initial|triage] VS: <v>.", "ED VS <v>.", "On arrival to ED <v>.",
    "In ED: <v>. [Received {i=Drug-or-device:1L NS}.|Given {i=Drug-or-device:IVF}.|]",
    "VS on transfer to ICU: <v>.",
)  # fmt: skip
_TABLE = {
    "white_cells": "WBC",
    "haemoglobin": "Hgb",
    "platelets": "Plt Ct",
    "neutrophils": "ANC",
    "creatinine": "Creat",
    "urea": "UreaN",
    "sodium": "Na",
    "potassium": "K",
    "alt": "ALT",
    "alp": "AlkPhos",
    "bilirubin": "TotBili",
    "albumin": "Albumin",
    "calcium": "Calcium",
}
_STUDIES = (
    ("{x=Investigation:CXR}: [{n=Negation:No} acute {k=Condition!neg!d:cardiopulmonary process}.|"
     "{n=Negation:no evidence of} {k=Condition!neg!d:PNA} or {j=Condition!neg!d:CHF}.] "
     "| n negation_modifies k, n negation_modifies j",
     "pneumonia pleural_effusion lung_metastases dyspnoea pulmonary_embolism copd heart_failure"),
    ("{x=Investigation:ECG}: {r=Result:NSR}, [normal axis|rate 80s], {n=Negation:no} "
     "{k=Condition!neg!d:ischemic changes}. | x has_finding r", "atrial_fibrillation"),
    ("{x=Investigation:UA}: {r=Result:neg} [leuks|nit]. | x has_finding r", "uti"),
    ("{x=Investigation:TTE}: {y=Investigation:EF} {r=Result:[55-60%|> 55%]}, {n=Negation:no} "
     "{k=Condition!neg!d:effusion}. | y has_finding r", "heart_failure cardiotoxicity"),
    ("{x=Investigation:KUB}: nonspecific gas pattern, {n=Negation:no} "
     "{k=Condition!neg!d:obstruction}.",
     "bowel_obstruction ileus"),
    ("{x=Investigation:RUQ U/S}: {n=Negation:no} {k=Condition!neg!d:biliary dilatation}.",
     "jaundice biliary_obstruction liver_metastases cholangitis"),
    ("{x=Investigation:LENIs}: {n=Negation:no} {k=Condition!neg!d:DVT} in [either leg|the legs].",
     "dvt pulmonary_embolism leg_swelling"),
    ("{x=Investigation:Lactate} {r=Result:[1.1|1.4|1.7|1.9]}. | x has_finding r",
     "neutropenic_sepsis pneumonia"),
    ("{x=Investigation:Blood cx} x 2: {r=Result:NGTD}. | x has_finding r",
     "neutropenic_sepsis"),
)  # fmt: skip
_IF = (
    "[Return to the ED|Please call your doctor|Call or come in] if you have "
    "{a=Condition!hyp!s:fever} "
    "> 100.4, {b=Condition!hyp!s:chest pain}, {c=Condition!hyp!s:trouble breathing} or any other "
    "concerning symptoms.",
    "If you develop {a=Condition!hyp!s:fevers}, {b=Condition!hyp!s:chills} or "
    "{c=Condition!hyp!s:bleeding}, please return to the emergency room.",
    "Please seek medical attention for {a=Condition!hyp!s:[lightheadedness|worsening cough]}, "
    "{b=Condition!hyp!s:vomiting} or {c=Condition!hyp!s:shortness of breath}.",
    "[You were admitted with|You came in with] {k}. Take all medications as [directed|prescribed]. "
    "If {a=Condition!hyp!s:fever} returns, call us [right away|at once].",
)
_VISITS = (
    "Dr. <onc>, [oncology|hem/onc], in [1 wk|2 wks].",
    "PCP Dr. <gp> [within 1 week|in 7-10 days][, check {x=Investigation!hyp:CBC}|].",
    "[Please call|Call] for an appointment with Dr. <onc>.",
    "F/u {x=Investigation!hyp:[CBC w/ diff|chem 7]} at Dr. <gp>'s office [next week|in 3 days].",
    "Provider: <onc>, MD. [Appointment to be scheduled.|Date/time: TBD.]",
)


def write(page: Page, event: Event) -> None:
    """The summary of one stay."""
    ward = Ward(page, event)
    _top(ward)
    plain_after = ward.maybe(0.6)
    for name in _sections(ward):
        title = ward.chance.choice(_TITLES[name])
        below = plain_after or name in _LISTS
        page.heading(title, _KINDS.get(name, name), "\n" if below else " ")
        _PARTS[name](ward)
        page.paragraph()
    if ward.maybe(0.4):
        page.line(f"{ward.pick('Attending', 'Dictated by')}: {ward.patient.consultant.last}, MD")


def _sections(ward: Ward) -> list[str]:
    gone = set() if ward.regular() else {"admission_medications"}
    if ward.operation and ward.problems():
        gone.add("examination")
    if not ward.regular() and not ward.drugs():
        gone.add("discharge_medications")
    free = [name for name in _TITLES if name not in _NEEDED and name not in gone]
    keep = _NEEDED | set(ward.some(free, ward.chance.randint(5, 8)))
    return [name for name in _TITLES if name in keep]


def _top(ward: Ward) -> None:
    between = ward.pick("\n", "\n", " ")
    ward.say("[Admission Date|ADMITTED|Admit date]: {t}", t=ward.written(ward.came), after=between)
    if ward.out != ward.came:
        ward.say("[Discharge Date|Discharged]: {t}", t=ward.written(ward.out), after="\n")
    elif between == " ":
        ward.page.line()
    medical, surgical = ("MEDICINE", "MICU", "OMED", "ICU"), ("SURGERY", "SICU", "Surgery")
    ward.page.line(f"Service: {ward.pick(*(surgical if ward.operation else medical))}")
    ward.page.heading("Allergies:", "allergies", ward.pick(" ", "\n"))
    allergies(ward)
    ward.page.paragraph()


def _complaint(ward: Ward) -> None:
    if ward.operation:
        ward.say(
            ["[Elective admission for|Here for|Admitted for] <o>", "<c>[, for operation|]",
             "<c> for <o>"],
            ward.operated("o", ward.operation), _primary(ward),
        )  # fmt: skip
        return
    found = ward.complaints()[:2] or ward.found()[:1]
    if found:
        ward.say(["<f>", "<f>.", "<f> x [1 day|2 days]"], ward.several("f", found, word=", "))
    else:
        ward.say("[Transfer|Admission] for monitoring")


def _primary(ward: Ward) -> Phrase:
    tumour = ward.thing(ward.patient.tumour)
    assert tumour is not None
    return ward.sited("c", tumour)


def _elective(ward: Ward, operation: Thing) -> None:
    words = [plain("short", short(ward)), plain("age", age(ward)), plain("noun", noun(ward))]
    ward.say(
        [
            "<short> w/ <c>, [electively admitted|presents] for <o>. | o has_indication c",
            "This is a(n) <age> <noun> with <c> who [was admitted|came in] for <o>. "
            "| o has_indication c",
            "<short> with [newly dx'd|recent dx of] <c>, here for <o>. | o has_indication c",
            "<c> in this <age> <noun>, [planned|scheduled] <o>. | o has_indication c",
        ],
        *words,
        _primary(ward),
        ward.operated("o", operation),
    )
    if ward.maybe(0.6):
        scans(ward, 1)
    denial(ward, ASKED, ward.chance.randint(2, 4))


def _history(ward: Ward) -> None:
    if ward.operation:
        _elective(ward, ward.operation)
        return
    found = ward.complaints()[:3] or ward.found()[:1]
    words = [
        plain("short", short(ward)),
        plain("age", age(ward)),
        plain("noun", noun(ward)),
        plain("stage", f"stage {ward.patient.stage}"),
        ward.several("f", found),
    ]
    tumour = ward.tumour
    if tumour is None:
        ward.say(_OPENING_UNKNOWN, *words)
    else:
        ways = [way for way in _OPENING if ward.patient.stage or "<stage>" not in way]
        first = [*ward.before("diagnosis"), *ward.before(), ward.event][0]
        ward.say(ways, *words, ward.sited("c", tumour), t=ward.when(first.date))
        if ward.maybe(0.8):
            treatments(ward, ward.chance.randint(1, 2))
    _story(ward)


def _story(ward: Ward) -> None:
    found = ward.complaints()
    ways = _STORY if len(found) == 1 else _STORY[1:]
    role = plain("rel", ward.patient.relative.role or "family")
    about = given(k=found[0]) if len(found) == 1 else given()
    days = _postoperative(ward)
    if days:
        ward.say(_INPATIENT, plain("pod", str(days)))
    else:
        fitting = [way for way in ways if ward.tumour or "oncologist" not in way]
        told = ward.some(fitting, ward.chance.randint(1, 3))
        both = [way for way in told if "<rel>" in way]
        for way in [way for way in told if way not in both[1:]]:
            ward.say(way, role, about)
    denial(ward, ASKED, ward.chance.randint(2, 5))
    if ward.maybe(0.6) and not days:
        seen = vitals(ward, ill=True)
        ward.say(_IN_ED, observations(ward, "v", ward.pick("thbrs", "thb", "bhs"), seen))


def _postoperative(ward: Ward) -> int:
    """How many days after an operation the patient is, if that is few: still in hospital then."""
    days = [(ward.came - one.date).days for one in ward.before("operation")]
    return min((one for one in days if 0 < one <= 6), default=0)


def _past(ward: Ward) -> None:
    past(ward, ward.pick("1", "-", "", "-"))


def _exam(ward: Ward) -> None:
    which = ward.pick("thbrs", "tbhrs", "bhrs")
    ward.say("[VS|Vitals|VS on adm]: <v>", observations(ward, "v", which, vitals(ward, ill=True)),
             after="\n")  # fmt: skip
    examination(ward, noun(ward), ill=bool(ward.found()), rows=ward.maybe(0.7))


def _results(ward: Ward) -> None:
    way = ward.chance.randrange(3)
    stamp = ward.written(ward.came)
    for bases in (panel("fbc"), panel("u_and_e"), panel("lft", 3))[: ward.chance.randint(2, 3)]:
        _row(ward, bases, way, stamp)
    studies = [one for one, bases in _STUDIES if not ward.has() & set(bases.split())]
    for one in ward.some(studies, ward.chance.randint(1, 2)):
        ward.say(one, after="\n")
    if ward.maybe(0.4) and scans(ward, 1):
        ward.page.line()


def _row(ward: Ward, bases: tuple[str, ...], way: int, stamp: Time) -> None:
    """One line of a table, its odd values starred."""
    parts, links = [], []
    for number, base in enumerate(bases):
        value = figure(ward, base)
        star = "*" if way == 0 and _odd(ward, base, value) else ""
        name = _TABLE[base] if ward.us and base in _TABLE else label(ward, base)
        mark = "-" if way == 0 else " "
        parts.append(f"{{a{number}=Investigation:{name}}}{mark}{{v{number}=Result:{value}}}{star}")
        links.append(f"a{number} has_finding v{number}")
    hour = f"{ward.chance.randint(1, 11):02}:{ward.chance.randint(10, 59)}"
    head = {0: f"{hour}{ward.pick('AM', 'PM')} BLOOD ", 1: "{t}: ", 2: ""}[way]
    glue = " " if way == 0 else ", "
    ward.say(f"{head}{glue.join(parts)} | {', '.join(links)}", t=stamp, after="\n")


def _odd(ward: Ward, base: str, value: str) -> bool:
    one = ANALYTES[base]
    factor = one.factor if ward.us else 1.0
    return not one.low * factor <= float(value) <= one.high * factor


def _home(ward: Ward) -> None:
    _listed(ward, ward.regular())


def _listed(ward: Ward, drugs: list[Thing]) -> None:
    mark = ward.pick("1", "1", "")
    for number, drug in enumerate(drugs, 1):
        amount = dose(ward, drug)
        head = f"{number}. " if mark else ""
        swallowed = " mg " in amount and "IV" not in amount and "sub" not in amount
        route = ward.pick("", "", "PO ") if swallowed else ""
        reason = ward.reason(drug)
        words = f"{head}{{x}} {route}{amount}".rstrip()
        if reason and ward.maybe(0.3):
            ward.say(f"{words} for {{c}} | x has_indication c", x=drug, c=reason, after="\n")
        else:
            ward.say(words, x=drug, after="\n")


def _leaving(ward: Ward) -> None:
    acute = [
        one
        for one in ward.drugs()
        if not any(word in one.details.get("dose", "") for word in ("IV", "over", "once s"))
    ]
    _listed(ward, [*ward.regular(), *acute])
    if not ward.regular() and not acute:
        ward.say("[No new medications.|No change.]")


def _diagnosis(ward: Ward) -> None:
    main = (ward.problems() or ([] if ward.operation else ward.complaints()))[:2]
    for one in main:
        ward.say(["[Primary: |]<c>", "<c>"] if one is main[0] else "<c>", ward.sited("c", one),
                 after="\n")  # fmt: skip
    if ward.operation:
        words = [_primary(ward), ward.operated("o", ward.operation)]
        ward.say("<c>[,| -] s/p <o> | o has_indication c", *words, after="\n")
    elif ward.tumour:
        ward.say(["<c>", "[Secondary: |]<c>"], ward.sited("c", ward.tumour), after="\n")
    for one in ward.some(ward.morbid(), 2):
        ward.say("{c}", c=one, after="\n")


def _disposition(ward: Ward) -> None:
    ward.say(["Home", "Home with service", "Home With Service", "Extended care", "Home w/ VNA"])


def _condition(ward: Ward) -> None:
    ward.say(
        ["[Stable|Good|Fair|Stable, improved].", "Mental status: clear and coherent. Ambulatory - "
         "independent.", "Afebrile, VSS, [ambulating|tolerating POs].",
         "Stable, {r=Result:[94|96]%} "
         "on RA, {n=Negation:w/o} {k=Condition!neg!s:[pain|complaints]}."]
    )  # fmt: skip


def _instructions(ward: Ward) -> None:
    main = ward.found()[:1]
    ways = _IF if main else _IF[:3]
    ward.say(ways, given(k=main[0]) if main else given())


def _visits(ward: Ward) -> None:
    words = [plain("onc", ward.patient.consultant.last), plain("gp", ward.patient.gp.last)]
    for way in ward.some(_VISITS, ward.chance.randint(1, 2)):
        ward.say(way, *words, after="\n")


_PARTS: dict[str, Callable[[Ward], None]] = {
    "chief_complaint": _complaint,
    "history": _history,
    "past_history": _past,
    "social": social,
    "family": family,
    "examination": _exam,
    "results": _results,
    "course": lambda ward: course(ward, ward.pick("#", "#", "1", "-", "sys")),
    "admission_medications": _home,
    "discharge_medications": _leaving,
    "disposition": _disposition,
    "diagnosis": _diagnosis,
    "condition": _condition,
    "instructions": _instructions,
    "follow_up": _visits,
}

WRITERS: dict[tuple[str, str], Callable[[Page, Event], None]] = {
    ("discharge summary", "ICU"): write
}
