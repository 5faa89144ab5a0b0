"""Write a document sentence by sentence, and record its sections and mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

from goldsmith.core import Section, Span
from goldsmith_demo.life.model import Date, Patient, Thing
from goldsmith_demo.writing.expressions import Setting, find_times
from goldsmith_demo.writing.general import find_general_words
from goldsmith_demo.writing.people import PATIENT, Person, find_people, find_relatives
from goldsmith_demo.writing.sentence import Sentence
from goldsmith_demo.writing.sheet import Cover, Mark, Sheet, TimeMark, Value
from goldsmith_demo.writing.template import Link, parse_words, resolve_choices, split_links

BATCH = 32
"""The number of pages written and annotated together: the caches of the layers hold that many."""
_FOR = re.compile(r"\s(?:for|of)\s[^.,;:\n()]{0,40}")
"""Text between a treatment and the condition it is for."""
_UNDER = re.compile(r"(?:,| is \w+) on $| has responded to $")
"""Text between a condition and a general word for its treatment."""
_ENDS = (". ", ".\n", "? ", "; ", "\n")


class Page(Sheet):
    """A page that is written sentence by sentence and records the mentions in the sentences."""

    def __init__(self, patient: Patient, date: Date, chance: Random) -> None:
        super().__init__(patient, chance)
        self.date = date
        self.sections: list[Section] = []
        self.is_report = False
        """Whether the page reports an examination, so that its findings were present on the day."""
        self.came: Date | None = None
        """The day of admission, if the page is the summary of a stay."""
        self._section: tuple[int, str, str] | None = None

    def say(
        self,
        template: str,
        *,
        after: str = " ",
        starts: re.Pattern[str] | None = None,
        **values: Value,
    ) -> None:
        """Write a sentence (or line), then `after`; capitalise it and all matches of `starts`."""
        words, links = split_links(template)
        self.write(resolve_choices(words, self.chance), links, values, after, starts)

    def write(
        self,
        words: str,
        links: Iterable[Link],
        values: Mapping[str, Value],
        after: str = " ",
        starts: re.Pattern[str] | None = None,
    ) -> None:
        """Write the words of a template without choices, with these relations."""
        writer = Sentence(self, values)
        writer.write(parse_words(words), after, starts)
        writer.link(links)
        self.sentence += 1

    def write_line(self, text: str = "") -> None:
        """Write a line without any mention."""
        self.text = self.text.rstrip(" ") + text + "\n"
        self.sentence += 1

    def write_one_of(self, *lines: str) -> None:
        """Write one of several lines without any mention."""
        self.write_line(self.chance.choice(lines))

    def end_paragraph(self) -> None:
        """End a paragraph."""
        self.text = self.text.rstrip(" \n") + "\n\n"

    def start_section(self, title: str, kind: str, after: str = "\n") -> None:
        """Start a section with its heading."""
        self._end_section()
        self._section = (len(self.text), kind, title.rstrip(":"))
        self.text += title + after

    @contextmanager
    def write_section(self, title: str, kind: str, after: str = "\n") -> Iterator[None]:
        """Write a section: the heading, then the body of the `with` block, as a paragraph."""
        self.start_section(title, kind, after)
        yield
        self.end_paragraph()

    def finish(self) -> None:
        """Close the last section and mark the mentions in plain words; do not write afterwards."""
        self.text = self.text.rstrip() + "\n"
        self._end_section()
        self._mark_plain_times()
        self._mark_plain_people()
        self._mark_general_words()
        self.ordered = sorted(self.marks, key=lambda mark: (mark.start, -mark.end, mark.kind))
        for mark in self.marks:
            mark.words = self.text[mark.start : mark.end].lower()

    def _mark_general_words(self) -> None:
        """Mark general words for treatments, drugs, tests and complaints."""
        hits = list(find_general_words(self.text, self.sections))
        if not hits:
            return
        taken = Cover(len(self.text), (span for mark in self.marks for span in mark.spans))
        for kind, span, flags in hits:
            if not taken.touches(span):
                words = self.text[span.start : span.end]
                thing = self.make_loose_thing(kind, words, flags)
                mark = Mark(thing, kind, flags, -1, [span])
                self._link_reason(mark)
                self.marks.append(mark)

    def _link_reason(self, mark: Mark) -> None:
        """Link a general word to its indication: "treatment for her cancer"."""
        match = _FOR.match(self.text, mark.end)
        rows = [row for row in self.marks if row.kind == "Condition"]
        following = [row for row in rows if match and match.start() < row.start <= match.end()]
        reason = min(following, key=lambda row: row.start, default=None)
        if reason is None and mark.kind == "Intervention":
            reason = self._find_treated(mark, rows)
        if reason:
            self.links.append(("has_indication", mark, reason))

    def _find_treated(self, mark: Mark, conditions: list[Mark]) -> Mark | None:
        """Return the condition that a sentence says is treated ("asthma, on treatment"), if any."""
        first = max(self.text.rfind(end, 0, mark.start) for end in _ENDS)
        last = min(at for end in _ENDS if (at := self.text.find(end, mark.start)) >= 0)
        near = [row for row in conditions if first < row.start < last]
        before = [row for row in near if row.start < mark.start]
        if before and _UNDER.search(self.text, max(0, mark.start - 30), mark.start):
            return max(before, key=lambda row: row.start)
        only = {row.thing.key for row in near} == {self.patient.tumour}
        return min(near, key=lambda row: abs(row.start - mark.start)) if only else None

    def _mark_plain_people(self) -> None:
        """Mark the people that plain words mention."""
        written = [
            Person(mark.start, mark.end, mark.thing.key)
            for mark in self.marks
            if mark.kind == "Person"
        ]
        people = find_people(self.text, self.patient, Cover(len(self.text), written))
        people += find_relatives(self.text, people + written)
        for start, end, key in people:
            thing = self.person if key == PATIENT else Thing(key=key, kind="Person", names=())
            self.marks.append(Mark(thing, "Person", frozenset(), 0, [Span(start, end)]))

    def _mark_plain_times(self) -> None:
        """Mark the time expressions in plain words; a node count such as 5/12 is not one."""
        results = [span for row in self.marks if row.kind == "Result" for span in row.spans]
        taken = Cover(len(self.text), [*results, *(mark.span for mark in self.times)])
        self.times += [
            TimeMark(time, span)
            for span, time in find_times(self.text, self._get_setting())
            if not taken.touches(span)
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
