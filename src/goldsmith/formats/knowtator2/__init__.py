"""Knowtator 2: annotations of CRAFT, relations between them in graph spaces.

    <knowtator-project><document id="n" text-file="n.txt">
      <annotation annotator="gold" id="T1" motivation="" type="identity">
        <class id="Condition" label="Condition"/><span end="5" id="T1-1" start="0">fever</span>
      </annotation>
      <graph-space id="gold"><vertex annotation="T1" id="node_1"/>
        <triple subject="node_1" property="has_location" object="node_2" .../></graph-space>

A triple is a relation. Knowtator 2 has no attributes: ours are triples from an annotation to
itself that hold a value. Groups and relations with attributes are annotations that stand where
their first member stands, as in CRAFT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Unit, target, write_text
from goldsmith.formats.knowtator.files import Texts, text_called
from goldsmith.formats.knowtator.loss import lost
from goldsmith.formats.knowtator.read import Frames
from goldsmith.formats.knowtator.write import frames
from goldsmith.formats.knowtator2.xml_read import Space
from goldsmith.formats.knowtator2.xml_write import DIALECT, tree_of
from goldsmith.formats.shared.xml import line_of, need, write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree

_ANNOTATIONS, _ARTICLES = "Annotations", "Articles"


class Knowtator2(XmlFormat):
    """The XML of Knowtator 2."""

    title = "Knowtator 2 project (Annotations and Articles)"
    suffixes = (".xml", ".txt.knowtator.xml", ".knowtator.xml")
    root = "knowtator-project"
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.PROVENANCE,
        Feature.UNANCHORED,
    }

    def units(self, names: Sequence[str]) -> list[Unit]:
        """The files in Annotations, where there is such a folder: others hold settings."""
        files = [name for name in names if name.endswith(self.suffixes)]
        inside = [name for name in files if _ANNOTATIONS in PurePosixPath(name).parts[:-1]]
        texts = Texts(names)
        stems = {name: self._stem(name) for name in inside or files}
        return [
            Unit(_document_id(stem), name, texts.nearest(f"{PurePosixPath(stem).name}.txt", name))
            for name, stem in stems.items()
        ]

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        documents = list(self.parsed(unit, tree).iterfind("document"))
        for element in documents:
            try:
                key = need(element, "id", where=where)
                named = element.get("text-file") or key
                text = text_called(named, unit, tree, line_of(element))
                space = Space(element, text, where=where)
                sets = Frames(space.frames).sets(set_name, space.named)
            except InputError as error:
                yield error
                continue
            name = unit.name if len(documents) == 1 else key
            yield Document(name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(target(folder / _ARTICLES, doc, ".txt"), doc.text)
            root = tree_of(doc, frames(doc, DIALECT))
            write(root, target(folder / _ANNOTATIONS, doc, self.suffixes[0]))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        found = lost(doc)
        for one in doc.sets.values():
            notes = Counter(note.target for note in one.notes)
            found["notes-on-documents"] += notes.pop("", 0)
            found["second-notes"] += notes.total() - len(notes)
            values = [value for item in one.annotations for value in item.attributes.values()]
            found["empty-values"] += values.count("")
        return +found


def _document_id(stem: str) -> str:
    """A file's path without the folder that all annotations of a project are in."""
    parts = list(PurePosixPath(stem).parts)
    if _ANNOTATIONS in parts[:-1]:
        parts.remove(_ANNOTATIONS)
    return "/".join(parts)


provides = Knowtator2()
