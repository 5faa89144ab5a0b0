"""The phrases of discharge summaries, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import Library, PhraseBook


class Summary(PhraseBook, frozen=True):
    """Titles and sentences of a discharge summary."""

    kinds: dict[str, str]
    table: dict[str, str]
    studies: tuple[tuple[str, str], ...]


class Course(PhraseBook, frozen=True):
    """Sentences of the hospital course."""

    ruled_out: tuple[tuple[str, str], ...]
    systems: dict[str, str]


class Books(Library):
    """The files of phrases."""

    summary: Summary
    course: Course
    abbreviations: dict[str, str]


books = Books(__package__)
