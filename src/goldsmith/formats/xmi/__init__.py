"""UIMA CAS as XMI with its type system, as INCEpTION, WebAnno and cTAKES exchange it.

`layout` finds the files of each document in folders and archives, `document` and `read` map a CAS
onto documents, and `write` and `write_types` build the CAS and the type system that are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import escape

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Problem
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.tree import Tree
from goldsmith.formats.xmi.document import (
    UNANNOTATED,
    is_plain,
    merge_documents,
    read_document,
    select_annotated_sets,
)
from goldsmith.formats.xmi.layout import TYPE_SYSTEM, ZIP, Layout, build_path
from goldsmith.formats.xmi.write import CasWriter
from goldsmith.formats.xmi.write_types import TypeSystemBuilder


class Xmi(Format):
    """UIMA CAS XMI with a TypeSystem.xml."""

    title = "UIMA CAS XMI (INCEpTION, WebAnno, cTAKES)"
    suffixes = (".xmi", ".zip")
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def find_units(self, names: Sequence[str]) -> list[Unit]:
        documents = Layout(names).documents
        return [Unit(name, files[0]) for name, files in documents.items()]

    def recognises(self, name: str, head: bytes) -> bool:
        if name.endswith(ZIP):
            return head.startswith(b"PK") and (b".xmi" in head or TYPE_SYSTEM.encode() in head)
        return super().recognises(name, head) and b"http://www.omg.org/XMI" in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        layout = Layout.from_tree(tree)
        doc: Document | None = None
        for file in layout.documents[unit.name]:
            # A file named after the document contains the default set, any other its annotator's.
            is_document_file = str(PurePosixPath(file).with_suffix("")) == unit.name
            for source in layout.read_sources(file, tree):
                part = read_document(source, unit.name, set_name if is_document_file else "")
                doc = part if doc is None else merge_documents(doc, part, source.where)
        if doc is not None:
            yield replace(doc, sets=select_annotated_sets(doc, set_name))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        types = TypeSystemBuilder()
        for doc in docs:
            single = len(doc.sets) < 2
            for name, annotation_set in (doc.sets or {UNANNOTATED: AnnotationSet("")}).items():
                describe_set = not single or not is_plain(annotation_set)
                writer = CasWriter(doc, annotation_set, types, describe_set=describe_set)
                writer.save(folder / build_path(doc.id, name, single=single))
        types.save(folder / TYPE_SYSTEM)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        layout = Layout.from_tree(tree)
        sources = [
            source
            for file in layout.documents[unit.name]
            for source in layout.read_sources(file, tree)
        ]
        for source in sources:
            if len(sources) == 1 or source.stem == problem.set:
                content = source.content.decode("utf-8", "replace")
                return source.where, self.find_line(content, problem.annotation)
        return tree.where(unit.main), 0

    def find_line(self, content: str, annotation: str) -> int:
        # A relation made from a feature starts with the id of its annotation: 72.participants.1
        for key in (annotation, annotation.partition(".")[0]):
            pattern = re.escape(escape(key, {'"': "&quot;"}))
            for attribute in (r"\sid", r"\sxmi:id"):
                match = re.search(f'{attribute}="{pattern}"', content)
                if match:
                    return content.count("\n", 0, match.start() + 1) + 1
        return 0


provides = Xmi()
