"""The phrases of outpatient notes, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, PhraseBook, make_reader


class Exam(PhraseBook, frozen=True):
    """Sentences of the physical examination and of results."""

    regions: dict[str, tuple[str, ...]]
    """Region -> sentences about its normal state, in the order of the examination."""
    signs: dict[str, tuple[str, ...]]
    """Conditions that one can see or hear, and how it is put."""
    taken: dict[str, str]
    """Condition -> region of which nothing normal can be said."""


class Background(PhraseBook, frozen=True):
    """Sentences about past history, medication, allergies, family and habits."""

    frequency: dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
    tobacco: dict[str, tuple[str, ...]]


class Plan(PhraseBook, frozen=True):
    """Sentences of assessment, plan and instructions."""

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
#: Sentences of the history.
load_history = make_reader(__package__, "history", PhraseBook)
load_background = make_reader(__package__, "background", Background)
load_plan = make_reader(__package__, "plan", Plan)
load_measures = make_reader(__package__, "measures", Measures)
load_words = make_reader(__package__, "words", Words)
load_visits = make_reader(__package__, "visits", Visits)
