"""The phrases of imaging reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, PhraseBook, make_reader

Normal = tuple[str, tuple[str, ...]]
"""The topics that a normal finding speaks of, and its phrasings."""
Normals = dict[str, tuple[Normal, ...]]
"""The normal findings of regions."""


class Findings(PhraseBook, frozen=True):
    """Sentences about metastases, recurrence and results of treatment."""

    spread: dict[str, tuple[str, ...]]
    by_exam: dict[str, dict[str, tuple[str, ...]]]


class RuledOut(PhraseBook, frozen=True):
    """Sentences about what was looked for and not found."""

    conditions: dict[str, tuple[str, ...]]
    by_exam: dict[str, dict[str, tuple[str, ...]]]


class Tumours(PhraseBook, frozen=True):
    """Sentences about the primary tumour."""

    tumours: dict[str, dict[str, tuple[str, ...]]]
    """Cancer -> kind of examination -> sentences; "wide" is for disease in many places."""
    suspect: dict[str, tuple[str, ...]]


class Frames(PhraseBook, frozen=True):
    """Sentences around the findings: request, technique, comparison, summary and advice."""

    neutral: dict[str, tuple[str, ...]]
    """Situation of the patient -> requests that name no condition."""
    technique: dict[str, tuple[str, ...]]
    summary_spread: dict[str, tuple[str, ...]]
    """Finding -> sentences of the conclusion."""
    advice_new: dict[str, tuple[str, ...]]
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


load_normals = make_reader(__package__, "normals", Normals)
load_film_normals = make_reader(__package__, "normals_films", Normals)
load_organ_normals = make_reader(__package__, "normals_organs", Normals)
load_findings = make_reader(__package__, "findings", Findings)
load_findings_besides = make_reader(__package__, "findings_besides", dict[str, tuple[str, ...]])
load_ruled_out = make_reader(__package__, "ruled_out", RuledOut)
load_tumours = make_reader(__package__, "tumours", Tumours)
load_frames = make_reader(__package__, "frames", Frames)
load_regions = make_reader(__package__, "regions", Regions)
