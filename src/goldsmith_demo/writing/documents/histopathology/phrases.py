"""The phrases of histopathology reports, read from the TOML files in `data`."""

from __future__ import annotations

from functools import cache

from goldsmith_demo.data_files import DataFile, read_data


class Macroscopy(DataFile, frozen=True):
    """Sentences about what the naked eye sees."""

    specimens: dict[str, tuple[str, ...]]
    """Operation -> sentences about the specimen, taken from the target of the operation."""
    tumours: dict[str, tuple[str, ...]]
    rest: dict[str, tuple[str, ...]]
    nodes: tuple[str, ...]


@cache
def load_macroscopy() -> Macroscopy:
    """Read the sentences of macroscopy."""
    return read_data(__package__, "macroscopy", Macroscopy)


class Microscopy(DataFile, frozen=True):
    """Sentences about what the microscope shows."""

    tumours: tuple[str, ...]
    tumours_bare: tuple[str, ...]
    gleason: tuple[str, ...]
    depth: dict[str, tuple[str, ...]]
    lvi_present: tuple[str, ...]
    lvi_absent: tuple[str, ...]
    margins_clear: tuple[str, ...]
    margins_involved: tuple[str, ...]
    nodes_positive: tuple[str, ...]
    nodes_negative: tuple[str, ...]
    background: dict[str, tuple[str, ...]]
    lymphoma: dict[str, tuple[str, ...]]
    marrow: tuple[str, ...]
    marrow_involved: tuple[str, ...]
    biopsy: tuple[str, ...]
    items: dict[str, tuple[str, ...]]
    """Items of a proforma."""


@cache
def load_microscopy() -> Microscopy:
    """Read the sentences of microscopy."""
    return read_data(__package__, "microscopy", Microscopy)


class Stains(DataFile, frozen=True):
    """Sentences about stains and receptors, conclusions, and clinical details."""

    receptors: tuple[str, ...]
    her2: tuple[str, ...]
    stains: dict[str, tuple[str, ...]]
    figures: tuple[str, ...]
    summary: tuple[str, ...]
    summary_bare: tuple[str, ...]
    summary_nodes: tuple[str, ...]
    summary_no_nodes: tuple[str, ...]
    stage: tuple[str, ...]
    summary_biopsy: tuple[str, ...]
    later: tuple[str, ...]
    more: dict[str, str]
    clinical: tuple[str, ...]
    clinical_biopsy: tuple[str, ...]


@cache
def load_stains() -> Stains:
    """Read the sentences about stains and conclusions."""
    return read_data(__package__, "stains", Stains)


class Biopsies(DataFile, frozen=True):
    """Sentences of reports on biopsies, smears and marrow."""

    cores: tuple[str, ...]
    fragments: tuple[str, ...]
    gland: tuple[str, ...]
    recurrent: tuple[str, ...]
    recurrent_summary: tuple[str, ...]
    blocks: tuple[str, ...]
    history: tuple[str, ...]
    comments: tuple[str, ...]
    node: tuple[str, ...]
    trephine: tuple[str, ...]
    smears: tuple[str, ...]
    smears_show: tuple[str, ...]
    smears_node: tuple[str, ...]
    smears_more: tuple[str, ...]
    more: dict[str, tuple[str, ...]]
    earlier: tuple[str, ...]
    marrow_summary: tuple[str, ...]
    marrow_summary_involved: tuple[str, ...]
    axilla: tuple[str, ...]
    sent: tuple[str, ...]
    """Lines that state what was sent."""
    sent_operation: tuple[str, ...]
    after_drugs: tuple[str, ...]
    after_drug: tuple[str, ...]


@cache
def load_biopsies() -> Biopsies:
    """Read the sentences about biopsies."""
    return read_data(__package__, "biopsies", Biopsies)


class Headings(DataFile, frozen=True):
    """Titles and headings of reports."""

    uk_titles: tuple[str, ...]
    us_titles: tuple[str, ...]
    headings: dict[str, tuple[tuple[str, ...], ...]]


@cache
def load_headings() -> Headings:
    """Read the titles and headings."""
    return read_data(__package__, "headings", Headings)


class Kinds(DataFile, frozen=True):
    """Which sentences suit which operation and which cancer."""

    specimen: dict[str, str]
    background: dict[str, str]


@cache
def load_kinds() -> Kinds:
    """Read the kinds of specimen and background."""
    return read_data(__package__, "kinds", Kinds)
