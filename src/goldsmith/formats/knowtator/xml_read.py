"""Frames out of the XML of Knowtator 1 and eHOST."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

import msgspec
from lxml import etree

from goldsmith.core import Offsets
from goldsmith.errors import InputError
from goldsmith.formats.knowtator.files import code_points
from goldsmith.formats.knowtator.frames import Frame, Link
from goldsmith.formats.shared.xml import line_of, local, need, number

#: Between the fragments of a mention in its recorded wording.
GAP = " ... "
_CLASSES = {"classMention": "mentionClass", "instanceMention": "mentionInstance"}
_QUOTED = re.compile(r'\s*"\s*(.*?)\s*"\s*', re.DOTALL)


class _Slot(msgspec.Struct, frozen=True):
    """One slot mention: plain values, or links to other class mentions."""

    id: str
    name: str
    values: tuple[str, ...]
    is_link: bool
    attributes: Mapping[str, str]


class File:
    """The elements of one file, and the frames that they make up."""

    def __init__(self, root: etree._Element, text: str, *, where: str) -> None:
        self.where, self.offsets = where, Offsets(text)
        self.annotations: list[etree._Element] = []
        self.classes: dict[str, etree._Element] = {}
        self.slots: dict[str, _Slot] = {}
        #: Annotators whose id is their name: the sets of files that we wrote.
        self.named: set[str] = set()
        copies: set[str] = set()
        for element in root:
            name = local(element)
            if name == "annotation":
                self.annotations.append(element)
            elif name == "adjudicating":
                copies.add(self._mention_id(element))
            elif name in _CLASSES:
                self.classes[self._new_id(element, self.classes)] = element
            elif name.endswith("SlotMention"):
                self.slots[self._new_id(element, self.slots)] = self._slot(element)
        # eHOST keeps its adjudicator's working copies in the same file, class mentions and all.
        for key in copies:
            self.classes.pop(key, None)

    def frames(self) -> Iterator[Frame]:
        """The frames: those with an annotation first, then those without."""
        bare = dict(self.classes)
        for element in self.annotations:
            key = self._mention_id(element)
            if key not in self.classes:
                raise InputError(
                    f"the class of {key} is missing",
                    where=self.where,
                    line=line_of(element),
                    expected=f'<classMention id="{key}">',
                )
            bare.pop(key, None)
            yield self._annotated(element, self._frame(key))
        yield from map(self._frame, bare)

    def _new_id(self, element: etree._Element, known: Container[str]) -> str:
        key = need(element, "id", where=self.where)
        if key in known:
            raise InputError(
                f"the id {key} is used twice",
                where=self.where,
                line=line_of(element),
                expected="one class mention and one slot mention for each id",
            )
        return key

    def _mention_id(self, element: etree._Element) -> str:
        return need(self._child(element, "mention"), "id", where=self.where)

    def _child(self, element: etree._Element, name: str) -> etree._Element:
        child = element.find(name)
        if child is None:
            raise InputError(
                f"<{local(element)}> has no <{name}>", where=self.where, line=line_of(element)
            )
        return child

    def _slot(self, element: etree._Element) -> _Slot:
        found = [one for one in element if local(one).endswith("SlotMentionValue")]
        return _Slot(
            need(element, "id", where=self.where),
            need(self._child(element, "mentionSlot"), "id", where=self.where),
            tuple(need(one, "value", where=self.where) for one in found),
            local(element) == "complexSlotMention",
            {
                need(one, "id", where=self.where): one.text or ""
                for one in element.iterfind("attribute")
            },
        )

    def _frame(self, key: str) -> Frame:
        """What the class mention and its slots say."""
        element = self.classes[key]
        kind = self._child(element, _CLASSES[local(element)])
        values: dict[str, tuple[str, ...]] = {}
        links: list[Link] = []
        for one in element.iterfind("hasSlotMention"):
            # eHOST leaves the reference behind when it drops a slot whose target was deleted.
            slot = self.slots.get(need(one, "id", where=self.where))
            if slot and slot.is_link:
                links += _links(slot)
            elif slot and slot.values:
                values[slot.name] = values.get(slot.name, ()) + slot.values
        kind_id = need(kind, "id", where=self.where)
        return Frame(key, kind_id, kind.text or "", values=values, links=tuple(links))

    def _annotated(self, element: etree._Element, frame: Frame) -> Frame:
        """The frame with what its annotation says: who, where, and remarks."""
        places = [
            (
                number(one.get("start"), one, where=self.where),
                number(one.get("end"), one, where=self.where),
            )
            for one in element.iterfind("span")
        ]
        return msgspec.structs.replace(
            frame,
            annotator=self._annotator(element),
            spans=code_points(places, self.offsets, line_of(element)),
            text=_wording(element.findtext("spannedText") or "", places),
            comments=tuple(_comments(element)),
        )

    def _annotator(self, element: etree._Element) -> str:
        who = element.find("annotator")
        name = (who.text or "").strip() if who is not None else ""
        if who is not None and name and who.get("id") == name:
            self.named.add(name)
        return name


def _links(slot: _Slot) -> Iterator[Link]:
    several = len(slot.values) > 1
    for count, target in enumerate(slot.values, 1):
        key = f"{slot.id}.{count}" if several else slot.id
        yield Link(key, slot.name, target, slot.attributes)


def _wording(recorded: str, places: list[tuple[int, int]]) -> str:
    """The recorded wording, its fragments in text order and joined by a blank as ours are."""
    parts = recorded.split(GAP)
    if len(places) < 2 or len(parts) != len(places):
        return recorded
    return " ".join(part for _, part in sorted(zip(places, parts, strict=True)))


def _comments(element: etree._Element) -> Iterator[str]:
    for one in element.iterfind("comment"):
        if one.text and one.text.strip():
            yield one.text
    for one in element.iterfind("annotationComment"):
        quoted = _QUOTED.fullmatch(one.text or "")
        comment = quoted[1] if quoted else (one.text or "").strip()
        if comment:
            yield comment
