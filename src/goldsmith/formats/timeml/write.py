"""Makes TimeML of a document, and tells what of it TimeML cannot hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from goldsmith.core import AnnotationSet, Document, Mention, Relation
from goldsmith.formats.base import only_set
from goldsmith.formats.shared.xml_values import clean, is_name
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
    document_time,
)

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<TimeML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:noNamespaceSchemaLocation="http://timeml.org/timeMLdocs/TimeML_1.2.1.xsd">
"""
#: What belongs to an EVENT; the rest belongs to its instances.
_OF_EVENT = ("class", "stem")
_FIRST = {"EVENT": "eventInstanceID", "TIMEX3": "timeID"}
_SECOND = {"EVENT": "relatedToEventInstance", "TIMEX3": "relatedToTime"}
_PREFIX = {"EVENT": "ei", "TIMEX3": "t", "SIGNAL": "s"}
_REFERRING = {kept: name for name, kept in REFERENCES.items()}


class Element:
    """An element of the text: the mentions it stands for (an event's instances) and its place."""

    def __init__(self, mentions: list[Mention]) -> None:
        self.mentions = mentions
        self.name = mentions[0].type
        self.start, self.end = mentions[0].start, mentions[0].end


class Plan:
    """What of an annotation set goes into TimeML, and where."""

    def __init__(self, one: AnnotationSet) -> None:
        known = [mention for mention in one.mentions if mention.type in IDS]
        self.inline, self.crossing = _nested(_elements(m for m in known if m.spans))
        self.outside = _elements(m for m in known if not m.spans)
        written = document_time(known)
        self.time = written if written and not written.spans else None
        kept = [m for element in self.inline + self.outside for m in element.mentions]
        self.mentions = {mention.id: mention for mention in kept}
        self.links = [rel for rel in one.relations if rel.type in LINKS]
        self.relations = [rel for rel in self.links if self._can_link(rel)]
        self.comments: dict[str, str] = {}
        targets = set(self.mentions).union(rel.id for rel in self.relations)
        for note in one.notes:
            if note.target in targets and note.target not in self.comments and note.text:
                self.comments[note.target] = note.text

    def _can_link(self, rel: Relation) -> bool:
        ends = (self.mentions.get(rel.arg1), self.mentions.get(rel.arg2))
        return all(end is not None and end.type in _FIRST for end in ends)

    def spells(self, name: str, owner: str) -> bool:
        """Whether an annotation's attribute can be written under its name."""
        if name == WORDING:
            values = self.time.attributes if self.time and self.time.id == owner else {}
            return values.get(WORDING, "") not in ("", values.get("value"))
        return name in _REFERRING or (is_name(name) and name not in OWN and name not in REFERENCES)


def _elements(mentions: Iterable[Mention]) -> list[Element]:
    """The elements for mentions; events on one place and of one class are instances of one."""
    found: dict[object, list[Mention]] = defaultdict(list)
    for mention in mentions:
        shared = tuple(mention.attributes.get(name) for name in _OF_EVENT)
        key = (mention.start, mention.end, shared) if mention.type == "EVENT" else mention.id
        found[key].append(mention)
    return [Element(one) for one in found.values()]


def _nested(elements: list[Element]) -> tuple[list[Element], int]:
    """The elements in the order they open, without those that cross one before, and their count."""
    kept: list[Element] = []
    open_ends: list[int] = []
    for element in sorted(elements, key=lambda one: (one.start, -one.end)):
        while open_ends and open_ends[-1] <= element.start:
            open_ends.pop()
        if not open_ends or element.end <= open_ends[-1]:
            open_ends.append(element.end)
            kept.append(element)
    every, left = (sum(len(one.mentions) for one in some) for some in (elements, kept))
    return kept, every - left


def document(doc: Document) -> str:
    """The content of a document's file."""
    return "".join(_Writing(doc).parts())


