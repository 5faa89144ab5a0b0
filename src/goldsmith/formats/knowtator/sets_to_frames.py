"""Knowtator frames from annotation sets."""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Span
from goldsmith.formats.knowtator.frames import (
    ANCHOR_ATTRIBUTE,
    ARGUMENT_SLOTS,
    CHAIN_SLOT,
    CODE_SLOTS,
    DOCUMENT_NOTE,
    ROLE_ATTRIBUTES,
    SEPARATOR,
    SLOT_ATTRIBUTE,
    Frame,
    Link,
    get_class,
)
from goldsmith.formats.shared.code_text import format_code

_ANCHOR = re.compile(r"[0-9]{1,12}-[0-9]{1,12}(?:;[0-9]{1,12}-[0-9]{1,12})*")
#: Readers would read relations of these types as the members or arguments of a frame.
_RESERVED_LINKS = {CHAIN_SLOT, *ARGUMENT_SLOTS}


class Dialect(msgspec.Struct, frozen=True):
    """The differences between Knowtator 1 and 2.

    With `requires_spans`, relations and groups have the spans of their first argument or member,
    because Knowtator 2 drops frames without spans. `supports_attributes` returns whether a link can
    carry the attributes of a relation. Other relations, and relations with notes, become frames.
    """

    requires_spans: bool = False
    multiple_values: bool = True
    supports_attributes: Callable[[Mapping[str, str]], bool] = operator.not_


def build_frames(doc: Document, dialect: Dialect) -> Iterator[Frame]:
    """Build the frames for the sets of a document, with ids that are unique in the document."""
    used_ids: set[str] = set()
    ids = {
        name: {
            item.id: _make_unique_id(item.id, name, used_ids) for item in annotation_set.annotations
        }
        for name, annotation_set in doc.sets.items()
    }
    for name, annotation_set in doc.sets.items():
        yield from _SetConverter(annotation_set, ids[name], dialect, len(doc.text)).build_frames()
        for note in annotation_set.notes:
            if not note.target:
                key = _make_unique_id("note", name, used_ids)
                yield Frame(key, DOCUMENT_NOTE, DOCUMENT_NOTE, name, comments=(note.text,))


def _make_unique_id(new_id: str, suffix: str, taken: set[str]) -> str:
    while new_id in taken:
        new_id = f"{new_id}_{suffix}"
    taken.add(new_id)
    return new_id


class _SetConverter:
    """A converter of one annotation set to frames."""

    def __init__(
        self, annotation_set: AnnotationSet, ids: Mapping[str, str], dialect: Dialect, length: int
    ) -> None:
        self.set, self.ids, self.dialect, self.length = annotation_set, ids, dialect, length
        self.mentions = annotation_set.mentions_by_id()
        self.comments: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for note in annotation_set.notes:
            self.comments[note.target] += (note.text,)

    def build_frames(self) -> Iterator[Frame]:
        """Build the frames of the mentions, then of the relations and groups."""
        links: dict[str, list[Link]] = defaultdict(list)
        other_relations = []
        for rel in self.set.relations:
            if self._is_link(rel):
                link = Link(self.ids[rel.id], rel.type, self.ids[rel.arg2], rel.attributes)
                links[rel.arg1].append(link)
            else:
                other_relations.append(rel)
        for mention in self.set.mentions:
            yield self._build_mention(mention, links[mention.id])
        yield from map(self._build_relation, other_relations)
        yield from (self._build_group(group) for group in self.set.groups if group.members)

    def _is_link(self, rel: Relation) -> bool:
        """Return whether a relation can be a slot of its first argument and be read back."""
        is_reflexive = rel.arg1 == rel.arg2 and bool(rel.attributes)
        is_plain = self.dialect.supports_attributes(rel.attributes) and not is_reflexive
        has_note = rel.id in self.comments
        has_spans = bool(self.mentions[rel.arg1].spans)
        return is_plain and not has_note and has_spans and rel.type not in _RESERVED_LINKS

    def _build_mention(self, mention: Mention, links: Sequence[Link]) -> Frame:
        kind, label, codes = get_class(mention)
        values = self._split_values(mention.attributes)
        if codes:
            values[CODE_SLOTS[0]] = tuple(map(format_code, codes))
        return self._build_frame(mention.id, kind, label, mention.spans, values, links)

    def _build_relation(self, rel: Relation) -> Frame:
        attributes = dict(rel.attributes)
        slots = ARGUMENT_SLOTS
        first, second = (attributes.get(role, "") for role in ROLE_ATTRIBUTES)
        # The reader orders slots alphabetically, so other roles cannot be slot names.
        if (
            "" < first < second
            and (first, second) != ARGUMENT_SLOTS
            and not self.dialect.requires_spans
        ):
            slots = (first, second)
            attributes = {
                name: attributes[name] for name in attributes if name not in ROLE_ATTRIBUTES
            }
        spans = self.mentions[rel.arg1].spans if self.dialect.requires_spans else ()
        links = self._build_links(rel.id, slots, (rel.arg1, rel.arg2))
        return self._build_frame(
            rel.id, rel.type, rel.type, spans, self._split_values(attributes), links
        )

    def _build_group(self, group: Group) -> Frame:
        attributes = dict(group.attributes)
        member_spans = [self.mentions[member].spans for member in group.members]
        spans = member_spans[0] if self.dialect.requires_spans else ()
        anchor = self._parse_spans(attributes.get(ANCHOR_ATTRIBUTE, ""))
        if anchor and anchor not in member_spans:
            spans = anchor
            del attributes[ANCHOR_ATTRIBUTE]
        slot = CHAIN_SLOT
        if (
            not spans
            and len(member_spans) > 1
            and attributes.get(SLOT_ATTRIBUTE, CHAIN_SLOT) != CHAIN_SLOT
        ):
            slot = attributes.pop(SLOT_ATTRIBUTE)
        links = self._build_links(group.id, [slot] * len(member_spans), group.members)
        values = self._split_values(attributes)
        return self._build_frame(group.id, group.type, group.type, spans, values, links)

    def _parse_spans(self, text: str) -> tuple[Span, ...]:
        """Parse the spans in an attribute; return none if they are not valid in the text."""
        if not _ANCHOR.fullmatch(text):
            return ()
        pairs = [tuple(map(int, part.split("-"))) for part in text.split(";")]
        spans = tuple(Span(start, end) for start, end in pairs)
        is_inside = all(span.start < span.end <= self.length for span in spans)
        return spans if is_inside and all(a.end <= b.start for a, b in pairwise(spans)) else ()

    def _build_links(
        self, owner: str, slots: Sequence[str], targets: Sequence[str]
    ) -> tuple[Link, ...]:
        pairs = zip(slots, targets, strict=True)
        return tuple(
            Link(f"{self.ids[owner]}.{number}", slot, self.ids[target])
            for number, (slot, target) in enumerate(pairs, 1)
        )

    def _split_values(self, attributes: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        if not self.dialect.multiple_values:
            return {name: (value,) for name, value in attributes.items()}
        return {name: tuple(value.split(SEPARATOR)) for name, value in attributes.items()}

    def _build_frame(
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
            self.set.name,
            spans,
            values=values,
            links=tuple(links),
            comments=self.comments.get(key, ()),
        )
