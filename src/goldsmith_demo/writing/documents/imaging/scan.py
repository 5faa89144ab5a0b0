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
            if what.base in reported and _is_comparable(self.exam.base, what.base):
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
        exam = self.exam
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
        return ["abdomen", "pelvis"] if self.subtype == "CT" else ["abdomen"]

    def describe_patient(self) -> str:
        """Describe the patient briefly: 58F, 61-year-old man."""
        ways = books.frames["patients"][f"{self.style} {self.patient.sex}"]
        return self.chance.choice(ways).format(age=self.patient.get_age(self.date))

    def build_values(self, thing: Thing) -> dict[str, Value]:
        """Build the values of slots; only a request describes the patient."""
        values = super().build_values(thing)
        return {**values, "y": self.describe_patient()} if self.is_asking else values


def _is_comparable(base: str, earlier: str) -> bool:
    """Return whether two examinations are comparable: MRI and plain films are not."""
    if "mri" in (base, earlier) and {base, earlier} & set(_FILMS):
        return False
    own = [kinds for kinds in _ALIKE if base in kinds or earlier in kinds]
    return all(base in kinds and earlier in kinds for kinds in own)
