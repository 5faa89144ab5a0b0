"""BioC relations in Goldsmith's terms: pairs, groups, and relations between concepts.

Two nodes make a relation, unless both are a `member`; any other number makes a group. A relation
that other relations point at becomes a mention without a place, and its nodes become relations
from it. Corpora that link concepts and not mentions name two of them in infons (BioRED,
PubTator 3, BC5CDR): those become mentions without a place that bear the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith.core import Group, Mention, Relation
from goldsmith.errors import InputError
from goldsmith.formats.bioc.infons import attributes, listed_codes

MEMBER = "member"
ROLES = ("Arg1", "Arg2")
ROLE = "bioc:role"
RELATION = "bioc:relation"

_TYPES = ("type", "relation", "relation_type", "relation type")
_PAIRS = (("role1", "role2"), ("entity1", "entity2"))
#: What PubTator 3 puts into the node of a relation that names its concepts in infons.
_NUMBERS = re.compile(r"\d+,\d+")
_CONCEPT = "Concept"

Nodes = Sequence[tuple[str, str]]


class _Concept(msgspec.Struct):
    """How PubTator 3 names a concept in JSON."""

    identifier: str | None = ""
    type: str = _CONCEPT


class Links:
    """The relations of one set, gathered until all its mentions are known."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, dict[str, str], Nodes]] = []

    def add(self, link_id: str, infons: dict[str, str], nodes: Nodes) -> None:
        """Takes a relation with the infons that are left and its nodes (id, role)."""
        self._rows.append((link_id, infons, nodes))

    def finished(self, mentions: list[Mention]) -> tuple[list[Relation], list[Group]]:
        """The relations and groups; mentions that only relations speak of are added."""
        relations: list[Relation] = []
        groups: list[Group] = []
        if not self._rows:
            return relations, groups
        concepts = _Concepts(mentions)
        nested = self._nested({mention.id for mention in mentions})
        for link_id, infons, nodes in self._rows:
            kind = next((infons.pop(key) for key in _TYPES if key in infons), "")
            nodes = concepts.pair(infons, nodes) or nodes
            if not nodes:
                raise _no_nodes(link_id)
            if link_id in nested:
                marked = {**attributes(infons), RELATION: "true"}
                mentions.append(Mention(link_id, kind, (), marked))
                relations += _arguments(link_id, nodes)
            elif len(nodes) == 2 and any(role != MEMBER for _, role in nodes):
                relations.append(_relation(link_id, kind, nodes, infons))
            else:
                groups.append(_group(link_id, kind, nodes, infons))
        return relations, groups

    def _nested(self, mentions: set[str]) -> set[str]:
        """The relations that other relations point at."""
        links = {link_id for link_id, _, _ in self._rows} - mentions
        return {target for _, _, nodes in self._rows for target, _ in nodes if target in links}


def _no_nodes(link_id: str) -> InputError:
    return InputError(
        f"the relation {link_id} links nothing",
        expected="nodes, or infons that name two concepts (role1 and role2, entity1 and entity2)",
        remedy="Name what it links, or take it out",
    )


def _arguments(link_id: str, nodes: Nodes) -> Iterator[Relation]:
    for number, (target, role) in enumerate(nodes, 1):
        yield Relation(f"{link_id}.{number}", role or f"Arg{number}", link_id, target)


def _relation(link_id: str, kind: str, nodes: Nodes, infons: Mapping[str, str]) -> Relation:
    found = attributes(infons)
    for number, (_, role) in enumerate(nodes, 1):
        if role not in ("", ROLES[number - 1]):
            found[f"{ROLE}{number}"] = role
    return Relation(link_id, kind, nodes[0][0], nodes[1][0], found)


def _group(link_id: str, kind: str, nodes: Nodes, infons: Mapping[str, str]) -> Group:
    found = attributes(infons)
    for number, (_, role) in enumerate(nodes, 1):
        if role not in ("", MEMBER):
            found[f"{ROLE}{number}"] = role
    return Group(link_id, kind, tuple(target for target, _ in nodes), found)


class _Concepts:
    """Mentions without a place for the concepts that relations name, each concept once."""

    def __init__(self, mentions: list[Mention]) -> None:
        self._mentions = mentions
        self._types = {mention.type for mention in mentions}
        self._type_of = {
            code.code: mention.type for mention in reversed(mentions) for code in mention.codes
        }
        self._made: set[str] = set()

    def pair(self, infons: dict[str, str], nodes: Nodes) -> list[tuple[str, str]]:
        """Nodes for the two concepts that infons name; none if they name none."""
        if any(not _NUMBERS.fullmatch(role) for _, role in nodes):
            return []
        pairs = [*_PAIRS, tuple(key for key in infons if key in self._types)]
        keys = next((keys for keys in pairs if len(keys) == 2 and infons.keys() >= {*keys}), ())
        return [(self._concept(key, infons.pop(key)), "") for key in keys]

    def _concept(self, key: str, value: str) -> str:
        """The id of the concept's mention, which is made when it is first spoken of."""
        kind, identifier = self._read(key, value)
        mention_id = f"concept:{identifier}"
        if mention_id not in self._made:
            self._made.add(mention_id)
            codes = listed_codes(identifier)
            self._mentions.append(Mention(mention_id, kind, (), {}, tuple(codes)))
        return mention_id

    def _read(self, key: str, value: str) -> tuple[str, str]:
        """The type and identifier that an infon gives for a concept."""
        if value.startswith("{"):
            try:
                found = msgspec.json.decode(value, type=_Concept)
            except msgspec.DecodeError:
                return _CONCEPT, value
            return found.type, found.identifier or ""
        kind, bar, identifier = value.partition("|")
        if bar:
            return kind, identifier
        if key in self._types:
            return key, value
        return self._type_of.get(value.rpartition(":")[2], _CONCEPT), value
