"""Makes an annotation set of one Anafora annotation file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lxml import etree

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Relation, Span
from goldsmith.core.offsets import tidy
from goldsmith.errors import InputError
from goldsmith.formats.anafora.terms import (
    CODE,
    OURS,
    PROPERTY,
    ROLE1,
    ROLE2,
    ROLES,
    SOURCE,
    TARGET,
    UNSET,
    code_of,
    is_chain,
    is_entity_id,
    is_pair,
)
from goldsmith.formats.shared import xml

_SPAN = re.compile(r"\s*(\d{1,15})\s*,\s*(\d{1,15})\s*")
_PARTS = frozenset({"id", "span", "type", "parentsType", "properties", "addition", "comment"})


def annotation_set(root: etree._Element, name: str, schema: str) -> AnnotationSet:
    """The set that a file's root element describes."""
    if xml.local(root) != "data":
        raise _fault(root, "this is not Anafora XML", "<data> as the root")
    for pending in root.iterfind("adjudication/*"):
        raise InputError(
            "the file is an adjudication in work, with the annotations of both annotators",
            line=xml.line_of(pending),
            expected="no entries in <adjudication>",
            remedy="Finish it in Anafora, or leave this file out and read the annotators' own",
        )
    return _Reading(root).annotation_set(name, schema)


def _fault(element: etree._Element, what: str, expected: str = "") -> InputError:
    return InputError(what, line=xml.line_of(element), expected=expected)


def _content(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


class _Reading:
    """The annotations of one file."""

    def __init__(self, root: etree._Element) -> None:
        self.entities: list[etree._Element] = []
        self.links: list[etree._Element] = []
        for element in root.iterfind("annotations/*"):
            name = xml.local(element)
            if name not in ("entity", "relation"):
                raise _fault(element, f"<{name}> is no annotation", "<entity> or <relation>")
            (self.entities if name == "entity" else self.links).append(element)
        self.ids = {_need(element, "id") for element in self.entities}
        self.notes: list[Note] = []
        self.relations: list[Relation] = []
        self.groups: list[Group] = []

    def annotation_set(self, name: str, schema: str) -> AnnotationSet:
        """Everything as one set."""
        mentions = tuple(map(self._mention, self.entities))
        for element in self.links:
            self._link(element)
        return AnnotationSet(
            name, mentions, tuple(self.relations), tuple(self.groups), tuple(self.notes), schema
        )

    def _mention(self, element: etree._Element) -> Mention:
        key = _need(element, "id")
        attributes = self._additions(element, key)
        codes: list[Code] = []
        links = 0
        for name, value in _properties(element):
            if name == CODE:
                codes.append(code_of(value))
            elif self._refers(value):
                links += 1
                self.relations.append(
                    Relation(f"{key}.{links}", name, key, value, {PROPERTY: "true"})
                )
            else:
                _join(attributes, name, value)
        return Mention(key, _need(element, "type"), _spans(element), attributes, tuple(codes))

    def _link(self, element: etree._Element) -> None:
        """Keeps a relation element as a relation if it has two arguments, as a group otherwise."""
        key, kind = _need(element, "id"), _need(element, "type")
        attributes = self._additions(element, key)
        ends: list[tuple[str, str]] = []
        for name, value in _properties(element):
            if self._refers(value):
                ends.append((name, value))
            else:
                _join(attributes, name, value)
        if not ends:
            raise _fault(element, f"the relation {key} has no argument", "ids of entities")
        if [name for name, _ in ends] == [TARGET, SOURCE]:
            ends.reverse()
        roles, members = [name for name, _ in ends], [value for _, value in ends]
        if is_pair(roles):
            if roles != [SOURCE, TARGET]:
                attributes |= {ROLE1: roles[0], ROLE2: roles[1]}
            self.relations.append(Relation(key, kind, members[0], members[1], attributes))
        else:
            if not is_chain(roles):
                attributes[ROLES] = " ".join(roles)
            self.groups.append(Group(key, kind, tuple(members), attributes))

    def _refers(self, value: str) -> bool:
        return value in self.ids or is_entity_id(value)

    def _additions(self, element: etree._Element, key: str) -> dict[str, str]:
        """What stands beside the properties: the type's parent and additional values."""
        for part in element:
            if xml.local(part) not in _PARTS and _content(part).strip():
                raise _fault(part, f"<{xml.local(part)}> is no part of an annotation")
        found = {}
        for part in chain(element.iterfind("parentsType"), element.iterfind("addition/*")):
            if (value := _content(part).strip()) not in UNSET:
                found[OURS + xml.local(part)] = value
        for comment in element.iterfind("comment"):
            if (text := _content(comment)).strip():
                self.notes.append(Note(text, key))
        return found


def _need(element: etree._Element, part: str) -> str:
    """The text of a part that every annotation has."""
    found = element.find(part)
    value = "" if found is None else _content(found).strip()
    if not value:
        raise _fault(element, f"<{xml.local(element)}> has no <{part}>", f"a <{part}>")
    return value


def _properties(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The properties that are set, by name."""
    for part in element.iterfind("properties/*"):
        value = _content(part).strip()
        if value not in UNSET:
            yield xml.local(part), value


def _join(attributes: dict[str, str], name: str, value: str) -> None:
    attributes[name] = f"{attributes[name]},{value}" if name in attributes else value


def _spans(element: etree._Element) -> tuple[Span, ...]:
    part = element.find("span")
    fragments = _content(part).split(";") if part is not None else []
    found = [_SPAN.fullmatch(one) for one in fragments if one.strip()]
    if not all(found):
        key = _need(element, "id")
        raise _fault(element, f"{key}: its span is not a list of offsets", "the form 0,4;8,12")
    return tidy((int(one[1]), int(one[2])) for one in found if one)
