"""Anafora XML, the format of THYME: a folder for each document, the text and its annotations in it.

Every annotation file becomes a set, named after its annotator (`gold`). Where an annotator has more
than one file for some document, as THYME has `Temporal-Relation` and `Coreference` by `gold`, the
schema is part of the name throughout (`gold.Temporal-Relation`): layers are not mixed.

Entities are mentions and their properties attributes. A property that holds another entity is a
relation from the one to the other, marked `anafora:property`. A relation with two arguments is a
relation; chains, and whatever else has fewer or more, are groups with the properties' names in
`anafora:roles`. `associatedCode` is a code, a comment a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.anafora import files
from goldsmith.formats.anafora import read as anafora_read
from goldsmith.formats.anafora import write as anafora_write
from goldsmith.formats.anafora.files import Folder, Layer
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, write_text
from goldsmith.formats.shared import xml
from goldsmith.formats.shared.xml_values import loosely
from goldsmith.formats.tree import Tree

_ROOT = re.compile(rb"<data>\s*<(?:info|schema|annotations)\b")


class Anafora(Format):
    """Anafora XML beside the text, one folder a document."""

    title = "Anafora XML (THYME)"
    suffixes = (files.XML,)
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.PROVENANCE,
        Feature.CODE_NAMES,
    }

    def units(self, names: Sequence[str]) -> list[Unit]:
        return list(files.folders(names))

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and bool(_ROOT.search(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        text = self._text(unit, tree)
        sets: dict[str, AnnotationSet] = {}
        for name, layer in unit.layers if isinstance(unit, Folder) else ():
            key = name or set_name
            if key in sets:
                raise InputError(
                    f"the set {key!r} has two files",
                    where=tree.where(layer.file),
                    expected="one file for each schema and annotator",
                    remedy="Keep the completed one",
                )
            sets[key] = _layer(layer, key, tree)
        yield Document(unit.name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            place = folder / doc.id
            place.mkdir(parents=True, exist_ok=True)
            write_text(place / place.name, doc.text)
            for name, layer in files.named(place.name, doc.sets).items():
                root = anafora_write.tree(doc.sets[name], layer, place.name)
                xml.write(root, place / layer.file)

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        lost: Counter[str] = Counter({"set-names": files.renamed(doc.sets)})
        for one in doc.sets.values():
            lost.update(anafora_write.losses(one))
        return +lost

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        """The line of an annotation in the file of its set."""
        layers = unit.layers if isinstance(unit, Folder) else ()
        named = (layer.file for name, layer in layers if name == problem.set)
        file = next(named, unit.main)
        content = loosely(tree.content(file))
        # A property's relation has the id of its entity and a number.
        for key in filter(None, (problem.annotation, problem.annotation.rpartition(".")[0])):
            if found := re.search(rf"<id>\s*{re.escape(escape(key))}\s*</id>", content):
                return tree.where(file), content.count("\n", 0, found.start()) + 1
        return tree.where(file), 0

    @staticmethod
    def _text(unit: Unit, tree: Tree) -> str:
        if unit.text:
            return tree.text(unit.text)
        name = unit.name.rpartition("/")[2]
        raise InputError(
            "the text of this document is missing",
            where=tree.where(unit.main),
            expected=f"a file {name} (or {name}.txt) beside it",
            remedy="Read the whole folder; THYME hands out texts and annotations separately",
        )


def _layer(layer: Layer, name: str, tree: Tree) -> AnnotationSet:
    where = tree.where(layer.file)
    try:
        root = xml.parse(tree.content(layer.file), where=where)
        return anafora_read.annotation_set(root, name, files.schema_of(layer))
    except InputError as error:
        raise error if error.where else error.at(where) from None


provides = Anafora()
