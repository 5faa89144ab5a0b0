"""Turn the marks of a page into the entities (mentions) of the layer `clef`.

A condition remains one mention ("breast cancer") unless the text names a side or part of its
location ("left breast cancer"); the location is then a separate mention. A test or operation and
its location are always separate mentions, and so are drugs named together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from goldsmith.core import Span
from goldsmith_demo.life.concepts import find_meaning
from goldsmith_demo.writing.layers.compounds import find_part, find_results, split_name
from goldsmith_demo.writing.layers.mentions import read_words, trim_extent
from goldsmith_demo.writing.layers.places import list_wholes
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.sheet import Cover, Mark

_CLEF = frozenset(
    "Condition Intervention Investigation Result Drug-or-device Locus Negation Laterality "
    "Sub-location".split()
)
MODIFIES_PLACE = ("laterality_modifies", "sub_location_modifies")
_PLACED = {"Condition": "has_location", "Investigation": "has_target", "Intervention": "has_target"}
_SIDE = re.compile(r"(left|right|bilateral)\s+(?=\S)", re.IGNORECASE)
_BOTH = re.compile(r"\b(both) (?:of (?:the|her|his) )?(?:[a-z]+ )?$", re.IGNORECASE)
_DOUBT = re.compile(r" (?:definite|obvious|apparent|convincing)(?= \w)")
"""Words after "no" that belong to the negation signal."""
_JUDGED = ("Locus", "Investigation")
_DIVISIBLE = frozenset((*_PLACED, "Drug-or-device"))


class Entity(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A future mention: its type, spans, the key of its referent, and the mark it comes from."""

    kind: str
    spans: tuple[Span, ...]
    about: str
    mark: Mark


