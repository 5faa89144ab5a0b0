"""The phrases of outpatient notes, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader


class Exam(DataFile, frozen=True):
    """Sentences of the physical examination and of results."""

    looks_well: tuple[str, ...]
    looks_ill: tuple[str, ...]
    regions: dict[str, tuple[str, ...]]
    """Region -> sentences about its normal state, in the order of the examination."""
    signs: dict[str, tuple[str, ...]]
    """Conditions that one can see or hear, and how it is put."""
    taken: dict[str, str]
    """Condition -> region of which nothing normal can be said."""
    finding: tuple[str, ...]
    bloods: tuple[str, ...]
    showed: tuple[str, ...]
    showed_not: tuple[str, ...]
    normal: tuple[str, ...]


class History(DataFile, frozen=True):
    """Sentences of the history."""

    identity: tuple[str, ...]
    terse_identity: tuple[str, ...]
    unknown: tuple[str, ...]
    operated: tuple[str, ...]
    treated: tuple[str, ...]
    irradiated: tuple[str, ...]
    happened: tuple[str, ...]
    nothing: tuple[str, ...]
    complains: tuple[str, ...]
    denies: tuple[str, ...]
    has_not: tuple[str, ...]


class Background(DataFile, frozen=True):
    """Sentences about past history, medication, allergies, family and habits."""

    frequency: dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
    purpose: tuple[str, ...]
    long_standing: tuple[str, ...]
    past: tuple[str, ...]
    bare: tuple[str, ...]
    operation: tuple[str, ...]
    reacted: tuple[str, ...]
    no_allergy: tuple[str, ...]
    allergy: tuple[str, ...]
    family: tuple[str, ...]
    family_not: tuple[str, ...]
    unsaid: tuple[str, ...]
    tobacco: dict[str, tuple[str, ...]]
    home: tuple[str, ...]


class Plan(DataFile, frozen=True):
    """Sentences of assessment, plan and instructions."""

    free: tuple[str, ...]
    standing: tuple[str, ...]
    spread: tuple[str, ...]
    cycle: tuple[str, ...]
    treated: tuple[str, ...]
    untreated: tuple[str, ...]
    anaemic: tuple[str, ...]
    look_into: tuple[str, ...]
    suspected: tuple[str, ...]
    admitted: tuple[str, ...]
    chronic: tuple[str, ...]
    call: tuple[str, ...]
    return_visit: tuple[str, ...]
    teach: tuple[tuple[str, str], ...]
    """Sentences, each with the events and cancers that it fits, if it does not always fit."""


class Measures(DataFile, frozen=True):
    """Names of vital signs and rows of laboratory values."""

    names: dict[str, dict[str, tuple[str, ...]]]
    rows: dict[str, tuple[tuple[str, ...], str]]


class Words(DataFile, frozen=True):
    """Words that differ between countries, and words that go together."""

    abroad: dict[str, str]
    """American -> British words."""
    go_together: dict[str, str]
    """Symptoms that nobody denies who has the condition before the colon."""


class Visits(DataFile, frozen=True):
    """Reasons for a visit and aims of treatment."""

    reason: dict[str, tuple[str, ...]]
    aims: dict[str, str]


load_exam = make_reader(__package__, "exam", Exam)
load_history = make_reader(__package__, "history", History)
load_background = make_reader(__package__, "background", Background)
load_plan = make_reader(__package__, "plan", Plan)
load_measures = make_reader(__package__, "measures", Measures)
load_words = make_reader(__package__, "words", Words)
load_visits = make_reader(__package__, "visits", Visits)
