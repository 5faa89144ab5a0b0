"""Knowtator's frames out of a document."""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Span
from goldsmith.formats.knowtator.frames import (
    ANCHOR,
    ARGUMENTS,
    CHAIN_SLOT,
    CODE_SLOTS,
    DOCUMENT_NOTE,
    ROLES,
    SEPARATOR,
    SLOT,
    Frame,
    Link,
    class_of,
)
from goldsmith.formats.shared.code_text import spelt

_ANCHOR = re.compile(r"[0-9]{1,12}-[0-9]{1,12}(?:;[0-9]{1,12}-[0-9]{1,12})*")
#: Relations of these names would be taken for the arguments of something else.
_RESERVED_LINKS = {CHAIN_SLOT, *ARGUMENTS}


class Dialect(msgspec.Struct, frozen=True):
    """How the two Knowtators differ.

    With `places`, relations and groups stand where their first argument or member stands:
    Knowtator 2 drops frames without a place. `holds` says whether the format has fields for a
    relation's attributes; a relation with others, or with a note, is a frame of its own.
    """

    places: bool = False
    several_values: bool = True
    holds: Callable[[Mapping[str, str]], bool] = operator.not_


def frames(doc: Document, dialect: Dialect) -> Iterator[Frame]:
    """The frames that say what a document's sets say; ids differ between sets."""
    taken: set[str] = set()
    ids = {
        name: {item.id: _fresh(item.id, name, taken) for item in one.annotations}
        for name, one in doc.sets.items()
    }
    for name, one in doc.sets.items():
        yield from _Set(one, ids[name], dialect, len(doc.text)).frames()
        for note in one.notes:
            if not note.target:
                key = _fresh("note", name, taken)
                yield Frame(key, DOCUMENT_NOTE, DOCUMENT_NOTE, name, comments=(note.text,))


def _fresh(wanted: str, suffix: str, taken: set[str]) -> str:
    while wanted in taken:
        wanted = f"{wanted}_{suffix}"
    taken.add(wanted)
    return wanted


class _Set:
    """The frames of one annotation set."""

    def __init__(
        self, one: AnnotationSet, ids: Mapping[str, str], dialect: Dialect, length: int
    ) -> None:
        self.one, self.ids, self.dialect, self.length = one, ids, dialect, length
        self.mentions = one.by_id()
        self.comments: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for note in one.notes:
            self.comments[note.target] += (note.text,)

    def frames(self) -> Iterator[Frame]:
        links: dict[str, list[Link]] = defaultdict(list)
        framed = []
        for rel in self.one.relations:
            if self._is_link(rel):
                link = Link(self.ids[rel.id], rel.type, self.ids[rel.arg2], rel.attributes)
                links[rel.arg1].append(link)
            else:
                framed.append(rel)
        for mention in self.one.mentions:
            yield self._mention(mention, links[mention.id])
        yield from map(self._pair, framed)
        yield from (self._group(group) for group in self.one.groups if group.members)

    def _is_link(self, rel: Relation) -> bool:
        """Whether a relation can be a slot of its first argument and is still read as one."""
        to_itself = rel.arg1 == rel.arg2 and bool(rel.attributes)
        plain = self.dialect.holds(rel.attributes) and not to_itself
        noted = rel.id in self.comments
        anchored = bool(self.mentions[rel.arg1].spans)
        return plain and not noted and anchored and rel.type not in _RESERVED_LINKS

    def _mention(self, mention: Mention, links: Sequence[Link]) -> Frame:
        kind, label, codes = class_of(mention)
        values = self._values(mention.attributes)
        if codes:
            values[CODE_SLOTS[0]] = tuple(map(spelt, codes))
        return self._frame(mention.id, kind, label, mention.spans, values, links)

    def _pair(self, rel: Relation) -> Frame:
        attributes = dict(rel.attributes)
        slots = ARGUMENTS
        first, second = (attributes.get(role, "") for role in ROLES)
        # The reader takes slots in alphabetical order, so others cannot be names of slots.
        if "" < first < second and (first, second) != ARGUMENTS and not self.dialect.places:
            slots = (first, second)
            attributes = {name: attributes[name] for name in attributes if name not in ROLES}
        spans = self.mentions[rel.arg1].spans if self.dialect.places else ()
        links = self._links(rel.id, slots, (rel.arg1, rel.arg2))
        return self._frame(rel.id, rel.type, rel.type, spans, self._values(attributes), links)

    def _group(self, group: Group) -> Frame:
        attributes = dict(group.attributes)
        places = [self.mentions[one].spans for one in group.members]
        spans = places[0] if self.dialect.places else ()
        anchor = self._anchor(attributes.get(ANCHOR, ""))
        if anchor and anchor not in places:
            spans = anchor
            del attributes[ANCHOR]
        slot = CHAIN_SLOT
        if not spans and len(places) > 1 and attributes.get(SLOT, CHAIN_SLOT) != CHAIN_SLOT:
            slot = attributes.pop(SLOT)
        links = self._links(group.id, [slot] * len(places), group.members)
        values = self._values(attributes)
        return self._frame(group.id, group.type, group.type, spans, values, links)

    def _anchor(self, text: str) -> tuple[Span, ...]:
        """The spans that an attribute spells; none if they are not some of this text."""
        if not _ANCHOR.fullmatch(text):
            return ()
        pairs = [tuple(map(int, part.split("-"))) for part in text.split(";")]
        spans = tuple(Span(start, end) for start, end in pairs)
        sound = all(span.start < span.end <= self.length for span in spans)
        return spans if sound and all(a.end <= b.start for a, b in pairwise(spans)) else ()

    def _links(self, owner: str, slots: Sequence[str], targets: Sequence[str]) -> tuple[Link, ...]:
        named = zip(slots, targets, strict=True)
        return tuple(
            Link(f"{self.ids[owner]}.{number}", slot, self.ids[one])
            for number, (slot, one) in enumerate(named, 1)
        )

    def _values(self, attributes: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        if not self.dialect.several_values:
            return {name: (value,) for name, value in attributes.items()}
        return {name: tuple(value.split(SEPARATOR)) for name, value in attributes.items()}

    def _frame(
        self,
        key: str,
        kind: str,
        label: str,
        spans: tuple[Span, ...],
        values: Mapping[str, tuple[str, ...]],
        links: Sequence[Link],
    ) -> Frame:
        return Frame(
            self.ids[key],
            kind,
            label,
            self.one.name,
            spans,
            values=values,
            links=tuple(links),
            comments=self.comments.get(key, ()),
        )
