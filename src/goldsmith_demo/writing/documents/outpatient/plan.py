"""Impression and plan, teaching, instructions and what happens next."""

from __future__ import annotations

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.background import dose
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.history import plain, regimen

_FREE = (
    "<c>. {n=Negation:No evidence of} {k=Condition!neg!d:recurrence} [clinically|today|on exam].",
    "<c>: [doing well|clinically stable], {n=Negation:no sign of} {k=Condition!neg!d:recurrent "
    "disease}.",
    "<c>, {r=Result:NED}.",
    "<c>, {n=Negation:without} clinical evidence of {k=Condition!neg!d:relapse}. Continue "
    "surveillance.",
    "History of <c!hist>. There is {n=Negation:nothing to suggest} {k=Condition!neg!d:recurrence}.",
    "<c> - [in remission as far as we can tell|remains well]; {n=Negation:no} concern for "
    "{k=Condition!neg!d:recurrence} today.",
)
_STANDING = (
    "<c>[, {g=Result:stage <stage>}|].",
    "<c>, on [treatment|therapy].",
    "<c>. [Discussed the situation at length.|We reviewed where things stand.|Plans as below.]",
    "<c>: [management as discussed|continue current approach].",
    "<c>, [as above|as outlined above].",
)
_SPREAD = (
    "<c> with {m}. [Goals of care reviewed.|Aim is control of symptoms.|]",
    "<c>, now with {m}.",
    "{m} from [known|] <c>.",
    "{m}, <c> primary.",
)
_CYCLE = (
    "<c>, cycle <k> of {x}. [Proceed|OK to treat] today. | x has_indication c",
    "<c>. Counts are [adequate|acceptable]; will proceed with cycle <k> {x}. | x has_indication c",
    "<c>: [cleared for|going ahead with] {x}, cycle <k>. | x has_indication c",
    "<c>. Tolerating {x} [reasonably well|acceptably]. Cycle <k> [today|as planned]. "
    "| x has_indication c",
    "C<k>D1 {x} for <c>. | x has_indication c",
)
_TREATED = (
    "<c>. [Start|Begin|Started on] {x}<d>. | x has_indication c",
    "<c>: {x}<d>. | x has_indication c",
    "<c>, [treating with|will treat with|for which we gave] {x}. | x has_indication c",
    "<c> - {x}<d>, reassess [in a few days|next visit]. | x has_indication c",
    "<c>. [Rx|Prescribed] {x}<d>. | x has_indication c",
)
_UNTREATED = (
    "<c>. [Observe for now.|Will monitor.|Supportive measures.|Reassured.]",
    "<c>, [mild|stable|tolerable]. [No change in treatment.|Follow.]",
    "<c>: [discussed measures at home|conservative management|keep an eye on this].",
    "<c> - [monitor|will follow|recheck next visit].",
)
_ALARMING = frozenset(
    "weight_loss haemoptysis rectal_bleeding jaundice haematuria dysphagia bone_pain back_pain "
    "chest_pain pelvic_pain seizure headache limb_weakness haematemesis melaena "
    "postmenopausal_bleeding".split()
)
_LOOK_INTO = (
    "<c>. Will [obtain|order] {x=Investigation!hyp:CT}. | x has_indication c",
    "<c>: needs [looking into|work-up], {x=Investigation!hyp:[bloods|imaging]} requested. "
    "| x has_indication c",
    "<c> - [recheck|review] in two weeks, {x=Investigation!hyp:scan} if it goes on. "
    "| x has_indication c",
    "<c>, new. [Low threshold for|Will proceed to] {x=Investigation!hyp:imaging}. "
    "| x has_indication c",
)
_SUSPECTED = (
    "<c>. [Cause unclear; this needs to be worked up.|Work-up as below.|Etiology to be "
    "determined.]",
    "<c> - cannot {n=Negation:rule out} {k=Condition!poss!d:malignancy}.",
    "<c>, {n=Negation:rule out} {k=Condition!poss!d:malignancy}. Refer [urgently|without delay].",
    "<c>, {n=Negation:concerning for} {k=Condition!poss!d:[neoplasm|malignancy|cancer]}.",
    "<c>: [differential is broad|several explanations], {n=Negation:possible} "
    "{k=Condition!poss!d:neoplasm} must be excluded.",
)
_ADMITTED = (
    "<c>. [Direct admission|Admit] for {x}. | x has_indication c",
    "<c>. [Sent to|Transferred to] the hospital from clinic; {x}<d> started. | x has_indication c",
    "<c>: [admit|needs admission], {x}<d>. [Bed arranged.|Family aware.|] | x has_indication c",
    "<c> - too unwell to go home. [Admitted|Being admitted]; {x} ordered. | x has_indication c",
)
_SEVERE = frozenset(
    "neutropenic_sepsis pulmonary_embolism bowel_obstruction cholangitis cord_compression "
    "anastomotic_leak pneumonia line_infection pelvic_collection".split()
)
_CHRONIC = (
    "{c}. Continue {x}. | x has_indication c",
    "{c}, [stable|controlled] on {x}. | x has_indication c",
    "{c}: [continue|no change to] {x}. | x has_indication c",
    "{c}, [managed by|defer to] primary care.",
    "{c} - [stable|at baseline].",
    "{c}: [no new issues|unchanged].",
    "{c}, [followed by|under] {her} own doctor.",
)
_CALL = (
    "{She} [knows to call|will call|was told to call] if {she} develops {a=Condition!hyp!s:fever}, "
    "{b=Condition!hyp!s:chills} or {c=Condition!hyp!s:bleeding}.",
    "Call for {r=Result:temp > 100.4}, {a=Condition!hyp!s:shaking chills} or "
    "{b=Condition!hyp!s:shortness of breath}.",
    "If {a=Condition!hyp!s:[fever|a fever]} occurs, go to the emergency department.",
    "Should {a=Condition!hyp!s:new pain} or {b=Condition!hyp!s:weight loss} appear, we will "
    "[move the {x=Investigation!hyp:scan} up|image sooner with {x=Investigation!hyp:CT}].",
    "Return precautions given for {a=Condition!hyp!s:fever}, {b=Condition!hyp!s:vomiting} and "
    "{c=Condition!hyp!s:chest pain}.",
    "If {she} develops {a=Condition!hyp!s:[headache|confusion]} we will obtain an "
    "{x=Investigation!hyp:"
    "MRI} of the {l=Locus:brain}. | x has_target l, x has_indication a",
    "Will consider {x=Investigation!hyp:[CT|MRI]} if {a=Condition!hyp!s:[symptoms|complaints]} "
    "[persist|worsen].",
)
_RETURN = (
    "Return [to clinic|visit] in {d}.",
    "RTC {d}[ with {x=Investigation!hyp:CBC}|].",
    "Follow up in {d}[, sooner as needed|].",
    "[We will|I will|Plan to] see {her:<obj>} back in {d}.",
    "Follow-up with me in {d}; {x=Investigation!hyp:[labs|blood work]} beforehand.",
    "[Next visit|Recheck] in {d}.",
)
_TEACH = (
    "[Reviewed|Discussed|Went over] common side effects of chemotherapy, including "
    "{a=Condition!unrel!s:nausea}, {b=Condition!unrel!s:hair loss} and "
    "{c=Condition!unrel!d:neutropenia}.",
    "Handout on [sun exposure and|prevention of] {a=Condition!unrel!d:skin cancer} provided.",
    "[Taught|Talked through|Covered] [what to do about|how to manage] "
    "{a=Condition!unrel!s:constipation} on "
    "opioids.",
    "[Vaccination against|Seasonal vaccine for] {a=Condition!unrel!d:influenza} and "
    "{b=Condition!unrel!d:pneumococcal pneumonia} [discussed|recommended].",
    "Given the booklet \"Living With {a=Condition!unrel!d:Cancer}\"[ and the clinic's phone "
    "number|].",
    "[Referred to|Flyer given for] the {a=Condition!unrel!d:lymphoedema} clinic's open class.",
    "Smoking and {a=Condition!unrel!d:lung cancer}, {b=Condition!unrel!d:heart disease}: standard "
    "leaflet offered.",
    "Bisphosphonates can rarely cause {a=Condition!unrel!d:osteonecrosis} of the jaw; dental care "
    "discussed in general terms.",
    "[General information on|Teaching sheet about] {a=Condition!unrel!d:deep vein thrombosis} and "
    "travel [given|reviewed].",
    "Ready to learn, no apparent learning barriers. Explained [diagnosis and treatment plan|the "
    "plan]; "
    "{she} expressed understanding.",
    "We talked about fall prevention and {a=Condition!unrel!d:osteoporosis} screening for people "
    "of "
    "{her} age.",
)  # fmt: skip


