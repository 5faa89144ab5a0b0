"""The paragraphs of letters and notes: each takes the facts and says some of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.model import Person, Thing
from goldsmith_demo.life.spelling import american
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives import checks, letter, plans, story
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.facts import looked as facts_looked
from goldsmith_demo.writing.documents.narratives.teller import Given, Teller, joined

_MARKERS = ("cea", "ca199", "ca125", "ca153", "psa", "afp", "hcg", "ldh", "paraprotein")


_BLOOD_STEMS = (
    *("anaem", "anem", "neutrop", "renal", "kidney", "liver", "jaund", "thrombocyt", "sepsis"),
    *("marrow", "myeloma", "hepat", "calc", "bili"),
)


def denied(tell: Teller, facts: Facts) -> list[Thing]:
    """Symptoms that the patient does not have: those of the event, or ones that are asked for."""
    given = tell.common.get("d")
    if isinstance(given, list) and given:
        return given
    style = facts.patient.style
    bases = [*checks.SYMPTOMS.get(facts.patient.cancer, ()), *checks.SYMPTOMS[""][:4]]
    asked = [CATALOGUE[style][base] for base in dict.fromkeys(bases)]
    absent = [one for one in asked if facts.free_of(*(name.lower() for name in one.names))]
    picked = tell.chance.sample(absent, min(len(absent), tell.chance.choice((1, 1, 2))))
    return [msgspec.structs.replace(one, key=f"loose-{one.base}") for one in picked]


def denies(
    tell: Teller, facts: Facts, likelihood: float = 0.35, frames: Sequence[str] = letter.DENIES
) -> None:
    """What the patient was asked for and does not have, in some notes."""
    if tell.maybe(likelihood):
        tell.say(frames, d=denied(tell, facts)[:2])


def weight(tell: Teller) -> str:
    """The patient's weight on the day, as the country writes it."""
    said = tell.event.details.get("weight", "")
    kilos = float(said.split()[0]) if said.endswith("kg") else tell.patient.weight
    if said and not said.endswith("kg"):
        return said
    return f"{round(kilos * 2.2046)} lb" if tell.patient.style == "us" else f"{kilos:g} kg"


def vitals(tell: Teller, template: str) -> str:
    """The template with made-up normal figures."""
    chance = tell.chance
    figures = {
        "#W": weight(tell),
        "#B": f"{chance.randint(108, 146)}/{chance.randint(62, 88)}",
        "#P": str(chance.randint(62, 88)),
        "#S": f"{chance.randint(96, 99)}%",
    }
    for mark, figure in figures.items():
        template = template.replace(mark, figure)
    return template


