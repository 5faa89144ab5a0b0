"""The layer `clef`: entities, signals, relations and co-reference.

A condition stays whole ("breast cancer") unless a side or part of its place is named ("left breast
cancer"): then the place is a mention of its own. A test or an operation and its place, and drugs
that are named together, are always mentions of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith_demo.writing.layers.compounds import find_results, split_name
from goldsmith_demo.writing.layers.mentions import THING, list_marks, read_words, trim_extent
from goldsmith_demo.writing.layers.places import identify_places
from goldsmith_demo.writing.page import Mark, Page

_CLEF = frozenset(
    "Condition Intervention Investigation Result Drug-or-device Locus Negation Laterality "
    "Sub-location".split()
)
_MODIFIES_PLACE = ("laterality_modifies", "sub_location_modifies")
_PLACED = {
    "Condition": "has_location",
    "Investigation": "has_target",
    "Intervention": "has_target",
}
_SIDE = re.compile(r"(left|right|bilateral)\s+(?=\S)", re.IGNORECASE)
_JUDGED = ("Locus", "Investigation")
_TREATS = ("Intervention", "Drug-or-device")
_BREAK = "\n\n"
"""What ends a paragraph: a treatment is for a condition that its paragraph names."""
_WINDOW = 60
"""The most mentions between a treatment and its reason."""
_NOT_REAL = frozenset(("fam", "unrel", "neg", "hyp", "poss"))
"""What is absent, doubtful or somebody else's does not co-refer."""
_NOT_HERE = frozenset(("fam", "unrel"))
_NOT_THE_PATIENTS = frozenset(("fam", "unrel", "neg"))


class Entity(NamedTuple):
    """A mention to be: type, place in the text, what it is about, and the mark it comes from."""

    kind: str
    spans: tuple[Span, ...]
    about: str
    mark: Mark


class Draft:
    """The entities of a page, each mark with those that come from it."""

    def __init__(self, page: Page) -> None:
        marks = list_marks(page)
        self.page = page
        self.modified = {id(second) for kind, _, second in page.links if kind in _MODIFIES_PLACE}
        self._places = [mark for mark in marks if mark.kind == "Locus"]
        self._starts = [mark.start for mark in self._places]
        self.entities: dict[int, list[Entity]] = defaultdict(list)
        self.inner: list[tuple[str, Entity, Entity]] = []
        self.plain: list[Entity] = []
        swallowed = self._find_swallowed(marks)
        for mark in marks:
            if mark.kind in _CLEF and id(mark) not in swallowed:
                self._add(mark)
        self._add_plain_results(marks)
        rows = [*self.plain, *(row for group in self.entities.values() for row in group)]
        self.rows = sorted(rows, key=lambda row: (row.spans[0].start, -row.spans[-1].end, row.kind))
        """The entities in the order of the text."""
        self.links = list(self.list_links())
        """The relations between entities."""

    def _add_plain_results(self, marks: tuple[Mark, ...]) -> None:
        """Add judgements in plain words behind a place or test: "Chest clear", "abdomen: soft"."""
        taken = [span for mark in marks for span in mark.spans]
        for mark in marks:
            if mark.kind not in _JUDGED:
                continue
            for span in find_results(self.page.text, mark.spans[-1].end):
                if not any(span.overlaps(row) for row in taken):
                    row = Entity("Result", (span,), f"loose-result-{span.start}", mark)
                    self.plain.append(row)
                    if mark.kind == "Investigation":
                        self.inner.append(("has_finding", self.entities[id(mark)][0], row))

    def _find_swallowed(self, marks: tuple[Mark, ...]) -> set[int]:
        """Return the places that are part of a condition which stays whole."""
        return {
            id(place)
            for mark in marks
            if mark.kind == "Condition"
            for place in self._list_places(mark.spans)
            if id(place) not in self.modified and _contains(mark.spans, place.spans)
        }

    def _list_places(self, spans: Sequence[Span]) -> list[Mark]:
        """Return the places that begin between the beginning and the end of spans."""
        first = bisect_left(self._starts, spans[0].start)
        return self._places[first : bisect_left(self._starts, spans[-1].end, first)]

    def _add(self, mark: Mark) -> None:
        spans = trim_extent(mark, self.page.text)
        for place in self._list_places(spans) if mark.kind in _PLACED else ():
            apart = mark.kind != "Condition" or id(place) in self.modified
            if apart and _contains(spans, place.spans):
                spans = tuple(_remove(spans, place.spans, self.page.text))
        about = mark.thing.key
        if len(spans) > 1 or mark.kind not in (*_PLACED, "Drug-or-device"):
            self.entities[id(mark)].append(Entity(mark.kind, spans, about, mark))
        else:
            self._split(mark, spans[0])

    def _split_side(self, mark: Mark, span: Span) -> tuple[Entity | None, Span]:
        """Return the side at the beginning of an operation's name, and the rest of the name."""
        match = _SIDE.match(self.page.text, span.start, span.end)
        if match is None or mark.kind != "Intervention":
            return None, span
        side = Span(*match.span(1))
        row = Entity("Laterality", (side,), f"loose-side-{side.start}", mark)
        return row, Span(match.end(), span.end)

    def _split(self, mark: Mark, span: Span) -> None:
        """Add the mentions that a name holds, with the place of the first one."""
        side, span = self._split_side(mark, span)
        name = self.page.text[span.start : span.end]
        parts = split_name(mark.kind, name)
        rows: list[Entity] = []
        for part in parts:
            spans = tuple(Span(span.start + at.start, span.start + at.end) for at in part.spans)
            words = read_words(spans, self.page.text).lower()
            kind = "Locus" if part.is_place else mark.kind
            about = mark.thing.key if len(parts) == 1 else f"{mark.thing.key}/{words}"
            if part.is_place:
                about = self._find_place(mark, words)
            elif kind != "Drug-or-device":
                about = mark.thing.key
            rows.append(Entity(kind, spans, about, mark))
        self.inner += [
            (_PLACED[mark.kind], rows[0], row) for row in rows[1:] if row.kind == "Locus"
        ]
        self.entities[id(mark)] += rows
        if side:
            self.plain.append(side)
            self.inner.append(("laterality_modifies", side, rows[-1]))

    def _find_place(self, mark: Mark, words: str) -> str:
        """Return the key of the place that words in a name mean."""
        place = self.page.patient.things.get(mark.thing.place)
        if place is not None and words in map(str.lower, place.names):
            return place.key
        return f"loose-{id(mark)}-{words}"

    def list_links(self) -> Iterator[tuple[str, Entity, Entity]]:
        """Yield the relations between entities: each part of a name has those of the name."""
        yield from self.inner
        for kind, first, second in (*self.page.links, *_list_reasons(self.page)):
            for source in self._list_main(first):
                for target in self._list_targets(kind, second):
                    yield kind, source, target

    def _list_targets(self, kind: str, mark: Mark) -> list[Entity]:
        """Return what a relation leads to: a side leads to the place in a name, if there is one."""
        places = [row for row in self.entities.get(id(mark), []) if row.kind == "Locus"]
        return places if kind == "laterality_modifies" and places else self._list_main(mark)

    def _list_main(self, mark: Mark) -> list[Entity]:
        return [row for row in self.entities.get(id(mark), []) if row.kind == mark.kind]


