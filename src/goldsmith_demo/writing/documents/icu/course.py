"""The hospital course: what brought the patient, what was done, problem by problem."""

from __future__ import annotations

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.icu.ward import Ward
from goldsmith_demo.writing.documents.outpatient.background import dose
from goldsmith_demo.writing.documents.outpatient.chart import given
from goldsmith_demo.writing.documents.outpatient.history import plain

_ARRIVED = (
    "[Pt|Patient|{She}] was admitted to the [MICU|ICU|unit] [with|for] <c>[ for close "
    "monitoring|].",
    "Presented to the ED with <c>, [transferred to the ICU|triaged to the MICU] given tenuous "
    "status.",
    "Sick on arrival, [admitted to|went straight to] the ICU.",
    "Came to the MICU with <c>[, presumed|] in the setting of {r=Intervention:chemotherapy}.",
    "Likely cause of presentation. [Managed|Followed] in the ICU for the first [24|48] hrs.",
    "{She} [presented|came in] with <c> and was watched in the unit [overnight|for two nights].",
)
_GIVEN = (
    "Started on {x}<d>[ w/ good effect|].",
    "Tx'd w/ {x}.",
    "[Received|Given] {x}[ and {i=Drug-or-device:IVF}|].",
    "{x}<d> was [initiated|begun] [in the ED|on arrival|HD#1].",
    "[Covered with|On] {x}[ empirically|].",
    "{x} [dosed|given] [per protocol|as scheduled].",
)
_SUPPORT = (
    "{p=Drug-or-device:IVF} x [2|3] L with good response.",
    "{i=Intervention:Monitoring} on telemetry, [no events|uneventful].",
    "Seen by the ICU team and [felt safe for the floor|stayed one more night].",
    "[UOP adequate|Good UOP] throughout.",
    "{x=Intervention:Physical therapy} [from HD#2|saw the patient daily].",
    "[Never required|Did not require] {p=Drug-or-device:pressors} or {i=Intervention:intubation}.",
    "Gentle {p=Drug-or-device:IVF}, [HD stable|BP responded].",
    "{p=Drug-or-device:O2} weaned to RA by HD#[2|3].",
    "Remained hemodynamically stable [throughout|after the first night].",
    "{p=Drug-or-device:A-line} not needed, [SBP 100s-110s|MAPs > 65].",
    "Called out to the floor on HD#[2|3|4].",
    "{x=Investigation:Lactate} {r=Result:1.[1|3|6]}, [cleared|stayed flat]. | x has_finding r",
    "{x=Investigation:ABG} {r=Result:7.[38|40|41]/3[6|8]/9[1|4]}[ on 2L|]. | x has_finding r",
)
_CULTURED = (
    "{x=Investigation:Blood cx} {r=Result:[NGTD|negative|no growth]}. | x has_finding r",
    "{x=Investigation:BCx} and {y=Investigation:UCx} [sent|drawn], {r=Result:NGTD}. "
    "| x has_finding r, y has_finding r",
    "{x=Investigation:Cultures} were {r=Result:negative} [to date|at d/c]. | x has_finding r",
    "{x=Investigation:Cx} data {r=Result:unrevealing}. | x has_finding r",
    "{x=Investigation:Blood} and {y=Investigation:urine cx} {r=Result:negative} at 48h. "
    "| x has_finding r, y has_finding r",
)
_RULED_OUT = (
    (
        "Initially [some|] {n=Negation:concern for} {k=Condition!poss!d:PNA}, but "
        "{x=Investigation:CXR} "
        "{r=Result:clear}. | x has_finding r",
        "pneumonia dyspnoea consolidation pleural_effusion",
    ),
    (
        "{n=Negation:Ruled out for} {k=Condition!neg!d:MI} by [enzymes|{x=Investigation:CE} x3].",
        "myocardial_infarction",
    ),
    (
        "{x=Investigation:CTA} {n=Negation:negative for} {k=Condition!neg!d:PE}.",
        "pulmonary_embolism",
    ),
    (
        "{n=Negation:?} {k=Condition!poss!d:UTI} - {x=Investigation:UA} {r=Result:bland}, abx not "
        "broadened. | x has_finding r",
        "uti",
    ),
    (
        "{x=Investigation:LENIs} {n=Negation:negative for} {k=Condition!neg!d:DVT}.",
        "dvt leg_swelling",
    ),
    (
        "{n=Negation:No evidence of} {k=Condition!neg!d:CHF} on {x=Investigation:TTE}.",
        "heart_failure cardiotoxicity",
    ),
    (
        "{x=Investigation:Head CT} {n=Negation:w/o} {k=Condition!neg!d:bleed}.",
        "stroke brain_metastases",
    ),
    (
        "{n=Negation:Possible} {k=Condition!poss!d:line infection} considered, "
        "{x=Investigation:line cx} "
        "{r=Result:negative}. | x has_finding r",
        "line_infection",
    ),
)
_INFECTED = frozenset(
    "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis".split()
)
_DOUBTFUL = frozenset(
    "fever rigors dyspnoea chest_pain cough dizziness leg_swelling vomiting confusion".split()
)
"""What may have more than one cause."""
_SYSTEMS = {
    "ID": "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis "
    "pelvic_collection shingles fever",
    "CV": "atrial_fibrillation hypertension ischaemic_heart_disease myocardial_infarction angina "
    "heart_failure cardiotoxicity hypercholesterolaemia",
    "Pulm": "pulmonary_embolism copd asthma pleural_effusion pneumonitis dyspnoea air_leak",
    "GI": "bowel_obstruction ileus gord anastomotic_leak nausea vomiting diarrhoea",
    "Renal": "renal_impairment ckd hypercalcaemia tumour_lysis",
    "Endo": "type_2_diabetes hypothyroidism obesity osteoporosis",
    "Heme": "anaemia thrombocytopenia neutropenia dvt",
    "Neuro": "stroke migraine cord_compression brain_metastases seizure confusion",
    "Psych": "depression",
    "MSK": "osteoarthritis rheumatoid_arthritis gout pathological_fracture",
}
_BETTER = (
    "[Afebrile|AF] x48h [at d/c|prior to discharge].",
    "Symptoms [improved|resolved] by [HD#3|HD#4|time of d/c].",
    "{c!it} [resolved|improved] with the above.",
    "[Much improved|Doing well] by discharge.",
    "{c!the} had [settled|improved] by the time of discharge.",
    "To complete [a 7 day|a 10 day|a 14 day] course [as outpt|at home].",
)
_CANCER = (
    "<c>: onc [aware|followed in house]; [further treatment per|plan per] Dr. <onc>.",
    "<c>[, s/p {x}|]. F/u with Dr. <onc> [as outpt|after d/c].",
    "<c> - no inpt {i=Intervention:chemo}. [Outpt onc f/u.|]",
    "<c>: [therapy on hold|treatment held] while inpt, to be readdressed by Dr. <onc>.",
)
_CHRONIC = (
    "{c}: [home|outpt] {x} held initially, restarted prior to d/c. | x has_indication c",
    "{c}: cont'd {x}[, BP well controlled|]. | x has_indication c",
    "{c}: stable on {x}. | x has_indication c",
    "h/o {c}: [stable|no active issues].",
    "{c}: no issues [this admission|while inpt].",
)
_ROUTINE = (
    "FEN: [regular diet|cardiac diet|ADAT], lytes repleted prn.",
    "PPx: {a=Drug-or-device:[SC heparin|pneumoboots]}, {b=Drug-or-device:[PPI|H2 blocker]}"
    "[, bowel regimen|].",
    "Access: {a=Drug-or-device:PIV} x2.",
    "Code: [full|Full, confirmed w/ pt|full (discussed)].",
    "Comm: <rel>.",
    "Dispo: [home|home w/ services] once stable.",
)


