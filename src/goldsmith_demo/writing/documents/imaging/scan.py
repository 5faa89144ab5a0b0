"""Look up the facts of an imaging report: the regions, the earlier scan, the site of the tumour."""

from __future__ import annotations

from functools import cached_property

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.phrases import imaging as books
from goldsmith_demo.writing.documents.report import Report
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Value

_ALIKE = (("mammogram",), ("bone_scan", "skeletal_survey"), ("doppler",), ("echocardiogram",))
"""Groups of examinations that are compared only within the group."""
_FILMS = ("chest_xray", "xray", "mammogram", "skeletal_survey")
_ALONE = ("_film", "_scan")
"""Suffixes of regions that are shown alone."""
_BOWEL = ("bowel", "small_bowel", "colon", "abdomen")


class Scan(Report):
    """A page that reports on an imaging examination."""

    def __init__(self, page: Page, event: Event, subtype: str) -> None:
        super().__init__(page, event)
        self.subtype = subtype
        self.shows_brain = any(thing.base.startswith("brain") for thing in self.findings)
        if self.earlier:
            base = self.earlier[1].base
            if base == self.exam.base or base not in _FILMS:
                self.previous = self.earlier[1]

    @cached_property
    def earlier(self) -> tuple[Event, Thing] | None:
        """The last comparable imaging before this examination."""
        reported = (*books.frames.get_words("titles"), "trus")
        for event, what in self.list_earlier(
            "investigation", "follow_up", "recurrence", "complication"
        ):
            if what.base in reported and self._is_comparable(what):
                return event, what
        return None

    @cached_property
    def site(self) -> str:
        """The site under which the phrases describe the tumour."""
        if self.patient.cancer not in ("dlbcl", "hodgkin"):
            return self.patient.cancer
        return "stomach" if self.things[self.tumour.place].base == "stomach" else "lymphoma"

    @cached_property
    def regions(self) -> list[str]:
        """The regions that the examination shows."""
        return self._find_regions(self.exam, self.subtype)

    def _find_regions(self, exam: Thing, subtype: str) -> list[str]:
        regions = books.regions.get_words("by_exam").get(exam.base, "")
        if exam.base == "xray" and exam.place in _BOWEL:
            regions = "abdomen_film"
        if regions.endswith(_ALONE):
            return [regions]
        if regions:
            return ["brain"] * self.shows_brain + regions.split()
        place = self.things.get(exam.place)
        base = place.base if place is not None else self.patient.cancer
        for region, words in books.regions.get_words("by_place").items():
            if any(word in base for word in words.split()):
                return [region]
        return ["abdomen", "pelvis"] if subtype == "CT" else ["abdomen"]

    def describe_patient(self) -> str:
        """Describe the patient briefly: 58F, 61-year-old man."""
        ways = books.frames["patients"][f"{self.style} {self.patient.sex}"]
        return self.chance.choice(ways).format(age=self.patient.get_age(self.date))

    def build_values(self, thing: Thing) -> dict[str, Value]:
        """Build the values of slots; only a request describes the patient."""
        values = super().build_values(thing)
        return {**values, "y": self.describe_patient()} if self.is_asking else values

    def _is_comparable(self, earlier: Thing) -> bool:
        """Return whether an earlier examination shows the same region in a comparable way."""
        bases = {self.exam.base, earlier.base}
        if "mri" in bases and bases & set(_FILMS):
            return False
        shared = self._list_parts(self.exam) & self._list_parts(earlier)
        return bool(shared) and all(bases.isdisjoint(row) or bases <= {*row} for row in _ALIKE)

    def _list_parts(self, exam: Thing) -> set[str]:
        """Return the parts of the body that an examination shows, whatever the technique."""
        regions = self._find_regions(exam, "CT" if exam.base == "ct" else "")
        return {region.partition("_")[0].rstrip("s") for region in regions}
