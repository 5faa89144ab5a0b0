"""The phrases of narratives, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, Library, PhraseBook

Piece = tuple[str, str, str]
"""A phrase of an examination, its topics, and stems of conditions that rule it out."""


class CaseNote(PhraseBook, frozen=True):
    """Phrases of case notes."""

    pieces: tuple[tuple[str, tuple[str, ...]], ...]


class FormPhrases(PhraseBook, frozen=True):
    """Sentences of forms: discharge letters, reports and audits."""

    rows: tuple[tuple[tuple[str, ...], ...], ...]


class Checks(PhraseBook, frozen=True):
    """What is examined and asked for, and how normal results are put.

    `surgical` are words of pieces that mention an operation.
    """

    general: tuple[Piece, ...]
    organs: dict[str, tuple[Piece, ...]]
    """Organ -> pieces about it."""
    organ_of: dict[str, str]
    """Cancer -> organ."""


class Anatomy(DataFile, frozen=True):
    """Parts of places, and doses."""

    parts: dict[str, tuple[str, ...]]
    """Places that are a part of something: the part, what goes between, and the whole."""
    doses: dict[str, str]


class Books(Library):
    """The files of phrases."""

    letter: PhraseBook
    openings: PhraseBook
    plans: PhraseBook
    plain_letter: PhraseBook
    case_note: CaseNote
    forms: FormPhrases
    checks: Checks
    story: PhraseBook
    course: PhraseBook
    recipients: PhraseBook
    lay_words: dict[str, str]
    anatomy: Anatomy
    head: PhraseBook


books = Books(__package__)