def assessment(chart: Chart, mark: str) -> None:
    """Numbered problems, the cancer first unless something else brings the patient."""
    steps = [_about_cancer] if chart.tumour else []
    for number, step in enumerate(steps, 1):
        step(chart, _head(mark, number))
    count = len(steps)
    for one in [*chart.problems(), *chart.unexplained()][:4]:
        if not _is_spread(one) and (chart.tumour or count == 0):
            count += 1
            _problem(chart, one, _head(mark, count))
    for one in chart.some(chart.morbid(), chart.chance.randint(0, 2)):
        count += 1
        _chronic(chart, one, _head(mark, count))


def _head(mark: str, number: int) -> str:
    return {"1": f"{number}. ", "#": f"#{number} ", "-": "- ", "": "", "(": f"({number}) "}[mark]


def _is_spread(thing: Thing) -> bool:
    signs = ("metast", "recurr", "relapse", "progress", "deposit")
    return any(word in thing.base for word in signs)


def spread(chart: Chart) -> list[Thing]:
    """Metastases and recurrences that are known."""
    return [
        one
        for one in chart.known()
        if _is_spread(one) and one.base not in ("nodal_metastases", "disease_progression")
    ]


def is_free(chart: Chart) -> bool:
    """Whether the cancer has been treated and nothing speaks for its return."""
    kinds = ["operation", "radiotherapy"]
    if chart.patient.cancer in ("hodgkin", "dlbcl", "testis", "testicular"):
        kinds.append("chemotherapy")
    treated = chart.before(*kinds) and not chart.patient.stage.startswith("IV")
    gone = chart.before("recurrence", "palliative") or spread(chart)
    return bool(treated) and not gone and chart.event.kind == "follow_up"


