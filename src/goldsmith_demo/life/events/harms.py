"""Complications of treatment and of the cancer: how they are found and treated, how they end."""

from __future__ import annotations

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader


class Harm(msgspec.Struct, frozen=True, kw_only=True):
    """What a complication brings about."""

    days: tuple[int, int]
    """How long it lasts."""
    tests: tuple[str, ...] = ()
    """Panels, or investigations that find it."""
    measured: tuple[str, ...] = ()
    """Panels whose values are themselves the evidence of it."""
    onset: tuple[int, int] = (1, 5)
    """Days after the operation, cycle or course on which it comes."""
    drugs: tuple[str, ...] = ()
    procedure: str = ""
    stay: tuple[int, int] = (0, 0)
    """Nights in hospital; (0, 0): seen in clinic."""
    deadly: float = 0.0
    symptoms: tuple[str, ...] = ()
    odd: str = ""
    """Key of the abnormal values in `labs`."""


class Harms(DataFile, frozen=True):
    """Complications, and when they occur."""

    harms: dict[str, Harm]
    after_operation: dict[str, tuple[tuple[float, str], ...]]
    """Kind of operation -> chances of complications."""
    operations: dict[str, tuple[str, int, int]]
    """Operation -> its kind, fewest and most nights in hospital."""
    effort: dict[str, tuple[int, int, int]]
    """Kind of operation -> most blood lost (in 50 ml), least and most time (in 15 minutes)."""
    sparing: frozenset[str]
    """Operations that leave the primary where it is."""
    strays: tuple[tuple[float, str], ...]
    """Complications of anybody under treatment for advanced cancer, per line of treatment."""


load_harms = make_reader(__package__, "harms", Harms)
