"""GATE XML: one file with the text, which has a <Node> wherever an annotation begins or ends.

Annotation sets become sets, features become attributes, and the document's features become its
metadata. A relation of two members becomes a relation, any other a group. Codes, notes and the
further fragments of a discontiguous mention have no element in GATE and are stored in features (see
`features`). A mention without spans is an annotation of length zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document
from goldsmith.formats.base import EVERYTHING, Feature, Unit, make_path
from goldsmith.formats.gate.loss import count_gate_losses
from goldsmith.formats.gate.read import GateFile
from goldsmith.formats.gate.write import build_tree
from goldsmith.formats.shared.xml import write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree


class Gate(XmlFormat):
    """The XML format in which GATE saves documents."""

    title = "GATE XML"
    suffixes = (".gate.xml", ".xml")
    root = "GateDocument"
    id_attribute = "Id"
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}
    own_losses = frozenset(
        "codes-that-cannot-be-spelt empty-groups names-that-mean-something-else note-kinds".split()
    )

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        file = GateFile(self.parse_root(unit, tree), where=tree.where(unit.main))
        yield file.build_document(unit.name, set_name)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write(build_tree(doc), make_path(folder, doc, self.suffixes[0]))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_gate_losses(doc)


provides = Gate()
