"""Makes a document of CLEF XML. Any type name is taken; `clef.xsd` is for the strict."""

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
from goldsmith.core.offsets import tidy
from goldsmith.errors import InputError
from goldsmith.formats.clef_xml.write import CHAIN, NAMESPACE
from goldsmith.formats.shared import xml

_PLACE = frozenset({"id", "start", "end", "text"})
_ENDS = frozenset({"id", "arg1", "arg2"})


def document(root: etree._Element) -> Document:
    """The document that a file's root element describes."""
    if root.tag != f"{{{NAMESPACE}}}document":
        raise InputError(
            "this is not CLEF XML", line=xml.line_of(root), expected=f"<document> in {NAMESPACE}"
        )
    parts = _parts(root, "metadata", "text", "sections", many=("annotations",))
    if not parts["text"]:
        raise _fault(root, "<document> has no <text>")
    text = _text(parts["text"][0])
    sections = [one for part in parts["sections"] for one in _children(part, "section")]
    sets: dict[str, AnnotationSet] = {}
    for part in parts["annotations"]:
        one = _set(part)
        if one.name in sets:
            raise _fault(part, f"the set {one.name!r} is there twice")
        sets[one.name] = one
    return Document(
        xml.need(root, "id", where=""),
        text,
        _metadata(parts["metadata"][0]) if parts["metadata"] else Metadata(),
        tuple(_section(one, len(text)) for one in sections),
        sets,
    )


def _parts(
    element: etree._Element, *once: str, many: tuple[str, ...] = ()
) -> defaultdict[str, list[etree._Element]]:
    """The child elements by name; those that may be there once are not there twice."""
    found = defaultdict(list)
    for child in _children(element, *once, *many):
        name = xml.local(child)
        if name in once and name in found:
            raise _fault(child, f"<{name}> is there twice", expected="one of it")
        found[name].append(child)
    return found


def _children(element: etree._Element, *expected: str) -> Iterator[etree._Element]:
    """The child elements, all of ours and, where names are given, of these names."""
    for child in element:
        ours = etree.QName(child).namespace == NAMESPACE
        if not ours or (expected and xml.local(child) not in expected):
            wanted = ", ".join(f"<{name}>" for name in expected) or "an element of CLEF XML"
            what = f"<{xml.local(child)}> does not belong inside <{xml.local(element)}>"
            raise _fault(child, what, expected=wanted)
        yield child


def _fault(element: etree._Element, what: str, *, expected: str = "") -> InputError:
    return InputError(what, line=xml.line_of(element), expected=expected)


def _text(element: etree._Element) -> str:
    for child in element:
        raise _fault(child, f"<{xml.local(element)}> holds an element", expected="text alone")
    return element.text or ""


def _metadata(element: etree._Element) -> Metadata:
    extra = {xml.need(one, "name", where=""): _text(one) for one in _children(element, "extra")}
    return Metadata(
        element.get("patient", ""),
        element.get("type", ""),
        element.get("subtype", ""),
        element.get("date", ""),
        element.get("diagnosis", ""),
        element.get("institution", ""),
        extra,
    )


def _section(element: etree._Element, length: int) -> Section:
    span = _span(element)
    if not 0 <= span.start < span.end <= length:
        raise _fault(
            element,
            f"the section {span.start}-{span.end} is not inside the text",
            expected=f"0 <= start < end <= {length}",
        )
    return Section(span, element.get("kind", ""), element.get("title", ""))


def _span(element: etree._Element) -> Span:
    start, end = (
        xml.number(xml.need(element, side, where=""), element, where="")
        for side in ("start", "end")
    )
    return Span(start, end)


def _set(element: etree._Element) -> AnnotationSet:
    parts = _parts(element, "provenance", "mentions", "relations", "groups", "notes")
    return AnnotationSet(
        xml.need(element, "set", where=""),
        tuple(_mention(one) for part in parts["mentions"] for one in _children(part)),
        tuple(_relation(one) for part in parts["relations"] for one in _children(part)),
        tuple(_group(one) for part in parts["groups"] for one in _children(part, "chain", "group")),
        tuple(_note(one) for part in parts["notes"] for one in _children(part, "note")),
        element.get("schema", ""),
        _provenance(parts["provenance"][0]) if parts["provenance"] else Provenance(),
    )


def _provenance(element: etree._Element) -> Provenance:
    sources = tuple(_text(one) for one in _children(element, "source"))
    return Provenance(
        element.get("kind", ""),
        element.get("agent", ""),
        element.get("created", ""),
        element.get("tool", ""),
        sources,
    )


def _mention(element: etree._Element) -> Mention:
    parts = list(_children(element, "span", "code", "attribute"))
    fragments = [part for part in parts if xml.local(part) == "span"]
    placed = "start" in element.attrib or "end" in element.attrib
    if placed and fragments:
        raise _fault(
            element,
            f"<{xml.local(element)}> gives its place twice",
            expected="either start and end, or <span> elements",
        )
    spans = tidy((span.start, span.end) for span in map(_span, fragments))
    if placed:
        spans = (_span(element),)
    return Mention(
        xml.need(element, "id", where=""),
        _type(element, "mention"),
        spans,
        _attributes(element, _PLACE, "mention"),
        tuple(_code(part) for part in parts if xml.local(part) == "code"),
        element.get("text", ""),
    )


def _code(element: etree._Element) -> Code:
    code = xml.need(element, "code", where="")
    return Code(code, element.get("system", ""), element.get("name", ""))


def _relation(element: etree._Element) -> Relation:
    return Relation(
        xml.need(element, "id", where=""),
        _type(element, "relation"),
        xml.need(element, "arg1", where=""),
        xml.need(element, "arg2", where=""),
        _attributes(element, _ENDS, "relation"),
    )


def _group(element: etree._Element) -> Group:
    parts = list(_children(element, "member", "attribute"))
    members = [xml.need(one, "ref", where="") for one in parts if xml.local(one) == "member"]
    kind = CHAIN if xml.local(element) == "chain" else _type(element, "group")
    attributes = _attributes(element, frozenset({"id"}), "group")
    return Group(xml.need(element, "id", where=""), kind, tuple(members), attributes)


def _note(element: etree._Element) -> Note:
    return Note(_text(element), element.get("target", ""), element.get("kind", ""))


def _type(element: etree._Element, other: str) -> str:
    """The type: the element's name, unless that is the name for types of other schemas."""
    name = xml.local(element)
    return xml.need(element, "type", where="") if name == other else name


def _attributes(element: etree._Element, own: frozenset[str], other: str) -> dict[str, str]:
    """The annotation's attributes: those of the element that are not its own, and its children."""
    if xml.local(element) == other:
        own = own | {"type"}
    plain = {str(name): str(value) for name, value in element.attrib.items()}
    found = {name: value for name, value in plain.items() if name not in own and "{" not in name}
    for part in _children(element):
        if xml.local(part) == "attribute":
            found[xml.need(part, "name", where="")] = xml.need(part, "value", where="")
    return found
