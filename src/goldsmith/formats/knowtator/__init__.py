"""Knowtator 1, the Protégé plug-in, and eHOST: `note.txt.knowtator.xml` for `note.txt`.

A class mention with an annotation is a mention; its slots with plain values are attributes, those
that point at other mentions are relations. A class mention that is nothing but links is a
relation or a group (`_knowtator_read` says which). Annotators are annotation sets. Offsets count
Java's characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats.base import EVERYTHING, Feature, Unit, target, write_text
from goldsmith.formats.knowtator.files import Texts, text_called
from goldsmith.formats.knowtator.loss import lost
from goldsmith.formats.knowtator.read import Frames
from goldsmith.formats.knowtator.write import Dialect, frames
from goldsmith.formats.knowtator.xml_read import File
from goldsmith.formats.knowtator.xml_write import tree_of
from goldsmith.formats.shared.xml import write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree


class Knowtator(XmlFormat):
    """The XML of Knowtator 1 and of eHOST."""

    title = "Knowtator and eHOST XML (.txt.knowtator.xml beside .txt)"
    suffixes = (".txt.knowtator.xml", ".knowtator.xml")
    text_suffix = ".txt"
    root = "annotations"
    carries = EVERYTHING - {Feature.METADATA, Feature.SECTIONS, Feature.PROVENANCE}

    def units(self, names: Sequence[str]) -> list[Unit]:
        """Annotations with their texts, which eHOST keeps in another folder (corpus, saved)."""
        found = super().units(names)
        texts = Texts(names)
        elsewhere = {
            unit.main: texts.nearest(PurePosixPath(f"{unit.name}.txt").name, unit.main)
            for unit in found
            if not unit.text
        }
        uses = Counter(elsewhere.values())
        units = []
        for unit in found:
            if unit.main in elsewhere:
                units.append(_with_text(unit, elsewhere[unit.main], uses))
            elif unit.main or not uses[unit.text]:
                units.append(unit)
        return sorted(units, key=lambda unit: unit.name)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        if not unit.main:
            yield Document(unit.name, tree.text(unit.text), sets=_nothing(set_name))
            return
        root = self.parsed(unit, tree)
        named = root.get("textSource", "")
        text = tree.text(unit.text) if unit.text else text_called(named, unit, tree, 1)
        file = File(root, text, where=tree.where(unit.main))
        sets = Frames(file.frames()).sets(set_name, file.named)
        yield Document(unit.name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            text = target(folder, doc, self.text_suffix)
            write_text(text, doc.text)
            root = tree_of(doc, frames(doc, Dialect()), text.name)
            write(root, target(folder, doc, self.suffixes[0]))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        return lost(doc)


def _with_text(unit: Unit, text: str, uses: Mapping[str, int]) -> Unit:
    """The unit with a text from elsewhere, called like it unless other files speak of it too."""
    alone = text and uses[text] == 1
    return Unit(text.removesuffix(".txt") if alone else unit.name, unit.main, text)


def _nothing(set_name: str) -> dict[str, AnnotationSet]:
    return {set_name: AnnotationSet(set_name)}


provides = Knowtator()
