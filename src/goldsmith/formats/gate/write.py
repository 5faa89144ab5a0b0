"""GATE XML out of a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Group, Mention, Offsets, Relation
from goldsmith.formats.gate.features import (
    AT,
    CODE,
    COMMENT,
    FRAGMENT_OF,
    GROUP,
    SECTION,
    SECTIONS,
    USER_DATA,
    attributes_of,
    numbered,
    of_metadata,
    of_set,
)
from goldsmith.formats.shared.code_text import spelt
from goldsmith.formats.shared.xml_values import clean

_STRING = "java.lang.String"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_VERSION = "3"

Features = Iterable[tuple[str, str]]


def set_called(name: str) -> str:
    """The name of a set in the file: one of ours must not look like the sections."""
    return f"{SECTIONS} set" if name == SECTIONS else name


def tree_of(doc: Document) -> etree._Element:
    """The file of a document."""
    writer = _Writer(doc)
    annotations = [*writer.sections(), *map(writer.annotations, doc.sets.values())]
    relations = [part for one in doc.sets.values() for part in writer.relations(one)]
    root = etree.Element("GateDocument", version=_VERSION)
    about = etree.SubElement(root, "GateDocumentFeatures")
    about.extend(_features(writer.document_features()))
    root.append(writer.text())
    root.extend([*annotations, *relations])
    for element in (root, *root):
        if element.tag != "TextWithNodes":
            _one_a_line(element)
    return root


class _Writer:
    """Makes the parts of a document; the nodes are those that its annotations needed."""

    def __init__(self, doc: Document) -> None:
        self.doc, self._offsets = doc, Offsets(doc.text)
        self._nodes: set[int] = set()
        self._ids, self._free = _numbers(doc)

    def document_features(self) -> Iterator[tuple[str, str]]:
        yield from of_metadata(self.doc.metadata)
        for one in self.doc.sets.values():
            comments = [note.text for note in one.notes if not note.target]
            yield from of_set(set_called(one.name), one.provenance, comments)

    def text(self) -> etree._Element:
        """The text with a node wherever an annotation begins or ends."""
        element = etree.Element("TextWithNodes")
        text = clean(self.doc.text)
        places = sorted(self._nodes)
        element.text = text[: places[0]] if places else text
        for place, following in pairwise([*places, len(text)]):
            node = etree.SubElement(element, "Node", id=str(self._offsets.to_utf16(place)))
            node.tail = text[place:following]
        return element

    def sections(self) -> Iterator[etree._Element]:
        """The annotation set of the sections, if there are any."""
        if not self.doc.sections:
            return
        element = etree.Element("AnnotationSet", Name=SECTIONS)
        for one in self.doc.sections:
            features = [("kind", one.kind), ("title", one.title)]
            kept = [(name, value) for name, value in features if value]
            place = (one.span.start, one.span.end)
            element.append(self._annotation(next(self._free), SECTION, place, kept))
        yield element

    def annotations(self, one: AnnotationSet) -> etree._Element:
        """The annotation set of a set."""
        element = etree.Element("AnnotationSet", Name=clean(set_called(one.name)))
        comments = _comments(one)
        for mention in one.mentions:
            element.extend(self._mention(mention, self._ids[one.name, mention.id], comments))
        return element

    def _mention(
        self, mention: Mention, key: str, comments: Mapping[str, Sequence[str]]
    ) -> Iterator[etree._Element]:
        """One annotation, and one more for each further fragment."""
        attributes = attributes_of(mention)
        places = [(span.start, span.end) for span in mention.spans] or [self._spot(attributes)]
        features = [
            *attributes.items(),
            *numbered(CODE, map(spelt, mention.codes), attributes),
            *numbered(COMMENT, comments[mention.id]),
        ]
        yield self._annotation(key, mention.type, places[0], features)
        for place in places[1:]:
            part = [(FRAGMENT_OF, key)]
            yield self._annotation(next(self._free), mention.type, place, part)

    def _spot(self, attributes: dict[str, str]) -> tuple[int, int]:
        """Where an annotation of no length goes: to the place it came from, or the beginning."""
        at = attributes.get(AT, "")
        if not _NUMBER.fullmatch(at) or not 0 < int(at) <= len(self.doc.text):
            return 0, 0
        del attributes[AT]
        return int(at), int(at)

    def _annotation(
        self, key: str, kind: str, place: tuple[int, int], features: Features
    ) -> etree._Element:
        self._nodes.update(place)
        start, end = (str(self._offsets.to_utf16(one)) for one in place)
        names = {"Id": key, "Type": clean(kind), "StartNode": start, "EndNode": end}
        element = etree.Element("Annotation", names)
        element.extend(_features(features))
        return _one_a_line(element)

    def relations(self, one: AnnotationSet) -> Iterator[etree._Element]:
        """The relation set of a set, if it has relations or groups."""
        links: list[Relation | Group] = [*one.relations]
        links += [group for group in one.groups if group.members]
        if not links:
            return
        element = etree.Element("RelationSet", Name=clean(set_called(one.name)))
        comments = _comments(one)
        element.extend(self._link(link, one.name, comments[link.id]) for link in links)
        yield element

    def _link(
        self, link: Relation | Group, set_name: str, comments: Sequence[str]
    ) -> etree._Element:
        attributes = attributes_of(link)
        if isinstance(link, Group):
            members = link.members
            if len(members) == 2:
                attributes[GROUP] = "true"
        else:
            members = (link.arg1, link.arg2)
        ids = ";".join(self._ids[set_name, one] for one in members)
        names = {"Id": self._ids[set_name, link.id], "Type": clean(link.type), "Members": ids}
        element = etree.Element("Relation", names)
        user_data = attributes.pop(USER_DATA) if attributes.get(USER_DATA) else ""
        etree.SubElement(element, "UserData").text = clean(user_data)
        element.extend(_features([*attributes.items(), *numbered(COMMENT, comments)]))
        return _one_a_line(element)


def _numbers(doc: Document) -> tuple[dict[tuple[str, str], str], Iterator[str]]:
    """Whole numbers for ids, as GATE wants them, each once in the document; and the free ones."""
    items = [(name, item.id) for name, one in doc.sets.items() for item in one.annotations]
    kept: dict[str, tuple[str, str]] = {}
    for item in items:
        if _NUMBER.fullmatch(item[1]):
            kept.setdefault(item[1], item)
    free = (str(number) for number in count(1) if str(number) not in kept)
    return {item: item[1] if kept.get(item[1]) == item else next(free) for item in items}, free


def _comments(one: AnnotationSet) -> Mapping[str, list[str]]:
    comments: dict[str, list[str]] = defaultdict(list)
    for note in one.notes:
        comments[note.target].append(note.text)
    return comments


def _features(features: Features) -> Iterator[etree._Element]:
    for name, value in features:
        element = etree.Element("Feature")
        etree.SubElement(element, "Name", className=_STRING).text = clean(name)
        etree.SubElement(element, "Value", className=_STRING).text = clean(value)
        element.text = element[0].tail = "\n  "
        element[1].tail = "\n"
        yield element


def _one_a_line(element: etree._Element) -> etree._Element:
    """The element with each of its children on a line of its own."""
    element.text = "\n"
    for child in element:
        child.tail = "\n"
    return element
