"""Anafora XML, the format of THYME: a folder for each document, with its text and annotations.

Every annotation file becomes a set, named after its annotator (`gold`). If an annotator has more
than one file for a document, as `gold` has `Temporal-Relation` and `Coreference` in THYME, all set
names of the annotator include the schema (`gold.Temporal-Relation`): layers are not merged.

Entities become mentions, and their properties become attributes. A property whose value is the id
of another entity becomes a relation, marked `anafora:property`. A relation with two arguments
becomes a relation; chains, and relations with fewer or more arguments, become groups with the names
of the properties in `anafora:roles`. `associatedCode` becomes a code, a comment becomes a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.errors import InputError, quote_id
from goldsmith.formats.anafora import files
from goldsmith.formats.anafora.files import Folder, Layer
from goldsmith.formats.anafora.loss import count_set_losses
from goldsmith.formats.anafora.read import build_set
from goldsmith.formats.anafora.write import build_tree
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, write_text
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.xml_values import decode_loosely
from goldsmith.formats.tree import Tree

_ROOT = re.compile(rb"<data>\s*<(?:info|schema|annotations)\b")


class Anafora(Format):
    """Anafora XML next to the text, with one folder for each document."""

    title = "Anafora XML (THYME)"
    suffixes = (".xml",)
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.PROVENANCE,
        Feature.CODE_NAMES,
    }
    own_losses = frozenset(
        (
            "control-characters-in-values groups-of-none names-not-for-anafora "
            "notes-but-comments set-names values-not-for-anafora"
        ).split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return list(files.find_folders(names))

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and bool(_ROOT.search(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self._read_text(unit, tree)
        sets: dict[str, AnnotationSet] = {}
        for name, layer in unit.layers if isinstance(unit, Folder) else ():
            key = name or set_name
            if key in sets:
                raise InputError(
                    f"the set {quote_id(key)} has two files",
                    where=tree.where(layer.file),
                    expected="one file for each schema and annotator",
                    remedy="Keep only the completed file",
                )
            sets[key] = _read_layer(layer, key, tree)
        yield Document(unit.name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            doc_folder = folder / doc.id
            doc_folder.mkdir(parents=True, exist_ok=True)
            write_text(doc_folder / doc_folder.name, doc.text)
            for name, layer in files.choose_files(doc_folder.name, doc.sets).items():
                root = build_tree(doc.sets[name], layer, doc_folder.name)
                xml.write(root, doc_folder / layer.file)

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        losses: Counter[str] = Counter({"set-names": files.count_renamed_sets(doc.sets)})
        for annotation_set in doc.sets.values():
            losses.update(count_set_losses(annotation_set))
        return +losses

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """Return the file of an annotation's set and the line of the annotation."""
        layers = unit.layers if isinstance(unit, Folder) else ()
        matching = (layer.file for name, layer in layers if name == problem.set)
        file = next(matching, unit.main)
        content = decode_loosely(tree.read_bytes(file))
        # The relation for a property has the id of its entity and a number.
        for key in filter(None, (problem.annotation, problem.annotation.rpartition(".")[0])):
            if match := re.search(rf"<id>\s*{re.escape(escape(key))}\s*</id>", content):
                return tree.where(file), content.count("\n", 0, match.start()) + 1
        return tree.where(file), 0

    @staticmethod
    def _read_text(unit: Unit, tree: Tree) -> str:
        if unit.text:
            return tree.read_note(unit.text)
        name = unit.name.rpartition("/")[2]
        raise InputError(
            "the text of this document is missing",
            where=tree.where(unit.main),
            expected=f"a file {name} (or {name}.txt) next to it",
            remedy="Read the whole folder; THYME distributes texts and annotations separately",
        )


def _read_layer(layer: Layer, name: str, tree: Tree) -> AnnotationSet:
    where = tree.where(layer.file)
    try:
        root = xml.parse(tree.read_bytes(layer.file), where=where)
        return build_set(root, name, files.get_schema(layer))
    except InputError as error:
        raise error if error.where else error.at(where) from None


provides = Anafora()
