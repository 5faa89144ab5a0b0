"""The parts of a GATE document out of XML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Section
from goldsmith.errors import InputError
from goldsmith.formats.gate.features import USER_DATA, OfDocument
from goldsmith.formats.gate.sets import Annotation, Collected, Linked, are_sections, sections
from goldsmith.formats.shared.xml import line_of, local, need
from goldsmith.formats.shared.xml_format import set_name_of

#: What GATE's set without a name is called where the name asked for is taken.
_DEFAULT = "default"


class File:
    """One <GateDocument>."""

    def __init__(self, root: etree._Element, *, where: str) -> None:
        self.where = where
        self._unnumbered = 0
        parts = defaultdict(list)
        for element in root:
            parts[local(element)].append(element)
        if not parts["TextWithNodes"]:
            raise InputError("there is no <TextWithNodes>", where=where, line=line_of(root))
        self.text, self._nodes = self._text(parts["TextWithNodes"][0])
        self._features: dict[str, str] = {}
        for element in parts["GateDocumentFeatures"]:
            self._features |= self._features_of(element)
        self._annotations = [
            (element.get("Name", ""), [self._annotation(one) for one in element])
            for element in parts["AnnotationSet"]
        ]
        self._links = [
            (element.get("Name", ""), [self._link(one) for one in element])
            for element in parts["RelationSet"]
        ]

    def _text(self, element: etree._Element) -> tuple[str, dict[str, int]]:
        """The text and where each node stands in it: its id says so too, but only by custom."""
        pieces, nodes = [element.text or ""], {}
        place = len(pieces[0])
        for node in element:
            if local(node) != "Node" or node.text or len(node):
                raise InputError(
                    f"<{local(node)}> stands in the text",
                    where=self.where,
                    line=line_of(node),
                    expected="nothing but <Node/>, which is empty",
                )
            nodes[need(node, "id", where=self.where)] = place
            pieces.append(node.tail or "")
            place += len(pieces[-1])
        return "".join(pieces), nodes

    def _annotation(self, element: etree._Element) -> Annotation:
        key = element.get("Id")
        if key is None:  # GATE before version 2 wrote none
            self._unnumbered += 1
            key = f"unnumbered{self._unnumbered}"
        return Annotation(
            key,
            need(element, "Type", where=self.where),
            self._place(element, "StartNode"),
            self._place(element, "EndNode"),
            self._features_of(element),
            line_of(element),
        )

    def _place(self, element: etree._Element, attribute: str) -> int:
        node = need(element, attribute, where=self.where)
        if node not in self._nodes:
            raise InputError(
                f"the {attribute} {node} does not exist",
                where=self.where,
                line=line_of(element),
                expected="the id of a <Node> in the text",
            )
        return self._nodes[node]

    def _link(self, element: etree._Element) -> Linked:
        features = self._features_of(element)
        for one in element:
            if local(one) == "UserData" and one.text:
                features[USER_DATA] = one.text
        members = need(element, "Members", where=self.where).split(";")
        return Linked(
            need(element, "Id", where=self.where),
            need(element, "Type", where=self.where),
            tuple(one.strip() for one in members if one.strip()),
            features,
        )

    def _features_of(self, element: etree._Element) -> dict[str, str]:
        found = {}
        for feature in element:
            if local(feature) == "Feature":
                parts = {local(one): _content(one) for one in feature}
                if "Name" not in parts:
                    raise InputError(
                        "a feature has no <Name>", where=self.where, line=line_of(feature)
                    )
                found[parts["Name"]] = parts.get("Value", "")
        return found

    def document(self, name: str, set_name: str) -> Document:
        """The document; GATE's set without a name is called `set_name`."""
        about = OfDocument(self._features)
        found: dict[str, Collected] = defaultdict(Collected)
        outline: list[Section] = []
        for given, listed in self._annotations:
            if are_sections(given, listed):
                outline += sections(listed)
            elif given or listed:
                found[given].annotations += listed
        for given, links in self._links:
            found[given].links += links
        for given, comments in about.comments.items():
            found[given].comments += comments
        for given, provenance in about.provenance.items():
            found[given].provenance = provenance
        names = _names(found, set_name)
        sets = {names[given]: one.annotation_set(names[given]) for given, one in found.items()}
        nothing = {set_name: AnnotationSet(set_name)}
        return Document(name, self.text, about.metadata, tuple(outline), sets or nothing)


def _names(given: Iterable[str], set_name: str) -> dict[str, str]:
    """The name of each set in the file -> its name here."""
    names = {one: set_name_of(one, set_name) for one in given if one}
    free = set_name if set_name not in names.values() else _DEFAULT
    return {one: names.get(one, free) for one in given}


def _content(element: etree._Element) -> str:
    """An element's text; one that holds XML, as Java objects are written, keeps it as it is."""
    text = element.text or ""
    return text + "".join(etree.tostring(one, encoding="unicode") for one in element)
