"""The phrases of documents outside the families, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, PhraseBook, make_reader


class Emergency(PhraseBook, frozen=True):
    """Sentences of emergency notes."""

    shown: dict[str, tuple[str, ...]]
    """What a test of the day shows, by the test."""
    rhythms: tuple[str, str]
    films: tuple[tuple[str, str], ...]
    considered: tuple[tuple[str, str, str], ...]


class Spelling(DataFile, frozen=True):
    """American spellings beyond those of the life."""

    more_american: tuple[tuple[str, str], ...]


load_emergency = make_reader(__package__, "emergency", Emergency)
#: Sentences of inpatient progress notes.
load_inpatient = make_reader(__package__, "inpatient", PhraseBook)
load_spelling = make_reader(__package__, "spelling", Spelling)
