"""GATE XML: one file that holds the text, with a <Node> wherever an annotation begins or ends.

Annotation sets are sets, features are attributes; the document's features are its metadata.
Relations of two members are relations, others groups. What GATE has no element for is kept in
features (`_gate_features`): codes, remarks, further fragments of a discontiguous mention. A
mention without a place is an annotation of no length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import EVERYTHING, Feature, Unit, target
from goldsmith.formats.gate.loss import lost
from goldsmith.formats.gate.read import File
from goldsmith.formats.gate.write import tree_of
from goldsmith.formats.shared.xml import write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree


class Gate(XmlFormat):
    """The XML in which GATE saves a document."""

    title = "GATE XML"
    suffixes = (".gate.xml", ".xml")
    root = "GateDocument"
    id_attribute = "Id"
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        file = File(self.parsed(unit, tree), where=tree.where(unit.main))
        yield file.document(unit.name, set_name)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write(tree_of(doc), target(folder, doc, self.suffixes[0]))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        return lost(doc)


provides = Gate()
