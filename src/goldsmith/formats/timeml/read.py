"""Makes a document of a TimeML file: rebuilds the text, folds instances into their events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Note, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats.shared import xml
from goldsmith.formats.timeml.terms import (
    CREATION,
    DATE_ONLY,
    DOCID,
    EXTRAINFO,
    FUNCTION,
    IDS,
    INSTANCE,
    LINKS,
    OWN,
    REFERENCES,
    TITLE,
    WORDING,
    date_of,
    document_time,
)

_FIRST = ("eventInstanceID", "timeID", "eventID")
_SECOND = (
    "relatedToEventInstance",
    "relatedToTime",
    "subordinatedEventInstance",
    "relatedToEvent",
    "subordinatedEvent",
)
_HEADS = frozenset({"DOCID", "DCT", "TITLE", "EXTRAINFO"})
_NOT_TEXT = LINKS | {INSTANCE}


def document(root: etree._Element, name: str, set_name: str) -> Document:
    """The document that a file's root element describes."""
    if xml.local(root) != "TimeML":
        raise InputError(
            "this is not TimeML", line=xml.line_of(root), expected="<TimeML> as the root"
        )
    reading = _Reading(root)
    annotations = reading.annotation_set(set_name)
    metadata = reading.metadata(name, annotations.mentions)
    return Document(name, "".join(reading.pieces), metadata, sets={set_name: annotations})


def _fault(element: etree._Element, what: str, expected: str = "") -> InputError:
    return InputError(what, line=xml.line_of(element), expected=expected)


