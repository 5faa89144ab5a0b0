"""The structure of a cancer: who has it, how it shows, how it is treated."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Range = tuple[float, float]
Weighted = tuple[tuple[float, str], ...]
"""Pairs of a weight or chance and a base in the catalogue."""


class Site(msgspec.Struct, frozen=True):
    """A site of the tumour in the organ."""

    weight: float
    locus: str
    icd10: str
    part: str = ""
    """Base of a sub-location (a quadrant of the breast)."""
    operation: str = ""
    """The operation for this site, for plans that name only "site"."""
    side: str = ""
    """A fixed side; empty: drawn if the place has two."""


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
    """Base of a locus; "site" for that of the primary; empty for that of the catalogue."""
    seeks: tuple[str, ...] = ()
    """Conditions it can show: "tumour", "nodes" or bases; absent ones are excluded."""
    chance: float = 1.0
    guard: str = ""
    at_once: bool = False
    """Whether it is done at the same visit as the step before."""
    proves: bool = False
    """Whether it gives the tissue that proves the diagnosis."""


class Do(msgspec.Struct, frozen=True, kw_only=True):
    """A treatment of a plan."""

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
    """Months for which a drug is taken; 0: until something changes."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage group with its TNM classes, plans and prognosis."""

    name: str
    weight: float
    tnm: tuple[str, ...]
    plans: tuple[tuple[float, str], ...]
    """Weight and name of each plan of treatment."""
    relapse: float = 0.0
    """Chance of recurrence after curative treatment."""
    relapse_months: float = 18.0
    """Median months to recurrence."""
    survival: float = 0.0
    """Median months to live if cure is not the aim; 0 if it is."""
    guard: str = ""


class Cancer(msgspec.Struct, frozen=True, kw_only=True):
    """A cancer, as far as made-up lives need it."""

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
    """Specialty of the surgeon or physician who sees the patient first."""
    sites: tuple[Site, ...]
    histologies: tuple[Histology, ...]
    stages: tuple[Stage, ...]
    treatments: Mapping[str, tuple[Do, ...]]
    """Plan -> its treatments in order."""
    symptoms: Weighted
    denied: tuple[str, ...]
    """Symptoms that clinicians ask for, and patients without them deny."""
    steps: tuple[Step, ...]
    metastases: Weighted
    """Sites of metastases; one or two are drawn for patients with metastases."""
    relapses: Weighted
    relapse_plan: tuple[Do, ...]
    relapse_survival: float
    follow_up: tuple[Step, ...]
    """Investigations once a year."""
    visit_tests: tuple[str, ...] = ()
    """Panels taken at every visit."""
    nodes: str = ""
    """Base of the regional nodes."""
    involved: Mapping[str, tuple[int, int]] = {}
    """N class -> fewest and most involved nodes."""
    sizes: Mapping[str, tuple[int, int]] = {}
    """T class -> size in millimetres."""
    markers: Weighted = ()
    """Multiples of the normal value and tumour markers (analytes)."""
    staging: str = "TNM"
    smoking: float = 0.2
    """Share of current or former smokers."""
    late: Weighted = ()
    """Chances of lasting effects, which visits ask about."""
