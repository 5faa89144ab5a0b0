"""UIMA CAS JSON 0.4, as INCEpTION and dkpro-cassis write it: one file for each annotator.

The file contains its own type system. The mapping onto documents is the same as in the format
`xmi`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.formats.base import EVERYTHING, Format, Unit
from goldsmith.formats.cas_json.layout import DocumentFiles, build_path, group_files
from goldsmith.formats.tree import Tree

_KEY = re.compile(rb'"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)"\s*:')


class CasJson(Format):
    """UIMA CAS JSON with an embedded type system."""

    title = "UIMA CAS JSON (INCEpTION)"
    suffixes = (".json",)
    carries = EVERYTHING

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        return list(group_files(name for name in names if name.endswith(self.suffixes)))

    def recognises(self, name: str, head: bytes) -> bool:
        return super().recognises(name, head) and bool(_KEY.search(head))

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        from goldsmith.formats.cas_json.read import read_file
        from goldsmith.formats.xmi.document import merge_documents, select_annotated_sets

        doc: Document | None = None
        for file in _list_files(unit):
            # A file named after the document contains the default set, any other its annotator's.
            is_document_file = str(PurePosixPath(file).with_suffix("")) == unit.name
            part = read_file(tree, file, unit.name, set_name if is_document_file else "")
            doc = part if doc is None else merge_documents(doc, part, tree.where(file))
        if doc is not None:
            yield replace(doc, sets=select_annotated_sets(doc, set_name))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        from goldsmith.formats.xmi.document import UNANNOTATED, is_plain
        from goldsmith.formats.xmi.write import CasWriter
        from goldsmith.formats.xmi.write_types import TypeSystemBuilder

        for doc in docs:
            single = len(doc.sets) < 2
            for name, annotation_set in (doc.sets or {UNANNOTATED: AnnotationSet("")}).items():
                describe_set = not single or not is_plain(annotation_set)
                types = TypeSystemBuilder()
                writer = CasWriter(doc, annotation_set, types, describe_set=describe_set)
                writer.save_json(folder / build_path(doc.id, name, single=single))

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        files = {PurePosixPath(file).stem: file for file in _list_files(unit)}
        name = files.get(problem.set, unit.main)
        return tree.where(name), self.find_line(tree.read_text(name), problem.annotation)

    def find_line(self, content: str, annotation: str) -> int:
        # A relation made from a feature starts with the id of its annotation: 72.participants.1
        for key in (annotation, annotation.partition(".")[0]):
            name = re.escape(msgspec.json.encode(key).decode())
            match = re.search(rf'"id"\s*:\s*{name}|"%ID"\s*:\s*{re.escape(key)}\b', content)
            if match:
                return content.count("\n", 0, match.start()) + 1
        return 0


def _list_files(unit: Unit) -> tuple[str, ...]:
    return unit.files if isinstance(unit, DocumentFiles) else (unit.main,)


provides = CasJson()
