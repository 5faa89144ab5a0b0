"""Plans and their outcome as data: a plan, a population and a version determine a draw."""

from __future__ import annotations

from typing import Literal

import msgspec

#: The number of documents in all, or of each document type.
Size = int | dict[str, int]
#: The diagnosis to use: the document's own, or the primary diagnosis of its patient.
DiagnosisOf = Literal["document", "patient"]
#: The names of the parts for whole patient records and for the mirror sample.
RECORDS, MIRROR = "patients", "mirror"


class Restriction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Conditions for the documents that can be drawn; all of them must hold."""

    icd10: tuple[str, ...] = ()
    """Chapters, blocks, ranges or prefixes; a document must be in one of them."""
    where: dict[str, tuple[str, ...]] = {}
    """Field -> the values allowed."""
    frequent: str = ""
    """A field whose value must occur in more than `min_share` of all documents."""
    min_share: float = 0.05


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named sample and its size."""

    name: str
    size: Size


class DrawPlan(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="sample", forbid_unknown_fields=True
):
    """A plan for whole patient records, samples and a mirror sample, drawn in this order."""

    seed: int = 0
    only: Restriction = Restriction()
    axes: tuple[str, ...] = ("type",)
    patients: Size = 0
    """The number of whole patient records in total, or for each diagnosis category."""
    parts: tuple[Part, ...] = ()
    mirror: str = ""
    """The part to mirror."""
    like: tuple[str, ...] = ()
    """The ids of an earlier sample to mirror."""
    apart: tuple[str, ...] = ()
    """The ids of documents to exclude."""
    by_patient: bool = False
    """Put no patient into two parts, and leave out patients with an excluded document."""
    diagnosis_of: DiagnosisOf = "document"

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields by which the plan restricts and stratifies."""
        return (*self.axes, *self.only.where, *filter(None, [self.only.frequent]))

    @property
    def all_axes(self) -> tuple[str, ...]:
        """The axes of the strata; sizes by document type add the type."""
        by_type = any(isinstance(part.size, dict) for part in self.parts)
        return ("type", *self.axes) if by_type and "type" not in self.axes else self.axes


class SplitPlan(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="split", forbid_unknown_fields=True
):
    """A plan that puts every document into one of several parts."""

    parts: dict[str, str]
    """Part -> its share as written: 0.8, 80% or 4/5."""
    seed: int = 0
    axes: tuple[str, ...] = ("type",)
    by: Literal["", "patient", "document"] = ""
    """The unit that is never split; by default patients, if the documents name them."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields by which the plan stratifies."""
        return self.axes


Plan = DrawPlan | SplitPlan


class Stratum(msgspec.Struct, frozen=True):
    """The quota of a stratum in a part and the number of documents obtained."""

    part: str
    values: dict[str, str]
    """Axis -> value."""
    population: int
    quota: float = msgspec.field(name="wanted")
    obtained: int
    quota_share: float = msgspec.field(name="wanted_share")
    obtained_share: float


class Record(msgspec.Struct, frozen=True):
    """A patient whose whole record was chosen, with the properties used for the choice."""

    patient: str
    category: str
    documents: int
    median: float
    """The median number of documents of the patients in this category."""
    types: dict[str, int]
    lengths: dict[str, int]


class RestrictionStep(msgspec.Struct, frozen=True):
    """A condition and the number of documents that meet it and all earlier conditions."""

    condition: str
    documents: int


class Draw(msgspec.Struct, frozen=True):
    """The drawn documents, part by part."""

    parts: dict[str, tuple[str, ...]]
    """Part -> the ids of its documents, sorted."""
    strata: tuple[Stratum, ...] = ()
    records: tuple[Record, ...] = ()
    restrictions: tuple[RestrictionStep, ...] = ()
    notes: tuple[str, ...] = ()
