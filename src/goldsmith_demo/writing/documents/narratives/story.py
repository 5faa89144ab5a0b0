"""Recall the course so far for letters: pathology, responses, setbacks, doses."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import JUST_OVER, Fact, write_gray
from goldsmith_demo.writing.documents.narratives.gather import FACTS
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.page import Page

_FIGURES = {"hs": "size", "hg": "grade", "hl": "gleason", "hn": "nodes", "hst": "stage"}
_SPREAD = ("metast", "deposit", "recur", "relapse", "progress", "residual")


def start_note(page: Page, event: Event, voice: str = "") -> Teller:
    """Start a note with all the facts that its phrases may mention."""
    tell = Teller(page, event, voice)
    for describe in (*FACTS, *_FACTS):
        tell.common.update(describe(tell))
    return tell


#: Intervals until the next visit: without the illness, and with it.
_FAR = ("three months", "six months", "four months")
_NEAR = ("three weeks", "four weeks", "six weeks")
_WARD = ("admission", "discharge", "complication", "operation")


def _is_removed(tell: Teller) -> bool:
    """Return whether the tumour has been removed or cured."""
    return tell.primary.end is not None and tell.primary.end <= tell.date


def _describe_circumstances(tell: Teller) -> dict[str, Fact]:
    """Return minor facts and results that apply only to some patients or days."""
    event = tell.event
    values: dict[str, Fact] = {}
    if tell.is_free_of("weight"):
        steady = tell.chance.choice(("steady", "stable", "unchanged"))
        values["steady"] = tell.make_thing("Result", steady)
    if event.kind == "chemotherapy":
        clean = tell.chance.choice(("clean", "healthy", "moist"))
        values["clean"] = tell.make_thing("Result", clean)
    if event.kind == "follow_up" and event.number:
        is_free = _is_removed(tell) and tell.is_free_of(*_SPREAD)
        values["later"] = tell.chance.choice(_FAR if is_free else _NEAR)
        if _is_removed(tell):
            ways = ("at present", "at this stage", "for now", "as things stand")
            values["now"] = tell.chance.choice(ways)
    if event.kind in _WARD:
        values["inpt"] = tell.chance.choice(("while in", "as i/p", "til home"))
        fever = [thing for thing in tell.list_active(JUST_OVER) if thing.base == "fever"]
        values["hot"] = next(iter(fever), None)
    if level := event.details.get("performance status", ""):
        values["ps"] = tell.make_thing("Result", level)
    if event.kind in ("presentation", "referral") and not tell.what.is_symptom:
        # The finding that led to the visit of a patient without symptoms, as in screening.
        is_screened = tell.what.base == "screen_detected"
        values["screened" if is_screened else "sign"] = tell.what
    values["surgical"] = "District nurse" if tell.is_operation else ""
    if event.kind in ("admission", "discharge") and event.what == tell.patient.tumour:
        values["what"] = None
    return values


def _describe_progress(tell: Teller) -> dict[str, Fact]:
    """Return words for a patient without symptoms, cancer or complications."""
    values: dict[str, Fact] = {}
    if not tell.common.get("s"):
        values["bright"] = tell.chance.choice(("well", "much better"))
    if _is_removed(tell) and tell.is_free_of(*_SPREAD):
        values["clear"] = tell.chance.choice(("today", "at present", "so far"))
        values["fares"] = tell.chance.choice(("is doing well", "keeps well", "has kept well"))
    if not tell.list_past("complication") and tell.event.kind != "complication":
        values["fine"] = tell.chance.choice(("recorded", "noted", "documented"))
    return values


def _describe_treatment(tell: Teller) -> dict[str, Fact]:
    """Return the last operation if recent, hormones, and the treatments that a meeting planned."""
    values: dict[str, Fact] = {"plan": _list_planned(tell)}
    done, drug = tell.common.get("op"), tell.common.get("drug")
    if isinstance(done, Thing) and done.start and 5 <= (tell.date - done.start).days < 200:
        values["sop"] = done
    if isinstance(drug, Thing) and drug.base in books.story.hormones:
        values["hormone"] = drug
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
    last = tell.find_last("investigation", "margins", "ER", "gleason")
    if last is None:
        return {}
    words = {key: last.details.get(name, "") for key, name in _FIGURES.items()}
    words["hn"] = words["hn"].replace("/", " of ")
    words["hm"] = "clear" if last.details.get("margins", "").startswith("clear") else ""
    values: dict[str, Fact] = {
        key: tell.make_thing("Result", text) for key, text in words.items() if text
    }
    values |= tell.describe_event("hist", last)
    for key, name in (("er", "ER"), ("h2", "HER2")):
        if name in tell.primary.details:
            values[key] = tell.make_thing("Result", tell.primary.details[name].split(",")[0])
    return values


def _describe_response(tell: Teller) -> dict[str, Fact]:
    scan = tell.find_last("investigation", "response")
    if scan is None or (tell.date - scan.date).days > 200:
        return {}
    resp = tell.make_thing("Result", scan.details["response"])
    return {**tell.describe_event("ri", scan), "resp": resp}


_LASTING = ("alopecia", "neuropathy", "lymphoedema", "erectile_dysfunction", "ototoxicity")
"""Lasting complications, which do not end like episodes."""


def _describe_setback(tell: Teller) -> dict[str, Fact]:
    """Describe the last complication before the event, if it has resolved."""
    troubles = [e for e in tell.list_past("complication") if 5 < (tell.date - e.date).days < 400]
    if not troubles:
        return {}
    last = troubles[-1]
    thing = tell.things[last.what]
    is_over = thing.end is not None and thing.end < tell.date
    if not is_over or thing.is_symptom or thing.base in _LASTING:
        return {}
    drips = [e for e in tell.list_past("chemotherapy") if 0 <= (last.date - e.date).days <= 28]
    return {
        **tell.describe_event("tr", last),
        "trd": tell.find_things(last.drugs)[:2],
        "over": "over",
        "trc": thing if drips else None,
    }


def _describe_doses(tell: Teller) -> dict[str, Fact]:
    event = tell.event
    values: dict[str, Fact] = {"gray": write_gray(event)}
    if event.kind == "chemotherapy":
        total = event.details.get("of", "")
        values["of"] = total if total.isdigit() and event.number < int(total) else ""
        is_chemo = "chemotherapy" in event.what  # not antibodies alone
        values["tol"] = tell.things.get(event.what) if event.number > 1 and is_chemo else None
        values["delay"] = "a week" if event.details.get("delayed") else ""
        values["cut"] = event.details.get("dose", "")
    culture = tell.find_last("investigation", "result")
    if culture and (tell.date - culture.date).days < 9:
        values["growth"] = tell.make_thing("Result", culture.details["result"])
    extra = tell.find_last("operation", "with")
    values["op2"] = tell.things.get(extra.details["with"]) if extra else None
    return values


_FACTS = (
    _describe_circumstances,
    _describe_progress,
    _describe_treatment,
    _describe_pathology,
    _describe_response,
    _describe_setback,
    _describe_doses,
)
