"""The phrases of discharge summaries, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import PhraseBook, make_reader


class Summary(PhraseBook, frozen=True):
    """Titles and sentences of a discharge summary."""

    titles: dict[str, tuple[str, ...]]
    kinds: dict[str, str]
    table: dict[str, str]
    studies: tuple[tuple[str, str], ...]


class Course(PhraseBook, frozen=True):
    """Sentences of the hospital course."""

    ruled_out: tuple[tuple[str, str], ...]
    systems: dict[str, str]


load_summary = make_reader(__package__, "summary", Summary)
load_course = make_reader(__package__, "course", Course)
load_abbreviations = make_reader(__package__, "abbreviations", dict[str, str])
