"""What single feature structures hold: attributes, codes, sections and facts about the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from cassis.typesystem import is_array_fs, is_non_empty_list_fs

from goldsmith.core import Code, Metadata, Provenance, Section, Span
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.layout import without_ending
from goldsmith.formats.xmi.types import Layer

_SEPARATOR = "|"
_CODE = re.compile(r"([A-Za-z][\w.-]*):(?!//)(.+)")

#: The features of our metadata type and the fields they are.
METADATA_FEATURES = {
    "patient": "patient",
    "documentType": "type",
    "documentSubtype": "subtype",
    "date": "date",
    "diagnosis": "diagnosis",
    "institution": "institution",
}


def held(fs: Any, feature: str) -> Any:
    """What a feature holds; None if the type has no such feature, as in other versions of it."""
    return getattr(fs, feature, None)


def elements(value: Any) -> list[Any]:
    """What an array or a list holds; a single structure holds itself, nothing holds nothing."""
    if value is None:
        return []
    if is_array_fs(value):
        return list(value.elements or ())
    if value.type.name.startswith("uima.cas.") and value.type.name.endswith("List"):
        found = []
        while is_non_empty_list_fs(value):
            found.append(value.head)
            value = value.tail
        return found
    return [value]


def strings(value: Any) -> list[str]:
    """The strings of an array."""
    return [one or "" for one in elements(value)]


def attributes(fs: Any, layer: Layer) -> dict[str, str]:
    """The plain features of a feature structure that are set."""
    found = {}
    for feature, name in layer.values:
        value = getattr(fs, feature)
        if value is not None:
            found[name] = _text(value)
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    return _SEPARATOR.join(_text("" if one is None else one) for one in elements(value))


def codes(fs: Any, layer: Layer) -> Iterator[Code]:
    """The codes of an annotation: ours, or the concepts that cTAKES points at."""
    if "code" in layer.roles:
        columns = [
            strings(getattr(fs, layer.roles[what])) if what in layer.roles else []
            for what in ("code", "codeSystem", "codeName")
        ]
        for code, system, name in zip_longest(*columns, fillvalue=""):
            yield Code(code, system, name)
    yield from dict.fromkeys(code for one in _concepts(fs, layer) for code in _concept(one))


def semantic_types(fs: Any, layer: Layer) -> dict[str, str]:
    """The UMLS semantic types of the concepts that cTAKES points at, as an attribute."""
    found = dict.fromkeys(held(one, "tui") or "" for one in _concepts(fs, layer))
    listed = _SEPARATOR.join(filter(None, found))
    return {"tui": listed} if listed else {}


def _concepts(fs: Any, layer: Layer) -> Iterator[Any]:
    for feature, _ in layer.references:
        for one in elements(getattr(fs, feature)):
            if one is not None and is_concept(one):
                yield one


def is_concept(fs: Any) -> bool:
    """Whether a feature structure is one of cTAKES' concepts."""
    return fs.type.name.startswith(names.CTAKES_CONCEPTS) and "Concept" in fs.type.short_name


def _concept(fs: Any) -> Iterator[Code]:
    name = held(fs, "preferredText") or ""
    if held(fs, "cui"):
        yield Code(fs.cui, "UMLS", name)
    if held(fs, "code"):
        yield Code(fs.code, held(fs, "codingScheme") or "", name)


def identifier(value: str) -> Code:
    """The code that the identifier of a named entity is: `UMLS:C0011849`, or all of it."""
    found = _CODE.fullmatch(value)
    return Code(found[2], found[1]) if found else Code(value)


def section(fs: Any) -> Section:
    """A section of ours, of DKPro or of cTAKES."""
    span = Span(fs.begin, fs.end)
    if fs.type.name == names.SECTION:
        return Section(span, held(fs, "kind") or "", held(fs, "title") or "")
    if fs.type.name == names.CTAKES_SEGMENT:
        return Section(span, held(fs, "id") or "", held(fs, "preferredText") or "")
    return Section(span, held(fs, "divType") or fs.type.short_name)


def metadata(by_type: Mapping[str, Any], known: tuple[str, ...]) -> Metadata:
    """What is known about the document; names that it is `known` by anyway are left out."""
    ours = by_type.get(names.METADATA)
    if ours is not None:
        fields = {field: held(ours, name) or "" for name, field in METADATA_FEATURES.items()}
        columns = (strings(held(ours, name)) for name in ("extraName", "extraValue"))
        return Metadata(**fields, extra=dict(zip(*columns, strict=False)))
    found = {}
    theirs = by_type.get(names.DOCUMENT_META_DATA) or by_type.get(names.DOCUMENT)
    for name in ("language", "documentTitle", "documentId"):
        found[name] = held(theirs, name) or ""
    found["documentID"] = held(by_type.get(names.CTAKES_DOCUMENT_ID), "documentID") or ""
    ignored = ("", names.NO_LANGUAGE, *known)
    kept = {name: value for name, value in found.items() if value not in ignored}
    return Metadata(
        extra={name: value for name, value in kept.items() if without_ending(value) not in ignored}
    )


def provenance(by_type: Mapping[str, Any]) -> Provenance:
    """Who made the annotations, as far as the CAS says."""
    ours, theirs = by_type.get(names.ANNOTATION_SET), by_type.get(names.CAS_METADATA)
    if ours is not None:
        fields = (held(ours, name) or "" for name in ("kind", "agent", "created", "tool"))
        kind, agent, created, tool = fields
        return Provenance(kind, agent, created, tool, tuple(strings(held(ours, "sources"))))
    return Provenance(agent=held(theirs, "username") or "")
