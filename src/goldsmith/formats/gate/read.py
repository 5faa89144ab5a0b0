"""Documents from GATE XML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Section
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.gate.features import USER_DATA, DocumentFeatures
from goldsmith.formats.gate.sets import (
    GateAnnotation,
    GateRelation,
    SetBuilder,
    build_sections,
    is_section_set,
)
from goldsmith.formats.shared.set_names import make_set_name
from goldsmith.formats.shared.xml import get_attribute, get_line, get_local_name, show_tag

#: Name of GATE's unnamed set if another set has the requested name.
_DEFAULT = "default"


class GateFile:
    """The parsed elements of one <GateDocument>."""

    def __init__(self, root: etree._Element, *, where: str) -> None:
        self.where = where
        self._unnumbered = 0
        parts = defaultdict(list)
        for element in root:
            parts[get_local_name(element)].append(element)
        if not parts["TextWithNodes"]:
            raise InputError("the file has no <TextWithNodes>", where=where, line=get_line(root))
        self.text, self._nodes = self._read_text(parts["TextWithNodes"][0])
        self._features: dict[str, str] = {}
        for element in parts["GateDocumentFeatures"]:
            self._features |= self._read_features(element)
        self._annotations = [
            (element.get("Name", ""), [self._read_annotation(child) for child in element])
            for element in parts["AnnotationSet"]
        ]
        self._relations = [
            (element.get("Name", ""), [self._read_relation(child) for child in element])
            for element in parts["RelationSet"]
        ]

    def _read_text(self, element: etree._Element) -> tuple[str, dict[str, int]]:
        """Return the text and the offset of each node; node ids need not be offsets."""
        pieces, nodes = [element.text or ""], {}
        offset = len(pieces[0])
        for node in element:
            if get_local_name(node) != "Node" or node.text or len(node):
                raise InputError(
                    f"{show_tag(node)} is not allowed in the text",
                    where=self.where,
                    line=get_line(node),
                    expected="only empty <Node/> elements",
                )
            nodes[get_attribute(node, "id", where=self.where)] = offset
            pieces.append(node.tail or "")
            offset += len(pieces[-1])
        return "".join(pieces), nodes

    def _read_annotation(self, element: etree._Element) -> GateAnnotation:
        key = element.get("Id")
        if key is None:  # GATE wrote no ids before version 2
            self._unnumbered += 1
            key = f"unnumbered{self._unnumbered}"
        return GateAnnotation(
            key,
            get_attribute(element, "Type", where=self.where),
            self._get_offset(element, "StartNode"),
            self._get_offset(element, "EndNode"),
            self._read_features(element),
            get_line(element),
        )

    def _get_offset(self, element: etree._Element, attribute: str) -> int:
        node = get_attribute(element, attribute, where=self.where)
        if node not in self._nodes:
            raise InputError(
                f"the {attribute} {shorten_id(str(node))} does not exist",
                where=self.where,
                line=get_line(element),
                expected="the id of a <Node> in the text",
            )
        return self._nodes[node]

    def _read_relation(self, element: etree._Element) -> GateRelation:
        features = self._read_features(element)
        for child in element:
            if get_local_name(child) == "UserData" and child.text:
                features[USER_DATA] = child.text
        members = get_attribute(element, "Members", where=self.where).split(";")
        return GateRelation(
            get_attribute(element, "Id", where=self.where),
            get_attribute(element, "Type", where=self.where),
            tuple(member.strip() for member in members if member.strip()),
            features,
        )

    def _read_features(self, element: etree._Element) -> dict[str, str]:
        features = {}
        for feature in element:
            if get_local_name(feature) == "Feature":
                parts = {get_local_name(child): _get_content(child) for child in feature}
                if "Name" not in parts:
                    raise InputError(
                        "a feature has no <Name>", where=self.where, line=get_line(feature)
                    )
                features[parts["Name"]] = parts.get("Value", "")
        return features

    def build_document(self, name: str, set_name: str) -> Document:
        """Build the document; the unnamed set of GATE gets the name `set_name`."""
        document_features = DocumentFeatures(self._features)
        builders: dict[str, SetBuilder] = defaultdict(SetBuilder)
        sections: list[Section] = []
        for gate_name, items in self._annotations:
            if is_section_set(gate_name, items):
                sections += build_sections(items)
            elif gate_name or items:
                builders[gate_name].annotations += items
        for gate_name, relations in self._relations:
            builders[gate_name].relations += relations
        for gate_name, comments in document_features.comments.items():
            builders[gate_name].comments += comments
        for gate_name, provenance in document_features.provenance.items():
            builders[gate_name].provenance = provenance
        names = _choose_names(builders, set_name)
        sets = {
            names[gate_name]: builder.build(names[gate_name])
            for gate_name, builder in builders.items()
        }
        empty = {set_name: AnnotationSet(set_name)}
        return Document(name, self.text, document_features.metadata, tuple(sections), sets or empty)


def _choose_names(gate_names: Iterable[str], set_name: str) -> dict[str, str]:
    """Choose a set name for each name in the file."""
    names = {name: make_set_name(name, set_name) for name in gate_names if name}
    default = set_name if set_name not in names.values() else _DEFAULT
    return {name: names.get(name, default) for name in gate_names}


def _get_content(element: etree._Element) -> str:
    """Return an element's text, including the XML that GATE writes for Java objects."""
    text = element.text or ""
    return text + "".join(etree.tostring(child, encoding="unicode") for child in element)
