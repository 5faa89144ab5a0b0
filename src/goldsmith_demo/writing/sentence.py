"""Turn the templates of sentences into words, marks and relations on a sheet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise

import msgspec

from goldsmith.core import Span
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.sheet import Mark, Sheet, TimeMark, Value
from goldsmith_demo.writing.template import Link, Node, Slot, choose_article
from goldsmith_demo.writing.times import Time

_AFTER = {
    "Negation": ("negation_modifies", ("Condition",)),
    "Laterality": ("laterality_modifies", ("Locus", "Intervention")),
    "Sub-location": ("sub_location_modifies", ("Locus",)),
}
"""Signal -> the relation to the next mention that it can modify, and the kinds of such mentions."""
_PRONOUNS = {
    "female": {"she": "she", "her": "her", "hers": "her", "herself": "herself"},
    "male": {"she": "he", "her": "his", "hers": "him", "herself": "himself"},
}
_PATIENTS = frozenset((*_PRONOUNS["female"], "patient"))
"""Slots for the patient that need no value."""
_AND = re.compile(
    r"(?: (?:in|of|on|at|from) [\w -]{1,30}?)?(?:,? (?:and|or) |, )(?:[\w-]+ ){0,3}\Z"
)
_START = re.compile(r"\A[ \"'(]*[^\W\d_]")
_NEAR = 12
"""How many of the latest marks to search for a list."""
_ARTICLES = ("a(n) ", "A(n) ")
_IT = ("it", "this")
_REFERRING = frozenset(("it", "the"))


class Sentence:
    """Writes one sentence to a sheet; the words join the text of the sheet at its end."""

    def __init__(self, sheet: Sheet, values: Mapping[str, Value]) -> None:
        self.sheet, self.values = sheet, values
        self.words, self.begin = "", len(sheet.text)
        """The words so far, and the offset at which they will begin."""
        self.mentions: dict[str, list[Mark]] = defaultdict(list)
        """The mentions of each slot; a relation links the closest two."""
        self._earlier, self._has_signal = len(sheet.marks), False

    def write(self, nodes: tuple[Node, ...], after: str, starts: re.Pattern[str] | None) -> None:
        """Write the nodes of a template, then `after`; capitalise the beginning and `starts`."""
        for node in nodes:
            if isinstance(node, str):
                self._add_between(node)
            else:
                self._write_slot(node)
        words = self.words if self.words[:1].isupper() else _START.sub(_capitalise, self.words)
        self.sheet.text += (starts.sub(_capitalise, words) if starts else words) + after

    def _add(self, text: str) -> None:
        if text and self.words.endswith(_ARTICLES):
            self._settle_article(text)
        self.words += text

    def _add_between(self, text: str) -> None:
        """Add words between mentions; avoid a double space after an empty choice."""
        if (self.words or self.sheet.text).endswith((" ", "\n")):
            text = text.lstrip(" ")
        self._add(text)

    def _settle_article(self, following: str) -> None:
        """Replace a(n) at the end of the words by a or an, depending on the next words."""
        self.words = self.words[:-4] + choose_article(following)

    def _write_slot(self, slot: Slot) -> None:
        value = None if slot.is_loose else self.values.get(slot.name)
        if isinstance(value, Thing):
            self._write_mention(slot, value)
        elif isinstance(value, Time):
            self._write_time(value, with_preposition="at" in slot.flags)
        elif isinstance(value, str):
            self._add(value)
        elif slot.kind or slot.name in self.mentions or slot.name.lower() in _PATIENTS:
            self._write_mention(slot, value)
        else:
            raise KeyError(f"the slot {slot.name} has no value")

    def _write_time(self, time: Time, *, with_preposition: bool) -> None:
        if with_preposition and time.at:
            self._add(f"{time.at} ")
        self._add(time.words)
        end = self.begin + len(self.words)
        self.sheet.times.append(TimeMark(time, Span(end - len(time.words), end)))

    def _write_mention(self, slot: Slot, value: Thing | str | None) -> None:
        inside = slot.inside
        begins = False
        if slot.is_backward and not self._is_clear(value):
            begins = slot.words.istitle()
            inside, slot = None, msgspec.structs.replace(slot, flags=slot.flags | {"the"})
        words = "" if inside is not None else self._choose_words(slot, value)
        words = words[:1].upper() + words[1:] if begins else words
        if slot.more and slot.name in self.mentions:
            mark = self.mentions[slot.name][-1]
        else:
            thing = value if isinstance(value, Thing) else self._find_thing(slot, words)
            mark = self._add_mark(slot, thing)
        if inside is None:
            self._add(words)
            start = len(self.words) - len(words)
        else:
            if self.words.endswith(_ARTICLES):
                self._settle_article(slot.words)
            start = len(self.words)
            for node in inside:
                if isinstance(node, str):
                    self.words += node
                else:
                    self._write_slot(node)
        begin, end = self.begin + start, self.begin + len(self.words)
        if mark.spans and self.words[mark.end - self.begin : start].isspace():
            begin = mark.spans.pop().start
        mark.add_span(begin, end)

    def _add_mark(self, slot: Slot, thing: Thing) -> Mark:
        """Add a mark without spans to the sheet."""
        mark = Mark(thing, slot.kind or thing.kind, slot.flags, self.sheet.sentence)
        self.sheet.marks.append(mark)
        self._has_signal = self._has_signal or mark.kind in _AFTER
        if "rel" not in slot.flags:
            self.mentions[slot.name].append(mark)
        return mark

    def _find_thing(self, slot: Slot, words: str) -> Thing:
        if slot.kind:
            return self.sheet.make_loose_thing(slot.kind, words or slot.words, slot.flags)
        if slot.name in self.mentions:
            return self.mentions[slot.name][-1].thing
        return self.sheet.person

    def _choose_words(self, slot: Slot, value: Thing | str | None) -> str:
        chance = self.sheet.chance
        if not isinstance(value, Thing):
            return self._choose_reference(slot.name)
        if _REFERRING.isdisjoint(slot.flags):
            return chance.choice(value.names)
        if "it" in slot.flags and self._is_clear(value):
            return chance.choice(_IT)
        general = () if self._is_listed(value) else value.generic
        return "the " + chance.choice(general or value.names[:1])

    def _choose_reference(self, name: str) -> str:
        """Choose a pronoun or a noun for the patient."""
        patient = self.sheet.patient
        if pronoun := _PRONOUNS[patient.sex].get(name.lower()):
            return pronoun.capitalize() if name[0].isupper() else pronoun
        noun = "lady" if patient.sex == "female" else "gentleman"
        ways = (f"this {noun}", "the patient", f"{patient.title} {patient.last}")
        return self.sheet.chance.choice(ways)

    def _is_clear(self, value: Thing | str | None) -> bool:
        """Return whether a pronoun for a thing would be unambiguous.

        The paragraph must mention the thing, outside a list, and nothing else of its kind since.
        """
        if not isinstance(value, Thing):
            return True
        last = self._find_last(value)
        if last < 0 or self._is_listed(value):
            return False
        own, since = self.sheet.marks[last], self.sheet.marks[last + 1 :]
        if any(mark.kind == own.kind and mark.thing.key != own.thing.key for mark in since):
            return False
        return not own.spans or "\n\n" not in self._read_text()[own.end :]

    def _read_text(self) -> str:
        """Return the text of the sheet with the words so far."""
        return self.sheet.text + self.words

    def _find_last(self, thing: Thing) -> int:
        """Return the index of the last mark of a thing, or -1."""
        marks = self.sheet.marks
        numbers = range(len(marks) - 1, -1, -1)
        return next((at for at in numbers if marks[at].thing.key == thing.key), -1)

    def _is_listed(self, thing: Thing) -> bool:
        """Return whether a thing was listed with another of its kind: "cough and fever"."""
        last = self._find_last(thing)
        if last < 0:
            return False
        own, text = self.sheet.marks[last], self._read_text()
        near = [mark for mark in self.sheet.marks[-_NEAR:] if mark.kind == own.kind and mark.spans]
        return any(
            _AND.match(text, first.end, second.start) is not None
            for first, second in pairwise(near)
            if own in (first, second)
        )

    def link(self, links: Iterable[Link]) -> None:
        earlier = len(self.sheet.links)
        for first, kind, second in links:
            pairs = [
                (mark, target)
                for mark in self.mentions[first]
                for target in self.mentions[second]
                if mark is not target
            ]
            if pairs:
                pair = min(pairs, key=self._measure_gap) if len(pairs) > 1 else pairs[0]
                self.sheet.links.append((kind, *pair))
            elif kind == "has_indication":
                self._remember_reason(first, second)
        if self._has_signal:
            self._link_signals({first for _, first, _ in self.sheet.links[earlier:]})

    def _link_signals(self, linked: set[Mark]) -> None:
        """Link each signal without relations to the next mention that it can modify."""
        marks = sorted(self.sheet.marks[self._earlier :], key=lambda mark: mark.start)
        for number, signal in enumerate(marks):
            if signal.kind not in _AFTER or signal in linked:
                continue
            relation, kinds = _AFTER[signal.kind]
            for mark in marks[number + 1 :]:
                fits = signal.kind != "Negation" or mark.flags & {"neg", "poss"}
                if mark.kind in kinds and fits:
                    self.sheet.links.append((relation, signal, mark))
                    break

    def _remember_reason(self, first: str, second: str) -> None:
        """Record the indication of a treatment that the sentence does not name."""
        reason = self.values.get(second)
        for mark in self.mentions[first]:
            if isinstance(reason, Thing) and not mark.thing.reason:
                mark.thing = msgspec.structs.replace(mark.thing, reason=reason.key)

    def _measure_gap(self, pair: tuple[Mark, Mark]) -> tuple[bool, int]:
        """Return whether a semicolon separates two marks, and the number of characters between."""
        first, second = sorted(pair, key=lambda mark: mark.start)
        start, end = first.end, second.start
        return "; " in self.sheet.text[start:end], end - start


def _capitalise(match: re.Match[str]) -> str:
    return match[0].upper()
