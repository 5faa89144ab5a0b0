"""CLEF XML: one self-contained file for each document, with an XML schema (`clef.xsd`).

The types of the schemas clef and clef-temporal have their own elements; mentions, relations and
groups of other types are `<mention>`, `<relation>` and `<group>` elements. Groups of the type
`co_refers` are `<chain>` elements. Only characters that XML forbids are lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import quoteattr

from goldsmith.core import Document, Problem
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, make_path
from goldsmith.formats.clef_xml.read import build_document
from goldsmith.formats.clef_xml.write import NAMESPACE, build_tree
from goldsmith.formats.clef_xml.xsd import find_schema_errors
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.xml_values import decode_loosely
from goldsmith.formats.tree import Tree

__all__ = ["ClefXml", "find_schema_errors", "provides"]


class ClefXml(Format):
    """CLEF XML, with one file for each document."""

    title = "CLEF XML (one file per document, with an XML schema)"
    suffixes = (".clef.xml",)
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and NAMESPACE.encode() in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        yield build_document(xml.parse(tree.read_bytes(unit.main), where=tree.where(unit.main)))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            xml.write(build_tree(doc), make_path(folder, doc, self.suffixes[0]))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """Return the file and the line of an annotation; another set may use the same id."""
        content = decode_loosely(tree.read_bytes(unit.main))
        name, key = (re.escape(quoteattr(value)) for value in (problem.set, problem.annotation))
        set_start = re.search(rf"<annotations\b[^>]*\sset={name}", content)
        match = re.compile(rf"\sid={key}").search(content, set_start.start() if set_start else 0)
        return tree.where(unit.main), content.count("\n", 0, match.start()) + 1 if match else 0


provides = ClefXml()
