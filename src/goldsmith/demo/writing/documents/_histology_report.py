"""The facts of a histopathology report, and the sentences about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldsmith.core import Span
from goldsmith.demo.life.model import Event, Thing
from goldsmith.demo.writing.documents import _histology_biopsies as small
from goldsmith.demo.writing.documents import _histology_macroscopy as macro
from goldsmith.demo.writing.documents import _histology_microscopy as micro
from goldsmith.demo.writing.documents import _histology_stains as stains
from goldsmith.demo.writing.documents._imaging_report import Report
from goldsmith.demo.writing.page import Mark, Page, Value
from goldsmith.demo.writing.times import number

_BLOOD = ("dlbcl", "hodgkin", "myeloma")
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
    "radical_hysterectomy": "hysterectomy",
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
#: Cancer -> longest side of the specimen in millimetres, weight in grams: from, to.
_MEASURES = {
    "breast": (60, 120, 40, 190),
    "lung": (120, 190, 140, 360),
    "prostate": (38, 56, 32, 78),
    "testis": (45, 70, 35, 110),
    "endometrium": (80, 110, 80, 180),
    "cervix": (80, 110, 80, 170),
    "ovary": (90, 160, 150, 420),
}
_CORED = ("core_biopsy", "ct_guided_biopsy", "histopathology")
_LOOKS = frozenset(
    "mammogram ultrasound transvaginal_ultrasound ct ct_cap mri chest_xray colonoscopy gastroscopy "
    "bronchoscopy colposcopy hysteroscopy eus flexible_sigmoidoscopy".split()
)


class Tissue(Report):
    """A page that reports on tissue."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event, ("histopathology",))
        self.figures = self._figures()
        self.operation = self.things.get(self.figures.get("specimen", ""))
        what = self.things.get(event.what)
        if what is not None and what.kind == "Intervention":
            self.operation = what
        self.cancer = self.patient.cancer
        again = event.kind == "recurrence" and self.operation is None and self.findings
        self.spot = self.findings[0] if again else None
        self.name = self.tumour.names[0]
        self._drawn = self._draw()
        self.is_asking = False
        """Whether the request is being written, which is no finding."""

    @property
    def is_blood(self) -> bool:
        """Whether it is a lymphoma or a myeloma."""
        return self.cancer in _BLOOD

    def _figures(self) -> Mapping[str, str]:
        """What the life knows of the specimen: of this event, or of the report on the operation."""
        for event in (self.event, *self.patient.events):
            about = event.details.get("specimen", "")
            if about and (event == self.event or about == self.event.what):
                return event.details
        return self.event.details

    def _draw(self) -> dict[str, str]:
        """Measures of the specimen that nothing depends on."""
        chance = self.chance
        low, high, light, heavy = _MEASURES.get(self.cancer, (60, 130, 60, 240))
        size = (self.figures.get("size") or "0").split()[0]
        longest = max(chance.randrange(low, high), int(float(size)) + chance.randrange(12, 40))
        dims = (longest, int(longest * 0.75), int(longest * 0.45))
        return {
            "dims": " x ".join(map(str, dims)),
            "weight": str(chance.randrange(light, heavy)),
            "len": str(max(longest, chance.randrange(60, 240, 5))),
            "len2": str(chance.randrange(8, 19)),
            "len3": str(chance.randrange(60, 110, 5)),
        }

    def headed(self, title: str, kind: str, after: str = "\n") -> None:
        """Begins a section; what its heading names is an investigation of its own."""
        begin = len(self.page.text)
        self.page.heading(title, kind, after)
        if kind in ("macroscopy", "microscopy", "immunohistochemistry"):
            words = title.rstrip(":")
            words = words.split()[0] if words.split()[-1].lower() == "description" else words
            thing = self.page.loose("Investigation", words, frozenset())
            mark = Mark(thing, "Investigation", frozenset(), self.page.sentence)
            mark.spans.append(Span(begin, begin + len(words)))
            self.page.marks.append(mark)
            self.mark = mark

    def macros(self, thing: Thing) -> dict[str, str]:
        given = {**super().macros(thing), **self._drawn, "name": self.name}
        given["Name"] = self.name[0].upper() + self.name[1:]
        given["cancer"] = self.tumour.names[1] if len(self.tumour.names) > 1 else self.name
        side = self.tumour.side if self.tumour.side in ("left", "right") else ""
        if side:
            given |= {"side": side, "Side": side.capitalize()}
        given |= self._measured()
        given["earlier"] = self.seen_before()[2]
        return {key: words for key, words in given.items() if words}

    def _measured(self) -> dict[str, str]:
        details = self.tumour.details
        known = {name: details[name] for name in ("grade", "gleason") if name in details}
        known |= self.figures
        found: dict[str, str] = {
            name: known[name] for name in ("grade", "gleason", "stage", "nodes") if name in known
        }
        if known.get("size"):
            found |= {"size": f"{{zsize=Result:{known['size']}}}", "sized": known["size"]}
        margins = known.get("margins", "")
        if margins.startswith("clear by"):
            found["margin"] = margins.split()[2]
        if margins:
            found["excised"] = self.excised(margins)
        for name in ("ER", "PR", "HER2"):
            if self.tumour.details.get(name):
                found[name] = self.tumour.details[name]
        return {**found, **_counted(known.get("nodes", ""))}

    def excised(self, margins: str) -> str:
        """How completely, in a word or two."""
        if margins == "involved":
            return self.chance.choice(("incompletely excised", "margin involved"))
        return self.chance.choice(("completely excised", "margins clear", "fully excised"))

    def state(self, templates: Sequence[str], thing: Thing | None = None, **more: Value) -> bool:
        """Writes one of the templates, filled from the facts; False if none can be."""
        thing = thing or self.tumour
        words = self.fill(templates, thing)
        if not words:
            return False
        place = self.where(self.tumour)
        given: dict[str, Value] = {"c": thing, "c2": thing, **self._results()}
        if place is not None:
            given |= {"l": place, f"l_{place.base}": place}
        given |= more
        if self.operation is not None:
            given["i"] = self.operation
        elif "{i" in words:
            return False
        self.tell(words, found=not self.is_asking, after=" ", **given)
        return True

    def _results(self) -> dict[str, Value]:
        """Results that are one and the same wherever they are repeated."""
        return {
            name: Thing(key=f"loose-{name}", kind="Result", names=(name,))
            for name in ("zsize", "zmargin", "rnodes", "rgrade", "rstage")
        }

    # -- parts -------------------------------------------------------------------------------

    def seen_before(self) -> tuple[Event | None, Thing | None, str]:
        """The scan or scope that found the tumour, and the size it gave."""
        for event, what in self.before("investigation"):
            if what.base in _LOOKS and self.tumour.key in event.findings:
                return event, what, event.details.get("size", "")
        return None, None, ""

    def worded(self, templates: Sequence[str]) -> list[str]:
        """The templates with {w} as the place in words."""
        here = self._sampled()
        whose = self.tumour if here == self.where(self.tumour) else self.exam
        words = self.within(whose, here) if here is not None else "this patient"
        return [template.replace("{w}", words) for template in templates]

    def _sampled(self) -> Thing | None:
        """Where the sample comes from."""
        if self.spot is not None and self.where(self.spot) is not None:
            return self.where(self.spot)
        return self.where(self.exam) or self.where(self.tumour)

    def macroscopy(self) -> None:
        """What the specimen looks like."""
        if self.operation is None:
            self._sample()
            return
        base = self.operation.base
        kind = _SPECIMEN.get(base, base)
        self.state(macro.SPECIMENS.get(kind, ())) or self.state(macro.SPECIMENS["any"])
        self.state(macro.TUMOURS.get(self.cancer, ())) or self.state(macro.TUMOURS["any"])
        if self.maybe(0.6):
            rest = "bowel" if self.cancer in ("colon", "rectum") else self.cancer
            self.state(macro.REST.get(rest, macro.REST["any"]))
        if self.nodes and self.maybe(0.85):
            added = self._added()
            if added is None or not self.state(small.AXILLA, j=added):
                self.state(macro.NODES)
        if self.maybe(0.35):
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
            self.state(templates)

    @property
    def nodes(self) -> str:
        """Involved and examined nodes, such as 2/14; nothing if none were taken."""
        return self.figures.get("nodes", "")

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
            kind = {"pancreas": "upper", "testis": "blood"}.get(kind, kind)
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
            self.state(micro.BACKGROUND.get(_BACKGROUND.get(self.cancer, ""), ()))
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
            own = micro.MARGIN_PAIRS.get(_BACKGROUND.get(self.cancer, ""), ())
            self.state((*micro.MARGINS_CLEAR, *own))

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
            place = self.where(self.tumour)
            line = f"{{l:{place.names[0]}}}, " if place is not None and self.maybe(0.5) else ""
            site = "the {l}" if place is not None and not self.is_blood else "this type"
            whole = [
                words.replace("@Siteline", line).replace("{w}", site) for words in stains.SUMMARY
            ]
            bare = [words.replace("{w}", site) for words in stains.SUMMARY_BARE]
            self.state(whole) or self.state(bare) or self.state(stains.SUMMARY_BIOPSY)
            self.about_nodes(stains.SUMMARY_NODES, stains.SUMMARY_NO_NODES)
            if self.figures.get("stage"):
                self.state(stains.STAGE)
        more = stains.MORE.get(self.cancer, "")
        if self.tumour.base in ("lung_squamous", "lung_small_cell"):
            more = ""
        if more and self.maybe(0.2):
            self.tell(self.fresh(stains.LATER).replace("@more", more), found=False)
        elif self.maybe(0.35):
            self.tell(self.fresh(small.COMMENTS), found=False)


def _counted(nodes: str) -> dict[str, str]:
    involved, bar, total = nodes.partition("/")
    if not bar:
        return {}
    count, every = number(int(involved)), number(int(total))
    return {
        "involved": count,
        "Involved": count.capitalize(),
        "total": every,
        "Total": every.capitalize(),
        "Allof": "Both" if int(total) == 2 else f"All {every}",
    }
