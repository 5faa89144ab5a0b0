"""The phrases of histopathology reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader


class Macroscopy(DataFile, frozen=True):
    """Sentences about what the naked eye sees."""

    specimens: dict[str, tuple[str, ...]]
    """Operation -> sentences about the specimen, taken from the target of the operation."""
    tumours: dict[str, tuple[str, ...]]
    rest: dict[str, tuple[str, ...]]
    nodes: tuple[str, ...]


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


class Headings(DataFile, frozen=True):
    """Titles and headings of reports."""

    uk_titles: tuple[str, ...]
    us_titles: tuple[str, ...]
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
