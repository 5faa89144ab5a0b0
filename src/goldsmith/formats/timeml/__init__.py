"""TimeML 1.2.1 (`.tml`), the inline annotation of TimeBank and TempEval.

EVENT, TIMEX3 and SIGNAL become mentions. The attributes of MAKEINSTANCE are added to the event; an
event with several instances becomes several mentions with the same span. The DCT becomes a TIMEX3
of the whole document and supplies the document's date; other empty elements have no spans either.
TLINK, SLINK and ALINK become relations. Attributes whose values are ids are stored as
`timeml:signalID` etc.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document, Problem
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, make_path, write_text
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.xml_values import decode_loosely
from goldsmith.formats.timeml.loss import count_timeml_losses
from goldsmith.formats.timeml.read import build_document
from goldsmith.formats.timeml.write import format_document
from goldsmith.formats.tree import Tree


class TimeML(Format):
    """TimeML 1.2.1 with inline annotation."""

    title = "TimeML 1.2.1 (.tml, inline)"
    suffixes = (".tml",)
    carries = EVERYTHING - {
        Feature.SECTIONS,
        Feature.SETS,
        Feature.PROVENANCE,
        Feature.DISCONTIGUOUS,
        Feature.CODES,
        Feature.CODE_NAMES,
        Feature.GROUPS,
        Feature.GROUP_ATTRIBUTES,
        Feature.CONTROL_CHARACTERS,
    }
    own_losses = frozenset(
        (
            "crossing date-unlike-the-document-time links-of-what-is-lost-or-a-signal "
            "metadata-but-date-and-title names-not-for-timeml notes-beyond-one-comment "
            "other-relation-types other-types"
        ).split()
    )

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and b"<TimeML" in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        root = xml.parse(tree.read_bytes(unit.main), where=tree.where(unit.main))
        yield build_document(root, unit.name, set_name)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(make_path(folder, doc, self.suffixes[0]), format_document(doc))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_timeml_losses(doc)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """Return the file and the line of the element with the annotation's id."""
        content = decode_loosely(tree.read_bytes(unit.main))
        key = re.escape(problem.annotation)
        match = re.search(rf"\b(?:eid|eiid|tid|sid|lid)=[\"']{key}[\"']", content)
        return tree.where(unit.main), content.count("\n", 0, match.start()) + 1 if match else 0


provides = TimeML()