class Draft:
    """The entities of a page, indexed by the mark they come from."""

    def __init__(self, page: Page) -> None:
        # Relative pronouns are mentions only in the co-reference layers.
        marks = [mark for mark in page.ordered if "rel" not in mark.flags]
        self.page = page
        self.modified = {second for kind, _, second in page.links if kind in MODIFIES_PLACE}
        self._places = [mark for mark in marks if mark.kind == "Locus"]
        self._starts = [mark.start for mark in self._places]
        self.entities: dict[Mark, list[Entity]] = defaultdict(list)
        self._parts: dict[Mark, Entity] = {}
        """The part named within a place name, by the place's mark."""
        self.inner: list[tuple[str, Entity, Entity]] = []
        self.plain: list[Entity] = []
        self._joined = dict(self._join_listed())
        """Start offsets of known terms formed by a place and a condition, by condition."""
        swallowed = self._find_swallowed(marks)
        for mark in marks:
            if mark.kind in _CLEF and mark not in swallowed:
                self._add(mark)
        self.inner += [
            ("sub_location_modifies", part, self.entities[key][0])
            for key, part in self._parts.items()
        ]
        self._add_plain_results(marks)
        self._add_plain_sides()
        rows = [*self.plain, *(row for group in self.entities.values() for row in group)]
        self.rows = sorted(rows, key=lambda row: (row.spans[0].start, -row.spans[-1].end, row.kind))
        """The entities in text order."""

    def _add_plain_results(self, marks: list[Mark]) -> None:
        """Add unmarked findings that follow a place or test: "Chest clear", "abdomen: soft".

        A test of that place does not yield them if it is named later: "legs soft, pulses present".
        """
        text = self.page.text
        judged = [mark for mark in marks if mark.kind in _JUDGED]
        hits = [(mark, span) for mark in judged for span in find_results(text, mark.end)]
        if not hits:
            return
        taken = Cover(len(text), (span for mark in marks for span in mark.spans))
        tests = {
            second: first
            for kind, first, second in self.page.links
            if kind == "has_target" and first.kind == "Investigation"
        }
        for mark, span in hits:
            if taken.touches(span):
                continue
            test = tests.get(mark, mark)
            row = Entity("Result", (span,), f"loose-result-{span.start}", mark)
            self.plain.append(row)
            if test.kind == "Investigation" and test.start < span.start:
                self.inner.append(("has_finding", self.entities[test][0], row))

    def _add_plain_sides(self) -> None:
        """Add "both" before a place: "both lower zones"."""
        if "both" not in self.page.text.lower():
            return
        sided = {second for kind, _, second in self.page.links if kind == MODIFIES_PLACE[0]}
        for mark in self._places:
            match = _BOTH.search(self.page.text, max(0, mark.start - 24), mark.start)
            rows = self.entities.get(mark)
            if match and rows and mark not in sided:
                span = Span(*match.span(1))
                side = Entity("Laterality", (span,), f"loose-side-{span.start}", mark)
                self.plain.append(side)
                self.inner.append(("laterality_modifies", side, rows[0]))

    def _find_swallowed(self, marks: list[Mark]) -> set[Mark]:
        """Return the places that are part of an undivided condition."""
        return {
            place
            for mark in marks
            if mark.kind == "Condition"
            for place in self._list_places(mark.spans)
            if place not in self.modified and _contains(mark.spans, place.spans)
        } | {place for place in self._places if place.start in self._joined.values()}

    def _join_listed(self) -> Iterator[tuple[Mark, int]]:
        """Yield conditions that form a known term with their only place: "bone metastases"."""
        text = self.page.text
        located = [
            (first, second) for kind, first, second in self.page.links if kind == "has_location"
        ]
        for first, second in located:
            if text[second.end : first.start] != " " or second in self.modified:
                continue
            is_only = sum(first in pair or second in pair for pair in located) == 1
            words = text[second.start : first.spans[0].end]
            if is_only and len(first.spans) == 1 and find_meaning(" ".join(words.split())):
                yield first, second.start

    def _list_places(self, spans: Sequence[Span]) -> list[Mark]:
        """Return the places that start within the extent of spans."""
        first = bisect_left(self._starts, spans[0].start)
        return self._places[first : bisect_left(self._starts, spans[-1].end, first)]

    def _add(self, mark: Mark) -> None:
        text, kind, about = self.page.text, mark.kind, mark.thing.key
        spans = trim_extent(mark, text)
        if kind == "Negation":
            spans = self._lengthen(spans)
        elif kind == "Locus":
            spans = self._split_part(mark, spans)
            is_whole = list_wholes(read_words(spans, text))[0] == mark.thing.whole
            about = mark.thing.whole if is_whole else about
        elif kind in _PLACED:
            if mark in self._joined:
                spans = (Span(self._joined[mark], spans[0].end),)
            for place in self._list_places(spans) if self._places else ():
                apart = kind != "Condition" or place in self.modified
                if apart and _contains(spans, place.spans):
                    spans = tuple(_remove(spans, place.spans, text))
        if len(spans) > 1 or kind not in _DIVISIBLE:
            self.entities[mark].append(Entity(kind, spans, about, mark))
        else:
            self._split(mark, spans[0])

    def _split_part(self, mark: Mark, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        """Remove from a place its part, which becomes a separate signal: "lower" limb."""
        match = find_part(self.page.text[spans[0].start : spans[0].end])
        if len(spans) > 1 or match is None:
            return spans
        at = spans[0].start
        part, place = (Span(at + row.start, at + row.end) for row in match)
        row = Entity("Sub-location", (part,), f"loose-part-{part.start}", mark)
        self.plain.append(row)
        self._parts[mark] = row
        return (place,)

    def _lengthen(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        """Extend a negation signal over an adjoining word of doubt: "no definite"."""
        *others, last = spans
        is_no = self.page.text[last.start : last.end].lower() == "no"
        match = _DOUBT.match(self.page.text, last.end) if is_no else None
        return (*others, Span(last.start, match.end())) if match else spans

    def _split_side(self, mark: Mark, span: Span) -> tuple[Entity | None, Span]:
        """Return the side at the start of an operation's name, if any, and the rest of the name."""
        match = _SIDE.match(self.page.text, span.start, span.end)
        if match is None or mark.kind != "Intervention":
            return None, span
        side = Span(*match.span(1))
        row = Entity("Laterality", (side,), f"loose-side-{side.start}", mark)
        return row, Span(match.end(), span.end)

    def _split(self, mark: Mark, span: Span) -> None:
        """Add the mentions within a name, and relate the first one to its place."""
        side, span = self._split_side(mark, span)
        name = self.page.text[span.start : span.end]
        parts = split_name(mark.kind, name)
        if len(parts) == 1:
            row = Entity(mark.kind, (span,), mark.thing.key, mark)
            self.entities[mark].append(row)
            self._add_side(side, row)
            return
        rows: list[Entity] = []
        for number, part in enumerate(parts):
            spans = tuple(Span(span.start + at.start, span.start + at.end) for at in part.spans)
            words = read_words(spans, self.page.text).lower()
            kind = "Locus" if part.is_place else mark.kind
            is_first = number == 0 and kind == "Intervention"
            about = mark.thing.key if is_first else f"{mark.thing.key}/{number}"
            if part.is_place:
                about = self._find_place(mark, words)
            elif any(each.is_place for each in parts):
                about = mark.thing.key
            part_side, first = self._split_side(mark, spans[0]) if rows else (None, spans[0])
            rows.append(Entity(kind, (first, *spans[1:]), about, mark))
            self._add_side(part_side, rows[-1])
        self.inner += [
            (_PLACED[mark.kind], rows[0], row) for row in rows[1:] if row.kind == "Locus"
        ]
        self.entities[mark] += rows
        self._add_side(side, next((row for row in rows if row.kind == "Locus"), rows[0]))

    def _add_side(self, side: Entity | None, row: Entity) -> None:
        if side:
            self.plain.append(side)
            self.inner.append(("laterality_modifies", side, row))

    def _find_place(self, mark: Mark, words: str) -> str:
        """Return the key of the place that words in a name refer to."""
        place = self.page.patient.things.get(mark.thing.place)
        if place is not None and words in map(str.lower, place.names):
            return place.key
        return f"loose-{id(mark)}-{words}"


@lru_cache(maxsize=BATCH)
def read_entities(page: Page) -> Draft:
    """Read the entities of a finished page."""
    return Draft(page)


def _contains(outer: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(a.start <= b.start and b.end <= a.end for a in outer) for b in inner)


def _remove(spans: tuple[Span, ...], places: list[Span], text: str) -> Iterator[Span]:
    """Yield the remainder of spans after removing places, stripped of whitespace."""
    for span in spans:
        at = span.start
        for place in sorted(places):
            if span.start <= place.start < span.end:
                yield from _strip(Span(at, place.start), text)
                at = place.end
        yield from _strip(Span(at, span.end), text)


def _strip(span: Span, text: str) -> Iterator[Span]:
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    if words.strip():
        yield Span(start, start + len(words.strip()))
