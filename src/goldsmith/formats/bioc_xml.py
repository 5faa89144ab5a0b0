"""BioC XML: a collection of documents with their annotations in one file, read as a stream.

Passages hold the text, annotations point into it by offset and length, relations link them, and
infons say everything else; `_bioc_infons` says which of them mean what. The reader of the `bioc`
package keeps the whole file in memory, so elements are taken one document at a time here and
dropped; its writer is used as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from bioc.biocxml.encoder import BioCXMLDocumentWriter
from lxml import etree

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.bioc.read import (
    BioCAnnotation,
    BioCDocument,
    BioCLocation,
    BioCNode,
    BioCPassage,
    BioCRelation,
    BioCSentence,
    document,
)
from goldsmith.formats.bioc.stream import Guarded, opened, placed
from goldsmith.formats.bioc.write import bioc, misfits
from goldsmith.formats.shared.xml import line_of, local, malformed, need, number
from goldsmith.formats.shared.xml_format import root_name
from goldsmith.formats.tree import Tree

_ROOT = "collection"
_MARKS = (b"BioC.dtd", b"<source", b"<document")


class _Collection(msgspec.Struct):
    """What is said of the whole collection."""

    source: str = "Goldsmith"
    date: str = ""
    key: str = ""
    infons: dict[str, str] = {}


class BioCXml(Format):
    """BioC collections in XML."""

    title = "BioC XML"
    suffixes = (".xml", ".bioc")
    one_file = True
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def recognises(self, name: str, head: bytes) -> bool:
        ours = root_name(head) == _ROOT and any(mark in head for mark in _MARKS)
        return ours and super().recognises(name, head)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        with opened(tree, unit.main) as stream:
            for element in _documents(Guarded(stream, where=where), where):
                try:
                    yield document(_Decoder(where).document(element), set_name=set_name)
                except InputError as error:
                    yield placed(error, where, line_of(element))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where = tree.where(unit.main)
        with opened(tree, unit.main) as stream:
            for element in _documents(Guarded(stream, where=where), where):
                if (element.findtext("id") or "").strip() == problem.document:
                    items = element.iter("annotation", "relation")
                    named = [one for one in items if one.get("id") == problem.annotation]
                    return where, line_of(named[-1] if named else element)
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        writer = BioCXMLDocumentWriter(str(folder / "corpus.xml"), encoding="UTF-8")
        try:
            writer.write_collection_info(_Collection())
            for doc in docs:
                writer.write_document(bioc(doc))
        finally:
            writer.close()

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        return misfits(doc)


def _documents(stream: Guarded, where: str) -> Iterator[etree._Element]:
    """The document elements of a collection, each dropped when the next one is asked for."""
    events = etree.iterparse(
        stream,
        events=("end",),
        tag="document",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,  # long texts; what makes that dangerous are entities, and there are none
    )
    try:
        for _, element in events:
            parent = element.getparent()
            if parent is not None and parent.tag == _ROOT:
                yield element
                element.clear()
                while element.getprevious() is not None:
                    del parent[0]
    except etree.XMLSyntaxError as error:
        raise malformed(where, max(1, error.position[0])) from None
    root = events.root
    if root is None or root.tag != _ROOT:
        raise InputError(
            "this is not a BioC collection",
            where=where,
            line=1,
            expected="<collection> as the root element",
            remedy="Name the format it has with --from",
        )


class _Decoder:
    """Turns elements into BioC's structs; what is missing or no number is refused with its line."""

    def __init__(self, where: str) -> None:
        self._where = where

    def document(self, element: etree._Element) -> BioCDocument:
        """A document with all that it holds."""
        return BioCDocument(
            id=self._text(element, "id").strip(),
            infons=self._infons(element),
            passages=[self._passage(child) for child in element.iterchildren("passage")],
            annotations=self._annotations(element),
            relations=self._relations(element),
        )

    def _passage(self, element: etree._Element) -> BioCPassage:
        return BioCPassage(
            self._offset(element),
            self._infons(element),
            self._text(element, "text"),
            [self._sentence(child) for child in element.iterchildren("sentence")],
            self._annotations(element),
            self._relations(element),
        )

    def _sentence(self, element: etree._Element) -> BioCSentence:
        return BioCSentence(
            self._offset(element),
            self._infons(element),
            self._text(element, "text"),
            self._annotations(element),
            self._relations(element),
        )

    def _annotations(self, element: etree._Element) -> list[BioCAnnotation]:
        return [
            BioCAnnotation(
                child.get("id", ""),
                self._infons(child),
                self._text(child, "text"),
                [self._location(place) for place in child.iterchildren("location")],
            )
            for child in element.iterchildren("annotation")
        ]

    def _relations(self, element: etree._Element) -> list[BioCRelation]:
        return [
            BioCRelation(
                child.get("id", ""),
                self._infons(child),
                [
                    BioCNode(need(node, "refid", where=self._where), node.get("role", ""))
                    for node in child.iterchildren("node")
                ],
            )
            for child in element.iterchildren("relation")
        ]

    def _location(self, element: etree._Element) -> BioCLocation:
        offset, length = (
            number(need(element, name, where=self._where), element, where=self._where)
            for name in ("offset", "length")
        )
        return BioCLocation(offset, length)

    def _offset(self, element: etree._Element) -> int:
        return number(self._text(element, "offset"), element, where=self._where)

    def _infons(self, element: etree._Element) -> dict[str, object]:
        return {
            need(child, "key", where=self._where): self._content(child)
            for child in element.iterchildren("infon")
        }

    def _text(self, element: etree._Element, name: str) -> str:
        child = element.find(name)
        return "" if child is None else self._content(child)

    def _content(self, element: etree._Element) -> str:
        if len(element):  # an entity that nobody declared would be dropped with what follows
            raise InputError(
                f"<{local(element)}> holds an element or an entity",
                where=self._where,
                line=line_of(element),
                expected="plain text",
                remedy="Write the characters themselves",
            )
        return element.text or ""


provides = BioCXml()
