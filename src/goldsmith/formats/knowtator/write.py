"""The XML of Knowtator 1 from frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from goldsmith.core import Document, Offsets
from goldsmith.formats.knowtator.frames import Frame
from goldsmith.formats.knowtator.read import FRAGMENT_SEPARATOR
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import clean


def build_tree(doc: Document, frames: Iterable[Frame], text_source: str) -> etree._Element:
    """Build the XML of a document: annotations, then class mentions with their slots."""
    frame_list = list(frames)
    root = etree.Element("annotations", textSource=clean(text_source))
    offsets = Offsets(doc.text)
    for frame in frame_list:
        # A relation or group needs no annotation: its members identify the annotator.
        if frame.spans or frame.comments or not frame.links:
            root.append(_build_annotation(frame, doc.text, offsets))
    ids = _generate_slot_ids(frame_list)
    for frame in frame_list:
        root.extend(_build_class_mention(frame, ids))
    etree.indent(root)
    return root


def _generate_slot_ids(frames: Sequence[Frame]) -> Iterator[str]:
    """Yield ids for slots that no frame or relation uses."""
    taken = {frame.id for frame in frames}
    taken.update(link.id for frame in frames for link in frame.links)
    count = 0
    while True:
        count += 1
        if f"slot_{count}" not in taken:
            yield f"slot_{count}"


def _build_annotation(frame: Frame, text: str, offsets: Offsets) -> etree._Element:
    element = etree.Element("annotation")
    etree.SubElement(element, "mention", id=clean(frame.id))
    name = clean(frame.annotator)
    etree.SubElement(element, "annotator", id=name).text = name
    for span in frame.spans:
        start, end = offsets.to_utf16(span.start), offsets.to_utf16(span.end)
        etree.SubElement(element, "span", start=str(start), end=str(end))
    covered_text = FRAGMENT_SEPARATOR.join(text[span.start : span.end] for span in frame.spans)
    if covered_text and not NOT_XML.search(covered_text):
        etree.SubElement(element, "spannedText").text = covered_text
    for comment in frame.comments:
        etree.SubElement(element, "comment").text = clean(comment)
    return element


def _build_class_mention(frame: Frame, ids: Iterator[str]) -> Iterator[etree._Element]:
    """Yield the class mention, then one slot for each name, with all its values."""
    mention = etree.Element("classMention", id=clean(frame.id))
    kind = etree.SubElement(mention, "mentionClass", id=clean(frame.kind))
    kind.text = clean(frame.label)
    slots = [
        _build_slot("string", next(ids), name, values) for name, values in frame.values.items()
    ]
    for name in dict.fromkeys(link.slot for link in frame.links):
        links = [link for link in frame.links if link.slot == name]
        key = links[0].id if len(links) == 1 else next(ids)
        slots.append(_build_slot("complex", key, name, [link.target for link in links]))
    for slot in slots:
        etree.SubElement(mention, "hasSlotMention", id=slot.get("id", ""))
    yield mention
    yield from slots


def _build_slot(kind: str, key: str, name: str, values: Sequence[str]) -> etree._Element:
    slot = etree.Element(f"{kind}SlotMention", id=clean(key))
    etree.SubElement(slot, "mentionSlot", id=clean(name))
    for value in values:
        etree.SubElement(slot, f"{kind}SlotMentionValue", value=clean(value))
    return slot
