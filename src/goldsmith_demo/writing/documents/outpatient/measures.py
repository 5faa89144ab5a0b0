"""Vital signs and blood tests in the figures that the day's conditions ask for."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.labs import ANALYTES, ODD, PANELS
from goldsmith_demo.writing.documents.outpatient.chart import Chart, Phrase
from goldsmith_demo.writing.page import Value

_INFECTED = frozenset(
    "neutropenic_sepsis pneumonia uti wound_infection line_infection cholangitis pelvic_collection "
    "anastomotic_leak fever rigors".split()
)
_SHORT_OF_AIR = frozenset(
    "pneumonia pulmonary_embolism pleural_effusion dyspnoea pneumonitis heart_failure".split()
)
_NAMES = {
    "us": {"haemoglobin": ("Hgb", "hemoglobin"), "white_cells": ("WBC", "white count"),
           "neutrophils": ("ANC", "absolute neutrophil count"), "platelets": ("platelets", "Plt"),
           "creatinine": ("creatinine", "Cr"), "urea": ("BUN",), "sodium": ("sodium", "Na"),
           "potassium": ("potassium", "K"), "alp": ("alk phos",), "bilirubin": ("T bili",)},
    "uk": {"haemoglobin": ("Hb",), "white_cells": ("WCC",), "neutrophils": ("neuts",),
           "platelets": ("plts", "platelets"), "creatinine": ("creat", "creatinine")},
}  # fmt: skip


class Vitals(msgspec.Struct, frozen=True):
    """A set of observations."""

    temperature: str
    pulse: int
    pressure: str
    breaths: int
    saturation: int
    weight: str


def vitals(chart: Chart, *, ill: bool = False) -> Vitals:
    """Figures that agree with what the patient has today."""
    has, draw = chart.acute(), chart.chance
    infected, breathless = bool(has & _INFECTED), bool(has & _SHORT_OF_AIR)
    celsius = draw.uniform(38.1, 39.3) if infected else draw.uniform(36.3, 37.1)
    heat = f"{celsius * 9 / 5 + 32:.1f}" if chart.us else f"{celsius:.1f}"
    low = ill and infected
    pressure = (draw.randint(88, 104), draw.randint(48, 60)) if low else (
        draw.randint(112, 144), draw.randint(64, 84)
    )  # fmt: skip
    kilos = (chart.patient.weight or 72) + draw.uniform(-2, 2)
    return Vitals(
        heat,
        draw.randint(104, 128) if infected or (ill and breathless) else draw.randint(62, 92),
        f"{pressure[0]}/{pressure[1]}",
        draw.randint(22, 30) if breathless else draw.randint(12, 18),
        draw.randint(86, 92) if ill and breathless else draw.randint(95, 99),
        chart.event.details.get("weight", f"{kilos:.1f} kg"),
    )


_ROWS = {
    "t": (("Temp", "T", "Temperature"), "temperature"),
    "h": (("HR", "Pulse", "P"), "pulse"),
    "b": (("BP", "Blood pressure", "BP"), "pressure"),
    "r": (("RR", "Resp", "Respirations"), "breaths"),
    "s": (("O2 sat", "SpO2", "Sats"), "saturation"),
    "w": (("Wt", "Weight"), "weight"),
}


def observations(chart: Chart, name: str, which: str, seen: Vitals, mark: str = " ") -> Phrase:
    """Some of the vital signs in a row; which by their letters."""
    way = chart.chance.randrange(3)
    parts, links = [], []
    for letter in which:
        names, field = _ROWS[letter]
        key = f"{name}_{letter}"
        value = f"{getattr(seen, field)}" + {"s": "%"}.get(letter, "")
        well = letter == "s" and seen.saturation > 93
        tail = chart.pick("", " on room air", " RA") if well else ""
        label = names[way % len(names)]
        parts.append(f"{{{key}=Investigation:{label}}}{mark}{{{key}_v=Result:{value}}}{tail}")
        links.append(f"{key} has_finding {key}_v")
    glue = chart.pick(", ", ", ", "; ", " ")
    return Phrase(name, glue.join(parts), tuple(links))


def figure(chart: Chart, base: str) -> str:
    """A value as this style prints it, from the event or else from the day's conditions."""
    known = chart.measured(base)
    if known:
        return known.details["value"]
    one = ANALYTES[base]
    low, high = one.low, one.high
    for condition in (*sorted(chart.has()), *_standing(chart)):
        low, high = ODD.get(condition, {}).get(base, (low, high))
    value = chart.chance.uniform(low, high)
    if base == "white_cells":
        chart.white = value
    if base == "neutrophils" and chart.white:
        value = min(value, chart.white * chart.chance.uniform(0.5, 0.8))
    if not chart.us:
        return f"{value:.{one.digits}f}"
    digits = one.us_digits if one.us_digits >= 0 else one.digits
    return f"{value * one.factor:.{digits}f}"


def _standing(chart: Chart) -> list[str]:
    has = chart.has()
    if "neutropenic_sepsis" in has:
        return ["neutropenic_sepsis"]
    return ["infection"] if has & _INFECTED else []


def label(chart: Chart, base: str) -> str:
    """What this style calls a blood test."""
    known = _NAMES[chart.style].get(base)
    return chart.chance.choice(known) if known else chart.called(chart.new(base))


def bloods(chart: Chart, name: str, bases: tuple[str, ...], mark: str = " ") -> Phrase:
    """Blood tests in a row."""
    parts, links = [], []
    given: dict[str, Value] = {}
    for number, base in enumerate(bases):
        key = f"{name}{number}"
        test = f"{{{key}=Investigation:{label(chart, base)}}}"
        if known := chart.measured(base):
            given[key] = known
        parts.append(f"{test}{mark}{{{key}_v=Result:{figure(chart, base)}}}")
        links.append(f"{key} has_finding {key}_v")
    return Phrase(name, ", ".join(parts), tuple(links), given)


def panel(name: str, count: int = 4) -> tuple[str, ...]:
    return PANELS[name][:count]
