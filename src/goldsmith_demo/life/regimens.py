"""Chemotherapy regimens, courses of radiotherapy and doses of the drugs taken at home."""

from __future__ import annotations

from functools import cache
from itertools import chain

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader

Harms = tuple[tuple[float, str], ...]
"""Pairs of a probability and a complication."""


class Dose(msgspec.Struct, frozen=True):
    """A drug of a regimen."""

    drug: str
    amount: float
    unit: str
    """mg/m2, mg/kg, mg, AUC or units."""
    days: str = "1"
    """Days of the cycle, worded as on a chart."""
    route: str = "IV"
    cap: float = 0.0
    """The maximum dose in milligrams; 0 for no maximum."""


class Regimen(msgspec.Struct, frozen=True):
    """Drugs that are given together in cycles."""

    interval: int
    """Days from one cycle to the next."""
    doses: tuple[Dose, ...]
    classes: tuple[str, ...] = ()
    """Classes of its drugs, which share complications."""
    harm: Harms = ()
    """Complications per cycle, with those of the drug classes first."""


class Beam(msgspec.Struct, frozen=True):
    """A course of radiotherapy."""

    base: str
    """The catalogue entry of the intervention."""
    gray: float
    fractions: int
    place: str
    """Base of the locus; "site" for the primary's."""
    harm: Harms = ()
    weekly: int = 5
    """Fractions per week."""


class Regimens(DataFile, frozen=True):
    """Treatments with their doses and complications."""

    harms: dict[str, Harms]
    """Drug class -> complications per cycle."""
    regimens: dict[str, Regimen]
    beams: dict[str, Beam]
    """Name in treatment plans -> course of radiotherapy."""
    alone: tuple[tuple[str, ...], ...]
    """Groups of drugs of which a patient takes one at a time; a new one ends the others."""
    home: dict[str, str]
    """Drug taken at home -> its usual dose, as charts print it."""


load_treatments = make_reader(__package__, "regimens", Regimens)


@cache
def load_regimens() -> dict[str, Regimen]:
    """Return the regimens by name, each with the complications of its drug classes."""
    tables = load_treatments()
    regimens = {}
    for name, regimen in tables.regimens.items():
        shared = chain.from_iterable(tables.harms[drugs] for drugs in regimen.classes)
        regimens[name] = msgspec.structs.replace(regimen, harm=(*shared, *regimen.harm))
    return regimens