_OPERATED = (
    "s/p <o>: taken to the OR on {t}, [tolerated well|no intraop events]. [Extubated in the PACU.|"
    "Extubated on arrival to the SICU.|]",
    "s/p <o> ({t}): [EBL minimal|uncomplicated case], to the SICU for [monitoring|overnight obs].",
    "<o>, {t}. [Monitored in the unit overnight|SICU x1 night], then to the floor POD#1.",
    "Went to the OR {t!at} for <o>. | o has_indication c",
    "<o> performed {t!at} for {c!the} by <surgeon>. | o has_indication c",
)
_RECOVERED = (
    "{x=Drug-or-device:PCA} for {k=Condition!s:pain}, then PO meds. | x has_indication k",
    "{x=Drug-or-device:Foley} d/c'd POD#[1|2], voided.",
    "Diet [advanced as tolerated|ADAT], [passing flatus|tolerating regular] by POD#[3|4].",
    "{n=Negation:No} [postop|periop] {k=Condition!neg!d:complications}.",
    "Incision {r=Result:c/d/i}, {n=Negation:no} {k=Condition!neg!s:erythema}.",
    "OOB w/ PT POD#1.",
    "{n=Negation:W/o} {k=Condition!neg!s:fever} or {j=Condition!neg!s:bleeding} "
    "[throughout|postop]. "
    "| n negation_modifies k, n negation_modifies j",
)


def _operated(ward: Ward, operation: Thing, head: str) -> None:
    """A stay for an operation."""
    surgeon = f"Dr. {ward.patient.surgeon.last}"
    tumour = ward.thing(ward.patient.tumour)
    first = [way for way in _OPERATED if tumour or "has_indication" not in way]
    when = ward.written(operation.start or ward.came)
    words = [ward.operated("o", operation), plain("surgeon", surgeon)]
    about = given(c=tumour) if tumour else given()
    ward.say([head + way for way in first], *words, about, t=when)
    ways = [way for way in _RECOVERED if "Negation" not in way or not ward.problems()]
    for way in ward.some(ways, ward.chance.randint(2, 4)):
        ward.say(way)
    ward.page.text = ward.page.text.rstrip(" ") + "\n"


