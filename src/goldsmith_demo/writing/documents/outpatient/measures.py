"""Write vital signs and blood tests, with values that suit the conditions of the day."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith_demo.life.labs import load_analytes, load_labs
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.chart_facts import list_group
from goldsmith_demo.writing.documents.outpatient.phrase import Phrase
from goldsmith_demo.writing.documents.phrases import outpatient as books

Row = tuple[str, str, str]
"""A test, its result and the words after it."""
_FRESH = 7
"""Days for which a blood test remains current."""
Labels = dict[str, dict[str, tuple[str, ...]]]
"""Style -> blood test -> names."""


def draw_vitals(chart: Chart, *, ill: bool = False) -> dict[str, str]:
    """Draw vital signs, by letter, that agree with the patient's conditions on the day."""
    has, draw = chart.acute, chart.chance
    infected = bool(has & list_group("infected"))
    breathless = bool(has & list_group("short_of_air"))
    celsius = draw.uniform(38.1, 39.3) if infected else draw.uniform(36.3, 37.1)
    heat = f"{celsius * 9 / 5 + 32:.1f}" if chart.us else f"{celsius:.1f}"
    upper, lower = ((88, 104), (48, 60)) if ill and infected else ((112, 144), (64, 84))
    pressure = f"{draw.randint(*upper)}/{draw.randint(*lower)}"
    kilos = (chart.patient.weight or 72) + draw.uniform(-2, 2)
    fast = infected or (ill and has & list_group("fast"))
    return {
        "t": heat,
        "h": str(draw.randint(104, 128) if fast else draw.randint(62, 92)),
        "b": pressure,
        "r": str(draw.randint(*((22, 30) if ill else (17, 20)) if breathless else (12, 18))),
        "s": f"{draw.randint(86, 92) if ill and breathless else draw.randint(95, 99)}%",
        "w": chart.event.details.get("weight", f"{kilos:.1f} kg"),
    }


def join_tests(name: str, rows: Iterable[Row], mark: str = " ", glue: str = ", ") -> Phrase:
    """Join tests and their results as a phrase."""
    parts, links = [], []
    for number, (label, value, tail) in enumerate(rows):
        key = f"{name}{number}"
        parts.append(f"{{{key}=Investigation:{label}}}{mark}{{{key}_v=Result:{value}}}{tail}")
        links.append((key, "has_finding", f"{key}_v"))
    return Phrase(name, glue.join(parts), tuple(links))


def write_observations(chart: Chart, which: str, vitals: dict[str, str], mark: str = " ") -> Phrase:
    """Write the vital signs with these letters on one line, as the phrase `v`."""
    way, rows = chart.chance.randrange(3), []
    for letter, group in (("t", "infected"), ("r", "short_of_air"), ("s", "short_of_air")):
        which += letter if letter not in which and chart.acute & list_group(group) else ""
    for letter in which:
        names, value = books.measures["signs"][letter], vitals[letter]
        well = letter == "s" and int(value.rstrip("%")) > 93
        tail = chart.pick("", " on room air", " RA") if well else ""
        rows.append((names[way % len(names)], value, tail))
    runs_on = "s" in which[:-1]  # "96% on room air T 37.1" would be one phrase
    glue = chart.pick(", ", ", ", "; ", ", " if runs_on else " ")
    return join_tests("v", rows, mark, glue)


def find_figure(chart: Chart, base: str) -> str:
    """Return a value in the style's notation: measured, or drawn for the day's conditions."""
    measurement = chart.find_measurement(base, _FRESH)
    if measurement:
        return measurement.details["value"]
    analyte = load_analytes()[base]
    low, high = analyte.low, analyte.high
    infected = "infection" if chart.present & list_group("infected") else ""
    is_septic = "neutropenic_sepsis" in chart.present
    for condition in (*sorted(chart.present), "neutropenic_sepsis" if is_septic else infected):
        low, high = load_labs().odd.get(condition, {}).get(base, (low, high))
    value = chart.chance.uniform(low, high)
    if base == "white_cells":
        chart.white = value
    if base == "neutrophils" and chart.white:
        share = load_labs().draw_neutrophils(chart.white, chart.chance)
        value = min(value, share) if high < analyte.low else share
    return analyte.format_figure(value, chart.style)[0]


def choose_label(chart: Chart, base: str) -> str:
    """Choose a name for a blood test that suits the style."""
    names = books.measures.read("names", Labels)[chart.style].get(base)
    return chart.chance.choice(names) if names else chart.choose_name(chart.make_loose_thing(base))


def write_bloods(chart: Chart, bases: tuple[str, ...]) -> Phrase:
    """Write blood tests on one line, as the phrase `b`."""
    rows = [(choose_label(chart, base), find_figure(chart, base), "") for base in bases]
    return join_tests("b", rows)


def list_panel(name: str, count: int = 4) -> tuple[str, ...]:
    """Return the first analytes of a panel."""
    return load_labs().panels[name][:count]
