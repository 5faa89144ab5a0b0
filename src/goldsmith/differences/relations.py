"""Differences between relations of mentions that both annotators have.

A relation with an argument that only one annotator marked differs because of the mention. It is
reported with the mention and not counted again, just as CLEF's corrected agreement does not count
it (section 4.5.2). Unlike in that measure, mentions with different spans or types may be the same
argument, as in Table 11.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Literal

import msgspec

from goldsmith.core import Relation
from goldsmith.differences.classes import OCCURRENCE, TYPING
from goldsmith.differences.context import Context

#: The id in a of a mention that both sets have, or the id of a mention of one set.
Node = tuple[Literal["both", "a", "b"], str]
_Sides = tuple[list[Relation], list[Relation]]
_Key = Callable[[int, Relation], Hashable]

_MISSING = "both annotators have the two mentions, only one the relation"
_REVERSED = "both have the relation, in opposite directions"
_RETYPED = "both related the two mentions, by different types of relation"


class RelationDifference(msgspec.Struct, frozen=True):
    """A difference between relations."""

    a: tuple[Relation, ...]
    b: tuple[Relation, ...]
    name: str
    rule: str

    @property
    def types(self) -> set[str]:
        """The types of the relations."""
        return {rel.type for rel in (*self.a, *self.b)}


class Consequence(msgspec.Struct, frozen=True):
    """A relation of one side that differs because one of its mentions, the cause, differs."""

    side: int
    rel: Relation
    cause: str


class RelationDifferences(msgspec.Struct, frozen=True):
    """Differences between relations, and consequences of differences between mentions."""

    differences: list[RelationDifference]
    consequences: list[Consequence]


class NodeNames:
    """Node names for the mentions of both sets; a shared mention has one name."""

    def __init__(self, counterparts: Mapping[str, str]) -> None:
        self._shared = (
            {first: first for first in counterparts},
            {second: first for first, second in counterparts.items()},
        )

    def get_node(self, side: int, mention_id: str) -> Node:
        """Return the node of a mention of one side."""
        shared = self._shared[side].get(mention_id)
        if shared is not None:
            return "both", shared
        return ("b" if side else "a"), mention_id

    def get_nodes(self, side: int, rel: Relation) -> tuple[Node, Node]:
        """Return the nodes of the arguments of a relation."""
        return self.get_node(side, rel.arg1), self.get_node(side, rel.arg2)


def compare_relations(context: Context, names: NodeNames) -> RelationDifferences:
    """Compare the relations of two sets, except identity relations, which form chains."""

    def get_content(side: int, rel: Relation) -> Hashable:
        nodes = names.get_nodes(side, rel)
        kind = context.relation_types.get(rel.type)
        return context.get_label(rel), tuple(sorted(nodes)) if kind and kind.symmetric else nodes

    def get_undirected(side: int, rel: Relation) -> Hashable:
        return context.get_label(rel), get_arguments(side, rel)

    def get_arguments(side: int, rel: Relation) -> Hashable:
        return frozenset(names.get_nodes(side, rel))

    first, second = (sorted(rels, key=lambda rel: rel.id) for rels in context.relations)
    _, rest = _pair_by_key((first, second), get_content)
    rest, consequences = _separate_consequences(context, names, rest)
    differences = []
    for key, rule in ((get_undirected, _REVERSED), (get_arguments, _RETYPED)):
        pairs, rest = _pair_by_key(rest, key)
        differences += [RelationDifference((a,), (b,), TYPING, rule) for a, b in pairs]
    differences += [RelationDifference((rel,), (), OCCURRENCE, _MISSING) for rel in rest[0]]
    differences += [RelationDifference((), (rel,), OCCURRENCE, _MISSING) for rel in rest[1]]
    return RelationDifferences(differences, consequences)


def _pair_by_key(sides: _Sides, key: _Key) -> tuple[list[tuple[Relation, Relation]], _Sides]:
    """Pair relations with the same key one to one; also return the remaining relations."""
    candidates: dict[Hashable, list[Relation]] = defaultdict(list)
    for rel in reversed(sides[1]):
        candidates[key(1, rel)].append(rel)
    pairs, rest = [], []
    for rel in sides[0]:
        if same := candidates.get(key(0, rel)):
            pairs.append((rel, same.pop()))
        else:
            rest.append(rel)
    used = {rel.id for _, rel in pairs}
    return pairs, (rest, [rel for rel in sides[1] if rel.id not in used])


def _separate_consequences(
    context: Context, names: NodeNames, sides: _Sides
) -> tuple[_Sides, list[Consequence]]:
    """Separate the relations with a mention that only one side has."""
    independent: _Sides = ([], [])
    consequences = []
    for side, rels in enumerate(sides):
        for rel in rels:
            lone = [mention_id for kind, mention_id in names.get_nodes(side, rel) if kind != "both"]
            causes = (
                mention_id for mention_id in lone if mention_id in context.mentions_by_id[side]
            )
            cause = next(causes, None)
            if cause is None:
                independent[side].append(rel)
            else:
                consequences.append(Consequence(side, rel, cause))
    return independent, consequences
