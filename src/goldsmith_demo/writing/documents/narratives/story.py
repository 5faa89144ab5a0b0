"""Recall the course so far for letters: pathology, responses, setbacks, doses."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import JUST_OVER, UNPLANNED, Fact, write_gray
from goldsmith_demo.writing.documents.narratives.gather import gather
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.page import Page

_FIGURES = {"hs": "size", "hg": "grade", "hl": "gleason", "hn": "nodes", "hst": "stage"}
_PATHOLOGY = frozenset(("margins", "ER", "gleason"))
_SPREAD = ("metast", "deposit", "recur", "relapse", "progress", "residual")


def start_note(page: Page, event: Event, voice: str = "") -> Teller:
    """Start a note with all the facts that its phrases may mention."""
    tell = Teller(page, event, voice)
    gather(tell)
    _recall(tell)
    return tell


def _recall(tell: Teller) -> None:
    """Put the facts about the course so far into `tell.common`."""
    tell.common.update(_describe_circumstances(tell))
    if _is_removed(tell) and tell.is_free_of(*_SPREAD):
        tell.common["clear"] = tell.chance.choice(("today", "at present", "so far"))
        tell.common["fares"] = tell.chance.choice(("is doing well", "keeps well", "has kept well"))
    if not tell.list_past("complication") and tell.event.kind != "complication":
        tell.common["fine"] = tell.chance.choice(("recorded", "noted", "documented"))
    for key, name in (("sop", "op"), ("schemo", "oldchemo"), ("srt", "rt")):
        done = tell.common.get(name)
        if isinstance(done, Thing) and done.end and tell.event.kind not in UNPLANNED:
            tell.common[key] = done if 5 <= (tell.date - done.end).days < _RECENT else None
    tell.common["plan"] = _list_planned(tell)
    for describe in (_describe_pathology, _describe_response, _describe_setback, _describe_doses):
        tell.common.update(describe(tell))


#: Intervals until the next visit: without the illness, and with it.
_FAR = ("three months", "six months", "four months")
_NEAR = ("three weeks", "four weeks", "six weeks")
_RECENT = 120
"""Days for which notes speak of the recovery from a treatment."""


def _is_removed(tell: Teller) -> bool:
    """Return whether the tumour has been removed or cured."""
    tumour = tell.find_thing(tell.patient.tumour)
    return tumour is not None and tumour.end is not None and tumour.end <= tell.date


def _describe_circumstances(tell: Teller) -> dict[str, Fact]:
    """Return minor facts and results that apply only to some patients or days."""
    event = tell.event
    values: dict[str, Fact] = {}
    if tell.is_free_of("weight"):
        values["steady"] = tell.choose_result("steady", "stable", "unchanged")
    if event.kind == "chemotherapy":
        values["clean"] = tell.choose_result("clean", "healthy", "moist")
    if event.kind == "follow_up" and event.number:
        is_free = _is_removed(tell) and tell.is_free_of(*_SPREAD)
        values["later"] = tell.chance.choice(_FAR if is_free else _NEAR)
        if _is_removed(tell):
            ways = ("at present", "at this stage", "for now", "as things stand")
            values["now"] = tell.chance.choice(ways)
    if tell.is_inpatient:
        values["inpt"] = tell.chance.choice(("while in", "as i/p", "til home"))
    fever = [thing for thing in tell.list_active(JUST_OVER) if thing.base == "fever"]
    values["hot"] = fever[0] if fever else None
    if level := event.details.get("performance status", ""):
        values["ps"] = tell.make_thing("Result", level)
    values |= _describe_silent_sign(tell)
    values["surgical"] = "Community nurse" if tell.is_operation else ""
    if event.kind in ("admission", "discharge") and event.what == tell.patient.tumour:
        values["what"] = None
    if not tell.common.get("s"):
        values["bright"] = tell.chance.choice(("well", "much better"))
        values["easy"] = "well tolerated"
    return values


def _list_planned(tell: Teller) -> list[Thing]:
    """Return the treatments that a meeting decided on and that later took place."""
    if "plan" not in tell.event.details:
        return []
    names = tell.event.details["plan"].split("; ")
    planned = [thing for thing in tell.things.values() if thing.names[0] in names]
    later = [thing for thing in planned if thing.start and thing.start > tell.date]
    return list({thing.base: thing for thing in later}.values())[:3]


def _describe_pathology(tell: Teller) -> dict[str, Fact]:
    tests = reversed(tell.list_past("investigation"))
    last = next((test for test in tests if not _PATHOLOGY.isdisjoint(test.details)), None)
    if last is None:
        return {}
    words = {key: last.details.get(name, "") for key, name in _FIGURES.items()}
    words["hn"] = words["hn"].replace("/", " of ")
    words["hm"] = "clear" if last.details.get("margins", "").startswith("clear") else ""
    values: dict[str, Fact] = {
        key: tell.make_thing("Result", text) for key, text in words.items() if text
    }
    values["hist"] = tell.find_thing(last.what)
    values["histt"] = tell.mention_event(last)
    tumour = tell.find_thing(tell.patient.tumour)
    for key, name in (("er", "ER"), ("h2", "HER2")):
        if tumour is not None and name in tumour.details:
            values[key] = tell.make_thing("Result", tumour.details[name].split(",")[0])
    return values


def _describe_response(tell: Teller) -> dict[str, Fact]:
    scans = [event for event in tell.list_past("investigation") if "response" in event.details]
    if not scans or (tell.date - scans[-1].date).days > 200:
        return {}
    words = scans[-1].details["response"]
    return {
        "ri": tell.find_thing(scans[-1].what),
        "rit": tell.mention_event(scans[-1]),
        "resp": tell.make_thing("Result", words),
    }


_LASTING = ("alopecia", "neuropathy", "lymphoedema", "erectile_dysfunction", "ototoxicity")
"""Lasting complications, which do not end like episodes."""


def _describe_setback(tell: Teller) -> dict[str, Fact]:
    """Describe the last complication before the event, if it has resolved."""
    troubles = [e for e in tell.list_past("complication") if 5 < (tell.date - e.date).days < 400]
    if not troubles:
        return {}
    last = troubles[-1]
    thing = tell.find_thing(last.what)
    is_over = thing is not None and thing.end is not None and thing.end < tell.date
    if thing is None or not is_over or thing.is_symptom or thing.base in _LASTING:
        return {}
    cycles = tell.list_past("chemotherapy")[-1:]
    is_toxicity = any(0 <= (last.date - cycle.date).days <= 28 for cycle in cycles)
    return {
        "tr": thing,
        "trt": tell.mention_event(last),
        "trd": tell.find_things(last.drugs)[:2],
        "over": "over",
        "trc": thing if is_toxicity else None,
    }


def _describe_doses(tell: Teller) -> dict[str, Fact]:
    event = tell.event
    values: dict[str, Fact] = {}
    if event.kind == "radiotherapy":
        values["gray"] = write_gray(event)
    if event.kind == "chemotherapy":
        total = event.details.get("of", "")
        values["of"] = total if total.isdigit() and event.number < int(total) else ""
        is_chemo = "chemotherapy" in event.what  # not antibodies alone
        is_hard = tell.common.get("s") or tell.common.get("trc")
        is_told = event.number > 1 and is_chemo and not is_hard
        values["tol"] = tell.what if is_told else None
        values["delay"] = "a week" if event.details.get("delayed") else ""
        values["cut"] = event.details.get("dose", "")
    extra = [e.details["with"] for e in tell.list_past("operation") if "with" in e.details]
    values["growth"] = _find_growth(tell)
    values["op2"] = tell.find_thing(extra[-1]) if extra else None
    return values


def _describe_silent_sign(tell: Teller) -> dict[str, Fact]:
    """Return the finding that led to the visit of a patient without symptoms, as in screening."""
    main, early = tell.what, tell.event.kind in ("presentation", "referral")
    if main.is_symptom or not early:
        return {}
    return {"screened" if main.base == "screen_detected" else "sign": main}


def _find_growth(tell: Teller) -> Thing | None:
    """Return the organism that blood cultures grew in the last days, or None."""
    for event in reversed(tell.list_past("investigation")):
        result = event.details.get("result", "")
        if result and 0 <= (tell.date - event.date).days < 9:
            return tell.make_thing("Result", result)
    return None
