"""The XML of Knowtator 1 out of frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from goldsmith.core import Document, Offsets
from goldsmith.formats.knowtator.frames import Frame
from goldsmith.formats.knowtator.xml_read import GAP
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import clean


def tree_of(doc: Document, frames: Iterable[Frame], text_source: str) -> etree._Element:
    """The file of a document: annotations first, then class mentions with their slots."""
    kept = list(frames)
    root = etree.Element("annotations", textSource=clean(text_source))
    offsets = Offsets(doc.text)
    for frame in kept:
        # A relation or group needs no annotation: its members say whose it is.
        if frame.spans or frame.comments or not frame.links:
            root.append(_annotation(frame, doc.text, offsets))
    ids = _free_ids(kept)
    for frame in kept:
        root.extend(_class_mention(frame, ids))
    etree.indent(root)
    return root


def _free_ids(frames: Sequence[Frame]) -> Iterator[str]:
    """Ids for slots, none of which a frame or a relation has."""
    taken = {frame.id for frame in frames}
    taken.update(link.id for frame in frames for link in frame.links)
    count = 0
    while True:
        count += 1
        if f"slot_{count}" not in taken:
            yield f"slot_{count}"


def _annotation(frame: Frame, text: str, offsets: Offsets) -> etree._Element:
    element = etree.Element("annotation")
    etree.SubElement(element, "mention", id=clean(frame.id))
    name = clean(frame.annotator)
    etree.SubElement(element, "annotator", id=name).text = name
    for span in frame.spans:
        start, end = offsets.to_utf16(span.start), offsets.to_utf16(span.end)
        etree.SubElement(element, "span", start=str(start), end=str(end))
    wording = GAP.join(text[span.start : span.end] for span in frame.spans)
    if wording and not NOT_XML.search(wording):
        etree.SubElement(element, "spannedText").text = wording
    for comment in frame.comments:
        etree.SubElement(element, "comment").text = clean(comment)
    return element


def _class_mention(frame: Frame, ids: Iterator[str]) -> Iterator[etree._Element]:
    """The class mention, then its slots: one for each name, with all its values."""
    mention = etree.Element("classMention", id=clean(frame.id))
    kind = etree.SubElement(mention, "mentionClass", id=clean(frame.kind))
    kind.text = clean(frame.label)
    slots = [_slot("string", next(ids), name, values) for name, values in frame.values.items()]
    for name in dict.fromkeys(link.slot for link in frame.links):
        links = [link for link in frame.links if link.slot == name]
        key = links[0].id if len(links) == 1 else next(ids)
        slots.append(_slot("complex", key, name, [link.target for link in links]))
    for slot in slots:
        etree.SubElement(mention, "hasSlotMention", id=slot.get("id", ""))
    yield mention
    yield from slots


def _slot(kind: str, key: str, name: str, values: Sequence[str]) -> etree._Element:
    slot = etree.Element(f"{kind}SlotMention", id=clean(key))
    etree.SubElement(slot, "mentionSlot", id=clean(name))
    for value in values:
        etree.SubElement(slot, f"{kind}SlotMentionValue", value=clean(value))
    return slot
