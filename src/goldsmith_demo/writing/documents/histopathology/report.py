"""The sentences of a histopathology report: macroscopy, microscopy, stains, conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.histopathology.facts import Sample
from goldsmith_demo.writing.documents.histopathology.phrases import (
    load_biopsies,
    load_kinds,
    load_macroscopy,
    load_microscopy,
    load_stains,
)

_STATED = re.compile(r"=Condition[!\w]*:([^{}]+)")
_AXILLARY = ("axillary", "sentinel")
_CORED = ("core_biopsy", "ct_guided_biopsy", "histopathology")


class Tissue(Sample):
    """A page that reports on tissue."""

    def write_macroscopy(self) -> None:
        """Describe what the specimen looks like."""
        if self.operation is None:
            self._describe_sample()
            return
        base = self.operation.base
        kind = load_kinds().specimen.get(base, base)
        specimens = load_macroscopy().specimens
        for name in (kind, "any", "plain"):
            if self.state(specimens.get(name, ())):
                break
        self.state(load_macroscopy().tumours.get(self.cancer, ())) or self.state(
            load_macroscopy().tumours["any"]
        )
        if self.maybe(0.2):
            rest = "bowel" if self.cancer in ("colon", "rectum") else self.cancer
            self.state(load_macroscopy().rest.get(rest, load_macroscopy().rest["any"]))
        if self.nodes and self.maybe(0.7):
            added = self._find_axillary_operation()
            if added is None or not self.state(load_biopsies().axilla, j=added):
                self.state(load_macroscopy().nodes)
        if self.maybe(0.2):
            self.state(load_biopsies().blocks)

    def _find_axillary_operation(self) -> Thing | None:
        """Return the operation on the axilla that was done on the same day."""
        for event in self.patient.events:
            if event.kind == "operation" and self.operation and event.what == self.operation.key:
                added = self.things.get(event.details.get("with", ""))
                return added if added and added.base.startswith(_AXILLARY) else None
        return None

    def _describe_sample(self) -> None:
        templates = {
            "fna": load_biopsies().smears,
            "bone_marrow_biopsy": load_biopsies().trephine,
            "excision_biopsy": load_biopsies().node,
            "prostate_biopsy": load_biopsies().gland,
        }.get(
            self.exam.base,
            load_biopsies().cores if self.exam.base in _CORED else load_biopsies().fragments,
        )
        here = self._find_sampled_place()
        self.state(self.fill_place(templates), **({"l": here} if here is not None else {}))

    def add_findings(self, kind: str, count: int) -> None:
        """Add further findings in a small specimen."""
        templates = (
            load_biopsies().smears_more
            if self.exam.base == "fna"
            else load_biopsies().more.get(kind, ())
        )
        for _ in range(count):
            self.add_new_finding(templates)

    def add_new_finding(self, templates: Sequence[str]) -> None:
        """State a template that mentions nothing stated before."""
        free = [each for each in templates if not self._stated & set(_STATED.findall(each))]
        before = set(self._used_templates)
        if self.state(free):
            for each in self._used_templates - before:
                self._stated |= set(_STATED.findall(each))

    def write_type(self) -> None:
        """State what the tumour is."""
        if self.spot is not None and not self.is_blood:
            self.state(self.fill_place(load_biopsies().recurrent), self.spot)
        elif self.is_blood:
            self.state(load_microscopy().lymphoma[self.cancer])
        elif self.tumour.details.get("gleason"):
            self.state(load_microscopy().gleason)
        elif self.exam.base == "fna":
            self.state(load_biopsies().smears_show)
        elif self.operation is None and self.state(load_microscopy().biopsy):
            pass
        elif self.operation is None or not self.state(load_microscopy().tumours):
            self.state(load_microscopy().tumours_bare)

    def write_microscopy(self) -> None:
        """Describe the sections."""
        self.write_type()
        if self.operation is None:
            kind = load_kinds().background.get(self.cancer, "blood")
            kind = "blood" if kind == "testis" else kind
            kind = self.cancer if self.cancer in ("cervix", "endometrium") else kind
            kind = "node" if self.exam.base == "excision_biopsy" else kind
            if self.exam.base == "bone_marrow_biopsy" or self.cancer == "myeloma":
                kind = "marrow"
            self.add_findings(kind, self.chance.randrange(2, 4))
            return
        if self.cancer in ("colon", "rectum", "stomach") and self.maybe(0.9):
            self.state(load_microscopy().depth.get(self._find_depth(), ()))
        self.write_invasion()
        for _ in range(self.chance.randrange(1, 3)):
            self.add_new_finding(
                load_microscopy().background.get(load_kinds().background.get(self.cancer, ""), ())
            )
        self.write_margins()
        self.write_nodes(load_microscopy().nodes_positive, load_microscopy().nodes_negative)

    def _find_depth(self) -> str:
        stage = self.figures.get("stage", "")
        return next((depth for depth in load_microscopy().depth if depth in stage), "")

    def write_invasion(self) -> None:
        """State whether there is lymphovascular invasion."""
        invasion = self.figures.get("lymphovascular invasion")
        if invasion:
            self.state(
                load_microscopy().lvi_present
                if invasion == "present"
                else load_microscopy().lvi_absent
            )

    def write_margins(self) -> None:
        """State how far away the margin is."""
        margins = self.figures.get("margins")
        if margins == "involved":
            self.state(load_microscopy().margins_involved)
        elif margins:
            self.state(load_microscopy().margins_clear)

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
            kind in load_stains().stains for kind in kinds
        )

    def write_stains(self) -> bool:
        """Write the immunohistochemistry; return False if there is none."""
        details = self.tumour.details
        if details.get("ER"):
            self.state(load_stains().receptors)
            return self.state(load_stains().her2)
        kind = self.tumour.base if self.tumour.base in load_stains().stains else self.cancer
        is_written = self.state(load_stains().stains.get(kind, ()))
        for what in ("Ki67", "CD30", "EGFR"):
            if details.get(what) and self.event.details.get(what):
                words = self.chance.choice(load_stains().figures)
                words = words.replace("@what", what).replace("@figure", details[what])
                self.tell(words)
                is_written = True
        return is_written

    def write_summary(self) -> None:
        """Write the conclusion."""
        if self.spot is not None and not self.is_blood:
            self.state(load_biopsies().recurrent_summary, self.spot)
        elif self.operation is None:
            self.state(load_stains().summary_biopsy)
        else:
            self.state(load_stains().summary) or self.state(
                load_stains().summary_bare
            ) or self.state(load_stains().summary_biopsy)
            if self.maybe(0.5):
                self.write_nodes(load_stains().summary_nodes, load_stains().summary_no_nodes)
            if self.figures.get("stage") and self.maybe(0.7):
                self.state(load_stains().stage)
        more = load_stains().more.get(self.cancer, "")
        is_early = self.figures.get("nodes", "").startswith("0/")
        if self.tumour.base in ("lung_squamous", "lung_small_cell") or is_early:
            more = ""
        if more and self.maybe(0.2):
            self.tell(
                self.choose_fresh(load_stains().later).replace("@more", more), is_finding=False
            )
        elif self.maybe(0.35):
            self.tell(self.choose_fresh(load_biopsies().comments), is_finding=False)
