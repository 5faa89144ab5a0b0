"""Coreference chains, derived from identity pairs and groups by transitivity (requirement 2.3).

Chains are never stored: pairs are, and chains follow from them. Where two specific mentions end up
in one chain only because both were linked to a generic one ("liver cancer", "cancer", "breast
cancer": i2b2 appendix II), the chain says so with a `Bridge`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import covered
from goldsmith.core.relation import Group
from goldsmith.core.schema import Schema

_WORD = re.compile(r"\w+")
_FUNCTION_WORDS = frozenset(
    "a an the this that these those her his their my our your its some any no of in on at".split()
)


class Bridge(msgspec.Struct, frozen=True):
    """Two specific mentions in one chain only through a generic one."""

    generic: str
    first: str
    second: str

    @property
    def reason(self) -> str:
        return f"{self.first} and {self.second} are joined only through the generic {self.generic}"


class Chain(msgspec.Struct, frozen=True):
    """Mentions of one thing in text order; the first one grounds the chain."""

    members: tuple[str, ...]
    bridges: tuple[Bridge, ...] = ()

    @property
    def grounding(self) -> str:
        return self.members[0]


def identity_pairs(annotation_set: AnnotationSet, schema: Schema) -> list[tuple[str, str]]:
    """The pairs of mention ids that the set says are one and the same."""
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}
    pairs = [
        (rel.arg1, rel.arg2)
        for rel in annotation_set.relations
        if rel.type in kinds and kinds[rel.type].makes_identity(rel.attributes)
    ]
    for group in annotation_set.groups:
        if group.type in kinds and kinds[group.type].groups_identity(group.attributes):
            pairs += combinations(group.members, 2)
    return pairs


def chains(annotation_set: AnnotationSet, schema: Schema, *, text: str = "") -> tuple[Chain, ...]:
    """The chains of a set, by first mention; with the document's `text`, bridges are found too."""
    pairs = identity_pairs(annotation_set, schema)
    mentions = annotation_set.by_id()
    singles = {
        member
        for group in annotation_set.groups
        if len(group.members) == 1 and _is_identity(group, schema)
        for member in group.members
    }
    found = []
    for members in components(pairs, singles):
        ordered = sorted(members, key=lambda one: _place(mentions.get(one), one))
        bridges = _bridges(ordered, pairs, mentions, text) if text and len(ordered) > 2 else ()
        found.append(Chain(tuple(ordered), tuple(bridges)))
    return tuple(
        sorted(found, key=lambda chain: _place(mentions.get(chain.grounding), chain.grounding))
    )


def components(pairs: Iterable[tuple[str, str]], singles: Iterable[str] = ()) -> list[set[str]]:
    """The connected components of a graph given by its edges and lone nodes."""
    links: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        links[one].add(other)
        links[other].add(one)
    for single in singles:
        links[single].add(single)
    seen: set[str] = set()
    found = []
    for start in links:
        if start in seen:
            continue
        members, todo = {start}, [start]
        while todo:
            fresh = links[todo.pop()] - members
            members |= fresh
            todo += fresh
        seen |= members
        found.append(members)
    return found


def _is_identity(group: Group, schema: Schema) -> bool:
    kind = schema.relation_type(group.type)
    return kind is not None and kind.groups_identity(group.attributes)


def _place(mention: Mention | None, mention_id: str) -> tuple[int, int, str]:
    return (mention.start, mention.end, mention_id) if mention else (-1, -1, mention_id)


def _bridges(
    members: list[str], pairs: list[tuple[str, str]], mentions: dict[str, Mention], text: str
) -> Iterator[Bridge]:
    """Pairs of mentions with contradicting words that fall apart without the generic ones.

    Generic mentions of the same words go together: two of "cancer" join no better than one.
    """
    words = {one: _words(mentions[one], text) for one in members if one in mentions}
    for core in dict.fromkeys(words.values()):
        clashes = list(_contradicting(words, core)) if core else []
        if not clashes:
            continue
        rest = [one for one in words if words[one] != core]
        kept = set(rest)
        parts = components((pair for pair in pairs if kept.issuperset(pair)), rest)
        part_of = {one: number for number, part in enumerate(parts) for one in part}
        generic = next(one for one in words if words[one] == core)
        for first, second in clashes:
            if part_of[first] != part_of[second]:
                yield Bridge(generic, first, second)


def _contradicting(
    words: dict[str, frozenset[str]], core: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Pairs of mentions that each say more than the core, and neither what the other says."""
    specific = [one for one in words if core < words[one]]
    for first, second in combinations(specific, 2):
        if not words[first] <= words[second] and not words[second] <= words[first]:
            yield first, second


def _words(mention: Mention, text: str) -> frozenset[str]:
    found = _WORD.findall(covered(text, mention.spans).casefold())
    return frozenset(word for word in found if word not in _FUNCTION_WORDS)