def examination(tell: Teller, facts: Facts, most: int = 3) -> None:
    """What was looked for on examination."""
    own = checks.BY_CANCER.get(facts.patient.cancer, ())
    if not tell.common.get("clear"):
        own = ()
    elif not tell.common.get("op") or not _healed(tell, facts):
        own = tuple(one for one in own if not any(word in one[0] for word in checks.OPERATED))
    own = tuple(one for one in own if facts.free_of(*one[2]))
    rest = tuple(one for one in checks.GENERAL if facts.free_of(*one[2]))
    pieces = [
        *tell.chance.sample(own, min((most + 1) // 2, len(own))),
        *tell.chance.sample(rest, min(most + 2, len(rest))),
    ]
    seen: set[str] = set()
    for words, topics, _ in pieces:
        if most and not seen & set(topics.split()):
            seen |= set(topics.split())
            tell.say((vitals(tell, words),))
            most -= 1


def _healed(tell: Teller, facts: Facts) -> bool:
    """Whether the last operation was long enough ago for its wound to have healed."""
    done = tell.common.get("op")
    begun = done.start if isinstance(done, Thing) else None
    return begun is not None and (facts.today - begun).days > 40


def counts(tell: Teller, facts: Facts) -> dict[str, Given]:
    """The blood count: the last one of the life, or else a normal one."""
    said: dict[str, Given] = {}
    for name, base in (("h", "haemoglobin"), ("n", "neutrophils"), ("p", "platelets")):
        known = facts.measured(base)
        if known is not None:
            said[name] = known
            said[f"{name}r"] = tell.words("Result", _figure(tell, known))
    if said or not facts.free_of("anaem", "anem", "neutrop", "thrombocyt", "sepsis"):
        return said
    chance = tell.chance
    grams = facts.patient.style == "us"
    tens = chance.randint(118, 148)
    brief = tell.voice in ("terse", "brisk")
    usual = {
        "h": ("Investigation", "Hb" if brief or chance.random() < 0.5 else "haemoglobin"),
        "hr": ("Result", f"{tens / 10:.1f}" if grams else str(tens)),
        "n": ("Investigation", "neuts" if brief else "neutrophils"),
        "nr": ("Result", f"{chance.uniform(2.1, 5.8):.1f}"),
        "p": ("Investigation", "plts" if brief else "platelets"),
        "pr": ("Result", str(chance.randint(160, 380))),
    }
    return {key: tell.words(*value) for key, value in usual.items()}


def _figure(tell: Teller, measured: Thing) -> str:
    value, unit = measured.details["value"], measured.details.get("unit", "")
    bare = tell.voice == "terse" or tell.maybe(0.7)
    return value if bare or "^" in unit or not unit else f"{value} {unit}"


def bloods(tell: Teller, facts: Facts) -> None:
    """Blood counts with figures, or that they were normal; sometimes the tumour marker."""
    told = tell.maybe(0.35) and tell.say(checks.COUNTED, counts(tell, facts))
    if not told and facts.free_of(*_BLOOD_STEMS):
        tell.say(checks.NORMAL_BLOODS)
    for base in _MARKERS:
        marker = facts.measured(base, 40)
        if marker is not None and tell.maybe(0.6):
            tell.say(checks.MARKED, m=marker, mr=tell.words("Result", _figure(tell, marker)))


def history(tell: Teller, facts: Facts) -> None:
    """How the patient is: symptoms, what is denied, what was done about it."""
    kind = facts.event.kind
    if not tell.spoken["%s"]:
        tell.say(letter.SYMPTOMS)
    if kind in ("referral", "presentation", "diagnosis", "recurrence"):
        tell.say(letter.ONSET)
    if kind in ("complication", "admission"):
        tell.say(letter.COMPLICATION)
    elif kind == "palliative":
        relieved(tell, facts)
    else:
        tell.say(story.SETBACK)
    if not tell.spoken["%s"]:
        tell.say(letter.WELL if kind == "follow_up" else letter.BEARING)
    tell.say(story.AFTER)
    if tell.maybe(0.6):
        tell.say(story.DOSES)
    support(tell, facts)
    denies(tell, facts)


def support(tell: Teller, facts: Facts, likelihood: float = 0.75) -> None:
    """What goes with the treatment: drugs against its effects, lines, dressings."""
    kind = facts.event.kind
    main = facts.thing(facts.event.what)
    if kind == "operation" and (main is None or "operation" not in main.generic):
        return
    if tell.maybe(likelihood):
        tell.say(story.SUPPORT.get(kind, story.SUPPORT[""]))


def relieved(tell: Teller, facts: Facts) -> None:
    """The drugs of the day with what each is given for."""
    given = [one for one in facts.things(facts.event.drugs, 4) if one.kind == "Drug-or-device"]
    told, values = grouped(facts, given)
    if told:
        tell.say([way.replace("<g>", told) for way in letter.RELIEVED], values)


def grouped(facts: Facts, drugs: Sequence[Thing]) -> tuple[str, dict[str, Given]]:
    """Drugs by what they are given for: a phrase, and the things for its slots."""
    rows: dict[str, list[Thing]] = {}
    for drug in drugs:
        reason = facts.thing(drug.reason)
        known = reason is not None and reason.kind == "Condition" and facts.diagnosed
        own = reason is not None and reason.key in facts.patient.comorbidities
        rows.setdefault(drug.reason if known or own else "", []).append(drug)
    parts, values = [], dict[str, Given]()
    for number, (key, group) in enumerate(rows.items()):
        names = [f"m{number}x{count}" for count in range(len(group))]
        values.update(zip(names, group, strict=True))
        said = joined([f"{{{name}}}" for name in names], "and")
        if key:
            values[f"w{number}"] = facts.thing(key)
            said += f" for {{w{number}}}"
        parts.append(said)
    return joined(parts, "and"), values


def drugs(tell: Teller, facts: Facts, ways: Sequence[str] = letter.DRUGS) -> None:
    """The regular drugs; of some authors also what for."""
    own = facts.things(facts.patient.medication, 4)
    told, values = grouped(facts, own)
    if own and tell.maybe(0.75):
        tell.say([way.replace("%g", told) for way in ways], values)
    else:
        tell.say(ways)


def past(tell: Teller, facts: Facts, likelihood: float = 0.6) -> None:
    """Other illnesses, drugs, allergies, family, home."""
    steps: list[Sequence[str] | None] = [letter.PAST, None, letter.ALLERGY]
    steps += [letter.FAMILY, letter.SOCIAL]
    if tell.maybe(0.3):
        tell.chance.shuffle(steps)
    for step in steps:
        if tell.maybe(likelihood):
            if step is None:
                drugs(tell, facts)
            else:
                tell.say(step)


def fresh(tell: Teller) -> dict[str, Given]:
    """The treatments so far; None for those that have been spoken of already."""
    known = {name: tell.common.get(name) for name in ("op", "oldreg", "rt", "reg")}
    return {
        name: None if isinstance(one, Thing) and tell.mentioned(one) else one
        for name, one in known.items()
    }


def background(tell: Teller) -> bool:
    """The illness so far in a sentence, without what has been said already."""
    return tell.say(letter.BACKGROUND, fresh(tell))


def looked(
    tell: Teller,
    facts: Facts,
    most: int = 1,
    frames: Sequence[str] = letter.LOOKED,
    after: str = " ",
) -> None:
    """What the last investigations showed, each once."""
    for shown in islice(facts_looked(facts), most):
        tell.say(frames, shown, after=after)


def plan(tell: Teller, facts: Facts) -> None:
    """What will be done, warnings, and what is asked of the reader."""
    kind = facts.event.kind
    if not tell.say(plans.NEXT) and kind not in ("presentation", "diagnosis", "mdt"):
        tell.say(plans.STAY)
        if tell.maybe(0.6):
            tell.say(plans.BACK)
    said = plans.ADVICE.get(kind, plans.ADVICE[""])
    if "nreg" in tell.common or "nchemo" in tell.common:
        said = plans.ADVICE["chemotherapy"]
    if tell.maybe(0.75):
        tell.say(said)
    if tell.maybe(0.6):
        tell.say(plans.REQUEST)
    if tell.maybe(0.4):
        tell.say(plans.NEWS if kind in ("diagnosis", "recurrence") else plans.MOOD)


def signature(tell: Teller, who: Person, closing: bool = True) -> None:
    """The end of a letter."""
    page = tell.page
    page.paragraph()
    if closing:
        ends = plans.US_CLOSINGS if tell.patient.style == "us" else plans.CLOSINGS
        page.line(tell.chance.choice(ends) + tell.chance.choice(("", "", ",")))
        page.paragraph()
    first = who.first if tell.maybe(0.5) else who.first[:1]
    page.line(tell.chance.choice((f"{who.title} {first} {who.last}", f"{first} {who.last}")))
    if who.role:
        post = _post(who.role)
        page.line(american(post) if tell.patient.style == "us" else post)


_POSTS = ("consult", "nurs", "regist", "pract", "oncologist", "surgeon", "physician")


def _post(role: str) -> str:
    """How somebody signs: a post, or the department."""
    if "primary care" in role.lower():
        return "Family Physician"
    if any(word in role.lower() for word in _POSTS):
        return role[:1].upper() + role[1:]
    return f"Department of {role.title()}"


def dated(tell: Teller, lead: Sequence[str] = ("", "", "Date: ")) -> None:
    """The date of the document, on a line of its own."""
    day = times.written(tell.page.date, tell.patient.style, tell.chance, creation=True)
    tell.page.say(tell.chance.choice(lead) + "{day}", after="\n", day=day)
