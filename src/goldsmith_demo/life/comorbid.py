"""Comorbidities with their drugs, allergies, and family history."""

from __future__ import annotations

import msgspec

from goldsmith_demo.data_files import DataFile, make_reader


class Illness(msgspec.Struct, frozen=True):
    """A chronic illness: its prevalence at age 70, the minimum age, and the drugs for it."""

    base: str
    chance: float
    youngest: int
    drugs: tuple[tuple[tuple[str, str], ...], ...]
    """Alternative treatments, each a set of drugs with doses."""
    sex: str = ""
    cancer: str = ""
    """The only cancer with which it occurs; empty if it occurs with any."""


class Comorbidities(DataFile, frozen=True):
    """Illnesses, allergies and family history."""

    illnesses: tuple[Illness, ...]
    allergens: tuple[tuple[float, str, str], ...]
    """Probability, substance and reaction."""
    family: dict[str, tuple[tuple[float, str], ...]]
    """Cancer -> probabilities of conditions in relatives."""
    anybody: tuple[tuple[float, str], ...]
    """Probabilities of conditions in relatives, whatever the cancer."""
    kin: tuple[str, ...]
    female_kin: tuple[str, ...]
    male_kin: tuple[str, ...]
    kin_sex: dict[str, str]
    """Condition -> sex of the relatives that can have it."""

    def list_kin(self, condition: str) -> tuple[str, ...]:
        """Return the relatives that can have a condition."""
        kin = {"female": self.female_kin, "male": self.male_kin}
        return kin.get(self.kin_sex.get(condition, ""), self.kin)


load_comorbidities = make_reader(__package__, "comorbid", Comorbidities)
