"""TimeML from documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from goldsmith.core import Document, Mention, Relation
from goldsmith.formats.base import get_only_set
from goldsmith.formats.shared.xml_values import clean
from goldsmith.formats.timeml.plan import EVENT_ATTRIBUTES, REFERENCE_NAMES, Element, Plan
from goldsmith.formats.timeml.terms import (
    CREATION,
    DATE_ONLY,
    DCT_TEXT,
    DOCID,
    EXTRAINFO,
    FUNCTION,
    IDS,
    INSTANCE,
    TITLE,
    find_creation_time,
)

_HEADER = """\
<?xml version="1.0" encoding="UTF-8"?>
<TimeML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:noNamespaceSchemaLocation="http://timeml.org/timeMLdocs/TimeML_1.2.1.xsd">
"""
_FIRST_ARGUMENT = {"EVENT": "eventInstanceID", "TIMEX3": "timeID"}
_SECOND_ARGUMENT = {"EVENT": "relatedToEventInstance", "TIMEX3": "relatedToTime"}
_ID_PREFIX = {"EVENT": "ei", "TIMEX3": "t", "SIGNAL": "s"}


def format_document(doc: Document) -> str:
    """Format a document as TimeML."""
    return "".join(_Writer(doc).iterate_parts())


class _Writer:
    """A writer of one document."""

    def __init__(self, doc: Document) -> None:
        self.doc, self.plan = doc, Plan(get_only_set(doc))
        self.ids: dict[str, str] = {}
        for kind, prefix in _ID_PREFIX.items():
            mention_ids = [
                mention.id for mention in self.plan.mentions.values() if mention.type == kind
            ]
            self.ids |= _assign_ids(prefix, mention_ids)
        self.links = _assign_ids("l", [rel.id for rel in self.plan.relations])
        self.events = 0
        self.instances: list[str] = []

    def iterate_parts(self) -> Iterator[str]:
        """Yield the parts of the file's content."""
        extra = self.doc.metadata.extra
        yield _HEADER
        yield f"\n<DOCID>{_escape(extra.get(DOCID) or self.doc.id.rpartition('/')[2])}</DOCID>\n"
        yield f"\n<DCT>{self._format_creation_time()}</DCT>\n"
        for name, key in (("TITLE", TITLE), ("EXTRAINFO", EXTRAINFO)):
            if extra.get(key):
                yield f"\n<{name}>{_escape(extra[key])}</{name}>\n"
        yield "\n<TEXT>"
        yield from self._format_text()
        yield "</TEXT>\n\n"
        for element in self.plan.outside:
            if self.plan.time not in element.mentions:
                yield f"<{element.name}{self._format_attributes(element)}/>\n"
        yield from self.instances
        for rel in self.plan.relations:
            yield f"<{rel.type}{self._format_link(rel)}/>\n"
        yield "</TimeML>\n"

    def _format_creation_time(self) -> str:
        time = self.plan.time
        if time is not None:
            text = time.attributes.get(DCT_TEXT) or time.attributes.get("value", "")
            return f"<TIMEX3{self._format_attributes(Element([time]))}>{_escape(text)}</TIMEX3>"
        date = self.doc.metadata.date
        if not date or find_creation_time(self.plan.mentions.values()):
            return ""
        candidates = (f"t{number}" for number in range(len(self.ids) + 1))
        unused = next(name for name in candidates if name not in self.ids.values())
        values = {"tid": unused, "type": "DATE", "value": date, "temporalFunction": "false"}
        values |= {FUNCTION: CREATION, "comment": DATE_ONLY}
        return f"<TIMEX3{_format_values(values)}>{_escape(date)}</TIMEX3>"

    def _format_text(self) -> Iterator[str]:
        text = self.doc.text
        position = 0
        open_elements: list[Element] = []
        for element in self.plan.inline:
            while open_elements and open_elements[-1].end <= element.start:
                closed = open_elements.pop()
                yield f"{_escape(text[position : closed.end])}</{closed.name}>"
                position = closed.end
            yield _escape(text[position : element.start])
            yield f"<{element.name}{self._format_attributes(element)}>"
            position = element.start
            open_elements.append(element)
        for closed in reversed(open_elements):
            yield f"{_escape(text[position : closed.end])}</{closed.name}>"
            position = closed.end
        yield _escape(text[position:])

    def _format_attributes(self, element: Element) -> str:
        """Format the attributes of an element, and collect the instances of an event for later."""
        first = element.mentions[0]
        if element.name != "EVENT":
            return _format_values(
                {IDS[element.name]: self.ids[first.id], **self._build_values(first)}
            )
        self.events += 1
        eid = f"e{self.events}"
        for mention in element.mentions:
            values = {"eiid": self.ids[mention.id], "eventID": eid, **self._build_values(mention)}
            instance_values = {
                name: value for name, value in values.items() if name not in EVENT_ATTRIBUTES
            }
            self.instances.append(f"<{INSTANCE}{_format_values(instance_values)}/>\n")
        common = {
            name: first.attributes[name] for name in EVENT_ATTRIBUTES if name in first.attributes
        }
        return _format_values({"eid": eid, **common})

    def _build_values(self, item: Mention | Relation) -> dict[str, str]:
        """Build the attributes of an annotation's element without its ids."""
        values = {}
        for name, value in item.attributes.items():
            if name in REFERENCE_NAMES:
                values[REFERENCE_NAMES[name]] = self.ids.get(value, value)
            elif name != DCT_TEXT and self.plan.can_write(name, item.id):
                values[name] = value
        if item.id in self.plan.comments:
            values["comment"] = self.plan.comments[item.id]
        return values

    def _format_link(self, rel: Relation) -> str:
        first, second = self.plan.mentions[rel.arg1], self.plan.mentions[rel.arg2]
        second_name = _SECOND_ARGUMENT[second.type]
        if rel.type == "SLINK" and second.type == "EVENT":
            second_name = "subordinatedEventInstance"
        ends = {_FIRST_ARGUMENT[first.type]: self.ids[first.id], second_name: self.ids[second.id]}
        return _format_values({"lid": self.links[rel.id], **ends, **self._build_values(rel)})


def _format_values(values: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in values.items())


def _escape(text: str) -> str:
    return escape(clean(text), {"\r": "&#13;"})


def _assign_ids(prefix: str, ids: list[str]) -> dict[str, str]:
    """Assign TimeML ids, preserving ids that have the right form."""
    pattern = re.compile(rf"{prefix}\d+")
    preserved = {original for original in ids if pattern.fullmatch(original)}
    candidates = (f"{prefix}{number}" for number in range(1, 2 * len(ids) + 2))
    unused = (name for name in candidates if name not in preserved)
    return {original: original if original in preserved else next(unused) for original in ids}
