"""Knowtator 1, the Protégé plug-in, and eHOST: `note.txt.knowtator.xml` for `note.txt`.

A class mention with an annotation becomes a mention, its slots with plain values become attributes,
and slots that refer to other mentions become relations. A class mention that has only links becomes
a relation or a group; `frames_to_sets` has the rules. Each annotator becomes an annotation set.
Offsets are UTF-16 code units, as in Java.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats.base import EVERYTHING, Feature, Unit, make_path, write_text
from goldsmith.formats.knowtator.frames_to_sets import FrameConverter
from goldsmith.formats.knowtator.loss import count_frame_losses
from goldsmith.formats.knowtator.read import KnowtatorFile
from goldsmith.formats.knowtator.sets_to_frames import Dialect, build_frames
from goldsmith.formats.knowtator.text_files import TextFiles, read_named_text
from goldsmith.formats.knowtator.write import build_tree
from goldsmith.formats.shared.xml import write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree


class Knowtator(XmlFormat):
    """The XML of Knowtator 1 and of eHOST."""

    title = "Knowtator and eHOST XML (.txt.knowtator.xml next to .txt)"
    suffixes = (".txt.knowtator.xml", ".knowtator.xml")
    text_suffix = ".txt"
    settings = ("config/*", "*.pprj", "*.pont", "*.pins")
    root = "annotations"
    carries = EVERYTHING - {Feature.METADATA, Feature.SECTIONS, Feature.PROVENANCE}
    own_losses = frozenset(
        (
            "codes-that-cannot-be-spelt control-characters-in-values empty-groups empty-notes "
            "names-that-mean-something-else note-kinds"
        ).split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        """Find the annotation files with their texts, which eHOST stores in another folder."""
        annotation_units = super().find_units(names)
        texts = TextFiles(names)
        text_paths = {
            unit.main: texts.find_nearest(PurePosixPath(f"{unit.name}.txt").name, unit.main)
            for unit in annotation_units
            if not unit.text
        }
        uses = Counter(text_paths.values())
        units = []
        for unit in annotation_units:
            if unit.main in text_paths:
                units.append(_add_text(unit, text_paths[unit.main], uses))
            elif unit.main or not uses[unit.text]:
                units.append(unit)
        return sorted(units, key=lambda unit: unit.name)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        if not unit.main:
            yield Document(
                unit.name, tree.read_note(unit.text), sets={set_name: AnnotationSet(set_name)}
            )
            return
        root = self.parse_root(unit, tree)
        text_source = root.get("textSource", "")
        text = (
            tree.read_note(unit.text) if unit.text else read_named_text(text_source, unit, tree, 1)
        )
        file = KnowtatorFile(root, text, where=tree.where(unit.main))
        sets = FrameConverter(file.build_frames()).build_sets(set_name, file.annotator_sets)
        yield Document(unit.name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            text = make_path(folder, doc, self.text_suffix)
            write_text(text, doc.text)
            root = build_tree(doc, build_frames(doc, Dialect()), text.name)
            write(root, make_path(folder, doc, self.suffixes[0]))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_frame_losses(doc)


def _add_text(unit: Unit, text: str, uses: Mapping[str, int]) -> Unit:
    """Return the unit with a text, named after the text unless other files refer to it too."""
    is_only_use = text and uses[text] == 1
    return Unit(text.removesuffix(".txt") if is_only_use else unit.name, unit.main, text)


provides = Knowtator()
