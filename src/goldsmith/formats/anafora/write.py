"""Anafora annotation files from annotation sets."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from lxml import etree

from goldsmith.core import Annotation, AnnotationSet, Group, Mention, Relation
from goldsmith.formats.anafora.files import Layer
from goldsmith.formats.anafora.terms import (
    CODE,
    PARENT_TYPE,
    PREFIX,
    PROPERTY,
    ROLE1,
    ROLE2,
    ROLES,
    SOURCE,
    TARGET,
    format_code,
    is_chain,
    is_id,
    is_pair,
    make_chain_roles,
)
from goldsmith.formats.shared.xml_values import clean, is_xml_name, make_xml_name


def build_tree(annotation_set: AnnotationSet, layer: Layer, doc_name: str) -> etree._Element:
    """Build the XML of a set's file."""
    root = etree.Element("data")
    etree.SubElement(etree.SubElement(root, "info"), "progress").text = "completed"
    schema = etree.SubElement(root, "schema", path="./", protocol="file")
    schema.text = f"{layer.schema}.xml"
    writer = _Writer(annotation_set, f"{doc_name}@{layer.annotator}")
    writer.add_to(etree.SubElement(root, "annotations"))
    etree.indent(root, "\t")
    root.tail = "\n"
    return root


class _Writer:
    """A writer of one annotation set."""

    def __init__(self, annotation_set: AnnotationSet, suffix: str) -> None:
        self.set = annotation_set
        self.comments: dict[str, list[str]] = defaultdict(list)
        for note in annotation_set.notes:
            if note.target and note.text.strip():
                self.comments[note.target].append(note.text)
        self.properties = [rel for rel in annotation_set.relations if self._is_property(rel)]
        property_ids = {rel.id for rel in self.properties}
        self.relations = [rel for rel in annotation_set.relations if rel.id not in property_ids]
        links = [rel.id for rel in self.relations]
        links += [group.id for group in annotation_set.groups if group.members]
        self.ids = _assign_ids("e", [mention.id for mention in annotation_set.mentions], suffix)
        self.link_ids = _assign_ids("r", links, suffix)

    def _is_property(self, rel: Relation) -> bool:
        """Return whether a relation was read from a property and can be written as one."""
        is_marked = rel.attributes == {PROPERTY: "true"} and rel.id not in self.comments
        return is_marked and is_xml_name(rel.type) and rel.type != CODE

    def add_to(self, annotations: etree._Element) -> None:
        """Add all annotations to the <annotations> element of a file."""
        linked_properties: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for rel in self.properties:
            linked_properties[rel.arg1].append((rel.type, self.ids[rel.arg2]))
        for mention in self.set.mentions:
            self._add_entity(annotations, mention, linked_properties[mention.id])
        for rel in self.relations:
            roles, written = _choose_pair_roles(rel)
            members = [self.ids[rel.arg1], self.ids[rel.arg2]]
            self._add_relation(annotations, rel, list(zip(roles, members, strict=True)), written)
        for group in self.set.groups:
            if group.members:
                roles, written = _choose_group_roles(group)
                members = [self.ids[member] for member in group.members]
                self._add_relation(
                    annotations, group, list(zip(roles, members, strict=True)), written
                )

    def _add_entity(
        self, parent: etree._Element, mention: Mention, linked_properties: list[tuple[str, str]]
    ) -> None:
        element = etree.SubElement(parent, "entity")
        _add(element, "id", self.ids[mention.id])
        if mention.spans:
            _add(element, "span", ";".join(f"{span.start},{span.end}" for span in mention.spans))
        codes = [(CODE, _clean_value(format_code(code))) for code in mention.codes]
        self._add_details(element, mention, [*linked_properties, *codes], frozenset())

    def _add_relation(
        self,
        parent: etree._Element,
        item: Relation | Group,
        ends: list[tuple[str, str]],
        written: frozenset[str],
    ) -> None:
        element = etree.SubElement(parent, "relation")
        _add(element, "id", self.link_ids[item.id])
        self._add_details(element, item, ends, written)

    def _add_details(
        self,
        element: etree._Element,
        item: Annotation,
        fixed_properties: list[tuple[str, str]],
        written: frozenset[str],
    ) -> None:
        """Add type, properties, additional values and comments, except `written` attributes."""
        _add(element, "type", _clean_value(item.type) or "_")
        _add(element, "parentsType", _clean_value(item.attributes.get(PARENT_TYPE, "")))
        properties = etree.SubElement(element, "properties")
        for name, value in fixed_properties:
            _add(properties, name, value)
        additions = etree.Element("addition")
        for name, value in item.attributes.items():
            if name not in written and name != PARENT_TYPE:
                target = additions if name.startswith(PREFIX) else properties
                _add(target, _make_property_name(name), _clean_value(value))
        if len(additions):
            element.append(additions)
        for text in self.comments[item.id]:
            _add(element, "comment", text)


def _add(parent: etree._Element, name: str, text: str) -> None:
    etree.SubElement(parent, name).text = clean(text)


def _make_property_name(name: str) -> str:
    bare = make_xml_name(name.removeprefix(PREFIX))
    return f"_{bare}" if name == CODE else bare


def _clean_value(value: str) -> str:
    """Strip a value, and change it if Anafora would read it as an id."""
    bare = value.strip()
    return bare.replace("@", "_") if is_id(bare) else bare


def _choose_pair_roles(rel: Relation) -> tuple[list[str], frozenset[str]]:
    """Return the properties for a relation's arguments, and the attributes that name them."""
    roles = [rel.attributes.get(ROLE1, ""), rel.attributes.get(ROLE2, "")]
    if all(map(is_xml_name, roles)) and is_pair(roles) and set(roles) != {SOURCE, TARGET}:
        return roles, frozenset({ROLE1, ROLE2})
    return [SOURCE, TARGET], frozenset()


def _choose_group_roles(group: Group) -> tuple[list[str], frozenset[str]]:
    """Return the properties for a group's members, and the attribute that names them."""
    roles = group.attributes.get(ROLES, "").split(" ")
    is_valid = len(roles) == len(group.members) and all(map(is_xml_name, roles))
    if is_valid and CODE not in roles and not is_pair(roles) and not is_chain(roles):
        return roles, frozenset({ROLES})
    return make_chain_roles(len(group.members)), frozenset()


def _assign_ids(letter: str, ids: list[str], suffix: str) -> Mapping[str, str]:
    """Assign Anafora ids, preserving ids that have the right form."""
    pattern = re.compile(rf"\d+@{letter}@[^@]+@[^@]+")
    preserved = {original for original in ids if pattern.fullmatch(original)}
    candidates = (f"{number}@{letter}@{suffix}" for number in range(1, 2 * len(ids) + 2))
    unused = (name for name in candidates if name not in preserved)
    return {original: original if original in preserved else next(unused) for original in ids}
