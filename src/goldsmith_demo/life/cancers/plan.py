"""The terms in which a cancer is described: who gets it, how it shows, what is done for it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Range = tuple[float, float]
Weighted = tuple[tuple[float, str], ...]
"""(weight or chance, base in the catalogue) pairs."""


class Site(msgspec.Struct, frozen=True):
    """Where in the organ the tumour sits."""

    weight: float
    locus: str
    icd10: str
    part: str = ""
    """Base of a sub-location (a quadrant of the breast)."""
    operation: str = ""
    """The operation that this site asks for, where the plan says only "site"."""
    side: str = ""
    """A fixed side; nothing: drawn where the place has two."""


class Histology(msgspec.Struct, frozen=True):
    """A kind of tissue."""

    weight: float
    base: str
    grades: tuple[tuple[float, str], ...] = ()
    tag: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An investigation on the way to the diagnosis, or in the years after it."""

    what: str
    place: str = ""
    """Base of a locus; "site" for the primary's own; nothing for what the catalogue says."""
    seeks: tuple[str, ...] = ()
    """Conditions it can see: "tumour", "nodes" or bases; what is absent is excluded."""
    chance: float = 1.0
    guard: str = ""
    at_once: bool = False
    """Whether it is done at the same visit as the one before."""
    proves: bool = False
    """Whether it gives the tissue on which the diagnosis rests."""


class Do(msgspec.Struct, frozen=True, kw_only=True):
    """One treatment of a plan."""

    kind: str
    """operation, chemo, radio, drug or procedure."""
    what: str
    cycles: int = 0
    intent: str = ""
    chance: float = 1.0
    guard: str = ""
    """A tag that the patient must have, or must not have if it begins with "!"."""
    place: str = ""
    months: int = 0
    """How long a drug is taken; 0: until something changes."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage group with the TNM classes that belong to it and what follows from it."""

    name: str
    weight: float
    tnm: tuple[str, ...]
    plans: tuple[tuple[float, tuple[Do, ...]], ...]
    relapse: float = 0.0
    """Chance of recurrence after treatment meant to cure."""
    relapse_months: float = 18.0
    """Median time to it."""
    survival: float = 0.0
    """Median months to live where cure is not the aim; 0 where it is."""
    guard: str = ""


class Cancer(msgspec.Struct, frozen=True, kw_only=True):
    """A cancer, as far as lives are made from it."""

    key: str
    column: str
    """Column of CLEF's Table 1."""
    share: float
    """Per cent of the patients."""
    women: float
    """Share of women among the patients."""
    age: tuple[float, float, int, int]
    """Mean, standard deviation, youngest, oldest."""
    clinic: str
    """Speciality of the surgeon or physician who sees the patient first."""
    sites: tuple[Site, ...]
    histologies: tuple[Histology, ...]
    stages: tuple[Stage, ...]
    symptoms: Weighted
    denied: tuple[str, ...]
    """Symptoms that are asked for, and denied by those who do not have them."""
    steps: tuple[Step, ...]
    metastases: Weighted
    """Where it spreads; one or two are drawn for who has metastases."""
    relapses: Weighted
    relapse_plan: tuple[Do, ...]
    relapse_survival: float
    follow_up: tuple[Step, ...]
    """What is done once a year."""
    visit_tests: tuple[str, ...] = ()
    """Panels taken at every visit."""
    nodes: str = ""
    """Base of the regional nodes."""
    involved: Mapping[str, tuple[int, int]] = {}
    """N class -> how many nodes are involved."""
    sizes: Mapping[str, tuple[int, int]] = {}
    """T class -> size in millimetres."""
    markers: Weighted = ()
    """Tumour markers (analytes) and how much higher than normal they are, in multiples."""
    staging: str = "TNM"
    smoking: float = 0.2
    """Share of current or former smokers beyond the usual."""
    late: Weighted = ()
    """Lasting effects that visits ask about, with their chances."""


def operate(what: str, *, guard: str = "", chance: float = 1.0, place: str = "") -> Do:
    """An operation."""
    return Do(kind="operation", what=what, guard=guard, chance=chance, place=place)


def chemo(what: str, cycles: int, intent: str, *, guard: str = "", chance: float = 1.0) -> Do:
    """So many cycles of a regimen."""
    return Do(kind="chemo", what=what, cycles=cycles, intent=intent, guard=guard, chance=chance)


def radio(what: str, *, place: str = "", guard: str = "", chance: float = 1.0) -> Do:
    """A course of radiotherapy."""
    return Do(kind="radio", what=what, place=place, guard=guard, chance=chance)


def take(what: str, months: int = 0, *, guard: str = "", chance: float = 1.0) -> Do:
    """A drug taken at home."""
    return Do(kind="drug", what=what, months=months, guard=guard, chance=chance)


def perform(what: str, *, guard: str = "", chance: float = 1.0) -> Do:
    """A procedure other than an operation for the cancer."""
    return Do(kind="procedure", what=what, guard=guard, chance=chance)
