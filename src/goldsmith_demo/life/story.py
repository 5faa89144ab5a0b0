"""The state of a life during simulation: things and events so far, and the current day."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from goldsmith_demo.life.cancers import Cancer, Do, Site, Stage
from goldsmith_demo.life.catalogue import PAIRED_LOCI, load_catalogue
from goldsmith_demo.life.chance import add_days, draw_int, find_workday
from goldsmith_demo.life.model import Body, Date, Event, Thing

_LIMBS = frozenset(("leg", "calf", "hip", "femur", "humerus", "kidney", "shoulder", "adrenal"))


class Story:
    """The things and events of a patient up to `day`, and the current state of the patient."""

    def __init__(
        self, rng: Random, style: str, cancer: Cancer, day: Date, sex: str, age: int, body: Body
    ) -> None:
        self.rng, self.style, self.cancer, self.day = rng, style, cancer, day
        self.sex, self.age, self.body = sex, age, body
        self.weight = body.weight
        self.kit = load_catalogue(style)
        self.things: dict[str, Thing] = {}
        self.events: list[Event] = []
        self.present: dict[str, str] = {}
        """Base of a current condition -> its key."""
        self.tags: set[str] = set()
        self.tumour = ""
        self.side = ""
        self.stage: Stage = cancer.stages[0]
        self.tnm: dict[str, str] = {}
        self.primary: Site = cancer.sites[0]
        self.site = ""
        """Key of the location of the primary."""
        self.smoking = cancer.smoking
        """The share of smokers among patients with this histology."""
        self.ahead: tuple[Do, ...] = ()
        """The remaining treatments."""
        self.straight = False
        """Whether the next treatment follows without a break."""
        self.active = True
        """Whether blood tests show active cancer."""
        self.secretes = True
        self.diagnosed = False
        self.doomed = Date.max
        """The planned day of death, which may be after the end of the record."""
        self.died: Date | None = None
        self.until = add_days(day, 365)
        """The last day of the record."""
        self._counts: dict[str, int] = {}

    def add(
        self,
        base: str,
        start: Date | None = None,
        end: Date | None = None,
        *,
        key: str = "",
        place: str = "",
        **fields: Any,
    ) -> str:
        """Add a thing from a catalogue entry, with other fields of `Thing`, and return its key."""
        template = self.kit[base]
        if not key:
            number = self._counts[base] = self._counts.get(base, 0) + 1
            key = base if number == 1 else f"{base}-{number}"
        place = self.find_place(place or template.place)
        side = self.things[place].side if place else ""
        fields = {"key": key, "start": start, "end": end, "place": place, "side": side, **fields}
        self.things[key] = msgspec.structs.replace(template, **fields)
        return key

    def find_place(self, place: str) -> str:
        """Return the key of a place from its key or base; "site" is the place of the primary."""
        if place == "site":
            return self.site
        return place if not place or place in self.things else self.add_locus(place)

    def add_locus(self, base: str, side: str = "") -> str:
        """Add a place and the larger places around it, and return its key."""
        if base in PAIRED_LOCI:
            side = side or self._choose_side(base)
            key = f"{base}-{side}"
        else:
            side, key = "", base
        if key not in self.things:
            template = self.kit[base]
            whole = self.add_locus(template.whole, side) if template.whole else ""
            self.things[key] = msgspec.structs.replace(template, key=key, side=side, whole=whole)
        return key

    def _choose_side(self, base: str) -> str:
        """Return the side of the primary; for limbs and some organs, a random but fixed side."""
        if self.side and base not in _LIMBS:
            return self.side
        for side in ("left", "right"):
            if f"{base}-{side}" in self.things:
                return side
        return "left" if self.rng.random() < 0.5 else "right"

    def add_absent(self, base: str) -> str:
        """Add a condition that was looked for and ruled out, without dates, and return its key."""
        key = f"no_{base}"
        return key if key in self.things else self.add(base, key=key)

    def develop(self, base: str, start: Date, end: Date | None = None, *, place: str = "") -> str:
        """Return the key of a current condition, or add a new one."""
        if base in self.present:
            self.prolong(self.present[base], self.day)
        else:
            self.present[base] = self.add(base, start, end, place=place)
        return self.present[base]

    def prolong(self, key: str, end: Date) -> None:
        """Extend a thing to last at least until a day."""
        last_day = self.things[key].end
        if last_day is not None and last_day < end:
            self.close(key, end)

    def close(self, key: str, end: Date) -> None:
        """Set the day on which a thing ended."""
        self.things[key] = msgspec.structs.replace(self.things[key], end=end)

    def end_condition(self, base: str, end: Date) -> None:
        """End a current condition, but not before it was last found."""
        if key := self.present.pop(base, ""):
            sightings = [
                event.date
                for event in self.events
                if key in event.findings and "specimen" not in event.details
            ]
            self.close(key, max(end, self.things[key].start or end, *sightings[-1:]))

    def end_disease(self, bases: Iterable[str], day: Date) -> None:
        """End conditions and the primary, at least for now; myeloma never ends."""
        self.active = False
        for base in bases:
            self.end_condition(base, day)
        if self.cancer.key != "myeloma" and self.things[self.tumour].end is None:
            self.close(self.tumour, day)

    def add_event(self, kind: str, date: Date, what: str = "", **fields: Any) -> None:
        """Add an event with other fields of `Event`; what it finds in the body lasts until then."""
        event = Event(kind, date, what, **fields)
        if "specimen" not in event.details:
            for key in event.findings:
                if key != self.tumour:
                    self.prolong(key, event.date)
        self.events.append(event)

    def wait(self, low: int, high: int) -> Date:
        """Advance the current day by a random number of days, and return it."""
        self.day = add_days(self.day, draw_int(self.rng, low, high))
        return self.day

    def wait_for_clinic(self, low: int, high: int) -> Date:
        """Advance the current day to a random later workday, and return it."""
        self.day = find_workday(self.wait(low, high))
        return self.day

    def happens(self, chance: float) -> bool:
        """Draw whether an event of this probability happens."""
        return self.rng.random() < chance

    def matches(self, guard: str) -> bool:
        """Return whether the patient has all tags of a guard, and none of those after "!"."""
        return all(self.has(tag.lstrip("!")) != tag.startswith("!") for tag in guard.split())

    def has(self, tag: str) -> bool:
        """Return whether the patient has a tag or a current condition."""
        return tag in self.tags or tag in self.present

    def has_time(self, days: int) -> bool:
        """Return whether more than `days` days remain before death or the end of the record."""
        return not self.died and add_days(self.day, days) < min(self.until, self.doomed)

    def die(self, day: Date, cause: str) -> None:
        """Record the death of the patient."""
        self.died = self.day = day
        self.add_event("death", day, cause)
