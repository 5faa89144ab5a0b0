"""A document in the making: its text, and what each stretch of it means."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import msgspec

from goldsmith.core import Section, Span
from goldsmith_demo.life.model import Date, Patient, Thing
from goldsmith_demo.writing.expressions import Setting, find_times
from goldsmith_demo.writing.general import find_general_words
from goldsmith_demo.writing.people import PATIENT, Person, find_people, find_relatives
from goldsmith_demo.writing.template import (
    Node,
    Slot,
    choose_article,
    parse_words,
    resolve_choices,
    split_links,
)
from goldsmith_demo.writing.times import Time

#: The value of a slot: a thing to mention, a time, or plain words.
Value = Thing | Time | str

_SIGNALS = ("Negation", "Laterality", "Sub-location")
_AFTER = {
    "Negation": ("negation_modifies", ("Condition",)),
    "Laterality": ("laterality_modifies", ("Locus", "Intervention")),
    "Sub-location": ("sub_location_modifies", ("Locus",)),
}
_PRONOUNS = {
    "female": {"she": "she", "her": "her", "hers": "her", "herself": "herself"},
    "male": {"she": "he", "her": "his", "hers": "him", "herself": "himself"},
}
_FOR = re.compile(r"\s(?:for|of)\s[^.,;:\n()]{0,40}")
"""What stands behind a treatment before the condition that it is for."""
_UNDER = re.compile(r"(?:,| is \w+) on $| has responded to $")
"""What stands between a condition and the general word for its treatment."""
_AND = re.compile(
    r"(?: (?:in|of|on|at|from) [\w -]{1,30}?)?(?:,? (?:and|or) |, )(?:[\w-]+ ){0,3}\Z"
)
_NEAR = 12
"""How many marks back a list can lie."""
_CLOSING = frozenset(".,;:)")
_ENDS = (". ", ".\n", "? ", "; ", "\n")
_IT = ("it", "this")
_BACKWARD = ("it", "this", "It", "This", "its")


@dataclass(eq=False)
class Mark:
    """A mention: of which thing, where, and how."""

    thing: Thing
    kind: str
    flags: frozenset[str]
    sentence: int
    spans: list[Span] = field(default_factory=list)

    @property
    def start(self) -> int:
        return self.spans[0].start


@dataclass(eq=False)
class TimeMark:
    """A time expression in the text."""

    time: Time
    span: Span


class Page:
    """A page that is written sentence by sentence and records what the sentences mean."""

    def __init__(self, patient: Patient, date: Date, chance: Random) -> None:
        self.patient, self.date, self.chance = patient, date, chance
        self.text = ""
        self.marks: list[Mark] = []
        self.times: list[TimeMark] = []
        self.links: list[tuple[str, Mark, Mark]] = []
        self.sections: list[Section] = []
        self.person = Thing(key=PATIENT, kind="Person", names=(patient.last,))
        self.sentence = 0
        self.is_report = False
        """Whether the page reports an examination, and all that it describes was there then."""
        self.came: Date | None = None
        """The day of admission, if the page is the summary of a stay."""
        self._loose = 0
        self._section: tuple[int, str, str] | None = None

    def say(self, template: str, *, after: str = " ", **values: Value) -> None:
        """Write a sentence (or line), followed by `after`."""
        words, links = split_links(template)
        nodes = parse_words(resolve_choices(words, self.chance))
        writer = _Sentence(self, values)
        begin = len(self.text)
        writer.write(nodes)
        self._capitalise(begin)
        self.text += after
        writer.link(links)
        self.sentence += 1

    def write_line(self, text: str = "") -> None:
        """Write a line without any mention."""
        self.text = self.text.rstrip(" ") + text + "\n"
        self.sentence += 1

    def end_paragraph(self) -> None:
        """End a paragraph."""
        self.text = self.text.rstrip(" \n") + "\n\n"

    def start_section(self, title: str, kind: str, after: str = "\n") -> None:
        """Start a section with its heading."""
        self._end_section()
        self._section = (len(self.text), kind, title.rstrip(":"))
        self.text += title + after

    def finish(self) -> None:
        """Close the last section and mark what plain words mention; write nothing afterwards."""
        self.text = self.text.rstrip() + "\n"
        self._end_section()
        self._mark_plain_times()
        self._mark_plain_people()
        self._mark_general_words()

    def _mark_general_words(self) -> None:
        """Mark general words for treatments, drugs, tests and complaints."""
        taken = [span for mark in self.marks for span in mark.spans]
        for kind, span, flags in find_general_words(self.text, self.sections):
            if not any(span.overlaps(written) for written in taken):
                words = self.text[span.start : span.end]
                thing = self.make_loose_thing(kind, words, flags)
                mark = Mark(thing, kind, flags, -1, [span])
                self._link_reason(mark)
                self.marks.append(mark)

    def _link_reason(self, mark: Mark) -> None:
        """Link a general word to its condition: "treatment for her cancer"."""
        match = _FOR.match(self.text, mark.spans[-1].end)
        rows = [row for row in self.marks if row.kind == "Condition"]
        behind = [row for row in rows if match and match.start() < row.start <= match.end()]
        reason = min(behind, key=lambda row: row.start, default=None)
        if reason is None and mark.kind == "Intervention":
            reason = self._find_treated(mark, rows)
        if reason:
            self.links.append(("has_indication", mark, reason))

    def _find_treated(self, mark: Mark, conditions: list[Mark]) -> Mark | None:
        """Return what a sentence says to be under treatment: "asthma, on treatment", the tumour."""
        first = max(self.text.rfind(end, 0, mark.start) for end in _ENDS)
        last = min(at for end in _ENDS if (at := self.text.find(end, mark.start)) >= 0)
        near = [row for row in conditions if first < row.start < last]
        before = [row for row in near if row.start < mark.start]
        if before and _UNDER.search(self.text, max(0, mark.start - 30), mark.start):
            return max(before, key=lambda row: row.start)
        only = {row.thing.key for row in near} == {self.patient.tumour}
        return min(near, key=lambda row: abs(row.start - mark.start)) if only else None

    def _mark_plain_people(self) -> None:
        """Mark the people whom plain words mention."""
        written = [
            Person(mark.start, mark.spans[-1].end, mark.thing.key)
            for mark in self.marks
            if mark.kind == "Person"
        ]
        taken = {at for row in written for at in range(row.start, row.end)}
        people = find_people(self.text, self.patient, taken)
        people += find_relatives(self.text, people + written)
        for start, end, key in people:
            thing = self.person if key == PATIENT else Thing(key=key, kind="Person", names=())
            self.marks.append(Mark(thing, "Person", frozenset(), 0, [Span(start, end)]))

    def _mark_plain_times(self) -> None:
        """Mark the time expressions that stand in plain words; a count of 5/12 nodes is none."""
        taken = [mark.span for mark in self.times]
        taken += [span for mark in self.marks if mark.kind == "Result" for span in mark.spans]
        self.times += [
            TimeMark(time, span)
            for span, time in find_times(self.text, self._get_setting())
            if not any(span.overlaps(written) for written in taken)
        ]
        self.times.sort(key=lambda mark: mark.span)

    def _get_setting(self) -> Setting:
        operations = [
            event.date
            for event in self.patient.events
            if event.kind == "operation"
            and event.date <= self.date
            and event.what in self.patient.things
            and "operation" in self.patient.things[event.what].generic
        ]
        operated = operations[-1] if operations else None
        return Setting(self.date, self.patient.style, self.came, operated)

    def _end_section(self) -> None:
        if self._section:
            start, kind, title = self._section
            end = len(self.text.rstrip())
            if end > start:
                self.sections.append(Section(Span(start, end), kind, title))
            self._section = None

    def _capitalise(self, begin: int) -> None:
        match = re.search(r"[^\W\d_]", self.text[begin:])
        if match and not self.text[begin : begin + match.start()].strip(" \"'("):
            at = begin + match.start()
            self.text = self.text[:at] + self.text[at].upper() + self.text[at + 1 :]

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


class _Sentence:
    """A sentence on its way to the page."""

    def __init__(self, page: Page, values: Mapping[str, Value]) -> None:
        self.page, self.values = page, values
        self.named: dict[str, Mark] = {}
        self.mentions: dict[str, list[Mark]] = defaultdict(list)
        """The mentions of each slot: a relation holds between the two that are closest."""
        self.order: list[Mark] = []

    def write(self, nodes: tuple[Node, ...], *, inside: bool = False) -> None:
        for node in nodes:
            if not isinstance(node, str):
                self._write_slot(node)
            elif inside:
                self._add(node)
            else:
                self._add_between(node)

    def _add(self, text: str) -> None:
        if text:
            self._settle_article(text)
        self.page.text += text

    def _add_between(self, text: str) -> None:
        """Add words between mentions; an empty choice leaves no second blank."""
        if self.page.text.endswith((" ", "\n")):
            text = text.lstrip(" ")
        if text[:1] in _CLOSING and self.page.text.endswith(" "):
            self.page.text = self.page.text.rstrip(" ")
        self._add(text)

    def _settle_article(self, following: str) -> None:
        """Turn an a(n) at the end of the text into a or an, depending on what follows."""
        if self.page.text[-5:].lower() == "a(n) ":
            self.page.text = self.page.text[:-4] + choose_article(following)

    def _write_slot(self, slot: Slot) -> None:
        loose = slot.kind and slot.inside is not None
        value = None if loose else self.values.get(slot.name)
        person = slot.name.lower() in (*_PRONOUNS["female"], "patient")
        if isinstance(value, Time):
            self._write_time(value, with_preposition="at" in slot.flags)
        elif isinstance(value, str):
            self._add(value)
        elif isinstance(value, Thing) or slot.kind or slot.name in self.named or person:
            self._write_mention(slot, value)
        else:
            raise KeyError(f"the slot {slot.name} has no value")

    def _write_time(self, time: Time, *, with_preposition: bool) -> None:
        if with_preposition and time.at:
            self._add(f"{time.at} ")
        self._add(time.words)
        span = Span(len(self.page.text) - len(time.words), len(self.page.text))
        self.page.times.append(TimeMark(time, span))

    def _write_mention(self, slot: Slot, value: Thing | str | None) -> None:
        begins = False
        if slot.inside and slot.inside[0] in _BACKWARD and not self._is_clear(value):
            begins = str(slot.inside[0]).istitle()
            slot = msgspec.structs.replace(slot, inside=None, flags=slot.flags | {"the"})
        words = self._choose_words(slot, value)
        words = words[:1].upper() + words[1:] if begins else words
        if slot.more and slot.name in self.named:
            mark = self.named[slot.name]
        else:
            thing = self._find_thing(slot, value, words)
            kind = slot.kind or thing.kind
            mark = Mark(thing, kind, _add_case(slot), self.page.sentence)
            self.page.marks.append(mark)
            if "rel" not in slot.flags:
                self.order.append(mark)
                self.named[slot.name] = mark
                self.mentions[slot.name].append(mark)
        if slot.inside is None:
            self._add(words)
            start = len(self.page.text) - len(words)
        else:
            self._settle_article(_strip_slots(slot.inside))
            start = len(self.page.text)
            self.write(slot.inside, inside=True)
        if mark.spans and self.page.text[mark.spans[-1].end : start].isspace():
            start = mark.spans.pop().start
        mark.spans.append(Span(start, len(self.page.text)))

    def _find_thing(self, slot: Slot, value: Thing | str | None, words: str) -> Thing:
        if isinstance(value, Thing):
            return value
        if slot.kind:
            return self.page.make_loose_thing(
                slot.kind, words or _strip_slots(slot.inside or ()), slot.flags
            )
        if slot.name in self.named:
            return self.named[slot.name].thing
        return self.page.person

    def _choose_words(self, slot: Slot, value: Thing | str | None) -> str:
        if slot.inside is not None:
            return ""
        chance, patient = self.page.chance, self.page.patient
        pronoun = _PRONOUNS[patient.sex].get(slot.name.lower())
        if pronoun:
            return pronoun.capitalize() if slot.name[0].isupper() else pronoun
        if slot.name.lower() == "patient":
            noun = "lady" if patient.sex == "female" else "gentleman"
            return chance.choice((f"this {noun}", "the patient", f"{patient.title} {patient.last}"))
        assert isinstance(value, Thing)
        if "it" in slot.flags and self._is_clear(value):
            return chance.choice(_IT)
        if slot.flags & {"it", "the"}:
            general = () if self._is_listed(value) else value.generic
            return "the " + chance.choice(general or value.names[:1])
        return chance.choice(value.names)

    def _is_clear(self, value: Thing | str | None) -> bool:
        """Return whether a pronoun can stand for a thing.

        The paragraph has to name it, and not in a list.
        """
        if not isinstance(value, Thing):
            return True
        last = self._find_last(value)
        if last < 0 or self._is_listed(value):
            return False
        spans = self.page.marks[last].spans
        return not spans or "\n\n" not in self.page.text[spans[-1].end :]

    def _find_last(self, thing: Thing) -> int:
        """Return the number of the last mark of a thing; -1 if there is none."""
        marks = self.page.marks
        numbers = range(len(marks) - 1, -1, -1)
        return next((at for at in numbers if marks[at].thing.key == thing.key), -1)

    def _is_listed(self, thing: Thing) -> bool:
        """Return whether a thing was named beside one of its kind: "cough and fever"."""
        last = self._find_last(thing)
        if last < 0:
            return False
        own, text = self.page.marks[last], self.page.text
        near = [mark for mark in self.page.marks[-_NEAR:] if mark.kind == own.kind and mark.spans]
        return any(
            _AND.match(text, first.spans[-1].end, second.start) is not None
            for first, second in pairwise(near)
            if own in (first, second)
        )

    def link(self, links: list[tuple[str, str, str]]) -> None:
        for first, kind, second in links:
            pairs = [
                (mark, target)
                for mark in self.mentions[first]
                for target in self.mentions[second]
                if mark is not target
            ]
            if pairs:
                pair = min(pairs, key=self._measure_gap)
                self.page.links.append((kind, *pair))
            elif kind == "has_indication":
                self._remember_reason(first, second)
        if not any(mark.kind in _SIGNALS for mark in self.order):
            return
        linked = {id(first) for kind, first, _ in self.page.links}
        ordered = sorted(self.order, key=lambda mark: mark.start)
        for number, mark in enumerate(ordered):
            if mark.kind in _SIGNALS and id(mark) not in linked:
                self._link_signal(mark, ordered[number + 1 :])

    def _remember_reason(self, first: str, second: str) -> None:
        """Record what a treatment is for, if the sentence does not name it."""
        reason = self.values.get(second)
        for mark in self.mentions[first]:
            if isinstance(reason, Thing) and not mark.thing.reason:
                mark.thing = msgspec.structs.replace(mark.thing, reason=reason.key)

    def _measure_gap(self, pair: tuple[Mark, Mark]) -> tuple[bool, int]:
        """Return how far apart two marks are: whether clauses, and how many characters."""
        first, second = sorted(pair, key=lambda mark: mark.start)
        start, end = first.spans[-1].end, second.start
        return "; " in self.page.text[start:end], end - start

    def _link_signal(self, signal: Mark, following: list[Mark]) -> None:
        """Link a signal to the next mention that it can modify."""
        relation, kinds = _AFTER[signal.kind]
        for mark in following:
            fits = signal.kind != "Negation" or mark.flags & {"neg", "poss"}
            if mark.kind in kinds and fits:
                self.page.links.append((relation, signal, mark))
                return


def _add_case(slot: Slot) -> frozenset[str]:
    """Return the flags of a slot, with its case if it is a pronoun of the third person."""
    name = slot.name.lower()
    return slot.flags | {name} if name in _PRONOUNS["female"] else slot.flags


def _strip_slots(nodes: tuple[Node, ...]) -> str:
    return "".join(
        node if isinstance(node, str) else _strip_slots(node.inside or ()) for node in nodes
    )
