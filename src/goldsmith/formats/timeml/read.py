"""Documents from TimeML: the text without its tags, and the annotations with their offsets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Note, Relation, Span
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.shared import xml
from goldsmith.formats.timeml.terms import (
    CREATION,
    DATE_ONLY,
    DCT_TEXT,
    DOCID,
    EXTRAINFO,
    FUNCTION,
    IDS,
    INSTANCE,
    LINKS,
    REFERENCES,
    STRUCTURAL,
    TITLE,
    find_creation_time,
    get_date,
)

_FIRST_ARGUMENT = ("eventInstanceID", "timeID", "eventID")
_SECOND_ARGUMENT = (
    "relatedToEventInstance",
    "relatedToTime",
    "subordinatedEventInstance",
    "relatedToEvent",
    "subordinatedEvent",
)
_HEADERS = frozenset({"DOCID", "DCT", "TITLE", "EXTRAINFO"})
_NOT_TEXT = LINKS | {INSTANCE}


def build_document(root: etree._Element, name: str, set_name: str) -> Document:
    """Build the document from a file's root element."""
    if xml.get_local_name(root) != "TimeML":
        raise InputError(
            "this is not TimeML", line=xml.get_line(root), expected="<TimeML> as the root"
        )
    reader = _Reader(root)
    annotation_set = reader.build_set(set_name)
    metadata = reader.build_metadata(name, annotation_set.mentions)
    return Document(name, "".join(reader.pieces), metadata, sets={set_name: annotation_set})


def _make_error(element: etree._Element, what: str, expected: str = "") -> InputError:
    return InputError(what, line=xml.get_line(element), expected=expected)


