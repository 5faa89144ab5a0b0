"""Values of feature structures: attributes, codes, sections, metadata and provenance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from cassis.typesystem import is_array_fs, is_non_empty_list_fs

from goldsmith.core import Code, Metadata, Provenance, Section, Span
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.layout import strip_extension
from goldsmith.formats.xmi.read_types import Layer

_SEPARATOR = "|"
_CODE = re.compile(r"([A-Za-z][\w.-]*):(?!//)(.+)")

#: Features of Goldsmith's metadata type -> the corresponding fields of Metadata.
METADATA_FEATURES = {
    "patient": "patient",
    "documentType": "type",
    "documentSubtype": "subtype",
    "date": "date",
    "diagnosis": "diagnosis",
    "institution": "institution",
}


def get_feature(fs: Any, feature: str) -> Any:
    """Return the value of a feature, or None if this version of the type lacks it."""
    return getattr(fs, feature, None)


def list_elements(value: Any) -> list[Any]:
    """Return the elements of an array or list; a single feature structure as a list of one."""
    if value is None:
        return []
    if is_array_fs(value):
        return list(value.elements or ())
    if value.type.name.startswith("uima.cas.") and value.type.name.endswith("List"):
        items = []
        while is_non_empty_list_fs(value):
            items.append(value.head)
            value = value.tail
        return items
    return [value]


def list_strings(value: Any) -> list[str]:
    """Return the strings of an array."""
    return [element or "" for element in list_elements(value)]


def read_attributes(fs: Any, layer: Layer) -> dict[str, str]:
    """Return the plain features of a feature structure that have a value."""
    attributes = {}
    for feature, name in layer.values:
        value = getattr(fs, feature)
        if value is not None:
            attributes[name] = _format_value(value)
    return attributes


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    return _SEPARATOR.join(
        _format_value("" if element is None else element) for element in list_elements(value)
    )


def read_codes(fs: Any, layer: Layer) -> Iterator[Code]:
    """Yield the codes of an annotation: Goldsmith's, or the concepts that cTAKES refers to."""
    if "code" in layer.roles:
        columns = [
            list_strings(getattr(fs, layer.roles[role])) if role in layer.roles else []
            for role in ("code", "codeSystem", "codeName")
        ]
        for code, system, name in zip_longest(*columns, fillvalue=""):
            yield Code(code, system, name)
    yield from dict.fromkeys(
        code for concept in _iterate_concepts(fs, layer) for code in _read_concept(concept)
    )


def read_semantic_types(fs: Any, layer: Layer) -> dict[str, str]:
    """Return the UMLS semantic types of the concepts that cTAKES refers to, as an attribute."""
    types = dict.fromkeys(
        get_feature(concept, "tui") or "" for concept in _iterate_concepts(fs, layer)
    )
    joined_types = _SEPARATOR.join(filter(None, types))
    return {"tui": joined_types} if joined_types else {}


def _iterate_concepts(fs: Any, layer: Layer) -> Iterator[Any]:
    for feature, _ in layer.references:
        for element in list_elements(getattr(fs, feature)):
            if element is not None and is_concept(element):
                yield element


def is_concept(fs: Any) -> bool:
    """Return whether a feature structure is a concept of cTAKES."""
    return fs.type.name.startswith(names.CTAKES_CONCEPTS) and "Concept" in fs.type.short_name


def _read_concept(fs: Any) -> Iterator[Code]:
    name = get_feature(fs, "preferredText") or ""
    if get_feature(fs, "cui"):
        yield Code(fs.cui, "UMLS", name)
    if get_feature(fs, "code"):
        yield Code(fs.code, get_feature(fs, "codingScheme") or "", name)


def parse_identifier(value: str) -> Code:
    """Parse the identifier of a named entity: `UMLS:C0011849`, or a code without a system."""
    match = _CODE.fullmatch(value)
    return Code(match[2], match[1]) if match else Code(value)


def read_section(fs: Any) -> Section:
    """Read a section of Goldsmith, DKPro or cTAKES."""
    span = Span(fs.begin, fs.end)
    if fs.type.name == names.SECTION:
        return Section(span, get_feature(fs, "kind") or "", get_feature(fs, "title") or "")
    if fs.type.name == names.CTAKES_SEGMENT:
        return Section(span, get_feature(fs, "id") or "", get_feature(fs, "preferredText") or "")
    return Section(span, get_feature(fs, "divType") or fs.type.short_name)


def read_metadata(by_type: Mapping[str, Any], doc_names: tuple[str, ...]) -> Metadata:
    """Read the metadata of the document, except values that repeat one of `doc_names`."""
    metadata_fs = by_type.get(names.METADATA)
    if metadata_fs is not None:
        fields = {
            field: get_feature(metadata_fs, name) or "" for name, field in METADATA_FEATURES.items()
        }
        columns = (
            list_strings(get_feature(metadata_fs, name)) for name in ("extraName", "extraValue")
        )
        return Metadata(**fields, extra=dict(zip(*columns, strict=False)))
    values = {}
    document_fs = by_type.get(names.DOCUMENT_META_DATA) or by_type.get(names.DOCUMENT)
    for name in ("language", "documentTitle", "documentId"):
        values[name] = get_feature(document_fs, name) or ""
    values["documentID"] = get_feature(by_type.get(names.CTAKES_DOCUMENT_ID), "documentID") or ""
    ignored = ("", names.NO_LANGUAGE, *doc_names)
    selected = {name: value for name, value in values.items() if value not in ignored}
    return Metadata(
        extra={
            name: value for name, value in selected.items() if strip_extension(value) not in ignored
        }
    )


def read_provenance(by_type: Mapping[str, Any]) -> Provenance:
    """Read the provenance of the annotations."""
    set_fs, cas_metadata = by_type.get(names.ANNOTATION_SET), by_type.get(names.CAS_METADATA)
    if set_fs is not None:
        fields = (get_feature(set_fs, name) or "" for name in ("kind", "agent", "created", "tool"))
        kind, agent, created, tool = fields
        return Provenance(
            kind, agent, created, tool, tuple(list_strings(get_feature(set_fs, "sources")))
        )
    return Provenance(agent=get_feature(cas_metadata, "username") or "")
