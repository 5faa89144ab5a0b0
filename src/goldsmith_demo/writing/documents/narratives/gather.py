"""Gather the facts of a note under the short names that phrases use."""

from __future__ import annotations

import re

import msgspec

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives.facts import UNPLANNED, Fact, remove_parts
from goldsmith_demo.writing.documents.narratives.teller import Teller

_RELIEVES = ("defunctioning_stoma", "stoma_reversal", "laparotomy", "lletz", "hip_fixation")
"""Operations whose aim is not to remove the cancer."""
_ORDINALS = ("", *"first second third fourth fifth sixth seventh eighth ninth tenth".split())
_SWALLOWED = frozenset("capecitabine_3w len_dex ctd mpt vcd trastuzumab_3w".split())
_AT_ONCE = frozenset("histopathology immunohistochemistry her2_fish smear".split())


def gather(tell: Teller) -> None:
    """Collect in `tell.common` the facts that the phrases of a note may mention."""
    before = (_describe_patient, _describe_disease, _describe_treatment)
    for describe in (*before, _describe_today, _describe_plan):
        tell.common.update(describe(tell))


def _describe_patient(tell: Teller) -> dict[str, Fact]:
    patient = tell.patient
    female = patient.sex == "female"
    relative, key = tell.chance.choice(patient.family) if patient.family else ("", "")
    illness = tell.find_thing(key)
    return {
        "age": str(patient.get_age(tell.date)),
        "name": patient.called,
        "lady": "lady" if female else "gentleman",
        "woman": "woman" if female else "man",
        "job": patient.occupation.lower(),
        "work": None if "retired" in patient.occupation.lower() else patient.occupation.lower(),
        "companion": patient.relative.role,
        "smokes": patient.smoker,
        "k": tell.find_things(patient.comorbidities)[:3],
        "g": tell.list_regular_drugs(tell.date)[:4],
        "allergy": tell.find_things(patient.allergies)[:2],
        "aunt": relative.lower(),
        "fam": illness,
        "famc": illness if illness is not None and "cancer" in illness.base else None,
        "surgeon": patient.surgeon.called,
        "consultant": patient.consultant.called,
        "hospital": patient.hospital,
    }


def _describe_disease(tell: Teller) -> dict[str, Fact]:
    patient = tell.patient
    tumour = tell.find_thing(patient.tumour)
    if tumour is None or not tell.is_diagnosed:
        return {"u": tumour}
    stage, grade = patient.stage, tumour.details.get("grade", "")
    if stage and not re.match(r"(?i)stage|dukes|limited|ext|iss", stage):
        stage = f"stage {stage}"
    results = {
        "tnm": patient.tnm,
        "stage": stage,
        "size": tumour.details.get("size", ""),
        "grade": f"grade {grade}" if grade in ("1", "2", "3", "4") else grade,
    }
    day = patient.diagnosed
    return {
        "c": msgspec.structs.replace(tell.remove_place(tumour), names=tumour.names[:3]),
        "ct": tell.mention_day(day) if day and day < tell.date else None,
        **{key: tell.make_thing("Result", words) for key, words in results.items() if words},
    }


def _describe_treatment(tell: Teller) -> dict[str, Fact]:
    things = tell.things
    operations = [
        event
        for event in tell.list_past("operation")
        if tell.is_for_cancer(event) and things[event.what].base not in _RELIEVES
    ]
    cycles, beams = tell.list_past("chemotherapy"), tell.list_past("radiotherapy")
    last = operations[-1] if operations else None
    cycle = cycles[-1] if cycles else None
    beam = beams[-1] if beams else None
    courses = {(each.what, each.details.get("regimen")) for each in cycles}
    # "Chemotherapy" could mean any of several courses.
    ambiguous = {"oldchemo": None} if len(courses) > 1 else {}
    return {
        "op": tell.find_thing(last.what) if last else None,
        "opt": tell.mention_event(last),
        **_describe_cycle(tell, cycle, "old"),
        **ambiguous,
        "rt": tell.find_thing(beam.what) if beam else None,
        "rtt": tell.mention_end(beam),
    }


def _describe_cycle(tell: Teller, cycle: Event | None, prefix: str = "") -> dict[str, Fact]:
    if cycle is None:
        return {}
    course = tell.things[cycle.what]
    named = (cycle.details.get("regimen", ""), *cycle.drugs, cycle.what)
    regimens = [thing for thing in tell.find_things(named) if thing.kind == "Drug-or-device"]
    is_told = course.kind == "Intervention"
    if prefix:  # do not describe an ongoing course as finished
        is_told = is_told and course.end is not None and course.end <= tell.date
    return {
        f"{prefix}chemo": course if is_told else None,
        f"{prefix}reg": regimens[0] if regimens else None,
        f"{prefix}nth": _ORDINALS[cycle.number] if 0 < cycle.number < len(_ORDINALS) else "",
        f"{prefix}cyc": str(cycle.number) if cycle.number else "",
        f"{prefix}cycles": str(cycle.number) if cycle.number > 1 else "",
        f"{prefix}cyclet": tell.mention_event(cycle),
    }


