"""TimeML 1.2.1 (`.tml`), as in TimeBank and TempEval: annotation inline, in the text itself.

EVENT, TIMEX3 and SIGNAL are mentions. What MAKEINSTANCE says of an event is folded into it, and an
event with several instances is several mentions of one place. The DCT is a TIMEX3 of the whole
document and gives the document's date; other empty elements have no place in the text either.
TLINK, SLINK and ALINK are relations. Attributes that hold ids are kept as `timeml:signalID` and
the like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import Document, Mention, Problem, Relation
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, only_set, target, write_text
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import loosely
from goldsmith.formats.timeml import read as timeml_read
from goldsmith.formats.timeml import write as timeml_write
from goldsmith.formats.timeml.terms import (
    DOCID,
    EXTRAINFO,
    IDS,
    LINKS,
    TITLE,
    date_of,
    document_time,
)
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

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and b"<TimeML" in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        root = xml.parse(tree.content(unit.main), where=tree.where(unit.main))
        yield timeml_read.document(root, unit.name, set_name)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(target(folder, doc, self.suffixes[0]), timeml_write.document(doc))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        one = only_set(doc)
        plan = timeml_write.Plan(one)
        known: list[Mention | Relation] = [*plan.mentions.values(), *plan.relations]
        lost = {
            "other-types": sum(mention.type not in IDS for mention in one.mentions),
            "crossing": plan.crossing,
            "other-relation-types": sum(rel.type not in LINKS for rel in one.relations),
            "links-of-what-is-lost-or-a-signal": len(plan.links) - len(plan.relations),
            "names-not-for-timeml": sum(
                not plan.spells(name, item.id) for item in known for name in item.attributes
            ),
            "notes-beyond-one-comment": len(one.notes)
            - len(plan.comments)
            + sum(bool(note.kind) for note in one.notes if note.target in plan.comments),
            "metadata-but-date-and-title": _unsaid(doc),
            "date-unlike-the-document-time": _other_date(doc),
        }
        return {name: count for name, count in lost.items() if count}

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """The line of the element that has the annotation's id."""
        content = loosely(tree.content(unit.main))
        key = re.escape(problem.annotation)
        found = re.search(rf"\b(?:eid|eiid|tid|sid|lid)=[\"']{key}[\"']", content)
        return tree.where(unit.main), content.count("\n", 0, found.start()) + 1 if found else 0


def _unsaid(doc: Document) -> int:
    """How much is known about a document that has no place in TimeML."""
    known = doc.metadata
    others = (known.patient, known.type, known.subtype, known.diagnosis, known.institution)
    count = sum(map(bool, others)) + bool(NOT_XML.search(known.date))
    for key, value in known.extra.items():
        if key == DOCID:
            count += value != value.strip() or value in ("", doc.id.rpartition("/")[2])
        else:
            count += key not in (TITLE, EXTRAINFO) or not value.strip()
    return count


def _other_date(doc: Document) -> int:
    """Whether the document's date is not the one that its own time expression gives."""
    written = document_time(only_set(doc).mentions)
    return int(written is not None and date_of(written) != doc.metadata.date)


provides = TimeML()
