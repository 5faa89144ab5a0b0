"""Documents from CLEF XML; types that `clef.xsd` does not define are read too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
)
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError, quote_id, shorten_id
from goldsmith.formats.clef_xml.write import CHAIN, NAMESPACE
from goldsmith.formats.shared import xml

_MENTION_ATTRIBUTES = frozenset({"id", "start", "end", "text"})
_RELATION_ATTRIBUTES = frozenset({"id", "arg1", "arg2"})


def build_document(root: etree._Element) -> Document:
    """Build the document from a file's root element."""
    if root.tag != f"{{{NAMESPACE}}}document":
        raise InputError(
            "this is not CLEF XML", line=xml.get_line(root), expected=f"<document> in {NAMESPACE}"
        )
    parts = _group_children(root, "metadata", "text", "sections", many=("annotations",))
    if not parts["text"]:
        raise _make_error(root, "<document> has no <text>")
    text = _get_text(parts["text"][0])
    sections = [
        section for part in parts["sections"] for section in _iterate_children(part, "section")
    ]
    sets: dict[str, AnnotationSet] = {}
    for part in parts["annotations"]:
        annotation_set = _build_set(part)
        if annotation_set.name in sets:
            raise _make_error(part, f"the set {quote_id(annotation_set.name)} occurs twice")
        sets[annotation_set.name] = annotation_set
    return Document(
        xml.get_attribute(root, "id", where=""),
        text,
        _build_metadata(parts["metadata"][0]) if parts["metadata"] else Metadata(),
        tuple(_build_section(section, len(text)) for section in sections),
        sets,
    )


def _group_children(
    element: etree._Element, *once: str, many: tuple[str, ...] = ()
) -> defaultdict[str, list[etree._Element]]:
    """Group the child elements by name, and reject a second element of those allowed `once`."""
    groups = defaultdict(list)
    for child in _iterate_children(element, *once, *many):
        name = xml.get_local_name(child)
        if name in once and name in groups:
            raise _make_error(child, f"<{shorten_id(name)}> occurs twice", expected="it once")
        groups[name].append(child)
    return groups


def _iterate_children(element: etree._Element, *expected: str) -> Iterator[etree._Element]:
    """Yield the child elements, and reject other namespaces and unexpected names."""
    for child in element:
        is_clef = etree.QName(child).namespace == NAMESPACE
        if not is_clef or (expected and xml.get_local_name(child) not in expected):
            description = ", ".join(f"<{tag}>" for tag in expected) or "an element of CLEF XML"
            name, parent = xml.get_local_name(child), xml.get_local_name(element)
            what = f"<{shorten_id(name)}> is not allowed inside <{parent}>"
            raise _make_error(child, what, expected=description)
        yield child


def _make_error(element: etree._Element, what: str, *, expected: str = "") -> InputError:
    return InputError(what, line=xml.get_line(element), expected=expected)


def _get_text(element: etree._Element) -> str:
    for child in element:
        raise _make_error(
            child, f"{xml.show_tag(element)} contains an element", expected="only text"
        )
    return element.text or ""


def _build_metadata(element: etree._Element) -> Metadata:
    extra = {
        xml.get_attribute(child, "name", where=""): _get_text(child)
        for child in _iterate_children(element, "extra")
    }
    return Metadata(
        element.get("patient", ""),
        element.get("type", ""),
        element.get("subtype", ""),
        element.get("date", ""),
        element.get("diagnosis", ""),
        element.get("institution", ""),
        extra,
    )


def _build_section(element: etree._Element, length: int) -> Section:
    span = _build_span(element)
    if not 0 <= span.start < span.end <= length:
        raise _make_error(
            element,
            f"the section {span.start}-{span.end} is not inside the text",
            expected=f"0 <= start < end <= {length}",
        )
    return Section(span, element.get("kind", ""), element.get("title", ""))


def _build_span(element: etree._Element) -> Span:
    start, end = (
        xml.parse_number(xml.get_attribute(element, side, where=""), element, where="")
        for side in ("start", "end")
    )
    return Span(start, end)


