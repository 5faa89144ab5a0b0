"""Look up the facts of a patient's life up to the day of the note."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.labs import is_panel
from goldsmith_demo.life.model import Event, Person, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.note import Note
from goldsmith_demo.writing.sheet import Value

Fact = Value | list[Thing] | None
_PLANNED = ("operation", "chemotherapy", "radiotherapy", "investigation", "mdt")
UNPLANNED = frozenset("complication recurrence palliative death admission".split())
JUST_OVER = 29
"""Days for which a resolved condition still counts as active."""


class Facts(Note):
    """The patient's life as known on the day of the note."""

    def find_place(self, value: object) -> Thing | None:
        """Return the place of a thing: the patient's own, or else the catalogue's."""
        if not isinstance(value, Thing) or not value.place:
            return None
        if place := self.things.get(value.place):
            return place
        entry = load_catalogue(self.style)[value.place]
        return msgspec.structs.replace(entry, key=f"loose-{entry.key}")

    def list_past(self, *kinds: str) -> list[Event]:
        """Return the events of these kinds up to the day of the note, except its own event."""
        return [
            event
            for event in self.patient.events
            if event.kind in kinds and event.date <= self.date and event is not self.event
        ]

    def find_last(self, kind: str, *details: str) -> Event | None:
        """Return the last such event before the note's event, with one of these details if any."""
        events = reversed(self.list_past(kind))
        return next((e for e in events if not details or e.details.keys() & set(details)), None)

    def describe_event(self, name: str, event: Event | None) -> dict[str, Fact]:
        """Return the subject of an event under a name, and its day under the name plus t."""
        if event is None:
            return {}
        return {name: self.things.get(event.what), f"{name}t": self.mention_event(event)}

    def is_free_of(self, *stems: str) -> bool:
        """Return whether no current condition has a name with one of these stems."""
        return not any(map(self.names_now.__contains__, stems))

    @cached_property
    def names_now(self) -> str:
        """The names of conditions, and operations as the tables of findings name them."""
        names = [name.lower() for thing in self.list_active(JUST_OVER) for name in thing.names]
        done = [
            e.what for e in self.patient.events if e.kind == "operation" and e.date <= self.date
        ]
        return " ".join((*names, *(f"op:{self.things[key].base}" for key in done)))

    def mention_event(self, event: Event) -> times.Time | None:
        """Mention the day of an event, unless it is in the future."""
        if event.date > self.date:
            return None
        if event.date == self.date:
            return times.Time("today", "DATE", self.date.isoformat(), self.date, self.date)
        return self.mention_day(event.date)

    @property
    def is_operation(self) -> bool:
        """Whether the subject of the event is an operation."""
        return "operation" in self.what.generic

    def list_juniors(self) -> list[Person]:
        """Return the registrars, if there are any."""
        return [person for person in self.patient.others if "regist" in person.role.lower()]

    def find_next(self) -> Event | None:
        """Return the next planned event, or None."""
        soon = (e for e in self.patient.events if 0 < (e.date - self.date).days <= 120)
        events = takewhile(lambda event: event.kind not in UNPLANNED, soon)
        return next((e for e in events if e.kind in _PLANNED and self.is_for_cancer(e)), None)

    def rename_tumour(self, names: Sequence[str]) -> Thing:
        """Return the tumour with other names; the place of a myeloma is implied."""
        place = "" if self.patient.cancer == "myeloma" else self.primary.place
        return msgspec.structs.replace(self.primary, names=tuple(names), place=place)

    def is_for_cancer(self, event: Event) -> bool:
        """Return whether an event is for the cancer, not for a complication or a blood test."""
        thing = self.things[event.what]
        return thing.reason in ("", self.patient.tumour) and not is_panel(thing.base)


def write_gray(event: Event) -> str:
    """Write the dose of a radiotherapy course with its fractions, or "" if not recorded."""
    dose, count = event.details.get("dose", ""), event.details.get("fractions", "")
    if not (dose and count):
        return ""
    return f"{dose} in {count} fractions" if count != "1" else f"{dose} in a single fraction"


def remove_parts(things: list[Thing]) -> list[Thing]:
    """Remove the things that belong to another thing in the list."""
    keys = {thing.key for thing in things}
    return [thing for thing in things if thing.among not in keys]
