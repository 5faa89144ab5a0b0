"""Blood tests: the analytes of each panel, normal ranges, and British and American units."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader

Ranges = dict[str, tuple[float, float]]
"""Analyte -> lowest and highest value."""


class Analyte(msgspec.Struct, frozen=True):
    """An analyte in British units; `factor` converts values to American units."""

    base: str
    unit: str
    low: float
    high: float
    digits: int = 0
    factor: float = 1.0
    us_unit: str = ""
    us_digits: int = 0

    def format_figure(self, value: float, style: str) -> tuple[str, str]:
        """Return the number and unit as laboratories in the country print them."""
        if style == "uk" or not self.us_unit:
            return f"{value:.{self.digits}f}", self.unit
        return f"{value * self.factor:.{self.us_digits}f}", self.us_unit


class Labs(DataFile, frozen=True):
    """Analytes, panels and abnormal values."""

    analytes: tuple[Analyte, ...]
    panels: dict[str, tuple[str, ...]]
    """Panel -> its analytes; "tumour_markers" stands for the markers of the cancer."""
    odd: dict[str, Ranges]
    """Condition -> ranges of the analytes that it changes."""
    neutrophils: dict[str, tuple[float, float]]
    """Share of the neutrophils in a white count that bacterial infection raised, or did not."""

    def draw_neutrophils(self, white: float, rng: Random) -> float:
        """Draw the neutrophils of a white count."""
        low, high = self.neutrophils["infected" if white > 11 else "normal"]
        return white * (low + (high - low) * rng.random())


load_labs = make_reader(__package__, "labs", Labs)


def is_panel(base: str) -> bool:
    """Return whether an investigation is a blood test."""
    return base in load_labs().panels or base == "tumour_markers"


@cache
def load_analytes() -> dict[str, Analyte]:
    """Return the analytes by catalogue entry."""
    return {analyte.base: analyte for analyte in load_labs().analytes}
