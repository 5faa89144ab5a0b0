"""What letters recall of the course so far: pathology, responses, setbacks, doses."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.teller import Given, Teller

_FIGURES = {"hs": "size", "hg": "grade", "hl": "gleason", "hn": "nodes", "hst": "stage"}


_HORMONES = frozenset(
    "tamoxifen anastrozole letrozole exemestane fulvestrant goserelin leuprorelin bicalutamide "
    "abiraterone degarelix enzalutamide".split()
)
_SPREAD = ("metast", "deposit", "recur", "relapse", "progress", "residual")


def recall(tell: Teller, facts: Facts) -> None:
    """Puts what may be recalled into `tell.common`."""
    tell.common.update(_circumstances(facts))
    tumour = facts.thing(facts.patient.tumour)
    gone = tumour is not None and tumour.end is not None and tumour.end <= facts.today
    if gone and facts.free_of(*_SPREAD):
        tell.common["clear"] = tell.chance.choice(("today", "at present", "so far"))
        tell.common["fares"] = tell.chance.choice(("is doing well", "keeps well", "has kept well"))
    if not facts.past("complication") and facts.event.kind != "complication":
        tell.common["fine"] = tell.chance.choice(("recorded", "noted", "documented"))
    done = tell.common.get("op")
    if isinstance(done, Thing) and done.start and (facts.today - done.start).days < 200:
        tell.common["sop"] = done
    drug = tell.common.get("drug")
    if isinstance(drug, Thing) and drug.base in _HORMONES:
        tell.common["hormone"] = drug
    tell.common["plan"] = _planned(facts)
    tell.common.update(_pathology(tell, facts))
    tell.common.update(_response(tell, facts))
    tell.common.update(_setback(facts))
    tell.common.update(_doses(facts))


_WARD = ("admission", "discharge", "complication", "operation")


def _circumstances(facts: Facts) -> dict[str, Given]:
    """Small words and results that hold only for some patients and on some days."""
    tell, event = facts.tell, facts.event
    told: dict[str, Given] = {}
    if facts.free_of("weight"):
        told["steady"] = tell.words("Result", tell.chance.choice(("steady", "stable", "unchanged")))
    if event.kind == "chemotherapy":
        told["clean"] = tell.words("Result", tell.chance.choice(("clean", "healthy", "moist")))
    if event.kind == "follow_up" and event.number:
        told["later"] = tell.chance.choice(("three months", "six months", "four months"))
        if (done := facts.thing(facts.patient.tumour)) and done.end and done.end <= facts.today:
            told["now"] = tell.chance.choice(
                ("at present", "at this stage", "for now", "for the time being", "as things stand")
            )
    if event.kind in _WARD:
        told["inpt"] = tell.chance.choice(("while in", "as i/p", "til home"))
    if level := event.details.get("performance status", ""):
        told["ps"] = tell.words("Result", level)
    fever = [one for one in facts.active() if one.base == "fever" and event.kind in _WARD]
    told["hot"] = fever[0] if fever else None
    main = facts.thing(event.what)
    told |= _unfelt(facts)
    told["surgical"] = "District nurse" if main is not None and "operation" in main.generic else ""
    if event.kind in ("admission", "discharge") and event.what == facts.patient.tumour:
        told["what"] = None
    if not tell.common.get("s"):
        told["bright"] = tell.chance.choice(("well", "much better"))
    return told


def _planned(facts: Facts) -> list[Thing]:
    """What a meeting decided, as far as it came to pass."""
    wanted = facts.event.details.get("plan", "").split("; ")
    later = [
        one
        for one in facts.patient.things.values()
        if one.start is not None and one.start > facts.today and one.names[0] in wanted
    ]
    return list({one.base: one for one in later}.values())[:3]


def _pathology(tell: Teller, facts: Facts) -> dict[str, Given]:
    done = [
        one
        for one in facts.past("investigation")
        if "margins" in one.details or "ER" in one.details or "gleason" in one.details
    ]
    if not done:
        return {}
    last = done[-1]
    words = {key: last.details.get(name, "") for key, name in _FIGURES.items()}
    words["hn"] = words["hn"].replace("/", " of ")
    words["hm"] = "clear" if last.details.get("margins", "").startswith("clear") else ""
    told: dict[str, Given] = {
        key: tell.words("Result", text) for key, text in words.items() if text
    }
    told["hist"] = facts.thing(last.what)
    told["histt"] = facts.when(last)
    tumour = facts.thing(facts.patient.tumour)
    for key, name in (("er", "ER"), ("h2", "HER2")):
        if tumour is not None and name in tumour.details:
            told[key] = tell.words("Result", tumour.details[name].split(",")[0])
    return told


def _response(tell: Teller, facts: Facts) -> dict[str, Given]:
    seen = [one for one in facts.past("investigation") if "response" in one.details]
    if not seen or (facts.today - seen[-1].date).days > 200:
        return {}
    words = seen[-1].details["response"]
    return {
        "ri": facts.thing(seen[-1].what),
        "rit": facts.when(seen[-1]),
        "resp": tell.words("Result", words),
    }


_LASTING = ("alopecia", "neuropathy", "lymphoedema", "erectile_dysfunction", "ototoxicity")
"""Troubles that are no episodes."""


def _setback(facts: Facts) -> dict[str, Given]:
    """The last complication before this event, if the patient is over it."""
    troubles = [e for e in facts.past("complication") if 5 < (facts.today - e.date).days < 400]
    if not troubles:
        return {}
    last: Event = troubles[-1]
    thing = facts.thing(last.what)
    if thing is None or thing.is_symptom or thing.base in _LASTING:
        return {}
    drips = [e.date for e in facts.past("chemotherapy") if 0 <= (last.date - e.date).days <= 28]
    over = thing.end is not None and thing.end <= facts.today
    return {
        "tr": thing,
        "trt": facts.when(last),
        "trd": facts.things(last.drugs, 2),
        "over": "over" if over else "",
        "trc": thing if drips else None,
    }


def _doses(facts: Facts) -> dict[str, Given]:
    event = facts.event
    beams = [event] if event.kind == "radiotherapy" else []
    told: dict[str, Given] = {}
    if beams and {"dose", "fractions"} <= set(beams[-1].details):
        details = beams[-1].details
        told["gray"] = f"{details['dose']} in {details['fractions']} fractions"
    if event.kind == "chemotherapy":
        total = event.details.get("of", "")
        told["of"] = total if total.isdigit() and event.number < int(total) else ""
        told["tol"] = facts.thing(event.what) if event.number > 1 else None
        told["delay"] = "a week" if event.details.get("delayed") else ""
        told["cut"] = event.details.get("dose", "")
    extra = [e.details["with"] for e in facts.past("operation") if "with" in e.details]
    told["growth"] = _growth(facts)
    told["op2"] = facts.thing(extra[-1]) if extra else None
    return told


def _unfelt(facts: Facts) -> dict[str, Given]:
    """What brought the patient without any complaint: found by screening, or by a blood test."""
    main = facts.thing(facts.event.what)
    early = facts.event.kind in ("presentation", "referral")
    if main is None or main.is_symptom or not early:
        return {}
    return {"screened" if main.base == "screen_detected" else "sign": main}


def _growth(facts: Facts) -> Thing | None:
    """What blood cultures grew in the last days."""
    for event in reversed(facts.past("investigation")):
        result = event.details.get("result", "")
        if result and 0 <= (facts.today - event.date).days < 9:
            return facts.tell.words("Result", result)
    return None


PATHOLOGY = (
    "{hist} showed a(n) {hs} {hg} {c} with {hn} {l=Locus:nodes} involved. "
    "| hist has_finding hs, hist has_finding hg, hist has_finding c, hist has_finding hn",
    "The {hist} confirmed {c}[, {hs} in size|], {hg}. "
    "| hist has_finding c, hist has_finding hs, hist has_finding hg",
    "On {hist} the {c} measured {hs}; the {l=Locus:margins} were {hm}. "
    "| hist has_finding hs, hist has_finding hm",
    "[Histologically|Under the microscope] this was a(n) {hg} {c}[, {hst}|].",
    "{er0=Investigation:Oestrogen receptor} was {er} and {h0=Investigation:HER2} {h2}. "
    "| er0 has_finding er, h0 has_finding h2",
    "{er0=Investigation:ER} {er}, {h0=Investigation:HER2} {h2}. "
    "| er0 has_finding er, h0 has_finding h2",
    "The {g=Investigation:Gleason score} was {hl}. | g has_finding hl",
    "~{hist}: {hg} {c}, {hst}, {l=Locus:margins} {hm}. "
    "| hist has_finding hg, hist has_finding c, hist has_finding hst, hist has_finding hm",
    "^The pathologist reports a(n) {hg} {c}, and {hn} {l=Locus:glands} were involved.",
)
RESPONSE = (
    "[After treatment|Afterwards] {her} {ri} {rit!at} showed {resp}. | ri has_finding resp",
    "{ri} {rit!at} [was reported as|showed] {resp}. | ri has_finding resp",
    "[Encouragingly,|I am glad to say that] the {ri} [has shown|shows] {resp}. | ri "
    "has_finding resp",
    "~{ri} {rit}: {resp}. | ri has_finding resp",
    "The verdict on {ri} was {resp}. | ri has_finding resp",
)
SETBACK = (
    "{She} had {tr} {trt!at}[, which was treated with %trd|]. | trd* has_indication tr",
    "{trt!at} {she} developed {tr}[ and was given %trd|]. | trd* has_indication tr",
    "[The last cycle|Treatment] was [complicated by|marred by] {trc}, [now {over}|for which "
    "{she} had %trd]. | trd* has_indication trc",
    "You [may|will] recall the episode of {tr} {trt!at}[, treated with %trd|]. "
    "| trd* has_indication tr",
    "^{She} weathered a bout of {tr} {trt!at}, thanks to %trd. | trd* has_indication tr",
    "~Recent {tr} ({trt}), Rx %trd. | trd* has_indication tr",
    "Apart from {tr} {trt!at} {she} has [had no upsets|come through well].",
    "{She} needed %trd for {tr} {trt!at}. | trd* has_indication tr",
    "There was a setback {trt!at}, when {tr} had to be treated with %trd. | trd* has_indication tr",
    "%trd [dealt with|saw off] {tr} {trt!at}. | trd* has_indication tr",
)
DOSES = (
    "{She} received {gray} to the @what. | what has_indication c",
    "The dose was {gray}.",
    "[{of} cycles|{of} in all] are planned.",
    "This cycle [was delayed|had been put off] by {delay}[ because of {tr}|].",
    "We have [cut|reduced] the dose to {cut}[ after {her} {tr}|].",
    "A(n) {op2} was done at the same [time|sitting]. | op2 has_indication c",
    "{op} was combined with {op2}. | op has_indication c, op2 has_indication c",
)
LIFE = (
    "{She} [was first seen|came to us] {ct!at} with {c} of the @c.",
    "{Her} {c} had been [diagnosed|found] {ct!at} and was {stage}[ ({tnm})|].",
    "{She} had had {op} {opt!at}[ and {oldreg}|]. | op has_indication c, oldreg has_indication c",
    "{She} had [received|been given] {oldreg} for {c}[, with {resp} at first|]. "
    "| oldreg has_indication c",
    "As you know, {she} had [suffered from|lived with] {c} since {ct}.",
    "{rt} had been given to the @rt. | rt has_indication c",
    "In spite of {oldreg} and {rt} {her} {c} had gone on growing. "
    "| oldreg has_indication c, rt has_indication c",
)
AFTER = (
    "{She} has [recovered well from|got over] {sop:surgery}[ to the @sop|].",
    "Since {sop:surgery} {she} has [been gaining strength|been getting about well].",
    "{She} has [tolerated|stood up to] {oldchemo:chemotherapy} [well|better than {she} had "
    "feared].",
    "{She} [is tolerating|is managing] {tol:chemotherapy} [well|with little upset].",
    "[So far|To date] {tol:treatment} has gone [smoothly|to plan].",
    "The effects of {rt:radiotherapy} on the @rt have [worn off|been slight].",
    "{She} found {oldchemo:chemotherapy} [hard going|tiring|a trial], but [{she} is glad to have "
    "had it|would do it again|the worst is over].",
    "^{She} bore the {sop:operation} and what followed with fortitude.",
    "~[Post|After] {sop:surgery}, [recovering well|mending|doing fine|steady progress].",
    "~Tolerating {tol:chemo}.",
    "{Her} {l=Locus:scar} from {sop:surgery} [is comfortable|gives no trouble].",
    "Between {op:surgery} and {oldchemo:chemotherapy} {she} [had|took] a short holiday.",
    "{She} [asked|wanted to know] what {nop!hyp:surgery} to the @nop would involve, and whether "
    "{x=Intervention!hyp:chemotherapy} would be needed after it.",
    "We also [touched on|spoke of] {nrt!hyp:radiotherapy} to the @nrt and what it entails.",
    "{She} is [keen|ready] to begin {nchemo!hyp:chemotherapy}.",
    "{She} is [slowly|steadily] getting {her} strength back after {oldchemo:chemotherapy} and "
    "{rt:radiotherapy}.",
    "With {op:surgery} and {rt:radiotherapy} behind {hers}, {she} [wonders|asked] what comes next.",
    "{She} has put the {op:operation} and the {oldchemo:chemotherapy} [firmly|] behind {hers}.",
    "~{op:Surgery} and {rt:RT} done.",
    "Both {op:surgery} and {oldchemo:chemotherapy} [left|have left] {hers} [tired|thinner] for a "
    "while.",
    "The {l=Locus:wound} from the {sop:operation} on the @sop has healed[, and {she} is content "
    "with the result| as it should].",
)
SUPPORT: dict[str, tuple[str, ...]] = {
    "chemotherapy": (
        "{She} takes {o=Drug-or-device:ondansetron} [and {x=Drug-or-device:dexamethasone} "
        "|]against {a=Condition!hyp!s:nausea} on the days of {chemo:treatment}. "
        "| o has_indication a, x has_indication a",
        "{o=Drug-or-device:Ondansetron} goes with the {chemo:chemotherapy}, to keep "
        "{a=Condition!hyp!s:nausea} at bay. | o has_indication a",
        "{chemo:Chemotherapy} goes in through {her} {p=Drug-or-device:PICC line}, in the "
        "{s=Laterality:{arm}} {u=Sub-location:upper} {l=Locus:arm}.",
        "The {p=Drug-or-device:PICC line} in the {s=Laterality:{arm}} {u=Sub-location:upper} "
        "{l=Locus:arm} is [working well|clean and dry].",
        "{Her} {p=Drug-or-device:PICC line} ({s=Laterality:{arm}} {u=Sub-location:upper} "
        "{l=Locus:arm}) was [flushed|redressed] before {chemo:treatment}.",
        "{She} [rinses|has been rinsing] with {m=Drug-or-device:mouthwash} to ward off "
        "{a=Condition!hyp!d:mucositis}. | m has_indication a",
        "{m=Drug-or-device:Metoclopramide} is at hand for {a=Condition!hyp!s:vomiting}. "
        "| m has_indication a",
        "~{o=Drug-or-device:Ondansetron} prn for {a=Condition!hyp!s:nausea}. | o has_indication a",
        "{She} keeps {m=Drug-or-device:senna} in the house for {a=Condition!hyp!s:constipation} "
        "from the {o=Drug-or-device:ondansetron}. | m has_indication a",
    ),
    "operation": (
        "{She} [has|was sent home with] {m=Drug-or-device:paracetamol} [and {o=Drug-or-device:"
        "codeine} |]for {p=Condition!s:pain}. | m has_indication p, o has_indication p",
        "{m=Drug-or-device:Dalteparin} was given to prevent {v=Condition!hyp!d:DVT}. "
        "| m has_indication v",
        "[Practice nurse|District nurse] to see to {x=Intervention!hyp:dressings} of the "
        "{l=Locus:wound}. | x has_target l",
        "{x=Intervention:Physiotherapy} began on the first day.",
        "{y=Drug-or-device:Stockings} and {m=Drug-or-device:heparin} were used against "
        "{v=Condition!hyp!d:DVT}. | y has_indication v, m has_indication v",
    ),
    "radiotherapy": (
        "{e=Drug-or-device:Aqueous cream} was used to keep {x=Condition!hyp!s:soreness} of the "
        "{l=Locus:skin} away. | e has_indication x, x has_location l",
        "{what:Treatment} was planned on {i=Investigation:CT} of the @what. "
        "| i has_target whatplace",
        "The {l=Locus:skin} in the field was cared for with {e=Drug-or-device:aqueous cream}.",
        "{She} [lay still|was comfortable] on the couch for {what:treatment}.",
    ),
    "palliative": (
        "{m=Drug-or-device:Paracetamol} is no longer enough for {her} {p=Condition!s:pain}. "
        "| m has_indication p",
        "{x=Intervention:Palliative care} at home [is in place|has been arranged].",
        "[A hospital bed|A commode] and {x=Intervention:nursing} at home have been arranged.",
    ),
    "": (
        "{She} takes {hormone} as {x=Intervention:endocrine treatment} for {her} {c}. "
        "| hormone has_indication c, x has_indication c",
        "{drug} is well tolerated. | drug has_indication c",
    ),
}
