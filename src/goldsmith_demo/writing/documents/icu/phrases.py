"""The phrases of discharge summaries, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader


class Summary(DataFile, frozen=True):
    """Titles and sentences of a discharge summary."""

    titles: dict[str, tuple[str, ...]]
    kinds: dict[str, str]
    opening: tuple[str, ...]
    opening_unknown: tuple[str, ...]
    story: tuple[str, ...]
    inpatient: tuple[str, ...]
    in_ed: tuple[str, ...]
    table: dict[str, str]
    studies: tuple[tuple[str, str], ...]
    return_if: tuple[str, ...]
    visits: tuple[str, ...]


class Course(DataFile, frozen=True):
    """Sentences of the hospital course."""

    arrived: tuple[str, ...]
    treatment: tuple[str, ...]
    support: tuple[str, ...]
    cultured: tuple[str, ...]
    ruled_out: tuple[tuple[str, str], ...]
    systems: dict[str, str]
    better: tuple[str, ...]
    resolved: tuple[str, ...]
    cancer: tuple[str, ...]
    chronic: tuple[str, ...]
    routine: tuple[str, ...]
    operated: tuple[str, ...]
    recovered: tuple[str, ...]


class Abbreviations(DataFile, frozen=True):
    """Abbreviations of the ward."""

    words: dict[str, str]


load_summary = make_reader(__package__, "summary", Summary)
load_course = make_reader(__package__, "course", Course)
load_abbreviations = make_reader(__package__, "abbreviations", Abbreviations)
