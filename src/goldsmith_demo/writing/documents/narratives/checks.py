"""Write examination and test results: weight, findings, blood counts and tumour markers."""

from __future__ import annotations

from functools import lru_cache

from goldsmith_demo.data_files import Rows
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.narratives.facts import Fact
from goldsmith_demo.writing.documents.narratives.teller import Teller
from goldsmith_demo.writing.documents.phrases import narratives as books

_HEALING = 40
"""Days for which the wound of an operation may not have healed."""


def write_weight(tell: Teller) -> str:
    """Write the patient's weight on the day, in the country's unit."""
    recorded = tell.event.details.get("weight", "")
    kilos = float(recorded.split()[0]) if recorded else tell.patient.weight
    return f"{round(kilos * 2.2046)} lb" if tell.style == "us" else f"{kilos:g} kg"


def _fill_vitals(tell: Teller, template: str) -> str:
    """Fill a template with random normal values."""
    chance = tell.chance
    figures = {
        "#W": write_weight(tell),
        "#B": f"{chance.randint(108, 146)}/{chance.randint(62, 88)}",
        "#P": str(chance.randint(62, 88)),
        "#S": f"{chance.randint(96, 99)}%",
    }
    for mark, figure in figures.items():
        template = template.replace(mark, figure)
    return template


def write_examination(tell: Teller, most: int) -> None:
    """Write the findings of the physical examination."""
    checks, done = books.checks, tell.common.get("op")
    organ = checks.get_words("organ_of").get(tell.patient.cancer, "")
    rest, own = _select_true("", tell.names_now), _select_true(organ, tell.names_now)
    operated = done.start if isinstance(done, Thing) else None
    if not organ or not tell.common.get("clear"):
        own = ()
    elif operated is None or (tell.date - operated).days <= _HEALING:
        own = tuple(piece for piece in own if not any(word in piece[0] for word in checks.surgical))
    pieces = [
        *tell.chance.sample(own, min((most + 1) // 2, len(own))),
        *tell.chance.sample(rest, min(most + 2, len(rest))),
    ]
    covered: set[str] = set()
    for words, topics, _ in pieces:
        if most and not covered & set(topics.split()):
            covered |= set(topics.split())
            tell.say((_fill_vitals(tell, words),))
            most -= 1


@lru_cache(maxsize=1 << 10)
def _select_true(organ: str, names: str) -> Rows:
    """Select the findings of an organ, or general ones, that the current conditions allow."""
    rows = books.checks.read("organs", dict[str, Rows])[organ]
    return tuple(row for row in rows if not any(map(names.__contains__, row[2].split())))


def build_counts(tell: Teller) -> dict[str, Fact]:
    """Build the blood count: the last recorded values, or else normal ones."""
    values: dict[str, Fact] = {}
    for name, base in (("h", "haemoglobin"), ("n", "neutrophils"), ("p", "platelets")):
        measurement = tell.find_measurement(base, 10)
        if measurement is not None:
            values[name] = measurement
            values[f"{name}r"] = tell.make_thing("Result", _format_figure(tell, measurement))
    if values or not tell.is_free_of("anaem", "anem", "neutrop", "thrombocyt", "sepsis"):
        return values
    chance = tell.chance
    tens = chance.randint(118, 148)
    brief = tell.voice in ("terse", "brisk")
    blood = "Hb" if brief or chance.random() < 0.5 else "haemoglobin"
    return tell.make_tests(
        h=(blood, f"{tens / 10:.1f}" if tell.style == "us" else str(tens)),
        n=("neuts" if brief else "neutrophils", f"{chance.uniform(2.1, 5.8):.1f}"),
        p=("plts" if brief else "platelets", str(chance.randint(160, 380))),
    )


def _format_figure(tell: Teller, measurement: Thing) -> str:
    value, unit = measurement.details["value"], measurement.details.get("unit", "")
    bare = tell.voice == "terse" or tell.maybe(0.7)
    return value if bare or "^" in unit or not unit else f"{value} {unit}"


def write_bloods(tell: Teller) -> None:
    """Write blood counts with values, or that they were normal; sometimes the tumour marker."""
    is_written = tell.maybe(0.35) and tell.say(books.checks.counted, build_counts(tell))
    if not is_written and tell.is_free_of(*books.checks.abnormal_bloods):
        tell.say(books.checks.normal_bloods)
    for base in books.checks.markers:
        marker = tell.find_measurement(base, 40)
        if marker is not None and tell.maybe(0.6):
            figure = tell.make_thing("Result", _format_figure(tell, marker))
            tell.say(books.checks.marked, m=marker, mr=figure)