def _about_cancer(chart: Chart, head: str) -> None:
    tumour = chart.tumour
    assert tumour is not None
    site = chart.sited("c", tumour)
    stage = plain("stage", chart.patient.stage)
    given = regimen(chart, chart.event) if chart.event.kind == "chemotherapy" else None
    if given:
        number = plain("k", str(chart.event.number or 1))
        ways = [way for way in _CYCLE if chart.event.number != 1 or "Tolerating" not in way]
        chart.say(_headed(head, ways), site, number, x=given, after="\n")
    elif known := spread(chart):
        chart.say(_headed(head, _SPREAD), site, m=known[-1], after="\n")
    elif is_free(chart):
        chart.say(_headed(head, _FREE), site, after="\n")
    else:
        ways = [way for way in _STANDING if chart.patient.stage or "<stage>" not in way]
        chart.say(_headed(head, ways), site, stage, after="\n")


def _headed(head: str, ways: tuple[str, ...] | list[str]) -> list[str]:
    return [head + way for way in ways]


def _problem(chart: Chart, one: Thing, head: str) -> None:
    drugs = [drug for drug in chart.drugs() if drug.reason == one.key]
    if not drugs and one.key == chart.event.what and chart.event.kind != "chemotherapy":
        drugs = [drug for drug in chart.drugs() if not drug.reason]
    site = chart.sited("c", one)
    if drugs:
        amount = dose(chart, drugs[0])
        words = plain("d", f" {amount}" if amount else "")
        ways = _ADMITTED if one.base in _SEVERE else _TREATED
        chart.say(_headed(head, ways), site, words, x=drugs[0], after="\n")
    elif chart.tumour is None:
        both = chart.several("c", chart.complaints()[:2]) if one.is_symptom else site
        chart.say(_headed(head, _SUSPECTED), both, after="\n")
    else:
        chart.say(_headed(head, _untreated(one)), site, after="\n")


def _untreated(one: Thing) -> tuple[str, ...]:
    """How a problem without treatment is put: what may be a sign of the cancer is looked into."""
    return _LOOK_INTO if one.base in _ALARMING else _UNTREATED


def _chronic(chart: Chart, one: Thing, head: str) -> None:
    drugs = [drug for drug in chart.regular() if drug.reason == one.key]
    ways = _headed(head, _CHRONIC if drugs else _CHRONIC[3:])
    if drugs:
        chart.say(ways, c=one, x=drugs[0], after="\n")
    else:
        chart.say(ways, c=one, after="\n")


def teaching(chart: Chart) -> None:
    """Talk that is not about this patient's own illness."""
    for way in chart.chance.sample(_TEACH, chart.chance.randint(1, 2)):
        chart.say(way)


def instructions(chart: Chart) -> None:
    """When to call, when to come back."""
    obj = "her" if chart.patient.sex == "female" else "him"
    count, unit = chart.chance.choice(((1, "W"), (2, "W"), (3, "W"), (6, "W"), (3, "M"), (6, "M")))
    if chart.event.kind == "follow_up":
        count, unit = chart.chance.choice(((3, "M"), (4, "M"), (6, "M"), (6, "W")))
    if chart.event.kind in ("chemotherapy", "complication", "recurrence", "palliative"):
        count, unit = chart.chance.choice(((1, "W"), (2, "W"), (3, "W")))
    length = times.duration(count, unit, chart.style, chart.chance)
    if chart.maybe(0.75):
        chart.say(_CALL)
    chart.say(_RETURN, plain("obj", obj), d=length)