def _describe_today(tell: Teller) -> dict[str, Fact]:
    event = tell.event
    main, findings = tell.what, remove_parts(tell.find_things(event.findings))
    excluded, tumour = tell.find_things(event.excluded), tell.patient.tumour
    symptoms = [thing for thing in findings if thing.is_symptom]
    if not symptoms:
        first = {thing.key for thing in _list_complaints(tell)} if tell.common.get("op") else set()
        symptoms = [row for row in tell.list_active() if row.is_symptom and row.key not in first]
    symptoms = list({thing.base: thing for thing in symptoms}.values())  # one chest pain, not two
    now: dict[str, Fact] = {
        "what": main,
        "why": tell.find_thing(main.reason) if main.reason else tell.common.get("c"),
        "day": _mention_day(tell, main),
        "pres": _list_complaints(tell),
        "s": symptoms[:3],
        **_describe_onset(tell, symptoms),
        "d": [thing for thing in excluded if thing.is_symptom][:3],
        "h": [thing for thing in findings if not thing.is_symptom and thing.key != tumour][:3],
        "x": [thing for thing in excluded if not thing.is_symptom][:3],
        "drugs": [thing for thing in tell.find_things(event.drugs) if thing is not main][:3],
        "drug": _find_home_drug(tell),
        **_choose_arm(tell),
    }
    if event.kind == "chemotherapy":
        now.update(_describe_cycle(tell, event))
    return now


def _choose_arm(tell: Teller) -> dict[str, Fact]:
    """Return the arm with the line for infused drugs, which is the same in all notes."""
    event, number = tell.event, sum(map(ord, tell.patient.id + tell.patient.last))
    if event.kind != "chemotherapy" or number % 3 == 0:
        return {}
    if event.details.get("regimen", "").partition("-")[0] in _SWALLOWED:
        return {}
    return {"arm": "right" if number % 2 else "left"}


def _list_complaints(tell: Teller) -> list[Thing]:
    """Return the first complaints."""
    first = next((event for event in tell.patient.events if event.kind == "presentation"), None)
    return tell.find_things(first.findings)[:3] if first else []


def _mention_day(tell: Teller, main: Thing) -> times.Time | None:
    """Mention the day of the event, or of its operation."""
    start = main.start if main.kind == "Intervention" else None
    if start is None or start >= tell.date:
        return tell.mention_event(tell.event)
    return tell.mention_day(start)


def _describe_onset(tell: Teller, symptoms: list[Thing]) -> dict[str, Fact]:
    """Describe when the first symptom began, by month and as a time ago."""
    begun = [(row, row.start) for row in symptoms if row.start and row.start < tell.date]
    if not begun:
        return {}
    first, day = begun[0]
    weeks = (tell.date - day).days // 7
    chance, style = tell.chance, tell.style
    count, unit = (weeks, "W") if weeks < 9 else (round(weeks / 4.35), "M")
    return {
        "first": first,
        "since": times.write_month(day, tell.date, chance),
        "long_ago": times.write_duration(count, unit, style, chance) if 0 < count < 13 else None,
    }


def _find_home_drug(tell: Teller) -> Thing | None:
    """Return a drug other than chemotherapy that the patient takes for the cancer."""
    today, tumour = tell.date, tell.patient.tumour
    taken = (
        drug
        for drug in tell.things.values()
        if drug.reason == tumour
        and drug.kind == "Drug-or-device"
        and drug.start is not None
        and drug.start <= today <= (drug.end or today)
    )
    return next((drug for drug in taken if not _is_infused(tell, drug.key)), None)


def _is_infused(tell: Teller, key: str) -> bool:
    return any(
        key == event.details.get("regimen") or (event.kind == "chemotherapy" and key in event.drugs)
        for event in tell.patient.events
    )


def _describe_plan(tell: Teller) -> dict[str, Fact]:
    event = tell.find_next()
    if event is None:
        return {}
    names = {"operation": "nop", "chemotherapy": "nchemo", "radiotherapy": "nrt"}
    ahead: dict[str, Fact] = {names.get(event.kind, "nother"): tell.things[event.what]}
    if event.kind == "mdt":
        return {"nmdt": "MDT" if tell.style == "uk" else "oncology board"}
    if event.kind == "investigation":
        return {"invs": _list_tests(tell)}
    if event.kind == "chemotherapy":
        ahead = {f"n{key}": value for key, value in _describe_cycle(tell, event).items()}
        if event.number > 1:
            del ahead["nchemo"]
    return ahead


def _list_tests(tell: Teller) -> list[Thing]:
    """Return the next tests that are requested in advance."""
    tests: list[Thing] = []
    for event in tell.patient.events:
        if event.date > tell.date and event.kind in (*UNPLANNED, "operation", "diagnosis"):
            break
        if event.date > tell.date and event.kind == "investigation":
            thing = tell.things[event.what]
            routine = thing.base in _AT_ONCE or "examination" in thing.base
            again = any(thing.base == test.base for test in tests)
            if not routine and not again and tell.is_foreseen(event):
                tests.append(thing)
    return tests[:2]
