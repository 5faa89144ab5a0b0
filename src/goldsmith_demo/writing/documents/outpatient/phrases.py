"""The phrases of outpatient notes, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, Library, PhraseBook


class Exam(PhraseBook, frozen=True):
    """Sentences of the physical examination and of results."""

    taken: dict[str, str]
    """Condition -> region of which nothing normal can be said."""


class Background(PhraseBook, frozen=True):
    """Sentences about past history, medication, allergies, family and habits."""

    frequency: dict[str, tuple[tuple[str, tuple[str, ...]], ...]]


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


class Visits(PhraseBook, frozen=True):
    """Reasons for a visit and aims of treatment."""

    aims: dict[str, str]


class Books(Library):
    """The files of phrases."""

    exam: Exam
    history: PhraseBook
    background: Background
    plan: Plan
    measures: Measures
    words: Words
    visits: Visits


books = Books(__package__)
