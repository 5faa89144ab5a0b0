"""Documents from XMI files: one file for each annotation set, merged into one document."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Metadata, Note, Provenance
from goldsmith.errors import InputError, quote_id
from goldsmith.formats.base import DEFAULT_SET
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.cas import LoadedCas
from goldsmith.formats.xmi.layout import Source, strip_extension
from goldsmith.formats.xmi.read import CasReader
from goldsmith.formats.xmi.read_types import Kind, TypeMap, load_type_map
from goldsmith.formats.xmi.values import (
    get_feature,
    list_strings,
    read_metadata,
    read_provenance,
    read_section,
)

#: The set of a document that nobody has annotated yet.
UNANNOTATED = "INITIAL_CAS"


def read_document(source: Source, doc_id: str, set_name: str) -> Document:
    """Read one XMI file as a document with one set.

    Args:
        source: The XMI file and its type system.
        doc_id: The id of the document according to the folder layout.
        set_name: The name for the set; if empty, the set is named after the file.

    Raises:
        InputError: If the type system or the CAS is broken.
    """
    types = load_type_map(source.types, where=source.types_where)
    cas = LoadedCas(source.content, types, where=source.where)
    reader = CasReader(cas.view, types, cas.lines)
    return build_document(cas.view, reader, types, source, doc_id, set_name)


def build_document(
    view: Any, reader: CasReader, types: TypeMap, source: Source, doc_id: str, set_name: str
) -> Document:
    """Build a document with one set from a loaded CAS.

    Args:
        view: The view with the text.
        reader: The reader of its annotations.
        types: The type system of the CAS.
        source: The file, for its name and for error messages.
        doc_id: The id of the document according to the folder layout.
        set_name: The name for the set; if empty, the set is named after the file.

    Raises:
        InputError: If the annotations are broken.
    """
    by_type = {fs.type.name: fs for fs in view.get_all_fs()}
    name, doc_id = _find_names(by_type, source, doc_id, set_name)
    try:
        annotation_set = reader.read_set(name)
    except InputError as error:
        raise error.at(source.where) from None
    set_fs = by_type.get(names.ANNOTATION_SET)
    if set_fs is not None:
        notes = (*annotation_set.notes, *_read_set_notes(set_fs))
        schema = get_feature(set_fs, "schema") or ""
        annotation_set = replace(annotation_set, notes=notes, schema=schema)
    sections = [
        read_section(fs)
        for fs in view.get_all_fs()
        if types.get_layer(fs.type).kind is Kind.SECTION and fs.begin < fs.end
    ]
    return Document(
        doc_id,
        view.sofa.sofaString,
        read_metadata(by_type, (doc_id, PurePosixPath(doc_id).name, source.stem)),
        tuple(sections),
        {name: replace(annotation_set, provenance=read_provenance(by_type))},
    )


def _read_set_notes(set_fs: Any) -> list[Note]:
    texts, kinds = (list_strings(get_feature(set_fs, name)) for name in ("note", "noteKind"))
    pairs = zip_longest(texts, kinds[: len(texts)], fillvalue="")
    return [Note(text, "", kind) for text, kind in pairs]


def _find_names(
    by_type: Mapping[str, Any], source: Source, doc_id: str, set_name: str
) -> tuple[str, str]:
    """Return the names of a file's set and document.

    INCEpTION names the export of a single document after its annotator. The name of the document
    is then only in the CAS.
    """
    set_fs, cas_metadata = by_type.get(names.ANNOTATION_SET), by_type.get(names.CAS_METADATA)
    if set_fs is not None:
        return get_feature(set_fs, "name") or set_name or source.stem, doc_id
    user = get_feature(cas_metadata, "username")
    document = get_feature(cas_metadata, "sourceDocumentName")
    if set_name and document and user == source.stem:
        return user, strip_extension(document)
    return set_name or source.stem, doc_id


def merge_documents(doc: Document, part: Document, where: str) -> Document:
    """Merge another file of the same document into a document.

    Args:
        doc: The document as read so far.
        part: The document as the next file describes it.
        where: The next file, for error messages.

    Raises:
        InputError: If the texts differ or both files contain a set of the same name.
    """
    if doc.text != part.text:
        raise InputError(
            "the text differs from the other files of this document",
            where=where,
            expected="the same text for all annotators",
            remedy="Put files of other documents into other folders",
        )
    for name in doc.sets.keys() & part.sets.keys():
        raise InputError(
            f"another file of this document also contains the set {quote_id(name)}",
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


def select_annotated_sets(doc: Document, set_name: str) -> dict[str, AnnotationSet]:
    """Return the sets without INCEpTION's empty set for documents nobody has annotated yet."""
    selected = {
        name: annotation_set
        for name, annotation_set in doc.sets.items()
        if name != UNANNOTATED or annotation_set.annotations or annotation_set.notes
    }
    return selected or {set_name: AnnotationSet(set_name)}


def is_plain(annotation_set: AnnotationSet) -> bool:
    """Return whether a set has a default name and nothing but its annotations."""
    has_default_name = annotation_set.name in ("", DEFAULT_SET)
    has_details = annotation_set.schema or annotation_set.provenance != Provenance()
    return (
        has_default_name and not has_details and all(note.target for note in annotation_set.notes)
    )
