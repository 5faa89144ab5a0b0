"""Frames from the XML of Knowtator 1 and eHOST."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

import msgspec
from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.knowtator.frames import Frame, Link, make_spans
from goldsmith.formats.shared.xml import (
    get_attribute,
    get_line,
    get_local_name,
    parse_number,
    show_tag,
)

#: Separator between the fragments in the recorded text of a mention.
FRAGMENT_SEPARATOR = " ... "
_CLASS_ELEMENTS = {"classMention": "mentionClass", "instanceMention": "mentionInstance"}
_QUOTED = re.compile(r'\s*"\s*(.*?)\s*"\s*', re.DOTALL)


class _Slot(msgspec.Struct, frozen=True):
    """A slot mention with plain values or links to other class mentions."""

    id: str
    name: str
    values: tuple[str, ...]
    is_link: bool
    attributes: Mapping[str, str]


class KnowtatorFile:
    """The elements of one file, from which it builds frames."""

    def __init__(self, root: etree._Element, text: str, *, where: str) -> None:
        self.where, self.offsets = where, Offsets(text)
        self.annotations: list[etree._Element] = []
        self.classes: dict[str, etree._Element] = {}
        self.slots: dict[str, _Slot] = {}
        #: Annotators whose id is their name, as in files that Goldsmith wrote: one set for each.
        self.annotator_sets: set[str] = set()
        adjudicated: set[str] = set()
        for element in root:
            name = get_local_name(element)
            if name == "annotation":
                self.annotations.append(element)
            elif name == "adjudicating":
                adjudicated.add(self._get_mention_id(element))
            elif name in _CLASS_ELEMENTS:
                self.classes[self._get_unique_id(element, self.classes)] = element
            elif name.endswith("SlotMention"):
                self.slots[self._get_unique_id(element, self.slots)] = self._read_slot(element)
        # eHOST stores the adjudicator's working copies with their class mentions in the file.
        for key in adjudicated:
            self.classes.pop(key, None)

    def build_frames(self) -> Iterator[Frame]:
        """Build the frames with an annotation, then those without."""
        remaining = dict(self.classes)
        for element in self.annotations:
            key = self._get_mention_id(element)
            if key not in self.classes:
                raise InputError(
                    f"the class of {shorten_id(key)} is missing",
                    where=self.where,
                    line=get_line(element),
                    expected=f'<classMention id="{shorten_id(key)}">',
                )
            remaining.pop(key, None)
            yield self._add_annotation(element, self._read_frame(key))
        yield from map(self._read_frame, remaining)

    def _get_unique_id(self, element: etree._Element, ids: Container[str]) -> str:
        key = get_attribute(element, "id", where=self.where)
        if key in ids:
            raise InputError(
                f"the id {shorten_id(key)} occurs twice",
                where=self.where,
                line=get_line(element),
                expected="one class mention and one slot mention for each id",
            )
        return key

    def _get_mention_id(self, element: etree._Element) -> str:
        return get_attribute(self._get_child(element, "mention"), "id", where=self.where)

    def _get_child(self, element: etree._Element, name: str) -> etree._Element:
        child = element.find(name)
        if child is None:
            raise InputError(
                f"{show_tag(element)} has no <{name}>",
                where=self.where,
                line=get_line(element),
            )
        return child

    def _read_slot(self, element: etree._Element) -> _Slot:
        values = [child for child in element if get_local_name(child).endswith("SlotMentionValue")]
        return _Slot(
            get_attribute(element, "id", where=self.where),
            get_attribute(self._get_child(element, "mentionSlot"), "id", where=self.where),
            tuple(get_attribute(child, "value", where=self.where) for child in values),
            get_local_name(element) == "complexSlotMention",
            {
                get_attribute(child, "id", where=self.where): child.text or ""
                for child in element.iterfind("attribute")
            },
        )

    def _read_frame(self, key: str) -> Frame:
        """Read a class mention and its slots."""
        element = self.classes[key]
        kind = self._get_child(element, _CLASS_ELEMENTS[get_local_name(element)])
        values: dict[str, tuple[str, ...]] = {}
        links: list[Link] = []
        for reference in element.iterfind("hasSlotMention"):
            # When a target is deleted, eHOST drops the slot but leaves the reference to it.
            slot = self.slots.get(get_attribute(reference, "id", where=self.where))
            if slot and slot.is_link:
                links += _build_links(slot)
            elif slot and slot.values:
                values[slot.name] = values.get(slot.name, ()) + slot.values
        kind_id = get_attribute(kind, "id", where=self.where)
        return Frame(key, kind_id, kind.text or "", values=values, links=tuple(links))

    def _add_annotation(self, element: etree._Element, frame: Frame) -> Frame:
        """Return the frame with the annotator, spans, text and comments of its annotation."""
        pairs = [
            (
                parse_number(span.get("start"), span, where=self.where),
                parse_number(span.get("end"), span, where=self.where),
            )
            for span in element.iterfind("span")
        ]
        return msgspec.structs.replace(
            frame,
            annotator=self._read_annotator(element),
            spans=make_spans(pairs, self.offsets, get_line(element)),
            text=_sort_fragments(element.findtext("spannedText") or "", pairs),
            comments=tuple(_read_comments(element)),
        )

    def _read_annotator(self, element: etree._Element) -> str:
        annotator = element.find("annotator")
        name = (annotator.text or "").strip() if annotator is not None else ""
        if annotator is not None and name and annotator.get("id") == name:
            self.annotator_sets.add(name)
        return name


def _build_links(slot: _Slot) -> Iterator[Link]:
    has_several = len(slot.values) > 1
    for count, target in enumerate(slot.values, 1):
        key = f"{slot.id}.{count}" if has_several else slot.id
        yield Link(key, slot.name, target, slot.attributes)


def _sort_fragments(text: str, pairs: list[tuple[int, int]]) -> str:
    """Sort the fragments of the recorded text and join them with blanks, as Goldsmith does."""
    parts = text.split(FRAGMENT_SEPARATOR)
    if len(pairs) < 2 or len(parts) != len(pairs):
        return text
    return " ".join(part for _, part in sorted(zip(pairs, parts, strict=True)))


def _read_comments(element: etree._Element) -> Iterator[str]:
    for child in element.iterfind("comment"):
        if child.text and child.text.strip():
            yield child.text
    for child in element.iterfind("annotationComment"):
        quoted = _QUOTED.fullmatch(child.text or "")
        comment = quoted[1] if quoted else (child.text or "").strip()
        if comment:
            yield comment
