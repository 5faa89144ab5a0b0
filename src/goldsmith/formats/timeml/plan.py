"""Selection of the annotations that can be written as TimeML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.formats.shared.xml_values import is_xml_name
from goldsmith.formats.timeml.terms import (
    DCT_TEXT,
    IDS,
    LINKS,
    REFERENCES,
    STRUCTURAL,
    find_creation_time,
)

#: Attributes of an EVENT; all others belong to its instances.
EVENT_ATTRIBUTES = ("class", "stem")
#: Types of mentions that can be arguments of links.
_LINKABLE = ("EVENT", "TIMEX3")
#: The attributes whose values are ids, by the names under which we store them.
REFERENCE_NAMES = {stored: name for name, stored in REFERENCES.items()}


class Element:
    """An element in the text with its mentions (an event has one for each instance)."""

    def __init__(self, mentions: list[Mention]) -> None:
        self.mentions = mentions
        self.name = mentions[0].type
        self.start, self.end = mentions[0].start, mentions[0].end


class Plan:
    """The elements and links of an annotation set that TimeML can represent."""

    def __init__(self, annotation_set: AnnotationSet) -> None:
        supported = [mention for mention in annotation_set.mentions if mention.type in IDS]
        self.inline, self.crossing = _select_nested(
            _build_elements(m for m in supported if m.spans)
        )
        self.outside = _build_elements(m for m in supported if not m.spans)
        creation_time = find_creation_time(supported)
        self.time = creation_time if creation_time and not creation_time.spans else None
        planned = [m for element in self.inline + self.outside for m in element.mentions]
        self.mentions = {mention.id: mention for mention in planned}
        self.links = [rel for rel in annotation_set.relations if rel.type in LINKS]
        self.relations = [rel for rel in self.links if self._can_link(rel)]
        self.comments: dict[str, str] = {}
        targets = set(self.mentions).union(rel.id for rel in self.relations)
        for note in annotation_set.notes:
            if note.target in targets and note.target not in self.comments and note.text:
                self.comments[note.target] = note.text

    def _can_link(self, rel: Relation) -> bool:
        ends = (self.mentions.get(rel.arg1), self.mentions.get(rel.arg2))
        return all(end is not None and end.type in _LINKABLE for end in ends)

    def can_write(self, name: str, owner: str) -> bool:
        """Return whether an attribute of an annotation can be written with its name."""
        if name == DCT_TEXT:
            values = self.time.attributes if self.time and self.time.id == owner else {}
            return values.get(DCT_TEXT, "") not in ("", values.get("value"))
        return name in REFERENCE_NAMES or (
            is_xml_name(name) and name not in STRUCTURAL and name not in REFERENCES
        )


def _build_elements(mentions: Iterable[Mention]) -> list[Element]:
    """Build elements; events with the same span and class become instances of one element."""
    groups: dict[object, list[Mention]] = defaultdict(list)
    for mention in mentions:
        event_values = tuple(mention.attributes.get(name) for name in EVENT_ATTRIBUTES)
        key = (mention.start, mention.end, event_values) if mention.type == "EVENT" else mention.id
        groups[key].append(mention)
    return [Element(group) for group in groups.values()]


def _select_nested(elements: list[Element]) -> tuple[list[Element], int]:
    """Return the sorted elements, without those that cross an earlier one, and the number lost."""
    selected: list[Element] = []
    open_ends: list[int] = []
    for element in sorted(elements, key=lambda item: (item.start, -item.end)):
        while open_ends and open_ends[-1] <= element.start:
            open_ends.pop()
        if not open_ends or element.end <= open_ends[-1]:
            open_ends.append(element.end)
            selected.append(element)
    total, remaining = (
        sum(len(element.mentions) for element in group) for group in (elements, selected)
    )
    return selected, total - remaining
