"""GATE XML from documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, pairwise

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Group, Mention, Offsets, Relation
from goldsmith.formats.gate.features import (
    CODE,
    COMMENT,
    FRAGMENT_OF,
    GROUP,
    OFFSET,
    SECTION,
    SECTIONS,
    USER_DATA,
    build_metadata_features,
    build_set_features,
    number_features,
    select_attributes,
)
from goldsmith.formats.shared.code_text import format_code
from goldsmith.formats.shared.xml_values import clean

_STRING = "java.lang.String"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_VERSION = "3"

Features = Iterable[tuple[str, str]]


def get_gate_name(name: str) -> str:
    """Return the name of a set in the file, which must not be the name of the section set."""
    return f"{SECTIONS} set" if name == SECTIONS else name


def build_tree(doc: Document) -> etree._Element:
    """Build the XML of a document."""
    writer = _Writer(doc)
    annotations = [*writer.build_sections(), *map(writer.build_annotations, doc.sets.values())]
    relations = [
        part
        for annotation_set in doc.sets.values()
        for part in writer.build_relations(annotation_set)
    ]
    root = etree.Element("GateDocument", version=_VERSION)
    features = etree.SubElement(root, "GateDocumentFeatures")
    features.extend(_build_features(writer.build_document_features()))
    root.append(writer.build_text())
    root.extend([*annotations, *relations])
    for element in (root, *root):
        if element.tag != "TextWithNodes":
            _break_lines(element)
    return root


class _Writer:
    """A writer of one document, which collects the nodes that the annotations need."""

    def __init__(self, doc: Document) -> None:
        self.doc, self._offsets = doc, Offsets(doc.text)
        self._nodes: set[int] = set()
        self._ids, self._free = _assign_ids(doc)

    def build_document_features(self) -> Iterator[tuple[str, str]]:
        """Yield the features for the metadata and the details of each set."""
        yield from build_metadata_features(self.doc.metadata)
        for annotation_set in self.doc.sets.values():
            comments = [note.text for note in annotation_set.notes if not note.target]
            yield from build_set_features(
                get_gate_name(annotation_set.name), annotation_set.provenance, comments
            )

    def build_text(self) -> etree._Element:
        """Build the text with a node wherever an annotation begins or ends."""
        element = etree.Element("TextWithNodes")
        text = clean(self.doc.text)
        offsets = sorted(self._nodes)
        element.text = text[: offsets[0]] if offsets else text
        for offset, next_offset in pairwise([*offsets, len(text)]):
            node = etree.SubElement(element, "Node", id=str(self._offsets.to_utf16(offset)))
            node.tail = text[offset:next_offset]
        return element

    def build_sections(self) -> Iterator[etree._Element]:
        """Yield the annotation set of the sections, if there are any."""
        if not self.doc.sections:
            return
        element = etree.Element("AnnotationSet", Name=SECTIONS)
        for section in self.doc.sections:
            features = [("kind", section.kind), ("title", section.title)]
            selected = [(name, value) for name, value in features if value]
            offsets = (section.span.start, section.span.end)
            element.append(self._build_annotation(next(self._free), SECTION, offsets, selected))
        yield element

    def build_annotations(self, annotation_set: AnnotationSet) -> etree._Element:
        """Build the annotation set for a set."""
        element = etree.Element("AnnotationSet", Name=clean(get_gate_name(annotation_set.name)))
        comments = _group_comments(annotation_set)
        for mention in annotation_set.mentions:
            element.extend(
                self._build_mention(mention, self._ids[annotation_set.name, mention.id], comments)
            )
        return element

    def _build_mention(
        self, mention: Mention, key: str, comments: Mapping[str, Sequence[str]]
    ) -> Iterator[etree._Element]:
        """Yield an annotation for each fragment."""
        attributes = select_attributes(mention)
        pairs = [(span.start, span.end) for span in mention.spans] or [self._pop_offset(attributes)]
        features = [
            *attributes.items(),
            *number_features(CODE, map(format_code, mention.codes), attributes),
            *number_features(COMMENT, comments[mention.id]),
        ]
        yield self._build_annotation(key, mention.type, pairs[0], features)
        for pair in pairs[1:]:
            features = [(FRAGMENT_OF, key)]
            yield self._build_annotation(next(self._free), mention.type, pair, features)

    def _pop_offset(self, attributes: dict[str, str]) -> tuple[int, int]:
        """Return the offsets of an annotation of length zero: its original offset, or 0."""
        offset = attributes.get(OFFSET, "")
        if not _NUMBER.fullmatch(offset) or not 0 < int(offset) <= len(self.doc.text):
            return 0, 0
        del attributes[OFFSET]
        return int(offset), int(offset)

    def _build_annotation(
        self, key: str, kind: str, pair: tuple[int, int], features: Features
    ) -> etree._Element:
        self._nodes.update(pair)
        start, end = (str(self._offsets.to_utf16(offset)) for offset in pair)
        names = {"Id": key, "Type": clean(kind), "StartNode": start, "EndNode": end}
        element = etree.Element("Annotation", names)
        element.extend(_build_features(features))
        return _break_lines(element)

    def build_relations(self, annotation_set: AnnotationSet) -> Iterator[etree._Element]:
        """Yield the relation set for a set, if it has relations or groups."""
        relations: list[Relation | Group] = [*annotation_set.relations]
        relations += [group for group in annotation_set.groups if group.members]
        if not relations:
            return
        element = etree.Element("RelationSet", Name=clean(get_gate_name(annotation_set.name)))
        comments = _group_comments(annotation_set)
        element.extend(
            self._build_relation(relation, annotation_set.name, comments[relation.id])
            for relation in relations
        )
        yield element

    def _build_relation(
        self, item: Relation | Group, set_name: str, comments: Sequence[str]
    ) -> etree._Element:
        attributes = select_attributes(item)
        if isinstance(item, Group):
            members = item.members
            if len(members) == 2:
                attributes[GROUP] = "true"
        else:
            members = (item.arg1, item.arg2)
        ids = ";".join(self._ids[set_name, member] for member in members)
        names = {"Id": self._ids[set_name, item.id], "Type": clean(item.type), "Members": ids}
        element = etree.Element("Relation", names)
        user_data = attributes.pop(USER_DATA) if attributes.get(USER_DATA) else ""
        etree.SubElement(element, "UserData").text = clean(user_data)
        element.extend(_build_features([*attributes.items(), *number_features(COMMENT, comments)]))
        return _break_lines(element)


def _assign_ids(doc: Document) -> tuple[dict[tuple[str, str], str], Iterator[str]]:
    """Assign unique integers as ids, as GATE requires, and return the unused integers too."""
    items = [
        (name, item.id)
        for name, annotation_set in doc.sets.items()
        for item in annotation_set.annotations
    ]
    preserved: dict[str, tuple[str, str]] = {}
    for item in items:
        if _NUMBER.fullmatch(item[1]):
            preserved.setdefault(item[1], item)
    unused = (str(number) for number in count(1) if str(number) not in preserved)
    ids = {item: item[1] if preserved.get(item[1]) == item else next(unused) for item in items}
    return ids, unused


def _group_comments(annotation_set: AnnotationSet) -> Mapping[str, list[str]]:
    comments: dict[str, list[str]] = defaultdict(list)
    for note in annotation_set.notes:
        comments[note.target].append(note.text)
    return comments


def _build_features(features: Features) -> Iterator[etree._Element]:
    for name, value in features:
        element = etree.Element("Feature")
        etree.SubElement(element, "Name", className=_STRING).text = clean(name)
        etree.SubElement(element, "Value", className=_STRING).text = clean(value)
        element.text = element[0].tail = "\n  "
        element[1].tail = "\n"
        yield element


def _break_lines(element: etree._Element) -> etree._Element:
    """Put each child of an element on a separate line."""
    element.text = "\n"
    for child in element:
        child.tail = "\n"
    return element
