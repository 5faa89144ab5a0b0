"""Give the writers of all document families access to the page and the patient's life."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence

from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.times import Time, mention_day, write_date

#: The writers of a family of documents, by type and subtype.
Writers = dict[tuple[str, str], Callable[[Page, Event], None]]


class Note:
    """A page about an event in the life of its patient."""

    def __init__(self, page: Page, event: Event) -> None:
        self.page, self.event, self.patient = page, event, page.patient
        self.chance, self.date, self.style = page.chance, page.date, page.patient.style
        self.things = page.patient.things
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

    def find_things(self, keys: Iterable[str], kind: str = "") -> list[Thing]:
        """Return the things with these keys, each once; optionally only those of a kind."""
        things = [self.things[key] for key in dict.fromkeys(keys) if key in self.things]
        return [thing for thing in things if thing.kind == kind] if kind else things

    def list_regular_drugs(self, day: Date | None = None) -> list[Thing]:
        """Return the regular drugs that the patient takes on a day, by default the note's."""
        drugs = self.find_things(self.patient.medication, "Drug-or-device")
        return [drug for drug in drugs if drug.end is None or drug.end >= (day or self.date)]

    @property
    def what(self) -> Thing:
        """The investigation, intervention or condition that the note's event is about."""
        return self.things[self.event.what]

    @property
    def primary(self) -> Thing:
        """The primary tumour, even before its diagnosis."""
        return self.things[self.patient.tumour]

    @property
    def is_diagnosed(self) -> bool:
        """Whether the diagnosis is known by now."""
        return self.patient.diagnosed is not None and self.patient.diagnosed <= self.date

    def list_events(self, *kinds: str) -> list[Event]:
        """Return earlier events, the oldest first."""
        return [
            event
            for event in self.patient.events
            if (not kinds or event.kind in kinds) and event.date < self.event.date
        ]

    def list_active(self, days: int = 0) -> list[Thing]:
        """Return the conditions that are present, or ended at most `days` days ago."""
        today, since = self.date, self.date - datetime.timedelta(days)
        return [
            thing
            for start, thing in self.patient.conditions
            if start <= today and (thing.end is None or thing.end >= since)
        ]

    def find_measurement(self, base: str, days: int) -> Thing | None:
        """Return the last value of an analyte if it is at most `days` days old."""
        today, since = self.date, self.date - datetime.timedelta(days)
        rows = self.patient.measurements.get(base, ())
        values = [row for row in rows if since <= row[0] <= today]
        return max(values, key=lambda row: row[0], default=(today, None))[1]

    def mention_day(self, day: Date) -> Time:
        """Mention a day before the note."""
        return mention_day(day, self.date, self.style, self.chance)

    def write_date(self, day: Date) -> Time:
        """Write a full date."""
        return write_date(day, self.style, self.chance)

    def write_today(self) -> Time:
        """Write the note's date as its creation time."""
        return write_date(self.date, self.style, self.chance, creation=True)
