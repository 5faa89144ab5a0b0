"""What the life says up to the day of the note, by the short names that phrases use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from goldsmith_demo.life.labs import PANELS
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives.teller import Given, Teller

_KNOWN = frozenset(
    "diagnosis mdt operation chemotherapy radiotherapy recurrence palliative follow_up".split()
)
_PLANNED = ("operation", "chemotherapy", "radiotherapy", "investigation", "mdt")
_UNKNOWABLE = frozenset("complication recurrence palliative death admission".split())


class Facts:
    """A life as its notes know it on one day."""

    def __init__(self, tell: Teller) -> None:
        self.tell, self.patient, self.event = tell, tell.patient, tell.event
        self.today = tell.page.date

    def thing(self, key: str) -> Thing | None:
        """The thing of this key, if the life has one."""
        return self.patient.things.get(key)

    def things(self, keys: Iterable[str], most: int = 9) -> list[Thing]:
        """The things of these keys, each once."""
        found = [self.patient.things[k] for k in dict.fromkeys(keys) if k in self.patient.things]
        return found[:most]

    def past(self, *kinds: str) -> list[Event]:
        """Events of these kinds before the one that the note is about."""
        return [
            one
            for one in self.patient.events
            if one.kind in kinds and one.date <= self.today and one != self.event
        ]

    @property
    def diagnosed(self) -> bool:
        """Whether the diagnosis is known by now."""
        events = self.patient.events
        told = [one for one in events if one.kind == "diagnosis"]
        known = told or [one for one in events if one.kind in _KNOWN]
        return any(one.date <= self.today for one in known)

    def active(self) -> list[Thing]:
        """Conditions that the patient has or has just had."""
        return [
            one
            for one in self.patient.things.values()
            if one.kind == "Condition"
            and not one.base.startswith("family_")
            and one.start is not None
            and one.start <= self.today
            and (one.end is None or (self.today - one.end).days < 30)
        ]

    def free_of(self, *stems: str) -> bool:
        """Whether no condition of now has a name with one of these stems in it."""
        return not any(stem in self._names_now for stem in stems)

    @cached_property
    def _names_now(self) -> str:
        return " ".join(name.lower() for one in self.active() for name in one.names)

    def feverish(self) -> bool:
        """Whether there is a fever today."""
        today = {one.base for one in self.active() if _lasts(one, self)}
        return bool(today & {"fever", "neutropenic_sepsis", "pneumonia", "line_infection"})

    def when(self, event: Event | None) -> times.Time | None:
        """The day of an event in the words of the note."""
        if event is None or event.date > self.today:
            return None
        if event.date == self.today:
            return times.Time("today", "DATE", self.today.isoformat(), self.today, self.today)
        return times.mentioned(event.date, self.today, self.patient.style, self.tell.chance)

    def measured(self, base: str, days: int = 10) -> Thing | None:
        """The last value of something measured in blood, if it is recent."""
        values = [
            one
            for one in self.patient.things.values()
            if one.base == base
            and one.start is not None
            and 0 <= (self.today - one.start).days <= days
            and "value" in one.details
        ]
        return max(values, key=lambda one: str(one.start), default=None)

    def stayed(self, days: int) -> bool:
        """Whether so many days have passed since what the note is about was done or began."""
        main = self.thing(self.event.what)
        begun = main.start if main is not None and main.start else self.event.date
        return (self.today - min(begun, self.event.date)).days >= days

    def is_panel(self, event: Event) -> bool:
        """Whether an investigation is only a blood test."""
        thing = self.thing(event.what)
        return thing is None or thing.base in PANELS or thing.base == "tumour_markers"

    def next(self) -> Event | None:
        """What is planned: the next event, unless it is one that nobody plans."""
        for one in self.patient.events:
            if one.date > self.today:
                if one.kind in _UNKNOWABLE or (one.date - self.today).days > 120:
                    return None
                if one.kind in _PLANNED and self.foreseen(one):
                    return one
        return None

    def foreseen(self, event: Event) -> bool:
        """Whether it is planned for the cancer: no blood test, nothing done for a complication."""
        thing = self.thing(event.what)
        if event.kind == "investigation" and self.is_panel(event):
            return False
        return thing is None or thing.reason in ("", self.patient.tumour)


def gather(tell: Teller) -> Facts:
    """The facts of a note; what its phrases may speak of is put into `tell.common`."""
    facts = Facts(tell)
    tell.common.update(_who(facts))
    tell.common.update(_disease(facts))
    tell.common.update(_treatment(facts))
    tell.common.update(_now(facts))
    tell.common.update(_ahead(facts))
    return facts


def _who(facts: Facts) -> dict[str, Given]:
    patient = facts.patient
    female = patient.sex == "female"
    family = [(who, one) for who, key in patient.family if (one := facts.thing(key))]
    relative, illness = facts.tell.chance.choice(family) if family else ("", None)
    return {
        "age": str(patient.age(facts.today)),
        "name": f"{patient.title} {patient.last}",
        "lady": "lady" if female else "gentleman",
        "woman": "woman" if female else "man",
        "job": patient.occupation.lower(),
        "companion": patient.relative.role,
        "smokes": patient.smoker,
        "k": facts.things(patient.comorbidities, 3),
        "g": facts.things(patient.medication, 4),
        "allergy": facts.things(patient.allergies, 2),
        "aunt": relative.lower(),
        "fam": illness,
        "famc": illness if illness is not None and "cancer" in illness.base else None,
        "surgeon": f"{patient.surgeon.title} {patient.surgeon.last}",
        "consultant": f"{patient.consultant.title} {patient.consultant.last}",
        "hospital": patient.hospital,
    }


def _disease(facts: Facts) -> dict[str, Given]:
    tell, patient = facts.tell, facts.patient
    tumour = facts.thing(patient.tumour)
    if tumour is None or not facts.diagnosed:
        return {"u": tumour}
    said = {
        "tnm": patient.tnm,
        "stage": _staged(patient.stage),
        "size": tumour.details.get("size", ""),
        "grade": _graded(tumour.details.get("grade", "")),
    }
    known = next((e for e in patient.events if e.kind == "diagnosis"), None)
    return {
        "c": msgspec.structs.replace(_unplaced(facts, tumour), names=tumour.names[:3]),
        "ct": facts.when(known) if known is not None and known.date < facts.today else None,
        **{key: tell.words("Result", words) for key, words in said.items() if words},
    }


def _unplaced(facts: Facts, tumour: Thing) -> Thing:
    """The tumour; myeloma without its place, which goes without saying."""
    everywhere = facts.patient.cancer == "myeloma"
    return msgspec.structs.replace(tumour, place="") if everywhere else tumour


def _staged(stage: str) -> str:
    return (
        stage
        if not stage or re.match(r"(?i)stage|dukes|limited|ext|iss", stage)
        else (f"stage {stage}")
    )


def _graded(grade: str) -> str:
    return f"grade {grade}" if re.fullmatch(r"[1-4]", grade) else grade


def _treatment(facts: Facts) -> dict[str, Given]:
    operations = [e for e in facts.past("operation") if _aimed(facts, e) and _removes(facts, e)]
    cycles, beams = facts.past("chemotherapy"), facts.past("radiotherapy")
    last = operations[-1] if operations else None
    cycle = cycles[-1] if cycles else None
    beam = beams[-1] if beams else None
    return {
        "op": facts.thing(last.what) if last else None,
        "opt": facts.when(last),
        **_cycle(facts, cycle, "old"),
        "rt": facts.thing(beam.what) if beam else None,
        "rtt": facts.when(beam),
    }


def _aimed(facts: Facts, event: Event) -> bool:
    """Whether it was done for the cancer and not for a complication."""
    thing = facts.thing(event.what)
    if event.kind == "operation" and thing is not None and "operation" not in thing.generic:
        return False
    return thing is not None and thing.reason in ("", facts.patient.tumour)


_RELIEVES = ("defunctioning_stoma", "stoma_reversal", "laparotomy", "lletz", "hip_fixation")


def _removes(facts: Facts, event: Event) -> bool:
    """Whether an operation was meant to take the cancer away."""
    thing = facts.thing(event.what)
    return thing is not None and thing.base not in _RELIEVES


def _cycle(facts: Facts, cycle: Event | None, prefix: str = "") -> dict[str, Given]:
    if cycle is None:
        return {}
    course = facts.thing(cycle.what)
    named = (cycle.details.get("regimen", ""), *cycle.drugs, cycle.what)
    regimens = [one for one in facts.things(named) if one.kind == "Drug-or-device"]
    return {
        f"{prefix}chemo": course if course and course.kind == "Intervention" else None,
        f"{prefix}reg": regimens[0] if regimens else None,
        f"{prefix}nth": _ORDINALS[cycle.number] if 0 < cycle.number < len(_ORDINALS) else "",
        f"{prefix}cyc": str(cycle.number) if cycle.number else "",
        f"{prefix}cyclet": facts.when(cycle),
    }


_ORDINALS = ("", *"first second third fourth fifth sixth seventh eighth ninth tenth".split())


def _now(facts: Facts) -> dict[str, Given]:
    event = facts.event
    main, found = facts.thing(event.what), _largest(facts.things(event.findings))
    tumour = facts.patient.tumour
    symptoms = [one for one in found if one.is_symptom]
    if not symptoms:
        first = {one.key for one in _complaints(facts)} if facts.tell.common.get("op") else set()
        symptoms = [
            one
            for one in facts.active()
            if one.is_symptom and _lasts(one, facts) and one.key not in first
        ]
    now: dict[str, Given] = {
        "what": main,
        "why": facts.thing(main.reason)
        if main is not None and main.reason
        else facts.tell.common.get("c"),
        "day": _day(facts, main),
        "pres": _complaints(facts),
        "s": symptoms[:3],
        **_onset(facts, symptoms),
        "d": [one for one in facts.things(event.excluded) if one.is_symptom][:3],
        "h": [one for one in found if not one.is_symptom and one.key != tumour][:3],
        "x": [one for one in facts.things(event.excluded) if not one.is_symptom][:3],
        "drugs": [one for one in facts.things(event.drugs) if one is not main][:3],
        "drug": _at_home(facts),
        **_through(facts),
    }
    if event.kind == "chemotherapy":
        now.update(_cycle(facts, event))
    return now


_SWALLOWED = frozenset("capecitabine_3w len_dex ctd mpt vcd trastuzumab_3w".split())


def _through(facts: Facts) -> dict[str, Given]:
    """The line through which the drugs go, the same in all notes of a patient; not for tablets."""
    event, number = facts.event, sum(map(ord, facts.patient.id + facts.patient.last))
    if event.kind != "chemotherapy" or number % 3 == 0:
        return {}
    if event.details.get("regimen", "").partition("-")[0] in _SWALLOWED:
        return {}
    return {"arm": "right" if number % 2 else "left"}


def _largest(found: list[Thing]) -> list[Thing]:
    """The things without those that are among others of them."""
    keys = {one.key for one in found}
    return [one for one in found if one.among not in keys]


def _complaints(facts: Facts) -> list[Thing]:
    """What it began with."""
    first = next((one for one in facts.patient.events if one.kind == "presentation"), None)
    return facts.things(first.findings, 3) if first else []


def _day(facts: Facts, main: Thing | None) -> times.Time | None:
    """The day of the event, or of the operation that it is about."""
    if main is None or main.kind != "Intervention" or main.start is None:
        return facts.when(facts.event)
    if main.start >= facts.today:
        return facts.when(facts.event)
    style, chance = facts.patient.style, facts.tell.chance
    return times.mentioned(main.start, facts.today, style, chance)


def _onset(facts: Facts, symptoms: list[Thing]) -> dict[str, Given]:
    """When the first symptom began, by its month and by how long ago."""
    begun = [one for one in symptoms if one.start is not None and one.start < facts.today]
    if not begun or begun[0].start is None:
        return {}
    weeks = (facts.today - begun[0].start).days // 7
    chance, style = facts.tell.chance, facts.patient.style
    count, unit = (weeks, "W") if weeks < 9 else (round(weeks / 4.35), "M")
    return {
        "first": begun[0],
        "since": times.month(begun[0].start, facts.today, chance),
        "long_ago": times.duration(count, unit, style, chance) if 0 < count < 13 else None,
    }


def _at_home(facts: Facts) -> Thing | None:
    """A drug that is taken for the cancer, other than chemotherapy."""
    given = {key for one in facts.patient.events if one.kind == "chemotherapy" for key in one.drugs}
    given |= {one.details.get("regimen", "") for one in facts.patient.events}
    return next(
        (
            one
            for one in facts.patient.things.values()
            if one.kind == "Drug-or-device"
            and one.reason == facts.patient.tumour
            and one.key not in given
            and one.start is not None
            and one.start <= facts.today
            and _lasts(one, facts)
        ),
        None,
    )


def _lasts(thing: Thing, facts: Facts) -> bool:
    return thing.end is None or thing.end >= facts.today


_RECENT = 300
"""Days for which an investigation is still worth speaking of."""


def looked(facts: Facts) -> Iterator[dict[str, Given]]:
    """Investigations that found or excluded something other than in blood, latest ones first."""
    event = facts.event
    done = [
        one
        for one in facts.past("investigation")
        if (one.findings or one.excluded) and not facts.is_panel(one)
    ]
    if event.kind == "investigation" and (event.findings or event.excluded):
        done = [event]
    own = [one for one in done if _aimed(facts, one)] or done
    late = [one for one in own if (facts.today - one.date).days < 3 * _RECENT]
    recent = [one for one in late if (facts.today - one.date).days < _RECENT] or late[-1:]
    for last in facts.tell.chance.sample(recent[-3:], len(recent[-3:])):
        yield _shown(facts, last)


def _shown(facts: Facts, last: Event) -> dict[str, Given]:
    tumour = facts.patient.tumour
    found = _largest(facts.things(last.findings))
    size = last.details.get("size", "")
    known = next((one.date for one in facts.patient.events if one.kind == "diagnosis"), None)
    staging = known is not None and known <= last.date and (last.date - known).days < 60
    return {
        "stg": facts.thing(last.what) if staging else None,
        "isz": facts.tell.words("Result", size) if size else None,
        "i": facts.thing(last.what),
        "it": facts.when(last),
        **_sort_of(facts, last),
        "ic": next((_unplaced(facts, one) for one in found if one.key == tumour), None),
        "ih": [one for one in found if one.key != tumour][:2],
        "ix": facts.things(last.excluded, facts.tell.chance.choice((1, 1, 2))),
    }


_TISSUE = ("biopsy", "fna", "histo", "aspiration", "tap", "smear", "core", "lletz", "ebus")


def _sort_of(facts: Facts, event: Event) -> dict[str, Given]:
    """The investigation once more, as a scan or a tissue sample, and as one that was clear."""
    thing = facts.thing(event.what)
    sampled = thing is not None and any(stem in thing.base for stem in _TISSUE)
    return {
        "tissue" if sampled else "scan": thing,
        "clean": None if event.findings else thing,
    }


def _ahead(facts: Facts) -> dict[str, Given]:
    event = facts.next()
    thing = facts.thing(event.what) if event else None
    if event is None or thing is None:
        return {}
    names = {
        "operation": "nop",
        "chemotherapy": "nchemo",
        "radiotherapy": "nrt",
    }
    ahead: dict[str, Given] = {names.get(event.kind, "nother"): thing}
    if event.kind == "mdt":
        return {"nmdt": "MDT" if facts.patient.style == "uk" else "tumor board"}
    if event.kind == "investigation":
        return {"invs": _tests(facts)}
    if event.kind == "chemotherapy":
        ahead = {f"n{key}": value for key, value in _cycle(facts, event).items()}
        if event.number > 1:
            del ahead["nchemo"]
    return ahead


_AT_ONCE = frozenset("histopathology immunohistochemistry her2_fish smear".split())


def _tests(facts: Facts) -> list[Thing]:
    """The tests that come next, as far as they are asked for beforehand."""
    found: list[Thing] = []
    for event in facts.patient.events:
        if event.date > facts.today and event.kind in (*_UNKNOWABLE, "operation", "diagnosis"):
            break
        thing = facts.thing(event.what)
        if event.date > facts.today and event.kind == "investigation" and thing is not None:
            routine = thing.base in _AT_ONCE or "examination" in thing.base
            if (
                not routine
                and facts.foreseen(event)
                and thing.base not in {one.base for one in found}
            ):
                found.append(thing)
    return found[:2]
