"""Look up the facts of a histopathology report: the sample and its measurements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from goldsmith.core import Span
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.phrases import histopathology as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark, Value
from goldsmith_demo.writing.times import spell_number

_FISH = "}, {f=Investigation:FISH} {r2=Result:"
"""A second test after the first result."""
_VAGUE = frozenset(("body", "skeleton", "nodes"))
_TELLING = frozenset(("bone_marrow_biopsy", "endometrial_biopsy", "prostate_biopsy"))
"""Samples whose names state their site."""
_SIDE = re.compile(r"\{s=Laterality:\w+\} ")
_LOOKS = frozenset(
    "mammogram ultrasound transvaginal_ultrasound ct ct_cap mri chest_xray colonoscopy gastroscopy "
    "bronchoscopy colposcopy hysteroscopy eus flexible_sigmoidoscopy".split()
)


class Sample(Report):
    """A page that reports on tissue, with the facts about it in the patient's life."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event)
        self.figures = event.details
        self.operation = self.things.get(self.figures.get("specimen", ""))
        self.cancer = self.patient.cancer
        self.name = self.tumour.names[0]
        self._stated: set[str] = set()

    @cached_property
    def _place(self) -> Thing | None:
        """The place of the tumour."""
        return self.find_location(self.tumour)

    @contextmanager
    def write_section(self, title: str, kind: str, after: str = "\n") -> Iterator[None]:
        """Write a section whose heading names a separate investigation."""
        begin = len(self.page.text)
        with self.page.write_section(title, kind, after):
            words = title.rstrip(":")
            thing = self.page.make_loose_thing("Investigation", words, frozenset())
            span = Span(begin, begin + len(words))
            self.mark = Mark(thing, "Investigation", frozenset(), self.page.sentence, [span])
            self.page.marks.append(self.mark)
            yield

    def name_study(self) -> Thing:
        """Return the investigation in the title: the study of the tissue, not the biopsy."""
        if self.exam.base == "histopathology":
            return self.exam
        return self.page.make_loose_thing("Investigation", "pathology", frozenset())

    def build_macros(self, thing: Thing) -> dict[str, str]:
        """Build the values of the @ words for a thing, the sample and the tumour."""
        sample = self.operation if self.operation is not None else self.exam
        macros = {**self._own, **self.build_traits(sample), **super().build_macros(thing)}
        macros |= self._list_measures()
        if "size" not in self.figures:
            macros.pop("size", None)
        earlier = self.earlier_scan[0].details.get("size") if self.earlier_scan else ""
        return {**macros, "earlier": earlier} if earlier else macros

    @cached_property
    def _own(self) -> dict[str, str]:
        """Values for the tumour, which every sentence can use."""
        macros = {**self.build_traits(self.tumour), "name": self.name}
        macros["Name"] = self.name[0].upper() + self.name[1:]
        is_nodal = self._place is not None and self._place.base.endswith("_nodes")
        macros["nodal" if is_nodal else "extranodal"] = ""
        macros["cancer"] = self.tumour.names[1] if len(self.tumour.names) > 1 else self.name
        if self.tumour.side in ("left", "right"):
            macros["side"] = self.tumour.side
        if "cores" in macros:
            macros["Cores"] = macros["cores"].capitalize()
        if self.cancer == "dlbcl":
            macros["clonal"] = ""
        if self.cancer == "breast":
            macros["insitu"] = "LCIS" if "lobular" in self.tumour.base else "DCIS"
        for word, flag in (("squamous", "squamous"), ("adeno", "glandular"), ("diffuse", "signet")):
            if word in self.tumour.base:
                macros[flag] = ""
        return macros

    def _list_measures(self) -> dict[str, str]:
        details = self.tumour.details
        figures = {name: details[name] for name in ("grade", "gleason") if name in details}
        figures |= self.figures
        names = ("grade", "gleason", "stage", "nodes")
        measures = {name: figures[name] for name in names if name in figures}
        if "grade" in measures:
            measures["Grade"] = measures["grade"].capitalize()
        if figures.get("size"):
            measures |= {"size": f"{{zsize:{figures['size']}}}", "sized": figures["size"]}
        margins = figures.get("margins", "")
        if margins.startswith("clear by"):
            measures["margin"] = margins.split()[2]
        if margins:
            complete = ("completely excised", "fully excised", "excised in full")
            partial = ("incompletely excised", "not fully excised")
            measures["excised"] = self.chance.choice(partial if margins == "involved" else complete)
        for name in ("ER", "PR", "HER2"):
            if name in details:
                measures[name] = details[name].replace(", FISH ", _FISH)
        return {**measures, **_spell_counts(figures.get("nodes", ""))}

    def find_condition(self, base: str) -> Thing | None:
        """Return the condition that the event found or excluded, or None."""
        return next((t for t in (*self.findings, *self.excluded) if t.base == base), None)

    def describe(self, templates: Sequence[str], thing: Thing | None = None, **more: Value) -> bool:
        """Write one of the templates; in a request, link what it states as indications."""
        before = len(self.page.marks)
        is_written = super().describe(templates, thing, **more)
        if is_written and self.is_asking and self.operation is None:
            self._link_indications(before)
        return is_written

    def _link_indications(self, before: int) -> None:
        """Link the complaints and suspicions of a request as indications for the sample."""
        if self.mark is None:
            return
        linked = {second for kind, _, second in self.page.links if kind == "has_finding"}
        for mark in self.page.marks[before:]:
            if mark.kind == "Condition" and mark not in linked:
                self.page.links.append(("has_indication", self.mark, mark))

    def build_values(self, thing: Thing) -> dict[str, Value]:
        """Build the values of slots; results and nodes co-refer when the report repeats them."""
        values = super().build_values(thing)
        for name in ("nodes", "zsize", "zmargin", "rnodes", "rtotal", "rgrade", "rstage"):
            kind = "Locus" if name == "nodes" else "Result"
            values[name] = Thing(key=f"loose-{name}", kind=kind, names=(name,))
        return values if self.operation is None else {**values, "i": self.operation}

    def find_described_place(self, thing: Thing) -> Thing | None:
        """Return the place of the tumour, or the place that was sampled."""
        inside = self.is_asking or self.operation is not None
        return self._place if inside else self._find_sampled_place()

    @cached_property
    def earlier_scan(self) -> tuple[Event, Thing] | None:
        """The scan or endoscopy that found the tumour."""
        for event, what in self.list_earlier("investigation"):
            if what.base in _LOOKS and self.tumour.key in event.findings:
                return event, what
        return None

    def describe_place(self, thing: Thing, place: Thing) -> str:
        """Describe the place of a thing, with its side at most once: the request states it too."""
        words = super().describe_place(thing, place)
        has_side = any(mark.kind == "Laterality" for mark in self.page.marks)
        if has_side or (not self.tumour.side and self.maybe(0.35)):
            words = _SIDE.sub("", words)
        return words

    def fill_place(self, templates: Sequence[str]) -> list[str]:
        """Return the templates with {w} replaced by the place."""
        here = self._find_sampled_place()
        whose = self.tumour if here == self._place else self.exam
        words = self.describe_place(whose, here) if here is not None else "this patient"
        bare = words.removeprefix("the ")
        return [each.replace("{w}", words).replace("{v}", bare) for each in templates]

    def is_from_elsewhere(self) -> bool:
        """Return whether the sample comes from a place other than the tumour's."""
        return self._find_sampled_place() != self._place

    def _find_sampled_place(self) -> Thing | None:
        """Return the place that was sampled."""
        return self.find_location(self.exam) or self._place

    def write_specimen_line(self) -> None:
        """Write the line that states the specimen and its site."""
        here = self._find_sampled_place() if self.operation is None else self._place
        if here is None or here.base in _VAGUE or self.exam.base in _TELLING:
            return
        whose = self.tumour if here == self._place else self.exam
        words = self.describe_place(whose, here).removeprefix("the ")
        templates = books.biopsies.sent if self.operation is None else books.biopsies.sent_operation
        template = self.choose_fresh(templates).replace("{w}", words)
        values: dict[str, Value] = {"l": here}
        if self.operation is not None:
            values["i"] = self.operation
        self.tell(template, is_finding=False, after="\n", **values)

    def list_earlier_drugs(self) -> list[Thing]:
        """Return the chemotherapy drugs given less than 200 days before the report."""
        keys: dict[str, None] = {}
        for event in self.patient.events:
            if event.kind == "chemotherapy" and 0 < (self.page.date - event.date).days < 200:
                keys |= dict.fromkeys(event.drugs)
        return [self.things[key] for key in keys]

    @property
    def nodes(self) -> str:
        """The numbers of involved and examined nodes, such as 2/14; empty if none were taken."""
        return self.figures.get("nodes", "")


def _spell_counts(nodes: str) -> dict[str, str]:
    involved, bar, total = nodes.partition("/")
    if not bar:
        return {}
    count, every = spell_number(int(involved)), spell_number(int(total))
    return {
        "involved": count,
        "Involved": count.capitalize(),
        "total": every,
        "Total": every.capitalize(),
        "hold": "contains" if int(involved) == 1 else "contain",
        "several" if int(total) > 1 else "single": "",
        "pair" if int(total) == 2 else "plenty" if int(total) > 2 else "single": "",
    }