class _Writing:
    def __init__(self, doc: Document) -> None:
        self.doc, self.plan = doc, Plan(only_set(doc))
        self.ids: dict[str, str] = {}
        for kind, prefix in _PREFIX.items():
            some = [one.id for one in self.plan.mentions.values() if one.type == kind]
            self.ids |= _numbered(prefix, some)
        self.links = _numbered("l", [rel.id for rel in self.plan.relations])
        self.events = 0
        self.instances: list[str] = []

    def parts(self) -> Iterator[str]:
        """The file's content, piece by piece."""
        extra = self.doc.metadata.extra
        yield _HEAD
        yield f"\n<DOCID>{_text(extra.get(DOCID) or self.doc.id.rpartition('/')[2])}</DOCID>\n"
        yield f"\n<DCT>{self._document_time()}</DCT>\n"
        for name, key in (("TITLE", TITLE), ("EXTRAINFO", EXTRAINFO)):
            if extra.get(key):
                yield f"\n<{name}>{_text(extra[key])}</{name}>\n"
        yield "\n<TEXT>"
        yield from self._inline()
        yield "</TEXT>\n\n"
        for element in self.plan.outside:
            if self.plan.time not in element.mentions:
                yield f"<{element.name}{self._start(element)}/>\n"
        yield from self.instances
        for rel in self.plan.relations:
            yield f"<{rel.type}{self._link(rel)}/>\n"
        yield "</TimeML>\n"

    def _document_time(self) -> str:
        time = self.plan.time
        if time is not None:
            wording = time.attributes.get(WORDING) or time.attributes.get("value", "")
            return f"<TIMEX3{self._start(Element([time]))}>{_text(wording)}</TIMEX3>"
        date = self.doc.metadata.date
        if not date or document_time(self.plan.mentions.values()):
            return ""
        every = (f"t{number}" for number in range(len(self.ids) + 1))
        free = next(name for name in every if name not in self.ids.values())
        values = {"tid": free, "type": "DATE", "value": date, "temporalFunction": "false"}
        values |= {FUNCTION: CREATION, "comment": DATE_ONLY}
        return f"<TIMEX3{_attributes(values)}>{_text(date)}</TIMEX3>"

    def _inline(self) -> Iterator[str]:
        text = self.doc.text
        at = 0
        waiting: list[Element] = []
        for element in self.plan.inline:
            while waiting and waiting[-1].end <= element.start:
                done = waiting.pop()
                yield f"{_text(text[at : done.end])}</{done.name}>"
                at = done.end
            yield f"{_text(text[at : element.start])}<{element.name}{self._start(element)}>"
            at = element.start
            waiting.append(element)
        for done in reversed(waiting):
            yield f"{_text(text[at : done.end])}</{done.name}>"
            at = done.end
        yield _text(text[at:])

    def _start(self, element: Element) -> str:
        """The attributes of an element; an event's instances are kept for later."""
        first = element.mentions[0]
        if element.name != "EVENT":
            return _attributes({IDS[element.name]: self.ids[first.id], **self._values(first)})
        self.events += 1
        eid = f"e{self.events}"
        for mention in element.mentions:
            values = {"eiid": self.ids[mention.id], "eventID": eid, **self._values(mention)}
            own = {name: value for name, value in values.items() if name not in _OF_EVENT}
            self.instances.append(f"<{INSTANCE}{_attributes(own)}/>\n")
        common = {name: first.attributes[name] for name in _OF_EVENT if name in first.attributes}
        return _attributes({"eid": eid, **common})

    def _values(self, item: Mention | Relation) -> dict[str, str]:
        """What an annotation's element says besides its ids."""
        found = {}
        for name, value in item.attributes.items():
            if name in _REFERRING:
                found[_REFERRING[name]] = self.ids.get(value, value)
            elif name != WORDING and self.plan.spells(name, item.id):
                found[name] = value
        if item.id in self.plan.comments:
            found["comment"] = self.plan.comments[item.id]
        return found

    def _link(self, rel: Relation) -> str:
        first, second = self.plan.mentions[rel.arg1], self.plan.mentions[rel.arg2]
        other = _SECOND[second.type]
        if rel.type == "SLINK" and second.type == "EVENT":
            other = "subordinatedEventInstance"
        ends = {_FIRST[first.type]: self.ids[first.id], other: self.ids[second.id]}
        return _attributes({"lid": self.links[rel.id], **ends, **self._values(rel)})


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in values.items())


def _text(text: str) -> str:
    return escape(clean(text), {"\r": "&#13;"})


def _numbered(prefix: str, ids: list[str]) -> dict[str, str]:
    """TimeML ids: given ones are kept where they are of the right form, others made anew."""
    pattern = re.compile(rf"{prefix}\d+")
    kept = {one for one in ids if pattern.fullmatch(one)}
    every = (f"{prefix}{number}" for number in range(1, 2 * len(ids) + 2))
    free = (name for name in every if name not in kept)
    return {one: one if one in kept else next(free) for one in ids}
