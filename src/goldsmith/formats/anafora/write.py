"""Makes an Anafora annotation file of an annotation set, and tells what it cannot hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from lxml import etree

from goldsmith.core import Annotation, AnnotationSet, Code, Group, Mention, Note, Relation
from goldsmith.formats.anafora.files import Layer
from goldsmith.formats.anafora.terms import (
    CODE,
    OURS,
    PARENTS,
    PROPERTY,
    ROLE1,
    ROLE2,
    ROLES,
    SOURCE,
    TARGET,
    UNSET,
    chain_roles,
    code_of,
    code_value,
    is_chain,
    is_id,
    is_pair,
)
from goldsmith.formats.shared.control_characters import NOT_XML
from goldsmith.formats.shared.xml_values import as_name, clean, is_name


def losses(one: AnnotationSet) -> dict[str, int]:
    """What an annotation file cannot hold of a set."""
    pairs = [pair for item in one.annotations for pair in item.attributes.items()]
    values = [value for _, value in pairs] + [item.type for item in one.annotations]
    codes = [code for mention in one.mentions for code in mention.codes]
    values += [code_value(code) for code in codes]
    return {
        "names-not-for-anafora": sum(not _spells(name) for name, _ in pairs),
        "values-not-for-anafora": sum(not _plain(value) for value in values)
        + sum(code_of(code_value(code)) != _bare(code) for code in codes),
        "notes-but-comments": sum(not _is_comment(note) for note in one.notes),
        "groups-of-none": sum(not group.members for group in one.groups),
        "control-characters-in-values": sum(
            len(NOT_XML.findall(value)) for value in (*values, *(n.text for n in one.notes))
        ),
    }


def _bare(code: Code) -> Code:
    return Code(code.code, code.system)


def _spells(name: str) -> bool:
    return is_name(name.removeprefix(OURS)) and name != CODE


def _plain(value: str) -> bool:
    return value == value.strip() and value not in UNSET and not is_id(value)


def _is_comment(note: Note) -> bool:
    return bool(note.target and note.text.strip() and not note.kind)


def tree(one: AnnotationSet, layer: Layer, doc_name: str) -> etree._Element:
    """The root element of a set's file."""
    root = etree.Element("data")
    etree.SubElement(etree.SubElement(root, "info"), "progress").text = "completed"
    schema = etree.SubElement(root, "schema", path="./", protocol="file")
    schema.text = f"{layer.schema}.xml"
    writing = _Writing(one, f"{doc_name}@{layer.annotator}")
    writing.add_to(etree.SubElement(root, "annotations"))
    etree.indent(root, "\t")
    root.tail = "\n"
    return root


