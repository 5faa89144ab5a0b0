"""The phrases of histopathology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, PhraseBook, make_reader


class Macroscopy(PhraseBook, frozen=True):
    """Sentences about what the naked eye sees."""

    specimens: dict[str, tuple[str, ...]]
    """Operation -> sentences about the specimen, taken from the target of the operation."""
    tumours: dict[str, tuple[str, ...]]
    rest: dict[str, tuple[str, ...]]


class Microscopy(PhraseBook, frozen=True):
    """Sentences about what the microscope shows."""

    depth: dict[str, tuple[str, ...]]
    background: dict[str, tuple[str, ...]]
    lymphoma: dict[str, tuple[str, ...]]
    items: dict[str, tuple[str, ...]]
    """Items of a proforma."""


class Stains(PhraseBook, frozen=True):
    """Sentences about stains and receptors, conclusions, and clinical details."""

    stains: dict[str, tuple[str, ...]]
    more: dict[str, str]


class Biopsies(PhraseBook, frozen=True):
    """Sentences of reports on biopsies, smears and marrow."""

    more: dict[str, tuple[str, ...]]


class Headings(PhraseBook, frozen=True):
    """Titles and headings of reports."""

    headings: dict[str, tuple[tuple[str, ...], ...]]


class Kinds(DataFile, frozen=True):
    """Which sentences suit which operation and which cancer."""

    specimen: dict[str, str]
    background: dict[str, str]


load_macroscopy = make_reader(__package__, "macroscopy", Macroscopy)
load_microscopy = make_reader(__package__, "microscopy", Microscopy)
load_stains = make_reader(__package__, "stains", Stains)
load_biopsies = make_reader(__package__, "biopsies", Biopsies)
load_headings = make_reader(__package__, "headings", Headings)
load_kinds = make_reader(__package__, "kinds", Kinds)
