"""Complications of treatment and of the cancer: diagnosis, treatment and outcome."""

from __future__ import annotations

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader


class Harm(msgspec.Struct, frozen=True, kw_only=True):
    """A complication: its course, tests, treatment and symptoms."""

    days: tuple[int, int]
    """Minimum and maximum duration in days."""
    tests: tuple[str, ...] = ()
    """Panels and investigations that find it."""
    measured: tuple[str, ...] = ()
    """Panels whose values are the evidence for it."""
    onset: tuple[int, int] = (1, 5)
    """Days from the operation, cycle or course to its onset."""
    drugs: tuple[str, ...] = ()
    procedure: str = ""
    stay: tuple[int, int] = (0, 0)
    """Nights in hospital; (0, 0) if treated in clinic."""
    deadly: float = 0.0
    symptoms: tuple[str, ...] = ()
    odd: str = ""
    """Key of the abnormal values in `labs`."""


class Harms(DataFile, frozen=True):
    """Complications, and when they occur."""

    harms: dict[str, Harm]
    after_operation: dict[str, tuple[tuple[float, str], ...]]
    """Kind of operation -> probabilities of complications."""
    operations: dict[str, tuple[str, int, int]]
    """Operation -> its kind, minimum and maximum nights in hospital."""
    effort: dict[str, tuple[int, int, int]]
    """Kind of operation -> maximum blood loss (in 50 ml), shortest and longest time (in 15 min)."""
    groups: dict[str, tuple[str, ...]]
    """Groups of conditions, tests, drugs and places; the file says what each is for."""
    sparing: frozenset[str]
    """Operations that do not remove the primary."""
    nodes: dict[str, tuple[int, int]]
    """Operation -> minimum and maximum number of lymph nodes in the specimen."""
    recurrences: dict[str, tuple[tuple[str, ...], str, str]]
    """Recurrence -> its symptoms, the scan that shows it, and the part scanned."""
    shown_by: dict[str, tuple[str, str]]
    """Metastases -> the scan that shows them at first, and the part scanned."""
    late: dict[str, tuple[str, ...]]
    """Metastases -> complications of the last weeks."""
    instead: dict[str, tuple[str, str]]
    """Drug -> things and the style that rule it out, and the substitute, which may be empty."""
    strays: tuple[tuple[float, str], ...]
    """Complications during any treatment for advanced cancer, per line of treatment."""


load_harms = make_reader(__package__, "harms", Harms)