def course(ward: Ward, mark: str) -> None:
    """Each problem with its own line; mark is # or 1 or nothing."""
    number = 0
    if ward.operation:
        number += 1
        _operated(ward, ward.operation, _head(mark, number))
    for one in _issues(ward):
        number += 1
        _main(ward, one, _head(mark, number, one), first=number == 1)
    if ward.tumour:
        number += 1
        _cancer(ward, ward.tumour, "Onc: " if mark == "sys" else _head(mark, number))
    for one in ward.some(ward.morbid(), 2):
        number += 1
        _chronic(ward, one, _head(mark, number, one))
    role = ward.patient.relative.role or "family"
    for way in ward.some(_ROUTINE, ward.chance.randint(1, 3)):
        number += 1
        ward.say(_head(mark, number) + way, plain("rel", role), after="\n")


def _issues(ward: Ward) -> list[Thing]:
    spread = ("metast", "recurr", "relapse", "deposit")
    own = [one for one in ward.problems() if not any(word in one.base for word in spread)]
    return own[:2] or ward.complaints()[:1] or ward.problems()[:1]


def _head(mark: str, number: int, thing: Thing | None = None) -> str:
    """What stands before an item; the organ system with the mark sys."""
    if mark == "sys":
        base = thing.base if thing else ""
        named = [name for name, bases in _SYSTEMS.items() if base in bases.split()]
        return f"{named[0]}: " if named else ""
    return {"#": "# ", "1": f"{number}. ", "": "", "-": "- "}[mark]


def _main(ward: Ward, one: Thing, head: str, *, first: bool) -> None:
    if first and ward.maybe(0.6):
        ways = [way for way in _ARRIVED if "chemotherapy" not in way or ward.before("chemotherapy")]
        ward.say([f"{head}{{k}}: {way}" for way in ways], ward.sited("c", one), k=one)
        head = ""
    else:
        head += "{c}: "
    _given(ward, one, head)
    if first:
        steps = ["culture"] if one.base in _INFECTED else []
        steps += ["rule"] if ward.acute() & _DOUBTFUL else []
        for what in ward.some([*steps, "support", "support"], 3):
            _step(ward, what)
    infected = one.base in _INFECTED
    fitting = [way for way in _BETTER if infected or not ("course" in way or "AF" in way)]
    ward.say(fitting, c=one)
    ward.page.text = ward.page.text.rstrip(" ") + "\n"


def _given(ward: Ward, one: Thing, head: str) -> None:
    drugs = [drug for drug in ward.drugs() if drug.reason in (one.key, "")][:2]
    for drug in drugs:
        amount = dose(ward, drug)
        words = plain("d", f" {amount}" if amount else "")
        if head or ward.maybe(0.3):
            lead = head or ward.pick("For {c!the}: ", "Re {c!the}: ")
            ways = [f"{lead}{way} | x has_indication c" for way in _GIVEN]
        else:
            ways = list(_GIVEN)
        ward.say(ways, words, x=drug, c=one)
        head = ""
    if head:
        ward.say(head + ward.pick("managed supportively.", "[resolving|stable] on arrival."), c=one)


def _step(ward: Ward, what: str) -> None:
    if what == "culture":
        ward.say(_CULTURED)
    elif what == "support":
        ways = [way for way in _SUPPORT if "O2 weaned" not in way or "dyspnoea" in ward.acute()]
        ward.say(ways)
    else:
        has = ward.has()
        ways = [way for way, bases in _RULED_OUT if not has & set(bases.split())]
        ward.say(ways)


def _cancer(ward: Ward, tumour: Thing, head: str) -> None:
    done = [thing for one in ward.before("operation") if (thing := ward.thing(one.what))]
    ways = [way if done else way.replace("[, s/p {x}|]", "") for way in _CANCER]
    which = given(x=done[-1]) if done else given()
    doctor = plain("onc", ward.patient.consultant.last)
    ward.say([head + way for way in ways], ward.sited("c", tumour), doctor, which, after="\n")


def _chronic(ward: Ward, one: Thing, head: str) -> None:
    drugs = [drug for drug in ward.regular() if drug.reason == one.key]
    ways: tuple[str, ...] = _CHRONIC if drugs else _CHRONIC[3:]
    if one.base != "hypertension":
        ways = tuple(way.replace("[, BP well controlled|]", "") for way in ways)
    which = given(x=drugs[0]) if drugs else given()
    ward.say([head + way for way in ways], which, c=one, after="\n")
