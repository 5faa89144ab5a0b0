"""Write the parts of a histopathology report: macroscopy, microscopy, stains, conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.histopathology.facts import Sample
from goldsmith_demo.writing.documents.histopathology.phrases import books

_STATED = re.compile(r"=Condition[!\w]*:([^{}]+)")
_AXILLARY = ("axillary", "sentinel")
_CORED = ("core_biopsy", "ct_guided_biopsy", "histopathology")


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
        for name in (kind, "any", "plain"):
            if self.state(specimens.get(name, ())):
                break
        self.state(books.macroscopy["tumours"].get(self.cancer, ())) or self.state(
            books.macroscopy["tumours"]["any"]
        )
        if self.maybe(0.2):
            rest = "bowel" if self.cancer in ("colon", "rectum") else self.cancer
            self.state(books.macroscopy.find("rest", rest, "any"))
        if self.nodes and self.maybe(0.7):
            added = self._find_axillary_operation()
            if added is None or not self.state(books.biopsies.axilla, j=added):
                self.state(books.macroscopy.nodes)
        if self.maybe(0.2):
            self.state(books.biopsies.blocks)

    def _find_axillary_operation(self) -> Thing | None:
        """Return the axillary operation done on the same day."""
        for event in self.patient.events:
            if event.kind == "operation" and self.operation and event.what == self.operation.key:
                added = self.things.get(event.details.get("with", ""))
                return added if added and added.base.startswith(_AXILLARY) else None
        return None

    def _describe_sample(self) -> None:
        templates = {
            "fna": books.biopsies.smears,
            "bone_marrow_biopsy": books.biopsies.trephine,
            "excision_biopsy": books.biopsies.node,
            "prostate_biopsy": books.biopsies.gland,
        }.get(
            self.exam.base,
            books.biopsies.cores if self.exam.base in _CORED else books.biopsies.fragments,
        )
        here = self._find_sampled_place()
        self.state(self.fill_place(templates), **({"l": here} if here is not None else {}))

    def add_findings(self, kind: str, count: int) -> None:
        """Add more findings in a small specimen."""
        templates = (
            books.biopsies.smears_more
            if self.exam.base == "fna"
            else books.biopsies["more"].get(kind, ())
        )
        for _ in range(count):
            self.add_new_finding(templates)

    def add_new_finding(self, templates: Sequence[str]) -> None:
        """Write a template that does not repeat an earlier finding."""
        free = [each for each in templates if not self._stated & set(_STATED.findall(each))]
        before = set(self.used)
        if self.state(free):
            for each in self.used - before:
                self._stated |= set(_STATED.findall(each))

    def write_type(self) -> None:
        """Write the type of the tumour."""
        if self.is_blood:
            self.state(books.microscopy["lymphoma"][self.cancer])
        elif self.tumour.details.get("gleason"):
            self.state(books.microscopy.gleason)
        elif self.exam.base == "fna":
            self.state(books.biopsies.smears_show)
        elif self.operation is None and self.state(books.microscopy.biopsy):
            pass
        elif self.operation is None or not self.state(books.microscopy.tumours):
            self.state(books.microscopy.tumours_bare)

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
            self.state(books.microscopy["depth"].get(self._find_depth(), ()))
        self.write_invasion()
        for _ in range(self.chance.randrange(1, 3)):
            self.add_new_finding(
                books.microscopy["background"].get(
                    books.kinds.get_words("background").get(self.cancer, ""), ()
                )
            )
        self.write_margins()
        self.write_nodes(books.microscopy.nodes_positive, books.microscopy.nodes_negative)

    def _find_depth(self) -> str:
        stage = self.figures.get("stage", "")
        return next((depth for depth in books.microscopy["depth"] if depth in stage), "")

    def write_invasion(self) -> None:
        """State whether there is lymphovascular invasion."""
        invasion = self.figures.get("lymphovascular invasion")
        if invasion:
            self.state(
                books.microscopy.lvi_present
                if invasion == "present"
                else books.microscopy.lvi_absent
            )

    def write_margins(self) -> None:
        """State whether the margins are involved or how far away they are."""
        margins = self.figures.get("margins")
        if margins == "involved":
            self.state(books.microscopy.margins_involved)
        elif margins:
            self.state(books.microscopy.margins_clear)

    def write_nodes(self, positive: Sequence[str], negative: Sequence[str]) -> None:
        """State whether the nodes are involved."""
        if not self.nodes:
            return
        base = "nodal_metastases"
        metastases = [t for t in (*self.findings, *self.excluded) if t.base == base]
        none = self.nodes.startswith("0/")
        thing = (
            metastases[0]
            if metastases
            else self.page.make_loose_thing("Condition", "metastasis", frozenset("d"))
        )
        self.state(negative if none else positive, thing)

    def has_stains(self) -> bool:
        """Return whether there is immunohistochemistry to report."""
        kinds = (self.tumour.base, self.cancer)
        return bool(self.tumour.details.get("ER")) or any(
            kind in books.stains["stains"] for kind in kinds
        )

    def write_stains(self) -> bool:
        """Write the immunohistochemistry; return False if there is none."""
        details = self.tumour.details
        if details.get("ER"):
            self.state(books.stains.receptors)
            return self.state(books.stains.her2)
        kind = self.tumour.base if self.tumour.base in books.stains["stains"] else self.cancer
        return self.state(books.stains["stains"].get(kind, ()))

    def write_summary(self) -> None:
        """Write the conclusion."""
        if self.operation is None:
            self.state(books.stains.summary_biopsy)
        else:
            self.state(books.stains.summary) or self.state(books.stains.summary_bare) or self.state(
                books.stains.summary_biopsy
            )
            if self.maybe(0.5):
                self.write_nodes(books.stains.summary_nodes, books.stains.summary_no_nodes)
            if self.figures.get("stage") and self.maybe(0.7):
                self.state(books.stains.stage)
        more = books.stains.get_words("more").get(self.cancer, "")
        is_early = self.figures.get("nodes", "").startswith("0/")
        if self.tumour.base in ("lung_squamous", "lung_small_cell") or is_early:
            more = ""
        if more and self.maybe(0.2):
            self.tell(
                self.choose_fresh(books.stains.later).replace("@more", more), is_finding=False
            )
        elif self.maybe(0.35):
            self.tell(self.choose_fresh(books.biopsies.comments), is_finding=False)