class _Writing:
    """One set on its way into a file."""

    def __init__(self, one: AnnotationSet, suffix: str) -> None:
        self.set = one
        self.comments: dict[str, list[str]] = defaultdict(list)
        for note in one.notes:
            if note.target and note.text.strip():
                self.comments[note.target].append(note.text)
        self.properties = [rel for rel in one.relations if self._is_property(rel)]
        inside = {rel.id for rel in self.properties}
        self.relations = [rel for rel in one.relations if rel.id not in inside]
        links = [rel.id for rel in self.relations]
        links += [group.id for group in one.groups if group.members]
        self.ids = _numbered("e", [mention.id for mention in one.mentions], suffix)
        self.link_ids = _numbered("r", links, suffix)

    def _is_property(self, rel: Relation) -> bool:
        """Whether a relation came as a property of its first argument and can go back as one."""
        marked = rel.attributes == {PROPERTY: "true"} and rel.id not in self.comments
        return marked and is_name(rel.type) and rel.type != CODE

    def add_to(self, annotations: etree._Element) -> None:
        """Adds everything to the annotations of a file."""
        linked: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for rel in self.properties:
            linked[rel.arg1].append((rel.type, self.ids[rel.arg2]))
        for mention in self.set.mentions:
            self._entity(annotations, mention, linked[mention.id])
        for rel in self.relations:
            roles, done = _pair_roles(rel)
            members = [self.ids[rel.arg1], self.ids[rel.arg2]]
            self._relation(annotations, rel, list(zip(roles, members, strict=True)), done)
        for group in self.set.groups:
            if group.members:
                roles, done = _group_roles(group)
                members = [self.ids[member] for member in group.members]
                self._relation(annotations, group, list(zip(roles, members, strict=True)), done)

    def _entity(
        self, parent: etree._Element, mention: Mention, linked: list[tuple[str, str]]
    ) -> None:
        element = etree.SubElement(parent, "entity")
        _add(element, "id", self.ids[mention.id])
        if mention.spans:
            _add(element, "span", ";".join(f"{span.start},{span.end}" for span in mention.spans))
        codes = [(CODE, _spelled(code_value(code))) for code in mention.codes]
        self._rest(element, mention, [*linked, *codes], frozenset())

    def _relation(
        self,
        parent: etree._Element,
        item: Relation | Group,
        ends: list[tuple[str, str]],
        done: frozenset[str],
    ) -> None:
        element = etree.SubElement(parent, "relation")
        _add(element, "id", self.link_ids[item.id])
        self._rest(element, item, ends, done)

    def _rest(
        self,
        element: etree._Element,
        item: Annotation,
        given: list[tuple[str, str]],
        done: frozenset[str],
    ) -> None:
        """Adds type, properties, additional values and comments; `done` attributes are left out."""
        _add(element, "type", _spelled(item.type) or "_")
        _add(element, "parentsType", _spelled(item.attributes.get(PARENTS, "")))
        properties = etree.SubElement(element, "properties")
        for name, value in given:
            _add(properties, name, value)
        additions = etree.Element("addition")
        for name, value in item.attributes.items():
            if name not in done and name != PARENTS:
                place = additions if name.startswith(OURS) else properties
                _add(place, _property_name(name), _spelled(value))
        if len(additions):
            element.append(additions)
        for text in self.comments[item.id]:
            _add(element, "comment", text)


def _add(parent: etree._Element, name: str, text: str) -> None:
    etree.SubElement(parent, name).text = clean(text)


def _property_name(name: str) -> str:
    bare = as_name(name.removeprefix(OURS))
    return f"_{bare}" if name == CODE else bare


def _spelled(value: str) -> str:
    """The value as Anafora reads it: without blanks around it, and not taken for an id."""
    bare = value.strip()
    return bare.replace("@", "_") if is_id(bare) else bare


def _pair_roles(rel: Relation) -> tuple[list[str], frozenset[str]]:
    """The properties for a relation's arguments, and the attributes that named them."""
    roles = [rel.attributes.get(ROLE1, ""), rel.attributes.get(ROLE2, "")]
    if all(map(is_name, roles)) and is_pair(roles) and set(roles) != {SOURCE, TARGET}:
        return roles, frozenset({ROLE1, ROLE2})
    return [SOURCE, TARGET], frozenset()


def _group_roles(group: Group) -> tuple[list[str], frozenset[str]]:
    """The properties for a group's members, and the attribute that named them."""
    roles = group.attributes.get(ROLES, "").split(" ")
    fit = len(roles) == len(group.members) and all(map(is_name, roles))
    if fit and CODE not in roles and not is_pair(roles) and not is_chain(roles):
        return roles, frozenset({ROLES})
    return chain_roles(len(group.members)), frozenset()


def _numbered(letter: str, ids: list[str], suffix: str) -> Mapping[str, str]:
    """Anafora ids: given ones are kept where they are of the right form, others made anew."""
    pattern = re.compile(rf"\d+@{letter}@[^@]+@[^@]+")
    kept = {one for one in ids if pattern.fullmatch(one)}
    every = (f"{number}@{letter}@{suffix}" for number in range(1, 2 * len(ids) + 2))
    free = (name for name in every if name not in kept)
    return {one: one if one in kept else next(free) for one in ids}
