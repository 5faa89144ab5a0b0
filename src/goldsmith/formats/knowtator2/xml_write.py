"""The XML of Knowtator 2 out of frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lxml import etree

from goldsmith.core import Document, Offsets
from goldsmith.formats.knowtator.frames import Frame
from goldsmith.formats.knowtator.write import Dialect
from goldsmith.formats.knowtator2.xml_read import CARDINALITY, NEGATIVE, POLARITY, QUANTIFIER
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import clean

_QUANTIFIERS = {"only", "exactly", "max", "min"}


def _holds(attributes: Mapping[str, str]) -> bool:
    """Whether a triple has fields for these attributes of a relation."""
    return (
        attributes.keys() <= {QUANTIFIER, CARDINALITY, POLARITY}
        and attributes.get(QUANTIFIER, "only") in _QUANTIFIERS
        and attributes.get(CARDINALITY, "1") != ""
        and attributes.get(POLARITY, NEGATIVE) == NEGATIVE
    )


DIALECT = Dialect(places=True, several_values=False, holds=_holds)


def tree_of(doc: Document, frames: Iterable[Frame]) -> etree._Element:
    """The file of a document: its annotations, then a graph space for each set."""
    root = etree.Element("knowtator-project")
    file = {"id": clean(doc.id), "text-file": clean(f"{doc.id}.txt")}
    document = etree.SubElement(root, "document", file)
    offsets = Offsets(doc.text)
    kept = [frame for frame in frames if frame.spans]
    document.extend(_annotation(frame, doc.text, offsets) for frame in kept)
    ids = _Ids(kept)
    for name in doc.sets:
        space = etree.SubElement(document, "graph-space", id=clean(name))
        space.extend(ids.graph([frame for frame in kept if frame.annotator == name]))
    etree.indent(root)
    return root


def _annotation(frame: Frame, text: str, offsets: Offsets) -> etree._Element:
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
        wording = text[span.start : span.end]
        key = clean(f"{frame.id}-{count}")
        place = etree.SubElement(element, "span", end=str(end), id=key, start=str(start))
        place.text = None if NOT_XML.search(wording) else wording
    return element


class _Ids:
    """Ids for vertices and triples, none of which an annotation has."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._taken = {frame.id for frame in frames}
        self._taken.update(link.id for frame in frames for link in frame.links)
        self._counts = {"node": 0, "value": 0}

    def _fresh(self, kind: str) -> str:
        while True:
            self._counts[kind] += 1
            key = f"{kind}_{self._counts[kind]}"
            if key not in self._taken:
                return key

    def graph(self, frames: Sequence[Frame]) -> Iterator[etree._Element]:
        """Vertices for whatever a triple joins, then the triples."""
        joined = {link.target for frame in frames for link in frame.links}
        nodes = {
            frame.id: self._fresh("node")
            for frame in frames
            if frame.links or frame.values or frame.id in joined
        }
        for key, node in nodes.items():
            yield etree.Element("vertex", annotation=clean(key), id=node)
        for frame in frames:
            yield from self._triples(frame, nodes)

    def _triples(self, frame: Frame, nodes: Mapping[str, str]) -> Iterator[etree._Element]:
        node = nodes.get(frame.id, "")
        for link in frame.links:
            yield _triple(
                frame.annotator, link.id, node, link.slot, nodes[link.target], link.attributes
            )
        for name, values in frame.values.items():
            for value in values:
                key = self._fresh("value")
                yield _triple(frame.annotator, key, node, name, node, {CARDINALITY: value})


def _triple(
    annotator: str, key: str, subject: str, name: str, other: str, fields: Mapping[str, str]
) -> etree._Element:
    return etree.Element(
        "triple",
        annotator=clean(annotator),
        id=clean(key),
        motivation="",
        object=other,
        polarity=fields.get(POLARITY, "positive"),
        property=clean(name),
        # Knowtator 2 takes none for `some`; its versions differ in how they spell that.
        quantifier=fields.get(QUANTIFIER, "").upper(),
        subject=subject,
        value=clean(fields.get(CARDINALITY, "")),
    )
