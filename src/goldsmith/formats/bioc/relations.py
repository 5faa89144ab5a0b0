"""Relations and groups from BioC relations.

A relation of two nodes becomes a relation, unless both have the role `member`; any other number of
nodes becomes a group. A relation that is a node of other relations becomes a mention without spans,
and its nodes become relations from it. Corpora that link concepts instead of mentions name two
concepts in infons (BioRED, PubTator 3, BC5CDR); these become mentions without spans that carry the
code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import Group, Mention, Relation
from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.bioc.infons import parse_codes, read_attributes

MEMBER = "member"
ROLES = ("Arg1", "Arg2")
ROLE = "bioc:role"
RELATION = "bioc:relation"

_TYPE_KEYS = ("type", "relation", "relation_type", "relation type")
_CONCEPT_KEYS = (("role1", "role2"), ("entity1", "entity2"))
#: The role in PubTator 3's nodes of a relation that names its concepts in infons.
_INDEX_PAIR = re.compile(r"\d+,\d+")
_CONCEPT = "Concept"

Nodes = Sequence[tuple[str, str]]


class _Concept(msgspec.Struct):
    """A concept in the JSON of PubTator 3."""

    identifier: str | None = ""
    type: str = _CONCEPT


class RelationBuilder:
    """The relations of one set, collected until all its mentions have been read."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, dict[str, str], Nodes]] = []

    def add(self, link_id: str, infons: dict[str, str], nodes: Nodes) -> None:
        """Add a relation with its remaining infons and its nodes (id, role)."""
        self._rows.append((link_id, infons, nodes))

    def build(self, mentions: list[Mention]) -> tuple[list[Relation], list[Group]]:
        """Build the relations and groups, and add mentions for nested relations and concepts."""
        relations: list[Relation] = []
        groups: list[Group] = []
        if not self._rows:
            return relations, groups
        concepts = _Concepts(mentions)
        nested = self._find_nested({mention.id for mention in mentions})
        for link_id, infons, nodes in self._rows:
            kind = next((infons.pop(key) for key in _TYPE_KEYS if key in infons), "")
            nodes = concepts.build_nodes(infons, nodes) or nodes
            if not nodes:
                raise _make_error(link_id)
            if link_id in nested:
                attributes = {**read_attributes(infons), RELATION: "true"}
                mentions.append(Mention(link_id, kind, (), attributes))
                relations += _build_argument_relations(link_id, nodes)
            elif len(nodes) == 2 and any(role != MEMBER for _, role in nodes):
                relations.append(_build_relation(link_id, kind, nodes, infons))
            else:
                groups.append(_build_group(link_id, kind, nodes, infons))
        return relations, groups

    def _find_nested(self, mentions: set[str]) -> set[str]:
        """Return the relations that are nodes of other relations."""
        links = {link_id for link_id, _, _ in self._rows} - mentions
        return {target for _, _, nodes in self._rows for target, _ in nodes if target in links}


def _make_error(link_id: str) -> InputError:
    return InputError(
        f"the relation {shorten_id(link_id)} has no nodes",
        expected="nodes, or infons that name two concepts (role1 and role2, entity1 and entity2)",
        remedy="Add the nodes, or remove the relation",
    )


def _build_argument_relations(link_id: str, nodes: Nodes) -> Iterator[Relation]:
    for number, (target, role) in enumerate(nodes, 1):
        yield Relation(f"{link_id}.{number}", role or f"Arg{number}", link_id, target)


def _build_relation(link_id: str, kind: str, nodes: Nodes, infons: Mapping[str, str]) -> Relation:
    attributes = read_attributes(infons)
    for number, (_, role) in enumerate(nodes, 1):
        if role not in ("", ROLES[number - 1]):
            attributes[f"{ROLE}{number}"] = role
    return Relation(link_id, kind, nodes[0][0], nodes[1][0], attributes)


def _build_group(link_id: str, kind: str, nodes: Nodes, infons: Mapping[str, str]) -> Group:
    attributes = read_attributes(infons)
    for number, (_, role) in enumerate(nodes, 1):
        if role not in ("", MEMBER):
            attributes[f"{ROLE}{number}"] = role
    return Group(link_id, kind, tuple(target for target, _ in nodes), attributes)


class _Concepts:
    """Mentions without spans for the concepts that relations name, one for each concept."""

    def __init__(self, mentions: list[Mention]) -> None:
        self._mentions = mentions
        self._types = {mention.type for mention in mentions}
        self._type_of = {
            code.code: mention.type for mention in reversed(mentions) for code in mention.codes
        }
        self._added: set[str] = set()

    def build_nodes(self, infons: dict[str, str], nodes: Nodes) -> list[tuple[str, str]]:
        """Build nodes for the two concepts that infons name, if there are any."""
        if any(not _INDEX_PAIR.fullmatch(role) for _, role in nodes):
            return []
        pairs = [*_CONCEPT_KEYS, tuple(key for key in infons if key in self._types)]
        keys = next((keys for keys in pairs if len(keys) == 2 and infons.keys() >= {*keys}), ())
        return [(self._ensure_mention(key, infons.pop(key)), "") for key in keys]

    def _ensure_mention(self, key: str, value: str) -> str:
        """Return the id of a concept's mention, adding the mention if needed."""
        kind, identifier = self._parse_concept(key, value)
        mention_id = f"concept:{identifier}"
        if mention_id not in self._added:
            self._added.add(mention_id)
            codes = parse_codes(identifier)
            self._mentions.append(Mention(mention_id, kind, (), {}, tuple(codes)))
        return mention_id

    def _parse_concept(self, key: str, value: str) -> tuple[str, str]:
        """Parse the type and identifier of a concept in an infon."""
        if value.startswith("{"):
            try:
                concept = msgspec.json.decode(value, type=_Concept)
            except BAD_JSON:
                return _CONCEPT, value
            return concept.type, concept.identifier or ""
        kind, bar, identifier = value.partition("|")
        if bar:
            return kind, identifier
        if key in self._types:
            return key, value
        return self._type_of.get(value.rpartition(":")[2], _CONCEPT), value
