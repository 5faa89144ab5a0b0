"""Write the parts of a histopathology report: macroscopy, microscopy, stains, conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.histopathology.facts import Sample
from goldsmith_demo.writing.documents.phrases import histopathology as books

_STATED = re.compile(r"=Condition[!\w]*:([^{}]+)")
_AXILLARY = ("axillary", "sentinel")
_UNTESTED = ("lung_squamous", "lung_small_cell")
"""Tumours without molecular tests."""


class Tissue(Sample):
    """A page that reports on tissue."""

    def write_macroscopy(self) -> None:
        """Describe the appearance of the specimen."""
        if self.operation is None:
            self._describe_sample()
            return
        base = self.operation.base
        kind = books.kinds.get_words("specimen").get(base, base)
        specimens = books.macroscopy["specimens"]
        self.describe_first(specimens.get(name, ()) for name in (kind, "any", "plain"))
        tumours = books.macroscopy["tumours"]
        self.describe_first((tumours.get(self.cancer, ()), tumours["any"]))
        if self.maybe(0.2):
            rest = "bowel" if self.cancer in ("colon", "rectum") else self.cancer
            self.describe(books.macroscopy.find("rest", rest, "any"))
        if self.nodes and self.maybe(0.7):
            added = self._find_axillary_operation(self.operation)
            if added is None or not self.describe(books.biopsies.axilla, j=added):
                self.describe(books.macroscopy.nodes)
        if self.maybe(0.2):
            self.describe(books.biopsies.blocks)

    def _find_axillary_operation(self, operation: Thing) -> Thing | None:
        """Return the axillary operation done on the same day."""
        done = (thing for thing in self.things.values() if thing.kind == "Intervention")
        same_day = (thing for thing in done if thing.start == operation.start)
        return next((thing for thing in same_day if thing.base.startswith(_AXILLARY)), None)

    def _describe_sample(self) -> None:
        kind = books.kinds.get_words("sample").get(self.exam.base, "fragments")
        templates = books.biopsies["samples"][kind]
        self.describe(self.fill_place(templates), l=self.sampled_place)

    def add_findings(self, kind: str, count: int) -> None:
        """Add more findings in a small specimen."""
        for _ in range(count):
            self.add_new_finding(books.biopsies["more"][kind])

    def add_new_finding(self, templates: Sequence[str]) -> None:
        """Write a template that does not repeat an earlier finding."""
        free = [each for each in templates if not self._stated & set(_STATED.findall(each))]
        before = set(self.used)
        self.describe(free)
        for each in self.used - before:
            self._stated |= set(_STATED.findall(each))

    def write_type(self) -> None:
        """Write the type of the tumour."""
        ways = books.microscopy
        if self.cancer in ways["lymphoma"]:
            self.describe(ways["lymphoma"][self.cancer])
        elif "gleason" in self.tumour.details:
            self.describe(ways.gleason)
        elif self.exam.base == "fna":
            self.describe(books.biopsies.smears_show)
        else:
            usual = ways.biopsy if self.operation is None else ways.tumours
            self.describe_first((usual, ways.tumours_bare))

    def write_microscopy(self) -> None:
        """Describe the microscopic sections."""
        self.write_type()
        if self.operation is None:
            kinds = books.kinds.get_words("biopsy")
            kind = kinds.get(self.exam.base) or kinds.get(self.cancer, "blood")
            self.add_findings(kind, self.chance.randrange(2, 4))
            return
        ways = books.microscopy
        if self.cancer in ("colon", "rectum", "stomach") and self.maybe(0.9):
            stage, depths = self.figures.get("stage", ""), ways["depth"]
            self.describe(next((texts for depth, texts in depths.items() if depth in stage), ()))
        if invasion := self.figures.get("lymphovascular invasion"):
            self.describe(ways["invasion"][invasion])
        around = books.kinds.get_words("background").get(self.cancer, "")
        for _ in range(self.chance.randrange(1, 3)):
            self.add_new_finding(ways["background"].get(around, ()))
        if margins := self.figures.get("margins"):
            self.describe(ways["margins"]["involved" if margins == "involved" else "clear"])
        self.write_nodes(ways.nodes_positive, ways.nodes_negative)

    def write_nodes(self, positive: Sequence[str], negative: Sequence[str]) -> None:
        """State whether the nodes are involved."""
        if self.nodes:
            ways = negative if self.nodes.startswith("0/") else positive
            self.describe(ways, self.find_condition("nodal_metastases"))

    def has_stains(self) -> bool:
        """Return whether there is immunohistochemistry to report."""
        if self.exam.base == "fna" or self.find_condition("marrow") is not None:
            return False
        kinds = {self.tumour.base, self.cancer}
        return "ER" in self.tumour.details or not kinds.isdisjoint(books.stains["stains"])

    def write_stains(self) -> None:
        """Write the immunohistochemistry."""
        if "ER" in self.tumour.details:
            self.describe(books.stains.receptors)
            self.describe(books.stains.her2)
        else:
            stains = books.stains["stains"]
            self.describe(stains.get(self.tumour.base) or stains[self.cancer])

    def write_summary(self) -> None:
        """Write the conclusion."""
        stains = books.stains
        if self.operation is None:
            self.describe(stains.summary_biopsy)
        else:
            self.describe_first((stains.summary, stains.summary_bare, stains.summary_biopsy))
            if self.maybe(0.5):
                self.write_nodes(stains.summary_nodes, stains.summary_no_nodes)
            if self.figures.get("stage") and self.maybe(0.7):
                self.describe(stains.stage)
        more = stains.get_words("more").get(self.cancer, "")
        if self.tumour.base in _UNTESTED or self.nodes.startswith("0/"):
            more = ""
        if more and self.maybe(0.2):
            later = self.choose_fresh(stains.later)
            self.tell(later.replace("@more", more), is_finding=False)
        elif self.maybe(0.35):
            self.tell(self.choose_fresh(books.biopsies.comments), is_finding=False)
