"""BioC XML: a collection of documents with their annotations in one file, read as a stream.

Passages contain the text, annotations refer to it by offset and length, relations link annotations,
and infons contain everything else; `bioc.infons` defines their keys. The reader of the `bioc`
package keeps the whole file in memory, so this module parses one document at a time. It uses the
writer of the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from bioc.biocxml.encoder import BioCXMLDocumentWriter
from lxml import etree

from goldsmith.core import Document, Problem
from goldsmith.errors import InputError, Remedy
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.bioc.exports import name_by_folder, name_document
from goldsmith.formats.bioc.read import build_document
from goldsmith.formats.bioc.stream import EntityGuard, add_location, open_stream
from goldsmith.formats.bioc.write import build_bioc_document, count_bioc_losses
from goldsmith.formats.bioc.xml_decode import XmlDecoder
from goldsmith.formats.shared.xml import get_line, make_syntax_error
from goldsmith.formats.shared.xml_format import find_root_name
from goldsmith.formats.tree import Tree

_ROOT = "collection"
_MARKERS = (b"BioC.dtd", b"<source", b"<document")


class _Collection(msgspec.Struct):
    """The fields of a collection other than its documents."""

    source: str = "Goldsmith"
    date: str = ""
    key: str = ""
    infons: dict[str, str] = {}


class BioCXml(Format):
    """BioC collections in XML."""

    title = "BioC XML"
    suffixes = (".xml", ".bioc")
    single_file = True
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}
    own_losses = frozenset("groups-without-members overlapping-sections".split())

    def recognises(self, name: str, head: bytes) -> bool:
        is_bioc = find_root_name(head) == _ROOT and any(marker in head for marker in _MARKERS)
        return is_bioc and super().recognises(name, head)

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return name_by_folder(super().find_units(names))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        with open_stream(tree, unit.main) as stream:
            for element in _iterate_documents(EntityGuard(stream, where=where), where):
                try:
                    source = XmlDecoder(where).decode(element)
                    doc = build_document(source, set_name=set_name, remarks=tree.remarks)
                    yield name_document(doc, unit, tree.remarks)
                except InputError as error:
                    yield add_location(error, where, get_line(element))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        where = tree.where(unit.main)
        with open_stream(tree, unit.main) as stream:
            for element in _iterate_documents(EntityGuard(stream, where=where), where):
                if (element.findtext("id") or "").strip() == problem.document:
                    items = element.iter("annotation", "relation")
                    matches = [item for item in items if item.get("id") == problem.annotation]
                    return where, get_line(matches[-1] if matches else element)
        return where, 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        # Open the file here: otherwise the writer would report a full disk as its own error, and
        # close the file only at the end of the process.
        with open(folder / "corpus.xml", "wb") as file:
            writer = BioCXMLDocumentWriter(file, encoding="UTF-8")
            try:
                writer.write_collection_info(_Collection())
                for doc in docs:
                    writer.write_document(build_bioc_document(doc))
            finally:
                writer.close()

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_bioc_losses(doc)


def _iterate_documents(stream: EntityGuard, where: str) -> Iterator[etree._Element]:
    """Yield the document elements of a collection, and clear each one afterwards."""
    events = etree.iterparse(
        stream,
        events=("end",),
        tag="document",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,  # for long texts; safe because entities are rejected
    )
    try:
        for _, element in events:
            parent = element.getparent()
            if parent is not None and parent.tag == _ROOT:
                yield element
                element.clear()
                while element.getprevious() is not None:
                    del parent[0]
                stream.end_document()
    except etree.XMLSyntaxError as error:
        raise make_syntax_error(where, max(1, error.position[0])) from None
    root = events.root
    if root is None or root.tag != _ROOT:
        raise InputError(
            "this is not a BioC collection",
            where=where,
            line=1,
            expected="<collection> as the root element",
            remedy=Remedy.NAME_FORMAT,
        )


provides = BioCXml()
