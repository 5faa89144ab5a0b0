"""The phrases of imaging reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, Library, PhraseBook

Normal = tuple[str, tuple[str, ...]]
"""The topics that a normal finding speaks of, and its phrasings."""
Normals = dict[str, tuple[Normal, ...]]
"""The normal findings of regions."""


class Findings(PhraseBook, frozen=True):
    """Sentences about metastases, recurrence and results of treatment."""

    by_exam: dict[str, dict[str, tuple[str, ...]]]


class RuledOut(PhraseBook, frozen=True):
    """Sentences about what was looked for and not found."""

    by_exam: dict[str, dict[str, tuple[str, ...]]]


class Tumours(PhraseBook, frozen=True):
    """Sentences about the primary tumour."""

    tumours: dict[str, dict[str, tuple[str, ...]]]
    """Cancer -> kind of examination -> sentences; "wide" is for disease in many places."""


class Frames(PhraseBook, frozen=True):
    """Sentences around the findings: request, technique, comparison, summary and advice."""

    headings_uk: tuple[tuple[str, str, str], ...]


class Regions(DataFile, frozen=True):
    """Which examination shows which regions, and which topics a condition raises."""

    by_exam: dict[str, str]
    asides: dict[str, str]
    """Harmless finding -> regions in which scans show it."""
    shows: dict[str, str]
    """Regions -> parts of the names of places that only examinations of them show."""
    topics: dict[str, str]
    """Topic -> the words in the bases of things and places that raise it."""


class Books(Library):
    """The files of phrases."""

    normals: Normals
    normals_films: Normals
    normals_organs: Normals
    findings: Findings
    findings_besides: dict[str, tuple[str, ...]]
    ruled_out: RuledOut
    tumours: Tumours
    frames: Frames
    regions: Regions


books = Books(__package__)