def _build_set(element: etree._Element) -> AnnotationSet:
    parts = _group_children(element, "provenance", "mentions", "relations", "groups", "notes")
    return AnnotationSet(
        xml.get_attribute(element, "set", where=""),
        tuple(
            _build_mention(child) for part in parts["mentions"] for child in _iterate_children(part)
        ),
        tuple(
            _build_relation(child)
            for part in parts["relations"]
            for child in _iterate_children(part)
        ),
        tuple(
            _build_group(child)
            for part in parts["groups"]
            for child in _iterate_children(part, "chain", "group")
        ),
        tuple(
            _build_note(child)
            for part in parts["notes"]
            for child in _iterate_children(part, "note")
        ),
        element.get("schema", ""),
        _build_provenance(parts["provenance"][0]) if parts["provenance"] else Provenance(),
    )


def _build_provenance(element: etree._Element) -> Provenance:
    sources = tuple(_get_text(child) for child in _iterate_children(element, "source"))
    return Provenance(
        element.get("kind", ""),
        element.get("agent", ""),
        element.get("created", ""),
        element.get("tool", ""),
        sources,
    )


def _build_mention(element: etree._Element) -> Mention:
    parts = list(_iterate_children(element, "span", "code", "attribute"))
    fragments = [part for part in parts if xml.get_local_name(part) == "span"]
    has_offsets = "start" in element.attrib or "end" in element.attrib
    if has_offsets and fragments:
        raise _make_error(
            element,
            f"{xml.show_tag(element)} has offsets twice",
            expected="either start and end, or <span> elements",
        )
    spans = sort_spans((span.start, span.end) for span in map(_build_span, fragments))
    if has_offsets:
        spans = (_build_span(element),)
    return Mention(
        xml.get_attribute(element, "id", where=""),
        _get_type(element, "mention"),
        spans,
        _read_attributes(element, _MENTION_ATTRIBUTES, "mention"),
        tuple(_build_code(part) for part in parts if xml.get_local_name(part) == "code"),
        element.get("text", ""),
    )


def _build_code(element: etree._Element) -> Code:
    code = xml.get_attribute(element, "code", where="")
    return Code(code, element.get("system", ""), element.get("name", ""))


def _build_relation(element: etree._Element) -> Relation:
    return Relation(
        xml.get_attribute(element, "id", where=""),
        _get_type(element, "relation"),
        xml.get_attribute(element, "arg1", where=""),
        xml.get_attribute(element, "arg2", where=""),
        _read_attributes(element, _RELATION_ATTRIBUTES, "relation"),
    )


def _build_group(element: etree._Element) -> Group:
    parts = list(_iterate_children(element, "member", "attribute"))
    members = [
        xml.get_attribute(part, "ref", where="")
        for part in parts
        if xml.get_local_name(part) == "member"
    ]
    kind = CHAIN if xml.get_local_name(element) == "chain" else _get_type(element, "group")
    attributes = _read_attributes(element, frozenset({"id"}), "group")
    return Group(xml.get_attribute(element, "id", where=""), kind, tuple(members), attributes)


def _build_note(element: etree._Element) -> Note:
    return Note(_get_text(element), element.get("target", ""), element.get("kind", ""))


def _get_type(element: etree._Element, generic_name: str) -> str:
    """Return the type: the element's name, or the attribute `type` of a generic element."""
    name = xml.get_local_name(element)
    return xml.get_attribute(element, "type", where="") if name == generic_name else name


def _read_attributes(
    element: etree._Element, structural: frozenset[str], generic_name: str
) -> dict[str, str]:
    """Read the annotation's attributes from the element's attributes and children."""
    if xml.get_local_name(element) == generic_name:
        structural = structural | {"type"}
    plain = {str(name): str(value) for name, value in element.attrib.items()}
    attributes = {
        name: value for name, value in plain.items() if name not in structural and "{" not in name
    }
    for part in _iterate_children(element):
        if xml.get_local_name(part) == "attribute":
            attributes[xml.get_attribute(part, "name", where="")] = xml.get_attribute(
                part, "value", where=""
            )
    return attributes
