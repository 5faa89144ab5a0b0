"""The phrases of narratives, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, PhraseBook, make_reader

Piece = tuple[str, str, str]
"""A phrase of an examination, its topics, and stems of conditions that rule it out."""


class Openings(PhraseBook, frozen=True):
    """Opening sentences of letters, by the event they are about."""

    events: dict[str, tuple[str, ...]]


class Plans(PhraseBook, frozen=True):
    """Sentences about what happens next, advice, requests and closings."""

    advice: dict[str, tuple[str, ...]]
    like: dict[str, str]
    """Event -> the event whose advice is given after it."""


class PlainLetter(PhraseBook, frozen=True):
    """Sentences of letters to patients."""

    news: dict[str, tuple[str, ...]]
    warn: dict[str, tuple[str, ...]]


class CaseNote(PhraseBook, frozen=True):
    """Phrases of case notes."""

    why: dict[str, tuple[str, ...]]
    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    impression: dict[str, tuple[str, ...]]


class FormPhrases(PhraseBook, frozen=True):
    """Sentences of forms: discharge letters, reports and audits."""

    reason: dict[str, tuple[str, ...]]
    course: dict[str, tuple[str, ...]]
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
    symptoms: dict[str, tuple[str, ...]]
    """Cancer -> symptoms that are asked for; the empty key is for all."""


class Story(PhraseBook, frozen=True):
    """Sentences about what happened before."""

    support: dict[str, tuple[str, ...]]


class CourseSentences(PhraseBook, frozen=True):
    """Sentences about treatment."""

    frames: dict[str, tuple[str, ...]]
    """Kind of event -> sentences."""
    listed: dict[str, tuple[str, ...]]
    """The same as lines of a list."""


class Recipients(PhraseBook, frozen=True):
    """Letters to others than the GP: hospice, dentist, physiotherapist, insurer, nurse."""

    greetings: dict[str, tuple[str, ...]]
    texts: dict[str, tuple[tuple[str, ...], ...]]


class Anatomy(DataFile, frozen=True):
    """Parts of places, and doses."""

    parts: dict[str, tuple[str, ...]]
    """Places that are a part of something: the part, what goes between, and the whole."""
    doses: dict[str, str]


#: Sentences of letters between clinicians.
load_letter = make_reader(__package__, "letter", PhraseBook)
load_openings = make_reader(__package__, "openings", Openings)
load_plans = make_reader(__package__, "plans", Plans)
load_plain_letter = make_reader(__package__, "plain_letter", PlainLetter)
load_case_note = make_reader(__package__, "case_note", CaseNote)
load_forms = make_reader(__package__, "forms", FormPhrases)
load_checks = make_reader(__package__, "checks", Checks)
load_story = make_reader(__package__, "story", Story)
load_course = make_reader(__package__, "course", CourseSentences)
load_recipients = make_reader(__package__, "recipients", Recipients)
load_lay_words = make_reader(__package__, "lay_words", dict[str, str])
load_anatomy = make_reader(__package__, "anatomy", Anatomy)
#: Sentences at the head of a letter.
load_head = make_reader(__package__, "head", PhraseBook)