def _content(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


class _Reading:
    """One file, taken apart."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.pieces: list[str] = []
        self.length = 0
        self.placed: list[tuple[etree._Element, tuple[Span, ...]]] = []
        self.notes: list[Note] = []
        self.date = ""
        self._document_time()
        texts = root.findall("TEXT")
        if len(texts) > 1:
            raise _fault(texts[1], "<TEXT> is there twice", "one <TEXT>")
        if texts:
            self._inline(texts[0])
            self._outside()
        else:
            self._inline(root)

    def _document_time(self) -> None:
        for element in self.root.iterfind("DCT//*"):
            name = xml.local(element)
            if name == "TIMEX3" and element.get("comment") == DATE_ONLY:
                self.date = element.get("value", "")
            elif name == "TIMEX3":
                element.set(FUNCTION, element.get(FUNCTION, CREATION))
                self.placed.append((element, ()))
            elif name in IDS:
                raise _fault(element, f"<{name}> annotates text outside <TEXT>", "only TIMEX3")

    def _inline(self, element: etree._Element) -> None:
        """Adds an element's text, and the annotations in it with their places."""
        self._add(element.text)
        for child in element:
            name = xml.local(child)
            if name in _NOT_TEXT or (element is self.root and name in _HEADS):
                self._add(child.tail if (child.tail or "").strip() else "")
                continue
            start = self.length
            number = len(self.placed)
            self._inline(child)
            if name in IDS or child.attrib:
                spans = (Span(start, self.length),) if self.length > start else ()
                self.placed.insert(number, (child, spans))
            self._add(child.tail)

    def _add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def _outside(self) -> None:
        """Takes annotations without a place beside <TEXT>; refuses what would be left out."""
        for child in self.root:
            name = xml.local(child)
            if name in IDS and not _content(child):
                self.placed.append((child, ()))
            elif name in ("TEXT", "DCT") or name in _NOT_TEXT:
                continue
            elif name in IDS or any(xml.local(one) in IDS for one in child.iter()):
                raise _fault(child, f"<{name}> annotates text outside <TEXT>", "all in <TEXT>")
            elif name not in _HEADS and child.attrib:
                raise _fault(
                    child, f"<{name}> is no part of TimeML 1.2.1", "TLINK, SLINK, ALINK, ..."
                )

    def annotation_set(self, name: str) -> AnnotationSet:
        """Everything annotated, as one set."""
        instances = self._instances()
        mentions: list[Mention] = []
        events: dict[str, str] = {}
        for number, (element, spans) in enumerate(self.placed, 1):
            if xml.local(element) == "EVENT":
                eid = xml.need(element, "eid", where="")
                if eid in events:
                    raise _fault(element, f"the eid {eid} is used twice", "one EVENT for each eid")
                made = list(self._event(element, spans, instances.pop(eid, [])))
                events[eid] = made[0].id
                mentions += made
            else:
                mentions.append(self._plain(element, spans, number))
        for left in instances.values():
            raise _fault(left[0], "its eventID points at no EVENT", "the eid of an EVENT")
        relations = tuple(self._relations(events))
        return AnnotationSet(name, tuple(mentions), relations, (), tuple(self.notes))

    def _instances(self) -> dict[str, list[etree._Element]]:
        found: dict[str, list[etree._Element]] = defaultdict(list)
        for element in self.root.iter(INSTANCE):
            found[xml.need(element, "eventID", where="")].append(element)
        return found

    def _event(
        self, element: etree._Element, spans: tuple[Span, ...], instances: list[etree._Element]
    ) -> Iterator[Mention]:
        """An event's mentions, one for each instance."""
        common = self._attributes(element)
        for instance in instances or [element]:
            fallback = element.get("eid", "") if instance is element else ""
            key = instance.get("eiid") or fallback or xml.need(instance, "eiid", where="")
            attributes = {**common, **self._attributes(instance)}
            self._note(instance, key)
            if instance is not element and instance is instances[0]:
                self._note(element, key)
            yield Mention(key, "EVENT", spans, attributes)

    def _plain(self, element: etree._Element, spans: tuple[Span, ...], number: int) -> Mention:
        name = xml.local(element)
        key = xml.need(element, IDS[name], where="") if name in IDS else f"{name}-{number}"
        attributes = self._attributes(element)
        wording = "" if spans else _content(element)  # only the DCT has words but no place
        if wording not in ("", element.get("value")):
            attributes[WORDING] = wording
        self._note(element, key)
        return Mention(key, name, spans, attributes)

    def _relations(self, events: dict[str, str]) -> Iterator[Relation]:
        links = [one for one in self.root.iter() if xml.local(one) in LINKS]
        for number, element in enumerate(links, 1):
            key = element.get("lid") or f"link-{number}"
            first, second = (self._end(element, names) for names in (_FIRST, _SECOND))
            attributes = self._attributes(element)
            self._note(element, key)
            ends = events.get(first, first), events.get(second, second)
            yield Relation(key, xml.local(element), *ends, attributes)

    @staticmethod
    def _end(element: etree._Element, names: tuple[str, ...]) -> str:
        found = next((element.get(name) for name in names if element.get(name)), None)
        if found is None:
            side = "first" if names is _FIRST else "second"
            raise _fault(element, f"<{xml.local(element)}> has no {side} argument", names[0])
        return found

    @staticmethod
    def _attributes(element: etree._Element) -> dict[str, str]:
        """An element's attributes without ids and arguments; those that hold ids are marked."""
        kept = {str(name): str(value) for name, value in element.attrib.items() if name not in OWN}
        return {REFERENCES.get(name, name): value for name, value in kept.items()}

    def _note(self, element: etree._Element, target: str) -> None:
        comment = element.get("comment")
        if comment:
            self.notes.append(Note(comment, target))

    def metadata(self, name: str, mentions: tuple[Mention, ...]) -> Metadata:
        """What the file says about the document itself."""
        extra = {}
        docid = "".join(map(_content, self.root.iterfind("DOCID"))).strip()
        if docid and docid != name.rpartition("/")[2]:
            extra[DOCID] = docid
        for tag, key in (("TITLE", TITLE), ("EXTRAINFO", EXTRAINFO)):
            parts = [_content(one) for one in self.root.iterfind(tag)]
            if content := "\n".join(part for part in parts if part.strip()):
                extra[key] = content
        written = document_time(mentions)
        return Metadata(date=date_of(written) if written else self.date, extra=extra)
