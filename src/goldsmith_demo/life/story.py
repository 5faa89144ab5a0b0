"""A life in the making: the things and events so far, what the patient has, what day it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType

import msgspec

from goldsmith_demo.life.cancers.plan import Cancer, Do, Stage
from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.catalogue.loci import PAIRED
from goldsmith_demo.life.chance import later, whole, workday
from goldsmith_demo.life.model import Date, Event, Thing

NOTHING: Mapping[str, str] = MappingProxyType({})
_LIMBS = frozenset(("leg", "calf", "hip", "femur", "humerus", "kidney", "shoulder", "adrenal"))


class Story:
    """Things and events of one patient. `day` is today; `present` is what the patient now has."""

    def __init__(self, rng: Random, style: str, cancer: Cancer, day: Date) -> None:
        self.rng = rng
        self.style = style
        self.cancer = cancer
        self.day = day
        self.kit = CATALOGUE[style]
        self.things: dict[str, Thing] = {}
        self.events: list[Event] = []
        self.present: dict[str, str] = {}
        """Base of a condition that the patient has -> its key."""
        self.tags: set[str] = set()
        self.tumour = ""
        self.side = ""
        self.stage: Stage = cancer.stages[0]
        self.tnm: dict[str, str] = {}
        self.site = ""
        """Key of the primary's place."""
        self.icd10 = ""
        self.operation = ""
        """What the site asks to be done."""
        self.surface = 1.8
        self.weight = 70.0
        self.bmi = 25.0
        self.age = 60
        self.clearance = 90.0
        """Of creatinine, in millilitres a minute."""
        self.ahead: tuple[Do, ...] = ()
        """The treatments still to come."""
        self.straight = False
        """Whether the next treatment follows the last one without a break."""
        self.active = True
        """Whether there is cancer in the body, as far as blood tests can tell."""
        self.secretes = True
        self.diagnosed = False
        self.doomed: Date | None = None
        """When the patient is going to die; None: not within this record."""
        self.died: Date | None = None
        self.until = later(day, 365)
        """When the record ends."""
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
        """The key of a new thing of that kind."""
        template = self.kit[base]
        number = self._counts[base] = self._counts.get(base, 0) + 1
        key = base if number == 1 else f"{base}-{number}"
        if not place and template.place:
            place = self.locus(template.place)
        self.things[key] = Thing(
            key=key,
            kind=template.kind,
            names=template.names,
            generic=template.generic,
            start=start,
            end=end,
            place=place,
            side=self.things[place].side if place else "",
            whole=whole,
            among=among,
            concept=template.concept,
            is_disorder=template.is_disorder,
            is_symptom=template.is_symptom,
            details=details,
            base=base,
            reason=reason,
        )
        return key

    def locus(self, base: str, side: str = "") -> str:
        """The key of a place, and with it of the larger places around it."""
        if base in PAIRED:
            side = side or self._side(base)
            key = f"{base}-{side}"
        else:
            side, key = "", base
        if key not in self.things:
            template = self.kit[base]
            whole = self.locus(template.whole, side) if template.whole else ""
            self.things[key] = msgspec.structs.replace(template, key=key, side=side, whole=whole)
        return key

    def _side(self, base: str) -> str:
        """The primary's side, except for limbs; the same one whenever it is asked again."""
        if self.side and base not in _LIMBS:
            return self.side
        for side in ("left", "right"):
            if f"{base}-{side}" in self.things:
                return side
        return "left" if self.rng.random() < 0.5 else "right"

    def absent(self, base: str) -> str:
        """The key of a condition that was looked for and not found; it has no time."""
        key = f"no_{base}"
        if key not in self.things:
            template = self.kit[base]
            place = self.locus(template.place) if template.place else ""
            side = self.things[place].side if place else ""
            self.things[key] = msgspec.structs.replace(template, key=key, place=place, side=side)
        return key

    def have(
        self,
        base: str,
        start: Date,
        end: Date | None = None,
        *,
        place: str = "",
        reason: str = "",
        details: Mapping[str, str] = NOTHING,
    ) -> str:
        """The key of a condition: the one the patient has already, or a new one."""
        key = self.present.get(base)
        known = self.things[key].end if key else None
        if known is not None and known < start:
            key = None
        if key is None:
            key = self.add(base, start, end, place=place, reason=reason, details=details)
            self.present[base] = key
        else:
            self.prolong(key, end or self.day)
        return key

    def prolong(self, key: str, end: Date) -> None:
        """Lets a thing last at least until then."""
        known = self.things[key].end
        if known is not None and known < end:
            self.close(key, end)

    def close(self, key: str, end: Date) -> None:
        """Sets the day on which a thing ended."""
        self.things[key] = msgspec.structs.replace(self.things[key], end=end)

    def over(self, base: str, end: Date) -> None:
        """Ends a condition that the patient has."""
        if key := self.present.pop(base, ""):
            thing = self.things[key]
            if thing.end is None or thing.end > end:
                self.close(key, max(end, thing.start or end, self._last_seen(key) or end))

    def _last_seen(self, key: str) -> Date | None:
        """When it was last found in the body."""
        for event in reversed(self.events):
            if key in event.findings and "specimen" not in event.details:
                return event.date
        return None

    def tell(
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
        """Adds an event; what it finds lasts at least until then, unless in a jar."""
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
        """Today, after some days have gone by."""
        self.day = later(self.day, whole(self.rng, low, high))
        return self.day

    def clinic(self, low: int, high: int) -> Date:
        """Today, after some days have gone by, and a weekend if it falls on one."""
        self.day = workday(self.wait(low, high))
        return self.day

    def lucky(self, chance: float) -> bool:
        """True so often."""
        return self.rng.random() < chance

    def fits(self, guard: str) -> bool:
        """Whether the patient has all the tags, and none of those after "!"."""
        if not guard:
            return True
        return all(
            not self.has(tag[1:]) if tag[0] == "!" else self.has(tag) for tag in guard.split()
        )

    def has(self, tag: str) -> bool:
        """Whether the patient has a tag or a condition."""
        return tag in self.tags or tag in self.present

    def room(self, days: int = 14) -> bool:
        """Whether so many days are left before death or the end of the record."""
        if self.died:
            return False
        end = self.until if self.doomed is None else min(self.until, self.doomed)
        return later(self.day, days) < end

    def die(self, day: Date, cause: str) -> None:
        """Ends the life; later calls change nothing."""
        if self.died is None:
            self.died = self.day = day
            self.tell("death", day, cause)
