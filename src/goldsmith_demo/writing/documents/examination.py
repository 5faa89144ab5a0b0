"""Look up the facts of an examination: its findings, their places, and earlier events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.note import Note
from goldsmith_demo.writing.page import Page

_SIDED = re.compile(r"(left|right|both)_(\w+)")
_LAY = frozenset(
    "lining of the womb;womb;neck of the womb;gut;tummy;abdo;gullet;armpit;testicle;"
    "lymph glands;back passage".split(";")
)


class Examination(Note):
    """A page about an examination, with its findings and the patient's earlier events."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event)
        self.exam, self.tumour = self.what, self.things[page.patient.tumour]
        self.findings, self.excluded = (
            tuple(thing for thing in self.find_things(keys, "Condition") if not thing.is_symptom)
            for keys in (event.findings, event.excluded)
        )

    @cached_property
    def last_operation(self) -> Thing:
        """The last operation for the cancer, or a loose "surgery" if there was none."""
        operations = (what for _, what in self.list_operations())
        return next(operations, self.page.make_loose_thing("Intervention", "surgery", frozenset()))

    def is_diagnosed(self) -> bool:
        """Return whether the cancer was diagnosed before this report."""
        return self.count_days_since_diagnosis() > 0

    def count_days_since_diagnosis(self) -> int:
        """Count the days since the diagnosis; return 0 before it."""
        diagnosed = self.patient.diagnosed
        return max((self.date - diagnosed).days, 0) if diagnosed else 0

    def list_earlier(self, *kinds: str) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier events of these kinds with their subjects, the latest first."""
        for event in reversed(self.list_events(*kinds)):
            if event.what in self.things:
                yield event, self.things[event.what]

    def list_operations(self) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier operations for the cancer, the latest first."""
        for event, what in self.list_earlier("operation"):
            if "surgery" in what.generic and what.reason in ("", self.tumour.key):
                yield event, what

    @property
    def remaining_breast(self) -> str:
        """The side of the breast that remains after a mastectomy; empty if both remain."""
        for _, what in self.list_operations():
            if what.base == "mastectomy":
                return "left" if (what.side or self.tumour.side) == "right" else "right"
        return ""

    def list_symptoms(self) -> list[Thing]:
        """Return the patient's first complaints up to now."""
        keys = (
            key
            for event in self.patient.events
            if event.kind in ("presentation", "referral") and event.date <= self.date
            for key in event.findings
        )
        return [thing for thing in self.find_things(keys, "Condition") if thing.is_symptom]

    @property
    def is_worse(self) -> bool:
        """Whether the examination found progression, so that earlier measurements are outdated."""
        return any(thing.base == "disease_progression" for thing in self.findings)

    def find_place(self, name: str) -> Thing:
        """Return the place called, say, liver or left_kidney: the patient's own, or a loose one."""
        sided = _SIDED.fullmatch(name)
        side, base = sided.groups() if sided else ("", name)
        for thing in self.things.values():
            if thing.kind == "Locus" and thing.base == base and thing.side == side:
                return thing
        entry = load_catalogue(self.style).get(base)
        whole = entry.whole if entry and entry.whole in self.things else ""
        key = f"loose-{side}-{base}" if side else f"loose-{base}"
        return Thing(key=key, base=base, kind="Locus", names=(base.replace("_", " "),), whole=whole)

    def find_location(self, thing: Thing) -> Thing | None:
        """Return the place of a thing without its lay names."""
        place = self.things.get(thing.place) if thing.place else None
        if place is None or not _LAY & set(place.names):
            return place
        names = tuple(name for name in place.names if name not in _LAY)
        return msgspec.structs.replace(place, names=names)
