"""The phrases of imaging reports, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader

Normal = tuple[str, tuple[str, ...]]
"""The topics that a normal finding speaks of, and its phrasings."""


class Normals(DataFile, frozen=True):
    """Normal findings of chest, abdomen, pelvis, bones and neck."""

    chest: tuple[Normal, ...]
    abdomen: tuple[Normal, ...]
    pelvis: tuple[Normal, ...]
    mri_pelvis: tuple[Normal, ...]
    pelvis_female: tuple[Normal, ...]
    pelvis_male: tuple[Normal, ...]
    bones: tuple[Normal, ...]
    neck: tuple[Normal, ...]


class FilmNormals(DataFile, frozen=True):
    """Normal findings on plain films and bone scans."""

    chest_film: tuple[Normal, ...]
    abdomen_film: tuple[Normal, ...]
    bone_film: tuple[Normal, ...]
    bone_scan: tuple[Normal, ...]


class OrganNormals(DataFile, frozen=True):
    """Normal findings of single organs: breasts, brain, spine, scrotum, leg and prostate."""

    breasts: tuple[Normal, ...]
    breast_scan: tuple[Normal, ...]
    brain: tuple[Normal, ...]
    spine: tuple[Normal, ...]
    scrotum: tuple[Normal, ...]
    leg: tuple[Normal, ...]
    prostate_mri: tuple[Normal, ...]


class Findings(DataFile, frozen=True):
    """Sentences about metastases, recurrence and results of treatment."""

    spread: dict[str, tuple[str, ...]]
    anything: tuple[str, ...]
    by_exam: dict[str, dict[str, tuple[str, ...]]]


class FindingsBesides(DataFile, frozen=True):
    """Sentences about findings other than spread of the cancer."""

    sentences: dict[str, tuple[str, ...]]


class RuledOut(DataFile, frozen=True):
    """Sentences about what was looked for and not found."""

    conditions: dict[str, tuple[str, ...]]
    anything: tuple[str, ...]
    one_breast: tuple[str, ...]
    nothing_else: tuple[str, ...]
    tumour: tuple[str, ...]
    by_exam: dict[str, dict[str, tuple[str, ...]]]


class Tumours(DataFile, frozen=True):
    """Sentences about the primary tumour."""

    tumours: dict[str, dict[str, tuple[str, ...]]]
    """Cancer -> kind of examination -> sentences; "wide" is for disease in many places."""
    suspect: dict[str, tuple[str, ...]]
    avid: tuple[str, ...]


class Frames(DataFile, frozen=True):
    """Sentences around the findings: request, technique, comparison, summary and advice."""

    symptoms_only: tuple[str, ...]
    symptoms_two: tuple[str, ...]
    query: tuple[str, ...]
    query_blood: tuple[str, ...]
    neutral: dict[str, tuple[str, ...]]
    """Situation of the patient -> requests that name no condition."""
    felt: tuple[str, ...]
    query_other: tuple[str, ...]
    known_new: tuple[str, ...]
    known_old: tuple[str, ...]
    follow_up: tuple[str, ...]
    family: tuple[str, ...]
    technique: dict[str, tuple[str, ...]]
    compared: tuple[str, ...]
    compared_us: tuple[str, ...]
    alone: tuple[str, ...]
    alone_uk: tuple[str, ...]
    stable: tuple[str, ...]
    after_surgery: tuple[str, ...]
    summary_tumour_known: tuple[str, ...]
    summary_lymphoma_known: tuple[str, ...]
    summary_tumour_new: tuple[str, ...]
    summary_nodes_new: tuple[str, ...]
    summary_finding: tuple[str, ...]
    summary_spread: dict[str, tuple[str, ...]]
    """Finding -> sentences of the conclusion."""
    summary_excluded: tuple[str, ...]
    response: tuple[str, ...]
    """What treatment has done; @response stands for the verdict."""
    summary_normal: tuple[str, ...]
    advice_new: dict[str, tuple[str, ...]]
    advice_known: tuple[str, ...]
    advice_clear: tuple[str, ...]
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
load_film_normals = make_reader(__package__, "normals_films", FilmNormals)
load_organ_normals = make_reader(__package__, "normals_organs", OrganNormals)
load_findings = make_reader(__package__, "findings", Findings)
load_findings_besides = make_reader(__package__, "findings_besides", FindingsBesides)
load_ruled_out = make_reader(__package__, "ruled_out", RuledOut)
load_tumours = make_reader(__package__, "tumours", Tumours)
load_frames = make_reader(__package__, "frames", Frames)
load_regions = make_reader(__package__, "regions", Regions)
