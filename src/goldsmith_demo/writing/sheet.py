"""Hold a growing text with its mentions, time expressions and relations."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from goldsmith.core import Span
from goldsmith_demo.life.model import Patient, Thing
from goldsmith_demo.writing.people import PATIENT, Person
from goldsmith_demo.writing.times import Time

#: The value of a slot: a thing to mention, a time, or plain words.
Value = Thing | Time | str


class Mark(msgspec.Struct, eq=False, gc=False):
    """A mention: its referent, kind, flags, sentence number and spans."""

    thing: Thing
    kind: str
    flags: frozenset[str]
    sentence: int
    spans: list[Span] = []
    start: int = -1
    end: int = -1
    words: str = ""
    """Its words in lower case; a finished page has them."""

    def __post_init__(self) -> None:
        if self.spans:
            self.start, self.end = self.spans[0].start, self.spans[-1].end

    def add_span(self, start: int, end: int) -> None:
        """Add a fragment after the last one."""
        self.start, self.end = self.start if self.spans else start, end
        self.spans.append(Span(start, end))


class TimeMark(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A time expression in the text."""

    time: Time
    span: Span


class Sheet:
    """A text, the marks in it, and the relations between them."""

    def __init__(self, patient: Patient, chance: Random) -> None:
        self.patient, self.chance = patient, chance
        self.text = ""
        self.marks: list[Mark] = []
        self.ordered: list[Mark] = []
        """The marks of a finished page in text order, the outermost first."""
        self.times: list[TimeMark] = []
        self.links: list[tuple[str, Mark, Mark]] = []
        self.person = Thing(key=PATIENT, kind="Person", names=(patient.last,))
        self.sentence = 0
        self._loose = 0

    def make_loose_thing(self, kind: str, words: str, flags: frozenset[str]) -> Thing:
        """Make a thing that only the current sentence mentions."""
        self._loose += 1
        return Thing(
            key=f"loose-{self._loose}",
            kind=kind,
            names=(words,),
            is_disorder="d" in flags,
            is_symptom="s" in flags,
        )


class Cover:
    """The characters of a text that spans cover."""

    def __init__(self, length: int, spans: Iterable[Span | Person]) -> None:
        self._mask = bytearray(length)
        for span in spans:
            self._mask[span.start : span.end] = b"\1" * (span.end - span.start)

    def touches(self, span: Span) -> bool:
        """Return whether a span contains a covered character."""
        return self._mask.find(1, span.start, span.end) >= 0

    def __contains__(self, offset: object) -> bool:
        return isinstance(offset, int) and self._mask[offset] == 1
