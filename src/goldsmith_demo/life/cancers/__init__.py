"""The cancers of made-up patients: their structure, and their proportions in CLEF's Table 1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith_demo.data_files import read_data

Weighted = tuple[tuple[float, str], ...]
"""Pairs of a weight or probability and a catalogue base."""


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
    """A fixed side; if empty, a side is drawn for paired organs."""
    symptom: str = ""
    """The symptom "site_lump" at this site."""


class Histology(msgspec.Struct, frozen=True):
    """A histological type."""

    weight: float
    base: str
    grades: tuple[tuple[float, str], ...] = ()
    tag: str = ""
    smoking: float = 0.0
    """Share of smokers if it is not that of the cancer."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An investigation on the way to the diagnosis, or in the years after it."""

    what: str
    place: str = ""
    """Base of a locus; "site" for the primary's, empty for the one in the catalogue."""
    seeks: tuple[str, ...] = ()
    """Conditions that it can show: "tumour", "nodes" or bases; it rules out absent ones."""
    chance: float = 1.0
    guard: str = ""
    at_once: bool = False
    """Whether it is done at the same visit as the previous step."""
    proves: bool = False
    """Whether it provides the tissue that confirms the diagnosis."""


class Do(msgspec.Struct, frozen=True, kw_only=True):
    """A treatment in a plan."""

    kind: str
    """operation, chemo, radio, drug or procedure."""
    what: str
    cycles: int = 0
    intent: str = ""
    chance: float = 1.0
    guard: str = ""
    """Tags that the patient must have or, after "!", must not have."""
    place: str = ""
    months: int = 0
    """Months for which a drug is taken; 0 for an open end."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage group with its TNM classes, plans and prognosis."""

    name: str
    weight: float
    tnm: tuple[str, ...]
    plans: tuple[tuple[float, str], ...]
    """Weight and name of each plan of treatment."""
    gleason: tuple[str, ...] = ()
    """Gleason scores of prostate cancers."""
    relapse: float = 0.0
    """Probability of recurrence after curative treatment."""
    relapse_months: float = 18.0
    """Median months to recurrence."""
    survival: float = 0.0
    """Median survival in months if treatment is not curative, otherwise 0."""
    guard: str = ""


class Cancer(msgspec.Struct, frozen=True, kw_only=True):
    """A cancer, with the data that made-up lives need."""

    key: str
    column: str
    """Column of CLEF's Table 1."""
    share: float
    """Percentage of the patients."""
    women: float
    """Proportion of women among the patients."""
    age: tuple[float, float, int, int]
    """Mean, standard deviation, youngest, oldest."""
    clinic: str
    """Specialty of the first surgeon or physician to see the patient."""
    sites: tuple[Site, ...]
    histologies: tuple[Histology, ...]
    stages: tuple[Stage, ...]
    treatments: Mapping[str, tuple[Do, ...]]
    """Plan -> its treatments in order."""
    symptoms: Weighted
    denied: tuple[str, ...]
    """Symptoms that clinicians ask about and that patients without them deny."""
    steps: tuple[Step, ...]
    metastases: Weighted
    """Sites of metastases; one or two are drawn for patients with metastases."""
    relapses: Weighted
    relapse_plan: tuple[Do, ...]
    relapse_survival: float
    follow_up: tuple[Step, ...]
    """Yearly investigations."""
    visit_tests: tuple[str, ...] = ()
    """Panels taken at every visit."""
    local_signs: tuple[str, ...] = ("fatigue",)
    """Symptoms of a local recurrence."""
    remnant: str = ""
    """What surgery leaves at the site of the organ."""
    late_pain: str = "abdominal_pain"
    """The pain of the last weeks."""
    nodes: str = ""
    """Base of the regional nodes."""
    signs: tuple[tuple[float, str, str], ...] = ()
    """Signs that TNM does not cover: probability, base and the stages at which they occur."""
    involved: Mapping[str, tuple[int, int]] = {}
    """N class -> minimum and maximum number of involved nodes."""
    sizes: Mapping[str, tuple[int, int]] = {}
    """T class -> range of sizes in millimetres."""
    markers: Weighted = ()
    """Pairs of a multiple of the normal value and a tumour marker (analyte)."""
    staging: str = "TNM"
    smoking: float = 0.2
    """Share of current or former smokers."""
    late: Weighted = ()
    """Probabilities of late effects that visits ask about."""


_NAMES = (
    *("colon", "rectum", "stomach", "pancreas", "breast", "dlbcl", "hodgkin", "myeloma"),
    *("lung", "ovary", "cervix", "endometrium", "prostate", "testis"),
)


@cache
def load_cancers() -> tuple[Cancer, ...]:
    """Read all cancers."""
    return tuple(read_data(__package__, name, Cancer) for name in _NAMES)
