"""Annotation sets from Anafora annotation files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lxml import etree

from goldsmith.core import AnnotationSet, Code, Group, Mention, Note, Relation, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.anafora.terms import (
    CODE,
    PREFIX,
    PROPERTY,
    ROLE1,
    ROLE2,
    ROLES,
    SOURCE,
    TARGET,
    UNSET,
    is_chain,
    is_entity_id,
    is_pair,
    parse_code,
)
from goldsmith.formats.shared import xml

_SPAN = re.compile(r"\s*(\d{1,15})\s*,\s*(\d{1,15})\s*")
_PARTS = frozenset({"id", "span", "type", "parentsType", "properties", "addition", "comment"})


def build_set(root: etree._Element, name: str, schema: str) -> AnnotationSet:
    """Build the set from a file's root element."""
    if xml.get_local_name(root) != "data":
        raise _make_error(root, "this is not Anafora XML", "<data> as the root")
    for pending in root.iterfind("adjudication/*"):
        raise InputError(
            "the file is an unfinished adjudication with the annotations of both annotators",
            line=xml.get_line(pending),
            expected="no entries in <adjudication>",
            remedy="Finish it in Anafora, or remove this file and read the annotators' files",
        )
    return _Reader(root).build_set(name, schema)


def _make_error(element: etree._Element, what: str, expected: str = "") -> InputError:
    return InputError(what, line=xml.get_line(element), expected=expected)


def _get_content(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


class _Reader:
    """A reader of one annotation file."""

    def __init__(self, root: etree._Element) -> None:
        self.entities: list[etree._Element] = []
        self.links: list[etree._Element] = []
        for element in root.iterfind("annotations/*"):
            name = xml.get_local_name(element)
            if name not in ("entity", "relation"):
                raise _make_error(
                    element, f"<{shorten_id(name)}> is not an annotation", "<entity> or <relation>"
                )
            (self.entities if name == "entity" else self.links).append(element)
        self.ids = {_get_part(element, "id") for element in self.entities}
        self.notes: list[Note] = []
        self.relations: list[Relation] = []
        self.groups: list[Group] = []

    def build_set(self, name: str, schema: str) -> AnnotationSet:
        """Build the set."""
        mentions = tuple(map(self._build_mention, self.entities))
        for element in self.links:
            self._add_relation(element)
        return AnnotationSet(
            name, mentions, tuple(self.relations), tuple(self.groups), tuple(self.notes), schema
        )

    def _build_mention(self, element: etree._Element) -> Mention:
        key = _get_part(element, "id")
        attributes = self._read_additions(element, key)
        codes: list[Code] = []
        links = 0
        for name, value in _iterate_properties(element):
            if name == CODE:
                codes.append(parse_code(value))
            elif self._is_reference(value):
                links += 1
                self.relations.append(
                    Relation(f"{key}.{links}", name, key, value, {PROPERTY: "true"})
                )
            else:
                _append_value(attributes, name, value)
        return Mention(
            key, _get_part(element, "type"), _parse_spans(element), attributes, tuple(codes)
        )

    def _add_relation(self, element: etree._Element) -> None:
        """Add a relation if the element has two arguments, otherwise a group."""
        key, kind = _get_part(element, "id"), _get_part(element, "type")
        attributes = self._read_additions(element, key)
        ends: list[tuple[str, str]] = []
        for name, value in _iterate_properties(element):
            if self._is_reference(value):
                ends.append((name, value))
            else:
                _append_value(attributes, name, value)
        if not ends:
            raise _make_error(
                element, f"the relation {shorten_id(key)} has no argument", "ids of entities"
            )
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

    def _is_reference(self, value: str) -> bool:
        return value in self.ids or is_entity_id(value)

    def _read_additions(self, element: etree._Element, key: str) -> dict[str, str]:
        """Read the parent type, additional values and comments of an annotation."""
        for part in element:
            if xml.get_local_name(part) not in _PARTS and _get_content(part).strip():
                raise _make_error(part, f"{xml.show_tag(part)} is not part of an annotation")
        attributes = {}
        for part in chain(element.iterfind("parentsType"), element.iterfind("addition/*")):
            if (value := _get_content(part).strip()) not in UNSET:
                attributes[PREFIX + xml.get_local_name(part)] = value
        for comment in element.iterfind("comment"):
            if (text := _get_content(comment)).strip():
                self.notes.append(Note(text, key))
        return attributes


def _get_part(element: etree._Element, part: str) -> str:
    """Return the text of a mandatory part of an annotation."""
    child = element.find(part)
    value = "" if child is None else _get_content(child).strip()
    if not value:
        raise _make_error(element, f"{xml.show_tag(element)} has no <{part}>", f"a <{part}>")
    return value


def _iterate_properties(element: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each property with a value."""
    for part in element.iterfind("properties/*"):
        value = _get_content(part).strip()
        if value not in UNSET:
            yield xml.get_local_name(part), value


def _append_value(attributes: dict[str, str], name: str, value: str) -> None:
    attributes[name] = f"{attributes[name]},{value}" if name in attributes else value


def _parse_spans(element: etree._Element) -> tuple[Span, ...]:
    part = element.find("span")
    fragments = _get_content(part).split(";") if part is not None else []
    matches = [_SPAN.fullmatch(fragment) for fragment in fragments if fragment.strip()]
    if not all(matches):
        key = _get_part(element, "id")
        raise _make_error(
            element, f"{shorten_id(key)}: its span is not a list of offsets", "the form 0,4;8,12"
        )
    return sort_spans((int(match[1]), int(match[2])) for match in matches if match)
