"""Differences between relations of mentions that both annotators have.

A relation with an argument that only one annotator marked differs because the mention does: it
goes with the mention and is not counted again, as CLEF's corrected agreement does not count it
(section 4.5.2). Unlike there, an argument counts as marked by both also where spans or types
differ, as in Table 11.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Literal

import msgspec

from goldsmith.core import Relation
from goldsmith.differences.classes import OCCURRENCE, TYPING
from goldsmith.differences.context import Context

#: What both annotators have under one name: ("both", id in a); otherwise ("a" or "b", id).
Node = tuple[Literal["both", "a", "b"], str]
_Sides = tuple[list[Relation], list[Relation]]
_Key = Callable[[int, Relation], Hashable]

_MISSING = "both annotators have the two mentions, only one the relation"
_TURNED = "both have the relation, in opposite directions"
_RETYPED = "both related the two mentions, by different types of relation"


class Differing(msgspec.Struct, frozen=True):
    """One difference between relations."""

    a: tuple[Relation, ...]
    b: tuple[Relation, ...]
    name: str
    rule: str

    @property
    def types(self) -> set[str]:
        return {rel.type for rel in (*self.a, *self.b)}


class Following(msgspec.Struct, frozen=True):
    """A relation of one side that differs because one of its mentions, the cause, does."""

    side: int
    rel: Relation
    cause: str


class Compared(msgspec.Struct, frozen=True):
    """Differences between relations, and relations that only follow from those of mentions."""

    differing: list[Differing]
    following: list[Following]


class Names:
    """The mentions of both sets under names in which one that both have has a single one."""

    def __init__(self, twins: Mapping[str, str]) -> None:
        self._twins = (
            {first: first for first in twins},
            {second: first for first, second in twins.items()},
        )

    def node(self, side: int, mention: str) -> Node:
        shared = self._twins[side].get(mention)
        if shared is not None:
            return "both", shared
        return ("b" if side else "a"), mention

    def ends(self, side: int, rel: Relation) -> tuple[Node, Node]:
        return self.node(side, rel.arg1), self.node(side, rel.arg2)


def compare(context: Context, names: Names) -> Compared:
    """What differs between the relations of the two sets; identity is left to the chains."""

    def content(side: int, rel: Relation) -> Hashable:
        ends = names.ends(side, rel)
        kind = context.kinds.get(rel.type)
        return context.label(rel), tuple(sorted(ends)) if kind and kind.symmetric else ends

    def turned(side: int, rel: Relation) -> Hashable:
        return context.label(rel), place(side, rel)

    def place(side: int, rel: Relation) -> Hashable:
        return frozenset(names.ends(side, rel))

    first, second = (sorted(rels, key=lambda rel: rel.id) for rels in context.relations)
    _, left = _paired((first, second), content)
    left, following = _divided(context, names, left)
    differing = []
    for key, rule in ((turned, _TURNED), (place, _RETYPED)):
        pairs, left = _paired(left, key)
        differing += [Differing((one,), (other,), TYPING, rule) for one, other in pairs]
    differing += [Differing((rel,), (), OCCURRENCE, _MISSING) for rel in left[0]]
    differing += [Differing((), (rel,), OCCURRENCE, _MISSING) for rel in left[1]]
    return Compared(differing, following)


def _paired(sides: _Sides, key: _Key) -> tuple[list[tuple[Relation, Relation]], _Sides]:
    """Relations of the two sides with the same key, one to one, and those left over."""
    waiting: dict[Hashable, list[Relation]] = defaultdict(list)
    for rel in reversed(sides[1]):
        waiting[key(1, rel)].append(rel)
    pairs, left = [], []
    for rel in sides[0]:
        if same := waiting.get(key(0, rel)):
            pairs.append((rel, same.pop()))
        else:
            left.append(rel)
    taken = {other.id for _, other in pairs}
    return pairs, (left, [rel for rel in sides[1] if rel.id not in taken])


def _divided(context: Context, names: Names, sides: _Sides) -> tuple[_Sides, list[Following]]:
    """Relations of mentions that both have, and those that follow from one that only one has."""
    own: _Sides = ([], [])
    following = []
    for side, rels in enumerate(sides):
        for rel in rels:
            lone = [one for kind, one in names.ends(side, rel) if kind != "both"]
            cause = next((one for one in lone if one in context.by_id[side]), None)
            if cause is None:
                own[side].append(rel)
            else:
                following.append(Following(side, rel, cause))
    return own, following
