"""What letters recall of the course so far: pathology, responses, setbacks, doses."""

from __future__ import annotations

from goldsmith.demo.life.model import Event, Thing
from goldsmith.demo.writing.documents._narrative_facts import Facts
from goldsmith.demo.writing.documents._narrative_teller import Given, Teller

_FIGURES = {"hs": "size", "hg": "grade", "hl": "gleason", "hn": "nodes", "hst": "stage"}


_SPREAD = ("metast", "deposit", "recur", "relapse", "progress", "residual")


def recall(tell: Teller, facts: Facts) -> None:
    """Puts what may be recalled into `tell.common`."""
    tell.common.update(_circumstances(facts))
    tumour = facts.thing(facts.patient.tumour)
    gone = tumour is not None and tumour.end is not None and tumour.end <= facts.today
    if gone and facts.free_of(*_SPREAD):
        tell.common["clear"] = tell.chance.choice(("today", "at present", "so far"))
    if not facts.past("complication") and facts.event.kind != "complication":
        tell.common["fine"] = tell.chance.choice(("recorded", "noted", "documented"))
    done = tell.common.get("op")
    if isinstance(done, Thing) and done.start and (facts.today - done.start).days < 200:
        tell.common["sop"] = done
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
    if event.kind == "follow_up":
        told["later"] = tell.chance.choice(("three months", "six months", "four months"))
    if event.kind in _WARD:
        told["inpt"] = tell.chance.choice(("while in", "as i/p", "til home"))
    if level := event.details.get("performance status", ""):
        told["ps"] = tell.words("Result", level)
    fever = [one for one in facts.active() if one.base == "fever" and event.kind in _WARD]
    told["hot"] = fever[0] if fever else None
    main = facts.thing(event.what)
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
    for key, name in (("er", "ER"), ("her", "HER2")):
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


def _setback(facts: Facts) -> dict[str, Given]:
    """The last complication before this event, if the patient is over it."""
    troubles = [e for e in facts.past("complication") if (facts.today - e.date).days < 400]
    if not troubles:
        return {}
    last: Event = troubles[-1]
    thing = facts.thing(last.what)
    if thing is None or thing.is_symptom:
        return {}
    over = thing.end is not None and thing.end <= facts.today
    return {
        "tr": thing,
        "trt": facts.when(last),
        "trd": facts.things(last.drugs, 2),
        "over": "over" if over else "",
    }


def _doses(facts: Facts) -> dict[str, Given]:
    event = facts.event
    beams = [event] if event.kind == "radiotherapy" else []
    told: dict[str, Given] = {}
    if beams and {"dose", "fractions"} <= set(beams[-1].details):
        details = beams[-1].details
        told["gray"] = f"{details['dose']} in {details['fractions']} fractions"
    if event.kind == "chemotherapy":
        told["of"] = event.details.get("of", "")
        told["delay"] = "a week" if event.details.get("delayed") else ""
        told["cut"] = event.details.get("dose", "")
    extra = [e.details["with"] for e in facts.past("operation") if "with" in e.details]
    told["growth"] = _growth(facts)
    told["op2"] = facts.thing(extra[-1]) if extra else None
    return told


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
    "{er0=Investigation:Oestrogen receptor} was {er} and {h0=Investigation:HER2} {her}. "
    "| er0 has_finding er, h0 has_finding her",
    "The tumour scored {er} for {er0=Investigation:ER} and {her} for {h0=Investigation:HER2}. "
    "| er0 has_finding er, h0 has_finding her",
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
    "[The last cycle|Treatment] was [complicated by|marred by] {tr}, [now {over}|for which "
    "{she} had "
    "%trd]. | trd* has_indication tr",
    "You [may|will] recall the episode of {tr} {trt!at}[, treated with %trd|]. "
    "| trd* has_indication tr",
    "^{She} weathered a bout of {tr} {trt!at}.",
    "~Recent {tr} ({trt}), Rx %trd. | trd* has_indication tr",
    "Apart from {tr} {trt!at} {she} has [had no upsets|come through well].",
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
    "{She} has [recovered well from|got over] {sop:surgery}.",
    "Since {sop:surgery} {she} has [been gaining strength|been getting about well].",
    "{She} has [tolerated|stood up to] {oldchemo:chemotherapy} [well|better than {she} had "
    "feared]. "
    "| oldchemo has_indication c",
    "{She} [is tolerating|is managing] {chemo:chemotherapy} [well|with little upset]. "
    "| chemo has_indication c",
    "[So far|To date] {chemo:treatment} has gone [smoothly|to plan]. | chemo has_indication c",
    "The effects of {rt:radiotherapy} on the @rt have [worn off|been slight]. | rt "
    "has_indication c",
    "{She} found {oldchemo:chemotherapy} [hard going|tiring], but {she} is glad to have had it. "
    "| oldchemo has_indication c",
    "^{She} bore the {sop:operation} and what followed with fortitude.",
    "~Post {sop:surgery}, recovering well.",
    "~Tolerating {chemo:chemo}. | chemo has_indication c",
    "{Her} {l=Locus:scar} from {sop:surgery} [is comfortable|gives no trouble].",
    "Between {op:surgery} and {oldchemo:chemotherapy} {she} [had|took] a short holiday. "
    "| op has_indication c, oldchemo has_indication c",
    "{She} [asked|wanted to know] what {nop!hyp:surgery} would involve, and whether "
    "{x=Intervention!hyp:chemotherapy} would be needed after it. | nop has_indication c",
    "We also [touched on|spoke of] {nrt!hyp:radiotherapy} and what it entails. "
    "| nrt has_indication c",
    "{She} is [keen|ready] to begin {nchemo!hyp:chemotherapy}. | nchemo has_indication c",
)
