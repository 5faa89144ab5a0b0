"""The phrases of histopathology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, Library, PhraseBook


class Stains(PhraseBook, frozen=True):
    """Sentences about stains and receptors, conclusions, and clinical details."""

    more: dict[str, str]


class Headings(PhraseBook, frozen=True):
    """Titles and headings of reports."""

    headings: dict[str, tuple[tuple[str, ...], ...]]


class Kinds(DataFile, frozen=True):
    """Which sentences suit which operation and which cancer."""

    specimen: dict[str, str]
    background: dict[str, str]


class Books(Library):
    """The files of phrases."""

    macroscopy: PhraseBook
    microscopy: PhraseBook
    stains: Stains
    biopsies: PhraseBook
    headings: Headings
    kinds: Kinds


books = Books(__package__)
