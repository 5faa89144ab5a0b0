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
        if group.type in kinds:
            pairs += combinations(group.members, 2)
    return pairs


def chains(annotation_set: AnnotationSet, schema: Schema, *, text: str = "") -> tuple[Chain, ...]:
    """The chains of a set, by first mention; with the document's `text`, bridges are found too."""
    pairs = identity_pairs(annotation_set, schema)
    mentions = annotation_set.by_id()
    singles = {
        member
        for group in annotation_set.groups
        if len(group.members) == 1 and _is_identity(group.type, schema)
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


def _is_identity(name: str, schema: Schema) -> bool:
    kind = schema.relation_type(name)
    return kind is not None and kind.identity


def _place(mention: Mention | None, mention_id: str) -> tuple[int, int, str]:
    return (mention.start, mention.end, mention_id) if mention else (-1, -1, mention_id)


def _bridges(
    members: list[str], pairs: list[tuple[str, str]], mentions: dict[str, Mention], text: str
) -> Iterator[Bridge]:
    """Pairs of mentions with contradicting words that fall apart without a generic one."""
    words = {one: _words(mentions[one], text) for one in members if one in mentions}
    inside = [(one, other) for one, other in pairs if one in words and other in words]
    for generic in members:
        core = words.get(generic)
        if not core:
            continue
        specific = [one for one in words if core < words[one]]
        without = [pair for pair in inside if generic not in pair]
        parts = components(without, [one for one in words if one != generic])
        for left, right in combinations(parts, 2):
            for first, second in _contradicting(specific, words, left, right):
                yield Bridge(generic, first, second)


def _contradicting(
    specific: list[str], words: dict[str, frozenset[str]], left: set[str], right: set[str]
) -> Iterator[tuple[str, str]]:
    for first, second in combinations(specific, 2):
        apart = (first in left and second in right) or (first in right and second in left)
        if apart and not words[first] <= words[second] and not words[second] <= words[first]:
            yield first, second


def _words(mention: Mention, text: str) -> frozenset[str]:
    found = _WORD.findall(covered(text, mention.spans).casefold())
    return frozenset(word for word in found if word not in _FUNCTION_WORDS)
