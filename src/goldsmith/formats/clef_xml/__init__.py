"""CLEF XML: one self-contained file a document, with a schema that embodies CLEF's (`clef.xsd`).

The types of the schemas clef and clef-temporal are elements of their own; mentions, relations and
groups of any other type stand in `<mention>`, `<relation>` and `<group>`. Groups of `co_refers` are
`<chain>` elements. Everything a document holds comes back, but for characters that XML forbids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import quoteattr

from goldsmith.core import Document, Problem
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, target
from goldsmith.formats.clef_xml.read import document
from goldsmith.formats.clef_xml.write import NAMESPACE, tree
from goldsmith.formats.clef_xml.xsd import schema_errors
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.xml_values import loosely
from goldsmith.formats.tree import Tree

__all__ = ["ClefXml", "provides", "schema_errors"]


class ClefXml(Format):
    """CLEF XML, everything in one file a document."""

    title = "CLEF XML (one file a document, with an XML schema)"
    suffixes = (".clef.xml",)
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and NAMESPACE.encode() in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        yield document(xml.parse(tree.content(unit.main), where=tree.where(unit.main)))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            xml.write(tree(doc), target(folder, doc, self.suffixes[0]))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """The line of an annotation in its own set; ids come again in others."""
        content = loosely(tree.content(unit.main))
        name, key = (re.escape(quoteattr(one)) for one in (problem.set, problem.annotation))
        begun = re.search(rf"<annotations\b[^>]*\sset={name}", content)
        found = re.compile(rf"\sid={key}").search(content, begun.start() if begun else 0)
        return tree.where(unit.main), content.count("\n", 0, found.start()) + 1 if found else 0


provides = ClefXml()
