"""Knowtator 2, the format of CRAFT: annotations, and their relations in graph spaces.

    <knowtator-project><document id="n" text-file="n.txt">
      <annotation annotator="gold" id="T1" motivation="" type="identity">
        <class id="Condition" label="Condition"/><span end="5" id="T1-1" start="0">fever</span>
      </annotation>
      <graph-space id="gold"><vertex annotation="T1" id="node_1"/>
        <triple subject="node_1" property="has_location" object="node_2" .../></graph-space>

A triple is a relation. Knowtator 2 has no attributes: Goldsmith writes them as triples with a value
from an annotation to itself. Groups and relations with attributes are annotations with the spans of
their first member, as in CRAFT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Unit, make_path, write_text
from goldsmith.formats.knowtator.frames_to_sets import FrameConverter
from goldsmith.formats.knowtator.loss import count_frame_losses
from goldsmith.formats.knowtator.sets_to_frames import build_frames
from goldsmith.formats.knowtator.text_files import TextFiles, read_named_text
from goldsmith.formats.knowtator2.read import DocumentReader
from goldsmith.formats.knowtator2.write import DIALECT, build_tree
from goldsmith.formats.shared.xml import get_attribute, get_line, write
from goldsmith.formats.shared.xml_format import XmlFormat
from goldsmith.formats.tree import Tree

_ANNOTATIONS, _ARTICLES = "Annotations", "Articles"


class Knowtator2(XmlFormat):
    """The XML of Knowtator 2."""

    title = "Knowtator 2 project (Annotations and Articles)"
    suffixes = (".xml", ".txt.knowtator.xml", ".knowtator.xml")
    settings = ("Profiles/*", "Ontologies/*", "*.knowtator")
    root = "knowtator-project"
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.PROVENANCE,
        Feature.UNANCHORED,
    }
    own_losses = frozenset(
        (
            "codes-that-cannot-be-spelt control-characters-in-values empty-groups empty-notes "
            "empty-values names-that-mean-something-else note-kinds notes-on-documents "
            "second-notes"
        ).split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        """Find the files in the folder Annotations, if it exists; other files contain settings."""
        files = [name for name in names if name.endswith(self.suffixes)]
        annotation_files = [
            name for name in files if _ANNOTATIONS in PurePosixPath(name).parts[:-1]
        ]
        texts = TextFiles(names)
        stems = {name: self.strip_suffix(name) for name in annotation_files or files}
        return [
            Unit(
                _get_document_id(stem),
                name,
                texts.find_nearest(f"{PurePosixPath(stem).name}.txt", name),
            )
            for name, stem in stems.items()
        ]

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        documents = list(self.parse_root(unit, tree).iterfind("document"))
        for element in documents:
            try:
                key = get_attribute(element, "id", where=where)
                text_file = element.get("text-file") or key
                text = read_named_text(text_file, unit, tree, get_line(element))
                reader = DocumentReader(element, text, where=where)
                sets = FrameConverter(reader.frames).build_sets(set_name, reader.annotator_sets)
            except InputError as error:
                yield error
                continue
            name = unit.name if len(documents) == 1 else key
            yield Document(name, text, sets=sets)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        for doc in docs:
            write_text(make_path(folder / _ARTICLES, doc, ".txt"), doc.text)
            root = build_tree(doc, build_frames(doc, DIALECT))
            write(root, make_path(folder / _ANNOTATIONS, doc, self.suffixes[0]))

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        losses = count_frame_losses(doc)
        for annotation_set in doc.sets.values():
            notes = Counter(note.target for note in annotation_set.notes)
            losses["notes-on-documents"] += notes.pop("", 0)
            losses["second-notes"] += notes.total() - len(notes)
            values = [
                value for item in annotation_set.annotations for value in item.attributes.values()
            ]
            losses["empty-values"] += values.count("")
        return +losses


def _get_document_id(stem: str) -> str:
    """Return a file's path without the folder Annotations of the project."""
    parts = list(PurePosixPath(stem).parts)
    if _ANNOTATIONS in parts[:-1]:
        parts.remove(_ANNOTATIONS)
    return "/".join(parts)


provides = Knowtator2()
