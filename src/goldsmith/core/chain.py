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


def identity_links(annotation_set: AnnotationSet, schema: Schema) -> list[tuple[str, ...]]:
    """What the set says is one and the same: pairs, and groups of any size, by mention ids."""
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}
    links: list[tuple[str, ...]] = [
        (rel.arg1, rel.arg2)
        for rel in annotation_set.relations
        if rel.type in kinds and kinds[rel.type].makes_identity(rel.attributes)
    ]
    links += [
        group.members
        for group in annotation_set.groups
        if group.type in kinds and kinds[group.type].groups_identity(group.attributes)
    ]
    return links


def chains(annotation_set: AnnotationSet, schema: Schema, *, text: str = "") -> tuple[Chain, ...]:
    """The chains of a set, by first mention; with the document's `text`, bridges are found too."""
    links = identity_links(annotation_set, schema)
    mentions = annotation_set.by_id()
    parts = components(links)
    part_of = {member: number for number, part in enumerate(parts) for member in part}
    inside: list[list[tuple[str, ...]]] = [[] for _ in parts]
    for link in filter(None, links):
        inside[part_of[link[0]]].append(link)
    found = []
    for members, own in zip(parts, inside, strict=True):
        ordered = sorted(members, key=lambda one: _place(mentions.get(one), one))
        bridges = _bridges(ordered, own, mentions, text) if text and len(ordered) > 2 else ()
        found.append(Chain(tuple(ordered), tuple(bridges)))
    return tuple(
        sorted(found, key=lambda chain: _place(mentions.get(chain.grounding), chain.grounding))
    )


def components(links: Iterable[tuple[str, ...]]) -> list[set[str]]:
    """What hangs together when the members of each link do; a link of one is a lone member."""
    near: dict[str, set[str]] = defaultdict(set)
    for link in links:
        for one, other in zip(link, link[1:] or link, strict=False):
            near[one].add(other)
            near[other].add(one)
    seen: set[str] = set()
    found = []
    for start in near:
        if start in seen:
            continue
        members, todo = {start}, [start]
        while todo:
            fresh = near[todo.pop()] - members
            members |= fresh
            todo += fresh
        seen |= members
        found.append(members)
    return found


def _place(mention: Mention | None, mention_id: str) -> tuple[int, int, str]:
    return (mention.start, mention.end, mention_id) if mention else (-1, -1, mention_id)


def _bridges(
    members: list[str], links: list[tuple[str, ...]], mentions: dict[str, Mention], text: str
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
        left = [tuple(one for one in link if one in kept) for link in links]
        parts = components([*left, *((one,) for one in rest)])
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
