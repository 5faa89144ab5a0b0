"""Write the chart of a hospital stay, in the shorthand of American wards."""

from __future__ import annotations

import msgspec

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.labs import load_labs
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.measures import list_panel, write_bloods
from goldsmith_demo.writing.documents.phrases import books
from goldsmith_demo.writing.page import Page

load_abbreviations = make_reader(__package__, "abbreviations", dict[str, str])
_STAY, _RECENT, _FRESH = 60, 35, 6
_ROUTINE = ("fbc", "u_and_e")
"""Panels that every ward note reports."""


class Ward(Chart):
    """A chart in the wording of the ward, whose event covers the whole stay."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, _merge_stay(page, event))
        self.came = event.date
        self.is_fast = False
        """Whether the note states a fast pulse."""

    def write_shown(self, after: str = " ") -> None:
        """Write the tests of the stay that show a new problem."""
        problems = {thing.key: thing for thing in self.problems}
        ways = books.emergency["shown"]
        for event in self.patient.events:
            if event.kind != "investigation" or not self.came <= event.date <= self.date:
                continue
            test, shown = self.things[event.what], problems.keys() & {*event.findings}
            if not shown or test.base in _ROUTINE:
                continue
            if test.base in load_labs().panels:
                self.say("<b>.", write_bloods(self, list_panel(test.base, 3)), after=after)
            else:
                about = problems[shown.pop()]
                self.say(ways.get(test.base, ways[""]), i=test, c=about, after=after)

    @property
    def recent_treatments(self) -> set[str]:
        """The kinds of treatment in the five weeks before the admission."""
        events = self.list_events("operation", "chemotherapy", "radiotherapy")
        return {event.kind for event in events if (self.came - event.date).days <= _RECENT}

    @property
    def days_since_operation(self) -> int:
        """The days from an operation in the last six days to the admission, or 0."""
        days = [(self.came - event.date).days for event, _ in self.list_operations()]
        return min((count for count in days if 0 < count <= _FRESH), default=0)

    @property
    def operation(self) -> Thing | None:
        """The operation for which the patient was admitted."""
        about = self.what
        return about if about.kind == "Intervention" and about.place else None

    @property
    def tumour(self) -> Thing | None:
        """The tumour, once it has been diagnosed, operated on or discussed."""
        return self.primary if self.list_events("operation", "mdt") else super().tumour

    def choose_name(self, thing: Thing) -> str:
        """Choose a name for a thing, often an abbreviation."""
        short = load_abbreviations().get(thing.base) if self.us else None
        if short and self.maybe(0.75):
            return self.chance.choice(short.split("; "))
        return super().choose_name(thing)


def _merge_stay(page: Page, event: Event) -> Event:
    """Merge an event with the other events of the same stay."""
    same = [
        entry
        for entry in page.patient.events
        if entry.kind in ("admission", "complication", "presentation")
        and entry.what == event.what
        and 0 <= (event.date - entry.date).days <= _STAY
    ]
    since = max((entry.date for entry in same if entry.kind == "admission"), default=event.date)
    every = [*(entry for entry in same if entry.date >= since), event]
    return msgspec.structs.replace(
        event,
        findings=tuple(dict.fromkeys(key for entry in every for key in entry.findings)),
        drugs=tuple(dict.fromkeys(key for entry in every for key in entry.drugs)),
        excluded=tuple(dict.fromkeys(key for entry in every for key in entry.excluded)),
    )
