"""Write the parts of a histopathology report: macroscopy, microscopy, stains, conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.histopathology.facts import Sample
from goldsmith_demo.writing.documents.phrases import histopathology as books

_STATED = re.compile(r"=Condition[!\w]*:([^{}]+)")
_AXILLARY = ("axillary", "sentinel")


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
            added = self._find_axillary_operation()
            if added is None or not self.describe(books.biopsies.axilla, j=added):
                self.describe(books.macroscopy.nodes)
        if self.maybe(0.2):
            self.describe(books.biopsies.blocks)

    def _find_axillary_operation(self) -> Thing | None:
        """Return the axillary operation done on the same day."""
        for event in self.patient.events:
            if event.kind == "operation" and self.operation and event.what == self.operation.key:
                added = self.things.get(event.details.get("with", ""))
                return added if added and added.base.startswith(_AXILLARY) else None
        return None

    def _describe_sample(self) -> None:
        kind = books.kinds.get_words("sample").get(self.exam.base, "fragments")
        templates = books.biopsies["samples"][kind]
        here = self._find_sampled_place()
        self.describe(self.fill_place(templates), **({"l": here} if here is not None else {}))

    def add_findings(self, kind: str, count: int) -> None:
        """Add more findings in a small specimen."""
        templates = books.biopsies["more"].get("smears" if self.exam.base == "fna" else kind, ())
        for _ in range(count):
            self.add_new_finding(templates)

    def add_new_finding(self, templates: Sequence[str]) -> None:
        """Write a template that does not repeat an earlier finding."""
        free = [each for each in templates if not self._stated & set(_STATED.findall(each))]
        before = set(self.used)
        if self.describe(free):
            for each in self.used - before:
                self._stated |= set(_STATED.findall(each))

    def write_type(self) -> None:
        """Write the type of the tumour."""
        if self.cancer in books.microscopy["lymphoma"]:
            self.describe(books.microscopy["lymphoma"][self.cancer])
        elif self.tumour.details.get("gleason"):
            self.describe(books.microscopy.gleason)
        elif self.exam.base == "fna":
            self.describe(books.biopsies.smears_show)
        elif self.operation is None and self.describe(books.microscopy.biopsy):
            pass
        elif self.operation is None or not self.describe(books.microscopy.tumours):
            self.describe(books.microscopy.tumours_bare)

    def write_microscopy(self) -> None:
        """Describe the microscopic sections."""
        self.write_type()
        if self.operation is None:
            kind = books.kinds.get_words("background").get(self.cancer, "blood")
            kind = "blood" if kind == "testis" else kind
            kind = self.cancer if self.cancer in ("cervix", "endometrium") else kind
            kind = "node" if self.exam.base == "excision_biopsy" else kind
            if self.exam.base == "bone_marrow_biopsy" or self.cancer == "myeloma":
                kind = "marrow"
            self.add_findings(kind, self.chance.randrange(2, 4))
            return
        if self.cancer in ("colon", "rectum", "stomach") and self.maybe(0.9):
            stage, depths = self.figures.get("stage", ""), books.microscopy["depth"]
            self.describe(next((ways for depth, ways in depths.items() if depth in stage), ()))
        if invasion := self.figures.get("lymphovascular invasion"):
            self.describe(books.microscopy["invasion"][invasion])
        around = books.kinds.get_words("background").get(self.cancer, "")
        for _ in range(self.chance.randrange(1, 3)):
            self.add_new_finding(books.microscopy["background"].get(around, ()))
        if margins := self.figures.get("margins"):
            self.describe(
                books.microscopy["margins"]["involved" if margins == "involved" else "clear"]
            )
        self.write_nodes(books.microscopy.nodes_positive, books.microscopy.nodes_negative)

    def write_nodes(self, positive: Sequence[str], negative: Sequence[str]) -> None:
        """State whether the nodes are involved."""
        if not self.nodes:
            return
        thing = self.find_condition("nodal_metastases")
        if thing is None:
            thing = self.page.make_loose_thing("Condition", "metastasis", frozenset("d"))
        self.describe(negative if self.nodes.startswith("0/") else positive, thing)

    def has_stains(self) -> bool:
        """Return whether there is immunohistochemistry to report."""
        kinds = {self.tumour.base, self.cancer}
        return "ER" in self.tumour.details or not kinds.isdisjoint(books.stains["stains"])

    def write_stains(self) -> None:
        """Write the immunohistochemistry."""
        if "ER" in self.tumour.details:
            self.describe(books.stains.receptors)
            self.describe(books.stains.her2)
        else:
            kind = self.tumour.base if self.tumour.base in books.stains["stains"] else self.cancer
            self.describe(books.stains["stains"].get(kind, ()))

    def write_summary(self) -> None:
        """Write the conclusion."""
        if self.operation is None:
            self.describe(books.stains.summary_biopsy)
        else:
            stains = books.stains
            self.describe_first((stains.summary, stains.summary_bare, stains.summary_biopsy))
            if self.maybe(0.5):
                self.write_nodes(books.stains.summary_nodes, books.stains.summary_no_nodes)
            if self.figures.get("stage") and self.maybe(0.7):
                self.describe(books.stains.stage)
        more = books.stains.get_words("more").get(self.cancer, "")
        is_early = self.nodes.startswith("0/")
        if self.tumour.base in ("lung_squamous", "lung_small_cell") or is_early:
            more = ""
        if more and self.maybe(0.2):
            later = self.choose_fresh(books.stains.later)
            self.tell(later.replace("@more", more), is_finding=False)
        elif self.maybe(0.35):
            self.tell(self.choose_fresh(books.biopsies.comments), is_finding=False)
