"""CLEF XML from documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lxml import etree

from goldsmith.core import Annotation, AnnotationSet, Document, Group, Mention, Relation
from goldsmith.formats.shared.xml_values import clean

NAMESPACE: Final = "urn:goldsmith:clef:1"

#: Types that have their own elements, with the attributes that the schema defines for them.
MENTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "Condition": (),
    "Intervention": (),
    "Investigation": (),
    "Result": (),
    "Drug-or-device": (),
    "Locus": (),
    "Negation": (),
    "Laterality": (),
    "Sub-location": (),
    "TLC": ("class", "hypothetical"),
    "TIMEX3": ("type", "value", "functionInDocument"),
}
RELATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "has_target": (),
    "has_finding": (),
    "has_indication": (),
    "has_location": (),
    "negation_modifies": (),
    "laterality_modifies": (),
    "sub_location_modifies": (),
    "co_refers": (),
    "CTLink": ("type", "task"),
}
CHAIN: Final = "co_refers"


def build_tree(doc: Document) -> etree._Element:
    """Build the XML of a document."""
    no_prefix: dict[Any, str] = {None: NAMESPACE}
    root = etree.Element(f"{{{NAMESPACE}}}document", nsmap=no_prefix)
    root.set("id", clean(doc.id))
    _add_metadata(root, doc)
    _add(root, "text", text=doc.text)
    if doc.sections:
        sections = _add(root, "sections")
        for section in doc.sections:
            offsets = {"start": str(section.span.start), "end": str(section.span.end)}
            _add(sections, "section", offsets, {"kind": section.kind, "title": section.title})
    for annotation_set in doc.sets.values():
        _add_set(root, annotation_set, doc)
    etree.indent(root)
    root.tail = "\n"
    return root


def _add(
    parent: etree._Element,
    name: str,
    required: Mapping[str, str] | None = None,
    optional: Mapping[str, str] | None = None,
    text: str | None = None,
) -> etree._Element:
    """Add an element, leaving out empty optional attributes."""
    element = etree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
    for key, value in (required or {}).items():
        element.set(key, clean(value))
    for key, value in (optional or {}).items():
        if value:
            element.set(key, clean(value))
    if text is not None:
        element.text = clean(text)
    return element


def _add_metadata(root: etree._Element, doc: Document) -> None:
    metadata = doc.metadata
    fields = ("patient", "type", "subtype", "date", "diagnosis", "institution")
    values = {name: getattr(metadata, name) for name in fields}
    if any(values.values()) or metadata.extra:
        element = _add(root, "metadata", optional=values)
        for name, value in metadata.extra.items():
            _add(element, "extra", {"name": name}, text=value)


def _add_set(root: etree._Element, annotation_set: AnnotationSet, doc: Document) -> None:
    element = _add(
        root, "annotations", {"set": annotation_set.name}, {"schema": annotation_set.schema}
    )
    origin = annotation_set.provenance
    fields = {
        "kind": origin.kind,
        "agent": origin.agent,
        "created": origin.created,
        "tool": origin.tool,
    }
    if any(fields.values()) or origin.sources:
        provenance = _add(element, "provenance", optional=fields)
        for source in origin.sources:
            _add(provenance, "source", text=source)
    _add_mentions(element, annotation_set, doc)
    _add_relations(element, annotation_set)
    if annotation_set.notes:
        notes = _add(element, "notes")
        for note in annotation_set.notes:
            attributes = {"target": note.target, "kind": note.kind}
            _add(notes, "note", optional=attributes, text=note.text)


def _add_mentions(parent: etree._Element, annotation_set: AnnotationSet, doc: Document) -> None:
    if not annotation_set.mentions:
        return
    mentions = _add(parent, "mentions")
    for mention in annotation_set.mentions:
        element = _add_typed(mentions, mention, MENTIONS, "mention")
        if len(mention.spans) == 1:
            element.set("start", str(mention.start))
            element.set("end", str(mention.end))
        if mention.spans:
            element.set("text", clean(doc.get_covered_text(mention)))
        for span in mention.spans if len(mention.spans) > 1 else ():
            _add(element, "span", {"start": str(span.start), "end": str(span.end)})
        for code in mention.codes:
            _add(element, "code", {"code": code.code}, {"system": code.system, "name": code.name})
        _add_attributes(element, mention, MENTIONS.get(mention.type, ()))


def _add_relations(parent: etree._Element, annotation_set: AnnotationSet) -> None:
    if annotation_set.relations:
        relations = _add(parent, "relations")
        for rel in annotation_set.relations:
            element = _add_typed(relations, rel, RELATIONS, "relation")
            element.set("arg1", clean(rel.arg1))
            element.set("arg2", clean(rel.arg2))
            _add_attributes(element, rel, RELATIONS.get(rel.type, ()))
    if annotation_set.groups:
        groups = _add(parent, "groups")
        for group in annotation_set.groups:
            _add_group(groups, group)


def _add_group(groups: etree._Element, group: Group) -> None:
    if group.type == CHAIN:
        element = _add(groups, "chain", {"id": group.id})
    else:
        element = _add(groups, "group", {"id": group.id, "type": group.type})
    for member in group.members:
        _add(element, "member", {"ref": member})
    _add_attributes(element, group, ())


def _add_typed(
    parent: etree._Element,
    item: Mention | Relation,
    types: Mapping[str, tuple[str, ...]],
    generic_name: str,
) -> etree._Element:
    """Add an element named after the type of the item, or a generic one for unknown types."""
    if item.type not in types:
        return _add(parent, generic_name, {"id": item.id, "type": item.type})
    element = _add(parent, item.type, {"id": item.id})
    for name in types[item.type]:
        if name in item.attributes:
            element.set(name, clean(item.attributes[name]))
    return element


def _add_attributes(element: etree._Element, item: Annotation, written: tuple[str, ...]) -> None:
    for name, value in item.attributes.items():
        if name not in written:
            _add(element, "attribute", {"name": name, "value": value})
