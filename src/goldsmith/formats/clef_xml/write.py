"""Makes CLEF XML of a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lxml import etree

from goldsmith.core import Annotation, AnnotationSet, Document, Group, Mention, Relation
from goldsmith.formats.shared.xml_values import clean

NAMESPACE: Final = "urn:goldsmith:clef:1"

#: Types that are elements of their own, with the attributes that the schema names for them.
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


def tree(doc: Document) -> etree._Element:
    """The root element of a document's file."""
    no_prefix: dict[Any, str] = {None: NAMESPACE}
    root = etree.Element(f"{{{NAMESPACE}}}document", nsmap=no_prefix)
    root.set("id", clean(doc.id))
    _metadata(root, doc)
    _add(root, "text", text=doc.text)
    if doc.sections:
        sections = _add(root, "sections")
        for one in doc.sections:
            place = {"start": str(one.span.start), "end": str(one.span.end)}
            _add(sections, "section", place, {"kind": one.kind, "title": one.title})
    for annotation_set in doc.sets.values():
        _set(root, annotation_set, doc)
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
    """A new element; optional attributes are left out where they are empty."""
    element = etree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
    for key, value in (required or {}).items():
        element.set(key, clean(value))
    for key, value in (optional or {}).items():
        if value:
            element.set(key, clean(value))
    if text is not None:
        element.text = clean(text)
    return element


def _metadata(root: etree._Element, doc: Document) -> None:
    known = doc.metadata
    fields = ("patient", "type", "subtype", "date", "diagnosis", "institution")
    values = {name: getattr(known, name) for name in fields}
    if any(values.values()) or known.extra:
        element = _add(root, "metadata", optional=values)
        for name, value in known.extra.items():
            _add(element, "extra", {"name": name}, text=value)


def _set(root: etree._Element, one: AnnotationSet, doc: Document) -> None:
    element = _add(root, "annotations", {"set": one.name}, {"schema": one.schema})
    made = one.provenance
    parts = {"kind": made.kind, "agent": made.agent, "created": made.created, "tool": made.tool}
    if any(parts.values()) or made.sources:
        provenance = _add(element, "provenance", optional=parts)
        for source in made.sources:
            _add(provenance, "source", text=source)
    _mentions(element, one, doc)
    _links(element, one)
    if one.notes:
        notes = _add(element, "notes")
        for note in one.notes:
            places = {"target": note.target, "kind": note.kind}
            _add(notes, "note", optional=places, text=note.text)


def _mentions(parent: etree._Element, one: AnnotationSet, doc: Document) -> None:
    if not one.mentions:
        return
    mentions = _add(parent, "mentions")
    for mention in one.mentions:
        element = _typed(mentions, mention, MENTIONS, "mention")
        if len(mention.spans) == 1:
            element.set("start", str(mention.start))
            element.set("end", str(mention.end))
        if mention.spans:
            element.set("text", clean(doc.covered(mention)))
        for span in mention.spans if len(mention.spans) > 1 else ():
            _add(element, "span", {"start": str(span.start), "end": str(span.end)})
        for code in mention.codes:
            _add(element, "code", {"code": code.code}, {"system": code.system, "name": code.name})
        _attributes(element, mention, MENTIONS.get(mention.type, ()))


def _links(parent: etree._Element, one: AnnotationSet) -> None:
    if one.relations:
        relations = _add(parent, "relations")
        for rel in one.relations:
            element = _typed(relations, rel, RELATIONS, "relation")
            element.set("arg1", clean(rel.arg1))
            element.set("arg2", clean(rel.arg2))
            _attributes(element, rel, RELATIONS.get(rel.type, ()))
    if one.groups:
        groups = _add(parent, "groups")
        for group in one.groups:
            _group(groups, group)


def _group(groups: etree._Element, group: Group) -> None:
    if group.type == CHAIN:
        element = _add(groups, "chain", {"id": group.id})
    else:
        element = _add(groups, "group", {"id": group.id, "type": group.type})
    for member in group.members:
        _add(element, "member", {"ref": member})
    _attributes(element, group, ())


def _typed(
    parent: etree._Element,
    item: Mention | Relation,
    known: Mapping[str, tuple[str, ...]],
    other: str,
) -> etree._Element:
    """An element for a mention or relation: named by its type, or by `other` if that is unknown."""
    if item.type not in known:
        return _add(parent, other, {"id": item.id, "type": item.type})
    element = _add(parent, item.type, {"id": item.id})
    for name in known[item.type]:
        if name in item.attributes:
            element.set(name, clean(item.attributes[name]))
    return element


def _attributes(element: etree._Element, item: Annotation, done: tuple[str, ...]) -> None:
    for name, value in item.attributes.items():
        if name not in done:
            _add(element, "attribute", {"name": name, "value": value})
