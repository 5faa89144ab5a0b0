"""Give the writers of all document families access to the page and the patient's life."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property

from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.times import Time, write_date

#: The writers of a family of documents, by type and subtype.
Writers = dict[tuple[str, str], Callable[[Page, Event], None]]


class Note:
    """A page about an event in the life of its patient."""

    def __init__(self, page: Page, event: Event) -> None:
        self.page, self.event, self.patient = page, event, page.patient
        self.chance, self.date, self.style = page.chance, page.date, page.patient.style
        self.used: set[str] = set()
        """The templates that the note has used."""

    def maybe(self, share: float) -> bool:
        """Return True in this share of cases."""
        return self.chance.random() < share

    def choose_fresh(self, templates: Sequence[str]) -> str:
        """Choose a template, if possible one that the note has not used before."""
        new = [template for template in templates if template not in self.used]
        template = self.chance.choice(new or list(templates))
        self.used.add(template)
        return template

    def find_thing(self, key: str) -> Thing | None:
        """Return the thing with a key, or None."""
        return self.patient.things.get(key)

    def get_subject(self, event: Event) -> Thing:
        """Return the investigation, intervention or condition that an event is about."""
        return self.patient.things[event.what]

    @property
    def what(self) -> Thing:
        """The subject of the note's event."""
        return self.get_subject(self.event)

    def list_active(self, days: int = 0) -> list[Thing]:
        """Return the conditions that are present, or ended at most `days` days ago."""
        return [
            thing
            for thing in self._conditions
            if thing.end is None or (self.date - thing.end).days <= days
        ]

    @cached_property
    def _conditions(self) -> list[Thing]:
        """The conditions that have begun."""
        return [
            thing
            for thing in self.patient.things.values()
            if thing.kind == "Condition" and thing.start is not None and thing.start <= self.date
        ]

    def find_measurement(self, base: str, days: int) -> Thing | None:
        """Return the last value of an analyte if it is at most `days` days old."""
        values = [
            (day, thing)
            for day, thing in self._measurements.get(base, ())
            if 0 <= (self.date - day).days <= days
        ]
        return max(values, key=lambda row: row[0], default=(self.date, None))[1]

    @cached_property
    def _measurements(self) -> dict[str, list[tuple[Date, Thing]]]:
        """The values of each analyte with their days."""
        rows: dict[str, list[tuple[Date, Thing]]] = defaultdict(list)
        for thing in self.patient.things.values():
            if thing.start is not None and "value" in thing.details:
                rows[thing.base].append((thing.start, thing))
        return rows

    def write_today(self) -> Time:
        """Write the note's date as its creation time."""
        return write_date(self.date, self.style, self.chance, creation=True)
