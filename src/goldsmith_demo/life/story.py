"""The state of a life during simulation: things and events so far, and the current day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType

import msgspec

from goldsmith_demo.life.cancers import Cancer, Do, Stage
from goldsmith_demo.life.catalogue import PAIRED_LOCI, load_catalogue
from goldsmith_demo.life.chance import add_days, draw_int, find_workday
from goldsmith_demo.life.model import Date, Event, Thing

NOTHING: Mapping[str, str] = MappingProxyType({})
_LIMBS = frozenset(("leg", "calf", "hip", "femur", "humerus", "kidney", "shoulder", "adrenal"))


class Story:
    """The things and events of a patient up to `day`, and the current state of the patient."""

    def __init__(self, rng: Random, style: str, cancer: Cancer, day: Date) -> None:
        self.rng = rng
        self.style = style
        self.cancer = cancer
        self.day = day
        self.kit = load_catalogue(style)
        self.things: dict[str, Thing] = {}
        self.events: list[Event] = []
        self.present: dict[str, str] = {}
        """Base of a current condition -> its key."""
        self.tags: set[str] = set()
        self.tumour = ""
        self.side = ""
        self.sex = ""
        self.stage: Stage = cancer.stages[0]
        self.tnm: dict[str, str] = {}
        self.site = ""
        """Key of the location of the primary."""
        self.icd10 = ""
        self.smoking = cancer.smoking
        """The share of smokers among patients with this histology."""
        self.operation = ""
        """The operation that the site requires."""
        self.surface = 1.8
        self.weight = 70.0
        self.bmi = 25.0
        self.age = 60
        self.clearance = 90.0
        """Creatinine clearance in millilitres per minute."""
        self.ahead: tuple[Do, ...] = ()
        """The remaining treatments."""
        self.straight = False
        """Whether the next treatment follows without a break."""
        self.active = True
        """Whether blood tests show active cancer."""
        self.secretes = True
        self.diagnosed = False
        self.doomed: Date | None = None
        """The planned day of death; None if it is after the end of the record."""
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
        place: str = "",
        reason: str = "",
        whole: str = "",
        among: str = "",
        details: Mapping[str, str] = NOTHING,
    ) -> str:
        """Add a new thing from a catalogue entry, and return its key."""
        template = self.kit[base]
        number = self._counts[base] = self._counts.get(base, 0) + 1
        key = base if number == 1 else f"{base}-{number}"
        if not place and template.place:
            place = self.add_locus(template.place)
        self.things[key] = msgspec.structs.replace(
            template,
            key=key,
            start=start,
            end=end,
            place=place,
            side=self.things[place].side if place else "",
            whole=whole,
            among=among,
            details=details,
            reason=reason,
        )
        return key

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
        if key not in self.things:
            template = self.kit[base]
            place = self.add_locus(template.place) if template.place else ""
            side = self.things[place].side if place else ""
            self.things[key] = msgspec.structs.replace(template, key=key, place=place, side=side)
        return key

    def develop(self, base: str, start: Date, end: Date | None = None, *, place: str = "") -> str:
        """Return the key of a current condition, or add a new one."""
        if base in self.present:
            self.prolong(self.present[base], end or self.day)
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
            thing = self.things[key]
            if thing.end is None or thing.end > end:
                self.close(key, max(end, thing.start or end, self._find_last_sighting(key) or end))

    def _find_last_sighting(self, key: str) -> Date | None:
        """Return the last day on which a thing was found in the body, specimens aside."""
        for event in reversed(self.events):
            if key in event.findings and "specimen" not in event.details:
                return event.date
        return None

    def add_event(
        self,
        kind: str,
        date: Date,
        what: str = "",
        *,
        end: Date | None = None,
        findings: Iterable[str] = (),
        excluded: Iterable[str] = (),
        drugs: Iterable[str] = (),
        number: int = 0,
        details: Mapping[str, str] = NOTHING,
    ) -> None:
        """Add an event; conditions that it finds last at least until then, specimens aside."""
        findings = tuple(findings)
        if "specimen" not in details:
            for key in findings:
                if key != self.tumour:
                    self.prolong(key, date)
        self.events.append(
            Event(
                kind=kind,
                date=date,
                end=end,
                what=what,
                findings=findings,
                excluded=tuple(excluded),
                drugs=tuple(drugs),
                number=number,
                details=details,
            )
        )

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

    def has_time(self, days: int = 14) -> bool:
        """Return whether more than `days` days remain before death or the end of the record."""
        if self.died:
            return False
        end = self.until if self.doomed is None else min(self.until, self.doomed)
        return add_days(self.day, days) < end

    def die(self, day: Date, cause: str) -> None:
        """Record the death of the patient."""
        self.died = self.day = day
        self.add_event("death", day, cause)
