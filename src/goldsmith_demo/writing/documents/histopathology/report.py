"""The sentences of a histopathology report: macroscopy, microscopy, stains, conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.histopathology import biopsies as small
from goldsmith_demo.writing.documents.histopathology import macroscopy as macro
from goldsmith_demo.writing.documents.histopathology import microscopy as micro
from goldsmith_demo.writing.documents.histopathology import stains
from goldsmith_demo.writing.documents.histopathology.facts import Sample

_SPECIMEN = {
    "right_hemicolectomy": "hemicolectomy",
    "extended_right_hemicolectomy": "hemicolectomy",
    "left_hemicolectomy": "colectomy",
    "sigmoid_colectomy": "colectomy",
    "hartmanns": "colectomy",
    "anterior_resection": "rectum",
    "ap_resection": "rectum",
    "subtotal_gastrectomy": "gastrectomy",
    "total_gastrectomy": "gastrectomy",
    "whipple": "pancreas",
    "lobectomy": "lung",
    "pneumonectomy": "lung",
    "tah_bso": "hysterectomy",
    "tlh_bso": "hysterectomy",
}
_BACKGROUND = {
    "breast": "breast",
    "colon": "bowel",
    "rectum": "bowel",
    "lung": "lung",
    "ovary": "gynae",
    "cervix": "gynae",
    "endometrium": "gynae",
    "prostate": "prostate",
    "testis": "testis",
    "stomach": "upper",
    "pancreas": "pancreas",
}
_STATED = re.compile(r"=Condition[!\w]*:([^{}]+)")
_CORED = ("core_biopsy", "ct_guided_biopsy", "histopathology")
_ANY_SPECIMEN = (macro.SPECIMENS["any"], macro.SPECIMENS["plain"])


class Tissue(Sample):
    """A page that reports on tissue."""

    def macroscopy(self) -> None:
        """What the specimen looks like."""
        if self.operation is None:
            self._sample()
            return
        base = self.operation.base
        kind = _SPECIMEN.get(base, base)
        for templates in (macro.SPECIMENS.get(kind, ()), *_ANY_SPECIMEN):
            if self.state(templates):
                break
        self.state(macro.TUMOURS.get(self.cancer, ())) or self.state(macro.TUMOURS["any"])
        if self.maybe(0.2):
            rest = "bowel" if self.cancer in ("colon", "rectum") else self.cancer
            self.state(macro.REST.get(rest, macro.REST["any"]))
        if self.nodes and self.maybe(0.7):
            added = self._added()
            if added is None or not self.state(small.AXILLA, j=added):
                self.state(macro.NODES)
        if self.maybe(0.2):
            self.state(small.BLOCKS)

    def _added(self) -> Thing | None:
        """The second operation of the day, such as an axillary clearance."""
        for event in self.patient.events:
            if event.kind == "operation" and self.operation and event.what == self.operation.key:
                return self.things.get(event.details.get("with", ""))
        return None

    def _sample(self) -> None:
        templates = {
            "fna": small.SMEARS,
            "bone_marrow_biopsy": small.TREPHINE,
            "excision_biopsy": small.NODE,
            "prostate_biopsy": small.GLAND,
        }.get(self.exam.base, small.CORES if self.exam.base in _CORED else small.FRAGMENTS)
        here = self._sampled()
        self.state(self.worded(templates), **({"l": here} if here is not None else {}))

    def more(self, kind: str, count: int) -> None:
        """Further findings in a small specimen."""
        templates = small.SMEARS_MORE if self.exam.base == "fna" else small.MORE.get(kind, ())
        for _ in range(count):
            self.beside(templates)

    def beside(self, templates: Sequence[str]) -> None:
        """States one of the templates that speaks of nothing that was stated before."""
        free = [each for each in templates if not self._stated & set(_STATED.findall(each))]
        before = set(self._said)
        if self.state(free):
            for each in self._said - before:
                self._stated |= set(_STATED.findall(each))

    def type_and_grade(self) -> None:
        """What the tumour is."""
        if self.spot is not None and not self.is_blood:
            self.state(self.worded(small.RECURRENT), self.spot)
        elif self.is_blood:
            self.state(micro.LYMPHOMA[self.cancer])
        elif self.tumour.details.get("gleason"):
            self.state(micro.GLEASON)
        elif self.exam.base == "fna":
            self.state(small.SMEARS_SHOW)
        elif self.operation is None and self.state(micro.BIOPSY):
            pass
        elif self.operation is None or not self.state(micro.TUMOURS):
            self.state(micro.TUMOURS_BARE)

    def microscopy(self) -> None:
        """The sections."""
        self.type_and_grade()
        if self.operation is None:
            kind = _BACKGROUND.get(self.cancer, "blood")
            kind = "blood" if kind == "testis" else kind
            kind = self.cancer if self.cancer in ("cervix", "endometrium") else kind
            kind = "node" if self.exam.base == "excision_biopsy" else kind
            if self.exam.base == "bone_marrow_biopsy" or self.cancer == "myeloma":
                kind = "marrow"
            self.more(kind, self.chance.randrange(2, 4))
            return
        if self.cancer in ("colon", "rectum", "stomach") and self.maybe(0.9):
            self.state(micro.DEPTH.get(self._depth(), ()))
        self.invasion()
        for _ in range(self.chance.randrange(1, 3)):
            self.beside(micro.BACKGROUND.get(_BACKGROUND.get(self.cancer, ""), ()))
        self.margins()
        self.about_nodes(micro.NODES_POSITIVE, micro.NODES_NEGATIVE)

    def _depth(self) -> str:
        stage = self.figures.get("stage", "")
        return next((depth for depth in micro.DEPTH if depth in stage), "")

    def invasion(self) -> None:
        """Lymphovascular invasion."""
        seen = self.figures.get("lymphovascular invasion")
        if seen:
            self.state(micro.LVI_PRESENT if seen == "present" else micro.LVI_ABSENT)

    def margins(self) -> None:
        """How far away the edge is."""
        margins = self.figures.get("margins")
        if margins == "involved":
            self.state(micro.MARGINS_INVOLVED)
        elif margins:
            self.state(micro.MARGINS_CLEAR)

    def about_nodes(self, positive: Sequence[str], negative: Sequence[str]) -> None:
        """Whether the nodes are involved."""
        if not self.nodes:
            return
        base = "nodal_metastases"
        known = [t for t in (*self.findings, *self.excluded) if t.base == base]
        none = self.nodes.startswith("0/")
        thing = known[0] if known else self.page.loose("Condition", "metastasis", frozenset("d"))
        self.state(negative if none else positive, thing)

    def has_stains(self) -> bool:
        """Whether there is immunohistochemistry to report."""
        kinds = (self.tumour.base, self.cancer)
        return bool(self.tumour.details.get("ER")) or any(kind in stains.STAINS for kind in kinds)

    def stains(self) -> bool:
        """Immunohistochemistry; False if there is none."""
        details = self.tumour.details
        if details.get("ER"):
            self.state(stains.RECEPTORS)
            return self.state(stains.HER2)
        kind = self.tumour.base if self.tumour.base in stains.STAINS else self.cancer
        said = self.state(stains.STAINS.get(kind, ()))
        for what in ("Ki67", "CD30", "EGFR"):
            if details.get(what) and self.event.details.get(what):
                words = self.chance.choice(stains.FIGURES)
                words = words.replace("@what", what).replace("@figure", details[what])
                self.tell(words)
                said = True
        return said

    def summary(self) -> None:
        """The conclusion."""
        if self.spot is not None and not self.is_blood:
            self.state(small.RECURRENT_SUMMARY, self.spot)
        elif self.operation is None:
            self.state(stains.SUMMARY_BIOPSY)
        else:
            self.state(stains.SUMMARY) or self.state(stains.SUMMARY_BARE) or self.state(
                stains.SUMMARY_BIOPSY
            )
            if self.maybe(0.5):
                self.about_nodes(stains.SUMMARY_NODES, stains.SUMMARY_NO_NODES)
            if self.figures.get("stage") and self.maybe(0.7):
                self.state(stains.STAGE)
        more = stains.MORE.get(self.cancer, "")
        if self.tumour.base in ("lung_squamous", "lung_small_cell"):
            more = ""
        if more and self.maybe(0.2):
            self.tell(self.fresh(stains.LATER).replace("@more", more), found=False)
        elif self.maybe(0.35):
            self.tell(self.fresh(small.COMMENTS), found=False)
