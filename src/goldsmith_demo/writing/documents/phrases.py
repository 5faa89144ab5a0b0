"""The phrases of documents outside the families, read from the TOML files in `data`."""

from __future__ import annotations

from goldsmith_demo.data_files import DataFile, make_reader


class Emergency(DataFile, frozen=True):
    """Sentences of emergency notes."""

    attest: tuple[str, ...]
    comes: tuple[str, ...]
    comes_terse: tuple[str, ...]
    history: tuple[str, ...]
    detail: tuple[str, ...]
    bloods: tuple[str, ...]
    shown: dict[str, tuple[str, ...]]
    """What a test of the day shows, by the test."""
    rhythms: tuple[str, str]
    films: tuple[tuple[str, str], ...]
    considered: tuple[tuple[str, str, str], ...]
    room: tuple[str, ...]
    sick_room: tuple[str, ...]
    gave: tuple[str, ...]
    admit: tuple[str, ...]
    home: tuple[str, ...]
    leaflet: tuple[str, ...]


class Inpatient(DataFile, frozen=True):
    """Sentences of inpatient progress notes."""

    titles: tuple[str, ...]
    day: tuple[str, ...]
    after_operation: tuple[str, ...]
    admitted: tuple[str, ...]
    feels: tuple[str, ...]
    feels_operated: tuple[str, ...]
    course: tuple[str, ...]
    treated: tuple[str, ...]
    bloods: tuple[str, ...]
    plan: tuple[str, ...]


class Spelling(DataFile, frozen=True):
    """American spellings beyond those of the life."""

    more_american: tuple[tuple[str, str], ...]


load_emergency = make_reader(__package__, "emergency", Emergency)
load_inpatient = make_reader(__package__, "inpatient", Inpatient)
load_spelling = make_reader(__package__, "spelling", Spelling)
