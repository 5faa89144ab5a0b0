"""UIMA CAS as XMI with its type system, as INCEpTION, WebAnno and cTAKES exchange it.

`_xmi_read` says how a CAS maps onto documents, `_xmi_layers` which types are written, and
`_xmi_layout` how several annotators' files of one document lie in folders and archives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Any
from xml.sax.saxutils import escape

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Metadata, Note, Problem, Provenance
from goldsmith.errors import InputError
from goldsmith.formats.base import EVERYTHING, Feature, Format, Unit
from goldsmith.formats.io import DEFAULT_SET
from goldsmith.formats.tree import Tree
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.cas import Cas
from goldsmith.formats.xmi.layers import Layers
from goldsmith.formats.xmi.layout import (
    TYPE_SYSTEM,
    XMI,
    ZIP,
    Layout,
    Source,
    path_of,
    without_ending,
)
from goldsmith.formats.xmi.read import Annotations
from goldsmith.formats.xmi.types import Kind, types
from goldsmith.formats.xmi.values import held, metadata, provenance, section, strings
from goldsmith.formats.xmi.write import CasWriter

_UNANNOTATED = "INITIAL_CAS"


class Xmi(Format):
    """UIMA CAS XMI with a TypeSystem.xml."""

    title = "UIMA CAS XMI (INCEpTION, WebAnno, cTAKES)"
    suffixes = (XMI, ZIP)
    carries = EVERYTHING - {Feature.CONTROL_CHARACTERS}

    def units(self, names: Sequence[str]) -> list[Unit]:
        documents = Layout(names).documents
        return [Unit(name, files[0]) for name, files in documents.items()]

    def recognises(self, name: str, head: bytes) -> bool:
        if name.endswith(ZIP):
            return head.startswith(b"PK") and (b".xmi" in head or TYPE_SYSTEM.encode() in head)
        return super().recognises(name, head) and b"http://www.omg.org/XMI" in head

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document]:
        layout = Layout.of(tree)
        doc: Document | None = None
        for file in layout.documents[unit.name]:
            alone = str(PurePosixPath(file).with_suffix("")) == unit.name
            for source in layout.sources(file, tree):
                part = _part(source, unit.name, set_name if alone else "")
                doc = part if doc is None else _merged(doc, part, source.where)
        if doc is not None:
            yield replace(doc, sets=_sets(doc, set_name))

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        layers = Layers()
        for doc in docs:
            alone = len(doc.sets) < 2
            for name, one in (doc.sets or {_UNANNOTATED: AnnotationSet("")}).items():
                writer = CasWriter(doc, one, layers, named=not alone or not _is_plain(one))
                writer.save(folder / path_of(doc.id, name, alone=alone))
        layers.save(folder / TYPE_SYSTEM)

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        layout = Layout.of(tree)
        sources = [
            one for file in layout.documents[unit.name] for one in layout.sources(file, tree)
        ]
        for source in sources:
            if len(sources) == 1 or source.stem == problem.set:
                content = source.content.decode("utf-8", "replace")
                return source.where, self.line_of(content, problem.annotation)
        return tree.where(unit.main), 0

    def line_of(self, content: str, annotation: str) -> int:
        # The relations that a feature of an annotation makes bear its id: 72.participants.1
        for key in (annotation, annotation.partition(".")[0]):
            written = re.escape(escape(key, {'"': "&quot;"}))
            for attribute in (r"\sid", r"\sxmi:id"):
                found = re.search(f'{attribute}="{written}"', content)
                if found:
                    return content.count("\n", 0, found.start() + 1) + 1
        return 0


def _part(source: Source, doc_id: str, set_name: str) -> Document:
    """What one file says of a document; without a name its set is called after the file."""
    known = types(source.types, where=source.types_where)
    cas = Cas(source.content, known, where=source.where)
    facts = {fs.type.name: fs for fs in cas.view.get_all_fs()}
    name, doc_id = _names(facts, source, doc_id, set_name)
    try:
        one = Annotations(cas.view, known, cas.lines).annotation_set(name)
    except InputError as error:
        raise error.at(source.where) from None
    ours = facts.get(names.ANNOTATION_SET)
    if ours is not None:
        texts, kinds = (strings(held(ours, name)) for name in ("note", "noteKind"))
        pairs = zip_longest(texts, kinds[: len(texts)], fillvalue="")
        notes = [Note(text, "", kind) for text, kind in pairs]
        one = replace(one, notes=(*one.notes, *notes), schema=held(ours, "schema") or "")
    sections = [
        section(fs)
        for fs in cas.view.get_all_fs()
        if known.layer(fs.type).kind is Kind.SECTION and fs.begin < fs.end
    ]
    return Document(
        doc_id,
        cas.text,
        metadata(facts, (doc_id, PurePosixPath(doc_id).name, source.stem)),
        tuple(sections),
        {name: replace(one, provenance=provenance(facts))},
    )


def _names(facts: Mapping[str, Any], source: Source, doc_id: str, set_name: str) -> tuple[str, str]:
    """The names of a file's set and document.

    A single document that INCEpTION exports is called after its annotator; what it is called in
    the project stands inside.
    """
    ours, theirs = facts.get(names.ANNOTATION_SET), facts.get(names.CAS_METADATA)
    if ours is not None:
        return held(ours, "name") or set_name or source.stem, doc_id
    user, document = held(theirs, "username"), held(theirs, "sourceDocumentName")
    if set_name and document and user == source.stem:
        return user, without_ending(document)
    return set_name or source.stem, doc_id


def _merged(doc: Document, part: Document, where: str) -> Document:
    """The document with what another of its files says."""
    if doc.text != part.text:
        raise InputError(
            "the text is not that of the other files of this document",
            where=where,
            expected="one text for all annotators",
            remedy="Put files of other documents into other folders",
        )
    for name in doc.sets.keys() & part.sets.keys():
        raise InputError(
            f"another file of this document holds the set {name!r} too",
            where=where,
            expected="one file for each set",
            remedy="Rename one of them",
        )
    return replace(
        doc,
        sets={**doc.sets, **part.sets},
        sections=doc.sections or part.sections,
        metadata=part.metadata if doc.metadata == Metadata() else doc.metadata,
    )


def _sets(doc: Document, set_name: str) -> dict[str, AnnotationSet]:
    """The sets without the one that INCEpTION keeps for documents nobody has annotated yet."""
    kept = {
        name: one
        for name, one in doc.sets.items()
        if name != _UNANNOTATED or one.annotations or one.notes
    }
    return kept or {set_name: AnnotationSet(set_name)}


def _is_plain(one: AnnotationSet) -> bool:
    """Whether there is nothing to say of a set but its annotations."""
    usual = one.name in ("", DEFAULT_SET) and not one.schema and one.provenance == Provenance()
    return usual and all(note.target for note in one.notes)


provides = Xmi()
