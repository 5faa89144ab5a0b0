"""What is to be drawn, as data: a plan, a population and a version of Goldsmith make one draw."""

from __future__ import annotations

from typing import Literal

import msgspec

#: Documents in all, or of each document type.
Size = int | dict[str, int]
#: The names of the parts that are not samples of a given size.
RECORDS, MIRROR = "patients", "mirror"


class Restriction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which documents of a population can be drawn; all the conditions must hold."""

    icd10: tuple[str, ...] = ()
    """Chapters, blocks, ranges or prefixes; a document is in any of them."""
    where: dict[str, tuple[str, ...]] = {}
    """Field -> the values it may have."""
    frequent: str = ""
    """A field: only values that more than `min_share` of all documents have are kept."""
    min_share: float = 0.05


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named sample and its size."""

    name: str
    size: Size


class DrawPlan(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="sample", forbid_unknown_fields=True
):
    """Whole patients, samples and a mirror, drawn one after the other from what is left."""

    seed: int = 0
    only: Restriction = Restriction()
    axes: tuple[str, ...] = ("type",)
    patients: Size = 0
    """Whole patient records: how many in all, or of each diagnosis category."""
    parts: tuple[Part, ...] = ()
    mirror: str = ""
    """The part to draw a mirror of."""
    like: tuple[str, ...] = ()
    """The ids of an earlier sample to draw a mirror of."""
    apart: tuple[str, ...] = ()
    """Ids that must not be drawn."""
    by_patient: bool = False
    """No patient in two parts, nor in a part and among those set apart."""

    @property
    def all_axes(self) -> tuple[str, ...]:
        """The axes of the strata; sizes for each type need the type among them."""
        by_type = any(isinstance(part.size, dict) for part in self.parts)
        return ("type", *self.axes) if by_type and "type" not in self.axes else self.axes


class SplitPlan(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="split", forbid_unknown_fields=True
):
    """Every document into one of several parts."""

    parts: dict[str, str]
    """Part -> its share as written: 0.8, 80% or 4/5."""
    seed: int = 0
    axes: tuple[str, ...] = ("type",)
    by: Literal["", "patient", "document"] = ""
    """What stays together; where nothing is said, patients if they are known."""


Plan = DrawPlan | SplitPlan


class Stratum(msgspec.Struct, frozen=True):
    """What was wanted of one stratum in one part, and what was obtained."""

    part: str
    values: dict[str, str]
    """Axis -> value."""
    population: int
    wanted: float
    obtained: int
    wanted_share: float
    obtained_share: float


class Record(msgspec.Struct, frozen=True):
    """A patient whose whole record was chosen, and why."""

    patient: str
    category: str
    documents: int
    median: float
    """The median number of documents of the patients in this category."""
    types: dict[str, int]
    lengths: dict[str, int]


class Kept(msgspec.Struct, frozen=True):
    """A condition and how many documents of all meet it, with those before."""

    condition: str
    documents: int


class Draw(msgspec.Struct, frozen=True):
    """Which documents were drawn."""

    parts: dict[str, tuple[str, ...]]
    """Part -> the ids of its documents, sorted."""
    strata: tuple[Stratum, ...] = ()
    records: tuple[Record, ...] = ()
    kept: tuple[Kept, ...] = ()
    notes: tuple[str, ...] = ()
