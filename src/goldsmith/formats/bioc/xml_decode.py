"""Decoding of BioC XML into the BioC data model."""

from __future__ import annotations

from lxml import etree

from goldsmith.errors import InputError
from goldsmith.formats.bioc.model import (
    BioCAnnotation,
    BioCDocument,
    BioCLocation,
    BioCNode,
    BioCPassage,
    BioCRelation,
    BioCSentence,
)
from goldsmith.formats.shared.xml import (
    get_attribute,
    get_line,
    parse_number,
    show_tag,
)


class XmlDecoder:
    """A decoder that rejects missing or non-numeric values with their line."""

    def __init__(self, where: str) -> None:
        self._where = where

    def decode(self, element: etree._Element) -> BioCDocument:
        """Decode a document with its passages, annotations and relations."""
        return BioCDocument(
            id=self._get_child_text(element, "id").strip(),
            infons=self._decode_infons(element),
            passages=[self._decode_passage(child) for child in element.iterchildren("passage")],
            annotations=self._decode_annotations(element),
            relations=self._decode_relations(element),
        )

    def _decode_passage(self, element: etree._Element) -> BioCPassage:
        return BioCPassage(
            self._parse_offset(element),
            self._decode_infons(element),
            self._get_child_text(element, "text"),
            [self._decode_sentence(child) for child in element.iterchildren("sentence")],
            self._decode_annotations(element),
            self._decode_relations(element),
        )

    def _decode_sentence(self, element: etree._Element) -> BioCSentence:
        return BioCSentence(
            self._parse_offset(element),
            self._decode_infons(element),
            self._get_child_text(element, "text"),
            self._decode_annotations(element),
            self._decode_relations(element),
        )

    def _decode_annotations(self, element: etree._Element) -> list[BioCAnnotation]:
        return [
            BioCAnnotation(
                child.get("id", ""),
                self._decode_infons(child),
                self._get_child_text(child, "text"),
                [self._decode_location(location) for location in child.iterchildren("location")],
            )
            for child in element.iterchildren("annotation")
        ]

    def _decode_relations(self, element: etree._Element) -> list[BioCRelation]:
        return [
            BioCRelation(
                child.get("id", ""),
                self._decode_infons(child),
                [
                    BioCNode(get_attribute(node, "refid", where=self._where), node.get("role", ""))
                    for node in child.iterchildren("node")
                ],
            )
            for child in element.iterchildren("relation")
        ]

    def _decode_location(self, element: etree._Element) -> BioCLocation:
        offset, length = (
            parse_number(
                get_attribute(element, name, where=self._where), element, where=self._where
            )
            for name in ("offset", "length")
        )
        return BioCLocation(offset, length)

    def _parse_offset(self, element: etree._Element) -> int:
        return parse_number(self._get_child_text(element, "offset"), element, where=self._where)

    def _decode_infons(self, element: etree._Element) -> dict[str, object]:
        return {
            get_attribute(child, "key", where=self._where): self._get_text(child)
            for child in element.iterchildren("infon")
        }

    def _get_child_text(self, element: etree._Element, name: str) -> str:
        child = element.find(name)
        return "" if child is None else self._get_text(child)

    def _get_text(self, element: etree._Element) -> str:
        if len(element):  # lxml would drop an undeclared entity and the text after it
            raise InputError(
                f"{show_tag(element)} contains an element or an entity",
                where=self._where,
                line=get_line(element),
                expected="plain text",
                remedy="Write the characters themselves",
            )
        return element.text or ""
