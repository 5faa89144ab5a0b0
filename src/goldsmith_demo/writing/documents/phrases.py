"""The phrases of documents outside the families, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, Library, PhraseBook


class Emergency(PhraseBook, frozen=True):
    """Sentences of emergency notes."""

    films: tuple[tuple[str, str], ...]
    considered: tuple[tuple[str, str, str], ...]


class Spelling(DataFile, frozen=True):
    """American spellings beyond those of the life."""

    more_american: tuple[tuple[str, str], ...]


class Books(Library):
    """The files of phrases."""

    emergency: Emergency
    inpatient: PhraseBook
    spelling: Spelling


books = Books(__package__)
