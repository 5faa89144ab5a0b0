"""The phrases of discharge summaries, read from the TOML files in `data`."""

from __future__ import annotations

from functools import cache

from goldsmith_demo.data_files import DataFile, read_data


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


@cache
def load_summary() -> Summary:
    """Read the sentences of discharge summaries."""
    return read_data(__package__, "summary", Summary)


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


@cache
def load_course() -> Course:
    """Read the sentences of the hospital course."""
    return read_data(__package__, "course", Course)


class Abbreviations(DataFile, frozen=True):
    """Abbreviations of the ward."""

    words: dict[str, str]


@cache
def load_abbreviations() -> Abbreviations:
    """Read the abbreviations."""
    return read_data(__package__, "abbreviations", Abbreviations)