def _get_content(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


class _Reader:
    """A reader of one file."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.pieces: list[str] = []
        self.length = 0
        self.elements: list[tuple[etree._Element, tuple[Span, ...]]] = []
        self.notes: list[Note] = []
        self.date = ""
        self._read_creation_time()
        texts = root.findall("TEXT")
        if len(texts) > 1:
            raise _make_error(texts[1], "<TEXT> occurs twice", "one <TEXT>")
        if texts:
            self._read_text(texts[0])
            self._read_outside_text()
        else:
            self._read_text(root)

    def _read_creation_time(self) -> None:
        for element in self.root.iterfind("DCT//*"):
            name = xml.get_local_name(element)
            if name == "TIMEX3" and element.get("comment") == DATE_ONLY:
                self.date = element.get("value", "")
            elif name == "TIMEX3":
                element.set(FUNCTION, element.get(FUNCTION, CREATION))
                self.elements.append((element, ()))
            elif name in IDS:
                raise _make_error(
                    element, f"<{shorten_id(name)}> annotates text outside <TEXT>", "only TIMEX3"
                )

    def _read_text(self, element: etree._Element) -> None:
        """Add an element's text, and its annotations with their spans."""
        self._add_text(element.text)
        for child in element:
            name = xml.get_local_name(child)
            if name in _NOT_TEXT or (element is self.root and name in _HEADERS):
                self._add_text(child.tail if (child.tail or "").strip() else "")
                continue
            start = self.length
            number = len(self.elements)
            self._read_text(child)
            if name in IDS or child.attrib:
                spans = (Span(start, self.length),) if self.length > start else ()
                self.elements.insert(number, (child, spans))
            self._add_text(child.tail)

    def _add_text(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def _read_outside_text(self) -> None:
        """Add annotations without spans outside <TEXT>, and reject all others there."""
        for child in self.root:
            name = xml.get_local_name(child)
            if name in IDS and not _get_content(child):
                self.elements.append((child, ()))
            elif name in ("TEXT", "DCT") or name in _NOT_TEXT:
                continue
            elif name in IDS or any(
                xml.get_local_name(descendant) in IDS for descendant in child.iter()
            ):
                raise _make_error(
                    child, f"<{shorten_id(name)}> annotates text outside <TEXT>", "all in <TEXT>"
                )
            elif name not in _HEADERS and child.attrib:
                raise _make_error(
                    child,
                    f"<{shorten_id(name)}> is not part of TimeML 1.2.1",
                    "TLINK, SLINK, ALINK, ...",
                )

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set."""
        instances = self._group_instances()
        mentions: list[Mention] = []
        events: dict[str, str] = {}
        for number, (element, spans) in enumerate(self.elements, 1):
            if xml.get_local_name(element) == "EVENT":
                eid = xml.get_attribute(element, "eid", where="")
                if eid in events:
                    raise _make_error(
                        element, f"the eid {shorten_id(eid)} occurs twice", "one EVENT for each eid"
                    )
                event_mentions = list(self._build_events(element, spans, instances.pop(eid, [])))
                events[eid] = event_mentions[0].id
                mentions += event_mentions
            else:
                mentions.append(self._build_mention(element, spans, number))
        for remaining in instances.values():
            raise _make_error(
                remaining[0], "its eventID does not refer to an EVENT", "the eid of an EVENT"
            )
        relations = tuple(self._build_relations(events))
        return AnnotationSet(name, tuple(mentions), relations, (), tuple(self.notes))

    def _group_instances(self) -> dict[str, list[etree._Element]]:
        instances: dict[str, list[etree._Element]] = defaultdict(list)
        for element in self.root.iter(INSTANCE):
            instances[xml.get_attribute(element, "eventID", where="")].append(element)
        return instances

    def _build_events(
        self, element: etree._Element, spans: tuple[Span, ...], instances: list[etree._Element]
    ) -> Iterator[Mention]:
        """Yield the mentions of an event, one for each instance."""
        common = self._select_attributes(element)
        for instance in instances or [element]:
            fallback = element.get("eid", "") if instance is element else ""
            key = instance.get("eiid") or fallback or xml.get_attribute(instance, "eiid", where="")
            attributes = {**common, **self._select_attributes(instance)}
            self._add_note(instance, key)
            if instance is not element and instance is instances[0]:
                self._add_note(element, key)
            yield Mention(key, "EVENT", spans, attributes)

    def _build_mention(
        self, element: etree._Element, spans: tuple[Span, ...], number: int
    ) -> Mention:
        name = xml.get_local_name(element)
        key = xml.get_attribute(element, IDS[name], where="") if name in IDS else f"{name}-{number}"
        attributes = self._select_attributes(element)
        text = "" if spans else _get_content(element)  # only the DCT has text but no spans
        if text not in ("", element.get("value")):
            attributes[DCT_TEXT] = text
        self._add_note(element, key)
        return Mention(key, name, spans, attributes)

    def _build_relations(self, events: dict[str, str]) -> Iterator[Relation]:
        links = [element for element in self.root.iter() if xml.get_local_name(element) in LINKS]
        for number, element in enumerate(links, 1):
            key = element.get("lid") or f"link-{number}"
            first, second = (
                self._get_argument(element, names) for names in (_FIRST_ARGUMENT, _SECOND_ARGUMENT)
            )
            attributes = self._select_attributes(element)
            self._add_note(element, key)
            ends = events.get(first, first), events.get(second, second)
            yield Relation(key, xml.get_local_name(element), *ends, attributes)

    @staticmethod
    def _get_argument(element: etree._Element, names: tuple[str, ...]) -> str:
        target = next((element.get(name) for name in names if element.get(name)), None)
        if target is None:
            side = "first" if names is _FIRST_ARGUMENT else "second"
            raise _make_error(element, f"{xml.show_tag(element)} has no {side} argument", names[0])
        return target

    @staticmethod
    def _select_attributes(element: etree._Element) -> dict[str, str]:
        """Select an element's attributes, without ids and arguments, and rename references."""
        selected = {
            str(name): str(value)
            for name, value in element.attrib.items()
            if name not in STRUCTURAL
        }
        return {REFERENCES.get(name, name): value for name, value in selected.items()}

    def _add_note(self, element: etree._Element, target: str) -> None:
        comment = element.get("comment")
        if comment:
            self.notes.append(Note(comment, target))

    def build_metadata(self, name: str, mentions: tuple[Mention, ...]) -> Metadata:
        """Build the metadata of the document."""
        extra = {}
        docid = "".join(map(_get_content, self.root.iterfind("DOCID"))).strip()
        if docid and docid != name.rpartition("/")[2]:
            extra[DOCID] = docid
        for tag, key in (("TITLE", TITLE), ("EXTRAINFO", EXTRAINFO)):
            parts = [_get_content(element) for element in self.root.iterfind(tag)]
            if content := "\n".join(part for part in parts if part.strip()):
                extra[key] = content
        creation_time = find_creation_time(mentions)
        return Metadata(date=get_date(creation_time) if creation_time else self.date, extra=extra)
