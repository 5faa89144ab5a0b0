"""Gather the facts of a note under the short names that phrases use."""

from __future__ import annotations

import re
from itertools import takewhile

import msgspec

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives.facts import UNPLANNED, Fact, remove_parts
from goldsmith_demo.writing.documents.narratives.teller import Teller

_RELIEVES = ("defunctioning_stoma", "stoma_reversal", "laparotomy", "lletz", "hip_fixation")
"""Operations whose aim is not to remove the cancer."""
_ORDINALS = ("", *"first second third fourth fifth sixth seventh eighth ninth tenth".split())
_SWALLOWED = frozenset("capecitabine_3w len_dex ctd mpt vcd trastuzumab_3w".split())
_CHANGES = UNPLANNED | {"operation", "diagnosis"}
"""Events after which other tests are requested."""
_AT_ONCE = frozenset("histopathology immunohistochemistry her2_fish smear".split())


def _describe_patient(tell: Teller) -> dict[str, Fact]:
    patient = tell.patient
    female = patient.sex == "female"
    relative, key = tell.chance.choice(patient.family) if patient.family else ("", "")
    illness = tell.things.get(key)
    return {
        "age": str(patient.get_age(tell.date)),
        "name": patient.called,
        "mf": "F" if female else "M",
        "lady": "lady" if female else "gentleman",
        "woman": "woman" if female else "man",
        "job": patient.occupation.lower(),
        "work": None if "retired" in patient.occupation.lower() else patient.occupation.lower(),
        "companion": patient.relative.role,
        "smokes": patient.smoker,
        "k": tell.find_things(patient.comorbidities)[:3],
        "g": tell.list_regular_drugs()[:4],
        "allergy": tell.find_things(patient.allergies)[:2],
        "aunt": relative.lower(),
        "fam": illness,
        "famc": illness if illness is not None and "cancer" in illness.base else None,
        "phone": patient.phone,
        "gp": patient.gp.called,
        "surgeon": patient.surgeon.called,
        "consultant": patient.consultant.called,
        "hospital": patient.hospital,
    }


def _describe_disease(tell: Teller) -> dict[str, Fact]:
    patient = tell.patient
    tumour, stage = tell.primary, patient.stage
    if not tell.is_diagnosed:
        return {"u": tumour}
    if stage and not re.match(r"(?i)stage|dukes|limited|ext|iss", stage):
        stage = f"stage {stage}"
    results = {
        "tnm": patient.tnm,
        "stage": stage,
        "size": tumour.details.get("size", ""),
        "grade": tumour.details.get("grade", ""),
    }
    day = patient.diagnosed
    return {
        "c": tell.rename_tumour(tumour.names[:3]),
        "long": msgspec.structs.replace(tumour, names=tumour.names[:1]),
        "ct": tell.mention_day(day) if day and day < tell.date else None,
        **{key: tell.make_thing("Result", words) for key, words in results.items() if words},
    }


def _describe_treatment(tell: Teller) -> dict[str, Fact]:
    operations = (
        event
        for event in reversed(tell.list_past("operation"))
        if tell.is_for_cancer(event)
        and "operation" in tell.things[event.what].generic
        and tell.things[event.what].base not in _RELIEVES
    )
    cycles, beam = tell.list_past("chemotherapy"), tell.find_last("radiotherapy")
    courses = {(each.what, each.details.get("regimen")) for each in cycles}
    # "Chemotherapy" could mean any of several courses.
    ambiguous = {"oldchemo": None} if len(courses) > 1 else {}
    if beam and beam.end:
        beam = msgspec.structs.replace(beam, date=beam.end)
    return {
        **tell.describe_event("op", next(operations, None)),
        **(_describe_cycle(tell, cycles[-1], "old") if cycles else {}),
        **ambiguous,
        **tell.describe_event("rt", beam),
    }


def _describe_cycle(tell: Teller, cycle: Event, prefix: str = "") -> dict[str, Fact]:
    course = tell.things[cycle.what]
    named = (cycle.details.get("regimen", ""), *cycle.drugs, cycle.what)
    is_over = course.end is not None and course.end <= tell.date
    return {
        # An ongoing course is not an old one.
        f"{prefix}chemo": course if is_over or prefix != "old" else None,
        f"{prefix}reg": tell.find_things(named, "Drug-or-device")[0],
        f"{prefix}nth": _ORDINALS[cycle.number] if cycle.number < len(_ORDINALS) else "",
        f"{prefix}cyc": str(cycle.number),
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
    begun = main.start if main.kind == "Intervention" else None
    day = tell.mention_day(begun) if begun and begun < tell.date else tell.mention_event(event)
    return {
        "what": main,
        "why": tell.things.get(main.reason) if main.reason else tell.common.get("c"),
        "day": day,
        "pres": _list_complaints(tell),
        "s": symptoms[:3],
        **_describe_onset(tell, symptoms),
        "d": [thing for thing in excluded if thing.is_symptom][:3],
        "h": [thing for thing in findings if not thing.is_symptom and thing.key != tumour][:3],
        "x": [thing for thing in excluded if not thing.is_symptom][:3],
        "drugs": tell.find_things(event.drugs)[:3],
        "drug": _find_home_drug(tell),
        **_choose_arm(tell),
        **(_describe_cycle(tell, event) if event.kind == "chemotherapy" else {}),
    }


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
    first = next(event for event in tell.patient.events if event.kind == "presentation")
    return tell.find_things(first.findings)[:3]


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
    cycles = [event for event in tell.patient.events if event.kind == "chemotherapy"]
    infused = {key for cycle in cycles for key in (*cycle.drugs, cycle.details.get("regimen"))}
    for drug in tell.things.values():
        is_own = drug.reason == tumour and drug.kind == "Drug-or-device" and drug.key not in infused
        if is_own and drug.start and drug.start <= today <= (drug.end or today):
            return drug
    return None


def _describe_plan(tell: Teller) -> dict[str, Fact]:
    event = tell.find_next()
    if event is None:
        return {}
    if event.kind == "mdt":
        return {"nmdt": "MDT" if tell.style == "uk" else "oncology board"}
    if event.kind == "investigation":
        return {"invs": _list_tests(tell)}
    if event.kind == "chemotherapy":
        cycle = _describe_cycle(tell, event, "n")
        return {**cycle, "nchemo": None} if event.number > 1 else cycle
    return {"nop" if event.kind == "operation" else "nrt": tell.things[event.what]}


def _list_tests(tell: Teller) -> list[Thing]:
    """Return the next tests that are requested in advance."""
    later = (event for event in tell.patient.events if event.date > tell.date)
    tests: dict[str, Thing] = {}
    for event in takewhile(lambda event: event.kind not in _CHANGES, later):
        if event.kind == "investigation" and tell.is_for_cancer(event):
            tests.setdefault(tell.things[event.what].base, tell.things[event.what])
    ordered = (base for base in tests if base not in _AT_ONCE and "examination" not in base)
    return [tests[base] for base in ordered][:2]


FACTS = (_describe_patient, _describe_disease, _describe_treatment, _describe_today, _describe_plan)
"""Functions that return facts, in the order in which they draw random numbers."""
