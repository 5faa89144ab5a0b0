"""The facts of a histopathology report: the sample, its figures, and how they are put in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from goldsmith.core import Span
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.examination import Report
from goldsmith_demo.writing.documents.histopathology import biopsies as small
from goldsmith_demo.writing.page import Mark, Page, Value
from goldsmith_demo.writing.times import number

_BLOOD = ("dlbcl", "hodgkin", "myeloma")
_VAGUE = frozenset(("body", "skeleton", "nodes"))
_TELLING = frozenset(("bone_marrow_biopsy", "endometrial_biopsy", "prostate_biopsy"))
"""Samples whose names say where they come from."""
_SIDE = re.compile(r"\{s=Laterality:\w+\} ")
_LOOKS = frozenset(
    "mammogram ultrasound transvaginal_ultrasound ct ct_cap mri chest_xray colonoscopy gastroscopy "
    "bronchoscopy colposcopy hysteroscopy eus flexible_sigmoidoscopy".split()
)


class Sample(Report):
    """A page that reports on tissue, with all that the life knows of it."""

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
        self._has_side = False
        self._stated: set[str] = set()
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
        sample = self.operation if self.operation is not None else self.exam
        given = {**self._own, **self.traits(sample), **super().macros(thing)}
        given |= self._measured()
        if "size" not in self.figures:
            given.pop("size", None)
        earlier = self.seen_before()[2]
        return {**given, "earlier": earlier} if earlier else given

    @cached_property
    def _own(self) -> dict[str, str]:
        """What is said of the tumour whatever a sentence is about."""
        given = {**self.traits(self.tumour), "name": self.name}
        given["Name"] = self.name[0].upper() + self.name[1:]
        given["cancer"] = self.tumour.names[1] if len(self.tumour.names) > 1 else self.name
        if self.tumour.side in ("left", "right"):
            given |= {"side": self.tumour.side, "Side": self.tumour.side.capitalize()}
        if "cores" in given:
            given["Cores"] = given["cores"].capitalize()
        if self.cancer == "dlbcl":
            given["clonal"] = ""
        if self.cancer == "breast":
            given["insitu"] = "LCIS" if "lobular" in self.tumour.base else "DCIS"
        for word, flag in (("squamous", "squamous"), ("adeno", "glandular"), ("diffuse", "signet")):
            if word in self.tumour.base:
                given[flag] = ""
        return given

    def _measured(self) -> dict[str, str]:
        details = self.tumour.details
        known = {name: details[name] for name in ("grade", "gleason") if name in details}
        known |= self.figures
        found: dict[str, str] = {
            name: known[name] for name in ("grade", "gleason", "stage", "nodes") if name in known
        }
        if "grade" in found:
            found["Grade"] = found["grade"].capitalize()
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
        inside = self.is_asking or self.operation is not None
        place = self.where(self.tumour) if inside else self._sampled()
        given: dict[str, Value] = {"c": thing, "c2": thing, **self._results()}
        if place is not None:
            given |= {"l": place, f"l_{place.base}": place}
        given |= more
        if self.operation is not None:
            given["i"] = self.operation
        elif "{i" in words:
            return False
        before = len(self.page.marks)
        self.tell(words, found=not self.is_asking, after=" ", **given)
        if self.is_asking and self.operation is None:
            self._indicate(before)
        return True

    def _indicate(self, before: int) -> None:
        """The complaints and suspicions of a request are what the sample was taken for."""
        if self.mark is None:
            return
        known = {id(other) for kind, _, other in self.page.links if kind == "has_finding"}
        for mark in self.page.marks[before:]:
            if mark.kind == "Condition" and id(mark) not in known:
                self.page.links.append(("has_indication", self.mark, mark))

    def _results(self) -> dict[str, Value]:
        """Results that are one and the same wherever they are repeated."""
        return {
            name: Thing(key=f"loose-{name}", kind="Result", names=(name,))
            for name in ("zsize", "zmargin", "rnodes", "rtotal", "rgrade", "rstage")
        }

    def seen_before(self) -> tuple[Event | None, Thing | None, str]:
        """The scan or scope that found the tumour, and the size it gave."""
        for event, what in self.before("investigation"):
            if what.base in _LOOKS and self.tumour.key in event.findings:
                return event, what, event.details.get("size", "")
        return None, None, ""

    def within(self, thing: Thing, place: Thing) -> str:
        """The place of a thing in words; its side once at most, as the request has it anyway."""
        words = super().within(thing, place)
        if self._has_side or self.maybe(0.35):
            words = _SIDE.sub("", words)
        self._has_side = self._has_side or "=Laterality:" in words
        return words

    def worded(self, templates: Sequence[str]) -> list[str]:
        """The templates with {w} as the place in words."""
        here = self._sampled()
        whose = self.tumour if here == self.where(self.tumour) else self.exam
        words = self.within(whose, here) if here is not None else "this patient"
        bare = words.removeprefix("the ")
        return [each.replace("{w}", words).replace("{v}", bare) for each in templates]

    def _sampled(self) -> Thing | None:
        """Where the sample comes from."""
        if self.spot is not None and self.where(self.spot) is not None:
            return self.where(self.spot)
        return self.where(self.exam) or self.where(self.tumour)

    def sent(self) -> None:
        """The line that says what was sent, and from where."""
        here = self.where(self.tumour) if self.operation is not None else self._sampled()
        if here is None or here.base in _VAGUE or self.exam.base in _TELLING:
            return
        whose = self.tumour if here == self.where(self.tumour) else self.exam
        words = self.within(whose, here)
        words = words.removeprefix("the ")
        templates = small.SENT if self.operation is None else small.SENT_OPERATION
        template = self.fresh(templates).replace("{w}", words)
        given: dict[str, Value] = {"l": here}
        if self.operation is not None:
            given["i"] = self.operation
        self.tell(template, found=False, after="\n", **given)

    def drugs_before(self) -> list[Thing]:
        """Drugs of chemotherapy that was given in the half year before the operation."""
        keys: dict[str, None] = {}
        for event in self.patient.events:
            if event.kind == "chemotherapy" and 0 < (self.page.date - event.date).days < 200:
                keys |= dict.fromkeys(event.drugs)
        return [self.things[key] for key in keys]

    @property
    def nodes(self) -> str:
        """Involved and examined nodes, such as 2/14; nothing if none were taken."""
        return self.figures.get("nodes", "")


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
        "hold": "contains" if int(involved) == 1 else "contain",
        "several" if int(total) > 1 else "single": "",
    }