@lru_cache(maxsize=1)
def read_entities(page: Page) -> Draft:
    """Read the entities of a finished page."""
    return Draft(page)


def _list_reasons(page: Page) -> Iterator[tuple[str, Mark, Mark]]:
    """Yield treatments with the condition they are for, where it is named near them."""
    done = {id(first) for kind, first, _ in page.links if kind == "has_indication"}
    for at, mark in enumerate(page.marks):
        if mark.kind not in _TREATS or not mark.thing.reason or id(mark) in done:
            continue
        reasons = [
            reason
            for reason in page.marks[max(0, at - _WINDOW) : at + _WINDOW]
            if reason.thing.key == mark.thing.reason
            and not reason.flags & _NOT_THE_PATIENTS
            and reason.sentence <= mark.sentence
            and _BREAK not in page.text[reason.start : mark.start]
        ]
        if reasons:
            nearest = min(reasons, key=partial(_measure, mark))
            yield "has_indication", mark, nearest


def _measure(mark: Mark, reason: Mark) -> tuple[bool, bool, int]:
    """Return how far a reason is from a treatment: behind it in its sentence is nearest."""
    distance = reason.start - mark.start
    return reason.sentence != mark.sentence, distance < 0, abs(distance)


def _contains(outer: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(a.start <= b.start and b.end <= a.end for a in outer) for b in inner)


def _remove(spans: tuple[Span, ...], places: list[Span], text: str) -> Iterator[Span]:
    """Yield what remains of spans without places, without blanks at the ends."""
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


def build_clef(page: Page) -> AnnotationSet:
    """Build entities, signals, relations and co-reference."""
    draft = read_entities(page)
    entities = draft.rows
    ids = {id(row): f"T{number}" for number, row in enumerate(entities, 1)}
    rows = [(kind, ids[id(first)], ids[id(second)]) for kind, first, second in draft.links]
    rows += [
        ("co_refers", ids[id(first)], ids[id(second)]) for first, second in _pair(draft, entities)
    ]
    return AnnotationSet(
        "clef",
        tuple(_build_mention(row, ids[id(row)]) for row in entities),
        tuple(Relation(f"R{number}", *row) for number, row in enumerate(dict.fromkeys(rows), 1)),
        schema="clef",
    )


def _build_mention(row: Entity, key: str) -> Mention:
    about = {} if row.about.startswith("loose-") else {THING: row.about}
    return Mention(key, row.kind, row.spans, about)


def _pair(draft: Draft, entities: list[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Yield each entity with the one before it that is about the same thing."""
    modifiers = ((first, second) for kind, first, second in draft.links if kind in _MODIFIES_PLACE)
    places = identify_places(entities, modifiers, draft.page.text)
    last: dict[str, Entity] = {}
    for row in entities:
        about = places.get(id(row), row.about)
        if row.mark.flags & (_NOT_HERE if row.kind == "Locus" else _NOT_REAL):
            continue
        if about in last:
            yield row, last[about]
        last[about] = row
