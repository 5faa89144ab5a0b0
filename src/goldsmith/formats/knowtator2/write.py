"""The XML of Knowtator 2 from frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lxml import etree

from goldsmith.core import Document, Offsets
from goldsmith.formats.knowtator.frames import Frame
from goldsmith.formats.knowtator.sets_to_frames import Dialect
from goldsmith.formats.knowtator2.read import CARDINALITY, NEGATIVE, POLARITY, QUANTIFIER
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import clean

_QUANTIFIERS = {"only", "exactly", "max", "min"}


def _supports_attributes(attributes: Mapping[str, str]) -> bool:
    """Return whether a triple has fields for the attributes of a relation."""
    return (
        attributes.keys() <= {QUANTIFIER, CARDINALITY, POLARITY}
        and attributes.get(QUANTIFIER, "only") in _QUANTIFIERS
        and attributes.get(CARDINALITY, "1") != ""
        and attributes.get(POLARITY, NEGATIVE) == NEGATIVE
    )


DIALECT = Dialect(
    requires_spans=True, multiple_values=False, supports_attributes=_supports_attributes
)


def build_tree(doc: Document, frames: Iterable[Frame]) -> etree._Element:
    """Build the XML of a document: its annotations, then a graph space for each set."""
    root = etree.Element("knowtator-project")
    names = {"id": clean(doc.id), "text-file": clean(f"{doc.id}.txt")}
    document = etree.SubElement(root, "document", names)
    offsets = Offsets(doc.text)
    selected = [frame for frame in frames if frame.spans]
    document.extend(_build_annotation(frame, doc.text, offsets) for frame in selected)
    graph = _GraphBuilder(selected)
    for name in doc.sets:
        space = etree.SubElement(document, "graph-space", id=clean(name))
        space.extend(graph.build([frame for frame in selected if frame.annotator == name]))
    etree.indent(root)
    return root


def _build_annotation(frame: Frame, text: str, offsets: Offsets) -> etree._Element:
    element = etree.Element(
        "annotation",
        annotator=clean(frame.annotator),
        id=clean(frame.id),
        motivation=clean("".join(frame.comments[:1])),
        type="identity",
    )
    etree.SubElement(element, "class", id=clean(frame.kind), label=clean(frame.label))
    for count, span in enumerate(frame.spans, 1):
        start, end = offsets.to_utf16(span.start), offsets.to_utf16(span.end)
        covered_text = text[span.start : span.end]
        key = clean(f"{frame.id}-{count}")
        element_span = etree.SubElement(element, "span", end=str(end), id=key, start=str(start))
        element_span.text = None if NOT_XML.search(covered_text) else covered_text
    return element


class _GraphBuilder:
    """A builder of vertices and triples with ids that no annotation uses."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._used_ids = {frame.id for frame in frames}
        self._used_ids.update(link.id for frame in frames for link in frame.links)
        self._counts = {"node": 0, "value": 0}

    def _make_id(self, kind: str) -> str:
        while True:
            self._counts[kind] += 1
            key = f"{kind}_{self._counts[kind]}"
            if key not in self._used_ids:
                return key

    def build(self, frames: Sequence[Frame]) -> Iterator[etree._Element]:
        """Yield the vertices for annotations with triples, then the triples."""
        targets = {link.target for frame in frames for link in frame.links}
        nodes = {
            frame.id: self._make_id("node")
            for frame in frames
            if frame.links or frame.values or frame.id in targets
        }
        for key, node in nodes.items():
            yield etree.Element("vertex", annotation=clean(key), id=node)
        for frame in frames:
            yield from self._build_triples(frame, nodes)

    def _build_triples(self, frame: Frame, nodes: Mapping[str, str]) -> Iterator[etree._Element]:
        node = nodes.get(frame.id, "")
        for link in frame.links:
            yield _build_triple(
                frame.annotator, link.id, node, link.slot, nodes[link.target], link.attributes
            )
        for name, values in frame.values.items():
            for value in values:
                key = self._make_id("value")
                yield _build_triple(frame.annotator, key, node, name, node, {CARDINALITY: value})


def _build_triple(
    annotator: str, key: str, subject: str, name: str, target: str, fields: Mapping[str, str]
) -> etree._Element:
    return etree.Element(
        "triple",
        annotator=clean(annotator),
        id=clean(key),
        motivation="",
        object=target,
        polarity=fields.get(POLARITY, "positive"),
        property=clean(name),
        # Knowtator 2 reads an empty quantifier as `some`; its versions spell `some` differently.
        quantifier=fields.get(QUANTIFIER, "").upper(),
        subject=subject,
        value=clean(fields.get(CARDINALITY, "")),
    )
