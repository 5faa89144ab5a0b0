"""MedTator and MAE XML: a text and its tags in one file for each annotator.

    <TASK>
    <TEXT><![CDATA[No fever.]]></TEXT>
    <TAGS>
    <Symptom spans="3~8" text="fever" id="S0" certainty="negated"/>
    </TAGS>
    </TASK>

The task's schema (a DTD) names the root and the tags. A tag with `spans` is a mention. A tag
without `spans` links others: with two arguments it is a relation, otherwise a group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit, make_path, write_text
from goldsmith.formats.medtator.dtd import Dtd
from goldsmith.formats.medtator.files import AnnotatorFiles, group_files
from goldsmith.formats.medtator.merge import has_annotators, merge_files
from goldsmith.formats.medtator.read import read_file
from goldsmith.formats.medtator.write import ATTRIBUTE_ESCAPES, count_losses, format_file
from goldsmith.formats.shared.xml_format import find_root_name
from goldsmith.formats.shared.xml_values import decode_loosely
from goldsmith.formats.tree import Tree

_TEXT_FIRST = rb"<%b\b[^<>]*>\s*<TEXT\b"


class MedTator(Format):
    """XML files of MedTator and MAE, one for each annotator of a document."""

    title = "MedTator and MAE XML"
    suffixes = (".txt.xml", ".xml")
    settings = ("*.dtd",)
    carries = EVERYTHING - {
        Feature.METADATA,
        Feature.SECTIONS,
        Feature.PROVENANCE,
        Feature.CODES,
        Feature.CODE_NAMES,
        Feature.NOTES,
        Feature.CONTROL_CHARACTERS,
    }
    own_losses = frozenset(
        "attribute-names empty-values groups-without-members names-not-valid-in-xml".split()
    )

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        files = {name: self.strip_suffix(name) for name in names if name.endswith(self.suffixes)}
        return list(group_files(files))

    def recognises(self, name: str, head: bytes) -> bool:
        root = re.escape(find_root_name(head).encode("utf-8"))
        start = root and re.search(_TEXT_FIRST % root, head)
        return name.endswith(self.suffixes) and bool(start)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        if not isinstance(unit, AnnotatorFiles):
            yield read_file(tree, unit.main, unit.name, set_name)
        elif has_annotators(unit, tree):
            yield merge_files(unit, tree)
        else:
            for _, file in unit.files:
                try:
                    yield read_file(tree, file, self.strip_suffix(file), set_name)
                except InputError as error:
                    yield error

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        files = dict(unit.files) if isinstance(unit, AnnotatorFiles) else {}
        by_id = {self.strip_suffix(file): file for file in files.values()}
        name = by_id.get(problem.document) or files.get(problem.set) or unit.main
        content = decode_loosely(tree.read_bytes(name))
        return tree.where(name), self.find_line(content, problem.annotation)

    def find_line(self, content: str, annotation: str) -> int:
        match = re.search(rf'\bid="{re.escape(escape(annotation, ATTRIBUTE_ESCAPES))}"', content)
        return content.count("\n", 0, match.start()) + 1 if match else 0

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        dtd = Dtd()
        has_folders = False
        single: list[tuple[str, Path]] = []
        for doc in docs:
            sets = doc.sets or {"": AnnotationSet("")}
            for name, annotation_set in sets.items():
                path = make_path(folder / name if len(sets) > 1 else folder, doc, self.suffixes[0])
                write_text(path, format_file(doc.text, annotation_set))
                dtd.add(annotation_set)
                if len(sets) == 1:
                    single.append((name, path))
            has_folders = has_folders or len(sets) > 1
        if has_folders:
            _move_to_folders(single, folder)
        write_text(folder / "schema.dtd", dtd.format())

    def count_own_losses(self, doc: Document) -> Mapping[str, int]:
        return count_losses(doc)


def _move_to_folders(files: Iterable[tuple[str, Path]], root: Path) -> None:
    """Move the files of documents with one set into the folder of that set."""
    for name, path in files:
        target = root / name / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)


provides = MedTator()
