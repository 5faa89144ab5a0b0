"""The phrases of narratives, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader

Piece = tuple[str, str, str]
"""A phrase of an examination, its topics, and stems of conditions that rule it out."""


class Letter(DataFile, frozen=True):
    """Sentences of letters between clinicians."""

    background: tuple[str, ...]
    symptoms: tuple[str, ...]
    onset: tuple[str, ...]
    denies: tuple[str, ...]
    well: tuple[str, ...]
    bearing: tuple[str, ...]
    complication: tuple[str, ...]
    past: tuple[str, ...]
    drugs: tuple[str, ...]
    relieved: tuple[str, ...]
    allergy: tuple[str, ...]
    family: tuple[str, ...]
    social: tuple[str, ...]
    looked: tuple[str, ...]
    symptoms_before: tuple[str, ...]


class Openings(DataFile, frozen=True):
    """Opening sentences of letters, by the event they are about."""

    events: dict[str, tuple[str, ...]]
    procedure: tuple[str, ...]


class Plans(DataFile, frozen=True):
    """Sentences about what happens next, advice, requests and closings."""

    next: tuple[str, ...]
    relapse: tuple[str, ...]
    stay: tuple[str, ...]
    back: tuple[str, ...]
    advice: dict[str, tuple[str, ...]]
    like: dict[str, str]
    """Event -> the event whose advice is given after it."""
    request: tuple[str, ...]
    news: tuple[str, ...]
    mood: tuple[str, ...]
    grief: tuple[str, ...]
    closings: tuple[str, ...]
    us_closings: tuple[str, ...]


class PlainLetter(DataFile, frozen=True):
    """Sentences of letters to patients."""

    opening: tuple[str, ...]
    disease: tuple[str, ...]
    diagnosed: tuple[str, ...]
    treated: tuple[str, ...]
    findings: tuple[str, ...]
    news: dict[str, tuple[str, ...]]
    feelings: tuple[str, ...]
    denied: tuple[str, ...]
    checked: tuple[str, ...]
    ahead: tuple[str, ...]
    warn: dict[str, tuple[str, ...]]
    family: tuple[str, ...]
    tablets: tuple[str, ...]
    health: tuple[str, ...]
    ending: tuple[str, ...]


class CaseNote(DataFile, frozen=True):
    """Phrases of case notes."""

    who: tuple[str, ...]
    why: dict[str, tuple[str, ...]]
    setback: tuple[str, ...]
    complaint: tuple[str, ...]
    denies: tuple[str, ...]
    fine: tuple[str, ...]
    past: tuple[str, ...]
    drugs: tuple[str, ...]
    allergy: tuple[str, ...]
    family: tuple[str, ...]
    no_allergy: tuple[str, ...]
    exam: tuple[str, ...]
    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    counts: tuple[str, ...]
    looked: tuple[str, ...]
    impression: dict[str, tuple[str, ...]]
    treated: tuple[str, ...]
    plan_always: tuple[str, ...]
    plan: tuple[str, ...]


class FormPhrases(DataFile, frozen=True):
    """Sentences of forms: discharge letters, reports and audits."""

    reason: dict[str, tuple[str, ...]]
    course: dict[str, tuple[str, ...]]
    tablets: tuple[str, ...]
    extras: tuple[str, ...]
    follow: tuple[str, ...]
    consensus: tuple[str, ...]
    discussed: tuple[str, ...]
    nursed: tuple[str, ...]
    beamed: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    comments: tuple[str, ...]


class Checks(DataFile, frozen=True):
    """What is examined and asked for, and how normal results are put."""

    general: tuple[Piece, ...]
    organs: dict[str, tuple[Piece, ...]]
    """Organ -> pieces about it."""
    organ_of: dict[str, str]
    """Cancer -> organ."""
    surgical: tuple[str, ...]
    """Words of pieces that mention an operation."""
    symptoms: dict[str, tuple[str, ...]]
    """Cancer -> symptoms that are asked for; the empty key is for all."""
    normal_bloods: tuple[str, ...]
    counted: tuple[str, ...]
    marked: tuple[str, ...]


class Story(DataFile, frozen=True):
    """Sentences about what happened before."""

    pathology: tuple[str, ...]
    response: tuple[str, ...]
    setback: tuple[str, ...]
    doses: tuple[str, ...]
    life: tuple[str, ...]
    after: tuple[str, ...]
    support: dict[str, tuple[str, ...]]


class CourseSentences(DataFile, frozen=True):
    """Sentences about treatment."""

    frames: dict[str, tuple[str, ...]]
    """Kind of event -> sentences."""
    procedures: tuple[str, ...]
    listed: dict[str, tuple[str, ...]]
    """The same as lines of a list."""


class Recipients(DataFile, frozen=True):
    """Letters to others than the GP: hospice, dentist, physiotherapist, insurer, nurse."""

    thanks: tuple[str, ...]
    replies: tuple[str, ...]
    asks: tuple[str, ...]
    greetings: dict[str, tuple[str, ...]]
    texts: dict[str, tuple[tuple[str, ...], ...]]


class CalledBy(DataFile, frozen=True):
    """Which letter an event calls for."""

    called_by: dict[str, tuple[str, ...]]
    """Subtype -> kinds of event that call for it."""


class LayWords(DataFile, frozen=True):
    """Lay words for clinical ones."""

    lay: dict[str, str]


class Anatomy(DataFile, frozen=True):
    """Parts of places, and doses."""

    parts: dict[str, tuple[str, ...]]
    """Places that are a part of something: the part, what goes between, and the whole."""
    doses: dict[str, str]


class Head(DataFile, frozen=True):
    """Sentences at the head of a letter."""

    diagnosis: tuple[str, ...]


load_letter = make_reader(__package__, "letter", Letter)
load_openings = make_reader(__package__, "openings", Openings)
load_plans = make_reader(__package__, "plans", Plans)
load_plain_letter = make_reader(__package__, "plain_letter", PlainLetter)
load_case_note = make_reader(__package__, "case_note", CaseNote)
load_forms = make_reader(__package__, "forms", FormPhrases)
load_checks = make_reader(__package__, "checks", Checks)
load_story = make_reader(__package__, "story", Story)
load_course = make_reader(__package__, "course", CourseSentences)
load_recipients = make_reader(__package__, "recipients", Recipients)
load_called_by = make_reader(__package__, "called_by", CalledBy)
load_lay_words = make_reader(__package__, "lay_words", LayWords)
load_anatomy = make_reader(__package__, "anatomy", Anatomy)
load_head = make_reader(__package__, "head", Head)
