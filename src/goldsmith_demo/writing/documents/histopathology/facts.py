"""Look up the facts of a histopathology report: the sample and its measurements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain

from goldsmith.core import Span
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.phrases import histopathology as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark, Value
from goldsmith_demo.writing.times import spell_number

_FISH = "}, {f=Investigation:FISH} {r2=Result:"
"""A second test after the first result."""
_TELLING = frozenset(("bone_marrow_biopsy", "endometrial_biopsy", "prostate_biopsy"))
"""Samples whose names state their site."""
_SIDE = re.compile(r"\{s=Laterality:\w+\} ")


class Sample(Report):
    """A page that reports on tissue, with the facts about it in the patient's life."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event)
        self.figures = event.details
        self.operation = self.things.get(self.figures.get("specimen", ""))
        self.cancer = self.patient.cancer
        self.nodes = self.figures.get("nodes", "")
        """The numbers of involved and examined nodes, such as 2/14; empty if none were taken."""
        self._stated: set[str] = set()

    @cached_property
    def place(self) -> Thing:
        """The place of the tumour."""
        place = self.find_location(self.tumour)
        assert place is not None
        return place

    @cached_property
    def sampled_place(self) -> Thing:
        """The place that was sampled."""
        return self.find_location(self.exam) or self.place

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

    def build_macros(self, thing: Thing) -> dict[str, str]:
        """Build the values of the @ words for a thing, the sample and the tumour."""
        traits = self.build_traits(self.operation or self.exam)
        macros = {**self._own, **traits, **super().build_macros(thing)}
        macros.pop("size", None)
        macros |= self._measures
        if margins := self.figures.get("margins"):
            ways = books.microscopy["excised"]["involved" if margins == "involved" else "clear"]
            macros["excised"] = self.chance.choice(ways)
        return macros

    @cached_property
    def _own(self) -> dict[str, str]:
        """Values for the tumour, which every sentence can use."""
        macros = {**self.build_traits(self.tumour), "cancer": self.tumour.names[1]}
        macros |= dict.fromkeys((f"is_{word}" for word in self.tumour.base.split("_")), "")
        macros["insitu"] = "LCIS" if "is_lobular" in macros else "DCIS"
        macros["nodal" if self.place.base.endswith("_nodes") else "extranodal"] = ""
        if self.tumour.side:
            macros["side"] = self.tumour.side
        if self.earlier_scan and (size := self.earlier_scan[0].details.get("size")):
            macros["earlier"] = size
        return macros

    @cached_property
    def _measures(self) -> dict[str, str]:
        """The figures of the report."""
        measures = {**self.figures, **_spell_counts(self.nodes)}
        if size := self.figures.get("size"):
            measures |= {"size": f"{{zsize:{size}}}", "sized": size}
        if (margins := self.figures.get("margins", "")).startswith("clear by"):
            measures["margin"] = margins.split()[2]
        if "HER2" in self.tumour.details:
            measures["HER2"] = self.tumour.details["HER2"].replace(", FISH ", _FISH)
        return measures

    def find_condition(self, base: str) -> Thing | None:
        """Return the condition that the event found or excluded, or None."""
        return next((t for t in (*self.findings, *self.excluded) if t.base == base), None)

    def list_reasons(self, marks: list[Mark]) -> list[Mark]:
        """Return the complaints and suspicions of a request for a biopsy."""
        linked = {second for kind, _, second in self.page.links if kind == "has_finding"}
        reasons = [mark for mark in marks if mark.kind == "Condition" and mark not in linked]
        return reasons if self.operation is None else []

    def build_values(self, thing: Thing) -> dict[str, Value]:
        """Build the values of slots; results and nodes co-refer when the report repeats them."""
        values = super().build_values(thing)
        inside = self.is_asking or self.operation is not None
        place = self.place if inside else self.sampled_place
        values |= {"l": place, f"l_{place.base}": place}
        for name in ("nodes", "zsize", "zmargin", "rnodes", "rtotal", "rgrade", "rstage"):
            kind = "Locus" if name == "nodes" else "Result"
            values[name] = Thing(key=f"loose-{name}", kind=kind, names=(name,))
        return values if self.operation is None else {**values, "i": self.operation}

    @cached_property
    def earlier_scan(self) -> tuple[Event, Thing] | None:
        """The scan or endoscopy that found the tumour."""
        earlier = self.list_earlier("investigation")
        looks = (row for row in earlier if row[1].base in books.kinds.looks)
        return next((row for row in looks if self.tumour.key in row[0].findings), None)

    def describe_place(self, thing: Thing, place: Thing) -> str:
        """Describe the place of a thing, with its side at most once: the request states it too."""
        words = super().describe_place(thing, place)
        has_side = any(mark.kind == "Laterality" for mark in self.page.marks)
        if has_side or (not self.tumour.side and self.maybe(0.35)):
            words = _SIDE.sub("", words)
        return words

    def fill_place(self, templates: Sequence[str]) -> list[str]:
        """Return the templates with {w} replaced by the place that was sampled."""
        words = self._describe_own_place(self.sampled_place)
        bare = words.removeprefix("the ")
        return [each.replace("{w}", words).replace("{v}", bare) for each in templates]

    def _describe_own_place(self, place: Thing) -> str:
        return self.describe_place(self.tumour if place == self.place else self.exam, place)

    def write_specimen_line(self) -> None:
        """Write the line that states the specimen and its site."""
        if self.exam.base in _TELLING:
            return
        place, ways = self.sampled_place, books.biopsies.sent
        if self.operation is not None:
            place, ways = self.place, books.biopsies.sent_operation
        words = self._describe_own_place(place).removeprefix("the ")
        template = self.choose_fresh(ways).replace("{w}", words)
        values = self.build_values(self.tumour)
        self.tell(template, is_finding=False, after="\n", **values)

    def list_earlier_drugs(self) -> list[Thing]:
        """Return the chemotherapy drugs given less than 200 days before the report."""
        events = self.list_events("chemotherapy")
        recent = [event.drugs for event in events if (self.date - event.date).days < 200]
        return self.find_things(chain.from_iterable(recent))


def _spell_counts(nodes: str) -> dict[str, str]:
    involved, bar, total = nodes.partition("/")
    if not bar:
        return {}
    return {
        "involved": spell_number(int(involved)),
        "total": spell_number(int(total)),
        "hold": "contains" if int(involved) == 1 else "contain",
        "several" if int(total) > 1 else "single": "",
        "pair" if int(total) == 2 else "plenty" if int(total) > 2 else "single": "",
    }
